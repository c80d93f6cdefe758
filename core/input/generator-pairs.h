/* x and -x, shuffled, and one more number, which is the exact sum: with total 0 the fourth set of Y.-K. Zhu and W. B. Hayes,
 * "Algorithm 908", ACM TOMS 37(3), 2010. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(pairs, PAIRS, N_("pairs that cancel"), N_("x and -x shuffled, plus one number, which is the exact sum"))
#elif !defined ULP_GENERATOR_PAIRS_H
#define ULP_GENERATOR_PAIRS_H

#include "core/input/spread.h"

#define ULP_GENERATOR_VERSION_PAIRS 1
#define ULP_GENERATOR_COUNT_PAIRS 0
#define ULP_GENERATOR_SPLIT_PAIRS 0
#define ULP_GENERATOR_PARAMS_PAIRS                                                                                     \
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
    "total", ULP_PARAM_REAL, N_("Total"), N_("the exact sum, rounded to the format"), "1", -DBL_MAX, DBL_MAX, "", NULL \
  }

ULP_HD UlpBits ulp_generate_pairs(const UlpGenerateJob *job, uint64_t index) {
  const bool adds = job->values[1] != 0.0;
  const uint64_t paired = (job->count - adds) & ~(uint64_t)1; /* elements of pairs; +0 where one is left over */
  const uint64_t place = ulp_shuffled(index, job->count, job->seed ^ job->stream);
  const UlpBits x = ulp_spread_element(job, place >> 1, (uint32_t)job->values[0], false);
  const UlpBits sign = (UlpBits)(place & 1) << (job->format == ULP_FORMAT_FP32 ? 31 : 63);
  return place < paired ? x | sign : ulp_element_of_double(job->format, place == paired && adds ? job->values[1] : 0.0);
}

#endif
