#include "core/table/export.h"
#include "tests/table/sample.h"

#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static json_t *export_and_parse(UlpTable *const *tables, guint n_tables, gboolean reproducible) {
  g_autoptr(GBytes) bytes = ulp_tables_to_json(tables, n_tables, &(UlpExportOptions){.reproducible = reproducible});
  gsize size;
  const char *text = g_bytes_get_data(bytes, &size);
  json_error_t error;
  json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL)
    g_error("line %d: %s", error.line, error.text);
  return root;
}

static const char *text_at(json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }

static void assert_number(json_t *cell, double expected) {
  if (isfinite(expected)) {
    g_assert_true(json_is_real(cell));
    g_assert_cmphex(((UlpCell){.real = json_real_value(cell)}).bits, ==, ((UlpCell){.real = expected}).bits);
  } else {
    g_assert_cmpstr(json_string_value(cell), ==, isnan(expected) ? "nan" : expected > 0 ? "inf" : "-inf");
  }
}

static void check_round_trip(void) {
  g_autoptr(UlpTable) table = sample_table();
  json_t *root = export_and_parse(&table, 1, FALSE);
  json_t *exported = json_array_get(json_object_get(root, "tables"), 0);
  g_assert_cmpstr(text_at(exported, "id"), ==, "sample");
  g_assert_cmpstr(text_at(exported, "title"), ==, "Sample");

  json_t *columns = json_object_get(exported, "columns");
  g_assert_cmpuint(json_array_size(columns), ==, G_N_ELEMENTS(sample_columns));
  json_t *column = json_array_get(columns, 1);
  g_assert_cmpstr(text_at(column, "id"), ==, "count");
  g_assert_cmpstr(text_at(column, "type"), ==, "count");
  g_assert_cmpstr(text_at(column, "title"), ==, "Count");
  g_assert_cmpstr(text_at(column, "unit"), ==, "elements");
  g_assert_cmpstr(text_at(column, "meaning"), ==, "whole number");
  g_assert_cmpstr(text_at(json_array_get(columns, 0), "unit"), ==, "");

  json_t *rows = json_object_get(exported, "rows");
  g_assert_cmpuint(json_array_size(rows), ==, G_N_ELEMENTS(sample_rows));
  for (guint i = 0; i < G_N_ELEMENTS(sample_rows); i++) {
    const SampleRow *expected = &sample_rows[i];
    json_t *row = json_array_get(rows, i);
    g_assert_cmpstr(json_string_value(json_array_get(row, 0)), ==, expected->name);
    json_t *count = json_array_get(row, 1);
    if (expected->count > G_MAXINT64)
      g_assert_cmpstr(json_string_value(count), ==, "18446744073709551615");
    else
      g_assert_cmpint(json_integer_value(count), ==, (gint64)expected->count);
    assert_number(json_array_get(row, 2), sample_double(expected->real));
    json_t *value = json_array_get(row, 3);
    assert_number(json_object_get(value, "value"), ulp_bits_to_double(expected->format, expected->value));
    g_assert_cmpstr(text_at(value, "format"), ==, ulp_format_info(expected->format)->id);
    g_assert_cmphex(g_ascii_strtoull(text_at(value, "bits") + 2, NULL, 16), ==, expected->value);
    g_assert_nonnull(text_at(value, "hex"));
  }
  json_decref(root);
}

static void test_round_trip(void) { check_round_trip(); }

static void test_locale(void) {
  if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL) {
    g_test_skip("no locale with a decimal comma");
    return;
  }
  check_round_trip();
  setlocale(LC_NUMERIC, "C");
}

static void test_provenance(void) {
  g_autoptr(UlpTable) first = sample_table(), second = ulp_table_new("second", "Second", sample_columns, 1);
  ulp_table_set_provenance(second, "seed", "2");
  ulp_table_set_provenance(second, "more", "yes");
  UlpTable *const tables[] = {first, second};
  json_t *root = export_and_parse(tables, 2, FALSE);
  json_t *provenance = json_object_get(root, "provenance");
  g_assert_cmpuint(json_object_size(provenance), ==, 4);
  g_assert_cmpstr(text_at(provenance, "command"), ==, "ulp run sample --input \"a\nb\\c\r\"");
  g_assert_cmpstr(text_at(provenance, "seed"), ==, "1");
  g_assert_cmpstr(text_at(provenance, "more"), ==, "yes");
  g_assert_cmpstr(text_at(provenance, "time"), ==, "2024-01-01T00:00:00Z");
  g_assert_cmpuint(json_array_size(json_object_get(root, "tables")), ==, 2);
  json_decref(root);
}

static void test_reproducible(void) {
  g_autoptr(UlpTable) table = sample_table();
  json_t *root = export_and_parse(&table, 1, TRUE);
  g_assert_null(json_object_get(json_object_get(root, "provenance"), "time"));
  json_t *exported = json_array_get(json_object_get(root, "tables"), 0);
  g_assert_cmpuint(json_array_size(json_object_get(exported, "columns")), ==, G_N_ELEMENTS(sample_columns) - 1);
  g_assert_cmpuint(json_array_size(json_array_get(json_object_get(exported, "rows"), 0)), ==,
                   G_N_ELEMENTS(sample_columns) - 1);
  json_decref(root);
}

static void test_odd_text(void) {
  g_autoptr(UlpTable) table = ulp_table_new("e", "E", sample_columns, 1);
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("bad \xff byte, \x01 and \"quotes\"")});
  json_t *root = export_and_parse(&table, 1, FALSE);
  json_t *row = json_array_get(json_object_get(json_array_get(json_object_get(root, "tables"), 0), "rows"), 0);
  g_assert_cmpstr(json_string_value(json_array_get(row, 0)), ==, "bad \xef\xbf\xbd byte, \x01 and \"quotes\"");
  json_decref(root);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/json/round-trip", test_round_trip);
  g_test_add_func("/table/json/locale", test_locale);
  g_test_add_func("/table/json/provenance", test_provenance);
  g_test_add_func("/table/json/reproducible", test_reproducible);
  g_test_add_func("/table/json/odd-text", test_odd_text);
  return g_test_run();
}
