/* Marks as a table and a description give them: what cannot be drawn takes no place among those of a series. */
#include "ui/plot/plot-data.h"

#include <math.h>

static const UlpColumn columns[] = {{"x", ULP_COLUMN_REAL, "X", "1", ""},
                                    {"y", ULP_COLUMN_REAL, "Y", "1", ""},
                                    {"group", ULP_COLUMN_TEXT, "Group", "", ""}};

static void assert_rows(const UlpPlotData *data, guint series, const guint *rows, guint n_rows) {
  guint n;
  const UlpPlotMark *marks = ulp_plot_data_marks(data, 0, series, &n);
  g_assert_cmpuint(n, ==, n_rows);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpuint(marks[i].row, ==, rows[i]);
    g_assert_true(isfinite(marks[i].x) && (isfinite(marks[i].y) || marks[i].y == ULP_AT_ZERO));
  }
}

static void test_left_out(void) {
  static const struct {
    double x, y;
    const char *group;
  } rows[] = {{0, (double)INFINITY, "a"},
              {1, 2, "a"},
              {2, 3, "b"},
              {3, -(double)INFINITY, "b"},
              {4, (double)NAN, "b"},
              {(double)INFINITY, 5, "a"},
              {6, -7, "a"},
              {7, 0, "b"},
              {8, 9, "a"}};
  static const guint linear_a[] = {1, 6, 8}, linear_b[] = {2, 7}, log_a[] = {1, 8}, log_b[] = {2, 7};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    ulp_table_append(table,
                     (UlpCell[]){ulp_cell_real(rows[i].x), ulp_cell_real(rows[i].y), ulp_cell_text(rows[i].group)});
  UlpPlotSpec spec = {.id = "p", .title = "P", .x = "x", .y = "y", .series = "group"};
  UlpPlotData *data = ulp_plot_data_new(&spec, table, NULL);
  assert_rows(data, 0, linear_a, G_N_ELEMENTS(linear_a));
  assert_rows(data, 1, linear_b, G_N_ELEMENTS(linear_b));
  g_assert_cmpuint(data->n_non_finite, ==, 4);
  g_assert_cmpuint(data->n_negative, ==, 0);
  ulp_plot_data_free(data);
  spec.y_scale = ULP_SCALE_LOG;
  data = ulp_plot_data_new(&spec, table, NULL);
  assert_rows(data, 0, log_a, G_N_ELEMENTS(log_a));
  assert_rows(data, 1, log_b, G_N_ELEMENTS(log_b));
  g_assert_cmpuint(data->n_non_finite, ==, 4);
  g_assert_cmpuint(data->n_negative, ==, 1);
  g_assert_true(data->y.zeros);
  ulp_plot_data_free(data);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/data/left-out", test_left_out);
  return g_test_run();
}
