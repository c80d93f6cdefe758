/* Standard normal, made in fp64 and rounded once to the format. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(normal, NORMAL, N_("normal"), N_("standard normal"))
#elif !defined ULP_GENERATOR_NORMAL_H
#define ULP_GENERATOR_NORMAL_H

#include "core/input/generator.h"
#include "core/input/deterministic-math.h"
#include "core/input/random.h"

#define ULP_GENERATOR_COUNT_NORMAL 0
#define ULP_GENERATOR_PARAMS_NORMAL

ULP_HD UlpBits ulp_generate_normal(UlpFormat format, uint64_t seed, uint64_t index, const double *values) {
  const uint64_t random = ulp_random_low(ulp_random(seed, index, 0));
  return ulp_element_of_double(format, ulp_math_normal_quantile(random >> 11));
}

#endif
