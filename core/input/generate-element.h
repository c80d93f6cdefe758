/* Any element of any generator, for C and nvcc: the one line host loops and kernels share. */
#pragma once

#include "core/input/generator.h"

#include "core/input/generators.def"

/* Container bits of element `index` of the job; 0 for a generator that does not exist. */
ULP_HD UlpBits ulp_generate_element(const UlpGenerateJob *job, uint64_t index) {
  switch (job->generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    return ulp_generate_##id(job->format, job->seed, index, job->values);
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    return 0;
  }
}
