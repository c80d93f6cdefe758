/* How series differ: colour, marker and dash, so that they stay apart in print and for colour-blind readers.
 *
 * Colours follow Okabe and Ito, "Color Universal Design" (jfly.uni-koeln.de/color, 2008), moved in lightness only as
 * far as 3:1 against both backgrounds (WCAG 2.1, 1.4.11) needs; text keeps 4.5:1 (1.4.3). */
#pragma once

#include "core/number/format.h"

#include <cairo.h>

typedef enum {
  ULP_INK_BACKGROUND,
  ULP_INK_TEXT,
  ULP_INK_MUTED, /* notes, footer, hidden series */
  ULP_INK_GRID,
  ULP_INK_AXIS,
  ULP_INK_BAND, /* ground of the zero line */
  ULP_INK_ALARM,
  ULP_N_INKS
} UlpInk;

void ulp_ink_rgb(UlpInk ink, gboolean dark, double rgb[3]);
void ulp_ink_set(cairo_t *cr, UlpInk ink, gboolean dark);

/* Colours of bits by their field: text and the ground of a 1 are strong, the ground of a 0 is pale. Sign, exponent and significand
 * keep their distance under protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes, IEEE TVCG 15(6), 2009): at
 * least 45 in CIE76. */
void ulp_field_rgb(UlpField field, gboolean pale, gboolean dark, double rgb[3]);
void ulp_on_field_rgb(gboolean dark, double rgb[3]); /* text on a strong ground */

void ulp_series_rgb(guint series, double rgb[3]);
/* A mark of `radius` at (x, y) in the series' colour; the second eight series have hollow ones. */
void ulp_series_marker(cairo_t *cr, guint series, double x, double y, double radius, gboolean dark);
void ulp_series_dash(cairo_t *cr, guint series);
