/* exp(mu + s r), r standard normal. |r| < 8.3: with mu <= 5 and s <= 10 fp32 holds it (below 2^127), and with mu >= -600
 * the exponential is not taken of less than -700. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(lognormal, LOGNORMAL, N_("log-normal"), N_("x = exp(mu + s r) with r standard normal"))
#elif !defined ULP_GENERATOR_LOGNORMAL_H
#define ULP_GENERATOR_LOGNORMAL_H

#include "core/input/generator-normal.h"

#define ULP_GENERATOR_VERSION_LOGNORMAL 1
#define ULP_GENERATOR_COUNT_LOGNORMAL 0
#define ULP_GENERATOR_SPLIT_LOGNORMAL 1 /* as in normal */
#define ULP_GENERATOR_PARAMS_LOGNORMAL                                                                                 \
  {"mu", ULP_PARAM_REAL, N_("Location"), N_("mu: mean of the logarithm"), "0", -600, 5, "", NULL}, {                   \
    "s", ULP_PARAM_REAL, N_("Spread"), N_("s: standard deviation of the logarithm"), "1", 0, 10, "", NULL              \
  }

ULP_HD UlpBits ulp_lognormal_of(const UlpGenerateJob *job, double r) {
  return ulp_element_of_double(job->format, ulp_math_exp(job->values[0] + job->values[1] * r));
}

ULP_HD bool ulp_generate_lognormal_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits) {
  const double q = ulp_normal_argument(job, index);
  *bits = ulp_lognormal_of(job, ulp_math_normal_centre(q));
  return ulp_math_normal_is_central(q);
}

ULP_HD UlpBits ulp_generate_lognormal_rare(const UlpGenerateJob *job, uint64_t index) {
  return ulp_lognormal_of(job, ulp_math_normal_tail(ulp_normal_argument(job, index)));
}

#endif
