#include "ui/plot/plot-private.h"

#include <math.h>

#define TICK_LENGTH 4

/* Where a line one unit wide covers whole pixels. */
static double crisp(double position) { return floor(position) + 0.5; }

static void line(cairo_t *cr, double x0, double y0, double x1, double y1) {
  cairo_move_to(cr, x0, y0);
  cairo_line_to(cr, x1, y1);
}

static double bottom(const UlpRect *rect) { return rect->y + rect->height; }

static gboolean has_band(const UlpPanel *box) {
  return box->main.height < box->area.height || box->main.width < box->area.width;
}

/* The lines of zeros get a ground of their own, so that they do not pass for a part of the scale. */
static void draw_bands(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, gboolean dark) {
  if (!has_band(box))
    return;
  ulp_ink_set(cr, ULP_INK_BAND, dark);
  if (plot->data->y.zeros) {
    const double half = bottom(&box->area) - ulp_plot_y_at(plot, box, ULP_AT_ZERO);
    cairo_rectangle(cr, box->area.x, bottom(&box->area) - 2 * half, box->area.width, 2 * half);
  }
  if (plot->data->x.zeros) {
    const double half = ulp_plot_x_at(plot, box, ULP_AT_ZERO) - box->area.x;
    cairo_rectangle(cr, box->area.x, box->area.y, 2 * half, box->area.height);
  }
  cairo_fill(cr);
}

static void draw_grid(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, const UlpPanel *box) {
  ulp_ink_set(cr, ULP_INK_GRID, layout->style.dark);
  for (guint i = 0; i < layout->x_ticks->ticks->len; i++) {
    const double x = crisp(ulp_plot_x_at(plot, box, g_array_index(layout->x_ticks->ticks, UlpTick, i).place));
    line(cr, x, box->area.y, x, bottom(&box->area));
  }
  for (guint i = 0; i < layout->y_ticks->ticks->len; i++) {
    const double y = crisp(ulp_plot_y_at(plot, box, g_array_index(layout->y_ticks->ticks, UlpTick, i).place));
    line(cr, box->area.x, y, box->area.x + box->area.width, y);
  }
  cairo_stroke(cr);
}

static void x_tick(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, double place, double length) {
  const double x = crisp(ulp_plot_x_at(plot, box, place)), y = bottom(&box->area);
  line(cr, x, y, x, y + length);
}

static void y_tick(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, double place, double length) {
  const double y = crisp(ulp_plot_y_at(plot, box, place));
  line(cr, box->area.x - length, y, box->area.x, y);
}

static void draw_axes(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, const UlpPanel *box,
                      gboolean first) {
  const UlpRect *area = &box->area;
  ulp_ink_set(cr, ULP_INK_AXIS, layout->style.dark);
  cairo_move_to(cr, crisp(area->x), area->y);
  cairo_line_to(cr, crisp(area->x), crisp(bottom(area)));
  cairo_line_to(cr, area->x + area->width, crisp(bottom(area)));
  for (guint i = 0; i < layout->x_ticks->ticks->len; i++)
    x_tick(plot, cr, box, g_array_index(layout->x_ticks->ticks, UlpTick, i).place, TICK_LENGTH);
  for (guint i = 0; i < layout->x_ticks->minor->len; i++)
    x_tick(plot, cr, box, g_array_index(layout->x_ticks->minor, double, i), TICK_LENGTH / 2.0);
  if (plot->data->x.zeros)
    x_tick(plot, cr, box, ULP_AT_ZERO, TICK_LENGTH);
  for (guint i = 0; i < layout->y_ticks->ticks->len && first; i++)
    y_tick(plot, cr, box, g_array_index(layout->y_ticks->ticks, UlpTick, i).place, TICK_LENGTH);
  for (guint i = 0; i < layout->y_ticks->minor->len && first; i++)
    y_tick(plot, cr, box, g_array_index(layout->y_ticks->minor, double, i), TICK_LENGTH / 2.0);
  if (plot->data->y.zeros && first)
    y_tick(plot, cr, box, ULP_AT_ZERO, TICK_LENGTH);
  cairo_stroke(cr);
}

static void reference_stroke(cairo_t *cr, gboolean dark) {
  static const double dash[] = {6, 4};
  ulp_ink_set(cr, ULP_INK_TEXT, dark);
  cairo_set_dash(cr, dash, 2, 0);
  cairo_stroke(cr);
  cairo_set_dash(cr, NULL, 0, 0);
}

