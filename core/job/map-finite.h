/* Magnitudes of finite elements, rounded to nearest where the format does not fit fp64, without classes. */
#pragma once

#include "core/job/map.h"
#include "core/number/fp64.h"

ULP_HD UlpMapped ulp_map_finite(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  const UlpUnpacked element = ulp_unpack(ulp_layout(formats[0]), bits[0]);
  const double none = ulp_double_of_bits(0x7ff8000000000000u);
  (void)job;
  UlpMapped mapped;
  mapped.class_ = 0;
  mapped.value[0] = element.class_ < ULP_CLASS_INFINITE ? ulp_double_magnitude(ulp_unpacked_to_double(element)) : none;
  mapped.value[1] = none;
  return mapped;
}
