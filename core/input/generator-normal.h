/* Standard normal, made in fp64 and rounded once to the format. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(normal, NORMAL, 1, N_("normal"), N_("standard normal"))
#elif !defined ULP_GENERATOR_NORMAL_H
#define ULP_GENERATOR_NORMAL_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_COUNT_NORMAL 0
#define ULP_GENERATOR_SPLIT_NORMAL 1 /* tails: 15 % */
#define ULP_GENERATOR_PARAMS_NORMAL

/* The quantile's argument. */
ULP_HD double ulp_normal_argument(const UlpGenerateJob *job, uint64_t index) {
  return ulp_math_normal_argument(ulp_random_low(ulp_job_random(job, index, 0)) >> 11);
}

ULP_HD bool ulp_generate_normal_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits) {
  const double q = ulp_normal_argument(job, index);
  *bits = ulp_element_of_double(job->format, ulp_math_normal_centre(q));
  return ulp_math_normal_is_central(q);
}

ULP_HD UlpBits ulp_generate_normal_rare(const UlpGenerateJob *job, uint64_t index) {
  return ulp_element_of_double(job->format, ulp_math_normal_tail(ulp_normal_argument(job, index)));
}

#endif
