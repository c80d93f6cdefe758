#include "ui/plot/scale.h"

#include <math.h>

#define MARGIN 0.04L /* of the range, on either side: no mark sits on the frame */

gboolean ulp_scale_is_log(UlpScaleType type) { return type == ULP_SCALE_LOG || type == ULP_SCALE_LOG2; }

double ulp_scale_coordinate(UlpScaleType type, double value) {
  if (!isfinite(value))
    return NAN;
  if (!ulp_scale_is_log(type))
    return value;
  if (value == 0)
    return ULP_AT_ZERO;
  if (value < 0)
    return NAN;
  return type == ULP_SCALE_LOG2 ? log2(value) : log10(value);
}

/* Half a range around the only value: a few ulps of single precision, so that equal results are seen to be equal. */
static long double half_range(UlpScaleType type, long double value) {
  if (ulp_scale_is_log(type) || value == 0)
    return 1;
  return fabsl(value) * 0x1p-21L;
}

void ulp_scale_set_range(UlpScale *scale, double lo, double hi) {
  scale->lo = lo;
  scale->hi = hi;
  scale->empty = lo > hi;
  if (scale->empty) {
    scale->lo = 0;
    scale->hi = 1;
  } else if (scale->type == ULP_SCALE_CATEGORY) {
    scale->lo -= 0.5L;
    scale->hi += 0.5L;
  } else if (lo == hi) {
    const long double half = half_range(scale->type, lo);
    scale->lo -= half;
    scale->hi += half;
  } else {
    const long double margin = MARGIN * (scale->hi - scale->lo);
    scale->lo -= margin;
    scale->hi += margin;
  }
  scale->per = 1 / (scale->hi - scale->lo);
}

double ulp_scale_place(const UlpScale *scale, double coordinate) {
  if (coordinate == ULP_AT_ZERO && ulp_scale_is_log(scale->type))
    return ULP_AT_ZERO;
  return (double)((coordinate - scale->lo) * scale->per);
}

void ulp_scale_places(const UlpScale *scale, double *values, guint n) {
  const long double lo = scale->lo, per = scale->per;
  if (ulp_scale_is_log(scale->type))
    for (guint i = 0; i < n; i++)
      values[i] = ulp_scale_place(scale, ulp_scale_coordinate(scale->type, values[i]));
  else
    for (guint i = 0; i < n; i++)
      values[i] = isfinite(values[i]) ? (double)((values[i] - lo) * per) : NAN;
}

long double ulp_scale_coordinate_at(const UlpScale *scale, double place) {
  return scale->lo + place * (scale->hi - scale->lo);
}
