#include "ui/picture/bits-cells.h"

#include "ui/picture/bits-text.h"

/* In em. */
#define CELL_WIDTH 0.85
#define CELL_HEIGHT 1.35
#define FIELD_GAP 0.7
#define GROUP_GAP 0.25
#define MARK_GAP 0.12 /* between a cell and its field's line */
#define MARK_HEIGHT 0.2
#define HEX_HEIGHT 1.2
#define HIDDEN_WIDTH 1.35 /* of the hidden bit with its point */

#define LINE 64 /* bits side by side */
#define GROUP 4

typedef struct {
  UlpPen *pen;
  UlpFormat format;
  UlpBits bits;
  int n_bits;
  char hidden; /* the digit before the point that is not stored; '\0': none */
} Cells;

static char hidden_digit(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  const UlpClass class_ = ulp_bits_class(format, bits);
  if (layout.coding != ULP_CODING_BINARY || layout.has_leading_bit || !layout.exponent_bits || !layout.fraction_bits ||
      class_ >= ULP_CLASS_INFINITE)
    return '\0';
  return class_ == ULP_CLASS_NORMAL ? '1' : '0';
}

static double line_height(const UlpPen *pen) { return (CELL_HEIGHT + MARK_GAP + MARK_HEIGHT + HEX_HEIGHT) * pen->em; }

void ulp_bits_cells_size(const UlpPen *pen, UlpFormat format, double *width, double *height) {
  const int n_bits = ulp_layout(format).container_bits, n = MIN(n_bits, LINE);
  *width = (n * CELL_WIDTH + 3 * FIELD_GAP + HIDDEN_WIDTH + n / GROUP * GROUP_GAP) * pen->em;
  *height = (n_bits + LINE - 1) / LINE * line_height(pen);
}

static void set_colour(const Cells *cells, UlpField field, gboolean pale) {
  double rgb[3];
  ulp_field_rgb(field, pale, cells->pen->style.dark, rgb);
  ulp_pen_rgb(cells->pen, rgb);
}

static void fill(const Cells *cells, double x, double y, double width, double height) {
  cairo_rectangle(cells->pen->cr, x, y, width, height);
  cairo_fill(cells->pen->cr);
}

static void draw_text(const Cells *cells, const char *text, double x, double y) {
  UlpPen *pen = cells->pen;
  const double height = ulp_pen_text_height(pen, ULP_FONT_MONO);
  ulp_pen_text(pen, ULP_FONT_MONO, text, x + CELL_WIDTH * pen->em / 2, y + (CELL_HEIGHT * pen->em - height) / 2, 0.5);
}

/* Heavy under the sign, dashed under the exponent, thin under the significand. */
static void draw_mark(const Cells *cells, UlpField field, double x, double y) {
  const double em = cells->pen->em, top = y + (CELL_HEIGHT + MARK_GAP) * em, width = CELL_WIDTH * em;
  set_colour(cells, field, FALSE);
  if (field == ULP_FIELD_SIGN)
    fill(cells, x, top, width - 1, MARK_HEIGHT * em);
  else if (field == ULP_FIELD_EXPONENT)
    fill(cells, x + 0.12 * em, top, width - 0.24 * em - 1, MARK_HEIGHT * em);
  else if (field == ULP_FIELD_SIGNIFICAND)
    fill(cells, x, top + MARK_HEIGHT * em / 3, width - 1, 1);
}

static void draw_bit(const Cells *cells, int bit, UlpField field, double x, double y) {
  UlpPen *pen = cells->pen;
  const gboolean one = cells->bits >> bit & 1;
  set_colour(cells, field, !one || field == ULP_FIELD_UNUSED);
  fill(cells, x, y, CELL_WIDTH * pen->em - 1, CELL_HEIGHT * pen->em);
  draw_mark(cells, field, x, y);
  if (field == ULP_FIELD_UNUSED)
    return;
  double rgb[3];
  if (one) {
    ulp_on_field_rgb(pen->style.dark, rgb);
    ulp_pen_rgb(pen, rgb);
  } else {
    set_colour(cells, field, FALSE);
  }
  draw_text(cells, one ? "1" : "0", x, y);
}

static void draw_hidden(const Cells *cells, double x, double y) {
  static const double dash[] = {2, 2};
  UlpPen *pen = cells->pen;
  const char digit[] = {cells->hidden, '\0'};
  set_colour(cells, ULP_FIELD_SIGNIFICAND, FALSE);
  cairo_set_dash(pen->cr, dash, 2, 0);
  cairo_set_line_width(pen->cr, pen->thick);
  cairo_rectangle(pen->cr, x + 0.5, y + 0.5, CELL_WIDTH * pen->em - 2, CELL_HEIGHT * pen->em - 1);
  cairo_stroke(pen->cr);
  cairo_set_dash(pen->cr, NULL, 0, 0);
  draw_text(cells, digit, x, y);
  draw_text(cells, ".", x + 0.62 * pen->em, y);
}

/* Under the cells from `from` to `to`: the digit that ends with `bit`. */
static void draw_hex(const Cells *cells, int bit, double from, double to, double y) {
  UlpPen *pen = cells->pen;
  const char text[] = {"0123456789abcdef"[(guint)(cells->bits >> bit & 0xf)], '\0'};
  const double top = y + (CELL_HEIGHT + MARK_GAP + MARK_HEIGHT) * pen->em;
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_line(pen, from, top + 0.15 * pen->em, to, top + 0.15 * pen->em, 0.7);
  ulp_pen_text(pen, ULP_FONT_SMALL, text, (from + to) / 2, top + 0.15 * pen->em, 0.5);
}

void ulp_bits_cells_draw(UlpPen *pen, UlpFormat format, UlpBits bits, double x, double y) {
  const Cells cells = {pen, format, bits, ulp_layout(format).container_bits, hidden_digit(format, bits)};
  UlpField last = ULP_FIELD_UNUSED;
  double at = x, group = x;
  for (int place = 0; place < cells.n_bits; place++) {
    const int bit = cells.n_bits - 1 - place;
    const UlpField field = ulp_bits_field(format, bits, (guint)bit);
    if (place && place % LINE == 0) {
      at = x;
      y += line_height(pen);
    } else if (place) {
      at += (field != last ? FIELD_GAP : bit % GROUP == GROUP - 1 ? GROUP_GAP : 0) * pen->em;
    }
    if (cells.hidden && field == ULP_FIELD_SIGNIFICAND && last != field) {
      draw_hidden(&cells, at, y);
      at += HIDDEN_WIDTH * pen->em;
    }
    if (bit % GROUP == GROUP - 1 || place == 0)
      group = at;
    draw_bit(&cells, bit, field, at, y);
    last = field;
    at += CELL_WIDTH * pen->em;
    if (bit % GROUP == 0)
      draw_hex(&cells, bit, group, at - 1, y);
  }
}
