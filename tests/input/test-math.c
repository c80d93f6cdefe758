/* The deterministic functions against MPFR at 200 bits. */
#include "core/input/deterministic-math.h"
#include "core/input/random.h"

#include <glib.h>
#include <math.h>
#include <mpfr.h>

#define N_RANDOM 20000

static double uniform(guint64 index) { return (double)(ulp_random_low(ulp_random(5, index, 0)) >> 11) * 0x1p-53; }

/* |computed - exact| in ulps of the computed value. */
static double ulps(double computed, mpfr_t exact) {
  mpfr_t error;
  mpfr_init2(error, 200);
  mpfr_d_sub(error, computed, exact, MPFR_RNDN);
  const double result = fabs(mpfr_get_d(error, MPFR_RNDN)) / ldexp(1.0, ilogb(computed) - 52);
  mpfr_clear(error);
  return result;
}

static double log_error(double x) {
  mpfr_t exact;
  mpfr_init2(exact, 200);
  mpfr_set_d(exact, x, MPFR_RNDN);
  mpfr_log(exact, exact, MPFR_RNDN);
  const double result = ulps(ulp_math_log(x), exact);
  mpfr_clear(exact);
  return result;
}

static void test_log(void) {
  double worst = 0.0;
  for (guint64 i = 0; i < N_RANDOM; i++) {
    worst = fmax(worst, log_error(ldexp(1.0 + uniform(i), (int)(i % 2046) - 1022)));
    worst = fmax(worst, log_error(0.075 * (uniform(i) + 0x1p-54)));
    worst = fmax(worst, log_error(0.60 * uniform(i) + 0x1p-60));
  }
  const double edges[] = {0x1p-1022, 0x1.6a09e667f3bccp+9,   0x1.6a09e667f3bcdp+9, 0x1p-54,
                          0.075,     0x1.fffffffffffffp+1023};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++)
    worst = fmax(worst, log_error(edges[i]));
  g_test_message("log: %.3f ulp", worst);
  g_assert_cmpfloat(worst, <=, 1.2);
  g_assert_cmpfloat(ulp_math_log(1.0), ==, 0.0);
}

static double exp_error(double x) {
  mpfr_t exact;
  mpfr_init2(exact, 200);
  mpfr_set_d(exact, x, MPFR_RNDN);
  mpfr_exp(exact, exact, MPFR_RNDN);
  const double result = ulps(ulp_math_exp(x), exact);
  mpfr_clear(exact);
  return result;
}

static void test_exp(void) {
  double worst = 0.0;
  for (guint64 i = 0; i < N_RANDOM; i++) {
    worst = fmax(worst, exp_error(1400.0 * uniform(i) - 700.0));
    worst = fmax(worst, exp_error(2.0 * uniform(i) - 1.0));
  }
  const double edges[] = {-700.0, 700.0, 0x1.62e42fefa39efp-2, -0x1.62e42fefa39efp-2, 1.0, 0x1p-60};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++)
    worst = fmax(worst, exp_error(edges[i]));
  g_test_message("exp: %.3f ulp", worst);
  g_assert_cmpfloat(worst, <=, 1.0);
  g_assert_cmpfloat(ulp_math_exp(0.0), ==, 1.0);
}

/* Error of x as the quantile of p, (Phi(x) - p) / phi(x), in ulps of x; from the nearer tail: nothing cancels. */
static double quantile_error(guint64 j) {
  const guint64 tail = MIN(2 * j + 1, G_GUINT64_CONSTANT(0x40000000000000) - (2 * j + 1)); /* times 2^-54 */
  const double x = ulp_math_normal_quantile(j);
  mpfr_t value, density, p;
  mpfr_inits2(200, value, density, p, NULL);
  mpfr_set_d(value, fabs(x), MPFR_RNDN);
  mpfr_sqr(density, value, MPFR_RNDN);
  mpfr_div_2ui(density, density, 1, MPFR_RNDN);
  mpfr_neg(density, density, MPFR_RNDN);
  mpfr_exp(density, density, MPFR_RNDN); /* sqrt(2 pi) phi(x) */
  mpfr_const_pi(p, MPFR_RNDN);
  mpfr_mul_2ui(p, p, 1, MPFR_RNDN);
  mpfr_sqrt(p, p, MPFR_RNDN);
  mpfr_div(density, density, p, MPFR_RNDN);
  mpfr_set_ui(p, 2, MPFR_RNDN);
  mpfr_sqrt(p, p, MPFR_RNDN);
  mpfr_div(value, value, p, MPFR_RNDN);
  mpfr_erfc(value, value, MPFR_RNDN);
  mpfr_div_2ui(value, value, 1, MPFR_RNDN); /* 1 - Phi(|x|) */
  mpfr_set_ui(p, tail, MPFR_RNDN);
  mpfr_div_2ui(p, p, 54, MPFR_RNDN);
  mpfr_sub(value, value, p, MPFR_RNDN);
  mpfr_div(value, value, density, MPFR_RNDN);
  const double result = fabs(mpfr_get_d(value, MPFR_RNDN)) / ldexp(1.0, ilogb(x) - 52);
  mpfr_clears(value, density, p, NULL);
  return result;
}

