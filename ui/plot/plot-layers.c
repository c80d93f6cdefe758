/* Bands behind the marks, rings around those that the description flags, and alarms over them. */
#include "ui/plot/plot-private.h"

#include <math.h>

#define RING 6.5  /* radius */
#define ALARM 3.5 /* radius */

/* Bands of one plot differ in how dense they are. */
static double opacity(guint band) { return band == 0 ? 0.13 : 0.26; }

/* One band of one series: x, and the positions of both edges. */
typedef struct {
  double x, low, high;
  gboolean has_low;
} Edge;

/* FALSE: nothing is there. An edge outside the view stays outside, and one at or below zero on a logarithmic scale lies on
 * the lower end of the panel. */
static gboolean edge_at(const UlpPlot *plot, const UlpPanel *box, const UlpPlotBand *band, const UlpPlotMark *mark,
                        Edge *edge) {
  const guint low = (guint)ulp_table_find(plot->table, band->low),
              high = (guint)ulp_table_find(plot->table, band->high);
  double values[2] = {ulp_table_number(plot->table, mark->row, low), ulp_table_number(plot->table, mark->row, high)};
  const double bottom = box->main.y + box->main.height;
  edge->has_low = isfinite(values[0]);
  ulp_scale_places(&plot->data->y, values, 2);
  if (isnan(values[1]) || values[1] == ULP_AT_ZERO || mark->x == ULP_AT_ZERO)
    return FALSE;
  edge->x = ulp_plot_x_at(plot, box, mark->x);
  edge->high = ulp_plot_y_at(plot, box, values[1]);
  edge->low = isnan(values[0]) || values[0] == ULP_AT_ZERO ? bottom : ulp_plot_y_at(plot, box, values[0]);
  return TRUE;
}

/* Along the edges that `edges` (n of them, side by side) have in common: the area, where there are both, and the upper edge. */
static void draw_run(cairo_t *cr, const Edge *edges, guint n, const double rgb[3], double alpha) {
  if (edges[0].has_low && n > 1) {
    cairo_move_to(cr, edges[0].x, edges[0].high);
    for (guint i = 1; i < n; i++)
      cairo_line_to(cr, edges[i].x, edges[i].high);
    for (guint i = n; i-- > 0;)
      cairo_line_to(cr, edges[i].x, edges[i].low);
    cairo_close_path(cr);
    cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], alpha);
    cairo_fill(cr);
  }
  cairo_move_to(cr, edges[0].x - (n == 1 ? RING : 0), edges[0].high);
  for (guint i = 0; i < n; i++)
    cairo_line_to(cr, edges[i].x + (n == 1 ? RING : 0), edges[i].high);
  cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], 0.55);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
}

static void draw_band(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, guint band, guint series,
                      const UlpPlotMark *marks, guint n) {
  double rgb[3];
  ulp_series_rgb(ulp_plot_series_look(plot, series), rgb);
  g_autofree Edge *edges = g_new(Edge, n);
  guint n_edges = 0;
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    Edge edge;
    const gboolean there = edge_at(plot, box, &plot->spec->bands[band], &marks[i], &edge);
    if (n_edges > 0 && (!there || edge.has_low != edges[0].has_low || edge.x < edges[n_edges - 1].x)) {
      draw_run(cr, edges, n_edges, rgb, opacity(band));
      n_edges = 0;
    }
    if (there)
      edges[n_edges++] = edge;
  }
  if (n_edges > 0)
    draw_run(cr, edges, n_edges, rgb, opacity(band));
}

static void clip_to(cairo_t *cr, const UlpRect *rect) {
  cairo_rectangle(cr, rect->x, rect->y, rect->width, rect->height);
  cairo_clip(cr);
}

void ulp_plot_draw_areas(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  cairo_save(cr);
  clip_to(cr, &box->main);
  for (guint band = 0; band < plot->spec->n_bands; band++)
    for (guint series = 0; series < plot->data->series->len; series++) {
      guint n;
      const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
      if (n > 0 && !ulp_plot_is_hidden(plot, series))
        draw_band(plot, cr, box, band, series, marks, n);
    }
  cairo_restore(cr);
}

static void draw_ring(cairo_t *cr, double x, double y, double thick, gboolean dark) {
  ulp_ink_set(cr, ULP_INK_TEXT, dark);
  cairo_set_line_width(cr, 1.2 * thick);
  cairo_arc(cr, x, y, RING * thick, 0, 2 * G_PI);
  cairo_stroke(cr);
  cairo_set_line_width(cr, 1);
}

void ulp_plot_draw_flags(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  for (guint series = 0; series < plot->data->series->len && plot->data->n_flagged > 0; series++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    if (n == 0 || ulp_plot_is_hidden(plot, series))
      continue;
    for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
      double x, y;
      if (*ulp_table_cell(plot->table, marks[i].row, (guint)plot->data->flag).text != '\0' &&
          ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
        draw_ring(cr, x, y, layout->thick, layout->style.dark);
    }
  }
}

void ulp_plot_draw_alarms(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  ulp_ink_set(cr, ULP_INK_ALARM, layout->style.dark);
  for (guint series = 0; series < plot->data->series->len && plot->data->alarm_text; series++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    for (guint i = 0; i < n && !ulp_plot_is_hidden(plot, series) && ulp_plot_goes_on(plot, i); i++) {
      double x, y;
      if (!ulp_plot_data_is_alarm(plot->data, plot->table, marks[i].row) ||
          !ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
        continue;
      cairo_arc(cr, x, y, ALARM * layout->thick, 0, 2 * G_PI);
      cairo_fill(cr);
    }
  }
}

void ulp_plot_draw_area_sample(cairo_t *cr, guint band, const UlpRect *rect, gboolean dark) {
  double rgb[3];
  ulp_ink_rgb(ULP_INK_TEXT, dark, rgb);
  const Edge edges[] = {{rect->x, rect->y + 0.8 * rect->height, rect->y + 0.2 * rect->height, TRUE},
                        {rect->x + rect->width, rect->y + 0.8 * rect->height, rect->y + 0.2 * rect->height, TRUE}};
  draw_run(cr, edges, 2, rgb, opacity(band));
}

void ulp_plot_draw_flag_sample(cairo_t *cr, const UlpRect *rect, gboolean dark) {
  draw_ring(cr, rect->x + rect->width / 2, rect->y + rect->height / 2, MAX(1, rect->height / (3 * RING)), dark);
}
