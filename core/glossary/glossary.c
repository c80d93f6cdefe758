#include "core/glossary/glossary.h"

#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

#include <string.h>

#define ULP_TERM(id, also, line, more, source) static const UlpTerm term_##id = {#id, also, line, more, source};
#define ULP_TERM_NAMED(name, id, also, line, more, source)                                                             \
  static const UlpTerm term_##name = {id, also, line, more, source};
#include "core/glossary/terms.def"
#undef ULP_TERM
#undef ULP_TERM_NAMED

const UlpTerm *const ulp_terms[] = {
#define ULP_TERM(id, also, line, more, source) &term_##id,
#define ULP_TERM_NAMED(name, id, also, line, more, source) &term_##name,
#include "core/glossary/terms.def"
#undef ULP_TERM
#undef ULP_TERM_NAMED
    NULL};

static gboolean is_called(const UlpTerm *term, const char *name) {
  g_auto(GStrv) also = g_strsplit(term->also, " ", -1);
  return g_str_equal(term->id, name) || g_strv_contains((const char *const *)also, name);
}

gboolean ulp_term_find(const char *name, UlpTerm *term) {
  g_autofree char *lower = g_ascii_strdown(name, -1);
  for (guint i = 0; ulp_terms[i]; i++)
    if (is_called(ulp_terms[i], lower)) {
      *term = *ulp_terms[i];
      return TRUE;
    }
  lower[strcspn(lower, ":")] = '\0'; /* parameters */
  const UlpAlgorithm *algorithm = ulp_algorithm_find(lower);
  if (algorithm)
    *term = (UlpTerm){algorithm->id, "", algorithm->title, algorithm->summary, algorithm->source};
  return algorithm != NULL;
}
