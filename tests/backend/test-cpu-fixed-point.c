/* The sum in fixed point, against GMP's integers: each element rounded to a whole number of units by MPFR, added, and one rounding. */
#include "tests/backend/cpu-fixture.h"

#include <math.h>
#include <mpfr.h>

/* NaN where an element or the sum is no integer of 64 bits. */
static double expected_sum(const double *values, guint64 count, long fraction, UlpFormat result) {
  gboolean fits = TRUE;
  mpz_t sum, units;
  mpfr_t x;
  mpz_inits(sum, units, NULL);
  mpfr_init2(x, 2100);
  for (guint64 i = 0; i < count; i++) {
    mpfr_set_d(x, values[i], MPFR_RNDN);
    mpfr_mul_2si(x, x, fraction, MPFR_RNDN);
    mpfr_get_z(units, x, MPFR_RNDN);
    fits = fits && mpz_sizeinbase(units, 2) <= 63; /* -2^63 itself is refused, too: no fp64 below it rounds up to it */
    mpz_add(sum, sum, units);
  }
  fits = fits && (mpz_sizeinbase(sum, 2) <= 63 || (mpz_sgn(sum) < 0 && mpz_scan1(sum, 0) == 63));
  mpfr_set_prec(x, result == ULP_FORMAT_FP32 ? 24 : 53);
  mpfr_set_z_2exp(x, sum, -fraction, MPFR_RNDN);
  const double value = fits ? mpfr_get_d(x, MPFR_RNDN) : (double)NAN;
  mpz_clears(sum, units, NULL);
  mpfr_clear(x);
  return value + 0.0; /* integers have no -0 */
}

static double found_sum(const Cpu *cpu, const double *values, guint64 count, guint64 fraction, UlpFormat result) {
  const UlpSumPlan plan = {
      .step = ULP_STEP_EXACT, .shape = ULP_SHAPE_FIXED_POINT, .result = result, .fraction = fraction};
  const UlpHandle array = cpu_upload_array(cpu, ULP_FORMAT_FP64, values, count);
  const double found = cpu_value(&plan, cpu_sum_bits(cpu, array, &plan, 0, count));
  cpu->backend->release(cpu->session, array);
  return found;
}

static void check(const Cpu *cpu, const double *values, guint64 count, guint64 fraction) {
  static const UlpFormat results[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};
  for (guint i = 0; i < G_N_ELEMENTS(results); i++) {
    const double expected = expected_sum(values, count, (long)fraction, results[i]);
    const double found = found_sum(cpu, values, count, fraction, results[i]);
    if (isnan(expected))
      g_assert_true(isnan(found));
    else
      g_assert_cmpfloat(found, ==, expected);
  }
}

static void test_known(void) {
  static const struct {
    double values[5];
    guint64 count, fraction;
  } cases[] = {
      {{0.5, 1.5, 2.5, -0.5, -1.5}, 5, 0},             /* ties to even */
      {{0x1p-33, 0x3p-33, 0x5p-33}, 3, 32},            /* the same at the last unit */
      {{0x1p62, 0x1p62, -0x1p62}, 3, 0},               /* too large on the way, not in the end */
      {{0x1p62, 0x1p62}, 2, 0},                        /* 2^63: too large */
      {{-0x1p62, -0x1p62}, 2, 0},                      /* -2^63 fits */
      {{-0x1p62, -0x1p62, -1}, 3, 0},                  /* and one less does not */
      {{0x1.fffffffffffffp62, 0x1p9, 0x1.ffp8}, 3, 0}, /* 2^63 - 1 */
      {{0x1p63, -0x1p63}, 2, 0},                       /* an element is too large */
      {{0x1p-1074, 0x1p-1073}, 2, 1023},               /* below half a unit */
      {{0x1.8p-1023, -0x1p-1022}, 2, 1023},
      {{0x1p-960, -0x1p-1022, 0x1p-961}, 3, 1023},
      {{0x1p1023, 1}, 2, 1023},
      {{-0.0, -0.0}, 2, 32},
      {{1e8, 1, -1e8, 1}, 4, 32},
  };
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    check(&cpu, cases[i].values, cases[i].count, cases[i].fraction);
  g_assert_cmpfloat(found_sum(&cpu, cases[13].values, 4, 32, ULP_FORMAT_FP64), ==, 2);
  g_assert_cmpfloat(found_sum(&cpu, cases[4].values, 2, 0, ULP_FORMAT_FP64), ==, -0x1p63);
  cpu_close_session(&cpu);
}

static void test_random(void) {
  enum { COUNT = 200003 };
  g_autofree double *values = g_new(double, COUNT);
  for (guint i = 0; i < COUNT; i++)
    values[i] = ldexp(g_test_rand_double_range(-1, 1), g_test_rand_int_range(-60, 12));
  Cpu cpu = cpu_open_session();
  for (guint64 fraction = 0; fraction < 52; fraction += 10)
    check(&cpu, values, COUNT, fraction);
  const double sum = found_sum(&cpu, values, COUNT, 30, ULP_FORMAT_FP64);
  for (guint i = 0; i < COUNT / 2; i++) {
    const double other = values[i];
    values[i] = values[COUNT - 1 - i];
    values[COUNT - 1 - i] = other;
  }
  g_assert_cmpfloat(found_sum(&cpu, values, COUNT, 30, ULP_FORMAT_FP64), ==, sum);
  cpu_close_session(&cpu);
}

/* As IEEE 754 has them in any order. */
static void test_not_finite(void) {
  const double inf = INFINITY;
  const double positive[] = {1, inf, 2}, negative[] = {-inf, 1}, both[] = {inf, -inf}, nan[] = {inf, NAN, 1};
  const double infinite_and_large[] = {inf, 1e300};
  Cpu cpu = cpu_open_session();
  g_assert_cmpfloat(found_sum(&cpu, positive, 3, 32, ULP_FORMAT_FP64), ==, inf);
  g_assert_cmpfloat(found_sum(&cpu, negative, 2, 32, ULP_FORMAT_FP32), ==, -inf);
  g_assert_true(isnan(found_sum(&cpu, both, 2, 32, ULP_FORMAT_FP64)));
  g_assert_true(isnan(found_sum(&cpu, nan, 3, 32, ULP_FORMAT_FP64)));
  g_assert_true(isnan(found_sum(&cpu, infinite_and_large, 2, 32, ULP_FORMAT_FP64)));
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/fixed-point/known", test_known);
  g_test_add_func("/backend/fixed-point/random", test_random);
  g_test_add_func("/backend/fixed-point/not-finite", test_not_finite);
  return g_test_run();
}
