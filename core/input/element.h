/* A generator's double as a container of the array's format, for C and nvcc. */
#pragma once

#include "core/base/hostdevice.h"
#include "core/number/codec.h"

#include <string.h>

ULP_HD uint64_t ulp_double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

ULP_HD double ulp_double_of_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Rounded to fp32 (ties to even), or kept as fp64. */
ULP_HD UlpBits ulp_element_of_double(UlpFormat format, double value) {
  if (format != ULP_FORMAT_FP32)
    return ulp_double_bits(value);
  const float rounded = (float)value;
  uint32_t bits;
  memcpy(&bits, &rounded, sizeof bits);
  return bits;
}
