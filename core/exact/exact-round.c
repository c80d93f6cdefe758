/* From the accumulator to a format, an error, or text. */
#include "core/exact/exact-limbs.h"

#include "core/number/big.h"

#include <gmp.h>
#include <math.h>

#define KEPT_BITS 120 /* of the magnitude; the rest is the sticky bit */

static UlpClass special_class(const UlpExact *exact) {
  const guint32 infinities = exact->seen & (ULP_SEEN_POSITIVE_INFINITY | ULP_SEEN_NEGATIVE_INFINITY);
  if (exact->seen & ULP_SEEN_NAN || infinities == (ULP_SEEN_POSITIVE_INFINITY | ULP_SEEN_NEGATIVE_INFINITY))
    return ULP_CLASS_QUIET_NAN;
  return infinities ? ULP_CLASS_INFINITE : ULP_CLASS_NORMAL;
}

static void negate(UlpExact *exact) {
  for (guint k = 0; k < ULP_EXACT_LIMBS; k++)
    exact->limb[k] = -exact->limb[k];
  ulp_exact_state_propagate(exact);
}

/* Limbs of |sum|, each in [0, 2^32); TRUE when the sum is below zero. */
static gboolean magnitude(const UlpExact *exact, UlpExact *absolute) {
  *absolute = *exact;
  ulp_exact_state_propagate(absolute);
  const gboolean negative = absolute->limb[ULP_EXACT_LIMBS - 1] < 0;
  if (negative)
    negate(absolute);
  return negative;
}

static int bit_length(guint64 value) { return value ? 64 - __builtin_clzll(value) : 0; }

static int magnitude_bits(const UlpExact *absolute) {
  for (int k = ULP_EXACT_LIMBS - 1; k >= 0; k--)
    if (absolute->limb[k])
      return k * ULP_EXACT_SPACING + bit_length((guint64)absolute->limb[k]);
  return 0;
}

/* The finite sum, cut to KEPT_BITS. */
static UlpUnpacked unpack_finite(const UlpExact *exact) {
  UlpExact absolute;
  UlpUnpacked value = {.class_ = ULP_CLASS_NORMAL, .negative = magnitude(exact, &absolute)};
  const int cut = MAX(magnitude_bits(&absolute) - KEPT_BITS, 0);
  for (int k = 0; k < ULP_EXACT_LIMBS; k++) {
    const guint64 limb = (guint64)absolute.limb[k];
    const int shift = k * ULP_EXACT_SPACING - cut;
    if (shift >= 0 && limb) {
      value.significand |= (UlpBits)limb << shift;
    } else if (shift > -ULP_EXACT_SPACING && shift < 0) {
      value.significand |= limb >> -shift;
      value.sticky |= (limb << (64 + shift)) != 0;
    } else {
      value.sticky |= limb != 0;
    }
  }
  value.exponent = cut + ULP_EXACT_UNIT_EXPONENT;
  if (value.significand == 0) {
    value.class_ = ULP_CLASS_ZERO;
    value.negative = exact->seen == ULP_SEEN_NEGATIVE_ZERO;
  }
  return value;
}

UlpBits ulp_exact_round(const UlpExact *exact, UlpFormat format, UlpRound round) {
  UlpUnpacked value = {.class_ = special_class(exact)};
  if (value.class_ == ULP_CLASS_QUIET_NAN)
    return ulp_format_nan(format);
  if (value.class_ == ULP_CLASS_INFINITE)
    value.negative = (exact->seen & ULP_SEEN_NEGATIVE_INFINITY) != 0;
  else
    value = unpack_finite(exact);
  return ulp_pack(ulp_layout(format), value, round, ULP_PROFILE_IEEE);
}

double ulp_exact_to_double(const UlpExact *exact) {
  return ulp_bits_to_double(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN));
}

static int ulp_exponent_at(const UlpExact *exact, UlpFormat format) {
  UlpExact absolute;
  magnitude(exact, &absolute);
  const int bits = magnitude_bits(&absolute);
  return bits ? ulp_format_ulp_exponent(format, bits - 1 + ULP_EXACT_UNIT_EXPONENT) : ulp_bits_ulp_exponent(format, 0);
}

static UlpExact value_minus_sum(const UlpExact *exact, UlpFormat format, UlpBits bits) {
  UlpExact difference = *exact;
  ulp_exact_state_propagate(&difference);
  negate(&difference);
  ulp_exact_add(&difference, ulp_bits_to_double(format, bits));
  difference.seen = ULP_SEEN_OTHER; /* no error is +0 */
  return difference;
}

