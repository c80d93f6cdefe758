/* Uniform in [0, 1): the fp32 element is the fp64 element of the same seed cut to 24 bits. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(uniform, UNIFORM, N_("uniform [0, 1)"),
              N_("uniform in [0, 1), multiples of 2^-24 (fp32) or 2^-53 (fp64)"))
#elif !defined ULP_GENERATOR_UNIFORM_H
#define ULP_GENERATOR_UNIFORM_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_UNIFORM 1
#define ULP_GENERATOR_COUNT_UNIFORM 0
#define ULP_GENERATOR_SPLIT_UNIFORM 0
#define ULP_GENERATOR_PARAMS_UNIFORM

/* Integers that the format holds exactly, times a power of two. */
ULP_HD UlpBits ulp_generate_uniform(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  if (job->format == ULP_FORMAT_FP32)
    return ulp_element_of_float((float)(int32_t)(random.word[1] >> 8) * 0x1p-24f);
  return ulp_double_bits(ulp_double_of_integer(ulp_random_low(random) >> 11) * 0x1p-53);
}

#endif
