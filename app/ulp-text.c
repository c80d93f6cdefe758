#include "app/ulp-text.h"

#include "core/base/i18n.h"
#include "core/table/export.h"

#include <math.h>
#include <string.h>

#define LINE_WIDTH 100
#define MOST_ROWS_SHOWN 100

/* Columns of a terminal that `text` takes. */
static guint width_of(const char *text) {
  guint width = 0;
  for (const char *p = text; *p; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    width += g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
  }
  return width;
}

static void append_spaces(GString *out, guint count) { g_string_append_printf(out, "%*s", (int)count, ""); }

/* What a person reads in a cell: a value with its bits beside it. */
static char *text_of(const UlpTable *table, guint64 row, guint column, const UlpTextOptions *options) {
  const UlpCell cell = ulp_table_cell(table, row, column);
  if (cell.type == ULP_COLUMN_REAL && options->digits && isfinite(cell.real)) {
    char number[G_ASCII_DTOSTR_BUF_SIZE], format[8];
    g_snprintf(format, sizeof format, "%%.%dg", options->digits);
    return g_strdup(g_ascii_formatd(number, sizeof number, format, cell.real));
  }
  g_autofree char *text = ulp_table_text(table, row, column);
  if (cell.type != ULP_COLUMN_VALUE)
    return g_steal_pointer(&text);
  g_autofree char *hex = ulp_bits_to_hex(cell.format, cell.bits);
  return g_strdup_printf("%s %s", text, hex);
}

typedef struct {
  char *head;
  char **cells;
  guint64 n_cells;
  guint width;
  gboolean to_the_right, is_measure;
} TextColumn;

static void text_column_clear(gpointer data) {
  TextColumn *column = data;
  g_free(column->head);
  g_strfreev(column->cells);
}

static TextColumn text_column(const UlpTable *table, guint index, const UlpTextOptions *options) {
  const UlpColumn *column = ulp_table_column(table, index);
  const guint64 n_rows = ulp_table_n_rows(table);
  TextColumn text = {.head = ulp_column_heading(column),
                     .cells = g_new0(char *, n_rows + 1),
                     .n_cells = n_rows,
                     .to_the_right = column->type != ULP_COLUMN_TEXT,
                     .is_measure = column->type == ULP_COLUMN_COUNT || column->type == ULP_COLUMN_REAL};
  text.width = width_of(text.head);
  for (guint64 row = 0; row < n_rows; row++) {
    text.cells[row] = text_of(table, row, index, options);
    text.width = MAX(text.width, width_of(text.cells[row]));
  }
  return text;
}

static gboolean is_constant(const TextColumn *column) {
  if (column->is_measure)
    return FALSE;
  for (guint64 row = 1; row < column->n_cells; row++)
    if (!g_str_equal(column->cells[row], column->cells[0]))
      return FALSE;
  return column->n_cells > 1;
}

static gboolean is_wanted(const UlpTextOptions *options, const UlpColumn *column) {
  return !(column->flags & ULP_COLUMN_IS_HIDDEN) &&
         (!options->group || !column->group || column->group == options->group);
}

static void append_line(GString *out, const GArray *columns, gint64 row) {
  const gsize start = out->len;
  for (guint i = 0; i < columns->len; i++) {
    const TextColumn *column = &g_array_index(columns, TextColumn, i);
    const char *cell = row < 0 ? column->head : column->cells[row];
    const guint space = column->width - width_of(cell);
    append_spaces(out, (i ? 2 : 0) + (column->to_the_right ? space : 0));
    g_string_append(out, cell);
    append_spaces(out, column->to_the_right ? 0 : space);
  }
  while (out->len > start && out->str[out->len - 1] == ' ')
    g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

void ulp_text_table(GString *out, const UlpTable *table, const UlpTextOptions *options) {
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(TextColumn));
  g_array_set_clear_func(columns, text_column_clear);
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    if (!is_wanted(options, ulp_table_column(table, i)))
      continue;
    TextColumn column = text_column(table, i, options);
    if (options->constants_above && is_constant(&column)) {
      g_string_append_printf(out, "%s: %s\n", column.head, column.cells[0]);
      text_column_clear(&column);
    } else {
      g_array_append_val(columns, column);
    }
  }
  for (gint64 row = -1; columns->len && row < (gint64)ulp_table_n_rows(table); row++)
    append_line(out, columns, row);
}

void ulp_text_record(GString *out, const UlpTable *table, const UlpTextOptions *options) {
  guint width = 0;
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    g_autofree char *head = ulp_column_heading(ulp_table_column(table, i));
    width = MAX(width, width_of(head));
  }
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    g_autofree char *head = ulp_column_heading(ulp_table_column(table, i));
    g_autofree char *text = text_of(table, 0, i, options);
    if (*text == '\0')
      continue;
    g_string_append(out, head);
    append_spaces(out, width - width_of(head) + 2);
    g_string_append_printf(out, "%s\n", text);
  }
}

void ulp_text_wrap(GString *out, const char *text, guint indent) {
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  guint at = indent;
  for (guint i = 0; words[i]; i++) {
    const guint width = width_of(words[i]);
    if (at > indent && at + 1 + width > LINE_WIDTH) {
      g_string_append_c(out, '\n');
      append_spaces(out, indent);
      at = indent;
    } else if (i > 0) {
      g_string_append_c(out, ' ');
      at++;
    }
    g_string_append(out, words[i]);
    at += width;
  }
  g_string_append_c(out, '\n');
}

gboolean ulp_text_print(const GString *text, GError **error) {
  g_autoptr(GBytes) bytes = g_bytes_new(text->str, text->len);
  return ulp_export_write("-", bytes, NULL, error);
}

gboolean ulp_text_print_json(UlpTable *table, GError **error) {
  const UlpExportOptions options = {.reproducible = TRUE};
  return ulp_tables_export_json("-", &table, 1, &options, NULL, error);
}

gboolean ulp_text_print_result(const UlpResult *result, GError **error) {
  const UlpTextOptions options = {.digits = 6, .constants_above = TRUE};
  g_autoptr(GString) out = g_string_new(NULL);
  if (!result->summary || ulp_table_n_rows(result->data) <= MOST_ROWS_SHOWN)
    ulp_text_table(out, result->data, &options);
  if (out->len && result->summary)
    g_string_append_c(out, '\n');
  if (result->summary && ulp_table_n_rows(result->summary) > 1)
    ulp_text_table(out, result->summary, &options);
  else if (result->summary && ulp_table_n_rows(result->summary) == 1)
    ulp_text_record(out, result->summary, &options);
  return ulp_text_print(out, error);
}
