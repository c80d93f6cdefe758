/* Four elements whose exact sum is 0; fp32 loses the 1 beside 1e8. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(cancel_zero, CANCEL_ZERO, N_("cancellation, sum 0"), N_("1e8, 1, -1e8, -1, repeated"))
#elif !defined ULP_GENERATOR_CANCEL_ZERO_H
#define ULP_GENERATOR_CANCEL_ZERO_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_CANCEL_ZERO 1
#define ULP_GENERATOR_COUNT_CANCEL_ZERO 4
#define ULP_GENERATOR_SPLIT_CANCEL_ZERO 0
#define ULP_GENERATOR_PARAMS_CANCEL_ZERO

ULP_HD UlpBits ulp_generate_cancel_zero(const UlpGenerateJob *job, uint64_t index) {
  const double magnitude = index & 1 ? 1.0 : 1e8;
  return ulp_element_of_double(job->format, index & 2 ? -magnitude : magnitude);
}

#endif
