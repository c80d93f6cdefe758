/* What the program's words mean: every term that a person reads has a line to point at and a paragraph to open. */
#pragma once

#include <glib.h>

typedef struct {
  const char *id;     /* the term as it is written in results, lower case, not translated */
  const char *also;   /* other spellings of it, separated by blanks */
  const char *line;   /* N_(): one line that a student understands */
  const char *more;   /* N_(): a paragraph, with an example */
  const char *source; /* paper or standard */
} UlpTerm;

extern const UlpTerm *const ulp_terms[]; /* NULL-terminated, in the order of terms.def */

/* In any case, by the id or another spelling; a summation algorithm of core/sum by its id, with or without parameters
 * ("strided:grid=4"), which has its own lines. FALSE: there is no such term, and `*term` stays as it is. */
gboolean ulp_term_find(const char *name, UlpTerm *term);
