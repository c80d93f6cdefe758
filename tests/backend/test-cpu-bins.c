/* Reproducible bins, against their definition in GMP's integers: the largest element says which unit all are rounded to, MPFR rounds
 * them, and the sum is rounded once. In any order, cut anywhere, on any number of threads. */
#include "tests/backend/cpu-fixture.h"

#include "core/sum/bins.h"

#include <math.h>
#include <mpfr.h>

/* Of core/sum/plan.h, once more. */
static int unit_of(gboolean fp64, int folds, double largest) {
  const int width = fp64 ? 40 : 20, smallest = fp64 ? -1074 : -149;
  const int bin = largest > 0 ? (int)floor((ilogb(largest) + 1) / (double)width) : smallest;
  return MAX(width * (bin - folds + 1), smallest);
}

static double taken(gboolean fp64, double x) { return fp64 ? x : (double)(float)x; }

static double expected_sum(gboolean fp64, int folds, const double *values, guint64 count) {
  double largest = 0, special = 0;
  for (guint64 i = 0; i < count; i++) {
    const double x = taken(fp64, values[i]);
    if (isfinite(x))
      largest = fmax(largest, fabs(x));
    else
      special += x;
  }
  if (special != 0)
    return special;
  const int unit = unit_of(fp64, folds, largest);
  mpz_t sum, units;
  mpfr_t x;
  mpz_inits(sum, units, NULL);
  mpfr_init2(x, 2200);
  for (guint64 i = 0; i < count; i++) {
    mpfr_set_d(x, taken(fp64, values[i]), MPFR_RNDN);
    mpfr_mul_2si(x, x, -unit, MPFR_RNDN);
    mpfr_get_z(units, x, MPFR_RNDN);
    mpz_add(sum, sum, units);
  }
  mpfr_set_z_2exp(x, sum, unit, MPFR_RNDN);
  const double value = fp64 ? mpfr_get_d(x, MPFR_RNDN) : (double)mpfr_get_flt(x, MPFR_RNDN);
  mpz_clears(sum, units, NULL);
  mpfr_clear(x);
  return value + 0.0; /* integers have no -0 */
}

static UlpSumPlan plan_of(gboolean fp64, int folds) {
  g_autofree char *spec = g_strdup_printf("bins:acc=%s:folds=%d", fp64 ? "fp64" : "fp32", folds);
  return cpu_plan(spec);
}

static double found_sum(const Cpu *cpu, UlpHandle array, gboolean fp64, int folds, guint64 offset, guint64 count) {
  const UlpSumPlan plan = plan_of(fp64, folds);
  return cpu_value(&plan, cpu_sum_bits(cpu, array, &plan, offset, count));
}

static void assert_same(double found, double expected) {
  if (isnan(expected))
    g_assert_true(isnan(found));
  else
    g_assert_cmpfloat(found, ==, expected);
  g_assert_cmpint(signbit(found) != 0, ==, signbit(isnan(expected) ? found : expected) != 0);
}

/* All folds, both accumulators. */
static void check(const Cpu *cpu, const double *values, guint64 count) {
  const UlpHandle array = cpu_upload_array(cpu, ULP_FORMAT_FP64, values, count);
  for (int folds = 1; folds <= 8; folds++)
    for (guint fp64 = 0; fp64 <= 1; fp64++)
      assert_same(found_sum(cpu, array, fp64, folds, 0, count), expected_sum(fp64, folds, values, count));
  cpu->backend->release(cpu->session, array);
}

/* By hand: units of fp32 below 1 with one fold are 2^0 from 0.5 on, 2^-20 below. */
static void test_known(void) {
  static const struct {
    double values[4];
    int folds;
    double sum;
  } cases[] = {
      {{0.5, 0.75, 1.5, 2.5}, 1, 0 + 1 + 2 + 2}, /* ties to even */
      {{0.25, 0x1p-20, 0x1p-21, 0x3p-21}, 1, 0.25 + 0x1p-20 + 0 + 0x1p-19},
      {{0.5, 0x1p-20, 0x1p-21, 0x3p-21}, 2, 0.5 + 0x1p-20 + 0 + 0x1p-19},
      {{0x1p100, 1, -0x1p100, 1}, 3, 0}, /* 2^60: the bins of 1 lie below */
      {{0x1p100, 1, -0x1p100, 1}, 8, 2}, /* 2^-40 */
      {{0x1p30, 1, -0x1p30, 1}, 3, 2},
      {{-0.0, -0.0, -0.0, -0.0}, 3, 0},
  };
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP64, cases[i].values, 4);
    assert_same(found_sum(&cpu, array, FALSE, cases[i].folds, 0, 4), cases[i].sum);
    cpu.backend->release(cpu.session, array);
  }
  cpu_close_session(&cpu);
}

