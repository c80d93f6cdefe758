/* 1/k or 1/k^2, made in fp64 and rounded once to the format: k^2 is itself rounded from k = 2^26.5 on. Summed forwards
 * the small terms are lost; backwards they come first. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(harmonic, HARMONIC, N_("1/k, 1/k²"), N_("1/k or 1/k², forwards or backwards"))
#elif !defined ULP_GENERATOR_HARMONIC_H
#define ULP_GENERATOR_HARMONIC_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_VERSION_HARMONIC 1
#define ULP_GENERATOR_COUNT_HARMONIC 0
#define ULP_GENERATOR_SPLIT_HARMONIC 0
#define ULP_GENERATOR_PARAMS_HARMONIC                                                                                  \
  {"power", ULP_PARAM_COUNT, N_("Power"), N_("1: 1/k; 2: 1/k²"), "1", 1, 2, "", NULL}, {                               \
    "order", ULP_PARAM_CHOICE, N_("Order"), N_("which term is first: k = 1 (forward) or k = n (backward)"), "forward", \
        0, 0, "", ULP_WORDS("forward", "backward")                                                                     \
  }

ULP_HD UlpBits ulp_generate_harmonic(const UlpGenerateJob *job, uint64_t index) {
  const double k = ulp_double_of_integer(job->values[1] != 0.0 ? job->count - index : index + 1);
  return ulp_element_of_double(job->format, ulp_math_divide(1.0, job->values[0] == 2.0 ? k * k : k));
}

#endif
