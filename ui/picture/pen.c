#include "ui/picture/pen.h"

#include <string.h>

static const struct {
  const char *family;
  double size; /* em */
  gboolean bold;
} fonts[ULP_N_FONTS] = {[ULP_FONT_SANS] = {"Sans", 1, FALSE},
                        [ULP_FONT_BOLD] = {"Sans", 1, TRUE},
                        [ULP_FONT_SMALL] = {"Sans", 0.85, FALSE},
                        [ULP_FONT_MONO] = {"Monospace", 1, FALSE},
                        [ULP_FONT_MONO_BOLD] = {"Monospace", 1, TRUE}};

void ulp_pen_init(UlpPen *pen, cairo_t *cr, const UlpPlotStyle *style) {
  const double points = style->font_size > 0 ? style->font_size : ULP_PLOT_FONT_SIZE;
  *pen = (UlpPen){.cr = cr, .style = *style, .em = points * 96 / 72, .thick = MAX(1, points / ULP_PLOT_FONT_SIZE)};
  pen->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(pen->context, options);
  cairo_font_options_destroy(options);
}

void ulp_pen_clear(UlpPen *pen) { g_clear_object(&pen->context); }

void ulp_pen_ground(UlpPen *pen, double width, double height) {
  ulp_pen_ink(pen, ULP_INK_BACKGROUND);
  cairo_rectangle(pen->cr, 0, 0, width, height);
  cairo_fill(pen->cr);
}

void ulp_pen_ink(UlpPen *pen, UlpInk ink) { ulp_ink_set(pen->cr, ink, pen->style.dark); }

void ulp_pen_rgb(UlpPen *pen, const double rgb[3]) { cairo_set_source_rgb(pen->cr, rgb[0], rgb[1], rgb[2]); }

void ulp_pen_series(UlpPen *pen, guint series) {
  double rgb[3];
  ulp_series_rgb(series, rgb);
  ulp_pen_rgb(pen, rgb);
}

void ulp_pen_series_text(UlpPen *pen, guint series) {
  double rgb[3], text[3];
  ulp_series_rgb(series, rgb);
  ulp_ink_rgb(ULP_INK_TEXT, pen->style.dark, text);
  for (guint i = 0; i < 3; i++)
    rgb[i] = (rgb[i] + text[i]) / 2;
  ulp_pen_rgb(pen, rgb);
}

void ulp_pen_line(UlpPen *pen, double x0, double y0, double x1, double y1, double thickness) {
  cairo_set_line_width(pen->cr, thickness * pen->thick);
  cairo_move_to(pen->cr, x0, y0);
  cairo_line_to(pen->cr, x1, y1);
  cairo_stroke(pen->cr);
}

static PangoLayout *layout_of(UlpPen *pen, UlpFont font, const char *text) {
  PangoLayout *layout = pango_layout_new(pen->context);
  PangoFontDescription *description = pango_font_description_from_string(fonts[font].family);
  pango_font_description_set_absolute_size(description, pen->em * fonts[font].size * PANGO_SCALE);
  if (fonts[font].bold)
    pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description(layout, description);
  pango_font_description_free(description);
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  pango_layout_set_text(layout, valid, -1);
  return layout;
}

static void size_of(PangoLayout *layout, double *width, double *height) {
  PangoRectangle logical;
  pango_layout_get_extents(layout, NULL, &logical);
  *width = (double)logical.width / PANGO_SCALE;
  *height = (double)logical.height / PANGO_SCALE;
}

double ulp_pen_text_width(UlpPen *pen, UlpFont font, const char *text) {
  g_autoptr(PangoLayout) layout = layout_of(pen, font, text);
  double width, height;
  size_of(layout, &width, &height);
  return width;
}

double ulp_pen_text_height(UlpPen *pen, UlpFont font) {
  g_autoptr(PangoLayout) layout = layout_of(pen, font, "0");
  double width, height;
  size_of(layout, &width, &height);
  return height;
}

static void show(UlpPen *pen, PangoLayout *layout, double x, double y, double align) {
  double width, height;
  size_of(layout, &width, &height);
  cairo_move_to(pen->cr, x - align * width, y);
  pango_cairo_show_layout(pen->cr, layout);
}

void ulp_pen_text(UlpPen *pen, UlpFont font, const char *text, double x, double y, double align) {
  g_autoptr(PangoLayout) layout = layout_of(pen, font, text);
  show(pen, layout, x, y, align);
}

void ulp_pen_text_within(UlpPen *pen, UlpFont font, const char *text, double x, double y, double width) {
  g_autoptr(PangoLayout) layout = layout_of(pen, font, text);
  pango_layout_set_width(layout, (int)(MAX(width, 1) * PANGO_SCALE));
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE);
  show(pen, layout, x, y, 0);
}

void ulp_pen_footer(UlpPen *pen, const UlpTable *table, double x, double y, double width) {
  static const char *const keys[] = {"program", "version", "commit", "number", "second", "round", "overflow"};
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    const char *value = ulp_table_provenance(table, keys[i]);
    if (value)
      g_string_append_printf(text, "%s%s", text->len == 0 ? "" : i < 3 ? " " : " · ", value);
  }
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_text_within(pen, ULP_FONT_SMALL, text->str, x, y, width);
}
