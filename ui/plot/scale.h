/* A scale maps the values of one axis to 0..1 of its whole range. */
#pragma once

#include "core/table/plot-spec.h"

/* Where a zero lies on a logarithmic scale: on a line of its own, outside the range. */
#define ULP_AT_ZERO (-G_MAXDOUBLE)

typedef struct {
  UlpScaleType type;
  /* The whole range as value, log10, log2 or index of the category. Long double: its exponent range keeps hi - lo
   * finite and its significand keeps neighbouring doubles apart. */
  long double lo, hi;
  long double per; /* 1 / (hi - lo): a place costs no division */
  gboolean empty;  /* no value has a place in the range */
  gboolean zeros;  /* logarithmic, and there is a zero to draw */
} UlpScale;

gboolean ulp_scale_is_log(UlpScaleType type);

/* The coordinate in which the scale is even: the value, its logarithm, ULP_AT_ZERO, or NaN for what cannot be drawn
 * (NaN, infinities, negative values on a logarithmic scale). */
double ulp_scale_coordinate(UlpScaleType type, double value);

/* The range for coordinates from `lo` to `hi` (lo > hi: there are none), with a margin; equal ones get one around. */
void ulp_scale_set_range(UlpScale *scale, double lo, double hi);

/* Coordinate to 0..1 and back; ULP_AT_ZERO stays. */
double ulp_scale_place(const UlpScale *scale, double coordinate);
/* Values to places, in place; NaN for what cannot be drawn. */
void ulp_scale_places(const UlpScale *scale, double *values, guint n);
long double ulp_scale_coordinate_at(const UlpScale *scale, double place);
