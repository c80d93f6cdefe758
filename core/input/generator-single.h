/* One infinity or NaN among numbers uniform in [0, 1): it decides the sum. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(single, SINGLE, N_("a single infinity or NaN"), N_("uniform in [0, 1) but for one element"))
#elif !defined ULP_GENERATOR_SINGLE_H
#define ULP_GENERATOR_SINGLE_H

#include "core/input/generator-uniform.h"

#define ULP_GENERATOR_VERSION_SINGLE 1
#define ULP_GENERATOR_COUNT_SINGLE 0
#define ULP_GENERATOR_SPLIT_SINGLE 0
#define ULP_GENERATOR_PARAMS_SINGLE                                                                                    \
  {                                                                                                                    \
      "value",                                                                                                         \
      ULP_PARAM_CHOICE,                                                                                                \
      N_("Value"),                                                                                                     \
      N_("of the one element"),                                                                                        \
      "inf",                                                                                                           \
      0,                                                                                                               \
      0,                                                                                                               \
      "",                                                                                                              \
      ULP_WORDS("inf", "-inf", "nan")},                                                                                \
  {                                                                                                                    \
    "at", ULP_PARAM_COUNT, N_("At"), N_("its index, from 0; the last element where there are fewer"), "0", 0, 0x1p40,  \
        "", NULL                                                                                                       \
  }

ULP_HD UlpBits ulp_generate_single(const UlpGenerateJob *job, uint64_t index) {
  const bool fp32 = job->format == ULP_FORMAT_FP32;
  const double last = ulp_double_of_integer(job->count - 1), at = job->values[1] < last ? job->values[1] : last;
  const UlpBits infinity = fp32 ? (UlpBits)0xff << 23 : (UlpBits)0x7ff << 52, sign = (UlpBits)1 << (fp32 ? 31 : 63);
  const UlpBits special = job->values[0] == 0.0   ? infinity
                          : job->values[0] == 1.0 ? sign | infinity
                                                  : infinity | (UlpBits)1 << (fp32 ? 22 : 51);
  return ulp_double_of_integer(index) == at ? special : ulp_generate_uniform(job, index);
}

#endif