/* Largest and smallest numbers of both formats, and what a sum of them becomes. */
static void test_range_ends(void) {
  static const double cases[][4] = {
      {0x1.fffffep127, -0x1.fffffep127, 0x1p-149, 1},
      {0x1.fffffep127, 0x1.fffffep127, -0x1.fffffep127, -0x1p104},
      {0x1.fffffep127, 0x1.fffffep127, 0, 0},
      {0x1p-149, 0x3p-149, -0x1p-149, 0x5p-149},
      {0x1p-126, -0x1.fffffcp-127, 0x1p-149, 0},
      {0x1p-141, 0x1p-149, 0x1p-142, -0x1p-145},
      {0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 0x1p-1074, 1},
      {0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, -0x1p971},
      {0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, 0, 0},
      {0x1p-1074, 0x3p-1074, -0x1p-1074, 0x5p-1074},
      {0x1p-1041, 0x1p-1074, 0x1p-1042, -0x1p-1050},
      {0x1p-1022, -0x1.ffffffffffffep-1023, 0x1p-1074, 0},
      {0x1p118, 0x1.8p119, -0x1p99, 0x1p-149},
      {0x1p998, 0x1.8p999, -0x1p950, 0x1p-1074},
      {0, 0, 0, 0},
  };
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (guint64 count = 1; count <= 4; count++)
      check(&cpu, cases[i], count);
  cpu_close_session(&cpu);
}

/* As IEEE 754 has them in any order; in fp32 1e300 is infinite. */
static void test_not_finite(void) {
  const double inf = INFINITY;
  const double cases[][3] = {{1, inf, 2}, {-inf, 1, 1e30}, {inf, -inf, 1}, {inf, NAN, 1}, {NAN, 0, 0}, {1e300, 1, -2}};
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    check(&cpu, cases[i], 3);
  cpu_close_session(&cpu);
}

/* -- many elements -------------------------------------------------------------------------------------------------- */

/* Kinds: alike; spread over `span` binades; growing, so that the largest comes last; what cancels but for its last bits; ties. */
static void fill(guint kind, gboolean fp64, double *x, guint64 count) {
  const int span = fp64 ? 1000 : 120;
  for (guint64 i = 0; i < count; i++) {
    const double uniform = g_test_rand_double_range(-1, 1);
    x[i] = kind == 0   ? uniform
           : kind == 1 ? ldexp(uniform, g_test_rand_int_range(-span, span))
           : kind == 2 ? ldexp(uniform, (int)((double)i / (double)count * 2 * span) - span)
           : kind == 3 ? (i % 2 ? -x[i - 1] * (1 + 0x1p-20) : ldexp(uniform, 30))
                       : ldexp(g_test_rand_int_range(-9, 9), g_test_rand_int_range(-61, 3));
    x[i] = taken(fp64, x[i]);
  }
}

static void shuffle(double *x, guint64 count) {
  for (guint64 i = count; i > 1; i--) {
    const guint64 j = (guint64)g_test_rand_int_range(0, (gint32)i);
    const double other = x[i - 1];
    x[i - 1] = x[j];
    x[j] = other;
  }
}

/* 200003 elements are several threads' where there are several processors, and many blocks. */
static void test_random(void) {
  enum { COUNT = 200003, FEW = 1500 };
  g_autofree double *x = g_new(double, COUNT);
  Cpu cpu = cpu_open_session();
  for (guint kind = 0; kind < 5; kind++)
    for (guint fp64 = 0; fp64 <= 1; fp64++) {
      fill(kind, fp64, x, COUNT);
      check(&cpu, x, FEW);
      const int folds = g_test_rand_int_range(1, 9);
      const double expected = expected_sum(fp64, folds, x, COUNT);
      for (guint turn = 0; turn < 3; turn++) {
        const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP64, x, COUNT);
        assert_same(found_sum(&cpu, array, fp64, folds, 0, COUNT), expected);
        for (guint64 offset = 1; offset < 4; offset++)
          assert_same(found_sum(&cpu, array, fp64, folds, offset, FEW), expected_sum(fp64, folds, x + offset, FEW));
        cpu.backend->release(cpu.session, array);
        shuffle(x, COUNT);
      }
    }
  cpu_close_session(&cpu);
}

