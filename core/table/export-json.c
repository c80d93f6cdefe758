#include "core/table/export.h"
#include "core/table/provenance.h"
#include "core/base/i18n.h"

#include <jansson.h>
#include <math.h>

static const char *const type_names[] = {
    [ULP_COLUMN_TEXT] = "text", [ULP_COLUMN_COUNT] = "count", [ULP_COLUMN_REAL] = "real", [ULP_COLUMN_VALUE] = "value"};

static json_t *json_text(const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1); /* file names need not be UTF-8 */
  return json_string(valid);
}

static json_t *json_number(double number) {
  if (isfinite(number))
    return json_real(number);
  return json_string(isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

static json_t *json_value(UlpFormat format, guint64 bits) {
  g_autofree char *hex_float = ulp_bits_to_hexfloat(format, bits);
  g_autofree char *hex = ulp_bits_to_hex(format, bits);
  json_t *value = json_object();
  json_object_set_new(value, "format", json_string(ulp_format_info(format)->id));
  json_object_set_new(value, "value", json_number(ulp_bits_to_double(format, bits)));
  json_object_set_new(value, "hex", json_string(hex_float));
  json_object_set_new(value, "bits", json_string(hex));
  return value;
}

static json_t *json_count(guint64 count) {
  if (count <= G_MAXINT64)
    return json_integer((json_int_t)count);
  g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, count);
  return json_string(text);
}

static json_t *json_cell(UlpCell cell) {
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    return json_count(cell.count);
  case ULP_COLUMN_REAL:
    return json_number(cell.real);
  case ULP_COLUMN_VALUE:
    return json_value(cell.format, cell.bits);
  case ULP_COLUMN_TEXT:
    break;
  }
  return json_text(cell.text);
}

/* gettext of "" would be the catalogue's header. */
static json_t *json_translated(const char *text) {
  return json_text(text[0] != '\0' ? _(text) : "");
}

static json_t *json_column(const UlpColumn *column) {
  json_t *object = json_object();
  json_object_set_new(object, "id", json_string(column->id));
  json_object_set_new(object, "type", json_string(type_names[column->type]));
  json_object_set_new(object, "title", json_translated(column->title));
  json_object_set_new(object, "unit", json_translated(column->unit));
  json_object_set_new(object, "meaning", json_translated(column->meaning));
  return object;
}

/* The provenance of all tables in one object; where two differ, the first table's value counts. */
static json_t *json_provenance(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options) {
  json_t *object = json_object();
  for (guint t = 0; t < n_tables; t++) {
    for (guint i = 0; i < ulp_table_n_provenance(tables[t]); i++) {
      const char *key, *value;
      ulp_table_get_provenance(tables[t], i, &key, &value);
      if (json_object_get(object, key) == NULL && !(options->reproducible && ulp_provenance_varies(key)))
        json_object_set_new(object, key, json_text(value));
    }
  }
  return object;
}

/* Appends `value` on one line and takes it over. */
static void append(GString *out, json_t *value) {
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
  g_string_append(out, text);
  free(text);
  json_decref(value);
}

/* One line a row: a million rows stay readable, and no tree of all of them is held. */
static void append_table(GString *out, const UlpTable *table, const UlpExportOptions *options) {
  g_autofree guint *kept = g_new(guint, ulp_table_n_columns(table));
  const guint n_kept = ulp_export_columns(table, options, kept);

  g_string_append(out, "{\"id\": ");
  append(out, json_text(ulp_table_id(table)));
  g_string_append(out, ", \"title\": ");
  append(out, json_translated(ulp_table_title(table)));
  g_string_append(out, ", \"columns\": [");
  for (guint i = 0; i < n_kept; i++) {
    g_string_append(out, i == 0 ? "\n" : ",\n");
    append(out, json_column(ulp_table_column(table, kept[i])));
  }
  g_string_append(out, "\n], \"rows\": [");
  for (guint row = 0; row < ulp_table_n_rows(table); row++) {
    json_t *cells = json_array();
    for (guint i = 0; i < n_kept; i++)
      json_array_append_new(cells, json_cell(ulp_table_cell(table, row, kept[i])));
    g_string_append(out, row == 0 ? "\n" : ",\n");
    append(out, cells);
  }
  g_string_append(out, "\n]}");
}

GBytes *ulp_tables_to_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options) {
  GString *out = g_string_new("{\"provenance\": ");
  append(out, json_provenance(tables, n_tables, options));
  g_string_append(out, ",\n\"tables\": [");
  for (guint t = 0; t < n_tables; t++) {
    g_string_append(out, t == 0 ? "\n" : ",\n");
    append_table(out, tables[t], options);
  }
  g_string_append(out, "\n]}\n");
  return g_string_free_to_bytes(out);
}
