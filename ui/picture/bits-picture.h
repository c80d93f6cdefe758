/* How formats store a number: each one's bits in the colours of their fields, lined up with hex digits, the hidden bit, and what they
 * say. */
#pragma once

#include "core/base/i18n.h"
#include "core/experiment/bits-table.h"
#include "ui/plot/plot.h"

#include <cairo.h>

typedef struct {
  UlpTyped typed;
  const UlpFormat *formats;
  guint n_formats;
  const UlpTable *table; /* whose provenance the footer shows; NULL without one */
} UlpBitsPicture;

#define ULP_BITS_TITLE N_("How formats store a number")

/* The size that everything needs. */
void ulp_bits_picture_size(const UlpBitsPicture *picture, const UlpPlotStyle *style, double *width, double *height);
/* Paints width x height units. */
void ulp_bits_picture_draw(const UlpBitsPicture *picture, cairo_t *cr, double width, double height,
                           const UlpPlotStyle *style);
