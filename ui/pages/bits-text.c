#include "ui/pages/bits-text.h"

#include "core/base/i18n.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define LINE_DIGITS 64
#define LEADING_ZEROS 6

static gboolean is_finite(UlpClass class_) { return class_ <= ULP_CLASS_NORMAL; }

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
  for (const char *line = text; *line; line += strnlen(line, LINE_DIGITS)) {
    if (lines->len)
      g_string_append_c(lines, '\n');
    g_string_append_len(lines, line, (gssize)strnlen(line, LINE_DIGITS));
  }
  return g_string_free(lines, FALSE);
}

static const char *six_digits(char buffer[G_ASCII_DTOSTR_BUF_SIZE], double value) {
  return g_ascii_formatd(buffer, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

static gboolean is_nan(const UlpReal *typed) {
  return ulp_bits_class(ULP_FORMAT_FP64, ulp_real_round(typed, ULP_FORMAT_FP64, ULP_ROUND_RN, ULP_PROFILE_IEEE)) >=
         ULP_CLASS_QUIET_NAN;
}

static gboolean is_exact(const UlpReal *typed, UlpFormat format) {
  return ulp_real_round(typed, format, ULP_ROUND_RU, ULP_PROFILE_IEEE) ==
         ulp_real_round(typed, format, ULP_ROUND_RD, ULP_PROFILE_IEEE);
}

char *ulp_bits_error_text(const UlpReal *typed, UlpFormat format, UlpBits bits) {
  const double error = ulp_real_error(typed, format, bits), ulps = ulp_real_error_ulps(typed, format, bits);
  if (is_nan(typed))
    return g_strdup(_("none"));
  const UlpClass class_ = ulp_bits_class(format, bits);
  const gboolean same_infinity = class_ == ULP_CLASS_INFINITE && isnan(error);
  if (same_infinity || (isfinite(error) && is_exact(typed, format)))
    return g_strdup(_("0 (exact)"));
  if (!isfinite(error))
    return g_strdup(is_finite(class_) ? _("saturated") : _("overflow"));
  char error_text[G_ASCII_DTOSTR_BUF_SIZE], ulps_text[G_ASCII_DTOSTR_BUF_SIZE];
  six_digits(ulps_text, ulps);
  const char *sign = ulps > 0 ? "+" : "";
  if (fabs(ulp_real_error_scaled(typed, format, bits, DBL_MIN_EXP - DBL_MANT_DIG)) < 1)
    return g_strdup_printf(_("below 4.94066e-324 (%s%s ulp)"), sign, ulps_text);
  return g_strdup_printf(_("%s%s (%s%s ulp)"), sign, six_digits(error_text, error), sign, ulps_text);
}

static char *power_of_two(int exponent) {
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  GString *text = g_string_new("2");
  g_autofree char *plain = g_strdup_printf("%d", exponent);
  for (const char *c = plain; *c; c++)
    g_string_append(text, *c == '-' ? "⁻" : digits[*c - '0']);
  return g_string_free(text, FALSE);
}

char *ulp_bits_ulp_text(UlpFormat format, UlpBits bits) {
  if (!is_finite(ulp_bits_class(format, bits)))
    return g_strdup("–");
  const int exponent = ulp_bits_ulp_exponent(format, bits);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *power = power_of_two(exponent);
  return g_strdup_printf("%s = %s", power, six_digits(buffer, ldexp(1, exponent)));
}

UlpBitsParts ulp_bits_parts(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  UlpBitsParts parts = {.sign = g_strdup(value.negative ? "−" : "+")};
  const unsigned stored = (unsigned)(bits >> (layout.pad_bits + layout.fraction_bits)) & ((1u << layout.exponent_bits) - 1);

  if (!is_finite(value.class_)) {
    parts.significand = g_strdup(value.class_ == ULP_CLASS_INFINITE ? "∞" : "NaN");
    parts.exponent_meaning = g_strdup(_("exponent field all ones"));
    return parts;
  }

  /* At most 53 bits: exact in fp64, whose shortest text tells every significand of every narrower format apart. */
  const int unit = ulp_bits_ulp_exponent(format, bits);
  const double significand = ldexp(fabs(ulp_bits_to_double(format, bits)), -unit - layout.fraction_bits);
  parts.significand = ulp_bits_to_text(ULP_FORMAT_FP64, ulp_bits_from_double(ULP_FORMAT_FP64, significand,
                                                                             ULP_ROUND_RN, ULP_PROFILE_IEEE));
  parts.power = power_of_two(unit + layout.fraction_bits);
  parts.exponent_meaning =
      stored ? g_strdup_printf(_("stored exponent %u, bias %d"), stored, layout.bias)
             : g_strdup_printf(_("stored exponent 0: no hidden one, the exponent is that of 1, bias %d"), layout.bias);
  return parts;
}

void ulp_bits_parts_clear(UlpBitsParts *parts) {
  g_clear_pointer(&parts->sign, g_free);
  g_clear_pointer(&parts->significand, g_free);
  g_clear_pointer(&parts->power, g_free);
  g_clear_pointer(&parts->exponent_meaning, g_free);
}
