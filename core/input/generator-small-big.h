/* Small numbers and big ones, as the fills +Big, ++Big, +-Big, Small+GrowBig and Small+RandBig in the tests of ReproBLAS
 * (reproblas.org): 2^-27 and 2^27 in fp64, 2^-12 and 2^13 in fp32. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(small_big, SMALL_BIG, N_("small and big"),
              N_("small numbers with a few big ones, or numbers from small to big"))
#elif !defined ULP_GENERATOR_SMALL_BIG_H
#define ULP_GENERATOR_SMALL_BIG_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_VERSION_SMALL_BIG 1
#define ULP_GENERATOR_COUNT_SMALL_BIG 0
#define ULP_GENERATOR_SPLIT_SMALL_BIG 0
#define ULP_GENERATOR_PARAMS_SMALL_BIG                                                                                 \
  {                                                                                                                    \
    "fill", ULP_PARAM_CHOICE, N_("Fill"),                                                                              \
        N_("one or two big, two that cancel, growing from small to big, or random between"), "one", 0, 0, "",          \
        ULP_WORDS("one", "two", "cancel", "grow", "random")                                                            \
  }

ULP_HD UlpBits ulp_generate_small_big(const UlpGenerateJob *job, uint64_t index) {
  const bool fp32 = job->format == ULP_FORMAT_FP32, first = index == 0, last = index + 1 == job->count;
  const double small = fp32 ? 0x1p-12 : 0x1p-27, big = fp32 ? 0x1p13 : 0x1p27;
  const int fill = (int)job->values[0];
  if (fill < 3) {
    const double other = fill == 0 ? small : fill == 1 ? big : -big;
    return ulp_element_of_double(job->format, first ? big : last ? other : small);
  }
  const double part = fill == 3 ? ulp_math_divide(ulp_double_of_integer(index), ulp_double_of_integer(job->count))
                                : ulp_double_of_integer(ulp_random_low(ulp_job_random(job, index, 0)) >> 11) * 0x1p-53;
  return ulp_element_of_double(job->format, small + (big - small) * part);
}

#endif
