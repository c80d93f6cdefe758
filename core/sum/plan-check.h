/* What is wrong with a plan, the same words from every backend. For C and nvcc. */
#pragma once

#ifndef __CUDACC__ /* nvcc's files say what N_ is (kernels/check.cuh) */
#include "core/base/i18n.h"
#endif
#include "core/sum/plan.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether every parameter that the plan reads lies in its range. */
static inline bool ulp_plan_is_in_range(const UlpSumPlan *plan) {
  const bool tree = ulp_shape_is_tree(plan->shape);
#define ULP_PLAN_PARAM(id, ID, smallest, largest, used, ...)                                                           \
  if ((used) && (plan->id + 1 < smallest + 1u || plan->id > largest))                                                  \
    return false;
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
  return true;
}

/* Shapes of any order have a step of their own each, all others any but the exact one. */
static inline bool ulp_plan_step_fits(const UlpSumPlan *plan) {
  const bool exact = plan->step == ULP_STEP_EXACT;
  const bool plain = plan->step == ULP_STEP_ADD_FP32 || plan->step == ULP_STEP_ADD_FP64;
  enum { EXACT, PLAIN };
  switch (plan->shape) {
#define ULP_ANY_ORDER(ID, name, accumulator, ...)                                                                      \
  case ULP_SHAPE_##ID:                                                                                                 \
    return accumulator == EXACT ? exact : plain;
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  default:
    return !exact;
  }
}

/* NULL for a plan that means something; otherwise a line, untranslated. How many partials there are is not known here:
 * without a merge there must be one. */
static inline const char *ulp_sum_plan_problem(const UlpSumPlan *plan) {
  if ((unsigned)plan->step >= ULP_N_STEPS || (unsigned)plan->shape >= ULP_N_SHAPES ||
      (unsigned)plan->merge >= ULP_N_MERGES || (unsigned)plan->order >= ULP_N_ORDERS)
    return N_("unknown step, shape, merge or order");
  if (plan->result != ULP_FORMAT_FP32 && plan->result != ULP_FORMAT_FP64 && plan->result != ULP_FORMAT_FP16 &&
      plan->result != ULP_FORMAT_BF16)
    return N_("a sum's result is fp64, fp32, fp16 or bf16");
  if (!ulp_plan_step_fits(plan))
    return N_("the step is none of the shape's");
  if (ulp_shape_is_any_order(plan->shape) && plan->order != ULP_ORDER_GIVEN)
    return N_("a shape that adds in any order has no order");
  if (!ulp_shape_is_tree(plan->shape) && plan->shape != ULP_SHAPE_RUNS && plan->merge != ULP_MERGE_NONE)
    return N_("a shape that has one partial has no merge");
  if (ulp_merge_apart(plan->merge) != plan->merge && plan->shape != ULP_SHAPE_STRIDED && plan->shape != ULP_SHAPE_WARPS)
    return N_("a merge within the kernel takes one partial a block");
  if (plan->merge == ULP_MERGE_ARRIVAL && ulp_step_is_narrow(plan->step))
    return N_("a race adds in fp32 or fp64");
  if (!ulp_plan_is_in_range(plan))
    return N_("a parameter of the sum is out of its range");
  if (plan->shape == ULP_SHAPE_LIBRARY && plan->routine >= ULP_N_ROUTINES)
    return N_("unknown routine of a library");
  return NULL;
}
