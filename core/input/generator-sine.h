/* One period, sin(2 pi i/n): element n - i is minus element i in every bit, so that the exact sum is 0 (a fill in the tests
 * of ReproBLAS, reproblas.org). */
#ifdef ULP_GENERATOR
ULP_GENERATOR(sine, SINE, N_("sine"), N_("one period of a sine: exact sum 0"))
#elif !defined ULP_GENERATOR_SINE_H
#define ULP_GENERATOR_SINE_H

#include "core/input/deterministic-math.h"

#define ULP_GENERATOR_VERSION_SINE 1
#define ULP_GENERATOR_COUNT_SINE 0
#define ULP_GENERATOR_SPLIT_SINE 0
#define ULP_GENERATOR_PARAMS_SINE

ULP_HD UlpBits ulp_generate_sine(const UlpGenerateJob *job, uint64_t index) {
  return ulp_element_of_double(job->format, ulp_math_sine_of_turn(index, job->count));
}

#endif