static void test_quantile(void) {
  const guint64 top = (G_GUINT64_CONSTANT(1) << 53) - 1;
  double worst = 0.0;
  for (guint64 i = 0; i < N_RANDOM; i++) {
    const guint64 j = ulp_random_low(ulp_random(9, i, 0)) >> 11;
    worst = fmax(worst, quantile_error(j));
    worst = fmax(worst, quantile_error(j >> (i % 53)));                 /* far into the left tail */
    worst = fmax(worst, quantile_error(top / 2 + (j >> (i % 53)) / 2)); /* near the median */
    g_assert_cmpfloat(ulp_math_normal_quantile(top - j), ==, -ulp_math_normal_quantile(j));
  }
  g_test_message("normal quantile: %.3f ulp", worst);
  g_assert_cmpfloat(worst, <=, 6.0);
  worst = MAX(quantile_error(0), quantile_error(top));
  g_assert_cmpfloat(worst, <=, 6.0);
  g_assert_cmpfloat(ulp_math_normal_quantile(0), >, -8.3);
  g_assert_cmpfloat(ulp_math_normal_quantile(top), <, 8.3);
}

/* Every branch to the bit, from golden.py: random elements hardly ever reach the far tail. */
static void test_quantile_bits(void) {
  static const struct {
    guint64 j;
    double quantile;
  } golden[] = {
      {0u, -0x1.095b059d67c4cp+3},
      {1u, -0x1.052484c516593p+3},
      {12345u, -0x1.bf628869be798p+2},
      {65536u, -0x1.b025ac113a9f3p+2},
      {16777216u, -0x1.795743c064cfbp+2},
      {4503599627370496u, 0x1.40d931ff62707p-53},
      {9007199254740991u, 0x1.095b059d67c4cp+3},
  };
  for (guint i = 0; i < G_N_ELEMENTS(golden); i++)
    g_assert_cmpfloat(ulp_math_normal_quantile(golden[i].j), ==, golden[i].quantile);
}

/* Where the short way of the centre is certain it gives fp64's result rounded; elsewhere fp32's rounding turns near. */
static void test_centre_fp32(void) {
  guint uncertain = 0;
  for (guint64 i = 0; i < 4000000; i++) {
    const guint64 j = ulp_random_low(ulp_random(11, i, 0)) >> 11;
    const double q = 0.85 * ulp_math_normal_argument(i % 2 ? j : ((guint64)1 << 52) + (j >> (i % 53)) / 2);
    const double quantile = ulp_math_normal_centre(q);
    float rounded;
    if (ulp_math_normal_centre_fp32(q, &rounded)) {
      g_assert_cmpfloat(rounded, ==, (float)quantile);
    } else {
      const double spacing = ldexp(1.0, ilogb(quantile) - 23), turn = fabs(quantile / spacing);
      g_assert_cmpfloat(fabs(turn - floor(turn) - 0.5), <, 0x1p-20);
      uncertain++;
    }
  }
  g_test_message("%u of 4000000 not decided", uncertain);
  g_assert_cmpuint(uncertain, <=, 20);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/math/log", test_log);
  g_test_add_func("/input/math/exp", test_exp);
  g_test_add_func("/input/math/normal-quantile", test_quantile);
  g_test_add_func("/input/math/normal-quantile-bits", test_quantile_bits);
  g_test_add_func("/input/math/normal-centre-fp32", test_centre_fp32);
  return g_test_run();
}
