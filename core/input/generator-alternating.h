/* A large and a small value in turn: naive summation loses the small ones. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(alternating, ALTERNATING, N_("alternating large and small"), N_("1e6, 1e-6, 1e6, 1e-6, ..."))
#elif !defined ULP_GENERATOR_ALTERNATING_H
#define ULP_GENERATOR_ALTERNATING_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_ALTERNATING 1
#define ULP_GENERATOR_COUNT_ALTERNATING 0
#define ULP_GENERATOR_SPLIT_ALTERNATING 0
#define ULP_GENERATOR_PARAMS_ALTERNATING                                                                               \
  {"large", ULP_PARAM_REAL, N_("Large"), N_("elements 0, 2, 4, ..."), "1e6", -DBL_MAX, DBL_MAX, "", NULL}, {           \
    "small", ULP_PARAM_REAL, N_("Small"), N_("elements 1, 3, 5, ..."), "1e-6", -DBL_MAX, DBL_MAX, "", NULL             \
  }

ULP_HD UlpBits ulp_generate_alternating(const UlpGenerateJob *job, uint64_t index) {
  return ulp_element_of_double(job->format, index & 1 ? job->values[1] : job->values[0]);
}

#endif
