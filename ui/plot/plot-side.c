/* Beside and at the edges of a panel: a histogram turned on its side, and what the scale does not reach. */
#include "ui/plot/plot-private.h"

#include <math.h>

#define BIN 3.0 /* height of a bar */
#define EDGE 4.0

/* -- the histogram ---------------------------------------------------------------------------------------------------- */

static void count_marks(const UlpPlot *plot, const UlpPanel *box, const UlpPlotMark *marks, guint n, guint *bins,
                        guint n_bins) {
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    double x, y;
    if (!ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
      continue;
    const double bin = (y - box->side.y) / box->side.height * n_bins;
    bins[(guint)CLAMP(bin, 0, n_bins - 1)]++;
  }
}

/* The longest bar fills the side. */
void ulp_plot_draw_side(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  if (box->side.width <= 0 || box->side.height < BIN)
    return;
  const guint n_bins = (guint)(box->side.height / (BIN * layout->thick)) + 1;
  const double height = box->side.height / n_bins, full = 0.92 * box->side.width;
  for (guint series = 0; series < plot->data->series->len; series++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    if (n == 0 || ulp_plot_is_hidden(plot, series))
      continue;
    g_autofree guint *bins = g_new0(guint, n_bins);
    count_marks(plot, box, marks, n, bins, n_bins);
    double rgb[3];
    ulp_series_rgb(ulp_plot_series_look(plot, series), rgb);
    cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], 0.75);
    guint most = 1;
    for (guint i = 0; i < n_bins; i++)
      most = MAX(most, bins[i]);
    for (guint i = 0; i < n_bins; i++)
      if (bins[i])
        cairo_rectangle(cr, box->side.x, box->side.y + i * height, MAX(full * bins[i] / most, 1), height);
    cairo_fill(cr);
  }
  ulp_ink_set(cr, ULP_INK_AXIS, layout->style.dark);
  cairo_move_to(cr, floor(box->side.x) + 0.5, box->side.y);
  cairo_rel_line_to(cr, 0, box->side.height);
  cairo_stroke(cr);
}

/* -- the edges -------------------------------------------------------------------------------------------------------- */

static void triangle(cairo_t *cr, double x, double y, double size, int up) {
  cairo_move_to(cr, x, y - up * size);
  cairo_line_to(cr, x + size, y + up * size);
  cairo_line_to(cr, x - size, y + up * size);
  cairo_close_path(cr);
  cairo_fill(cr);
}

/* Towards the marks above or below the whole scale. */
void ulp_plot_draw_edges(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  const double size = EDGE * layout->thick, bottom = box->area.y + box->area.height;
  for (guint series = 0; series < plot->data->series->len && panel < plot->data->beyond->len; series++) {
    guint n;
    double rgb[3];
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    ulp_series_rgb(ulp_plot_series_look(plot, series), rgb);
    for (guint i = 0; i < n && !ulp_plot_is_hidden(plot, series) && ulp_plot_goes_on(plot, i); i++) {
      const int up = marks[i].y > 1 ? 1 : marks[i].y < 0 ? -1 : 0;
      const double x = ulp_plot_x_at(plot, box, marks[i].x);
      if (up == 0 || marks[i].y == ULP_AT_ZERO || x < box->area.x || x > box->area.x + box->area.width)
        continue;
      if (ulp_plot_data_is_alarm(plot->data, plot->table, marks[i].row))
        ulp_ink_set(cr, ULP_INK_ALARM, layout->style.dark);
      else
        cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
      triangle(cr, x, up > 0 ? box->area.y + size : bottom - size, size, up);
    }
  }
}

/* "▲ 5133.84", "▼ nan". */
static void place(UlpTextSetter *setter, const UlpPlot *plot, const UlpPanel *box, const UlpBeyond *beyond, int up) {
  const int column = ulp_table_find(plot->table, plot->spec->y);
  const double line = ulp_text_line(setter, ULP_TEXT_SMALL), gap = 2.5 * EDGE * setter->layout->thick;
  if (beyond->n == 0)
    return;
  g_autofree char *value = ulp_table_text(plot->table, beyond->row, (guint)column);
  g_autofree char *text = g_strdup_printf("%s %s",
                                          up > 0   ? "\xe2\x96\xb2"
                                          : up < 0 ? "\xe2\x96\xbc"
                                                   : "\xc3\x97",
                                          value);
  PangoLayout *layout = ulp_text_new(setter, ULP_TEXT_SMALL, text, box->area.width, 1);
  double width, height;
  ulp_text_size(layout, &width, &height);
  const double below = box->area.y + gap, above = box->area.y + box->area.height - gap - line;
  const double y = up > 0 ? below : up < 0 ? above : below + 1.2 * line;
  ulp_text_place(setter, layout, box->area.x + (box->area.width - width) / 2, y, FALSE,
                 ulp_plot_data_is_alarm(plot->data, plot->table, beyond->row) ? ULP_INK_ALARM : ULP_INK_TEXT);
}

void ulp_plot_place_edge_texts(UlpTextSetter *setter, const UlpPlot *plot, guint panel) {
  const UlpPanel *box = &g_array_index(setter->layout->panels, UlpPanel, panel);
  const UlpPanelBeyond *beyond = &g_array_index(plot->data->beyond, UlpPanelBeyond, panel);
  place(setter, plot, box, &beyond->above, 1);
  place(setter, plot, box, &beyond->below, -1);
  place(setter, plot, box, &beyond->no_number, 0);
}
