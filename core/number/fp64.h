/* Unpacked values as fp64, the format that errors and statistics are reported in, for C and nvcc. */
#pragma once

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

ULP_HD double ulp_double_magnitude(double value) { return ulp_double_of_bits(ulp_double_bits(value) & ~0ull >> 1); }

/* Rounded once to nearest; NaN is NaN. */
ULP_HD double ulp_unpacked_to_double(UlpUnpacked value) {
  return ulp_double_of_bits((uint64_t)ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

/* The same of a finite value; what is not 0 does not become 0. */
ULP_HD double ulp_unpacked_to_nonzero_double(UlpUnpacked value) {
  const double rounded = ulp_unpacked_to_double(value);
  const bool lost = rounded == 0 && (value.significand || value.sticky);
  return lost ? ulp_double_of_bits((uint64_t)value.negative << 63 | 1) : rounded;
}

/* Whether every finite value of a layout is one of fp64, by its fields alone; no for some that are. */
ULP_HD bool ulp_layout_fits_double(UlpLayout layout) {
  const int32_t lowest = ulp_layout_lowest(layout);
  const int32_t binades = (1 << layout.exponent_bits) - (layout.nan == ULP_NAN_IEEE) - layout.has_subnormals;
  return layout.coding == ULP_CODING_BINARY && layout.fraction_bits <= 52 && layout.exponent_bits <= 11 &&
         lowest >= -1074 && lowest + layout.fraction_bits + binades <= 1024;
}

/* A finite value of such a layout, by one exact product. */
ULP_HD double ulp_unpacked_exact_double(UlpUnpacked value) {
  const int32_t e = value.exponent;
  const double unit = ulp_double_of_bits(e >= -1022 ? (uint64_t)(e + 1023) << 52 : 1ull << (e + 1074));
  const double magnitude = (double)(int64_t)(uint64_t)value.significand * unit;
  return value.negative ? -magnitude : magnitude;
}
