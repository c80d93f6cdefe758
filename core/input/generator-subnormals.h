/* Random subnormal numbers, which some processors and some options of compilers take for zero. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(subnormals, SUBNORMALS, N_("subnormals"), N_("random subnormal numbers"))
#elif !defined ULP_GENERATOR_SUBNORMALS_H
#define ULP_GENERATOR_SUBNORMALS_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_SUBNORMALS 1
#define ULP_GENERATOR_COUNT_SUBNORMALS 0
#define ULP_GENERATOR_SPLIT_SUBNORMALS 0
#define ULP_GENERATOR_PARAMS_SUBNORMALS                                                                                \
  { "sign", ULP_PARAM_CHOICE, N_("Sign"), N_("of the elements"), "positive", 0, 0, "", ULP_WORDS("positive", "random") }

ULP_HD UlpBits ulp_generate_subnormals(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  const UlpBits negative = job->values[0] != 0.0 ? random.word[2] & 1 : 0;
  if (job->format == ULP_FORMAT_FP32)
    return negative << 31 | random.word[1] >> 9;
  return negative << 63 | ulp_random_low(random) >> 12;
}

#endif
