/* Errors of typed values: as doubles and as text. */
#include "core/number/real-private.h"

#include "core/base/i18n.h"
#include "core/number/big.h"

#include <math.h>

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

/* Sets up `difference`: stored minus real. TRUE when the true one lies further from 0, by less than the last bit. */
static gboolean subtract(const UlpReal *real, UlpFormat format, UlpBits stored, mpfr_ptr difference) {
  mpfr_t value;
  mpfr_init2(value, DIFFERENCE_BITS);
  mpfr_init2(difference, DIFFERENCE_BITS);
  ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(format), stored), value);
  gboolean inexact = mpfr_sub(difference, value, real->exact, MPFR_RNDZ) != 0;
  if (real->inexact && mpfr_number_p(difference))
    subtract_rest(difference, &inexact, mpfr_signbit(real->exact) != 0);
  mpfr_clear(value);
  return inexact;
}

/* One ulp at the number, as an exponent of 2. */
static int ulp_of(const UlpReal *real, UlpFormat format) {
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
  return error_in(real, format, stored, ulp_of(real, format));
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

static char *text_of_difference(mpfr_srcptr difference) {
  const gboolean negative = mpfr_signbit(difference) != 0;
  if (mpfr_zero_p(difference) || mpfr_get_exp(difference) <= LOWEST_EXPONENT)
    return g_strdup(negative ? N_("above -4.94066e-324") : N_("below 4.94066e-324"));
  if (mpfr_get_exp(difference) > HIGHEST_EXPONENT)
    return g_strdup(negative ? N_("below -1e+161614248") : N_("above 1e+161614248"));
  g_autofree char *digits = ulp_mpfr_to_text(difference, TEXT_DIGITS);
  return g_strconcat(negative ? "" : "+", digits, NULL);
}

static char *text_in(const UlpReal *real, UlpFormat format, UlpBits stored, int scale) {
  static const char *const words[] = {
      [ULP_REAL_EXACT] = N_("0 (exact)"),
      [ULP_REAL_OVERFLOW] = N_("overflow"),
      [ULP_REAL_SATURATED] = N_("saturated"),
      [ULP_REAL_NAN] = N_("none"),
  };
  const UlpRealFit fit = ulp_real_fit(real, format, stored);
  if (fit != ULP_REAL_ROUNDED)
    return g_strdup(words[fit]);
  mpfr_t difference;
  subtract(real, format, stored, difference);
  mpfr_mul_2si(difference, difference, -scale, MPFR_RNDZ);
  char *text = text_of_difference(difference);
  mpfr_clear(difference);
  return text;
}

char *ulp_real_error_text(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return text_in(real, format, stored, 0);
}

char *ulp_real_error_ulps_text(const UlpReal *real, UlpFormat format, UlpBits stored) {
  return text_in(real, format, stored, ulp_of(real, format));
}
