#include "core/experiment/conversion.h"

#include <math.h>

const char *const ulp_converted_ids[] = {
    "exact", "rounded", "to-zero", "overflow", "nan", "infinite",
};

/* Whether `source`, rounded to the precision of `to` as if its exponents had no end, lies beyond the largest finite
 * value. Both are compared as magnitudes in a format of that precision with fp128's exponent range. */
static gboolean overflows(const UlpConversion *conversion, UlpBits source) {
  const UlpLayout from = ulp_layout(conversion->from), to = ulp_layout(conversion->to);
  const UlpLayout wide = {.container_bits = 16 + to.fraction_bits,
                          .exponent_bits = 15,
                          .fraction_bits = to.fraction_bits,
                          .bias = 16383,
                          .nan = ULP_NAN_IEEE,
                          .has_sign = true,
                          .has_zero = true,
                          .has_infinity = true,
                          .has_subnormals = true};
  const UlpBits sign = (UlpBits)1 << (wide.container_bits - 1);
  const UlpBits largest = ulp_convert_bits(to, wide, ulp_format_largest(conversion->to), ULP_ROUND_RN,
                                           ULP_PROFILE_IEEE);
  const UlpBits rounded = ulp_convert_bits(from, wide, source, conversion->round, ULP_PROFILE_IEEE);
  return (rounded & ~sign) > largest;
}

static UlpConverted classify(const UlpConversion *conversion, const UlpConvertedElement *element, double source) {
  if (isnan(source))
    return ULP_CONVERTED_NAN;
  if (isinf(source))
    return ULP_CONVERTED_INFINITE;
  const double converted = ulp_bits_to_double(conversion->to, element->converted);
  if (converted == source)
    return ULP_CONVERTED_EXACT;
  if (converted == 0)
    return ULP_CONVERTED_TO_ZERO;
  const double largest = ulp_bits_to_double(conversion->to, ulp_format_largest(conversion->to));
  return fabs(source) > largest && overflows(conversion, element->source) ? ULP_CONVERTED_OVERFLOW
                                                                           : ULP_CONVERTED_ROUNDED;
}

UlpConversionOutcome ulp_conversion_outcome(const UlpConversion *conversion, const UlpConvertedElement *element) {
  const double source = ulp_bits_to_double(conversion->from, element->source);
  UlpConversionOutcome outcome = {
      .class_ = classify(conversion, element, source),
      .subnormal = ulp_bits_class(conversion->to, element->converted) == ULP_CLASS_SUBNORMAL,
      .error = 0,
      .relative = 0,
  };
  if (outcome.class_ == ULP_CONVERTED_EXACT)
    return outcome;
  const double back = ulp_bits_to_double(conversion->from, element->back);
  outcome.error = isfinite(source) && isfinite(back) ? back - source : NAN;
  if (outcome.error != 0)
    outcome.relative = fabs(outcome.error) / fabs(source);
  return outcome;
}

void ulp_conversion_count(UlpConversionTotals *totals, const UlpConversionOutcome *outcome) {
  totals->count[outcome->class_]++;
  totals->subnormal += outcome->subnormal;
  if (isnan(outcome->error))
    return;
  totals->measured++;
  totals->max_error = MAX(totals->max_error, fabs(outcome->error));
  totals->max_relative = MAX(totals->max_relative, outcome->relative);
  ulp_exact_add(&totals->error_sum, fabs(outcome->error));
}

double ulp_conversion_mean_error(const UlpConversionTotals *totals) {
  return ulp_exact_mean(&totals->error_sum, totals->measured);
}
