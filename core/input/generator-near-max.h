/* a, b, -a, -b, repeated, with a and b of the largest exponent: the exact sum of four is 0, the sum of the first two lies
 * beyond the largest finite number. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(near_max, NEAR_MAX, N_("near the largest number"),
              N_("a, b, -a, -b, repeated, near the largest finite number: exact sum 0, sums on the way overflow"))
#elif !defined ULP_GENERATOR_NEAR_MAX_H
#define ULP_GENERATOR_NEAR_MAX_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_NEAR_MAX 1
#define ULP_GENERATOR_COUNT_NEAR_MAX 0
#define ULP_GENERATOR_SPLIT_NEAR_MAX 0
#define ULP_GENERATOR_PARAMS_NEAR_MAX

ULP_HD UlpBits ulp_generate_near_max(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index & ~(uint64_t)2, 0);
  const UlpBits negative = index >> 1 & 1;
  if (job->format == ULP_FORMAT_FP32)
    return negative << 31 | (UlpBits)254 << 23 | random.word[1] >> 9;
  return negative << 63 | (UlpBits)2046 << 52 | ulp_random_low(random) >> 12;
}

#endif
