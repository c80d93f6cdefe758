/* What is wrong with a plan, the same words from every backend. For C and nvcc. */
#pragma once

#ifndef __CUDACC__ /* nvcc's files say what N_ is (kernels/check.cuh) */
#include "core/base/i18n.h"
#endif
#include "core/sum/plan.h"

#include <assert.h>
#include <stddef.h>

/* NULL for a plan that means something; otherwise a line, untranslated. How many partials there are is not known here:
 * without a merge there must be one. */
static inline const char *ulp_sum_plan_problem(const UlpSumPlan *plan) {
  const int blocks = plan->shape == ULP_SHAPE_BLOCKS, strided = plan->shape == ULP_SHAPE_STRIDED;
  static_assert(ULP_PLAN_MAX_BLOCK == 1024 && ULP_PLAN_MAX_GRID == 65535 && ULP_PLAN_MAX_LEAF == 262144 &&
                    ULP_PLAN_MAX_THREADS == 256,
                "the lines below name the limits");
  if ((unsigned)plan->step >= ULP_N_STEPS || (unsigned)plan->shape >= ULP_N_SHAPES ||
      (unsigned)plan->merge >= ULP_N_MERGES)
    return N_("unknown step, shape or merge");
  if (plan->result != ULP_FORMAT_FP32 && plan->result != ULP_FORMAT_FP64)
    return N_("a sum's result is fp32 or fp64");
  if ((plan->step == ULP_STEP_EXACT) != (plan->shape == ULP_SHAPE_UNORDERED))
    return N_("the exact step and the unordered shape go together");
  if (!blocks && !strided && plan->merge != ULP_MERGE_NONE)
    return N_("a shape that has one partial has no merge");
  if ((blocks || strided) && (plan->block < 1 || plan->block > ULP_PLAN_MAX_BLOCK || plan->block & (plan->block - 1)))
    return N_("block: expected a power of two from 1 to 1024");
  if (strided && (plan->grid < 1 || plan->grid > ULP_PLAN_MAX_GRID))
    return N_("grid: expected 1 to 65535");
  if (plan->shape == ULP_SHAPE_LIBRARY && plan->routine >= ULP_N_ROUTINES)
    return N_("unknown routine of a library");
  if (plan->shape == ULP_SHAPE_PAIRWISE && (plan->leaf < 1 || plan->leaf > ULP_PLAN_MAX_LEAF))
    return N_("leaf: expected 1 to 262144");
  if (plan->merge == ULP_MERGE_ARRIVAL && (plan->threads > ULP_PLAN_MAX_THREADS || plan->chunk > ULP_PLAN_MAX_GRID))
    return N_("threads: expected at most 256; chunk: at most 65535");
  return NULL;
}
