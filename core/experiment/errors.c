#include "core/experiment/errors.h"

#include "core/number/format.h"

#include <math.h>
#include <stdlib.h>

#define BELOW_ALL G_MININT16 /* exponent of nothing that any format has: 0 */

/* One ulp of the format at the sum. */
static double ulp_at(double sum, UlpFormat format) {
  return ldexp(1, ulp_format_ulp_exponent(format, sum != 0 ? ilogb(sum) : BELOW_ALL));
}

UlpTruth ulp_truth_of_none(const UlpArray *array) {
  UlpTruth truth = {.elements = ulp_array_format(array)};
  ulp_exact_clear(&truth.exact);
  ulp_exact_clear(&truth.magnitudes);
  return truth;
}

static gboolean asks_largest(const GArray *choices) {
  for (guint i = 0; i < choices->len; i++)
    if (ulp_sum_bound_asks_largest(&g_array_index(choices, UlpAlgorithmChoice, i).plan))
      return TRUE;
  return FALSE;
}

static gboolean add_largest(UlpTruth *truth, const UlpArraySlice *slice, const UlpDeviceWatch *watch, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce = {.map = {.map = ULP_MAP_VALUE, .round = ULP_ROUND_RN}}};
  UlpJobResult reduced;
  if (!ulp_device_run(ulp_array_device(slice->array), &job, slice, 1, &reduced, NULL, watch, error))
    return FALSE;
  truth->largest = fmax(truth->largest, reduced.reduce.value[1].max);
  return TRUE;
}

gboolean ulp_truth_extend(UlpTruth *truth, UlpRunPart *part, UlpArray *array, guint64 n, const GArray *choices,
                          GError **error) {
  const UlpDeviceWatch watch = ulp_run_watch(part);
  const UlpArraySlice more = {array, truth->n, n - truth->n};
  if (!ulp_array_add_exact(array, FALSE, more.offset, more.count, &truth->exact, &watch, error) ||
      !ulp_array_add_exact(array, TRUE, more.offset, more.count, &truth->magnitudes, &watch, error) ||
      (more.count && asks_largest(choices) && !add_largest(truth, &more, &watch, error)))
    return FALSE;
  truth->n = n;
  return TRUE;
}

UlpErrors ulp_errors_of(const UlpTruth *truth, UlpFormat format, UlpBits result) {
  const UlpDeviation deviation = ulp_deviation(&truth->exact, truth->elements, format, result);
  const double magnitudes = ulp_exact_to_double(&truth->magnitudes);
  return (UlpErrors){.in = {[ULP_MEASURE_ABSOLUTE] = fabs(deviation.error),
                            [ULP_MEASURE_RELATIVE] = deviation.relative,
                            [ULP_MEASURE_MAGNITUDES] = fabs(deviation.error) / magnitudes,
                            [ULP_MEASURE_COMMON] = fabs(deviation.common),
                            [ULP_MEASURE_OWN] = fabs(deviation.ulps)}};
}

static UlpErrors in_every_measure(const UlpTruth *truth, UlpFormat format, double bound) {
  const double sum = ulp_exact_to_double(&truth->exact), magnitudes = ulp_exact_to_double(&truth->magnitudes);
  return (UlpErrors){.in = {[ULP_MEASURE_ABSOLUTE] = bound,
                            [ULP_MEASURE_RELATIVE] = bound / fabs(sum),
                            [ULP_MEASURE_MAGNITUDES] = bound / magnitudes,
                            [ULP_MEASURE_COMMON] = bound / ulp_at(sum, truth->elements),
                            [ULP_MEASURE_OWN] = bound / ulp_at(sum, format)}};
}

UlpErrorBounds ulp_error_bounds(const UlpTruth *truth, const UlpSumPlan *plan, double lambda) {
  const UlpSumData data = {.n = truth->n,
                           .magnitudes = ulp_exact_to_double(&truth->magnitudes),
                           .sum = ulp_exact_to_double(&truth->exact),
                           .elements = truth->elements,
                           .lambda = lambda,
                           .largest = truth->largest};
  const UlpSumBound bound = ulp_sum_bound(plan, &data);
  return (UlpErrorBounds){in_every_measure(truth, plan->result, bound.worst),
                          in_every_measure(truth, plan->result, bound.probable)};
}

double ulp_condition_number(const UlpExact *exact, const UlpExact *magnitudes) {
  const double inverse = ulp_exact_ratio(exact, magnitudes);
  return inverse == 0 ? (double)INFINITY : fabs(ulp_exact_ratio(magnitudes, exact));
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double ulp_quantile(double *values, guint n, double p) {
  guint there = 0;
  for (guint i = 0; i < n; i++)
    if (!isnan(values[i]))
      values[there++] = values[i];
  if (there == 0)
    return (double)NAN;
  qsort(values, there, sizeof *values, compare);
  const double place = p * (there - 1);
  const guint below = (guint)place, above = MIN(below + 1, there - 1);
  return values[below] == values[above] ? values[below]
                                        : values[below] + (place - below) * (values[above] - values[below]);
}
