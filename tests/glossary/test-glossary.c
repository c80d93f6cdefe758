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
                                        {"unordered", "unordered"},
                                        {"half", "fp16"},
                                        {"FP16", "fp16"},
                                        {"mxfp4", "mxfp4"},
                                        {"e5m7", "e5m7"},
                                        {"rz", "rz"},
                                        {"ocp-sat", "ocp-sat"},
                                        {"run-to-run", "run-to-run"}};
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

/* Everything that lists of core name is a term, kind by kind, and is found by its id. */
static void test_all(void) {
  static const struct {
    UlpTermKind kind;
    const char *id;
  } some[] = {{ULP_TERM_WORD, "ulp"},
              {ULP_TERM_FORMAT, "bf16"},
              {ULP_TERM_FORMAT, "nvfp4"},
              {ULP_TERM_ROUNDING, "rna"},
              {ULP_TERM_PROFILE, "cuda"},
              {ULP_TERM_SCALE_RULE, "even"},
              {ULP_TERM_DETERMINISM, "everywhere"},
              {ULP_TERM_ALGORITHM, "kahan"}};
  g_autoptr(GArray) terms = ulp_terms_all();
  guint found = 0;
  for (guint i = 0; i < terms->len; i++) {
    const UlpTerm *term = &g_array_index(terms, UlpTerm, i);
    UlpTerm same = {0};
    g_assert_true(ulp_term_find(term->id, &same));
    if (i > 0)
      g_assert_cmpint((term - 1)->kind, <=, term->kind);
    for (guint k = 0; k < G_N_ELEMENTS(some); k++)
      found += some[k].kind == term->kind && g_str_equal(some[k].id, term->id);
  }
  g_assert_cmpuint(found, ==, G_N_ELEMENTS(some));
}

/* Of IEEE 754-2019, table 3.5, and OCP MX 1.0, table 1. */
static void test_formats(void) {
  UlpTerm term;
  g_assert_true(ulp_term_find("fp16", &term));
  g_autofree char *half = ulp_term_more(&term);
  g_assert_nonnull(strstr(half, "1/5/10"));
  g_assert_nonnull(strstr(half, "65504"));
  g_assert_nonnull(strstr(half, "2^-10"));
  g_assert_true(ulp_term_find("mxfp4", &term));
  g_autofree char *block = ulp_term_more(&term);
  g_assert_nonnull(strstr(block, "32 elements of e2m1"));
  g_assert_nonnull(strstr(block, "e8m0"));
}

static void test_in_text(void) {
  static const char text[] = "Kahan's errors in ulps; subnormals up to fp16, of tree-fp32 (normal weather, a tree).";
  static const char *const expected[] = {"kahan", "ulp", "subnormal", "fp16", "tree-fp32"};
  g_autoptr(GArray) places = ulp_terms_in(text);
  g_assert_cmpuint(places->len, ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < places->len; i++)
    g_assert_cmpstr(g_array_index(places, UlpTermPlace, i).term.id, ==, expected[i]);
  const UlpTermPlace *second = &g_array_index(places, UlpTermPlace, 1);
  g_autofree char *word = g_strndup(text + second->start, second->end - second->start);
  g_assert_cmpstr(word, ==, "ulps");
  g_autoptr(GArray) none = ulp_terms_in("");
  g_assert_cmpuint(none->len, ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/glossary/spellings", test_spellings);
  g_test_add_func("/glossary/unknown", test_unknown);
  g_test_add_func("/glossary/whole", test_whole);
  g_test_add_func("/glossary/unambiguous", test_unambiguous);
  g_test_add_func("/glossary/algorithms", test_algorithms);
  g_test_add_func("/glossary/all", test_all);
  g_test_add_func("/glossary/formats", test_formats);
  g_test_add_func("/glossary/in-text", test_in_text);
  return g_test_run();
}
