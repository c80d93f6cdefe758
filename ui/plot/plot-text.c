#include "ui/plot/plot-private.h"

#define FAMILY "Sans"

void ulp_text_setter_init(UlpTextSetter *setter, UlpPlotLayout *layout) {
  setter->layout = layout;
  setter->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(setter->context, options);
  cairo_font_options_destroy(options);
}

void ulp_text_setter_clear(UlpTextSetter *setter) { g_clear_object(&setter->context); }

static PangoFontDescription *font(UlpTextSetter *setter, UlpTextRole role) {
  static const double sizes[] = {
      [ULP_TEXT_NORMAL] = 1, [ULP_TEXT_TITLE] = 1.15, [ULP_TEXT_PANEL] = 1, [ULP_TEXT_SMALL] = 0.8};
  PangoFontDescription *description = pango_font_description_from_string(FAMILY);
  pango_font_description_set_absolute_size(description, setter->layout->em * sizes[role] * PANGO_SCALE);
  if (role == ULP_TEXT_TITLE || role == ULP_TEXT_PANEL)
    pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
  return description;
}

PangoLayout *ulp_text_new(UlpTextSetter *setter, UlpTextRole role, const char *text, double width, int lines) {
  PangoLayout *layout = pango_layout_new(setter->context);
  PangoFontDescription *description = font(setter, role);
  pango_layout_set_font_description(layout, description);
  pango_font_description_free(description);
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  pango_layout_set_text(layout, valid, -1);
  if (width < 0)
    return layout;
  pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_height(layout, -lines);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  return layout;
}

void ulp_text_size(PangoLayout *text, double *width, double *height) {
  PangoRectangle logical;
  pango_layout_get_extents(text, NULL, &logical);
  *width = (double)logical.width / PANGO_SCALE;
  *height = (double)logical.height / PANGO_SCALE;
}

double ulp_text_line(UlpTextSetter *setter, UlpTextRole role) {
  g_autoptr(PangoLayout) text = ulp_text_new(setter, role, "0", -1, 1);
  double width, height;
  ulp_text_size(text, &width, &height);
  return height;
}

static gboolean overlap(const UlpRect *a, const UlpRect *b) {
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

gboolean ulp_text_place(UlpTextSetter *setter, PangoLayout *text, double x, double y, gboolean vertical, UlpInk ink) {
  UlpPlotLayout *layout = setter->layout;
  UlpPlacedText placed = {.layout = text, .rect = {.x = x, .y = y}, .vertical = vertical, .ink = ink};
  double width, height;
  ulp_text_size(text, &width, &height);
  placed.rect.width = vertical ? height : width;
  placed.rect.height = vertical ? width : height;
  const UlpRect *rect = &placed.rect;
  gboolean free_place = rect->x >= 0 && rect->y >= 0 && rect->x + rect->width <= layout->width &&
                        rect->y + rect->height <= layout->height;
  for (guint i = 0; i < layout->texts->len && free_place; i++)
    free_place = !overlap(rect, &g_array_index(layout->texts, UlpPlacedText, i).rect);
  if (free_place)
    g_array_append_val(layout->texts, placed);
  else
    g_object_unref(text);
  return free_place;
}
