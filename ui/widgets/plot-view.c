/* Which part of a plot its picture shows, where one was before, and the mark that is read. */
#include "ui/widgets/plot-canvas-private.h"
#include "ui/widgets/plot-copy.h"

#define NEAREST 1e-7                       /* smallest part of the range that can be shown */
#define ONE_MOVE (G_USEC_PER_SEC * 6 / 10) /* changes of the view that follow each other within this are one */
#define MAX_VIEWS 64

gboolean ulp_plot_canvas_locate(UlpPlotCanvas *canvas, double x, double y, double *view_x, double *view_y) {
  GtkWidget *widget = (GtkWidget *)canvas;
  return canvas->plot && ulp_plot_locate(canvas->plot, gtk_widget_get_width(widget), gtk_widget_get_height(widget),
                                         &canvas->style, x, y, view_x, view_y);
}

/* View units per pixel along one axis of the panel at (x, y), where the mapping is linear; 0 outside every panel.
 * Measured off the low edge, on which the lines of zeros lie. */
double ulp_plot_canvas_axis_scale(UlpPlotCanvas *canvas, double x, double y, gboolean vertical) {
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  const double low = vertical ? view.y0 : view.x0;
  for (double step = 4; step <= 256; step *= 2)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double dx = vertical ? 0 : sign * step, dy = vertical ? sign * step : 0;
      double near[2], far[2];
      if (!ulp_plot_canvas_locate(canvas, x + dx, y + dy, &near[0], &near[1]) ||
          !ulp_plot_canvas_locate(canvas, x + 2 * dx, y + 2 * dy, &far[0], &far[1]))
        continue;
      if (near[vertical] > low && far[vertical] > low)
        return (far[vertical] - near[vertical]) / (sign * step);
    }
  return 0;
}

/* Moves [*low, *high] into [0, 1] and keeps its length within what can be shown. */
static void clamp_range(double *low, double *high) {
  const double length = CLAMP(*high - *low, NEAREST, 1);
  const double middle = CLAMP((*low + *high) / 2, length / 2, 1 - length / 2);
  *low = MAX(0, middle - length / 2);
  *high = MIN(1, middle + length / 2);
}

UlpPlot *ulp_plot_canvas_plot(UlpPlotCanvas *canvas) { return canvas->plot; }

void ulp_plot_canvas_changed(UlpPlotCanvas *canvas) {
  g_clear_object(&canvas->image);
  gtk_widget_queue_draw((GtkWidget *)canvas);
}

static void set_view(UlpPlotCanvas *canvas, UlpPlotView view) {
  ulp_plot_set_view(canvas->plot, view);
  ulp_plot_canvas_changed(canvas);
  g_signal_emit_by_name(canvas, "view-changed");
}

static UlpPlotView *view_at(UlpPlotCanvas *canvas, guint index) {
  return &g_array_index(canvas->views, UlpPlotView, index);
}

/* Where one is now becomes a place to come back to; what lay forward of it is forgotten. */
static void remember(UlpPlotCanvas *canvas, UlpPlotView view) {
  const gint64 now = g_get_monotonic_time();
  const gboolean goes_on = now - canvas->moved < ONE_MOVE && canvas->view + 1 == canvas->views->len && canvas->view > 0;
  canvas->moved = now;
  g_array_set_size(canvas->views, canvas->view + (goes_on ? 0 : 1));
  if (canvas->views->len == MAX_VIEWS)
    g_array_remove_index(canvas->views, 1);
  g_array_append_val(canvas->views, view);
  canvas->view = canvas->views->len - 1;
}

void ulp_plot_canvas_show_view(UlpPlotCanvas *canvas, UlpPlotView view) {
  clamp_range(&view.x0, &view.x1);
  clamp_range(&view.y0, &view.y1);
  remember(canvas, view);
  set_view(canvas, view);
}

void ulp_plot_canvas_forget_views(UlpPlotCanvas *canvas) {
  g_array_set_size(canvas->views, 0);
  canvas->view = 0;
  if (!canvas->plot)
    return;
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  g_array_append_val(canvas->views, view);
}

gboolean ulp_plot_canvas_go(UlpPlotCanvas *canvas, int by) {
  const gint64 to = (gint64)canvas->view + by;
  if (!canvas->plot || to < 0 || to >= canvas->views->len)
    return FALSE;
  canvas->view = (guint)to;
  canvas->moved = 0;
  set_view(canvas, *view_at(canvas, canvas->view));
  return TRUE;
}