/* fp32 elements in both accumulators. */
static void test_singles(void) {
  enum { COUNT = 5003 };
  g_autofree double *x = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT);
  Cpu cpu = cpu_open_session();
  for (guint kind = 0; kind < 5; kind++) {
    fill(kind, FALSE, x, COUNT);
    for (guint i = 0; i < COUNT; i++)
      narrow[i] = (float)x[i];
    const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, narrow, COUNT);
    for (guint fp64 = 0; fp64 <= 1; fp64++)
      assert_same(found_sum(&cpu, array, fp64, 3, 0, COUNT), expected_sum(fp64, 3, x, COUNT));
    cpu.backend->release(cpu.session, array);
  }
  cpu_close_session(&cpu);
}

/* -- more elements than there is time for ---------------------------------------------------------------------------- */

/* Totals of `copies` elements x, by their counts; added up from parts. */
static double sum_of_copies(gboolean fp64, double x, guint64 copies, int folds) {
  const UlpFormat format = fp64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
  const UlpBinGrid grid = ulp_bin_grid(format);
  UlpBinTotals totals, part;
  UlpExact exact;
  ulp_bin_totals_clear(&totals, grid);
  for (guint k = 0; k < 64; k++) { /* `copies` in binary */
    ulp_bin_totals_clear(&part, grid);
    part.top = ulp_bin_of(grid, ilogb(x));
    const int scale = ilogb(x) > 900 ? -100 : 0; /* what a bin takes may lie beyond the largest number */
    double left = ldexp(x, scale);
    for (int bin = part.top; bin >= grid.lowest; bin--) {
      const int unit = ulp_bin_unit(grid, bin) + scale;
      const double count = nearbyint(ldexp(left, -unit));
      left -= ldexp(count, unit);
      part.sum[bin - grid.lowest] = (__int128)count * (gint64)(copies & G_GUINT64_CONSTANT(1) << k);
    }
    if (copies >> k & 1)
      ulp_bin_totals_add(&totals, &part);
  }
  ulp_bin_totals_to_exact(&totals, grid, folds, &exact);
  return ulp_bits_to_double(format, ulp_exact_round(&exact, format, ULP_ROUND_RN));
}

/* 2^40 times a number, at both ends of the range: a power of two moves the exponent alone. */
static void test_many(void) {
  static const double numbers[] = {1,         -0x1.fffffep-1, 0x1.555556p10, 0x1p-149,
                                   0x1p-1074, -0x1.8p-100,    0x1.fffffep86, -0x1.23456p80};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    for (guint fp64 = ilogb(numbers[i]) < -149; fp64 <= 1; fp64++) {
      g_assert_cmpfloat(sum_of_copies(fp64, numbers[i], G_GUINT64_CONSTANT(1) << 40, 3), ==, ldexp(numbers[i], 40));
      g_assert_cmpfloat(sum_of_copies(fp64, numbers[i], 3 << 20, 3), ==, taken(fp64, 3 * ldexp(numbers[i], 20)));
    }
  g_assert_cmpfloat(sum_of_copies(TRUE, 0x1.fffffffffffffp1023, G_GUINT64_CONSTANT(1) << 40, 8), ==, INFINITY);
  g_assert_cmpfloat(sum_of_copies(FALSE, -0x1.fffffep127, G_GUINT64_CONSTANT(1) << 40, 8), ==, -INFINITY);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/bins/known", test_known);
  g_test_add_func("/backend/bins/range-ends", test_range_ends);
  g_test_add_func("/backend/bins/not-finite", test_not_finite);
  g_test_add_func("/backend/bins/random", test_random);
  g_test_add_func("/backend/bins/singles", test_singles);
  g_test_add_func("/backend/bins/many", test_many);
  return g_test_run();
}
