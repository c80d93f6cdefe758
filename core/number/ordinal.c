#include "core/number/ordinal.h"

static gboolean is_binary(UlpLayout layout) { return layout.coding == ULP_CODING_BINARY; }

/* Two's complement and posits: the patterns, read as integers with a sign, are in the order of the values. */
static UlpOrdinal integer_of(UlpLayout layout, UlpBits raw) {
  const UlpBits sign = (UlpBits)1 << (ulp_layout_width(layout) - 1);
  return (UlpOrdinal)(raw & (sign - 1)) - (UlpOrdinal)(raw & sign);
}

gboolean ulp_bits_ordinal(UlpFormat format, UlpBits bits, UlpOrdinal *ordinal) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpBits raw = bits >> layout.pad_bits & ulp_low_bits(ulp_layout_width(layout));
  if (ulp_unpacked_is_nan(value))
    return FALSE;
  if (!is_binary(layout)) {
    *ordinal = integer_of(layout, raw);
    return TRUE;
  }
  *ordinal = (UlpOrdinal)ulp_fields_to_magnitude(layout, raw);
  if (value.negative) /* without a zero the smallest magnitudes of both signs are neighbours */
    *ordinal = -*ordinal - !layout.has_zero;
  return TRUE;
}

UlpBits ulp_ordinal_bits(UlpFormat format, UlpOrdinal ordinal) {
  const UlpLayout layout = ulp_layout(format);
  const int width = ulp_layout_width(layout);
  if (!is_binary(layout))
    return ((UlpBits)ordinal & ulp_low_bits(width)) << layout.pad_bits;
  const gboolean negative = ordinal < 0;
  const UlpBits magnitude = (UlpBits)(negative ? -ordinal - !layout.has_zero : ordinal);
  const UlpBits sign = negative ? (UlpBits)1 << (width - 1) : 0;
  return (ulp_magnitude_to_fields(layout, magnitude) | sign) << layout.pad_bits;
}

void ulp_format_ordinals(UlpFormat format, UlpOrdinal *first, UlpOrdinal *last) {
  const UlpLayout layout = ulp_layout(format);
  ulp_bits_ordinal(format, ulp_format_largest(format), last);
  if (is_binary(layout))
    *first = layout.has_sign ? -*last - !layout.has_zero : 0;
  else /* the sign alone is the lowest integer, or unused, or NaR of a posit */
    *first = -*last - (layout.coding == ULP_CODING_TWOS_COMPLEMENT && !layout.has_symmetry);
}
