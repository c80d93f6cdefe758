/* What the codec is compared with: values decoded by MPFR from the fields' definition, and MPFR's own rounding. */
#pragma once

#include "core/number/format.h"

#include <mpfr.h>

/* Every layout of formats.def. Those that are not covered have tests of their own (test-layouts.c). */
#define N_LAYOUTS ULP_N_FORMATS

static inline UlpLayout oracle_layout(guint index) { return ulp_layout(ulp_formats[index]); }

static inline const char *oracle_name(guint index) { return ulp_format_ids[index]; }

/* Whether the definitions below are the layout's: sign, exponent and significand as IEEE 754 or OFP8's E4M3 has them. */
static inline gboolean oracle_covers(UlpLayout layout) {
  return layout.coding == ULP_CODING_BINARY && layout.has_sign && layout.has_zero && layout.has_subnormals &&
         !layout.has_leading_bit && layout.nan == (layout.has_infinity ? ULP_NAN_IEEE : ULP_NAN_ALL_ONES);
}

static inline guint64 oracle_random(guint64 *state) { /* splitmix64, S. Vigna */
  guint64 z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline UlpBits oracle_random_bits(guint64 *state, guint n) {
  const UlpBits wide = (UlpBits)oracle_random(state) << 64 | oracle_random(state);
  return n == 0 ? 0 : wide >> (128 - n);
}

/* All of a container with its unused low bits clear. */
static inline UlpBits oracle_mask(UlpLayout layout) {
  return ~(UlpBits)0 >> (128 - layout.container_bits + layout.pad_bits) << layout.pad_bits;
}

#define g_assert_bits(got, op, wanted)                                                                                 \
  G_STMT_START {                                                                                                       \
    const UlpBits got_ = (got), wanted_ = (wanted);                                                                    \
    if (!(got_ op wanted_))                                                                                            \
      g_error("%s:%d: %s is 0x%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x, not " #op                          \
              " 0x%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",                                               \
              __FILE__, __LINE__, #got, (guint64)(got_ >> 64), (guint64)got_, (guint64)(wanted_ >> 64),                \
              (guint64)wanted_);                                                                                       \
  }                                                                                                                    \
  G_STMT_END

static inline void oracle_set_bits(mpfr_ptr x, UlpBits integer, mpfr_exp_t exponent) {
  mpfr_t low;
  mpfr_init2(low, 64);
  mpfr_set_uj(x, (guint64)(integer >> 64), MPFR_RNDN);
  mpfr_mul_2ui(x, x, 64, MPFR_RNDN);
  mpfr_set_uj(low, (guint64)integer, MPFR_RNDN);
  g_assert_cmpint(mpfr_add(x, x, low, MPFR_RNDN), ==, 0);
  mpfr_mul_2si(x, x, exponent, MPFR_RNDN);
  mpfr_clear(low);
}

/* The value of a bit pattern by definition: (-1)^s 2^(e-bias) (1 + t 2^-f), or without the 1 and e = 1 when e is 0. */
static inline void oracle_decode(mpfr_ptr x, UlpLayout layout, UlpBits bits) {
  const UlpBits raw = bits >> layout.pad_bits;
  const UlpBits fraction = raw & (((UlpBits)1 << layout.fraction_bits) - 1);
  const int ones = (1 << layout.exponent_bits) - 1, field = (int)(raw >> layout.fraction_bits) & ones;
  const gboolean negative = (raw >> (layout.fraction_bits + layout.exponent_bits)) & 1;

  if (field == ones && layout.nan == ULP_NAN_IEEE) {
    if (fraction)
      mpfr_set_nan(x);
    else
      mpfr_set_inf(x, 1);
  } else if (field == ones && fraction == ((UlpBits)1 << layout.fraction_bits) - 1) {
    mpfr_set_nan(x);
  } else if (field == 0) {
    oracle_set_bits(x, fraction, 1 - layout.bias - layout.fraction_bits);
  } else {
    oracle_set_bits(x, fraction + ((UlpBits)1 << layout.fraction_bits), field - layout.bias - layout.fraction_bits);
  }
  mpfr_setsign(x, x, negative, MPFR_RNDN);
}

static inline UlpBits oracle_integer(mpfr_srcptr x) { /* of |x|, a whole number below 2^128 */
  guint64 words[2] = {0};
  mpz_t integer;
  mpz_init(integer);
  mpfr_get_z(integer, x, MPFR_RNDN);
  mpz_export(words, NULL, -1, sizeof words[0], 0, 0, integer);
  mpz_clear(integer);
  return (UlpBits)words[1] << 64 | words[0];
}

/* The roundings and the profiles that oracle_round knows. By chance: with these bits. */
static const UlpRound oracle_rounds[] = {
    ULP_ROUND_RN,
    ULP_ROUND_RZ,
    ULP_ROUND_RU,
    ULP_ROUND_RD,
    ULP_ROUND_RNA,
    ULP_ROUND_RO,
    ULP_ROUND_SR | 1 << 3,
    ULP_ROUND_SR | 3 << 3 | 5 << 8,
    ULP_ROUND_SR | 24 << 3 | 0x9e3779 << 8,
};
static const UlpProfile oracle_profiles[] = {ULP_PROFILE_IEEE, ULP_PROFILE_SATURATE, ULP_PROFILE_FLUSH};

/* The magnitude of |x|, finite and not zero, by whole numbers: floor(|x| in units of the last place / 2^-128) holds all of
 * it but a sticky bit. What MPFR has no rounding for. */
static inline UlpBits oracle_magnitude(mpfr_srcptr x, UlpLayout layout, UlpRound round) {
  enum { BELOW = 128 };
  const mpfr_exp_t exponent = MIN(MAX(mpfr_get_exp(x) - 1, 1 - layout.bias), layout.bias + 2);
  const int bits = (int)(round >> 3 & 31);
  mpfr_t scaled;
  mpz_t whole, part;
  mpfr_init2(scaled, mpfr_get_prec(x));
  mpz_inits(whole, part, NULL);
  mpfr_abs(scaled, x, MPFR_RNDZ);
  mpfr_mul_2si(scaled, scaled, layout.fraction_bits - exponent + BELOW, MPFR_RNDZ);
  gboolean inexact = mpfr_get_z(whole, scaled, MPFR_RNDZ) != 0;
  mpz_fdiv_r_2exp(part, whole, BELOW);
  mpz_fdiv_q_2exp(whole, whole, BELOW);
  inexact |= mpz_sgn(part) != 0;
  guint64 words[2] = {0};
  if (mpz_sizeinbase(whole, 2) <= 126)
    mpz_export(words, NULL, -1, sizeof words[0], 0, 0, whole);
  else
    words[1] = G_GUINT64_CONSTANT(1) << 62; /* beyond every format */
  UlpBits magnitude = (UlpBits)words[1] << 64 | words[0];
  if (round == ULP_ROUND_RNA)
    magnitude += (guint)mpz_tstbit(part, BELOW - 1);
  else if (round == ULP_ROUND_RO)
    magnitude |= inexact;
  else { /* floor(d 2^bits) + R >= 2^bits */
    mpz_fdiv_q_2exp(part, part, (mp_bitcnt_t)(BELOW - bits));
    magnitude += mpz_get_ui(part) + (round >> 8) >= (gulong)1 << bits;
  }
  mpfr_clear(scaled);
  mpz_clears(whole, part, NULL);
  return magnitude + ((UlpBits)(exponent + layout.bias - 1) << layout.fraction_bits);
}

/* The same by MPFR: its rounding at the format's precision, exponent range and gradual underflow. */
static inline UlpBits oracle_magnitude_mpfr(mpfr_srcptr x, UlpLayout layout, UlpRound round, UlpBits infinite) {
  static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD};
  const int f = layout.fraction_bits, ones = (1 << layout.exponent_bits) - 1;
  const mpfr_exp_t old_min = mpfr_get_emin(), old_max = mpfr_get_emax();
  UlpBits magnitude = 0;
  mpfr_t rounded;
  mpfr_init2(rounded, f + 1);
  int ternary = mpfr_set(rounded, x, modes[round]);
  mpfr_set_emin(2 - layout.bias - f);
  mpfr_set_emax(ones - (layout.nan == ULP_NAN_IEEE) - layout.bias + 1);
  ternary = mpfr_check_range(rounded, ternary, modes[round]);
  mpfr_subnormalize(rounded, ternary, modes[round]);
  mpfr_set_emin(old_min);
  mpfr_set_emax(old_max);
  if (mpfr_inf_p(rounded)) {
    magnitude = infinite;
  } else if (!mpfr_zero_p(rounded)) {
    const mpfr_exp_t exponent = MAX(mpfr_get_exp(rounded) - 1, 1 - layout.bias);
    mpfr_mul_2si(rounded, rounded, f - exponent, MPFR_RNDN);
    magnitude = oracle_integer(rounded) + ((UlpBits)(exponent + layout.bias - 1) << f);
  }
  mpfr_clear(rounded);
  return magnitude;
}

