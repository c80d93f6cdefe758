#include "ui/plot/palette.h"

#include <math.h>

static const guint32 inks[ULP_N_INKS][2] = {
    [ULP_INK_BACKGROUND] = {0xffffff, 0x1e1e1e}, [ULP_INK_TEXT] = {0x1a1a1a, 0xe8e8e8},
    [ULP_INK_MUTED] = {0x595959, 0xb0b0b0},      [ULP_INK_GRID] = {0xe4e4e4, 0x353535},
    [ULP_INK_AXIS] = {0x6b6b6b, 0x9a9a9a},       [ULP_INK_BAND] = {0xf3f3f3, 0x292929},
    [ULP_INK_ALARM] = {0xc00020, 0xff6b6b},
};

/* strong and pale, each light and dark */
static const guint32 fields[][2][2] = {
    [ULP_FIELD_UNUSED] = {{0x6a747a, 0x97a1a7}, {0xeceff1, 0x2c3236}},
    [ULP_FIELD_SIGN] = {{0x6d00a3, 0xca80ff}, {0xf0e2f8, 0x352346}},
    [ULP_FIELD_EXPONENT] = {{0xa33600, 0xff884d}, {0xfce8db, 0x40271a}},
    [ULP_FIELD_SIGNIFICAND] = {{0x0a555c, 0x99e6e6}, {0xdcf0f0, 0x1d3c3f}},
};
static const guint32 on_field[2] = {0xffffff, 0x101418};

/* blue, vermillion, bluish green, reddish purple, orange, violet, olive (for yellow), grey (for black) */
static const guint32 colours[] = {0x1a7bbf, 0xd55e00, 0x009e73, 0xcc79a7, 0xb87f00, 0x8060d0, 0x8a8a00, 0x808080};

static void split(guint32 colour, double rgb[3]) {
  for (int i = 0; i < 3; i++)
    rgb[i] = (colour >> (16 - 8 * i) & 0xff) / 255.0;
}

void ulp_ink_rgb(UlpInk ink, gboolean dark, double rgb[3]) { split(inks[ink][dark ? 1 : 0], rgb); }

void ulp_ink_set(cairo_t *cr, UlpInk ink, gboolean dark) {
  double rgb[3];
  ulp_ink_rgb(ink, dark, rgb);
  cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
}

void ulp_field_rgb(UlpField field, gboolean pale, gboolean dark, double rgb[3]) {
  split(fields[field][pale ? 1 : 0][dark ? 1 : 0], rgb);
}

void ulp_on_field_rgb(gboolean dark, double rgb[3]) { split(on_field[dark ? 1 : 0], rgb); }

void ulp_series_rgb(guint series, double rgb[3]) { split(colours[series % G_N_ELEMENTS(colours)], rgb); }

/* A closed path of `n` corners, the first at `turn` (0 is up, clockwise), every second at `inner` times the radius. */
static void corners(cairo_t *cr, double x, double y, double radius, int n, double turn, double inner) {
  cairo_new_sub_path(cr);
  for (int i = 0; i < n; i++) {
    const double angle = (turn + (double)i / n) * 2 * G_PI, r = i % 2 == 0 ? radius : radius * inner;
    cairo_line_to(cr, x + r * sin(angle), y - r * cos(angle));
  }
  cairo_close_path(cr);
}

static void shape(cairo_t *cr, guint index, double x, double y, double radius) {
  switch (index) {
  case 0:
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * G_PI);
    break;
  case 1:
    corners(cr, x, y, radius * 1.25, 4, 0.125, 1);
    break;
  case 2:
    corners(cr, x, y, radius * 1.3, 3, 0, 1);
    break;
  case 3:
    corners(cr, x, y, radius * 1.35, 4, 0, 1);
    break;
  case 4:
    corners(cr, x, y, radius * 1.3, 3, 0.5, 1);
    break;
  case 5:
    corners(cr, x, y, radius * 1.4, 10, 0, 0.45);
    break;
  case 6:
    corners(cr, x, y, radius * 1.3, 3, 0.25, 1);
    break;
  default:
    corners(cr, x, y, radius * 1.5, 8, 0, 0.4);
    break;
  }
}

void ulp_series_marker(cairo_t *cr, guint series, double x, double y, double radius, gboolean dark) {
  double rgb[3];
  ulp_series_rgb(series, rgb);
  const gboolean hollow = series / G_N_ELEMENTS(colours) % 2 == 1;
  shape(cr, series % G_N_ELEMENTS(colours), x, y, radius);
  if (!hollow) {
    cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
    cairo_fill(cr);
    return;
  }
  ulp_ink_set(cr, ULP_INK_BACKGROUND, dark);
  cairo_fill_preserve(cr);
  cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
  cairo_set_line_width(cr, 1.4);
  cairo_set_dash(cr, NULL, 0, 0);
  cairo_stroke(cr);
}

void ulp_series_dash(cairo_t *cr, guint series) {
  static const double dashes[][4] = {{7, 4, 7, 4}, {2, 3, 2, 3}, {9, 3, 2, 3}};
  const guint round = series / G_N_ELEMENTS(colours) % 4;
  if (round == 0)
    cairo_set_dash(cr, NULL, 0, 0);
  else
    cairo_set_dash(cr, dashes[round - 1], 4, 0);
}
