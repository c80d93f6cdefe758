/* Whether a conversion overflows (IEEE 754-2019, 7.4), for C and nvcc. */
#pragma once

#include "core/number/codec.h"

/* Whether a finite value that is not zero, rounded as if the format went on beyond its largest finite value with that
 * one's spacing, lies beyond it: with magnitudes, from the middle between that and the next one on (a tie goes to the
 * even one of both), from the next one on, or at once (to odd: at once where the largest is even). By chance: from the next one on it does for certain. A posit has
 * nothing beyond it: its largest value takes all. */
ULP_HD bool ulp_overflows(UlpLayout layout, UlpUnpacked value, UlpRound round) {
  UlpUnpacked infinite = value;
  infinite.class_ = ULP_CLASS_INFINITE;
  infinite.significand = 0;
  const UlpBits largest = ulp_pack(layout, infinite, ULP_ROUND_RN, ULP_PROFILE_SATURATE);
  UlpUnpacked bound = ulp_unpack(layout, largest);
  if (ulp_unpacked_is_nan(bound))
    return false;
  if (bound.significand && bound.negative != value.negative)
    return true; /* no zero and no sign: everything on the other side is beyond it */
  const bool odd = (layout.coding == ULP_CODING_BINARY ? ulp_fields_to_magnitude(layout, largest >> layout.pad_bits)
                                                       : bound.significand) &
                   1;
  bound.significand = 2 * bound.significand + 1;
  bound.exponent--;
  if (ulp_rounds_to_nearest(round)) {
    const int half = ulp_compare_magnitudes(value, bound);
    return half > 0 || (half == 0 && ulp_rounds_tie_up(round, odd));
  }
  const bool away = ulp_rounds_away(round, value.negative) || (ulp_rounds_to_odd(round) && !odd);
  bound.significand += away ? -1 : 1;
  const int limit = bound.significand ? ulp_compare_magnitudes(value, bound) : 1;
  return away ? limit > 0 : limit >= 0;
}