/* (value - sum) / 2^scale */
static double scaled_error(const UlpExact *exact, UlpFormat format, UlpBits bits, int scale) {
  const UlpExact difference = value_minus_sum(exact, format, bits);
  UlpUnpacked error = unpack_finite(&difference);
  error.exponent -= scale;
  return ulp_bits_to_double(ULP_FORMAT_FP64,
                            ulp_pack(ulp_layout(ULP_FORMAT_FP64), error, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

/* Answers where the value or the sum is not finite: any finite sum does for the real one, which may be beyond fp64. */
static gboolean special_error(const UlpExact *exact, UlpFormat format, UlpBits bits, double *error) {
  const double value = ulp_bits_to_double(format, bits);
  const gboolean finite_sum = special_class(exact) == ULP_CLASS_NORMAL;
  if (isfinite(value) && finite_sum)
    return FALSE;
  *error = value - (finite_sum ? 0.0 : ulp_exact_to_double(exact));
  return TRUE;
}

double ulp_exact_error(const UlpExact *exact, UlpFormat format, UlpBits value) {
  double error;
  return special_error(exact, format, value, &error) ? error : scaled_error(exact, format, value, 0);
}

double ulp_exact_error_in_ulps_of(const UlpExact *exact, UlpFormat format, UlpBits value, UlpFormat unit) {
  double error;
  if (special_error(exact, format, value, &error))
    return error;
  return scaled_error(exact, format, value, ulp_exponent_at(exact, unit));
}

double ulp_exact_error_ulps(const UlpExact *exact, UlpFormat format, UlpBits value) {
  return ulp_exact_error_in_ulps_of(exact, format, value, format);
}

/* |sum| in units of 2^ULP_EXACT_UNIT_EXPONENT; TRUE when the sum is below zero. */
static gboolean import_magnitude(const UlpExact *exact, mpz_ptr integer) {
  UlpExact absolute;
  const gboolean negative = magnitude(exact, &absolute);
  mpz_import(integer, ULP_EXACT_LIMBS, -1, sizeof absolute.limb[0], 0, 64 - ULP_EXACT_SPACING, absolute.limb);
  return negative;
}

/* `numerator` / `divisor` * 2^`exponent`, rounded once, both integers positive or the numerator 0. */
static double round_quotient(mpz_srcptr numerator, mpz_srcptr divisor, int exponent) {
  const gsize numerator_bits = mpz_sizeinbase(numerator, 2), divisor_bits = mpz_sizeinbase(divisor, 2);
  const gsize shift = KEPT_BITS + (divisor_bits > numerator_bits ? divisor_bits - numerator_bits : 0);
  mpz_t quotient, rest;
  mpfr_t kept;
  mpz_inits(quotient, rest, NULL);
  mpfr_init2(kept, KEPT_BITS);
  mpz_mul_2exp(quotient, numerator, shift);
  mpz_tdiv_qr(quotient, rest, quotient, divisor);
  const gboolean cut = mpfr_set_z_2exp(kept, quotient, exponent - (mpfr_exp_t)shift, MPFR_RNDZ) != 0;
  const UlpUnpacked value = ulp_unpacked_from_mpfr(kept, cut || mpz_sgn(rest) != 0);
  mpfr_clear(kept);
  mpz_clears(quotient, rest, NULL);
  return ulp_bits_to_double(ULP_FORMAT_FP64,
                            ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

double ulp_exact_ratio(const UlpExact *exact, const UlpExact *divisor) {
  if (special_class(exact) != ULP_CLASS_NORMAL || special_class(divisor) != ULP_CLASS_NORMAL)
    return NAN;
  mpz_t above, below;
  mpz_inits(above, below, NULL);
  const gboolean negative = import_magnitude(exact, above) != import_magnitude(divisor, below);
  const double ratio = mpz_sgn(below) ? round_quotient(above, below, 0) : (double)NAN;
  mpz_clears(above, below, NULL);
  return negative ? -ratio : ratio;
}

double ulp_exact_relative_error(const UlpExact *exact, UlpFormat format, UlpBits value) {
  if (special_class(exact) != ULP_CLASS_NORMAL || !isfinite(ulp_bits_to_double(format, value)))
    return NAN;
  const UlpExact difference = value_minus_sum(exact, format, value);
  return fabs(ulp_exact_ratio(&difference, exact));
}

double ulp_exact_mean(const UlpExact *exact, guint64 count) {
  if (count == 0)
    return NAN;
  if (special_class(exact) != ULP_CLASS_NORMAL)
    return ulp_exact_to_double(exact);
  mpz_t sum, divisor;
  mpz_init(sum);
  mpz_init_set_ui(divisor, count);
  const gboolean negative = import_magnitude(exact, sum);
  const double mean = round_quotient(sum, divisor, ULP_EXACT_UNIT_EXPONENT);
  mpz_clears(sum, divisor, NULL);
  return negative ? -mean : mean;
}

char *ulp_exact_to_decimal(const UlpExact *exact) {
  switch (special_class(exact)) {
  case ULP_CLASS_QUIET_NAN:
    return g_strdup("nan");
  case ULP_CLASS_INFINITE:
    return g_strdup(exact->seen & ULP_SEEN_NEGATIVE_INFINITY ? "-inf" : "inf");
  default:
    break;
  }
  /* An integer n over 2^f, n odd where f > 0, is n 5^f over 10^f. */
  mpz_t digits, power;
  mpz_inits(digits, power, NULL);
  const gboolean negative = import_magnitude(exact, digits) || exact->seen == ULP_SEEN_NEGATIVE_ZERO;
  const mp_bitcnt_t unit = -ULP_EXACT_UNIT_EXPONENT;
  const mp_bitcnt_t whole = MIN(mpz_scan1(digits, 0), unit); /* of 0, scan1 gives the largest number */
  const gsize places = unit - whole;
  mpz_tdiv_q_2exp(digits, digits, whole);
  mpz_ui_pow_ui(power, 5, places);
  mpz_mul(digits, digits, power);

  g_autofree char *text = g_malloc(mpz_sizeinbase(digits, 10) + 2);
  mpz_get_str(text, 10, digits);
  mpz_clears(digits, power, NULL);
  GString *result = g_string_new(text);
  while (result->len <= places)
    g_string_prepend_c(result, '0');
  if (places)
    g_string_insert_c(result, (gssize)(result->len - places), '.');
  if (negative)
    g_string_prepend_c(result, '-');
  return g_string_free(result, FALSE);
}
