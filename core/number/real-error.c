/* Errors of typed values: as doubles and as text. */
#include "core/number/real-private.h"

#include "core/base/i18n.h"
#include "core/number/big.h"
#include "core/number/literal.h"

#include <math.h>
#include <string.h>

#define DIFFERENCE_BITS 128
#define LOWEST_EXPONENT (-1074)    /* of a double, 4.94066e-324; below it real.c keeps no digits */
#define HIGHEST_EXPONENT (1 << 29) /* above 1e+161614248; beyond it a typed number may not be what MPFR holds of it */
#define TEXT_DIGITS 6

/* What lies beyond the last bit of `exact` is subtracted from its difference to a stored value, which it moves away from
 * the sign of `exact` by less than anything the difference's last bit could be worth. */
static void subtract_rest(mpfr_ptr difference, gboolean *inexact, gboolean negative) {
  const gboolean towards_zero = !mpfr_zero_p(difference) && (mpfr_signbit(difference) != 0) == negative;
  if (mpfr_zero_p(difference))
    mpfr_setsign(difference, difference, !negative, MPFR_RNDZ);
  else if (towards_zero && !*inexact && negative)
    mpfr_nextabove(difference);
  else if (towards_zero && !*inexact)
    mpfr_nextbelow(difference);
  *inexact = TRUE;
}

/* `difference` = stored minus a rational number, exactly. */
static void subtract_rational(const UlpReal *real, UlpFormat format, UlpBits stored, mpq_ptr difference) {
  mpfr_t value;
  mpfr_init2(value, DIFFERENCE_BITS);
  ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(format), stored), value);
  mpfr_get_q(difference, value);
  mpq_sub(difference, difference, real->rational);
  mpfr_clear(value);
}

/* Sets up `difference`: stored minus real. TRUE when the true one lies further from 0, by less than the last bit. */
static gboolean subtract(const UlpReal *real, UlpFormat format, UlpBits stored, mpfr_ptr difference) {
  mpfr_t value;
  mpfr_init2(difference, DIFFERENCE_BITS);
  if (real->is_rational && ulp_bits_class(format, stored) < ULP_CLASS_INFINITE) {
    mpq_t rational;
    mpq_init(rational);
    subtract_rational(real, format, stored, rational);
    const gboolean cut = mpfr_set_q(difference, rational, MPFR_RNDZ) != 0;
    mpq_clear(rational);
    return cut;
  }
  mpfr_init2(value, DIFFERENCE_BITS);
  ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(format), stored), value);
  gboolean inexact = mpfr_sub(difference, value, real->exact, MPFR_RNDZ) != 0;
  if (real->inexact && mpfr_number_p(difference))
    subtract_rest(difference, &inexact, mpfr_signbit(real->exact) != 0);
  mpfr_clear(value);
  return inexact;
}

int ulp_real_ulp_exponent(const UlpReal *real, UlpFormat format) {
  const gboolean has_top = mpfr_regular_p(real->exact); /* else 0, or a special value, whose error needs no ulp */
  return has_top ? ulp_format_ulp_exponent(format, mpfr_get_exp(real->exact) - 1) : ulp_bits_ulp_exponent(format, 0);
}

/* --- as doubles --- */

/* Rounded once; what is not 0 does not become 0. */
static double nonzero_double(UlpUnpacked value) {
  const UlpBits bits = ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const double rounded = ulp_bits_to_double(ULP_FORMAT_FP64, bits);
  const gboolean lost = rounded == 0 && value.class_ != ULP_CLASS_ZERO;
  return lost ? copysign(0x1p-1074, value.negative ? -1 : 1) : rounded;
}

static double error_in(const UlpReal *real, UlpFormat format, UlpBits stored, int scale) {
  mpfr_t difference;
  const gboolean inexact = subtract(real, format, stored, difference);
  UlpUnpacked error = ulp_unpacked_from_mpfr(difference, inexact);
  mpfr_clear(difference);
  error.exponent -= scale;
  return nonzero_double(error);
}

double ulp_real_error(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return error_in(real, format, stored, 0);
}

double ulp_real_error_ulps(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return error_in(real, format, stored, ulp_real_ulp_exponent(real, format));
}

