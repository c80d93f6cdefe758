/* Exact sums by MPFR: 4500 bits hold any sum of fp64 numbers, so no addition here rounds, which is asserted. */
#pragma once

#include "core/exact/exact.h"

#include <mpfr.h>

#define ORACLE_BITS 4500

/* Initialises `sum` and adds `count` finite values. */
static inline void oracle_sum_fp64(mpfr_t sum, const double *values, guint64 count) {
  mpfr_init2(sum, ORACLE_BITS);
  mpfr_set_zero(sum, 1);
  for (guint64 i = 0; i < count; i++)
    g_assert_cmpint(mpfr_add_d(sum, sum, values[i], MPFR_RNDN), ==, 0);
}

static inline void oracle_sum_fp32(mpfr_t sum, const float *values, guint64 count) {
  mpfr_init2(sum, ORACLE_BITS);
  mpfr_set_zero(sum, 1);
  for (guint64 i = 0; i < count; i++)
    g_assert_cmpint(mpfr_add_d(sum, sum, (double)values[i], MPFR_RNDN), ==, 0);
}

/* One rounding to fp32 or fp64, subnormals and overflow included. */
static inline double oracle_round(const mpfr_t exact, UlpFormat format, UlpRound round) {
  static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD};
  const gboolean single = format == ULP_FORMAT_FP32;
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpfr_t rounded;
  mpfr_init2(rounded, single ? 24 : 53);
  int ternary = mpfr_set(rounded, exact, modes[round]);
  mpfr_set_emin(single ? -148 : -1073);
  mpfr_set_emax(single ? 128 : 1024);
  ternary = mpfr_check_range(rounded, ternary, modes[round]);
  mpfr_subnormalize(rounded, ternary, modes[round]);
  const double value = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpfr_clear(rounded);
  return value;
}

static inline void oracle_assert_bits(UlpBits found, UlpFormat format, double expected) {
  const UlpBits bits = ulp_bits_from_double(format, expected, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  if (found != bits)
    g_error("found 0x%016" G_GINT64_MODIFIER "x, expected 0x%016" G_GINT64_MODIFIER "x (%a)", (guint64)found,
            (guint64)bits, expected);
}

/* Both formats, the roundings that MPFR has, against the finite sum `exact`. */
static inline void oracle_assert_rounds(const UlpExact *accumulator, const mpfr_t exact) {
  for (UlpRound round = ULP_ROUND_RN; round <= ULP_ROUND_RD; round++) {
    oracle_assert_bits(ulp_exact_round(accumulator, ULP_FORMAT_FP32, round), ULP_FORMAT_FP32,
                       oracle_round(exact, ULP_FORMAT_FP32, round));
    oracle_assert_bits(ulp_exact_round(accumulator, ULP_FORMAT_FP64, round), ULP_FORMAT_FP64,
                       oracle_round(exact, ULP_FORMAT_FP64, round));
  }
}

/* A small generator for test data: Marsaglia's xorshift64 (J. Stat. Soft. 8(14), 2003). */
static inline guint64 oracle_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}
