/* Any map on any elements, for C and nvcc: the one line host loops and kernels share. */
#pragma once

#include "core/job/map-conversion-signal.h"
#include "core/job/map-conversion-ulps.h"
#include "core/job/map-differ.h"
#include "core/job/map-finite.h"
#include "core/job/map-value.h"

/* `bits` is an element of each input; with a constant map and constant formats everything else folds away. */
ULP_HD UlpMapped ulp_map_element(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  switch (job->map) {
#define ULP_MAP(id, ID, inputs)                                                                                        \
  case ULP_MAP_##ID:                                                                                                   \
    return ulp_map_##id(job, formats, bits);
#include "core/job/maps.def"
#undef ULP_MAP
  default:
    break;
  }
  UlpMapped none;
  none.class_ = 0;
  none.value[0] = none.value[1] = ulp_double_of_bits(0x7ff8000000000000u);
  return none;
}