double ulp_real_relative_error(const UlpReal *real, UlpFormat format, UlpBits stored) {
  const double error = ulp_real_error(real, format, stored);
  if (error == 0 || isnan(error) || !mpfr_regular_p(real->exact))
    return error;
  mpfr_t difference;
  gboolean inexact = subtract(real, format, stored, difference);
  const gboolean negative = mpfr_signbit(real->exact) != 0;
  inexact |= mpfr_div(difference, difference, real->exact, MPFR_RNDZ) != 0;
  if (negative)
    mpfr_neg(difference, difference, MPFR_RNDZ);
  const double relative = nonzero_double(ulp_unpacked_from_mpfr(difference, inexact));
  mpfr_clear(difference);
  return relative;
}

/* --- as text --- */

UlpRealFit ulp_real_fit(const UlpReal *real, UlpFormat format, UlpBits stored) {
  const UlpClass class_ = ulp_bits_class(format, stored);
  if (ulp_unpacked_is_nan(real->value))
    return ULP_REAL_NAN;
  if (real->value.class_ == ULP_CLASS_INFINITE && class_ == ULP_CLASS_INFINITE)
    return ULP_REAL_EXACT;
  if (class_ >= ULP_CLASS_INFINITE)
    return ULP_REAL_OVERFLOW;
  if (real->value.class_ == ULP_CLASS_INFINITE)
    return ULP_REAL_SATURATED;
  mpfr_t difference;
  const gboolean inexact = subtract(real, format, stored, difference);
  const gboolean exact = !inexact && mpfr_zero_p(difference);
  mpfr_clear(difference);
  return exact ? ULP_REAL_EXACT : ULP_REAL_ROUNDED;
}

/* Whether `digits` are all of a rational number's difference, times 2^-scale, to what is stored. */
static gboolean says_all(const UlpReal *real, UlpFormat format, UlpBits stored, int scale, const char *digits) {
  if (!real->is_rational)
    return FALSE;
  mpq_t difference, said;
  mpq_inits(difference, said, NULL);
  subtract_rational(real, format, stored, difference);
  gboolean all = ulp_literal_to_mpq(digits, digits + strlen(digits), 2 * ULP_FORMAT_MAX_EXPONENT, said);
  if (scale > 0)
    mpq_mul_2exp(said, said, (mp_bitcnt_t)scale);
  else
    mpq_div_2exp(said, said, (mp_bitcnt_t)-scale);
  all = all && mpq_equal(difference, said);
  mpq_clears(difference, said, NULL);
  return all;
}

/* Of an error that is not 0: `difference` times 2^-scale. */
static char *text_of_difference(const UlpReal *real, UlpFormat format, UlpBits stored, int scale) {
  mpfr_t difference;
  subtract(real, format, stored, difference);
  mpfr_mul_2si(difference, difference, -scale, MPFR_RNDZ);
  const gboolean negative = mpfr_signbit(difference) != 0,
                 tiny =
                     !mpfr_regular_p(difference) || (!real->is_rational && mpfr_get_exp(difference) <= LOWEST_EXPONENT);
  const gboolean huge = !tiny && mpfr_get_exp(difference) > HIGHEST_EXPONENT;
  g_autofree char *digits = tiny || huge ? NULL : ulp_mpfr_to_text(difference, TEXT_DIGITS);
  mpfr_clear(difference);
  if (tiny)
    return g_strdup(negative ? N_("above -4.94066e-324") : N_("below 4.94066e-324"));
  if (huge)
    return g_strdup(negative ? N_("below -1e+161614248") : N_("above 1e+161614248"));
  const char *about = says_all(real, format, stored, scale, digits) ? "" : ULP_ABOUT;
  return g_strconcat(about, negative ? "" : "+", digits, NULL);
}

static char *text_in(const UlpReal *real, UlpFormat format, UlpBits stored, int scale) {
  static const char *const words[] = {
      [ULP_REAL_EXACT] = N_("0 (exact)"),
      [ULP_REAL_OVERFLOW] = N_("overflow"),
      [ULP_REAL_SATURATED] = N_("saturated"),
      [ULP_REAL_NAN] = N_("none"),
  };
  const UlpRealFit fit = ulp_real_fit(real, format, stored);
  return fit == ULP_REAL_ROUNDED ? text_of_difference(real, format, stored, scale) : g_strdup(words[fit]);
}

char *ulp_real_error_text(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return text_in(real, format, stored, 0);
}

char *ulp_real_error_ulps_text(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return text_in(real, format, stored, ulp_real_ulp_exponent(real, format));
}

char *ulp_about_words(const char *text) {
  const gboolean about = g_str_has_prefix(text, ULP_ABOUT);
  return about ? g_strdup_printf(_("about %s"), text + strlen(ULP_ABOUT)) : g_strdup(*text ? _(text) : "");
}
