/* Four elements whose exact sum is 2; fp32 loses the 1 beside 1e8. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(cancel, CANCEL, N_("cancellation, sum 2"), N_("1e8, 1, -1e8, 1, repeated"))
#elif !defined ULP_GENERATOR_CANCEL_H
#define ULP_GENERATOR_CANCEL_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_CANCEL 1
#define ULP_GENERATOR_COUNT_CANCEL 4
#define ULP_GENERATOR_SPLIT_CANCEL 0
#define ULP_GENERATOR_PARAMS_CANCEL

ULP_HD UlpBits ulp_generate_cancel(const UlpGenerateJob *job, uint64_t index) {
  const double large = index & 2 ? -1e8 : 1e8;
  return ulp_element_of_double(job->format, index & 1 ? 1.0 : large);
}

#endif
