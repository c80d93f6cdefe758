/* The texts of a plot as text of an SVG. */
#include "ui/plot/plot-private.h"

#include <math.h>
#include <string.h>

/* What of the line is seen: an ellipsised one is cut. */
static char *line_text(PangoLayout *layout, PangoLayoutLine *line, const PangoRectangle *logical) {
  const char *text = pango_layout_get_text(layout) + line->start_index;
  if (!pango_layout_is_ellipsized(layout) ||
      line->start_index + line->length < (int)strlen(pango_layout_get_text(layout)))
    return g_strndup(text, (gsize)line->length);
  int index, trailing;
  pango_layout_line_x_to_index(line, logical->width - logical->height, &index, &trailing);
  g_autofree char *seen = g_strndup(text, (gsize)MAX(index - line->start_index, 0));
  return g_strconcat(seen, "…", NULL);
}

/* SVG 1.1, 10.4: x and y are those of the baseline's start; textLength keeps the width where the reader has another font. */
static void append_line(GString *svg, const UlpPlacedText *placed, PangoLayoutIter *iter) {
  PangoRectangle logical;
  pango_layout_iter_get_line_extents(iter, NULL, &logical);
  PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iter);
  g_autofree char *seen = line_text(placed->layout, line, &logical), *escaped = g_markup_escape_text(seen, -1);
  if (*escaped == '\0')
    return;
  const double x = (double)logical.x / PANGO_SCALE, y = (double)pango_layout_iter_get_baseline(iter) / PANGO_SCALE;
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(numbers[0], sizeof numbers[0], "%.2f", x);
  g_ascii_formatd(numbers[1], sizeof numbers[1], "%.2f", y);
  g_ascii_formatd(numbers[2], sizeof numbers[2], "%.2f", (double)logical.width / PANGO_SCALE);
  g_string_append_printf(svg, "<text x=\"%s\" y=\"%s\" textLength=\"%s\" xml:space=\"preserve\">%s</text>\n",
                         numbers[0], numbers[1], numbers[2], escaped);
}

static void append_text(GString *svg, const UlpPlacedText *placed, gboolean dark) {
  const PangoFontDescription *font = pango_layout_get_font_description(placed->layout);
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  double rgb[3];
  ulp_ink_rgb(placed->ink, dark, rgb);
  const double x = placed->rect.x, y = placed->rect.y + (placed->vertical ? placed->rect.height : 0);
  g_ascii_formatd(numbers[0], sizeof numbers[0], "%.2f", x);
  g_ascii_formatd(numbers[1], sizeof numbers[1], "%.2f", y);
  g_ascii_formatd(numbers[2], sizeof numbers[2], "%.2f", (double)pango_font_description_get_size(font) / PANGO_SCALE);
  g_string_append_printf(svg,
                         "<g transform=\"translate(%s,%s)%s\" font-family=\"sans-serif\" font-size=\"%s\" "
                         "font-weight=\"%d\" fill=\"#%02x%02x%02x\">\n",
                         numbers[0], numbers[1], placed->vertical ? " rotate(-90)" : "", numbers[2],
                         (int)pango_font_description_get_weight(font), (guint)lround(255 * rgb[0]),
                         (guint)lround(255 * rgb[1]), (guint)lround(255 * rgb[2]));
  PangoLayoutIter *iter = pango_layout_get_iter(placed->layout);
  do
    append_line(svg, placed, iter);
  while (pango_layout_iter_next_line(iter));
  pango_layout_iter_free(iter);
  g_string_append(svg, "</g>\n");
}

char *ulp_plot_svg_texts(const UlpPlot *plot) {
  GString *svg = g_string_new(NULL);
  for (guint i = 0; plot->layout && i < plot->layout->texts->len; i++)
    append_text(svg, &g_array_index(plot->layout->texts, UlpPlacedText, i), plot->layout->style.dark);
  return g_string_free(svg, FALSE);
}
