/* What pictures of numbers share: text and lines on a cairo surface, in the inks of plots. */
#pragma once

#include "ui/plot/palette.h"
#include "ui/plot/plot.h"

#include <pango/pangocairo.h>

typedef enum { ULP_FONT_SANS, ULP_FONT_BOLD, ULP_FONT_SMALL, ULP_FONT_MONO, ULP_FONT_MONO_BOLD, ULP_N_FONTS } UlpFont;

typedef struct {
  cairo_t *cr;
  UlpPlotStyle style;
  double em;    /* font size in units of the surface */
  double thick; /* lines beside those of the usual font size; at least 1 */
  PangoContext *context;
} UlpPen;

/* NULL measures alone. */
void ulp_pen_init(UlpPen *pen, cairo_t *cr, const UlpPlotStyle *style);
void ulp_pen_clear(UlpPen *pen);

void ulp_pen_ground(UlpPen *pen, double width, double height); /* what all else is drawn on */
void ulp_pen_ink(UlpPen *pen, UlpInk ink);
void ulp_pen_rgb(UlpPen *pen, const double rgb[3]);
/* Colours of the palette's series: for lines and marks, and nearer to the text's, so that text reads (4.5:1). */
void ulp_pen_series(UlpPen *pen, guint series);
void ulp_pen_series_text(UlpPen *pen, guint series);
void ulp_pen_line(UlpPen *pen, double x0, double y0, double x1, double y1, double thickness);

double ulp_pen_text_width(UlpPen *pen, UlpFont font, const char *text);
double ulp_pen_text_height(UlpPen *pen, UlpFont font);
/* In the colour that is set; (x, y) is the top of the text, at `align` of its width: 0 its left, 1 its right end. */
void ulp_pen_text(UlpPen *pen, UlpFont font, const char *text, double x, double y, double align);
/* The same within `width`, shortened in its middle where it is longer. */
void ulp_pen_text_within(UlpPen *pen, UlpFont font, const char *text, double x, double y, double width);

/* One muted line: the program, and what `table` says of the number and its rounding. */
void ulp_pen_footer(UlpPen *pen, const UlpTable *table, double x, double y, double width);
