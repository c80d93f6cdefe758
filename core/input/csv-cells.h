/* The cells of a line and the numbers in them.
 *
 * RFC 4180 with white space around cells; a quoted cell stays on its line. Numbers are C17 7.22.1.3's in the C locale,
 * correctly rounded: decimal, hex float, inf and nan; beyond the largest finite value they round to infinity, as IEEE
 * 754-2019 7.4 has it. */
#pragma once

#include "core/number/layout.h"

#include <glib.h>

typedef struct {
  char separator; /* ',', ';', a tab, or ' ': any run of spaces and tabs */
  char decimal;   /* '.' or ','; with the comma no point is taken */
} UlpCsvDialect;

typedef struct {
  const char *start; /* without white space and quotes around */
  gsize length;
} UlpCsvCell;

/* Whether a line has no cell: blank, or a comment, which begins with '#'. */
gboolean ulp_csv_is_blank(UlpCsvDialect dialect, const char *start, const char *end);

/* The cell at *p, which moves to the next one; *more says whether there is one. FALSE: a quoted cell that does not end
 * properly. */
gboolean ulp_csv_next_cell(UlpCsvDialect dialect, const char **p, const char *end, UlpCsvCell *cell, gboolean *more);

/* The number in the cell, rounded once to fp32 or fp64. FALSE: it is none. */
gboolean ulp_csv_number(UlpCsvDialect dialect, UlpCsvCell cell, UlpFormat format, gpointer out);
gboolean ulp_csv_is_number(UlpCsvDialect dialect, UlpCsvCell cell);

/* Empty, or one of the words NA, N/A, null and none, in any case. */
gboolean ulp_csv_is_missing(UlpCsvCell cell);

/* Text that is meant as text, or nothing: a number with a typing error is none. */
gboolean ulp_csv_is_heading(UlpCsvDialect dialect, UlpCsvCell cell);

/* The text of a cell, its doubled quotes single. New string; cut at a NUL. */
char *ulp_csv_text(UlpCsvCell cell);
