/* The ruler: the values of formats around a typed number, on one line each. */
#pragma once

#include "core/base/i18n.h"
#include "ui/picture/ruler-shown.h"
#include "ui/plot/plot.h"

#include <cairo.h>

#define ULP_RULER_TITLE N_("Values of formats around a number")
#define ULP_RULER_HEIGHT 240 /* of a picture with two formats and a footer */

/* Paints width x height units. With a footer it has a title, too. */
void ulp_ruler_picture_draw(const UlpRulerPicture *picture, cairo_t *cr, double width, double height,
                            const UlpPlotStyle *style);

/* The line under (x, y) of such a picture: its format, and the place on the ruler, from 0 to 1. FALSE where there is none. */
gboolean ulp_ruler_picture_locate(const UlpRulerPicture *picture, double width, double height,
                                  const UlpPlotStyle *style, double x, double y, guint *index, double *place);

/* What a value of one of the formats is, beside what is stored: "fp32: 0.1, 0x3dcccccd, 2 values above the stored one".
 * New string. */
char *ulp_ruler_picture_words(const UlpRulerPicture *picture, guint index, UlpBits bits);

/* What the view is, in words: "4 ulps of ... wide". New string. */
char *ulp_ruler_picture_scale_words(const UlpRulerPicture *picture);
