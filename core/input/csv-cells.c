/* Cells and numbers of CSV. */
#include "core/input/csv-cells.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static gboolean is_space(UlpCsvDialect dialect, char c) { return c == ' ' || (c == '\t' && dialect.separator != '\t'); }

static const char *skip_space(UlpCsvDialect dialect, const char *p, const char *end) {
  while (p < end && is_space(dialect, *p))
    p++;
  return p;
}

gboolean ulp_csv_is_blank(UlpCsvDialect dialect, const char *start, const char *end) {
  start = skip_space(dialect, start, end);
  return start == end || *start == '#';
}

/* Where the cell that begins at `p` ends. */
static const char *find_separator(UlpCsvDialect dialect, const char *p, const char *end) {
  if (dialect.separator == ' ') {
    while (p < end && *p != ' ' && *p != '\t')
      p++;
    return p;
  }
  const char *separator = memchr(p, dialect.separator, (gsize)(end - p));
  return separator != NULL ? separator : end;
}

gboolean ulp_csv_next_cell(UlpCsvDialect dialect, const char **p, const char *end, UlpCsvCell *cell, gboolean *more) {
  const char *start = skip_space(dialect, *p, end), *stop;
  if (start < end && *start == '"') {
    const char *close = ++start;
    while (close < end && (*close != '"' || (close + 1 < end && close[1] == '"')))
      close += *close == '"' ? 2 : 1;
    if (close >= end)
      return FALSE;
    stop = dialect.separator == ' ' ? close + 1 : skip_space(dialect, close + 1, end);
    if (stop < end && find_separator(dialect, stop, end) != stop)
      return FALSE;
    start = skip_space(dialect, start, close);
    *cell = (UlpCsvCell){start, (gsize)(close - start)};
  } else {
    stop = find_separator(dialect, start, end);
    *cell = (UlpCsvCell){start, (gsize)(stop - start)};
  }
  while (cell->length > 0 && is_space(dialect, cell->start[cell->length - 1]))
    cell->length--;
  *p = dialect.separator == ' ' ? skip_space(dialect, stop, end) : stop + (stop < end);
  *more = dialect.separator == ' ' ? *p < end : stop < end;
  return TRUE;
}

/* Made once and kept to the end of the program. */
static locale_t c_locale(void) {
  static gsize locale = 0;
  if (g_once_init_enter(&locale))
    g_once_init_leave(&locale, (gsize)newlocale(LC_ALL_MASK, "C", (locale_t)0));
  return (locale_t)locale;
}

static const char *read_number(const char *text, UlpFormat format, gpointer out) {
  char *stop;
  if (format == ULP_FORMAT_FP32)
    *(float *)out = strtof_l(text, &stop, c_locale());
  else
    *(double *)out = strtod_l(text, &stop, c_locale());
  return stop;
}

gboolean ulp_csv_number(UlpCsvDialect dialect, UlpCsvCell cell, UlpFormat format, gpointer out) {
  if (cell.length == 0 || g_ascii_isspace(*cell.start)) /* strtod would skip white space */
    return FALSE;
  const char *comma = dialect.decimal == ',' ? memchr(cell.start, ',', cell.length) : NULL;
  if (dialect.decimal == ',' && memchr(cell.start, '.', cell.length) != NULL)
    return FALSE;
  if (comma == NULL)
    return read_number(cell.start, format, out) == cell.start + cell.length;
  g_autofree char *point = g_strndup(cell.start, cell.length);
  point[comma - cell.start] = '.';
  return read_number(point, format, out) == point + cell.length;
}

gboolean ulp_csv_is_number(UlpCsvDialect dialect, UlpCsvCell cell) {
  double value;
  return ulp_csv_number(dialect, cell, ULP_FORMAT_FP64, &value);
}

gboolean ulp_csv_is_missing(UlpCsvCell cell) {
  static const char *const words[] = {"", "na", "n/a", "null", "none"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (cell.length == strlen(words[i]) && g_ascii_strncasecmp(cell.start, words[i], cell.length) == 0)
      return TRUE;
  return FALSE;
}

gboolean ulp_csv_is_heading(UlpCsvDialect dialect, UlpCsvCell cell) {
  return cell.length == 0 || !(ulp_csv_is_number(dialect, cell) || g_ascii_isdigit(*cell.start) ||
                               *cell.start == '\0' || strchr("+-.", *cell.start) != NULL);
}

char *ulp_csv_text(UlpCsvCell cell) {
  g_autofree char *text = g_strndup(cell.start, cell.length);
  GString *plain = g_string_new(text);
  g_string_replace(plain, "\"\"", "\"", 0);
  return g_string_free(plain, FALSE);
}
