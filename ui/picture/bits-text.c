#include "ui/picture/bits-text.h"

#include "core/base/i18n.h"

#include <string.h>

#define LINE_DIGITS 64
#define MAX_LINES 20 /* those of the smallest fp64 number are 12 */
#define LEADING_ZEROS 6
#define SHORT_DECIMAL 24 /* longer values are typed as bit patterns */

static gboolean is_finite(UlpClass class_) { return class_ <= ULP_CLASS_NORMAL; }

char *ulp_bits_value_text(UlpFormat format, UlpBits bits) {
  g_autofree char *text = ulp_bits_to_text(format, bits);
  g_autoptr(UlpReal) real = ulp_real_parse(text, NULL);
  const gboolean all = real && ulp_real_fit(real, format, bits) <= ULP_REAL_EXACT;
  return all || !is_finite(ulp_bits_class(format, bits)) ? g_strdup(text) : g_strdup_printf(_("about %s"), text);
}

char *ulp_bits_typed_text(UlpFormat format, UlpBits bits) {
  if (is_finite(ulp_bits_class(format, bits))) {
    g_autofree char *decimal = ulp_bits_to_decimal(format, bits);
    if (strlen(decimal) <= SHORT_DECIMAL)
      return g_steal_pointer(&decimal);
  }
  g_autofree char *hex = ulp_bits_to_hex(format, bits);
  return g_strdup_printf("%s:%s", ulp_format_info(format)->id, hex);
}

char *ulp_bits_exact_text(UlpFormat format, UlpBits bits) {
  g_autofree char *decimal = ulp_bits_to_decimal(format, bits);
  const char *first = strpbrk(decimal, "123456789");
  const char *point = strchr(decimal, '.');
  const int zeros = first && point ? (int)(first - point) - 1 : 0;
  if (zeros <= LEADING_ZEROS)
    return g_steal_pointer(&decimal);
  return g_strdup_printf("%s%c%s%se-%d", *decimal == '-' ? "-" : "", *first, first[1] ? "." : "", first + 1, zeros + 1);
}

char *ulp_bits_exact_lines(UlpFormat format, UlpBits bits) {
  g_autofree char *text = ulp_bits_exact_text(format, bits);
  GString *lines = g_string_new(NULL);
  guint n_lines = 0;
  for (const char *line = text; *line; line += strnlen(line, LINE_DIGITS)) {
    if (lines->len)
      g_string_append_c(lines, '\n');
    if (n_lines++ == MAX_LINES) {
      g_string_append_printf(lines, _("… %u characters in all"), (guint)strlen(text));
      break;
    }
    g_string_append_len(lines, line, (gssize)strnlen(line, LINE_DIGITS));
  }
  return g_string_free(lines, FALSE);
}

char *ulp_power_of_two(int exponent) {
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  GString *text = g_string_new("2");
  g_autofree char *plain = g_strdup_printf("%d", exponent);
  for (const char *c = plain; *c; c++)
    g_string_append(text, *c == '-' ? "⁻" : digits[*c - '0']);
  return g_string_free(text, FALSE);
}

char *ulp_bits_error_text(const UlpReal *typed, UlpFormat format, UlpBits bits) {
  g_autofree char *error = ulp_real_error_text(typed, format, bits);
  if (ulp_real_fit(typed, format, bits) != ULP_REAL_ROUNDED)
    return g_strdup(_(error));
  g_autofree char *ulps = ulp_real_error_ulps_text(typed, format, bits);
  g_autofree char *error_words = ulp_about_words(error), *ulps_words = ulp_about_words(ulps);
  const int unit = ulp_real_ulp_exponent(typed, format);
  if (is_finite(ulp_bits_class(format, bits)) && unit == ulp_bits_ulp_exponent(format, bits))
    return g_strdup_printf(_("%s (%s ulp)"), error_words, ulps_words);
  g_autofree char *power = ulp_power_of_two(unit); /* rounding has crossed a power of two */
  return g_strdup_printf(_("%s (%s ulp of %s)"), error_words, ulps_words, power);
}

char *ulp_bits_ulp_text(UlpFormat format, UlpBits bits) {
  if (!is_finite(ulp_bits_class(format, bits)))
    return g_strdup("–");
  const int exponent = ulp_bits_ulp_exponent(format, bits);
  g_autofree char *power = ulp_power_of_two(exponent), *digits = ulp_power_to_text(exponent);
  if (!g_str_has_prefix(digits, ULP_ABOUT))
    return g_strdup_printf("%s = %s", power, digits);
  g_autofree char *words = ulp_about_words(digits);
  return g_strdup_printf("%s, %s", power, words);
}

UlpBitsParts ulp_bits_parts(UlpFormat format, UlpBits bits) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  const char *sign = value.negative ? "−" : "+";
  UlpBitsParts parts = {.exponent_meaning = ulp_bits_exponent_words(format, bits)};
  if (is_finite(value.class_)) {
    int power;
    g_autofree char *significand = ulp_bits_to_significand(format, bits, &power);
    const gboolean about = g_str_has_prefix(significand, ULP_ABOUT);
    parts.sign = about ? g_strdup_printf(_("about %s"), sign) : g_strdup(sign);
    parts.significand = g_strdup(significand + (about ? strlen(ULP_ABOUT) : 0));
    parts.power = ulp_power_of_two(power);
  } else {
    g_autofree char *payload = ulp_bits_payload_text(format, bits);
    parts.sign = g_strdup(sign);
    parts.significand = value.class_ == ULP_CLASS_INFINITE ? g_strdup("∞")
                        : *payload                         ? g_strdup_printf(_("NaN, payload %s"), payload)
                                                           : g_strdup("NaN");
  }
  return parts;
}

void ulp_bits_parts_clear(UlpBitsParts *parts) {
  g_clear_pointer(&parts->sign, g_free);
  g_clear_pointer(&parts->significand, g_free);
  g_clear_pointer(&parts->power, g_free);
  g_clear_pointer(&parts->exponent_meaning, g_free);
}