gboolean ulp_plot_canvas_set_limits(UlpPlotCanvas *canvas, gboolean vertical, double from, double to) {
  UlpPlotView view = canvas->plot ? ulp_plot_view(canvas->plot) : (UlpPlotView){0};
  if (!canvas->plot || !ulp_plot_view_of_limits(canvas->plot, vertical, from, to, &view))
    return FALSE;
  canvas->moved = 0;
  remember(canvas, view); /* as typed, inside the data's range or not */
  set_view(canvas, view);
  return TRUE;
}

gboolean ulp_plot_canvas_toggle_log(UlpPlotCanvas *canvas, gboolean vertical) {
  if (!canvas->plot || ulp_plot_scale(canvas->plot, vertical) == ULP_SCALE_CATEGORY)
    return FALSE;
  const gboolean linear = ulp_plot_scale(canvas->plot, vertical) == ULP_SCALE_LINEAR;
  ulp_plot_set_scale(canvas->plot, vertical, linear ? ULP_SCALE_LOG : ULP_SCALE_LINEAR);
  ulp_plot_canvas_forget_views(canvas); /* their places are of the other scale */
  ulp_plot_canvas_changed(canvas);
  g_signal_emit_by_name(canvas, "view-changed");
  return TRUE;
}

void ulp_plot_canvas_zoom_about(UlpPlotCanvas *canvas, double factor, double x, double y) {
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  ulp_plot_canvas_show_view(canvas, (UlpPlotView){x - (x - view.x0) / factor, y - (y - view.y0) / factor,
                                                  x + (view.x1 - x) / factor, y + (view.y1 - y) / factor});
}

void ulp_plot_canvas_zoom(UlpPlotCanvas *canvas, double factor, double x, double y) {
  double view_x, view_y;
  if (ulp_plot_canvas_locate(canvas, x, y, &view_x, &view_y))
    ulp_plot_canvas_zoom_about(canvas, factor, view_x, view_y);
}

void ulp_plot_canvas_zoom_to_box(UlpPlotCanvas *canvas, double x0, double y0, double x1, double y1) {
  double view_x, view_y;
  if (!ulp_plot_canvas_locate(canvas, x0, y0, &view_x, &view_y))
    return;
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  const double other_x =
      CLAMP(view_x + (x1 - x0) * ulp_plot_canvas_axis_scale(canvas, x0, y0, FALSE), view.x0, view.x1);
  const double other_y = CLAMP(view_y + (y1 - y0) * ulp_plot_canvas_axis_scale(canvas, x0, y0, TRUE), view.y0, view.y1);
  ulp_plot_canvas_show_view(
      canvas, (UlpPlotView){MIN(view_x, other_x), MIN(view_y, other_y), MAX(view_x, other_x), MAX(view_y, other_y)});
}

void ulp_plot_canvas_reset(UlpPlotCanvas *canvas) {
  if (!canvas->plot)
    return;
  canvas->moved = 0;
  ulp_plot_canvas_show_view(canvas, (UlpPlotView){0, 0, 1, 1});
}

void ulp_plot_canvas_point_to(UlpPlotCanvas *canvas, int row) {
  if (row == canvas->hover)
    return;
  canvas->hover = row;
  gtk_widget_queue_draw((GtkWidget *)canvas);
  g_signal_emit_by_name(canvas, "hover", row);
}

void ulp_plot_canvas_set_anchor(UlpPlotCanvas *canvas, int row) {
  canvas->anchor = row;
  gtk_widget_queue_draw((GtkWidget *)canvas);
  g_signal_emit_by_name(canvas, "hover", canvas->hover);
}

int ulp_plot_canvas_anchor(UlpPlotCanvas *canvas) { return canvas->anchor; }

int ulp_plot_canvas_point_at(UlpPlotCanvas *canvas, double x, double y) {
  GtkWidget *widget = (GtkWidget *)canvas;
  ulp_plot_canvas_point_to(canvas, canvas->plot ? ulp_plot_pick(canvas->plot, gtk_widget_get_width(widget),
                                                                gtk_widget_get_height(widget), &canvas->style, x, y)
                                                : -1);
  return canvas->hover;
}

void ulp_plot_canvas_copy_picture(UlpPlotCanvas *canvas) {
  GtkWidget *widget = (GtkWidget *)canvas;
  if (canvas->plot)
    ulp_plot_copy_picture(widget, canvas->plot, MAX(gtk_widget_get_width(widget), 320),
                          MAX(gtk_widget_get_height(widget), 240), 192, canvas->style.dark);
}

void ulp_plot_canvas_copy_values(UlpPlotCanvas *canvas) {
  if (canvas->plot)
    ulp_plot_copy_values((GtkWidget *)canvas, canvas->plot);
}
