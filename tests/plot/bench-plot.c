/* Times of a plot of a million points: bench-plot. Budgets: first drawing 200 ms, again 16 ms. */
#include "tests/plot/sample-tables.h"
#include "ui/plot/plot.h"

#include <stdio.h>

static double draw(UlpPlot *plot, cairo_t *cr) {
  const gint64 start = g_get_monotonic_time();
  ulp_plot_draw(plot, cr, 960, 600, &(UlpPlotStyle){0});
  cairo_surface_flush(cairo_get_target(cr));
  return (double)(g_get_monotonic_time() - start) / 1e3;
}

static const UlpColumn line_columns[] = {{"x", ULP_COLUMN_COUNT, "X", "1", ""}, {"y", ULP_COLUMN_REAL, "Y", "1", ""}};
static const UlpPlotSpec line_spec = {.id = "line", .title = "Line", .x = "x", .y = "y", .mark = ULP_MARK_LINE};

/* In order, or to and fro. */
static UlpTable *line_table(guint n, gboolean in_order) {
  UlpTable *table = ulp_table_new("line", "Line", line_columns, 2);
  for (guint64 i = 0; i < n; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(in_order ? i : i * 611953 % n),
                                        ulp_cell_real(sample_noise((guint)i) + (double)i * 2 / n)});
  return table;
}

static void measure(const char *name, const UlpPlotSpec *spec, UlpTable *table) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 960, 600);
  cairo_t *cr = cairo_create(image);
  const gint64 start = g_get_monotonic_time();
  g_autoptr(UlpPlot) plot = ulp_plot_new(spec, table);
  const double made = (double)(g_get_monotonic_time() - start) / 1e3;
  const double first = draw(plot, cr), again = draw(plot, cr);
  ulp_plot_set_view(plot, (UlpPlotView){0.3, 0.3, 0.7, 0.7});
  const double zoomed = draw(plot, cr);
  const gint64 before_pick = g_get_monotonic_time();
  ulp_plot_pick(plot, 960, 600, &(UlpPlotStyle){0}, 480, 300);
  printf("%-7s %8" G_GUINT64_FORMAT
         " points: data %6.1f ms, first %6.1f ms, again %5.1f ms, other view %6.1f ms, pick %5.1f ms\n",
         name, ulp_table_n_rows(table), made, first, again, zoomed,
         (double)(g_get_monotonic_time() - before_pick) / 1e3);
  cairo_destroy(cr);
  cairo_surface_destroy(image);
  ulp_table_unref(table);
}

int main(void) {
  static const guint sizes[] = {1000, 20000, 100000, 1000000};
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    measure("points", &sample_convert_spec, sample_convert_table(sizes[i]));
    measure("line", &line_spec, line_table(sizes[i], TRUE));
    measure("to-fro", &line_spec, line_table(sizes[i], FALSE));
  }
  return 0;
}
