/* Cells and headings as people read them. */
#include "core/table/table.h"

#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/table/number-text.h"

#include <math.h>

const char *ulp_translated(const char *text) {
  return *text ? _(text) : ""; /* gettext of "" would be the catalogue's header */
}

char *ulp_words_translated(const char *text) { return g_strdup(ulp_translated(text)); }

char *ulp_table_text(const UlpTable *table, guint64 row, guint column) {
  const UlpCell cell = ulp_table_cell(table, row, column);
  char text[ULP_NUMBER_SIZE];
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    return g_strndup(text, ulp_count_write(cell.count, text));
  case ULP_COLUMN_REAL:
    return g_strndup(text, ulp_double_write(cell.real, text));
  case ULP_COLUMN_VALUE:
    return ulp_format_fits_fp64(cell.format)
               ? g_strndup(text, ulp_double_write(ulp_bits_to_double(cell.format, cell.bits), text))
               : ulp_bits_to_text(cell.format, cell.bits);
  case ULP_COLUMN_TEXT:
    break;
  }
  char *(*words)(const char *text) = ulp_table_column(table, column)->words;
  return words ? words(cell.text) : ulp_name_shown(cell.text);
}

char *ulp_column_heading(const UlpColumn *column) {
  return *column->unit && !g_str_equal(column->unit, "1")
             ? g_strdup_printf("%s [%s]", ulp_translated(column->title), ulp_translated(column->unit))
             : g_strdup(ulp_translated(column->title));
}

char *ulp_cell_detail(UlpCell cell) {
  if (cell.type != ULP_COLUMN_VALUE)
    return NULL;
  g_autofree char *hexfloat = ulp_bits_to_hexfloat(cell.format, cell.bits);
  g_autofree char *hex = ulp_bits_to_hex(cell.format, cell.bits);
  return g_strdup_printf("%s (%s %s)", hexfloat, ulp_format_info(cell.format)->id, hex);
}

static gboolean is_alarming(const char *text) {
  static const char *const words[] = {"FAIL", "WRONG", "BROKEN"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(text, words[i]))
      return TRUE;
  return FALSE;
}

gboolean ulp_cell_is_alarm(const UlpColumn *column, UlpCell cell) {
  if (!(column->flags & ULP_COLUMN_IS_ALARM))
    return FALSE;
  return (cell.type == ULP_COLUMN_TEXT && is_alarming(cell.text)) ||
         (cell.type == ULP_COLUMN_REAL && !isfinite(cell.real));
}
