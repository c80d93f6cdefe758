/* What generators make an element of, for C and nvcc: a job's random numbers, exact conversions, containers. */
#pragma once

#include "core/input/generator.h"
#include "core/input/random.h"
#include "core/number/fp64.h"

/* The 128 random bits of element `index` of a job's input; `block` counts where an element needs more. */
ULP_HD UlpRandom ulp_job_random(const UlpGenerateJob *job, uint64_t index, uint32_t block) {
  return ulp_random_in(job->stream, job->seed, index, block);
}

/* value + offset for value < 2^54, exact when a double holds it; offset = 0, or -2^53. Processors without a conversion of
 * 64-bit vectors make it of doubles with the upper and the lower half in their fraction: 2^84 + upper 2^32 and
 * 2^52 + lower. */
ULP_HD double ulp_double_of_sum(uint64_t value, double offset) {
#ifdef __CUDA_ARCH__
  return (double)((int64_t)value + (int64_t)offset);
#else
  const double upper = ulp_double_of_bits(value >> 32 | 0x4530000000000000u);
  const double lower = ulp_double_of_bits((value & 0xffffffffu) | 0x4330000000000000u);
  return (upper - (0x1p84 + 0x1p52 - offset)) + lower;
#endif
}

/* Exact for value < 2^53. */
ULP_HD double ulp_double_of_integer(uint64_t value) { return ulp_double_of_sum(value, 0.0); }

ULP_HD UlpBits ulp_element_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Rounded to fp32 (ties to even), or kept as fp64. */
ULP_HD UlpBits ulp_element_of_double(UlpFormat format, double value) {
  return format == ULP_FORMAT_FP32 ? ulp_element_of_float((float)value) : ulp_double_bits(value);
}
