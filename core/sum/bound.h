/* How wrong a sum may be, in theory: an error bound that follows from the plan alone, so that a new combination of order, step,
 * shape and merge has one. All hold while nothing overflows. */
#pragma once

#include "core/number/format.h"
#include "core/sum/plan.h"

#include <glib.h>

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

UlpSumBound ulp_sum_bound(const UlpSumPlan *plan, const UlpSumData *data);
/* Whether it is another one where `largest` is known. */
gboolean ulp_sum_bound_asks_largest(const UlpSumPlan *plan);

/* Unit roundoff: half the gap after 1. */
double ulp_unit_roundoff(UlpFormat format);

/* Additions on the longest way from an element to the result, those to zero not counted: in the shape, and in its merge. */
double ulp_shape_height(const UlpSumPlan *plan, guint64 n);
double ulp_merge_height(const UlpSumPlan *plan, guint64 n);

/* Floating-point operations (additions, subtractions, comparisons) of the sum of n elements, of halving about; integer work,
 * that of exact sums and of sorting, is none; 0 of a library. */
double ulp_sum_operations(const UlpSumPlan *plan, guint64 n);
