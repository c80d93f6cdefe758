/* What the program's words mean: every term that a person reads has a line to point at and a paragraph to open. The words of
 * terms.def are such, and whatever another list of core names: formats, roundings, profiles, levels, algorithms. */
#pragma once

#include <glib.h>

/* In the order in which a glossary shows them. */
typedef enum {
  ULP_TERM_WORD,
  ULP_TERM_FORMAT,
  ULP_TERM_ROUNDING,
  ULP_TERM_PROFILE,
  ULP_TERM_SCALE_RULE,
  ULP_TERM_DETERMINISM,
  ULP_TERM_ALGORITHM,
  ULP_N_TERM_KINDS
} UlpTermKind;

extern const char *const ulp_term_kind_titles[]; /* N_() */

typedef struct {
  const char *id;     /* the term as it is written in results, lower case, not translated */
  const char *also;   /* other spellings of it, separated by blanks */
  const char *line;   /* N_(): one line that a student understands */
  const char *more;   /* N_(): a paragraph, with an example; "": ulp_term_more() makes it */
  const char *source; /* paper or standard; "": none */
  UlpTermKind kind;
} UlpTerm;

extern const UlpTerm *const ulp_terms[]; /* NULL-terminated, the words in the order of terms.def */

/* In any case, by the id or another spelling; of two things of one name that which comes first among the kinds. A format by
 * any of its names, a layout such as e5m7 included; a summation algorithm with or without parameters ("strided:grid=4"). FALSE:
 * there is no such term, and `*term` stays as it is. */
gboolean ulp_term_find(const char *name, UlpTerm *term);

/* The paragraph, translated; new string. Of a format it says the fields, the range and the spacing at 1. */
char *ulp_term_more(const UlpTerm *term);

/* Every term, kind by kind. Elements are UlpTerm; free with g_array_unref. */
GArray *ulp_terms_all(void);

/* One of the terms in a text: bytes [start, end) of it. */
typedef struct {
  guint start, end;
  UlpTerm term;
} UlpTermPlace;

/* The terms that a text names, in its order. What is a term in a place of its own only, such as the roundings "up" and the numbers
 * "normal", is none in the middle of a sentence. Elements are UlpTermPlace; free with g_array_unref. */
GArray *ulp_terms_in(const char *text);
