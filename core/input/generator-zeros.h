/* Zeros: a sum of -0 alone is -0, every other one +0. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(zeros, ZEROS, N_("zeros"), N_("+0, -0 or both at random"))
#elif !defined ULP_GENERATOR_ZEROS_H
#define ULP_GENERATOR_ZEROS_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_ZEROS 1
#define ULP_GENERATOR_COUNT_ZEROS 0
#define ULP_GENERATOR_SPLIT_ZEROS 0
#define ULP_GENERATOR_PARAMS_ZEROS                                                                                     \
  {                                                                                                                    \
    "sign", ULP_PARAM_CHOICE, N_("Sign"), N_("of the zeros"), "random", 0, 0, "",                                      \
        ULP_WORDS("random", "positive", "negative")                                                                    \
  }

ULP_HD UlpBits ulp_generate_zeros(const UlpGenerateJob *job, uint64_t index) {
  const UlpBits random = ulp_job_random(job, index, 0).word[0] & 1;
  const UlpBits negative = job->values[0] == 0.0 ? random : (UlpBits)(job->values[0] == 2.0);
  return negative << (job->format == ULP_FORMAT_FP32 ? 31 : 63);
}

#endif
