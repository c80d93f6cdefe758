/* How wrong a sum may be, in theory: an error bound that follows from the plan alone, so that a new combination of order, step,
 * shape and merge has one. All hold while nothing overflows. */
#pragma once

#include "core/sum/bound-data.h"

UlpSumBound ulp_sum_bound(const UlpSumPlan *plan, const UlpSumData *data);
/* Whether it is another one where `largest` is known. */
gboolean ulp_sum_bound_asks_largest(const UlpSumPlan *plan);

/* Additions on the longest way from an element to the result, those to zero not counted: in the shape, and in its merge. */
double ulp_shape_height(const UlpSumPlan *plan, guint64 n);
double ulp_merge_height(const UlpSumPlan *plan, guint64 n);

/* Floating-point operations (additions, subtractions, comparisons) of the sum of n elements, of halving about; integer work,
 * that of exact sums and of sorting, is none; 0 of a library. */
double ulp_sum_operations(const UlpSumPlan *plan, guint64 n);
