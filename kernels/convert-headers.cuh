/* CUDA's own conversions as functions of patterns, for the device and for the host. */
#pragma once

#include "core/number/codec.h"

#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#define BOTH __host__ __device__ static inline

/* ---- patterns and the headers' types ---- */

BOTH float f32(uint64_t pattern) {
  const uint32_t word = static_cast<uint32_t>(pattern);
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

BOTH double f64(uint64_t pattern) {
  double value;
  memcpy(&value, &pattern, sizeof value);
  return value;
}

BOTH __half_raw h16(uint64_t pattern) {
  __half_raw value;
  value.x = static_cast<unsigned short>(pattern);
  return value;
}

BOTH __nv_bfloat16_raw b16(uint64_t pattern) {
  __nv_bfloat16_raw value;
  value.x = static_cast<unsigned short>(pattern);
  return value;
}

BOTH unsigned char u8(uint64_t pattern) { return static_cast<unsigned char>(pattern); }
BOTH uint64_t raw(__half value) { return static_cast<__half_raw>(value).x; }
BOTH uint64_t raw(__nv_bfloat16 value) { return static_cast<__nv_bfloat16_raw>(value).x; }

BOTH uint64_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

/* ---- one conversion ---- */

template <UlpFormat FROM, UlpFormat TO, UlpRound ROUND, UlpProfile PROFILE> struct Header;

#define ULP_HEADER(FROM, TO, ROUND, PROFILE, ...)                                                                      \
  template <> struct Header<ULP_FORMAT_##FROM, ULP_FORMAT_##TO, ULP_ROUND_##ROUND, ULP_PROFILE_##PROFILE> {            \
    static constexpr UlpFormat from = ULP_FORMAT_##FROM, to = ULP_FORMAT_##TO;                                         \
    BOTH uint64_t convert(uint64_t x) { return __VA_ARGS__; }                                                          \
  };
#include "kernels/convert-headers.def"
#undef ULP_HEADER
