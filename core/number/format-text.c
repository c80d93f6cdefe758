/* Text of stored values: exact decimal, shortest decimal, hex float, hex pattern. */
#include "core/number/big.h"
#include "core/number/format.h"

#include <string.h>

#define POWER_DIGITS 6

/* The text of a value that has no digits; NULL for other values. */
static const char *text_of_special(UlpUnpacked value) {
  switch (value.class_) {
  case ULP_CLASS_QUIET_NAN:
  case ULP_CLASS_SIGNALLING_NAN:
    return "nan";
  case ULP_CLASS_INFINITE:
    return value.negative ? "-inf" : "inf";
  case ULP_CLASS_ZERO:
    return value.negative ? "-0" : "0";
  default:
    return NULL;
  }
}

/* `digits` * 10^-`decimals` without an exponent. */
static char *positional(gboolean negative, const char *digits, gsize decimals) {
  const gsize length = strlen(digits);
  GString *text = g_string_new(negative ? "-" : "");

  if (length <= decimals) {
    g_string_append(text, "0.");
    for (gsize i = length; i < decimals; i++)
      g_string_append_c(text, '0');
    g_string_append(text, digits);
  } else {
    g_string_append(text, digits);
    if (decimals)
      g_string_insert_c(text, text->len - decimals, '.');
  }
  return g_string_free(text, FALSE);
}

char *ulp_bits_to_decimal(UlpFormat format, UlpBits bits) {
  UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  const char *special = text_of_special(value);
  gsize decimals = 0;
  mpz_t integer, power;

  if (special)
    return g_strdup(special);
  for (; !(value.significand & 1); value.significand >>= 1)
    value.exponent++;

  mpz_inits(integer, power, NULL);
  ulp_bits_to_mpz(value.significand, integer);
  if (value.exponent >= 0) {
    mpz_mul_2exp(integer, integer, value.exponent);
  } else { /* odd * 2^-k = odd * 5^k * 10^-k */
    decimals = -value.exponent;
    mpz_ui_pow_ui(power, 5, decimals);
    mpz_mul(integer, integer, power);
  }
  g_autofree char *digits = g_malloc(mpz_sizeinbase(integer, 10) + 2);
  mpz_get_str(digits, 10, integer);
  mpz_clears(integer, power, NULL);
  return positional(value.negative, digits, decimals);
}

/* A positive decimal 0.DIGITS * 10^exponent. */
typedef struct {
  char digits[64];
  mpfr_exp_t exponent;
} Decimal;

/* Whether all numbers beyond `bits` are stored as `bits`, too: the largest value of a format without infinity and NaN. */
static gboolean is_where_all_ends(UlpLayout layout, UlpBits bits) {
  const UlpUnpacked infinity = {.class_ = ULP_CLASS_INFINITE};
  return ulp_pack(layout, infinity, ULP_ROUND_RN, ULP_PROFILE_IEEE) == bits;
}

/* Rounds `big` > 0 to `n` digits; TRUE when they read back to the significand and exponent of `bits` under rn. At the
 * end of a format that saturates any larger number would: there they stay below `big`. */
static gboolean round_trips(UlpLayout layout, UlpBits bits, mpfr_srcptr big, gsize n, mpfr_rnd_t round,
                            Decimal *decimal) {
  char text[96];
  mpfr_t back;

  mpfr_get_str(decimal->digits, &decimal->exponent, 10, n, big, round);
  g_snprintf(text, sizeof text, "0.%se%ld", decimal->digits, (long)decimal->exponent);
  mpfr_init2(back, 256);
  const gboolean inexact = mpfr_strtofr(back, text, NULL, 10, MPFR_RNDZ) != 0;
  const UlpUnpacked value = ulp_unpacked_from_mpfr(back, inexact);
  const gboolean larger = mpfr_cmp(back, big) > 0;
  mpfr_clear(back);
  return ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE) == bits &&
         !(larger && is_where_all_ends(layout, bits));
}

/* The nearest decimal of `n` digits, or else one on either side: at a power of two the gap below is half the gap above,
 * so that the nearest may miss where a farther one does not. */
static gboolean shorten(UlpLayout layout, UlpBits bits, mpfr_srcptr big, gsize n, Decimal *decimal) {
  return round_trips(layout, bits, big, n, MPFR_RNDN, decimal) ||
         round_trips(layout, bits, big, n, MPFR_RNDU, decimal) || round_trips(layout, bits, big, n, MPFR_RNDD, decimal);
}

