#include "ui/picture/ruler-picture.h"

#include "core/number/steps-between.h"
#include "ui/picture/bits-text.h"
#include "ui/picture/ruler-line.h"

static void sheet_init(UlpRulerSheet *sheet, const UlpRulerPicture *picture, cairo_t *cr, double width, double height,
                       const UlpPlotStyle *style) {
  *sheet = (UlpRulerSheet){.picture = picture};
  UlpPen *pen = &sheet->pen;
  ulp_pen_init(pen, cr, style);
  const double line = ulp_pen_text_height(pen, ULP_FONT_SANS);
  for (guint i = 0; i < ulp_ruler_n_formats(picture->ruler); i++)
    sheet->left = MAX(sheet->left,
                      ulp_pen_text_width(pen, ULP_FONT_BOLD, ulp_format_info(ulp_ruler_format(picture->ruler, i))->id));
  sheet->left += 1.8 * pen->em;
  sheet->width = MAX(width - sheet->left - 2.8 * pen->em, 1); /* room for an arrow to infinity */
  sheet->top = (style->footer ? 2.6 : 1.3) * line;
  sheet->bottom = MAX(height - (style->footer ? 2.6 : 1.5) * line, sheet->top + 1);
}

static void draw_number(UlpRulerSheet *sheet) {
  static const double dash[] = {5, 3};
  UlpPen *pen = &sheet->pen;
  double place;
  if (!ulp_ruler_place_number(sheet->picture->ruler, &place) || !ulp_ruler_in_view(place))
    return;
  const double x = ulp_ruler_sheet_x(sheet, place), y = sheet->top - 1.15 * ulp_pen_text_height(pen, ULP_FONT_BOLD);
  g_autofree char *text = g_strndup(sheet->picture->typed.text, 60);
  const double half = ulp_pen_text_width(pen, ULP_FONT_BOLD, text) / 2;
  ulp_pen_series(pen, ULP_RULER_NUMBER_LOOK);
  cairo_set_dash(pen->cr, dash, 2, 0);
  ulp_pen_line(pen, x, sheet->top - 0.1 * pen->em, x, sheet->bottom, 1.5);
  cairo_set_dash(pen->cr, NULL, 0, 0);
  ulp_pen_series_text(pen, ULP_RULER_NUMBER_LOOK);
  ulp_pen_text(pen, ULP_FONT_BOLD, text,
               CLAMP(x, sheet->left + half, MAX(sheet->left + sheet->width - half, sheet->left + half)), y, 0.5);
}

char *ulp_ruler_picture_scale_words(const UlpRulerPicture *picture) {
  const int width = ulp_ruler_width_exponent(picture->ruler);
  if (!ulp_ruler_is_even(picture->ruler))
    return g_strdup(_("Each power of two is as wide as the next; around 0 the subnormal numbers"));
  g_autofree char *power = ulp_power_of_two(width);
  return g_strdup_printf(_("Even scale, about %s wide"), power);
}

void ulp_ruler_picture_draw(const UlpRulerPicture *picture, cairo_t *cr, double width, double height,
                            const UlpPlotStyle *style) {
  UlpRulerSheet sheet;
  sheet_init(&sheet, picture, cr, width, height, style);
  UlpPen *pen = &sheet.pen;
  const double line_height = ulp_pen_text_height(pen, ULP_FONT_SANS), inner = width - 1.2 * pen->em;
  ulp_pen_ground(pen, width, height);
  draw_number(&sheet);
  for (guint i = 0; i < ulp_ruler_n_formats(picture->ruler); i++) {
    ulp_ruler_line_draw(&sheet, i);
  }
  g_autofree char *scale = ulp_ruler_picture_scale_words(picture);
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_text_within(pen, ULP_FONT_SMALL, scale, 0.6 * pen->em, sheet.bottom + 0.2 * line_height, inner);
  if (style->footer) {
    ulp_pen_ink(pen, ULP_INK_TEXT);
    ulp_pen_text_within(pen, ULP_FONT_BOLD, _(ULP_RULER_TITLE), 0.6 * pen->em, 0.3 * line_height, inner);
    ulp_pen_footer(pen, picture->table, 0.6 * pen->em, sheet.bottom + 1.3 * line_height, inner);
  }
  ulp_pen_clear(pen);
}

gboolean ulp_ruler_picture_locate(const UlpRulerPicture *picture, double width, double height,
                                  const UlpPlotStyle *style, double x, double y, guint *index, double *place) {
  UlpRulerSheet sheet;
  sheet_init(&sheet, picture, NULL, width, height, style);
  const double row = (y - sheet.top) / (sheet.bottom - sheet.top) * ulp_ruler_n_formats(picture->ruler);
  *place = (x - sheet.left) / sheet.width;
  *index = (guint)CLAMP(row, 0, ulp_ruler_n_formats(picture->ruler) - 1);
  ulp_pen_clear(&sheet.pen);
  return row >= 0 && row < ulp_ruler_n_formats(picture->ruler) && ulp_ruler_in_view(*place);
}

char *ulp_ruler_picture_words(const UlpRulerPicture *picture, guint index, UlpBits bits) {
  const UlpFormat format = ulp_ruler_format(picture->ruler, index);
  const UlpBits stored = ulp_real_round(picture->typed.real, format, picture->typed.round, picture->typed.profile);
  g_autofree char *value = ulp_bits_to_text(format, bits), *hex = ulp_bits_to_hex(format, bits);
  g_autofree char *steps = ulp_bits_steps_between(format, stored, bits);
  const char *id = ulp_format_info(format)->id;
  if (!steps)
    return g_strdup_printf("%s: %s, %s", id, value, hex);
  if (g_str_equal(steps, "0"))
    return g_strdup_printf(_("%s: %s, %s, what is stored"), id, value, hex);
  return *steps == '-' ? g_strdup_printf(_("%s: %s, %s, %s below what is stored"), id, value, hex, steps + 1)
                       : g_strdup_printf(_("%s: %s, %s, %s above what is stored"), id, value, hex, steps);
}
