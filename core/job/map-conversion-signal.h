/* The elements whose error map-conversion.h knows, as the signal that the errors are the noise of. Inputs as there; the values are
 * element^2, rounded once, and the error with its sign; without classes. */
#pragma once

#include "core/job/map-conversion.h"

ULP_HD UlpMapped ulp_map_conversion_signal(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  const UlpConversionOutcome outcome =
      ulp_conversion_outcome(formats[0], formats[1], job->round, bits[0], bits[1], bits[2]);
  const double x = ulp_unpacked_to_double(ulp_unpack(ulp_layout(formats[0]), bits[0]));
  /* What is exact is finite, or its error is NaN with it. */
  const double known = outcome.error == outcome.error ? x : outcome.error;
  UlpMapped mapped;
  mapped.class_ = 0;
  mapped.value[0] = known * known;
  mapped.value[1] = outcome.error;
  return mapped;
}
