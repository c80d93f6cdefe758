/* Uniform in [0, 1): the fp32 element is the fp64 element of the same seed cut to 24 bits. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(uniform, UNIFORM, N_("uniform [0, 1)"),
              N_("uniform in [0, 1), multiples of 2^-24 (fp32) or 2^-53 (fp64)"))
#elif !defined ULP_GENERATOR_UNIFORM_H
#define ULP_GENERATOR_UNIFORM_H

#include "core/input/generator.h"
#include "core/input/element.h"
#include "core/input/random.h"

#define ULP_GENERATOR_COUNT_UNIFORM 0
#define ULP_GENERATOR_PARAMS_UNIFORM

ULP_HD UlpBits ulp_generate_uniform(UlpFormat format, uint64_t seed, uint64_t index, const double *values) {
  const uint64_t random = ulp_random_low(ulp_random(seed, index, 0));
  return ulp_element_of_double(format, format == ULP_FORMAT_FP32 ? (double)(random >> 40) * 0x1p-24
                                                                 : (double)(random >> 11) * 0x1p-53);
}

#endif
