#include "core/table/export.h"
#include "core/table/provenance.h"

#include <string.h>

static void append_field(GString *out, const char *text) {
  if (strpbrk(text, ",\"\r\n") == NULL) {
    g_string_append(out, text);
    return;
  }
  g_string_append_c(out, '"');
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"')
      g_string_append_c(out, '"');
    g_string_append_c(out, *c);
  }
  g_string_append_c(out, '"');
}

/* A preamble line must stay one line, so line ends and the backslash that writes them are escaped. */
static void append_escaped(GString *out, const char *text) {
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '\n')
      g_string_append(out, "\\n");
    else if (*c == '\r')
      g_string_append(out, "\\r");
    else if (*c == '\\')
      g_string_append(out, "\\\\");
    else
      g_string_append_c(out, *c);
  }
}

/* value,hex,bits; `bits` only for values of a format. 17 digits give every double back, and every narrower format is
 * exact in double. */
static void append_number(GString *out, UlpFormat format, guint64 bits, gboolean with_bits) {
  const UlpClass class = ulp_bits_class(format, bits);
  g_autofree char *hex_float = ulp_bits_to_hexfloat(format, bits);
  if (class >= ULP_CLASS_INFINITE) {
    g_string_append(out, hex_float); /* inf, -inf, nan */
  } else {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.17g", ulp_bits_to_double(format, bits)));
  }
  g_string_append_printf(out, ",%s", hex_float);
  if (with_bits) {
    g_autofree char *hex = ulp_bits_to_hex(format, bits);
    g_string_append_printf(out, ",%s", hex);
  }
}

static void append_cell(GString *out, UlpCell cell) {
  switch (cell.type) {
  case ULP_COLUMN_TEXT:
    append_field(out, cell.text);
    break;
  case ULP_COLUMN_COUNT:
    g_string_append_printf(out, "%" G_GUINT64_FORMAT, cell.count);
    break;
  case ULP_COLUMN_REAL: /* real and bits share their storage */
    append_number(out, ULP_FORMAT_FP64, cell.bits, FALSE);
    break;
  case ULP_COLUMN_VALUE:
    append_number(out, cell.format, cell.bits, TRUE);
    break;
  }
}

static void append_header(GString *out, const UlpColumn *column) {
  g_string_append(out, column->id);
  if (column->type == ULP_COLUMN_REAL || column->type == ULP_COLUMN_VALUE)
    g_string_append_printf(out, ",%s_hex", column->id);
  if (column->type == ULP_COLUMN_VALUE)
    g_string_append_printf(out, ",%s_bits", column->id);
}

static void append_preamble(GString *out, const UlpTable *table, const UlpExportOptions *options) {
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    if (options->reproducible && ulp_provenance_varies(key))
      continue;
    g_string_append(out, "# ");
    append_escaped(out, key);
    g_string_append(out, ": ");
    append_escaped(out, value);
    g_string_append(out, "\r\n");
  }
}

GBytes *ulp_table_to_csv(const UlpTable *table, const UlpExportOptions *options) {
  GString *out = g_string_new(NULL);
  if (!options->no_preamble)
    append_preamble(out, table, options);

  g_autofree guint *kept = g_new(guint, ulp_table_n_columns(table));
  const guint n_kept = ulp_export_columns(table, options, kept);
  for (guint i = 0; i < n_kept; i++) {
    if (i > 0)
      g_string_append_c(out, ',');
    append_header(out, ulp_table_column(table, kept[i]));
  }
  g_string_append(out, "\r\n");

  for (guint row = 0; row < ulp_table_n_rows(table); row++) {
    for (guint i = 0; i < n_kept; i++) {
      if (i > 0)
        g_string_append_c(out, ',');
      append_cell(out, ulp_table_cell(table, row, kept[i]));
    }
    g_string_append(out, "\r\n");
  }
  return g_string_free_to_bytes(out);
}
