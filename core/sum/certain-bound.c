#include "core/sum/certain-bound.h"

#include "core/sum/bound.h"

#include <math.h>

static double largest_of(UlpFormat format) { return ulp_bits_to_double(format, ulp_format_largest(format)); }

/* Half the smallest subnormal: what rounding to the format adds where numbers are too small for a relative error. */
static double tiny(UlpFormat format) { return ulp_bits_to_double(format, ulp_format_smallest(format)) / 2; }

static gboolean is_narrower(UlpFormat a, UlpFormat b) {
  return ulp_layout(a).fraction_bits < ulp_layout(b).fraction_bits;
}

/* A reproducible accumulator of K = 3 bins of W bits: n 2^((1-K)W) max|x| + 7 eps / (1 - 6 sqrt(eps) - 7 eps) |computed|. J. Demmel,
 * P. Ahrens, H. D. Nguyen, Efficient reproducible floating point summation and BLAS, UCB/EECS-2016-121, theorem 5.2.9. */
static double bound_of_cub(UlpFormat format, double n, double largest, double sum) {
  const double eps = 2 * ulp_unit_roundoff(format), width = format == ULP_FORMAT_FP32 ? 13 : 40;
  const double of_sum = 7 * eps / (1 - 6 * sqrt(eps) - 7 * eps), of_largest = n * exp2(-2 * width) * largest;
  return (of_largest + of_sum * fabs(sum)) / (1 - of_sum);
}

static gboolean has_bins(const UlpSumPlan *plan) {
  return plan->shape == ULP_SHAPE_LIBRARY &&
         (plan->routine == ULP_ROUTINE_CUB_GPU_TO_GPU || plan->routine == ULP_ROUTINE_CUB_GPU_TO_GPU_FP64);
}

/* (n - 1) u S for plain additions in any order, whatever n is: C.-P. Jeannerod, S. M. Rump, Improved error bounds for inner
 * products in floating-point arithmetic, SIAM J. Matrix Anal. Appl. 34(2), 2013. */
static double bound_of_any_order(const UlpSumPlan *plan, const UlpSumData *data, UlpFormat accumulator) {
  const double u = ulp_unit_roundoff(accumulator), additions = ((double)data->n - 1) * u * data->magnitudes;
  const double before =
      is_narrower(accumulator, data->elements) ? additions * (1 + u) + u * data->magnitudes : additions;
  const double given = is_narrower(plan->result, accumulator) ? ulp_unit_roundoff(plan->result) : 0;
  return before + given * (fabs(data->sum) + before);
}

static double bound_of_additions(const UlpSumPlan *plan, const UlpSumData *data) {
  const UlpFormat accumulator = plan->shape == ULP_SHAPE_LIBRARY ? plan->result : ulp_step_format(plan->step);
  const double worst = ulp_sum_bound(plan, data).worst;
  double bound = has_bins(plan) ? bound_of_cub(accumulator, (double)data->n, data->largest, data->sum)
                 : isnan(worst) ? bound_of_any_order(plan, data, accumulator)
                                : worst;
  if (is_narrower(accumulator, data->elements))
    bound += (double)data->n * tiny(accumulator);
  if (is_narrower(plan->result, accumulator))
    bound += tiny(plan->result);
  const gboolean narrows = is_narrower(plan->result, accumulator);
  const gboolean stays =
      data->magnitudes + bound <= largest_of(accumulator) && /* FALSE of a magnitude that is infinite */
      (!narrows || fabs(data->sum) + bound <= largest_of(plan->result));
  return stays ? bound : INFINITY;
}

/* Never overflow on the way; what underflow loses of an element that is rounded as it is taken is no part of their own. */
static double bound_of_any_order_shape(const UlpSumPlan *plan, const UlpSumData *data) {
  const UlpFormat accumulator = ulp_step_format(plan->step);
  const double worst = ulp_sum_bound(plan, data).worst;
  const double lost = accumulator && is_narrower(accumulator, data->elements) ? (double)data->n * tiny(accumulator) : 0;
  const double bound = worst + lost * (1 + ulp_unit_roundoff(plan->result)) + tiny(plan->result);
  const gboolean overflows =
      accumulator && (data->largest > largest_of(accumulator) || fabs(data->sum) + bound > largest_of(plan->result));
  return isnan(worst) || overflows ? INFINITY : bound;
}

double ulp_sum_certain_bound(const UlpSumPlan *plan, const UlpSumData *data) {
  return ulp_shape_is_any_order(plan->shape) ? bound_of_any_order_shape(plan, data) : bound_of_additions(plan, data);
}
