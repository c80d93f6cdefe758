/* Partial sums that climb to the middle and come back: the second half is the first one backwards with the other sign, so
 * that the exact sum is 0, as of the fill of that name in the tests of ReproBLAS (reproblas.org). */
#ifdef ULP_GENERATOR
ULP_GENERATOR(mountain, MOUNTAIN, N_("mountain"),
              N_("a positive half and its mirror image with the other sign: exact sum 0"))
#elif !defined ULP_GENERATOR_MOUNTAIN_H
#define ULP_GENERATOR_MOUNTAIN_H

#include "core/input/spread.h"

#define ULP_GENERATOR_VERSION_MOUNTAIN 1
#define ULP_GENERATOR_COUNT_MOUNTAIN 0
#define ULP_GENERATOR_SPLIT_MOUNTAIN 0
#define ULP_GENERATOR_PARAMS_MOUNTAIN                                                                                  \
  {                                                                                                                    \
    "exponents", ULP_PARAM_COUNT, N_("Exponents"),                                                                     \
        N_("powers of two over which the magnitudes spread evenly, around 1; at most 250 in fp32"), "40", 0, 2000, "", \
        NULL                                                                                                           \
  }

ULP_HD UlpBits ulp_generate_mountain(const UlpGenerateJob *job, uint64_t index) {
  const uint64_t mirrored = job->count - 1 - index;
  const bool descends = index > mirrored;
  const UlpBits x = ulp_spread_element(job, descends ? mirrored : index, (uint32_t)job->values[0], false);
  const UlpBits sign = (UlpBits)descends << (job->format == ULP_FORMAT_FP32 ? 31 : 63);
  return index == mirrored ? 0 : x | sign;
}

#endif
