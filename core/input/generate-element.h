/* Any element of any generator, for C and nvcc: what the host's loops and the kernels make many of at once. */
#pragma once

#include "core/input/generator.h"

#include "core/input/generators.def"

#define ULP_GENERATE_SPLIT_0(id) bits = ulp_generate_##id(job, index)
#define ULP_GENERATE_SPLIT_1(id)                                                                                       \
  if (!ulp_generate_##id##_common(job, index, &bits))                                                                  \
  bits = ulp_generate_##id##_rare(job, index)

/* MACRO_0 or MACRO_1, by whether generator ID is split. */
#define ULP_BY_SPLIT(MACRO, ID) ULP_BY_SPLIT_OF(MACRO, ULP_GENERATOR_SPLIT_##ID)
#define ULP_BY_SPLIT_OF(MACRO, split) ULP_BY_SPLIT_PASTE(MACRO, split)
#define ULP_BY_SPLIT_PASTE(MACRO, split) MACRO##_##split

/* Container bits of element `index` of the job; 0 for a generator that does not exist. */
ULP_HD UlpBits ulp_generate_element(const UlpGenerateJob *job, uint64_t index) {
  UlpBits bits = 0;
  switch (job->generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    ULP_BY_SPLIT(ULP_GENERATE_SPLIT, ID)(id);                                                                          \
    break;
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    break;
  }
  return bits;
}
