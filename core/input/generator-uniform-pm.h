/* Uniform in [-1, 1): exact multiples, as in uniform. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(uniform_pm, UNIFORM_PM, N_("uniform [-1, 1)"),
              N_("uniform in [-1, 1), multiples of 2^-24 (fp32) or 2^-53 (fp64)"))
#elif !defined ULP_GENERATOR_UNIFORM_PM_H
#define ULP_GENERATOR_UNIFORM_PM_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_UNIFORM_PM 1
#define ULP_GENERATOR_COUNT_UNIFORM_PM 0
#define ULP_GENERATOR_SPLIT_UNIFORM_PM 0
#define ULP_GENERATOR_PARAMS_UNIFORM_PM

ULP_HD UlpBits ulp_generate_uniform_pm(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  if (job->format == ULP_FORMAT_FP32)
    return ulp_element_of_float((float)((int32_t)(random.word[1] >> 7) - (1 << 24)) * 0x1p-24f);
  return ulp_double_bits(ulp_double_of_sum(ulp_random_low(random) >> 10, -0x1p53) * 0x1p-53);
}

#endif
