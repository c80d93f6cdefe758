/* What the bits of a format stand for. */
#include "core/number/format.h"

#include "core/base/i18n.h"

#include <string.h>

char *ulp_format_fields(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  if (layout.coding != ULP_CODING_BINARY)
    return g_strdup("-");
  return g_strdup_printf("%d/%d/%d", layout.has_sign, layout.exponent_bits,
                         layout.fraction_bits + layout.has_leading_bit);
}

char *ulp_format_nans(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  if (!ulp_format_has_nan(format))
    return g_strdup(N_("no"));
  if (layout.coding == ULP_CODING_BINARY && layout.nan == ULP_NAN_IEEE) {
    const UlpBits each_sign = ulp_low_bits(layout.fraction_bits);
    return each_sign < 10 ? g_strdup_printf("%d per sign", (int)each_sign) : g_strdup(N_("yes"));
  }
  const UlpBits nan = ulp_format_nan(format);
  g_autofree char *first = ulp_bits_to_hex(format, nan);
  if (layout.coding != ULP_CODING_BINARY || layout.nan == ULP_NAN_NEGATIVE_ZERO || !layout.has_sign)
    return g_strdup_printf("%s only", first);
  const UlpBits sign = (UlpBits)1 << (layout.pad_bits + ulp_layout_width(layout) - 1);
  g_autofree char *second = ulp_bits_to_hex(format, nan | sign);
  return g_strdup_printf("%s, %s only", first, second);
}

/* The number of fraction bits of a posit's pattern. */
static int posit_fraction_bits(UlpLayout layout, UlpBits bits) {
  return ulp_top_bit_128(ulp_unpack(layout, bits).significand);
}

UlpField ulp_bits_field(UlpFormat format, UlpBits bits, guint bit) {
  const UlpLayout layout = ulp_layout(format);
  const int place = (int)bit - layout.pad_bits, width = ulp_layout_width(layout);
  if (place < 0 || place >= width)
    return ULP_FIELD_UNUSED;
  if (place == width - 1 && (layout.has_sign || layout.coding != ULP_CODING_BINARY))
    return ULP_FIELD_SIGN;
  if (layout.coding == ULP_CODING_TWOS_COMPLEMENT)
    return ULP_FIELD_SIGNIFICAND;
  const int fraction_bits = layout.coding == ULP_CODING_POSIT ? posit_fraction_bits(layout, bits)
                                                              : layout.fraction_bits + layout.has_leading_bit;
  return place < fraction_bits ? ULP_FIELD_SIGNIFICAND : ULP_FIELD_EXPONENT;
}

static char *posit_exponent_words(UlpLayout layout, UlpUnpacked value) {
  if (value.class_ != ULP_CLASS_NORMAL)
    return NULL;
  const int scale = value.exponent + ulp_top_bit_128(value.significand), regime = scale >> layout.exponent_bits;
  return g_strdup_printf(_("regime %d, exponent %d"), regime, scale - regime * (1 << layout.exponent_bits));
}

char *ulp_bits_exponent_words(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  if (layout.coding == ULP_CODING_POSIT)
    return posit_exponent_words(layout, value);
  if (layout.coding != ULP_CODING_BINARY || layout.exponent_bits == 0)
    return NULL;
  const guint ones = (guint)ulp_low_bits(layout.exponent_bits);
  const guint stored = (guint)(bits >> (layout.pad_bits + layout.fraction_bits + layout.has_leading_bit)) & ones;
  if (value.class_ >= ULP_CLASS_INFINITE)
    return stored == ones ? g_strdup(_("exponent field all ones")) : NULL;
  if (stored || (!layout.has_subnormals && value.class_ != ULP_CLASS_ZERO))
    return g_strdup_printf(_("stored exponent %u - bias %d = %d"), stored, layout.bias, (int)stored - layout.bias);
  return layout.has_subnormals
             ? g_strdup_printf(_("stored exponent 0: no hidden 1, the exponent is that of 1: 1 - bias %d = %d"),
                               layout.bias, 1 - layout.bias)
             : NULL;
}

char *ulp_bits_payload_text(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  if (!ulp_unpacked_is_nan(value) || layout.coding != ULP_CODING_BINARY || layout.nan != ULP_NAN_IEEE ||
      layout.fraction_bits < 2)
    return g_strdup("");
  const UlpBits payload = bits >> layout.pad_bits & ulp_low_bits(layout.fraction_bits - 1);
  g_autofree char *hex = ulp_bits_to_hex(ULP_FORMAT_UINT(64), payload & ulp_low_bits(64));
  const char *digits = hex + 2;
  while (digits[0] == '0' && digits[1])
    digits++;
  return payload >> 64 ? g_strdup_printf("0x%" G_GINT64_MODIFIER "x%s", (guint64)(payload >> 64), hex + 2)
                       : g_strconcat("0x", digits, NULL);
}

char *ulp_bits_bytes_text(UlpFormat format, UlpBits bits, gboolean little) {
  const guint n = ulp_format_bytes(format);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    const guint place = little ? i : n - 1 - i;
    g_string_append_printf(text, "%s%02x", i ? " " : "", (guint)(bits >> (8 * place)) & 0xff);
  }
  return g_string_free(text, FALSE);
}

char *ulp_bits_weight_words(UlpFormat format, UlpBits bits, guint bit) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpField field = ulp_bits_field(format, bits, bit);
  const int place = (int)bit - layout.pad_bits;
  if (value.class_ >= ULP_CLASS_INFINITE || field == ULP_FIELD_UNUSED)
    return NULL;
  if (field == ULP_FIELD_SIGN)
    return g_strdup(layout.coding == ULP_CODING_BINARY ? _("1 makes the value negative") : _("1 in a negative value"));
  if (field == ULP_FIELD_EXPONENT)
    return layout.coding == ULP_CODING_BINARY
               ? g_strdup_printf(_("counts %u in the stored exponent"),
                                 1u << (place - layout.fraction_bits - layout.has_leading_bit))
               : NULL;
  const int weight = value.exponent + place;
  g_autofree char *digits = ulp_power_to_text(weight);
  if (!g_str_has_prefix(digits, ULP_ABOUT))
    return g_strdup_printf(_("weight 2^%d = %s"), weight, digits);
  return g_strdup_printf(_("weight 2^%d, about %s"), weight, digits + strlen(ULP_ABOUT));
}
