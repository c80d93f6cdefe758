/* Syntax of decimal numbers, and the whole and real numbers that parameters take. */
#include "core/base/decimal.h"

#include <math.h>
#include <string.h>

#define EXPONENT_LIMIT G_GINT64_CONSTANT(1000000000000000)

static const char *scan_digits(const char *text, gsize *n) {
  const char *end = text;
  while (g_ascii_isdigit(*end))
    end++;
  *n = end - text;
  return end;
}

const char *ulp_decimal_scan(const char *text, UlpDecimal *decimal, gboolean *complete) {
  UlpDecimal scanned = {0};
  gsize n_whole, n_exponent = 0;
  const char *end = text;

  *complete = FALSE;
  if (*end == '+' || *end == '-')
    scanned.negative = *end++ == '-';
  scanned.digits = end;
  end = scan_digits(end, &n_whole);
  if (*end == '.')
    end = scan_digits(end + 1, &scanned.n_fraction);
  scanned.n_digits = n_whole + scanned.n_fraction;
  if (scanned.n_digits == 0)
    return end;

  if (*end == 'e' || *end == 'E') {
    gboolean negative = FALSE;
    end++;
    if (*end == '+' || *end == '-')
      negative = *end++ == '-';
    const char *digits = end;
    end = scan_digits(end, &n_exponent);
    if (n_exponent == 0)
      return end;
    for (; digits < end && scanned.exponent < EXPONENT_LIMIT; digits++)
      scanned.exponent = scanned.exponent * 10 + g_ascii_digit_value(*digits);
    if (negative)
      scanned.exponent = -scanned.exponent;
  }
  *complete = TRUE;
  if (decimal)
    *decimal = scanned;
  return end;
}

/* BASE^EXPONENT, both whole: "2^20". */
static gboolean parse_power(const char *text, guint64 *count) {
  guint64 base, exponent;
  const char *caret = strchr(text, '^');
  g_autofree char *base_text = g_strndup(text, caret - text);

  if (!g_ascii_string_to_unsigned(base_text, 10, 0, G_MAXUINT64, &base, NULL) ||
      !g_ascii_string_to_unsigned(caret + 1, 10, 0, 63, &exponent, NULL))
    return FALSE;
  *count = 1;
  for (; exponent > 0; exponent--)
    if (!g_uint64_checked_mul(count, *count, base))
      return FALSE;
  return TRUE;
}

gboolean ulp_decimal_to_count(const char *text, guint64 *count) {
  UlpDecimal decimal;
  gboolean complete;
  guint64 value = 0;

  if (strchr(text, '^'))
    return parse_power(text, count);
  if (*ulp_decimal_scan(text, &decimal, &complete) || !complete || decimal.negative)
    return FALSE;

  /* Digits at or above 10^0 are taken, those below must be zeros. */
  gint64 place = (gint64)(decimal.n_digits - decimal.n_fraction) + decimal.exponent;
  const char *digit = decimal.digits;
  for (gsize n = decimal.n_digits; n > 0; digit++) {
    if (*digit == '.')
      continue;
    const guint64 found = g_ascii_digit_value(*digit);
    n--;
    if (place-- <= 0) {
      if (found)
        return FALSE;
    } else if (!g_uint64_checked_mul(&value, value, 10) || !g_uint64_checked_add(&value, value, found)) {
      return FALSE;
    }
  }
  for (; place > 0 && value; place--)
    if (!g_uint64_checked_mul(&value, value, 10))
      return FALSE;
  *count = value;
  return TRUE;
}

/* The end of [+-] 0x HEX [. HEX] [p [+-] DIGITS] at `text`, as C17 6.4.4.2 has it; NULL when it is none. */
static const char *scan_hex(const char *text) {
  gsize n_digits = 0;
  if (*text == '+' || *text == '-')
    text++;
  if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
    return NULL;
  for (text += 2; g_ascii_isxdigit(*text); text++)
    n_digits++;
  if (*text == '.')
    for (text++; g_ascii_isxdigit(*text); text++)
      n_digits++;
  if (n_digits == 0)
    return NULL;
  if (*text == 'p' || *text == 'P') {
    gsize n_exponent;
    text++;
    if (*text == '+' || *text == '-')
      text++;
    text = scan_digits(text, &n_exponent);
    if (n_exponent == 0)
      return NULL;
  }
  return text;
}

gboolean ulp_decimal_to_real(const char *text, double *value) {
  gboolean complete = TRUE;
  const char *end = scan_hex(text);

  if (!end)
    end = ulp_decimal_scan(text, NULL, &complete);
  if (*end || !complete)
    return FALSE;
  const double parsed = g_ascii_strtod(text, NULL);
  if (!isfinite(parsed))
    return FALSE;
  *value = parsed;
  return TRUE;
}
