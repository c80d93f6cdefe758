/* Where marks lie in a panel. */
#include "ui/plot/plot-private.h"

static gboolean in_view(double place, double from, double to) { return place >= from && place <= to; }

double ulp_plot_x_at(const UlpPlot *plot, const UlpPanel *box, double place) {
  if (place == ULP_AT_ZERO) /* the middle of the band; the gap beside it is a quarter of the whole */
    return box->area.x + (box->main.x - box->area.x) * 0.38;
  return box->main.x + (place - plot->view.x0) / (plot->view.x1 - plot->view.x0) * box->main.width;
}

double ulp_plot_y_at(const UlpPlot *plot, const UlpPanel *box, double place) {
  const double bottom = box->main.y + box->main.height;
  if (place == ULP_AT_ZERO) {
    const double end = box->area.y + box->area.height;
    return end - (end - bottom) * 0.38;
  }
  return bottom - (place - plot->view.y0) / (plot->view.y1 - plot->view.y0) * box->main.height;
}

gboolean ulp_plot_mark_position(const UlpPlot *plot, const UlpPanel *box, const UlpPlotMark *mark, double *x,
                                double *y) {
  if ((mark->x != ULP_AT_ZERO && !in_view(mark->x, plot->view.x0, plot->view.x1)) ||
      (mark->y != ULP_AT_ZERO && !in_view(mark->y, plot->view.y0, plot->view.y1)))
    return FALSE;
  *x = ulp_plot_x_at(plot, box, mark->x);
  *y = ulp_plot_y_at(plot, box, mark->y);
  return TRUE;
}

gboolean ulp_plot_is_hidden(const UlpPlot *plot, guint series) {
  return g_hash_table_contains(plot->hidden, g_ptr_array_index(plot->data->series, series));
}

guint ulp_plot_series_look(const UlpPlot *plot, guint series) { return g_array_index(plot->look_of, guint, series); }
