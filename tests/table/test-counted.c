/* Histograms: bins counted by hand. */
#include "core/table/counted.h"

#include <math.h>

static const UlpColumn columns[] = {
    {"to", ULP_COLUMN_TEXT, "to", "", ""},
    {"error", ULP_COLUMN_REAL, "error", "1", ""},
};
static const UlpPlotSpec spec = {
    .id = "h", .title = "h", .x = "error", .y = ULP_COUNTED_SHARE, .series = "to", .counted = TRUE};

static void append(UlpTable *table, const char *to, double error) {
  const UlpCell cells[] = {ulp_cell_text(to), ulp_cell_real(error)};
  g_assert_true(ulp_table_append(table, cells));
}

static void assert_row(const UlpTable *table, guint row, double x, double share, const char *series) {
  g_assert_cmpfloat(ulp_table_number(table, row, 0), ==, x);
  g_assert_cmpfloat(ulp_table_number(table, row, 1), ==, share);
  g_assert_cmpstr(ulp_table_cell(table, row, 2).text, ==, series);
}

/* [1, 2) has 1 and just under 2; [2, 4) none; [4, 8) has -4; NaN and infinity are in the whole alone. */
static void test_bins(void) {
  g_autoptr(UlpTable) table = ulp_table_new("t", "t", columns, G_N_ELEMENTS(columns));
  static const double errors[] = {0, -4, 1, NAN, 0x1.fffffffffffffp0, INFINITY, 0, 0};
  for (guint i = 0; i < G_N_ELEMENTS(errors); i++) {
    append(table, "a", errors[i]);
    append(table, "b", i % 2 ? 0x1p-1074 : 0x1.8p1023);
  }
  append(table, "c", NAN);
  ulp_table_set_provenance(table, "key", "value");
  g_autoptr(UlpTable) counted = ulp_table_counted(table, &spec, NULL);
  assert_row(counted, 0, 0, 3.0 / 8, "a");
  assert_row(counted, 1, G_SQRT2, 2.0 / 8, "a");
  assert_row(counted, 2, 2 * G_SQRT2, 0, "a");
  assert_row(counted, 3, 4 * G_SQRT2, 1.0 / 8, "a");
  g_assert_cmpuint(ulp_table_n_rows(counted), ==, 4 + 2098); /* every exponent from -1074 to 1023 */
  g_assert_cmpfloat(ulp_table_number(counted, 4, 1), ==, 0.5);
  assert_row(counted, 4 + 2097, 0x1p1023 * G_SQRT2, 0.5, "b");
  g_assert_cmpstr(ulp_table_provenance(counted, "key"), ==, "value");
  g_autoptr(UlpTable) again = ulp_table_counted(counted, &spec, NULL);
  g_assert_true(again == counted);
}

/* Of a plot of one series, more rows than are looked at together; and of nothing. */
static void test_one_series(void) {
  UlpPlotSpec alone = spec;
  alone.series = NULL;
  g_autoptr(UlpTable) table = ulp_table_new("t", "t", columns, G_N_ELEMENTS(columns));
  g_autoptr(UlpTable) nothing = ulp_table_counted(table, &alone, NULL);
  g_assert_cmpuint(ulp_table_n_rows(nothing), ==, 0);
  for (guint i = 0; i < 10000; i++)
    append(table, i % 3 ? "a" : "b", i % 4 ? 1 : 2);
  g_autoptr(UlpTable) counted = ulp_table_counted(table, &alone, NULL);
  g_assert_cmpuint(ulp_table_n_rows(counted), ==, 2);
  assert_row(counted, 0, G_SQRT2, 0.75, "");
  assert_row(counted, 1, 2 * G_SQRT2, 0.25, "");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/counted/bins", test_bins);
  g_test_add_func("/table/counted/one-series", test_one_series);
  return g_test_run();
}
