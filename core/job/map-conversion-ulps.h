/* Of an element that was converted to another format and back, what map-conversion.h leaves out. Inputs as there. The class is
 * a UlpConversionLoss; the values are |error| in ulps of the target format at the element, and error^2, rounded once. */
#pragma once

#include "core/job/map-conversion.h"

typedef enum {
  ULP_LOSS_OTHER,
  ULP_LOSS_SATURATED, /* overflowed, and a finite value stands for it */
} UlpConversionLoss;

/* Exponent of one ulp of the format at a number of magnitude [2^top, 2^(top + 1)): of the smallest value below all others, of the
 * largest beyond it. */
ULP_HD int32_t ulp_layout_ulp_exponent(UlpLayout layout, int32_t top) {
  UlpUnpacked power;
  power.class_ = ULP_CLASS_NORMAL;
  power.negative = power.sticky = false;
  power.exponent = top;
  power.significand = 1;
  return ulp_unpack(layout, ulp_pack(layout, power, ULP_ROUND_RZ, ULP_PROFILE_SATURATE)).exponent;
}

/* value 2^-exponent, exactly where that is a double; in two steps, as 2^-exponent may be none. */
ULP_HD double ulp_double_in_units(double value, int32_t exponent) {
  const int32_t half = exponent / 2, rest = exponent - half;
  const int32_t most = 1000, a = half > most ? most : half < -most ? -most : half;
  const int32_t b = rest > most ? most : rest < -most ? -most : rest;
  return value * ulp_double_of_bits((uint64_t)(1023 - a) << 52) * ulp_double_of_bits((uint64_t)(1023 - b) << 52);
}

ULP_HD UlpMapped ulp_map_conversion_ulps(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  const UlpConversionOutcome outcome =
      ulp_conversion_outcome(formats[0], formats[1], job->round, bits[0], bits[1], bits[2]);
  const UlpLayout to = ulp_layout(formats[1]);
  const bool in_blocks = ulp_block_length(formats[1]) != 0;
  const UlpUnpacked step = ulp_block_pattern_step(formats[1], bits[1]); /* where they are */
  const UlpUnpacked converted =
      in_blocks && ulp_unpacked_is_nan(step) ? step : ulp_unpack(to, bits[1] & ulp_low_bits(in_blocks ? 64 : 128));
  UlpMapped mapped;
  mapped.class_ = outcome.class_ == ULP_CONVERTED_OVERFLOW && ulp_unpacked_is_finite(converted) ? ULP_LOSS_SATURATED
                                                                                                : ULP_LOSS_OTHER;
  mapped.value[0] = ulp_double_magnitude(outcome.error);
  mapped.value[1] = outcome.error * outcome.error;
  if (outcome.error != 0 && outcome.error == outcome.error) {
    UlpUnpacked element = ulp_unpack(ulp_layout(formats[0]), bits[0]);
    if (in_blocks && step.significand == 0) { /* there is no ulp */
      mapped.value[0] = ulp_double_of_bits(0x7ff8000000000000u);
      return mapped;
    }
    if (in_blocks) {
      element = ulp_block_quotient(element, step);
      mapped.value[0] /= ulp_unpacked_to_double(step);
    }
    const int32_t top = element.exponent + ulp_top_bit_128(element.significand);
    mapped.value[0] = ulp_double_in_units(mapped.value[0], ulp_layout_ulp_exponent(to, top));
  }
  return mapped;
}