/* Without an exponent from 1e-5 to below 1e16, else d.ddde-7. */
static char *decimal_text(gboolean negative, Decimal *decimal) {
  const gint64 length = strlen(decimal->digits), exponent = decimal->exponent;

  if (exponent > 16 || exponent < -4)
    return g_strdup_printf("%s%c%s%se%" G_GINT64_FORMAT, negative ? "-" : "", decimal->digits[0], length > 1 ? "." : "",
                           decimal->digits + 1, exponent - 1);
  for (gint64 i = length; i < exponent; i++)
    g_strlcat(decimal->digits, "0", sizeof decimal->digits);
  return positional(negative, decimal->digits, MAX(length - exponent, 0));
}

/* Read back as numbers of `layout`, which holds all of `format`. */
static char *shortest_text(UlpFormat format, UlpBits bits, UlpLayout layout) {
  UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  const char *special = text_of_special(value);
  Decimal decimal;
  mpfr_t big;

  if (special)
    return g_strdup(special);
  const gboolean negative = value.negative;
  value.negative = FALSE;
  mpfr_init2(big, 128);
  ulp_unpacked_to_mpfr(value, big);
  const UlpBits positive = ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE);

  /* ceil(1 + p log10(2)) digits always do, and n + 1 do where n do, so halve. */
  gsize low = 1, high = 2 + ulp_layout_significand_bits(layout) * 30103 / 100000;
  while (low < high) {
    const gsize middle = (low + high) / 2;
    if (shorten(layout, positive, big, middle, &decimal))
      high = middle;
    else
      low = middle + 1;
  }
  shorten(layout, positive, big, low, &decimal);
  mpfr_clear(big);
  return decimal_text(negative, &decimal);
}

char *ulp_bits_to_text(UlpFormat format, UlpBits bits) {
  return shortest_text(format, bits, ulp_layout(ulp_format_fits_fp64(format) ? ULP_FORMAT_FP64 : format));
}

char *ulp_bits_to_shortest(UlpFormat format, UlpBits bits) { return shortest_text(format, bits, ulp_layout(format)); }

char *ulp_bits_to_hexfloat(UlpFormat format, UlpBits bits) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  const char *sign = value.negative ? "-" : "";
  char digits[33];

  if (value.class_ == ULP_CLASS_ZERO)
    return g_strdup_printf("%s0x0p+0", sign);
  if (text_of_special(value))
    return g_strdup(text_of_special(value));

  const int top = ulp_top_bit_128(value.significand);
  UlpBits rest = value.significand << (127 - top) << 1; /* what follows the leading 1, from bit 127 down */
  guint n = 0;
  for (; rest; rest <<= 4)
    digits[n++] = "0123456789abcdef"[(guint)(rest >> 124)];
  digits[n] = '\0';
  return g_strdup_printf("%s0x1%s%sp%+d", sign, n ? "." : "", digits, value.exponent + top);
}

char *ulp_bits_to_hex(UlpFormat format, UlpBits bits) {
  const guint n = (ulp_layout(format).container_bits + 3) / 4;
  char digits[33];

  for (guint i = 0; i < n; i++)
    digits[n - 1 - i] = "0123456789abcdef"[(guint)(bits >> (4 * i)) & 15];
  digits[n] = '\0';
  return g_strconcat("0x", digits, NULL);
}

char *ulp_bits_to_significand(UlpFormat format, UlpBits bits, int *power) {
  const UlpLayout layout = ulp_layout(format);
  const int significand_bits = ulp_layout_significand_bits(layout);
  UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpUnpacked scale =
      value.class_ == ULP_CLASS_NORMAL ? value : ulp_unpack(layout, ulp_format_smallest_normal(format));
  *power = scale.exponent + ulp_top_bit_128(scale.significand);
  value.exponent -= *power;
  value.negative = FALSE;
  const UlpFormat wide = significand_bits <= 53 ? ULP_FORMAT_FP64
                                                : ULP_FORMAT_PACK(128, 0, ULP_CODING_BINARY, 15, significand_bits - 1,
                                                                  16383, ULP_NAN_IEEE, ULP_HAS_IEEE);
  const UlpBits scaled = ulp_pack(ulp_layout(wide), value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_autofree char *shortest = ulp_bits_to_text(wide, scaled), *all = ulp_bits_to_decimal(wide, scaled);
  return g_strconcat(g_str_equal(shortest, all) ? "" : ULP_ABOUT, shortest, NULL);
}

char *ulp_power_to_text(int exponent) {
  const gboolean all = exponent >= -8 && exponent <= 19; /* 0.00390625 and 524288 */
  mpfr_t power;
  mpfr_init2(power, MPFR_PREC_MIN);
  mpfr_set_ui_2exp(power, 1, exponent, MPFR_RNDN);
  g_autofree char *text = ulp_mpfr_to_text(power, POWER_DIGITS);
  mpfr_clear(power);
  return g_strconcat(all ? "" : ULP_ABOUT, text, NULL);
}
