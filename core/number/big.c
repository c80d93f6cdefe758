/* Between the codec's unpacked values and MPFR. */
#include "core/number/big.h"

/* Far outside every format, well inside UlpUnpacked's range. */
#define EXPONENT_LIMIT (1 << 29)

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
