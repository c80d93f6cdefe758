/* The end of a sum, in one place whatever backend ran it. */
#pragma once

#include "core/exact/exact.h"
#include "core/job/job.h"

/* Bits of plan.result; an accumulator is rounded here, once, to nearest. */
static inline UlpBits ulp_sum_result_bits(const UlpSumJob *job, const UlpSumResult *result) {
  return ulp_shape_is_any_order(job->plan.shape) ? ulp_exact_round(&result->exact, job->plan.result, ULP_ROUND_RN)
                                                 : result->bits;
}
