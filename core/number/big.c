/* Between the codec's unpacked values and MPFR. */
#include "core/number/big.h"

#include <stdlib.h>
#include <string.h>

/* Far outside every format, well inside UlpUnpacked's range. */
#define EXPONENT_LIMIT (1 << 29)

#define KNOWN_DIGITS 30

static UlpBits bits_from_mpz(mpz_srcptr integer) {
  guint64 words[2] = {0};
  mpz_export(words, NULL, -1, sizeof words[0], 0, 0, integer);
  return (UlpBits)words[1] << 64 | words[0];
}

void ulp_bits_to_mpz(UlpBits bits, mpz_ptr integer) {
  const guint64 words[2] = {(guint64)bits, (guint64)(bits >> 64)};
  mpz_import(integer, 2, -1, sizeof words[0], 0, 0, words);
}

UlpUnpacked ulp_unpacked_from_mpfr(mpfr_srcptr big, gboolean inexact) {
  UlpUnpacked value = {.class_ = ULP_CLASS_NORMAL, .negative = mpfr_signbit(big) != 0, .sticky = inexact};

  if (mpfr_nan_p(big)) {
    value.class_ = ULP_CLASS_QUIET_NAN;
  } else if (mpfr_inf_p(big)) {
    value.class_ = ULP_CLASS_INFINITE;
  } else if (mpfr_zero_p(big)) {
    value.class_ = inexact ? ULP_CLASS_NORMAL : ULP_CLASS_ZERO;
    value.exponent = -EXPONENT_LIMIT;
  } else {
    mpfr_t top;
    mpz_t significand;
    mpfr_init2(top, 126);
    mpz_init(significand);
    value.sticky |= mpfr_set(top, big, MPFR_RNDZ) != 0;
    const mpfr_exp_t exponent = mpfr_get_z_2exp(significand, top);
    value.exponent = CLAMP(exponent, -EXPONENT_LIMIT, EXPONENT_LIMIT);
    mpz_abs(significand, significand);
    value.significand = bits_from_mpz(significand);
    mpz_clear(significand);
    mpfr_clear(top);
  }
  return value;
}

void ulp_unpacked_to_mpfr(UlpUnpacked value, mpfr_ptr big) {
  mpz_t significand;

  switch (value.class_) {
  case ULP_CLASS_QUIET_NAN:
  case ULP_CLASS_SIGNALLING_NAN:
    mpfr_set_nan(big);
    break;
  case ULP_CLASS_INFINITE:
    mpfr_set_inf(big, 1);
    break;
  default:
    mpz_init(significand);
    ulp_bits_to_mpz(value.significand, significand);
    mpfr_set_z_2exp(big, significand, value.exponent, MPFR_RNDN);
    mpz_clear(significand);
    break;
  }
  mpfr_setsign(big, big, value.negative, MPFR_RNDN);
}

/* Shortens the decimal 0.TEXT * 10^point to `n` digits: to nearest, the middle to even. */
static void round_digits(GString *text, gsize n, mpfr_exp_t *point) {
  const char *rest = text->str + n;
  const int beyond_half = *rest != '5' ? *rest - '5' : strspn(rest + 1, "0") < strlen(rest + 1);
  const gboolean up = beyond_half > 0 || (beyond_half == 0 && (text->str[n - 1] - '0') % 2);
  g_string_truncate(text, n);
  if (!up)
    return;
  while (n > 0 && text->str[n - 1] == '9')
    text->str[--n] = '0';
  if (n > 0) {
    text->str[n - 1]++;
  } else {
    text->str[0] = '1';
    ++*point;
  }
}

char *ulp_mpfr_to_text(mpfr_srcptr value, gsize digits) {
  char all[KNOWN_DIGITS + 2];
  mpfr_exp_t point; /* 0.DIGITS * 10^point */
  mpfr_get_str(all, &point, 10, KNOWN_DIGITS, value, MPFR_RNDN);
  const gboolean negative = *all == '-';
  g_autoptr(GString) text = g_string_new(all + negative);
  round_digits(text, digits, &point);
  while (text->len > 1 && text->str[text->len - 1] == '0')
    g_string_truncate(text, text->len - 1);

  if (point <= -4 || point > (mpfr_exp_t)digits) {
    if (text->len > 1)
      g_string_insert_c(text, 1, '.');
    g_string_append_printf(text, "e%c%02ld", point < 1 ? '-' : '+', labs((long)point - 1));
  } else if (point <= 0) {
    g_autofree char *zeros = g_strnfill((gsize)-point, '0');
    g_string_prepend(text, zeros);
    g_string_prepend(text, "0.");
  } else if (text->len > (gsize)point) {
    g_string_insert_c(text, point, '.');
  } else {
    while (text->len < (gsize)point)
      g_string_append_c(text, '0');
  }
  return g_strconcat(negative ? "-" : "", text->str, NULL);
}
