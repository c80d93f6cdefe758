/* Generators and makers whose exact sum, or whose sum by a known algorithm, is known. */
#include "core/exact/exact.h"
#include "core/input/input.h"
#include "core/number/format.h"
#include "tests/input/golden.h"

#include <math.h>

static UlpInput *open_input(const char *spec) {
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, 42, 1, NULL, &error);
  g_assert_no_error(error);
  return input;
}

static gconstpointer data_of(UlpInput *input) {
  g_autoptr(GError) error = NULL;
  gconstpointer data = ulp_input_data(input, NULL, &error);
  g_assert_no_error(error);
  return data;
}

static void add(UlpInput *input, UlpExact *sum, UlpExact *magnitudes) {
  const guint64 count = ulp_input_count(input);
  const gboolean fp32 = ulp_input_format(input) == ULP_FORMAT_FP32;
  gconstpointer data = data_of(input);
  ulp_exact_clear(sum);
  ulp_exact_clear(magnitudes);
  if (fp32) {
    ulp_exact_add_fp32(sum, data, count);
    ulp_exact_add_magnitudes_fp32(magnitudes, data, count);
  } else {
    ulp_exact_add_fp64(sum, data, count);
    ulp_exact_add_magnitudes_fp64(magnitudes, data, count);
  }
}

static void test_exact_sums(void) {
  static const struct {
    const char *spec, *sum;
  } cases[] = {
      {"pairs:n=1000", "1"},
      {"pairs:n=1001:exponents=2000:format=fp64", "1"},
      {"pairs:n=1", "1"},
      {"pairs:n=2", "1"},
      {"pairs:n=3:total=-2.5", "-2.5"},
      {"pairs:n=1000003:exponents=250:total=0", "0"},
      {"pairs:n=65536:total=0:format=fp64", "0"},
      {"mountain:n=1000", "0"},
      {"mountain:n=1001:format=fp64:exponents=2000", "0"},
      {"sine:n=1000", "0"},
      {"sine:n=1000003:format=fp64", "0"},
      {"near-max:n=4000", "0"},
      {"near-max:n=4000:format=fp64", "0"},
      {"zeros:n=9:sign=negative", "-0"},
      {"zeros:n=9:sign=positive", "0"},
      {"zeros:n=1000", "0"},
      {"single:n=100:at=50", "inf"},
      {"single:n=100:value=-inf:at=1000", "-inf"},
      {"single:n=100:value=nan", "nan"},
      /* (n - 1) 2^-12 + 2^13, (n - 2) 2^-12 + 2^14, (n - 2) 2^-12, as the tests of ReproBLAS expect */
      {"small-big:n=4097", "8193"},
      {"small-big:n=4098:fill=two", "16385"},
      {"small-big:n=4098:fill=cancel", "1"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpInput) input = open_input(cases[i].spec);
    UlpExact sum, magnitudes;
    add(input, &sum, &magnitudes);
    g_autofree char *text = ulp_exact_to_decimal(&sum);
    g_test_message("%s", cases[i].spec);
    g_assert_cmpstr(text, ==, cases[i].sum);
  }
}

/* Every number of [0, n) once. */
static void test_pairs_are_a_permutation(void) {
  for (guint n = 1; n < 300; n++) {
    g_autofree char *spec = g_strdup_printf("pairs:n=%u:exponents=0:total=3", n);
    g_autoptr(UlpInput) input = open_input(spec);
    const float *data = data_of(input);
    guint zeros = 0, totals = 0, pairs = 0;
    for (guint i = 0; i < n; i++) {
      guint partners = 0;
      for (guint k = 0; k < n; k++)
        partners += data[k] == -data[i];
      zeros += data[i] == 0;
      totals += data[i] == 3;
      pairs += data[i] != 0 && partners > 0;
    }
    g_assert_cmpuint(totals, ==, 1);
    g_assert_cmpuint(pairs, ==, (n - 1) / 2 * 2);
    g_assert_cmpuint(zeros, ==, n - 1 - pairs);
  }
}

/* Where the harmonic sum stands still, and how far the other order comes. */
static void test_harmonic(void) {
  g_autoptr(UlpInput) input = open_input("harmonic:n=1e7");
  g_autoptr(UlpInput) back = open_input("harmonic:n=1e7:order=backward");
  const float *data = data_of(input), *back_data = data_of(back);
  float sum = 0, last = -1, back_sum = 0;
  guint stalled = 0;
  for (guint i = 0; i < 10000000; i++) {
    sum += data[i];
    if (sum == last && stalled == 0)
      stalled = i + 1; /* the first k that adds nothing */
    last = sum;
    back_sum += back_data[i];
  }
  g_assert_cmpfloat(sum, ==, 15.4036827f);
  g_assert_cmpuint(stalled, ==, 2097152);
  g_assert_cmpfloat(back_sum, ==, 16.6860313f);

  g_autoptr(UlpInput) squares = open_input("harmonic:n=100000:power=2");
  const float *square = data_of(squares);
  for (sum = 0, stalled = 0; sum + square[stalled] != sum; stalled++)
    sum += square[stalled];
  g_assert_cmpfloat(sum, ==, 1.64472532f);
  g_assert_cmpuint(stalled + 1, ==, 4097); /* the first k that adds nothing */

  g_autoptr(UlpInput) wide = open_input("harmonic:n=1e7:format=fp64");
  g_autoptr(UlpInput) wide_back = open_input("harmonic:n=1e7:format=fp64:order=backward");
  const double *doubles = data_of(wide), *back_doubles = data_of(wide_back);
  double forwards = 0, backwards = 0;
  for (guint i = 0; i < 10000000; i++) {
    forwards += doubles[i];
    backwards += back_doubles[i];
  }
  g_assert_cmpfloat(forwards, ==, 16.695311365857272);
  g_assert_cmpfloat(backwards, ==, 16.695311365859965);
}

