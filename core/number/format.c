/* What a format is, derived from its layout. */
#include "core/number/format.h"

#include "core/base/i18n.h"

#include <string.h>

const UlpFormat ulp_formats[] = {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source) ULP_FORMAT_##ID,
#include "core/number/formats.def"
#undef ULP_FORMAT
};

const char *const ulp_round_ids[] = {
#define ULP_ROUND(id, ID, title, source) #id,
#include "core/number/rounds.def"
#undef ULP_ROUND
    NULL};

const char *const ulp_round_titles[] = {
#define ULP_ROUND(id, ID, title, source) title,
#include "core/number/rounds.def"
#undef ULP_ROUND
    NULL};

const UlpProfile ulp_profiles[] = {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) ULP_PROFILE_##ID,
#include "core/number/profiles.def"
#undef ULP_PROFILE
};

const char *const ulp_profile_ids[] = {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) #id,
#include "core/number/profiles.def"
#undef ULP_PROFILE
    NULL};

const char *const ulp_profile_titles[] = {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) title,
#include "core/number/profiles.def"
#undef ULP_PROFILE
    NULL};

const char *const ulp_class_titles[] = {N_("zero"),      N_("subnormal"),      N_("normal"), N_("infinity"),
                                        N_("quiet NaN"), N_("signalling NaN"), NULL};

G_STATIC_ASSERT(G_N_ELEMENTS(ulp_class_titles) == ULP_N_CLASSES + 1);

const char *const ulp_profile_sources[] = {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) source,
#include "core/number/profiles.def"
#undef ULP_PROFILE
    NULL,
};

guint ulp_profile_index(UlpProfile profile) { return profile >> 2 * ULP_BITS_OF_RULES; }

const char *ulp_profile_id(UlpProfile profile) {
  for (guint i = 0; i < ULP_N_PROFILES; i++)
    if (ulp_profiles[i] == profile)
      return ulp_profile_ids[i];
  return NULL;
}

guint ulp_format_bytes(UlpFormat format) { return (ulp_layout(format).container_bits + 7) / 8; }

gboolean ulp_format_fits(UlpFormat format, UlpFormat into) {
  const UlpLayout layout = ulp_layout(format), wide = ulp_layout(into);
  const UlpUnpacked largest = ulp_unpack(layout, ulp_format_largest(format));
  const UlpUnpacked bound = ulp_unpack(wide, ulp_format_largest(into));
  return ulp_layout_significand_bits(layout) <= ulp_layout_significand_bits(wide) &&
         ulp_layout_lowest(layout) >= ulp_layout_lowest(wide) &&
         largest.exponent + ulp_top_bit_128(largest.significand) <= bound.exponent + ulp_top_bit_128(bound.significand);
}

gboolean ulp_format_fits_fp64(UlpFormat format) { return ulp_format_fits(format, ULP_FORMAT_FP64); }

/* -- extremes ------------------------------------------------------------------------------------------------------ */

/* Bits of a positive value whose pattern without unused bits is `fields`. */
static UlpBits place(UlpLayout layout, UlpBits fields) { return fields << layout.pad_bits; }

static UlpBits place_magnitude(UlpLayout layout, UlpBits magnitude) {
  return place(layout, ulp_magnitude_to_fields(layout, magnitude));
}

static gboolean is_binary(UlpLayout layout) { return layout.coding == ULP_CODING_BINARY; }

UlpBits ulp_format_largest(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return is_binary(layout) ? place_magnitude(layout, ulp_magnitude_largest(layout))
                           : place(layout, ulp_low_bits(ulp_layout_width(layout) - 1));
}

UlpBits ulp_format_smallest(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return is_binary(layout) ? place_magnitude(layout, layout.has_zero) : place(layout, 1);
}

UlpBits ulp_format_smallest_normal(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return is_binary(layout) && layout.has_subnormals ? place_magnitude(layout, (UlpBits)1 << layout.fraction_bits)
                                                    : ulp_format_smallest(format);
}

UlpBits ulp_format_nan(UlpFormat format) {
  const UlpUnpacked nan = {.class_ = ULP_CLASS_QUIET_NAN, .significand = (UlpBits)1 << 126};
  return ulp_pack(ulp_layout(format), nan, ULP_ROUND_RN, ULP_PROFILE_IEEE);
}