static void draw_reference(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel) {
  const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  const double place = plot->data->references[panel];
  if (isnan(place) || (place != ULP_AT_ZERO && (place < plot->view.y0 || place > plot->view.y1)))
    return;
  const double y = crisp(ulp_plot_y_at(plot, box, place));
  line(cr, box->area.x, y, box->area.x + box->area.width, y);
  reference_stroke(cr, layout->style.dark);
}

static void draw_sample(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, const UlpLegendSample *sample) {
  const UlpRect *rect = &sample->rect;
  const double y = rect->y + rect->height / 2, middle = rect->x + rect->width / 2;
  if (sample->series == ULP_LEGEND_REFERENCE) {
    line(cr, rect->x, crisp(y), rect->x + rect->width, crisp(y));
    reference_stroke(cr, layout->style.dark);
    return;
  }
  if (sample->series == ULP_LEGEND_FLAG) {
    ulp_plot_draw_flag_sample(cr, rect, layout->style.dark);
    return;
  }
  if (sample->series >= ULP_LEGEND_BAND) {
    ulp_plot_draw_area_sample(cr, sample->series - ULP_LEGEND_BAND, rect, layout->style.dark);
    return;
  }
  const guint look = ulp_plot_series_look(plot, sample->series);
  if (plot->spec->mark == ULP_MARK_LINE) {
    double rgb[3];
    ulp_series_rgb(look, rgb);
    cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
    cairo_set_line_width(cr, 1.6 * layout->thick);
    ulp_series_dash(cr, look);
    line(cr, rect->x, y, rect->x + rect->width, y);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
  }
  ulp_series_marker(cr, look, middle, y, 3.4 * layout->thick, layout->style.dark);
  if (ulp_plot_is_hidden(plot, sample->series)) { /* a veil; cairo 1.16 leaks where a group in an SVG fades it */
    double rgb[3];
    ulp_ink_rgb(ULP_INK_BACKGROUND, layout->style.dark, rgb);
    cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], 0.7);
    cairo_rectangle(cr, rect->x, rect->y, rect->width, rect->height);
    cairo_fill(cr);
  }
  cairo_set_line_width(cr, 1);
}

static void draw_text(cairo_t *cr, const UlpPlacedText *text, gboolean dark) {
  PangoRectangle logical;
  pango_layout_get_extents(text->layout, NULL, &logical);
  cairo_save(cr);
  ulp_ink_set(cr, text->ink, dark);
  if (text->vertical) {
    cairo_translate(cr, text->rect.x, text->rect.y + text->rect.height);
    cairo_rotate(cr, -G_PI / 2);
  } else {
    cairo_translate(cr, text->rect.x, text->rect.y);
  }
  cairo_move_to(cr, -(double)logical.x / PANGO_SCALE, -(double)logical.y / PANGO_SCALE);
  pango_cairo_show_layout(cr, text->layout);
  cairo_restore(cr);
}

void ulp_plot_paint(const UlpPlot *plot, cairo_t *cr, UlpPlotLayout *layout) {
  cairo_save(cr);
  cairo_rectangle(cr, 0, 0, layout->width, layout->height);
  cairo_clip(cr);
  ulp_ink_set(cr, ULP_INK_BACKGROUND, layout->style.dark);
  cairo_paint(cr);
  cairo_set_line_width(cr, 1);
  for (guint i = 0; i < layout->panels->len; i++) {
    const UlpPanel *box = &g_array_index(layout->panels, UlpPanel, i);
    draw_bands(plot, cr, box, layout->style.dark);
    draw_grid(plot, cr, layout, box);
    ulp_plot_draw_areas(plot, cr, layout, i);
    draw_reference(plot, cr, layout, i);
    ulp_plot_draw_marks(plot, cr, layout, i);
    ulp_plot_draw_flags(plot, cr, layout, i);
    ulp_plot_draw_alarms(plot, cr, layout, i);
    ulp_plot_draw_side(plot, cr, layout, i);
    ulp_plot_draw_edges(plot, cr, layout, i);
    draw_axes(plot, cr, layout, box, i == 0);
  }
  for (guint i = 0; i < layout->samples->len; i++)
    draw_sample(plot, cr, layout, &g_array_index(layout->samples, UlpLegendSample, i));
  for (guint i = 0; i < layout->texts->len && !layout->style.no_text; i++)
    draw_text(cr, &g_array_index(layout->texts, UlpPlacedText, i), layout->style.dark);
  cairo_restore(cr);
}