static void test_sine(void) {
  g_autoptr(UlpInput) input = open_input("sine:n=720:format=fp64");
  const double *data = data_of(input);
  for (guint i = 0; i < 720; i++)
    g_assert_true(fabsl(data[i] - sinl(2 * acosl(-1) * i / 720)) < 0x1p-51L);
  g_assert_cmpfloat(data[180], ==, 1);
  g_assert_cmpfloat(data[360], ==, 0);
}

static void test_made(void) {
  for (guint i = 0; i < G_N_ELEMENTS(golden_made); i++) {
    g_autofree char *spec = g_strdup_printf("%s:n=1001:format=%s", golden_made[i].spec,
                                            golden_made[i].format == ULP_FORMAT_FP32 ? "fp32" : "fp64");
    g_autoptr(UlpInput) input = open_input(spec);
    g_test_message("%s", spec);
    g_assert_null(ulp_input_job(input));
    g_assert_cmpuint(ulp_input_version(input), ==, 1);
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, golden_made[i].hash);
  }
}

/* The condition number is the one asked for, up to the rounding of one element. */
static void test_condition(void) {
  static const char *const numbers[] = {"2", "10", "1e3", "1e6", "1e12", "1e20", "1e50", "1e250"};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    for (guint n = 100; n <= 100000; n *= 10)
      for (guint f = 0; f < 2; f++) {
        if (f == 0 && i == G_N_ELEMENTS(numbers) - 1)
          continue;
        g_autofree char *spec = g_strdup_printf("gensum:n=%u:cond=%s:format=%s", n, numbers[i], f ? "fp64" : "fp32");
        g_autoptr(UlpInput) input = open_input(spec);
        UlpExact sum, magnitudes;
        add(input, &sum, &magnitudes);
        const double condition = fabs(ulp_exact_ratio(&magnitudes, &sum)), asked = g_ascii_strtod(numbers[i], NULL);
        g_test_message("%s: %g", spec, condition);
        g_assert_cmpfloat(fabs(condition / asked - 1), <, 0.01);
      }
}

/* 2 |x||y| / |x.y| of the vectors, products taken exactly as two doubles. */
static void test_gendot(void) {
  g_autoptr(UlpInput) x_input = open_input("gendot:n=1000:cond=1e20:format=fp64");
  g_autoptr(UlpInput) y_input = open_input("gendot:n=1000:cond=1e20:format=fp64:part=y");
  const double *x = data_of(x_input), *y = data_of(y_input);
  UlpExact dot, magnitudes;
  ulp_exact_clear(&dot);
  ulp_exact_clear(&magnitudes);
  for (guint i = 0; i < 1000; i++) {
    const double product = x[i] * y[i], error = fma(x[i], y[i], -product);
    ulp_exact_add(&dot, product);
    ulp_exact_add(&dot, error);
    ulp_exact_add(&magnitudes, fabs(product));
  }
  const double condition = 2 * fabs(ulp_exact_ratio(&magnitudes, &dot));
  g_test_message("%g", condition);
  g_assert_cmpfloat(condition, >, 1e18);
  g_assert_cmpfloat(condition, <, 1e24);
}

static void test_refused(void) {
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_input_open("gensum:n=100:cond=1e61", 1, 1, NULL, &error));
  g_assert_cmpstr(
      error->message, ==,
      "gensum:n=100:format=fp32:cond=1e61, seed 1: cond: found 1e+61, expected at most 1e+60 for elements of "
      "fp32");
  g_autoptr(GCancellable) cancelled = g_cancellable_new();
  g_cancellable_cancel(cancelled);
  g_clear_error(&error);
  g_assert_null(ulp_input_open("gensum:n=100", 1, 1, cancelled, &error));
  g_assert_nonnull(error);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/known-sums/exact", test_exact_sums);
  g_test_add_func("/input/known-sums/permutation", test_pairs_are_a_permutation);
  g_test_add_func("/input/known-sums/harmonic", test_harmonic);
  g_test_add_func("/input/known-sums/sine", test_sine);
  g_test_add_func("/input/known-sums/made", test_made);
  g_test_add_func("/input/known-sums/condition", test_condition);
  g_test_add_func("/input/known-sums/gendot", test_gendot);
  g_test_add_func("/input/known-sums/refused", test_refused);
  return g_test_run();
}
