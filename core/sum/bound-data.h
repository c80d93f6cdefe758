/* What the bounds of core/sum/bound.h depend on and are. */
#pragma once

#include "core/number/format.h"
#include "core/sum/plan.h"

#include <glib.h>
#include <math.h>

/* Unit roundoff: half the gap after 1. */
static inline double ulp_unit_roundoff(UlpFormat format) {
  return ldexp(1.0, -1 - (int)ulp_layout(format).fraction_bits);
}

/* What a bound depends on. */
typedef struct {
  guint64 n;          /* elements */
  double magnitudes;  /* S = sum |x| */
  double sum;         /* s, the exact sum */
  UlpFormat elements; /* those wider than the accumulator are rounded as they are taken */
  double lambda; /* the probabilistic bound fails with probability of at most 2 exp(-lambda^2 / 2), to first order */
  double
      largest; /* max |x|, which BINS and CUB's bins depend on; 0 where it is not known, and then S is taken for it */
} UlpSumData;

/* Of |result - s|; NaN where there is none: gamma_n = n u / (1 - n u) has no meaning for n u >= 1, and neither bound is given
 * there, since such a sum may stall; none of a library, whose order is its own; a probabilistic one is known of plain additions
 * only. */
typedef struct {
  double worst, probable;
  const char *worst_source, *probable_source; /* papers; never NULL, "" without a bound */
} UlpSumBound;
