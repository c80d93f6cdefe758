#include "core/backend/cpu-sum.h"

#include "core/number/format.h"

static gboolean sum_sequential(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  UlpSum sum = ulp_sum_zero();
  for (guint64 first = 0; first < slice->n; first += ULP_CPU_PART) {
    const guint64 count = MIN(ULP_CPU_PART, slice->n - first);
    slice->kernels->take(&sum, slice->x, first, count);
    if (!ulp_cpu_job_tick(slice->job, count))
      return ulp_cpu_fault_cancelled(fault);
  }
  *value = slice->kernels->value(sum);
  return TRUE;
}

static gboolean sum_in_order(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  switch (slice->plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    return sum_sequential(slice, value, fault);
  case ULP_SHAPE_PAIRWISE:
  case ULP_SHAPE_NUMPY:
    return ulp_cpu_sum_pairwise(slice, value, fault);
  default:
    return slice->plan->merge == ULP_MERGE_ARRIVAL ? ulp_cpu_sum_race(slice, value, fault)
                                                   : ulp_cpu_sum_partials(slice, value, fault);
  }
}

static gboolean sum_value(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  if (slice->plan->order == ULP_ORDER_GIVEN)
    return sum_in_order(slice, value, fault);
  UlpCpuSlice ordered = *slice;
  g_autofree void *copy = ulp_cpu_ordered(slice, fault);
  ordered.x = copy;
  return copy && sum_in_order(&ordered, value, fault);
}

static gboolean sum_any_order(const UlpCpuSlice *slice, UlpExact *sum, UlpFault *fault) {
  switch (slice->plan->shape) {
#define ULP_ANY_ORDER(ID, name, ...)                                                                                   \
  case ULP_SHAPE_##ID:                                                                                                 \
    return ulp_cpu_sum_##name(slice, sum, fault);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  default:
    g_assert_not_reached();
  }
}

gboolean ulp_cpu_sum(const UlpCpuSlice *slice, UlpSumResult *result, UlpFault *fault) {
  double value = 0.0;
  const UlpFormat format = slice->plan->result;
  *result = (UlpSumResult){0};
  if (slice->n == 0)
    return TRUE;
  if (ulp_shape_is_any_order(slice->plan->shape))
    return sum_any_order(slice, &result->exact, fault);
  if (!sum_value(slice, &value, fault))
    return FALSE;
  result->bits =
      value == value ? ulp_bits_from_double(format, value, ULP_ROUND_RN, ULP_PROFILE_IEEE) : ulp_format_nan(format);
  return TRUE;
}
