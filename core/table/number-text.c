#include "core/table/number-text.h"

#include "core/base/shortest.h"

#include <math.h>
#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

gsize ulp_count_write(guint64 count, char *text) {
  char reversed[20];
  gsize n = 0;
  do
    reversed[n++] = (char)('0' + count % 10);
  while (count /= 10);
  for (gsize i = 0; i < n; i++)
    text[i] = reversed[n - 1 - i];
  return n;
}

static gsize write_integer(int value, char *text) {
  if (value >= 0)
    return ulp_count_write((guint64)value, text);
  *text = '-';
  return 1 + ulp_count_write((guint64) - (gint64)value, text + 1);
}

/* What is written of a value that has no digits; the length, 0 for another value. */
static gsize write_special(double value, const char *zero, char *text) {
  const char *special = isnan(value) ? "nan" : isinf(value) ? "inf" : value == 0 ? zero : NULL;
  if (!special)
    return 0;
  const gsize sign = signbit(value) && !isnan(value), length = strlen(special);
  *text = '-';
  memcpy(text + sign, special, length);
  return sign + length;
}

/* Digits with the point after `before` of them, zeros where there are none. */
static char *write_positional(char *out, const char *digits, int n, int before) {
  if (before <= 0) {
    *out++ = '0';
    *out++ = '.';
    memset(out, '0', (gsize)-before);
    out += -before;
    before = 0;
  } else {
    const int kept = MIN(before, n);
    memcpy(out, digits, (gsize)kept);
    memset(out + kept, '0', (gsize)(before - kept));
    out += before;
    digits += kept;
    n -= kept;
    if (n > 0)
      *out++ = '.';
  }
  memcpy(out, digits, (gsize)n);
  return out + n;
}

/* Without an exponent from 1e-5 to below 1e16. */
gsize ulp_double_write(double value, char *text) {
  const gsize special = write_special(value, "0", text);
  if (special > 0)
    return special;
  char digits[17], *out = text;
  int exponent;
  if (signbit(value))
    *out++ = '-';
  const int n = ulp_shortest_digits(fabs(value), digits, &exponent);
  if (exponent <= 16 && exponent >= -4)
    return (gsize)(write_positional(out, digits, n, exponent) - text);
  out = write_positional(out, digits, n, 1);
  *out++ = 'e';
  return (gsize)(out - text) + write_integer(exponent - 1, out);
}

gsize ulp_double_write_hexfloat(double value, char *text) {
  const gsize special = write_special(value, "0x0p+0", text);
  if (special > 0)
    return special;
  guint64 bits;
  memcpy(&bits, &value, sizeof bits);
  guint64 fraction = bits << 12;
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (exponent == -1023) { /* subnormal */
    const int shift = __builtin_clzll(fraction) + 1;
    fraction = shift < 64 ? fraction << shift : 0;
    exponent = -1022 - shift;
  }
  char *out = text;
  if (signbit(value))
    *out++ = '-';
  *out++ = '0';
  *out++ = 'x';
  *out++ = '1';
  if (fraction)
    *out++ = '.';
  for (; fraction; fraction <<= 4)
    *out++ = hex_digits[fraction >> 60];
  *out++ = 'p';
  if (exponent >= 0)
    *out++ = '+';
  return (gsize)(out - text) + write_integer(exponent, out);
}

UlpValueStyle ulp_value_style(UlpFormat format) {
  g_autofree char *hex = ulp_bits_to_hex(format, 0);
  return (UlpValueStyle){format, ulp_format_fits_fp64(format), (guint)strlen(hex) - 2};
}

gsize ulp_bits_write_hex(const UlpValueStyle *style, UlpBits bits, char *text) {
  text[0] = '0';
  text[1] = 'x';
  for (guint i = style->hex_digits; i > 0; i--, bits >>= 4)
    text[1 + i] = hex_digits[(guint)bits & 15];
  return 2 + style->hex_digits;
}
