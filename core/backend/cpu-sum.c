#include "core/backend/cpu-sum.h"

#include "core/base/i18n.h"
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

static gboolean sum_value(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  switch (slice->plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    return sum_sequential(slice, value, fault);
  case ULP_SHAPE_PAIRWISE:
    return ulp_cpu_sum_pairwise(slice, value, fault);
  default:
    return slice->plan->merge == ULP_MERGE_ARRIVAL ? ulp_cpu_sum_race(slice, value, fault)
                                                   : ulp_cpu_sum_partials(slice, value, fault);
  }
}

gboolean ulp_cpu_sum(const UlpCpuSlice *slice, guint64 *bits, UlpFault *fault) {
  double value = 0.0;
  *bits = 0;
  if (slice->n == 0)
    return TRUE;
  if (slice->plan->shape == ULP_SHAPE_UNORDERED)
    return ulp_cpu_sum_exact(slice, bits, fault);
  if (!sum_value(slice, &value, fault))
    return FALSE;
  const UlpFormat result = slice->plan->result;
  *bits = (guint64)(value == value ? ulp_bits_from_double(result, value, ULP_ROUND_RN, ULP_PROFILE_IEEE)
                                   : ulp_format_nan(result));
  return TRUE;
}

/* -- what can be asked for ---------------------------------------------------------------------------------------- */

static gboolean has_partials(UlpShape shape) { return shape == ULP_SHAPE_BLOCKS || shape == ULP_SHAPE_STRIDED; }

static gboolean check_ranges(const UlpSumPlan *plan, UlpFault *fault) {
  if (has_partials(plan->shape) &&
      (plan->block < 1 || plan->block > ULP_PLAN_MAX_BLOCK || plan->block & (plan->block - 1)))
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("block is %u, expected a power of two from 1 to %u"), plan->block,
                         ULP_PLAN_MAX_BLOCK);
  if (plan->shape == ULP_SHAPE_STRIDED && (plan->grid < 1 || plan->grid > ULP_PLAN_MAX_GRID))
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("grid is %u, expected 1 to %u"), plan->grid, ULP_PLAN_MAX_GRID);
  if (plan->shape == ULP_SHAPE_PAIRWISE && (plan->leaf < 1 || plan->leaf > ULP_PLAN_MAX_LEAF))
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("leaf is %u, expected 1 to %u"), plan->leaf, ULP_PLAN_MAX_LEAF);
  return TRUE;
}

gboolean ulp_cpu_check_plan(const UlpSumPlan *plan, UlpFault *fault) {
  if (plan->step >= ULP_N_STEPS || plan->shape >= ULP_N_SHAPES || plan->merge >= ULP_N_MERGES)
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("unknown step %u, shape %u or merge %u"), (guint)plan->step,
                         (guint)plan->shape, (guint)plan->merge);
  if (plan->result != ULP_FORMAT_FP32 && plan->result != ULP_FORMAT_FP64)
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("the result's format is not fp32 or fp64"));
  if ((plan->step == ULP_STEP_EXACT) != (plan->shape == ULP_SHAPE_UNORDERED))
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID,
                         _("the exact step and the unordered shape go together, found step %u with shape %u"),
                         (guint)plan->step, (guint)plan->shape);
  if (!has_partials(plan->shape) && plan->merge != ULP_MERGE_NONE)
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("shape %u has one partial and no merge, found merge %u"),
                         (guint)plan->shape, (guint)plan->merge);
  return check_ranges(plan, fault);
}
