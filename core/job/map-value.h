/* The elements themselves: the class is the element's (UlpClass), the values are x and |x|, rounded to nearest where the
 * format does not fit fp64. A NaN has no value. */
#pragma once

#include "core/input/element.h"
#include "core/job/map.h"

/* An unpacked value as fp64, rounded once to nearest; NaN is NaN. */
ULP_HD double ulp_unpacked_to_double(UlpUnpacked value) {
  return ulp_double_of_bits((uint64_t)ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
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

ULP_HD double ulp_double_magnitude(double value) { return ulp_double_of_bits(ulp_double_bits(value) & ~0ull >> 1); }

ULP_HD UlpMapped ulp_map_value(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  const UlpUnpacked element = ulp_unpack(ulp_layout(formats[0]), bits[0]);
  const double x = ulp_unpacked_to_double(element);
  (void)job;
  UlpMapped mapped;
  mapped.class_ = (uint32_t)element.class_;
  mapped.value[0] = x;
  mapped.value[1] = ulp_double_magnitude(x);
  return mapped;
}