/* `x` (not NaN) in `layout`, then the profile as profiles.def states it. */
static inline UlpBits oracle_round(mpfr_srcptr x, UlpLayout layout, UlpRound round, UlpProfile profile) {
  const int f = layout.fraction_bits, ones = (1 << layout.exponent_bits) - 1;
  const gboolean ieee = layout.nan == ULP_NAN_IEEE, negative = mpfr_signbit(x) != 0;
  const UlpBits sign = (UlpBits)negative << (f + layout.exponent_bits);
  const UlpBits infinite = ieee ? (UlpBits)ones << f : ((UlpBits)1 << (f + layout.exponent_bits)) - 1;

  if (mpfr_inf_p(x))
    return (sign | (profile == ULP_PROFILE_SATURATE ? infinite - 1 : infinite)) << layout.pad_bits;
  UlpBits magnitude = mpfr_zero_p(x)          ? 0
                      : round <= ULP_ROUND_RD ? oracle_magnitude_mpfr(x, layout, round, infinite)
                                              : oracle_magnitude(x, layout, round);
  if (profile == ULP_PROFILE_FLUSH && magnitude >> f == 0)
    magnitude = 0;
  if (magnitude >= infinite) {
    const gboolean inwards = round == ULP_ROUND_RZ || round == ULP_ROUND_RO || (round == ULP_ROUND_RU && negative) ||
                             (round == ULP_ROUND_RD && !negative);
    magnitude = profile == ULP_PROFILE_SATURATE || inwards ? infinite - 1 : infinite;
  }
  return (sign | magnitude) << layout.pad_bits;
}
