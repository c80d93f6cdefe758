#include "ui/picture/bits-picture.h"

#include "ui/picture/bits-cells.h"
#include "ui/picture/bits-text.h"

#define MARGIN 0.8     /* em */
#define GAP 1.4        /* em between columns */
#define WORDS 3        /* lines under the bits of a format */
#define BETWEEN 0.6    /* of a line between formats */
#define LEAST_WIDTH 46 /* em, so that the words have room */

typedef struct {
  const UlpBitsPicture *picture;
  UlpPen pen;
  double line;
  double left; /* of bits and words */
} Sheet;

static void sheet_init(Sheet *sheet, const UlpBitsPicture *picture, cairo_t *cr, const UlpPlotStyle *style) {
  *sheet = (Sheet){.picture = picture};
  UlpPen *pen = &sheet->pen;
  ulp_pen_init(pen, cr, style);
  sheet->line = 1.15 * ulp_pen_text_height(pen, ULP_FONT_SANS);
  for (guint i = 0; i < picture->n_formats; i++) {
    const UlpFormatInfo *info = ulp_format_info(picture->formats[i]);
    sheet->left = MAX(sheet->left, ulp_pen_text_width(pen, ULP_FONT_BOLD, info->id));
    sheet->left = MAX(sheet->left, ulp_pen_text_width(pen, ULP_FONT_SMALL, _(info->title)));
  }
  sheet->left += (MARGIN + GAP) * pen->em;
}

static double block_height(const Sheet *sheet, UlpFormat format) {
  double width, height;
  ulp_bits_cells_size(&sheet->pen, format, &width, &height);
  return height + (WORDS + BETWEEN) * sheet->line;
}

/* --- words --- */

static char *value_words(UlpFormat format, UlpBits bits) {
  UlpBitsParts parts = ulp_bits_parts(format, bits);
  g_autofree char *value = ulp_bits_value_text(format, bits), *hex = ulp_bits_to_hex(format, bits);
  char *words = parts.power
                    ? g_strdup_printf("%s = %s%s × %s    %s", value, parts.sign, parts.significand, parts.power, hex)
                    : g_strdup_printf("%s    %s", value, hex);
  ulp_bits_parts_clear(&parts);
  return words;
}

static char *meaning_words(UlpFormat format, UlpBits bits) {
  UlpBitsParts parts = ulp_bits_parts(format, bits);
  g_autofree char *ulp = ulp_bits_ulp_text(format, bits);
  char *words = parts.exponent_meaning ? g_strdup_printf(_("%s; ulp %s"), parts.exponent_meaning, ulp)
                                       : g_strdup_printf(_("ulp %s"), ulp);
  ulp_bits_parts_clear(&parts);
  return words;
}

static char *exact_words(const UlpTyped *typed, UlpFormat format, UlpBits bits) {
  g_autofree char *exact = ulp_bits_exact_text(format, bits);
  g_autofree char *error = ulp_bits_error_text(typed->real, format, bits);
  return g_strdup_printf(_("error %s; exactly %s"), error, exact);
}

/* --- drawing --- */

static void draw_block(Sheet *sheet, UlpFormat format, double y, double width) {
  const UlpTyped *typed = &sheet->picture->typed;
  const UlpBits bits = ulp_real_round(typed->real, format, typed->round, typed->profile);
  const UlpFormatInfo *info = ulp_format_info(format);
  UlpPen *pen = &sheet->pen;
  g_autofree char *value = value_words(format, bits), *meaning = meaning_words(format, bits);
  g_autofree char *exact = exact_words(typed, format, bits);
  const double left = MARGIN * pen->em, inner = width - sheet->left - left;
  double cells_width, cells_height;
  ulp_bits_cells_size(pen, format, &cells_width, &cells_height);
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text(pen, ULP_FONT_BOLD, info->id, left, y, 0);
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_text(pen, ULP_FONT_SMALL, _(info->title), left, y + sheet->line, 0);
  ulp_pen_text(pen, ULP_FONT_SMALL, _(ulp_class_titles[ulp_bits_class(format, bits)]), left, y + 2 * sheet->line, 0);
  ulp_bits_cells_draw(pen, format, bits, sheet->left, y);
  y += cells_height;
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text_within(pen, ULP_FONT_MONO, value, sheet->left, y, inner);
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_text_within(pen, ULP_FONT_SMALL, meaning, sheet->left, y + sheet->line, inner);
  ulp_pen_text_within(pen, ULP_FONT_SMALL, exact, sheet->left, y + 2 * sheet->line, inner);
}

static double head_height(const Sheet *sheet) { return 2 * sheet->line; }
static double foot_height(const Sheet *sheet) { return (sheet->pen.style.footer ? 1.6 : 0.4) * sheet->line; }

void ulp_bits_picture_size(const UlpBitsPicture *picture, const UlpPlotStyle *style, double *width, double *height) {
  Sheet sheet;
  sheet_init(&sheet, picture, NULL, style);
  const double em = sheet.pen.em;
  *width = LEAST_WIDTH * em;
  *height = head_height(&sheet) + foot_height(&sheet);
  for (guint i = 0; i < picture->n_formats; i++) {
    double cells_width, cells_height;
    ulp_bits_cells_size(&sheet.pen, picture->formats[i], &cells_width, &cells_height);
    *width = MAX(*width, sheet.left + cells_width + MARGIN * em);
    *height += block_height(&sheet, picture->formats[i]);
  }
  ulp_pen_clear(&sheet.pen);
}

void ulp_bits_picture_draw(const UlpBitsPicture *picture, cairo_t *cr, double width, double height,
                           const UlpPlotStyle *style) {
  Sheet sheet;
  sheet_init(&sheet, picture, cr, style);
  UlpPen *pen = &sheet.pen;
  const double left = MARGIN * pen->em;
  g_autofree char *title = g_strdup_printf(_("How formats store %s, rounded %s"), picture->typed.text,
                                           _(ulp_round_titles[ulp_round_kind(picture->typed.round)]));
  double y = head_height(&sheet);
  ulp_pen_ground(pen, width, height);
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text_within(pen, ULP_FONT_BOLD, title, left, 0.4 * sheet.line, width - 2 * left);
  for (guint i = 0; i < picture->n_formats; i++) {
    draw_block(&sheet, picture->formats[i], y, width);
    y += block_height(&sheet, picture->formats[i]);
  }
  if (style->footer)
    ulp_pen_footer(pen, picture->table, left, height - 1.3 * sheet.line, width - 2 * left);
  ulp_pen_clear(pen);
}
