/* The methods of each statistic: known values, exact values from rationals, and errors within their bounds. */
#include "core/statistic/statistic.h"

#include "core/number/fp64.h"

#include <math.h>
#include <string.h>

static const UlpStatistic *const statistics[] = {&ulp_statistic_dot, &ulp_statistic_norm, &ulp_statistic_mean,
                                                 &ulp_statistic_variance};

static double run(const UlpStatistic *statistic, const char *id, UlpStatisticFormat format, const UlpVectors *vectors) {
  for (guint i = 0; i < statistic->n_methods; i++)
    if (g_str_equal(statistic->methods[i].id, id))
      return statistic->methods[i].run[format](vectors);
  g_assert_not_reached();
}

static double exact_of(const UlpStatistic *statistic, const UlpVectors *vectors, double *condition) {
  UlpExactStatistic exact = {0};
  g_assert_true(statistic->exact(vectors, &exact));
  const double rounded = exact.rounded;
  if (condition)
    *condition = exact.condition;
  ulp_exact_statistic_clear(&exact);
  return rounded;
}

#define FP32 ULP_STATISTIC_FP32
#define FP64 ULP_STATISTIC_FP64

/* 10000, 10001, 10002: variance 1. In fp32 the squares are 100000000, 100020000 (100020001 rounded to a multiple of 8: 100020000),
 * 100040000 (100040004: to 100040000 or 100040008, a tie, to even 100040000); their sums 200020000 and 300060000 (multiples of
 * 32, 300060000 = 32 * 9376875) are exact. The sum is 30003, its square 900180009, in fp32 a multiple of 64: 900180032 (14065313 * 64), less
 * 23; a third is 300060010.67, to 300060000. The difference is 0. Higham 2002, section 1.9, has the same for other arithmetic. */
static void test_variance_known(void) {
  static const double x[] = {10000, 10001, 10002};
  const UlpVectors v = {x, x, 3, 1, NULL, NULL};
  g_assert_true(exact_of(&ulp_statistic_variance, &v, NULL) == 1);
  g_assert_true(run(&ulp_statistic_variance, "one-pass", FP32, &v) == 0);
  static const char *const good[] = {"shifted", "two-pass", "corrected", "welford", "merged"};
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    g_assert_true(run(&ulp_statistic_variance, good[i], FP32, &v) == 1);
    g_assert_true(run(&ulp_statistic_variance, good[i], FP64, &v) == 1);
  }
  const UlpVectors all = {x, x, 3, 0, NULL, NULL};
  g_assert_true(exact_of(&ulp_statistic_variance, &all, NULL) == 2.0 / 3);
  const UlpVectors one = {x, x, 1, 0, NULL, NULL};
  g_assert_true(exact_of(&ulp_statistic_variance, &one, NULL) == 0);
  g_assert_true(run(&ulp_statistic_variance, "merged", FP64, &one) == 0);
}

/* 1 + 2^-30 squared is 1 + 2^-29 + 2^-60; less (1 + 2^-29): only what a fused or compensated product keeps. */
static void test_dot_known(void) {
  static const double x[] = {-(1 + 0x1p-29), 1 + 0x1p-30}, y[] = {1, 1 + 0x1p-30};
  const UlpVectors v = {x, y, 2, 0, NULL, NULL};
  double condition;
  g_assert_true(exact_of(&ulp_statistic_dot, &v, &condition) == 0x1p-60);
  g_assert_cmpfloat_with_epsilon(condition * 0x1p-60, 4, 1e-6); /* 2 (2 + 2^-28 + 2^-60) */
  g_assert_true(run(&ulp_statistic_dot, "sequential", FP64, &v) == 0);
  g_assert_true(run(&ulp_statistic_dot, "pairwise", FP64, &v) == 0);
  g_assert_true(run(&ulp_statistic_dot, "fma", FP64, &v) == 0x1p-60);
  g_assert_true(run(&ulp_statistic_dot, "dot2", FP64, &v) == 0x1p-60);
}

static void test_norm_known(void) {
  static const double large[] = {3e200, 4e200}, small[] = {3e-200, 4e-200}, pythagoras[] = {3, 4},
                      infinite[] = {1, -INFINITY}, none[] = {(double)NAN, INFINITY};
  const UlpVectors v = {large, large, 2, 0, NULL, NULL}, w = {small, small, 2, 0, NULL, NULL},
                   p = {pythagoras, pythagoras, 2, 0, NULL, NULL}, i = {infinite, infinite, 2, 0, NULL, NULL},
                   n = {none, none, 2, 0, NULL, NULL};
  g_assert_true(isinf(run(&ulp_statistic_norm, "sequential", FP64, &v)));
  g_assert_true(run(&ulp_statistic_norm, "sequential", FP64, &w) == 0);
  g_assert_cmpfloat_with_epsilon(run(&ulp_statistic_norm, "scaled", FP64, &v) / 5e200, 1, 1e-15);
  g_assert_cmpfloat_with_epsilon(run(&ulp_statistic_norm, "scaled", FP64, &w) / 5e-200, 1, 1e-15);
  g_assert_cmpfloat_with_epsilon(exact_of(&ulp_statistic_norm, &v, NULL) / 5e200, 1, 1e-15);
  for (guint m = 0; m + 1 < ulp_statistic_norm.n_methods; m++) {
    const UlpStatisticMethod *method = &ulp_statistic_norm.methods[m];
    g_assert_true(method->run[FP32](&p) == 5 || g_str_equal(method->id, "scaled"));
    g_assert_true(isinf(method->run[FP64](&i)) && method->run[FP64](&i) > 0);
    g_assert_true(isnan(method->run[FP64](&n)));
  }
  g_assert_true(exact_of(&ulp_statistic_norm, &p, NULL) == 5);
  g_assert_true(exact_of(&ulp_statistic_norm, &i, NULL) == (double)INFINITY);
}

