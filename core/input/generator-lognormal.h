/* r exp(s r'), r and r' standard normal: magnitudes spread over many powers of two. |r| < 8.3, so that s <= 10 stays
 * finite in fp32. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(lognormal, LOGNORMAL, N_("log-normal"), N_("x = r exp(s r') with r, r' standard normal"))
#elif !defined ULP_GENERATOR_LOGNORMAL_H
#define ULP_GENERATOR_LOGNORMAL_H

#include "core/input/generator.h"
#include "core/input/deterministic-math.h"
#include "core/input/random.h"

#define ULP_GENERATOR_COUNT_LOGNORMAL 0
#define ULP_GENERATOR_PARAMS_LOGNORMAL \
  {"s", ULP_PARAM_REAL, N_("Spread"), N_("s: standard deviation of the magnitude's logarithm"), "1", 0, 10, "", NULL}

ULP_HD UlpBits ulp_generate_lognormal(UlpFormat format, uint64_t seed, uint64_t index, const double *values) {
  const UlpRandom random = ulp_random(seed, index, 0);
  const double r = ulp_math_normal_quantile(ulp_random_low(random) >> 11);
  const double spread = values[0] * ulp_math_normal_quantile(ulp_random_high(random) >> 11);
  return ulp_element_of_double(format, r * ulp_math_exp(spread));
}

#endif
