/* Standard normal, made in fp64 and rounded once to the format. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(normal, NORMAL, N_("normal"), N_("standard normal"))
#elif !defined ULP_GENERATOR_NORMAL_H
#define ULP_GENERATOR_NORMAL_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_VERSION_NORMAL 1
#define ULP_GENERATOR_COUNT_NORMAL 0
#define ULP_GENERATOR_SPLIT_NORMAL 1 /* tails: 15 % */
#define ULP_GENERATOR_PARAMS_NORMAL

/* The quantile's argument. */
ULP_HD double ulp_normal_argument(const UlpGenerateJob *job, uint64_t index) {
  return ulp_math_normal_argument(ulp_random_low(ulp_job_random(job, index, 0)) >> 11);
}

ULP_HD bool ulp_generate_normal_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits) {
  const double q = ulp_normal_argument(job, index);
#ifdef __CUDA_ARCH__ /* whose fp64 units are the narrow place; a host without fused operations would call a function */
  if (job->format == ULP_FORMAT_FP32) {
    float quantile;
    const bool certain = ulp_math_normal_centre_fp32(q, &quantile), central = ulp_math_normal_is_central(q);
    *bits = ulp_element_of_float(quantile);
    return certain & central;
  }
#endif
  *bits = ulp_element_of_double(job->format, ulp_math_normal_centre(q));
  return ulp_math_normal_is_central(q);
}

ULP_HD UlpBits ulp_generate_normal_rare(const UlpGenerateJob *job, uint64_t index) {
  const double q = ulp_normal_argument(job, index);
#ifdef __CUDA_ARCH__
  if (ulp_math_normal_is_central(q))
    return ulp_element_of_double(job->format, ulp_math_normal_centre(q));
#endif
  return ulp_element_of_double(job->format, ulp_math_normal_tail(q));
}

#endif
