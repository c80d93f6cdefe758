/* From mark to mark without a pointer, and the limits and scales of the axes. */
#include "ui/plot/plot-private.h"

#include <math.h>

static gboolean seen(const UlpPlot *plot, const UlpPlotMark *mark) {
  const UlpPlotView *view = &plot->view;
  return (mark->x == ULP_AT_ZERO || (mark->x >= view->x0 && mark->x <= view->x1)) &&
         (mark->y == ULP_AT_ZERO || (mark->y >= view->y0 && mark->y <= view->y1));
}

/* Groups of marks by panel and series, those of hidden series empty. */
static const UlpPlotMark *group_marks(const UlpPlot *plot, guint group, guint *n) {
  const guint n_series = plot->data->series->len, series = group % n_series;
  const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, group / n_series, series, n);
  if (ulp_plot_is_hidden(plot, series))
    *n = 0;
  return marks;
}

static guint n_groups(const UlpPlot *plot) { return plot->data->panels->len * plot->data->series->len; }

/* Where the row's mark is: group and index in it. */
static gboolean locate_row(const UlpPlot *plot, int row, guint *group, guint *index) {
  for (*group = 0; *group < n_groups(plot); ++*group) {
    guint n;
    const UlpPlotMark *marks = group_marks(plot, *group, &n);
    for (*index = 0; *index < n; ++*index)
      if ((int)marks[*index].row == row)
        return TRUE;
  }
  return FALSE;
}

static int first_seen(const UlpPlot *plot) {
  for (guint group = 0; group < n_groups(plot); group++) {
    guint n;
    const UlpPlotMark *marks = group_marks(plot, group, &n);
    for (guint i = 0; i < n; i++)
      if (seen(plot, &marks[i]))
        return (int)marks[i].row;
  }
  return -1;
}

int ulp_plot_next_mark(const UlpPlot *plot, int row, int by) {
  guint group, index, n;
  if (row < 0 || !locate_row(plot, row, &group, &index))
    return first_seen(plot);
  const UlpPlotMark *marks = group_marks(plot, group, &n);
  for (gint64 i = (gint64)index + by; i >= 0 && i < n; i += by)
    if (seen(plot, &marks[i]))
      return (int)marks[i].row;
  return row;
}

int ulp_plot_next_series(const UlpPlot *plot, int row, int by) {
  guint group, index, n;
  if (row < 0 || !locate_row(plot, row, &group, &index))
    return first_seen(plot);
  const double x = group_marks(plot, group, &n)[index].x;
  for (gint64 other = (gint64)group + by; other >= 0 && other < n_groups(plot); other += by) {
    const UlpPlotMark *marks = group_marks(plot, (guint)other, &n), *nearest = NULL;
    for (guint i = 0; i < n; i++)
      if (seen(plot, &marks[i]) && (!nearest || fabs(marks[i].x - x) < fabs(nearest->x - x)))
        nearest = &marks[i];
    if (nearest)
      return (int)nearest->row;
  }
  return row;
}

GArray *ulp_plot_rows_seen(const UlpPlot *plot) {
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint group = 0; group < n_groups(plot); group++) {
    guint n;
    const UlpPlotMark *marks = group_marks(plot, group, &n);
    for (guint i = 0; i < n; i++)
      if (seen(plot, &marks[i]))
        g_array_append_val(rows, marks[i].row);
  }
  return rows;
}

GArray *ulp_plot_columns(const UlpPlot *plot) {
  const char *const ids[] = {plot->spec->facet, plot->spec->series, plot->spec->x, plot->spec->y};
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const int column = ids[i] ? ulp_table_find(plot->table, ids[i]) : -1;
    gboolean had = column < 0;
    for (guint k = 0; k < columns->len; k++)
      had = had || g_array_index(columns, guint, k) == (guint)column;
    if (!had)
      g_array_append_val(columns, column);
  }
  return columns;
}

static const UlpScale *scale_of(const UlpPlot *plot, gboolean vertical) {
  return vertical ? &plot->data->y : &plot->data->x;
}

static double value_at(const UlpScale *scale, double place) {
  const long double coordinate = ulp_scale_coordinate_at(scale, place);
  if (!ulp_scale_is_log(scale->type))
    return (double)coordinate;
  return (double)(scale->type == ULP_SCALE_LOG2 ? exp2l(coordinate) : powl(10, coordinate));
}

gboolean ulp_plot_limits(const UlpPlot *plot, gboolean vertical, double *from, double *to) {
  const UlpScale *scale = scale_of(plot, vertical);
  if (scale->type == ULP_SCALE_CATEGORY || scale->empty)
    return FALSE;
  *from = value_at(scale, vertical ? plot->view.y0 : plot->view.x0);
  *to = value_at(scale, vertical ? plot->view.y1 : plot->view.x1);
  return TRUE;
}

gboolean ulp_plot_view_of_limits(const UlpPlot *plot, gboolean vertical, double from, double to, UlpPlotView *view) {
  const UlpScale *scale = scale_of(plot, vertical);
  const double low = ulp_scale_place(scale, ulp_scale_coordinate(scale->type, from));
  const double high = ulp_scale_place(scale, ulp_scale_coordinate(scale->type, to));
  if (scale->type == ULP_SCALE_CATEGORY || !isfinite(low) || !isfinite(high) || low == ULP_AT_ZERO || !(high > low))
    return FALSE;
  *(vertical ? &view->y0 : &view->x0) = low;
  *(vertical ? &view->y1 : &view->x1) = high;
  return TRUE;
}

UlpScaleType ulp_plot_scale(const UlpPlot *plot, gboolean vertical) { return scale_of(plot, vertical)->type; }