static void test_mean_known(void) {
  static const double x[] = {0x1p1023, 0x1p1023, -0x1p1022}, thirds[] = {0.1, 0.2, 0.3};
  const UlpVectors v = {x, x, 3, 0, NULL, NULL}, w = {thirds, thirds, 3, 0, NULL, NULL};
  double condition;
  g_assert_true(exact_of(&ulp_statistic_mean, &v, &condition) ==
                0x1p1022); /* 1.5 2^1023 / 3, though the sum of two overflows */
  g_assert_true(condition == 5.0 / 3);
  g_assert_true(isinf(run(&ulp_statistic_mean, "sequential", FP64, &v)));
  g_assert_true(isfinite(run(&ulp_statistic_mean, "running", FP64, &v)));
  /* 0.1 + 0.2 + 0.3 stored: 3602879701896397 2^-55 + 3602879701896397 2^-54 + 5404319552844595 2^-54 = 21617278211378381 2^-55; a third is
   * 7205759403792793.67 2^-55, to 7205759403792794 2^-55 = 0.2 stored as 3602879701896397 2^-54. */
  g_assert_true(exact_of(&ulp_statistic_mean, &w, NULL) == 0.2);
}

static guint64 state = 88172645463325252u;

static double draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(gint64)(state >> 11) * 0x1p-53;
}

/* Whatever the data, the error stays below the bound; fp64 elements are rounded as fp32 takes them. */
static void test_bounds(void) {
  static const double units[] = {0x1p-24, 0x1p-53}, smallest[] = {0x1p-149, 0x1p-1074};
  for (guint round = 0; round < 400; round++) {
    double x[300], y[300];
    const guint64 n = 1 + round % 300;
    for (guint i = 0; i < n; i++) {
      x[i] = ldexp(draw() - (round % 2) * 0.5, (int)(draw() * (round % 40)));
      y[i] = ldexp(draw() - (round % 3) * 0.3, (int)(draw() * (round % 30)));
    }
    for (guint s = 0; s < G_N_ELEMENTS(statistics); s++) {
      const UlpVectors v = {x, statistics[s] == &ulp_statistic_dot ? y : x, n, 0, NULL, NULL};
      UlpExactStatistic exact = {0};
      g_assert_true(statistics[s]->exact(&v, &exact));
      for (guint m = 0; m < statistics[s]->n_methods; m++) {
        const UlpStatisticMethod *method = &statistics[s]->methods[m];
        for (guint f = 0; f < ULP_STATISTIC_FORMATS && method->bound && method->run[f]; f++) {
          const UlpStatisticBound data = {&exact, (double)n, units[f], smallest[f], f == FP32};
          const UlpBits bits = ulp_double_bits(method->run[f](&v));
          const double error = fabs(ulp_real_error(exact.value, ULP_FORMAT_FP64, bits));
          if (!(error <= method->bound(&data)))
            g_test_fail_printf("%s of statistic %u, %" G_GUINT64_FORMAT " elements: error %g, bound %g", method->id, s,
                               n, error, method->bound(&data));
        }
      }
      ulp_exact_statistic_clear(&exact);
    }
  }
}

static gboolean at_once(gpointer data) { return TRUE; }

static void test_stopped(void) {
  static double x[3 << 20];
  const UlpVectors v = {x, x, G_N_ELEMENTS(x), 0, at_once, NULL};
  for (guint s = 0; s < G_N_ELEMENTS(statistics); s++) {
    UlpExactStatistic exact = {0};
    g_assert_false(statistics[s]->exact(&v, &exact));
    const gint64 start = g_get_monotonic_time();
    for (guint m = 0; m + 1 < statistics[s]->n_methods; m++)
      statistics[s]->methods[m].run[FP64](&v);
    g_assert_cmpint(g_get_monotonic_time() - start, <, G_USEC_PER_SEC);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/statistic/variance", test_variance_known);
  g_test_add_func("/statistic/dot", test_dot_known);
  g_test_add_func("/statistic/norm", test_norm_known);
  g_test_add_func("/statistic/mean", test_mean_known);
  g_test_add_func("/statistic/bounds", test_bounds);
  g_test_add_func("/statistic/stopped", test_stopped);
  return g_test_run();
}
