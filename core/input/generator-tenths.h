/* The nearest number to 1/10, whose error a long sum shows. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(tenths, TENTHS, N_("tenths"), N_("0.1 rounded to the format, everywhere"))
#elif !defined ULP_GENERATOR_TENTHS_H
#define ULP_GENERATOR_TENTHS_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_TENTHS 1
#define ULP_GENERATOR_COUNT_TENTHS 0
#define ULP_GENERATOR_SPLIT_TENTHS 0
#define ULP_GENERATOR_PARAMS_TENTHS

ULP_HD UlpBits ulp_generate_tenths(const UlpGenerateJob *job, uint64_t index) {
  return ulp_element_of_double(job->format, 0.1); /* fp64 0.1 rounds to the fp32 nearest to 1/10 */
}

#endif