gboolean ulp_format_has_infinity(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return is_binary(layout) && layout.has_infinity;
}

gboolean ulp_format_has_nan(UlpFormat format) {
  return ulp_unpacked_is_nan(ulp_unpack(ulp_layout(format), ulp_format_nan(format)));
}

UlpClass ulp_bits_class(UlpFormat format, UlpBits bits) { return ulp_unpack(ulp_layout(format), bits).class_; }

/* -- neighbours ---------------------------------------------------------------------------------------------------- */

/* Two's complement and posits: the patterns, read as integers with a sign, are in the order of the values. */
static UlpBits integer_neighbour(UlpLayout layout, UlpBits raw, gboolean up) {
  const int width = ulp_layout_width(layout);
  const UlpBits sign = (UlpBits)1 << (width - 1);
  const gboolean is_unused =
      layout.coding == ULP_CODING_POSIT || layout.has_symmetry; /* the sign alone; NaR of a posit */
  const UlpBits lowest = sign | (UlpBits)is_unused;
  if (raw == (up ? sign - 1 : lowest))
    return raw;
  return (up ? raw + 1 : raw - 1) & ulp_low_bits(width);
}

static UlpBits binary_neighbour(UlpLayout layout, UlpUnpacked value, UlpBits raw, gboolean up) {
  const UlpBits sign = layout.has_sign ? (UlpBits)1 << (ulp_layout_width(layout) - 1) : 0;
  const UlpBits magnitude = ulp_fields_to_magnitude(layout, raw);
  const gboolean inwards = value.class_ != ULP_CLASS_ZERO && value.negative == !!up;
  gboolean negative = value.class_ == ULP_CLASS_ZERO ? !up : value.negative;
  UlpBits next;

  if (!inwards && negative && !sign) /* below the smallest of a format without sign */
    return raw;
  if (inwards && magnitude == 0) { /* the smallest magnitude of a format without zero */
    if (!sign)
      return raw;
    negative = !negative;
    next = 0;
  } else if (inwards) {
    next = magnitude - 1;
    negative = negative && !(next == 0 && layout.nan == ULP_NAN_NEGATIVE_ZERO);
  } else {
    next = MIN(magnitude + 1, ulp_magnitude_last(layout));
  }
  return ulp_magnitude_to_fields(layout, next) | (negative ? sign : 0);
}

UlpBits ulp_bits_neighbour(UlpFormat format, UlpBits bits, gboolean up) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpBits raw = bits >> layout.pad_bits & ulp_low_bits(ulp_layout_width(layout));
  if (ulp_unpacked_is_nan(value))
    return place(layout, raw);
  return place(layout,
               is_binary(layout) ? binary_neighbour(layout, value, raw, up) : integer_neighbour(layout, raw, up));
}

/* -- spacing ------------------------------------------------------------------------------------------------------- */

int ulp_bits_ulp_exponent(UlpFormat format, UlpBits bits) { return ulp_unpack(ulp_layout(format), bits).exponent; }

int ulp_format_ulp_exponent(UlpFormat format, gint64 top) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked largest = ulp_unpack(layout, ulp_format_largest(format));
  const gint64 lowest = ulp_layout_lowest(layout), highest = largest.exponent + ulp_top_bit_128(largest.significand);
  const UlpUnpacked power = {
      .class_ = ULP_CLASS_NORMAL, .exponent = (int32_t)CLAMP(top, lowest, highest), .significand = 1};
  return ulp_unpack(layout, ulp_pack(layout, power, ULP_ROUND_RZ, ULP_PROFILE_SATURATE)).exponent;
}

/* -- fp64 ---------------------------------------------------------------------------------------------------------- */

double ulp_bits_to_double(UlpFormat format, UlpBits bits) {
  const guint64 pattern =
      (guint64)ulp_convert_bits(ulp_layout(format), ulp_layout(ULP_FORMAT_FP64), bits, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  double value;
  memcpy(&value, &pattern, sizeof value);
  return value;
}

UlpBits ulp_bits_from_double(UlpFormat format, double value, UlpRound round, UlpProfile profile) {
  guint64 pattern;
  memcpy(&pattern, &value, sizeof pattern);
  return ulp_convert_bits(ulp_layout(ULP_FORMAT_FP64), ulp_layout(format), pattern, round, profile);
}
