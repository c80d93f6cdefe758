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

/* A decimal of at most `most` digits; NULL where the number is none. */
static char *decimal_of(mpq_srcptr rational, gboolean negative, guint most) {
  char *text = NULL;
  mpz_t integer, rest, power;
  mpz_inits(integer, rest, power, NULL);
  mpz_set(rest, mpq_denref(rational));
  const gsize twos = remove_factor(rest, 2), fives = remove_factor(rest, 5), decimals = MAX(twos, fives);
  if (mpz_cmp_ui(rest, 1) == 0 && decimals < most) {
    mpz_ui_pow_ui(power, 10, decimals);
    mpz_mul(integer, mpq_numref(rational), power);
    mpz_divexact(integer, integer, mpq_denref(rational));
    mpz_abs(integer, integer);
    if (mpz_sizeinbase(integer, 2) < 4 * (gsize)most) {
      g_autofree char *digits = mpz_get_str(NULL, 10, integer), *zeros = g_strnfill(decimals + 1, '0');
      g_autoptr(GString) padded = g_string_new(strlen(digits) <= decimals ? zeros : "");
      if (padded->len)
        g_string_truncate(padded, decimals + 1 - strlen(digits));
      g_string_append(padded, digits);
      if (decimals)
        g_string_insert_c(padded, (gssize)(padded->len - decimals), '.');
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
  char *text = real->is_rational ? decimal_of(real->rational, mpfr_signbit(real->exact) != 0, most) : NULL;
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

/* --- how a decimal becomes binary --- */

#define MOST_CHARACTERS 16 /* of a number that is doubled or halved */

/* Splits the magnitude: `whole` and `fraction` are set up; FALSE where it is not known as a quotient. */
static gboolean split(const UlpReal *real, mpz_ptr whole, mpq_ptr fraction) {
  mpz_init(whole);
  mpq_init(fraction);
  if (!real->is_rational)
    return FALSE;
  mpq_abs(fraction, real->rational);
  mpz_tdiv_qr(whole, mpq_numref(fraction), mpq_numref(fraction), mpq_denref(fraction));
  return TRUE;
}

static gboolean append(GString *list, char *number) {
  const gboolean is_short = number && strlen(number) <= MOST_CHARACTERS;
  if (is_short)
    g_string_append_printf(list, "%s%s", list->len ? " " : "", number);
  g_free(number);
  return is_short;
}

/* NULL where a number is too long to be written, or there is none. */
static char *finish(GString *list, gboolean all_short, gboolean more) {
  if (more)
    g_string_append(list, " …");
  return g_string_free(list, !all_short || list->len == 0);
}

char *ulp_real_doubled_text(const UlpReal *real, guint most) {
  GString *list = g_string_new(NULL);
  mpz_t whole;
  mpq_t fraction;
  gboolean all_short = split(real, whole, fraction);
  for (guint i = 0; i < most && all_short && mpq_sgn(fraction); i++) {
    mpq_mul_2exp(fraction, fraction, 1);
    all_short = append(list, decimal_of(fraction, FALSE, MOST_CHARACTERS));
    if (mpz_cmp(mpq_numref(fraction), mpq_denref(fraction)) >= 0)
      mpz_sub(mpq_numref(fraction), mpq_numref(fraction), mpq_denref(fraction));
  }
  char *text = finish(list, all_short, mpq_sgn(fraction) != 0);
  mpz_clear(whole);
  mpq_clear(fraction);
  return text;
}

char *ulp_real_halved_text(const UlpReal *real, guint most) {
  GString *list = g_string_new(NULL);
  mpz_t whole;
  mpq_t fraction;
  gboolean all_short = split(real, whole, fraction);
  const gboolean is_there = all_short && mpz_sgn(whole);
  for (guint i = 0; i < most && is_there && all_short && (i == 0 || mpz_sgn(whole)); i++) {
    if (i)
      mpz_tdiv_q_2exp(whole, whole, 1);
    all_short = mpz_sizeinbase(whole, 10) <= MOST_CHARACTERS && append(list, mpz_get_str(NULL, 10, whole));
  }
  char *text = finish(list, all_short, mpz_sgn(whole) != 0);
  mpz_clear(whole);
  mpq_clear(fraction);
  return text;
}
