/* Whether two arrays of one format have the same bits. Inputs: both. The class is 1 where they differ; the value is 1 there and not
 * measured elsewhere, so that the least index of the reduction is the first difference. */
#pragma once

#include "core/job/map.h"
#include "core/number/fp64.h"

ULP_HD UlpMapped ulp_map_differ(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  (void)job;
  (void)formats;
  UlpMapped mapped;
  mapped.class_ = bits[0] != bits[1];
  mapped.value[0] = mapped.class_ ? 1 : ulp_double_of_bits(0x7ff8000000000000u);
  mapped.value[1] = mapped.value[0];
  return mapped;
}
