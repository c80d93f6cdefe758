/* Random significands and exponents, as the first two sets of Y.-K. Zhu and W. B. Hayes, "Algorithm 908: Online exact
 * summation of floating-point streams", ACM TOMS 37(3), 2010: well-conditioned when positive. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(spread, SPREAD, N_("spread exponents"),
              N_("random significands, exponents spread evenly, positive or of random sign"))
#elif !defined ULP_GENERATOR_SPREAD_H
#define ULP_GENERATOR_SPREAD_H

#include "core/input/spread.h"

#define ULP_GENERATOR_VERSION_SPREAD 1
#define ULP_GENERATOR_COUNT_SPREAD 0
#define ULP_GENERATOR_SPLIT_SPREAD 0
#define ULP_GENERATOR_PARAMS_SPREAD                                                                                    \
  {"exponents",                                                                                                        \
   ULP_PARAM_COUNT,                                                                                                    \
   N_("Exponents"),                                                                                                    \
   N_("powers of two over which the magnitudes spread evenly, around 1; at most 250 in fp32"),                         \
   "40",                                                                                                               \
   0,                                                                                                                  \
   2000,                                                                                                               \
   "",                                                                                                                 \
   NULL},                                                                                                              \
  {                                                                                                                    \
    "sign", ULP_PARAM_CHOICE, N_("Sign"), N_("of the elements"), "positive", 0, 0, "", ULP_WORDS("positive", "random") \
  }

ULP_HD UlpBits ulp_generate_spread(const UlpGenerateJob *job, uint64_t index) {
  return ulp_spread_element(job, index, (uint32_t)job->values[0], job->values[1] != 0.0);
}

#endif
