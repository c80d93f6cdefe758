/* One value, rounded to the format. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(constant, CONSTANT, N_("constant"), N_("the same value everywhere"))
#elif !defined ULP_GENERATOR_CONSTANT_H
#define ULP_GENERATOR_CONSTANT_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_CONSTANT 1
#define ULP_GENERATOR_COUNT_CONSTANT 0
#define ULP_GENERATOR_SPLIT_CONSTANT 0
#define ULP_GENERATOR_PARAMS_CONSTANT                                                                                  \
  { "value", ULP_PARAM_REAL, N_("Value"), N_("the value of every element"), "1", -DBL_MAX, DBL_MAX, "", NULL }

ULP_HD UlpBits ulp_generate_constant(const UlpGenerateJob *job, uint64_t index) {
  return ulp_element_of_double(job->format, job->values[0]);
}

#endif
