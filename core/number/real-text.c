/* Typed values as decimals and in binary. */
#include "core/number/big.h"
#include "core/number/real-private.h"

#include <string.h>

#define ABOUT_DIGITS 17

static char *about(const UlpReal *real) {
  if (!mpfr_regular_p(real->exact))
    return g_strconcat(ULP_ABOUT, mpfr_signbit(real->exact) ? "-0" : "0", NULL);
  g_autofree char *digits = ulp_mpfr_to_text(real->exact, ABOUT_DIGITS);
  return g_strconcat(ULP_ABOUT, digits, NULL);
}

/* How often `factor` divides `integer`, which loses those factors. */
static gsize remove_factor(mpz_ptr integer, unsigned long factor) {
  mpz_t divisor;
  mpz_init_set_ui(divisor, factor);
  const gsize times = mpz_remove(integer, integer, divisor);
  mpz_clear(divisor);
  return times;
}

/* A rational number that is a decimal of at most `most` digits; NULL where it is none. */
static char *decimal_of(const UlpReal *real, guint most) {
  char *text = NULL;
  mpz_t integer, rest, power;
  mpz_inits(integer, rest, power, NULL);
  mpz_set(rest, mpq_denref(real->rational));
  const gsize twos = remove_factor(rest, 2), fives = remove_factor(rest, 5), decimals = MAX(twos, fives);
  if (mpz_cmp_ui(rest, 1) == 0 && decimals < most) {
    mpz_ui_pow_ui(power, 10, decimals);
    mpz_mul(integer, mpq_numref(real->rational), power);
    mpz_divexact(integer, integer, mpq_denref(real->rational));
    mpz_abs(integer, integer);
    if (mpz_sizeinbase(integer, 2) < 4 * (gsize)most) {
      g_autofree char *digits = mpz_get_str(NULL, 10, integer), *zeros = g_strnfill(decimals + 1, '0');
      g_autoptr(GString) padded = g_string_new(strlen(digits) <= decimals ? zeros : "");
      if (padded->len)
        g_string_truncate(padded, decimals + 1 - strlen(digits));
      g_string_append(padded, digits);
      if (decimals)
        g_string_insert_c(padded, (gssize)(padded->len - decimals), '.');
      const gboolean negative = mpfr_signbit(real->exact) != 0;
      text = padded->len <= most + 2 ? g_strconcat(negative ? "-" : "", padded->str, NULL) : NULL;
    }
  }
  mpz_clears(integer, rest, power, NULL);
  return text;
}

char *ulp_real_to_decimal(const UlpReal *real, guint most) {
  if (ulp_unpacked_is_nan(real->value))
    return g_strdup("nan");
  if (real->value.class_ == ULP_CLASS_INFINITE)
    return g_strdup(real->value.negative ? "-inf" : "inf");
  char *text = real->is_rational ? decimal_of(real, most) : NULL;
  return text ? text : about(real);
}

char *ulp_real_to_binary(const UlpReal *real, guint most, int *power, gboolean *more) {
  if (!mpfr_regular_p(real->exact))
    return NULL;
  mpfr_t top;
  mpfr_exp_t exponent;
  mpfr_init2(top, most);
  *more = mpfr_set(top, real->exact, MPFR_RNDZ) != 0 || real->inexact;
  mpfr_abs(top, top, MPFR_RNDZ);
  g_autoptr(GString) digits = g_string_new(NULL);
  char *all = mpfr_get_str(NULL, &exponent, 2, most, top, MPFR_RNDZ);
  g_string_append(digits, all);
  mpfr_free_str(all);
  mpfr_clear(top);
  while (!*more && digits->len > 1 && digits->str[digits->len - 1] == '0')
    g_string_truncate(digits, digits->len - 1);
  *power = (int)CLAMP(exponent - 1, G_MININT, G_MAXINT);
  return g_strdup(digits->str);
}
