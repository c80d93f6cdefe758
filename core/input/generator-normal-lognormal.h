/* r exp(s r'), r and r' standard normal: the normal log-normal mixture of P. K. Clark, Econometrica 41(1), 1973, 135-155:
 * symmetric, with magnitudes that spread over many powers of two. |r| < 8.3, so that s <= 10 stays finite in fp32. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(normal_lognormal, NORMAL_LOGNORMAL, N_("normal log-normal mixture"),
              N_("x = r exp(s r') with r, r' standard normal"))
#elif !defined ULP_GENERATOR_NORMAL_LOGNORMAL_H
#define ULP_GENERATOR_NORMAL_LOGNORMAL_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_VERSION_NORMAL_LOGNORMAL 1
#define ULP_GENERATOR_COUNT_NORMAL_LOGNORMAL 0
#define ULP_GENERATOR_SPLIT_NORMAL_LOGNORMAL 1 /* r or r' in a tail: 28 % */
#define ULP_GENERATOR_PARAMS_NORMAL_LOGNORMAL                                                                          \
  { "s", ULP_PARAM_REAL, N_("Spread"), N_("s: standard deviation of the magnitude's logarithm"), "1", 0, 10, "", NULL }

ULP_HD UlpBits ulp_normal_lognormal_of(const UlpGenerateJob *job, double r, double r2) {
  return ulp_element_of_double(job->format, r * ulp_math_exp(job->values[0] * r2));
}

ULP_HD bool ulp_generate_normal_lognormal_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  const double q = ulp_math_normal_argument(ulp_random_low(random) >> 11);
  const double q2 = ulp_math_normal_argument(ulp_random_high(random) >> 11);
  *bits = ulp_normal_lognormal_of(job, ulp_math_normal_centre(q), ulp_math_normal_centre(q2));
  const bool central = ulp_math_normal_is_central(q), central2 = ulp_math_normal_is_central(q2);
  return central & central2;
}

ULP_HD UlpBits ulp_generate_normal_lognormal_rare(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  return ulp_normal_lognormal_of(job, ulp_math_normal_quantile(ulp_random_low(random) >> 11),
                                 ulp_math_normal_quantile(ulp_random_high(random) >> 11));
}

#endif
