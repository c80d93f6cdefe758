/* Uniform in [-1, 1): exact multiples, as in uniform. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(uniform_pm, UNIFORM_PM, N_("uniform [-1, 1)"),
              N_("uniform in [-1, 1), multiples of 2^-24 (fp32) or 2^-53 (fp64)"))
#elif !defined ULP_GENERATOR_UNIFORM_PM_H
#define ULP_GENERATOR_UNIFORM_PM_H

#include "core/input/generator.h"
#include "core/input/element.h"
#include "core/input/random.h"

#define ULP_GENERATOR_COUNT_UNIFORM_PM 0
#define ULP_GENERATOR_PARAMS_UNIFORM_PM

ULP_HD UlpBits ulp_generate_uniform_pm(UlpFormat format, uint64_t seed, uint64_t index, const double *values) {
  const uint64_t random = ulp_random_low(ulp_random(seed, index, 0));
  return ulp_element_of_double(format, format == ULP_FORMAT_FP32
                                           ? (double)((int64_t)(random >> 39) - ((int64_t)1 << 24)) * 0x1p-24
                                           : (double)((int64_t)(random >> 10) - ((int64_t)1 << 53)) * 0x1p-53);
}

#endif
