/* Terms are found as people write them, stand once and in order, and are explained whole. */
#include "core/glossary/glossary.h"
#include "core/sum/algorithm.h"

#include <string.h>

static void test_spellings(void) {
  static const char *const same[][2] = {{"ulp", "ulp"},
                                        {"ULP", "ulp"},
                                        {"denormal", "subnormal"},
                                        {"eps", "epsilon"},
                                        {"mantissa", "significand"},
                                        {"rtol", "tolerance"},
                                        {"Exact", "exact"},
                                        {"NaN", "nan"},
                                        {"Inf", "infinity"},
                                        {"strided:grid=4", "strided"},
                                        {"tree-fp32", "tree-fp32"},
                                        {"unordered", "unordered"}};
  for (guint i = 0; i < G_N_ELEMENTS(same); i++) {
    UlpTerm term = {0};
    g_assert_true(ulp_term_find(same[i][0], &term));
    g_assert_cmpstr(term.id, ==, same[i][1]);
  }
}

static void test_unknown(void) {
  static const char *const unknown[] = {"", " ", "ulpp", "ulp ", ":", "u"};
  for (guint i = 0; i < G_N_ELEMENTS(unknown); i++)
    g_assert_false(ulp_term_find(unknown[i], &(UlpTerm){0}));
}

static void test_whole(void) {
  for (guint i = 0; ulp_terms[i]; i++) {
    const UlpTerm *term = ulp_terms[i];
    if (i > 0)
      g_assert_cmpstr(ulp_terms[i - 1]->id, <, term->id);
    g_assert_cmpuint(strlen(term->line), <=, 90);
    g_assert_cmpuint(strlen(term->more), >, strlen(term->line));
    g_assert_cmpstr(term->source, !=, "");
  }
}

/* Each spelling leads to its own term. */
static void test_unambiguous(void) {
  for (guint i = 0; ulp_terms[i]; i++) {
    g_autofree char *names = g_strconcat(ulp_terms[i]->id, " ", ulp_terms[i]->also, NULL);
    g_auto(GStrv) each = g_strsplit(g_strchomp(names), " ", -1);
    for (guint k = 0; each[k]; k++) {
      UlpTerm term = {0};
      g_assert_true(ulp_term_find(each[k], &term));
      g_assert_cmpstr(term.id, ==, ulp_terms[i]->id);
    }
  }
}

static void test_algorithms(void) {
  for (guint i = 0; ulp_algorithms[i]; i++) {
    UlpTerm term = {0};
    g_assert_true(ulp_term_find(ulp_algorithms[i]->id, &term));
    g_assert_cmpstr(term.line, !=, "");
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/glossary/spellings", test_spellings);
  g_test_add_func("/glossary/unknown", test_unknown);
  g_test_add_func("/glossary/whole", test_whole);
  g_test_add_func("/glossary/unambiguous", test_unambiguous);
  g_test_add_func("/glossary/algorithms", test_algorithms);
  return g_test_run();
}
