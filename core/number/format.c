/* What a format is, derived from its layout. */
#include "core/number/format.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

static const UlpFormatInfo infos[] = {
#define ULP_FORMAT(id, ID, title, container, pad, exponent, fraction, bias, specials, source) {#id, title, source},
#include "core/number/formats.def"
#undef ULP_FORMAT
};

const char *const ulp_format_ids[] = {
#define ULP_FORMAT(id, ID, title, container, pad, exponent, fraction, bias, specials, source) #id,
#include "core/number/formats.def"
#undef ULP_FORMAT
    NULL};

const char *const ulp_round_ids[] = {"rn", "rz", "ru", "rd", NULL};
const char *const ulp_overflow_ids[] = {"ieee", "saturate", NULL};
const char *const ulp_class_titles[] = {
    N_("zero"),     N_("subnormal"), N_("normal"),
    N_("infinity"), N_("quiet NaN"), N_("signalling NaN"), NULL};

G_STATIC_ASSERT(G_N_ELEMENTS(ulp_round_ids) == ULP_N_ROUNDS + 1);
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_overflow_ids) == ULP_N_OVERFLOWS + 1);
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_class_titles) == ULP_N_CLASSES + 1);

const UlpFormatInfo *ulp_format_info(UlpFormat format) { return &infos[format]; }

gboolean ulp_format_from_id(const char *id, UlpFormat *format, GError **error) {
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    if (g_str_equal(ulp_format_ids[i], id)) {
      *format = i;
      return TRUE;
    }
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_format_ids);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown format “%s”, expected one of %s"), id, ids);
  return FALSE;
}

guint ulp_format_bytes(UlpFormat format) { return ulp_layout(format).container_bits / 8; }

/* The pattern of exponent and fraction fields, put in its place in the container. */
static UlpBits place(UlpLayout layout, UlpBits magnitude) { return magnitude << layout.pad_bits; }

UlpBits ulp_format_largest(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return place(layout, ulp_magnitude_largest(layout));
}

UlpBits ulp_format_smallest_normal(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return place(layout, (UlpBits)1 << layout.fraction_bits);
}

UlpBits ulp_format_smallest_subnormal(UlpFormat format) { return place(ulp_layout(format), 1); }

UlpBits ulp_format_nan(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  return place(layout, ulp_magnitude_infinite(layout) | (UlpBits)1 << (layout.fraction_bits - 1));
}

gboolean ulp_format_has_infinity(UlpFormat format) { return ulp_layout(format).specials == ULP_SPECIALS_IEEE; }

UlpClass ulp_bits_class(UlpFormat format, UlpBits bits) { return ulp_unpack(ulp_layout(format), bits).class_; }

UlpBits ulp_bits_neighbour(UlpFormat format, UlpBits bits, gboolean up) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpBits sign = (UlpBits)1 << (layout.exponent_bits + layout.fraction_bits);
  const UlpBits raw = (bits >> layout.pad_bits) & (2 * sign - 1);
  const UlpBits outermost = ulp_format_has_infinity(format) ? ulp_magnitude_infinite(layout)
                                                            : ulp_magnitude_largest(layout);

  if (value.class_ == ULP_CLASS_QUIET_NAN || value.class_ == ULP_CLASS_SIGNALLING_NAN)
    return place(layout, raw);
  if (value.class_ == ULP_CLASS_ZERO)
    return place(layout, up ? 1 : sign | 1);
  if (value.negative == !!up) /* towards zero */
    return place(layout, raw - 1);
  return place(layout, (raw & (sign - 1)) == outermost ? raw : raw + 1);
}

int ulp_bits_ulp_exponent(UlpFormat format, UlpBits bits) { return ulp_unpack(ulp_layout(format), bits).exponent; }

int ulp_format_ulp_exponent(UlpFormat format, gint64 top) {
  const int smallest = ulp_bits_ulp_exponent(format, ulp_format_smallest_subnormal(format));
  const int largest = ulp_bits_ulp_exponent(format, ulp_format_largest(format));
  return (int)CLAMP(top - ulp_layout(format).fraction_bits, smallest, largest);
}

double ulp_bits_to_double(UlpFormat format, UlpBits bits) {
  const guint64 pattern = (guint64)ulp_convert_bits(ulp_layout(format), ulp_layout(ULP_FORMAT_FP64), bits, ULP_ROUND_RN,
                                                    ULP_OVERFLOW_IEEE);
  double value;
  memcpy(&value, &pattern, sizeof value);
  return value;
}

UlpBits ulp_bits_from_double(UlpFormat format, double value, UlpRound round, UlpOverflow overflow) {
  guint64 pattern;
  memcpy(&pattern, &value, sizeof pattern);
  return ulp_convert_bits(ulp_layout(ULP_FORMAT_FP64), ulp_layout(format), pattern, round, overflow);
}

UlpBits ulp_element_load(UlpFormat format, gconstpointer array, guint64 index) {
  const guint bytes = ulp_format_bytes(format);
  const guint8 *element = (const guint8 *)array + index * bytes;
  guint16 two;
  guint32 four;
  guint64 eight;

  switch (bytes) {
  case 1:
    return *element;
  case 2:
    memcpy(&two, element, sizeof two);
    return GUINT16_FROM_LE(two);
  case 4:
    memcpy(&four, element, sizeof four);
    return GUINT32_FROM_LE(four);
  default:
    memcpy(&eight, element, sizeof eight);
    return GUINT64_FROM_LE(eight);
  }
}

void ulp_element_store(UlpFormat format, gpointer array, guint64 index, UlpBits bits) {
  const guint bytes = ulp_format_bytes(format);
  guint8 *element = (guint8 *)array + index * bytes;
  const guint16 two = GUINT16_TO_LE((guint16)bits);
  const guint32 four = GUINT32_TO_LE((guint32)bits);
  const guint64 eight = GUINT64_TO_LE((guint64)bits);

  switch (bytes) {
  case 1:
    *element = (guint8)bits;
    break;
  case 2:
    memcpy(element, &two, sizeof two);
    break;
  case 4:
    memcpy(element, &four, sizeof four);
    break;
  default:
    memcpy(element, &eight, sizeof eight);
    break;
  }
}
