/* What became of an element that was converted to another format and back, decided on exact values. Inputs: the element,
 * converted, and back in the first format. The class is a UlpConverted, or ULP_MAP_SUBNORMAL_EXACT or _ROUNDED where the
 * converted value is subnormal besides; the values are |error| and |error| / |element|. */
#pragma once

#include "core/job/map.h"
#include "core/number/block.h"
#include "core/number/fp64.h"
#include "core/number/overflow.h"

typedef enum {
  ULP_CONVERTED_EXACT,    /* the same value */
  ULP_CONVERTED_ROUNDED,  /* another finite value, not zero, without overflow */
  ULP_CONVERTED_TO_ZERO,  /* a finite value that is not zero became zero */
  ULP_CONVERTED_OVERFLOW, /* finite, and the rounded value would lie beyond the largest one (IEEE 754-2019, 7.4) */
  ULP_CONVERTED_NAN,      /* was a NaN */
  ULP_CONVERTED_INFINITE, /* was an infinity */
  ULP_N_CONVERTED
} UlpConverted;

enum { ULP_MAP_SUBNORMAL_EXACT = ULP_N_CONVERTED, ULP_MAP_SUBNORMAL_ROUNDED };

typedef struct {
  UlpConverted class_;
  bool subnormal; /* the converted value is */
  double
      error; /* back minus element, rounded once, and not to 0 unless it is; NaN when one of the three is not finite */
  double relative; /* |error| / |element|; 0 when the error is 0, NaN when the error is */
} UlpConversionOutcome;

ULP_HD bool ulp_unpacked_is_finite(UlpUnpacked value) { return value.class_ < ULP_CLASS_INFINITE; }

/* Finite values; +0 and -0 are the same. */
ULP_HD bool ulp_unpacked_same_value(UlpUnpacked a, UlpUnpacked b) {
  if (a.significand == 0 || b.significand == 0)
    return a.significand == b.significand;
  return a.negative == b.negative && ulp_compare_magnitudes(a, b) == 0;
}

ULP_HD UlpConverted ulp_converted_class(UlpUnpacked element, UlpUnpacked converted, UlpLayout to, UlpRound round) {
  if (ulp_unpacked_is_nan(element))
    return ULP_CONVERTED_NAN;
  if (!ulp_unpacked_is_finite(element))
    return ULP_CONVERTED_INFINITE;
  const bool finite = ulp_unpacked_is_finite(converted);
  if (finite && ulp_unpacked_same_value(element, converted))
    return ULP_CONVERTED_EXACT;
  if (!finite || (element.significand && ulp_overflows(to, element, round)))
    return ULP_CONVERTED_OVERFLOW;
  return finite && converted.significand == 0 ? ULP_CONVERTED_TO_ZERO : ULP_CONVERTED_ROUNDED;
}

/* Of finite values: back - element, rounded once, and its magnitude relative to the element's. Where both are numbers of
 * fp64 its own subtraction is that one rounding; elsewhere either may be beyond fp64 though their quotient is not, so that
 * it is taken of both in units of the element's highest bit. */
ULP_HD double ulp_conversion_error(UlpLayout layout, UlpUnpacked element, UlpUnpacked back, double *relative) {
  if (ulp_layout_fits_double(layout)) {
    const double value = ulp_unpacked_exact_double(element), error = ulp_unpacked_exact_double(back) - value;
    *relative = error == 0 ? 0 : ulp_double_magnitude(error) / ulp_double_magnitude(value);
    return error;
  }
  const UlpUnpacked difference = ulp_unpacked_subtract(back, element);
  const int32_t unit = element.exponent + ulp_top_bit_128(element.significand);
  UlpUnpacked error_in_units = difference;
  error_in_units.exponent -= unit;
  element.exponent -= unit;
  *relative = difference.class_ == ULP_CLASS_ZERO ? 0
                                                  : ulp_double_magnitude(ulp_unpacked_to_double(error_in_units)) /
                                                        ulp_double_magnitude(ulp_unpacked_to_double(element));
  return ulp_unpacked_to_nonzero_double(difference);
}

/* The same under what scales an element of blocks, `step`: beyond the largest element is beyond the target's range, and so are
 * the elements of a block that is NaN as it holds a NaN or an infinity. */
ULP_HD UlpConverted ulp_converted_class_in_blocks(UlpUnpacked element, UlpUnpacked converted, UlpFormat to,
                                                  UlpUnpacked step, UlpRound round) {
  if (!ulp_unpacked_is_finite(element) || ulp_unpacked_is_nan(step) || step.significand)
    return ulp_converted_class(
        ulp_unpacked_is_finite(element) && !ulp_unpacked_is_nan(step) ? ulp_block_quotient(element, step) : element,
        ulp_unpacked_is_nan(step) ? step : converted, ulp_layout(to), round);
  return element.significand ? ULP_CONVERTED_TO_ZERO : ULP_CONVERTED_EXACT;
}

/* `converted` is of blocks with what scales it (ulp_block_pattern) where `to` is. */
ULP_HD UlpConversionOutcome ulp_conversion_outcome(UlpFormat from, UlpFormat to, UlpRound round, UlpBits source,
                                                   UlpBits converted, UlpBits back) {
  const UlpUnpacked element = ulp_unpack(ulp_layout(from), source);
  const UlpUnpacked there = ulp_unpack(ulp_layout(to), ulp_block_length(to) ? converted & ulp_low_bits(64) : converted);
  const UlpUnpacked again = ulp_unpack(ulp_layout(from), back);
  UlpConversionOutcome outcome;
  outcome.class_ = ulp_block_length(to)
                       ? ulp_converted_class_in_blocks(element, there, to, ulp_block_pattern_step(to, converted), round)
                       : ulp_converted_class(element, there, ulp_layout(to), round);
  outcome.subnormal = there.class_ == ULP_CLASS_SUBNORMAL;
  outcome.error = outcome.relative = 0;
  if (outcome.class_ == ULP_CONVERTED_EXACT)
    return outcome;
  if (!ulp_unpacked_is_finite(element) || !ulp_unpacked_is_finite(there) || !ulp_unpacked_is_finite(again)) {
    outcome.error = outcome.relative = ulp_double_of_bits(0x7ff8000000000000u);
    return outcome;
  }
  outcome.error = ulp_conversion_error(ulp_layout(from), element, again, &outcome.relative);
  return outcome;
}

ULP_HD UlpMapped ulp_map_conversion(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits) {
  const UlpConversionOutcome outcome =
      ulp_conversion_outcome(formats[0], formats[1], job->round, bits[0], bits[1], bits[2]);
  UlpMapped mapped;
  mapped.class_ = (uint32_t)outcome.class_;
  if (outcome.subnormal && outcome.class_ == ULP_CONVERTED_EXACT)
    mapped.class_ = ULP_MAP_SUBNORMAL_EXACT;
  if (outcome.subnormal && outcome.class_ == ULP_CONVERTED_ROUNDED)
    mapped.class_ = ULP_MAP_SUBNORMAL_ROUNDED;
  mapped.value[0] = ulp_double_magnitude(outcome.error);
  mapped.value[1] = outcome.relative;
  return mapped;
}
