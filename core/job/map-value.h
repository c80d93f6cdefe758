/* The elements themselves: the class is the element's (UlpClass), the values are x and |x|, rounded to nearest where the
 * format does not fit fp64. A NaN has no value. */
#pragma once

#include "core/job/map.h"
#include "core/number/fp64.h"

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
