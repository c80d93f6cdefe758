/* What the experiments compute: rows, summaries and verdicts on inputs whose answers are known. */
#include "tests/experiment/fixture.h"

#include <glib/gstdio.h>
#include <stdlib.h>

/* 1e8, 1, -1e8, 1: exact 2; in order fp32 loses the first 1. */
static void test_sum(void) {
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", "cancel", "algorithms", "seq-fp32,tree-fp32,exact"));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data, *summary = fixture.result.summary;
  g_assert_cmpuint(ulp_table_n_rows(data), ==, 3);
  g_assert_cmpfloat(number(data, 0, "result"), ==, 1);
  g_assert_cmpfloat(number(data, 0, "error"), ==, -1);
  g_assert_cmpfloat(number(data, 0, "error_ulps"), ==, -0x1p22); /* the ulp of 2 in fp32 is 2^-22 */
  g_assert_cmpfloat(number(data, 0, "relative_error"), ==, 0.5);
  g_assert_cmpstr(cell(data, 0, "format").text, ==, "fp32");
  g_assert_cmpstr(cell(data, 2, "format").text, ==, "fp64");
  g_assert_cmpstr(cell(data, 0, "verdict").text, ==, "FAIL");
  g_assert_cmpfloat(number(data, 1, "result"), ==, 2);
  g_assert_cmpstr(cell(data, 1, "verdict").text, ==, "PASS");
  g_assert_cmpstr(cell(data, 2, "determinism").text, ==, "order-independent");
  g_assert_cmpstr(cell(data, 2, "device").text, ==, ulp_device_info(fixture.device)->name);
  g_assert_cmpstr(cell(summary, 0, "exact_decimal").text, ==, "2");
  g_assert_cmpuint(cell(summary, 0, "passed").count, ==, 2);
  g_assert_cmpuint(cell(summary, 0, "failed").count, ==, 1);
  g_assert_cmpint(fixture.result.verdict, ==, ULP_VERDICT_FAIL);
  g_assert_nonnull(strstr(fixture.result.verdict_reason, "seq-fp32"));
  g_assert_null(strstr(fixture.result.verdict_reason, "tree"));
  tear_down(&fixture);
}

static void test_sum_at_the_tolerance(void) {
  const struct {
    const char *atol, *rtol;
    UlpVerdict verdict;
  } cases[] = {{"1", "0", ULP_VERDICT_PASS},
               {"0", "0.5", ULP_VERDICT_PASS},
               {"0.5", "0.25", ULP_VERDICT_PASS},
               {"0.9999999999999999", "0", ULP_VERDICT_FAIL},
               {"0", "0.49999999999999994", ULP_VERDICT_FAIL}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture fixture;
    set_up(&fixture, "sum",
           SETTINGS("input", "cancel", "algorithms", "seq-fp32", "atol", cases[i].atol, "rtol", cases[i].rtol));
    run_well(&fixture);
    g_assert_cmpint(fixture.result.verdict, ==, cases[i].verdict);
    g_assert_cmpint(fixture.result.verdict_reason != NULL, ==, cases[i].verdict == ULP_VERDICT_FAIL);
    tear_down(&fixture);
  }
}

static void test_sum_not_finite(void) {
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", "bits:n=5000:nonfinite=1", "algorithms", "exact", "rtol", "1e300"));
  run_well(&fixture);
  g_assert_cmpint(fixture.result.verdict, ==, ULP_VERDICT_FAIL);
  g_assert_nonnull(strstr(fixture.result.verdict_reason, "not finite"));
  g_assert_cmpstr(cell(fixture.result.data, 0, "verdict").text, ==, "FAIL");
  tear_down(&fixture);
}

static void test_error_vs_n(void) {
  Fixture fixture;
  set_up(&fixture, "error-vs-n",
         SETTINGS("n", "10:100", "step", "3", "algorithms", "seq-fp32,exact", "input", "tenths"));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data;
  const guint64 sizes[] = {10, 30, 90, 100};
  g_assert_cmpuint(ulp_table_n_rows(data), ==, 8);
  g_assert_cmpuint(fixture.changes, ==, 9);
  for (guint i = 0; i < 8; i++) {
    g_assert_cmpuint(cell(data, i, "n").count, ==, sizes[i / 2]);
    g_assert_cmpstr(cell(data, i, "algorithm").text, ==, i % 2 ? "exact" : "seq-fp32");
    g_assert_cmpstr(cell(data, i, "format").text, ==, i % 2 ? "fp64" : "fp32");
    g_assert_cmpfloat(number(data, i, "exact"), ==, (double)sizes[i / 2] * (double)0.1f);
  }
  g_assert_cmpfloat(number(data, 0, "result"), ==, 1.00000011920928955); /* ten times 0.1f in order */
  g_assert_cmpfloat(number(data, 1, "error"), ==, 0);
  tear_down(&fixture);
}

static guint64 last_size(const char *n, const char *input) {
  Fixture fixture;
  set_up(&fixture, "error-vs-n", SETTINGS("n", n, "algorithms", "exact", "input", input));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data;
  const guint64 size = cell(data, ulp_table_n_rows(data) - 1, "n").count;
  tear_down(&fixture);
  return size;
}

static void test_error_vs_n_shorter_input(void) {
  g_assert_cmpuint(last_size("16:1000", "uniform"), ==, 1000);
  g_assert_cmpuint(last_size("16:1000", "uniform:n=100"), ==, 100);
  g_assert_cmpuint(last_size("16:1000", "uniform:n=2000"), ==, 1000);
  g_assert_cmpuint(last_size("4:1000", "cancel"), ==, 4);
}

/* An input shorter than FIRST has nothing to show. */
static void test_error_vs_n_input_too_short(void) {
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  set_up(&fixture, "error-vs-n", SETTINGS("n", "5:1000", "input", "cancel"));
  g_assert_false(run(&fixture, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, "n: found FIRST 5, expected at most 4, the number of elements of the input");
  tear_down(&fixture);
}

/* Sums of inputs that are not finite fail in every experiment on sums, whatever the results. */
static void test_not_finite_fails(void) {
  static const struct {
    const char *id, *input;
    UlpVerdict verdict;
  } cases[] = {
      {"repeat", "bits:n=5000:nonfinite=1", ULP_VERDICT_FAIL},
      {"repeat", "constant:n=16:value=1.7e308:format=fp64", ULP_VERDICT_NONE}, /* beyond fp64, and finite */
      {"error-vs-n", "bits:n=5000:nonfinite=1", ULP_VERDICT_FAIL},
      {"error-vs-n", "constant:n=16:value=1.7e308:format=fp64", ULP_VERDICT_NONE},
      {"convert", "bits:n=5000:nonfinite=1", ULP_VERDICT_NONE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture fixture;
    set_up(&fixture, cases[i].id, SETTINGS("input", cases[i].input));
    if (g_str_equal(cases[i].id, "repeat"))
      g_assert_true(ulp_run_document_set(fixture.document, "runs", "2", NULL));
    run_well(&fixture);
    g_assert_cmpint(fixture.result.verdict, ==, cases[i].verdict);
    if (cases[i].verdict == ULP_VERDICT_FAIL)
      g_assert_cmpstr(fixture.result.verdict_reason, ==, "the sum of the input is not finite: nan");
    else
      g_assert_null(fixture.result.verdict_reason);
    tear_down(&fixture);
  }
}

/* Results that are no numbers have no small error: overflow is infinitely far off, NaN is no distance at all. */
static void test_errors_not_finite(void) {
  Fixture fixture;
  set_up(&fixture, "sum",
         SETTINGS("input", "constant:n=3:value=1.7e308:format=fp64", "algorithms", "seq-fp64,seq-fp32"));
  run_well(&fixture);
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpfloat(number(fixture.result.data, i, "error"), ==, INFINITY);
    g_assert_cmpfloat(number(fixture.result.data, i, "abs_error_ulps"), ==, INFINITY);
    g_assert_true(isnan(number(fixture.result.data, i, "relative_error")));
  }
  tear_down(&fixture);
  set_up(&fixture, "sum", SETTINGS("input", "bits:n=5000:nonfinite=1", "algorithms", "seq-fp64"));
  run_well(&fixture);
  g_assert_true(isnan(number(fixture.result.data, 0, "error")));
  g_assert_true(isnan(number(fixture.result.data, 0, "error_ulps")));
  tear_down(&fixture);
}

/* A sum that is exactly 0 has no relative error. */
static void test_error_vs_n_zero_sum(void) {
  Fixture fixture;
  set_up(&fixture, "error-vs-n", SETTINGS("n", "4:4", "algorithms", "seq-fp32", "input", "cancel-zero"));
  run_well(&fixture);
  g_assert_cmpfloat(number(fixture.result.data, 0, "abs_error"), ==, 1);
  g_assert_true(isnan(number(fixture.result.data, 0, "relative_error")));
  g_assert_cmpfloat(number(fixture.result.data, 0, "error_ulps"), ==, -0x1p149); /* of the smallest subnormal */
  tear_down(&fixture);
}

static void test_repeat(void) {
  Fixture fixture;
  set_up(&fixture, "repeat",
         SETTINGS("runs", "20", "algorithms", "unordered-sim,fixed,exact", "input", "uniform:n=50000"));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data, *summary = fixture.result.summary;
  g_assert_cmpuint(ulp_table_n_rows(data), ==, 60);
  g_assert_cmpuint(ulp_table_n_rows(summary), ==, 3);
  g_autoptr(GHashTable) patterns = g_hash_table_new(g_direct_hash, g_direct_equal);
  double min = INFINITY, max = -INFINITY, largest = 0, largest_ulps = 0;
  for (guint k = 0; k < 20; k++) {
    g_assert_cmpuint(cell(data, 3 * k, "run").count, ==, k);
    g_assert_cmpstr(cell(data, 3 * k, "algorithm").text, ==, "unordered-sim");
    g_assert_cmpuint(cell(data, 3 * k + 1, "result").bits, ==, cell(data, 1, "result").bits);
    g_hash_table_add(patterns, GUINT_TO_POINTER((guint)cell(data, 3 * k, "result").bits));
    min = MIN(min, number(data, 3 * k, "result"));
    max = MAX(max, number(data, 3 * k, "result"));
    largest = MAX(largest, fabs(number(data, 3 * k, "error")));
    largest_ulps = MAX(largest_ulps, fabs(number(data, 3 * k, "error_ulps")));
  }
  g_assert_cmpuint(g_hash_table_size(patterns), >, 1); /* another shuffle each run, the same ones on every machine */
  g_assert_cmpuint(cell(summary, 0, "distinct").count, ==, g_hash_table_size(patterns));
  g_assert_cmpfloat(number(summary, 0, "min"), ==, min);
  g_assert_cmpfloat(number(summary, 0, "max"), ==, max);
  g_assert_cmpfloat(number(summary, 0, "spread_ulps"), ==, (max - min) * 0x1p9); /* about 25000: ulp 2^-9 */
  g_assert_cmpfloat(number(summary, 0, "max_abs_error"), ==, largest);
  g_assert_cmpfloat(number(summary, 0, "max_abs_error_ulps"), ==, largest_ulps);
  g_assert_nonnull(strstr(cell(summary, 0, "title").text, "simulated schedule"));
  for (guint i = 1; i < 3; i++) {
    g_assert_cmpuint(cell(summary, i, "runs").count, ==, 20);
    g_assert_cmpuint(cell(summary, i, "distinct").count, ==, 1);
    g_assert_cmpfloat(number(summary, i, "spread_ulps"), ==, 0);
  }
  g_assert_cmpfloat(number(summary, 2, "max_abs_error"), ==, 0);
  g_assert_cmpstr(cell(data, 0, "format").text, ==, "fp32");
  g_assert_cmpstr(cell(data, 2, "format").text, ==, "fp64");
  tear_down(&fixture);
}

static int compare(gconstpointer a, gconstpointer b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of the times in the rows: the mean of the two in the middle where their number is even. */
static void test_repeat_median(void) {
  static const char *const runs[] = {"1", "2", "9", "10"};
  for (guint r = 0; r < G_N_ELEMENTS(runs); r++) {
    Fixture fixture;
    set_up(&fixture, "repeat",
           SETTINGS("runs", runs[r], "algorithms", "fixed,pairwise,kahan", "input", "uniform:n=5000"));
    run_well(&fixture);
    const guint n = (guint)ulp_table_n_rows(fixture.result.data) / 3;
    g_assert_cmpuint(n, ==, (guint)g_ascii_strtoull(runs[r], NULL, 10));
    for (guint algorithm = 0; algorithm < 3; algorithm++) {
      double seconds[10];
      for (guint k = 0; k < n; k++)
        seconds[k] = number(fixture.result.data, 3 * k + algorithm, "seconds");
      qsort(seconds, n, sizeof *seconds, compare);
      const double median = n % 2 ? seconds[n / 2] : (seconds[n / 2 - 1] + seconds[n / 2]) / 2;
      g_assert_cmpfloat(number(fixture.result.summary, algorithm, "median_seconds"), ==, median);
    }
    tear_down(&fixture);
  }
}

/* The exact sum, 2^24 - 1/4, is rounded to 2^24 in fp32, but lies in the binade below, where an ulp is 1. Quarters before
 * the large element take 1 from it when they are three or more; those behind it are lost. */
static void test_repeat_below_power(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-repeat-XXXXXX", NULL), *name = g_build_filename(folder, "x.csv", NULL);
  g_autofree char *input = g_strconcat(name, ":format=fp32", NULL);
  g_assert_true(g_file_set_contents(name, "16777216\n-.25\n-.25\n-.25\n-.25\n-.25\n.25\n.25\n.25\n.25\n", -1, NULL));
  Fixture fixture;
  set_up(&fixture, "repeat", SETTINGS("runs", "200", "algorithms", "unordered-sim:grid=10:block=1", "input", input));
  run_well(&fixture);
  const UlpTable *summary = fixture.result.summary;
  g_assert_cmpfloat(number(fixture.result.data, 0, "exact"), ==, 16777215.75);
  g_assert_cmpuint(cell(summary, 0, "distinct").count, ==, 2);
  g_assert_cmpfloat(number(summary, 0, "min"), ==, 16777215);
  g_assert_cmpfloat(number(summary, 0, "max"), ==, 16777216);
  g_assert_cmpfloat(number(summary, 0, "spread_ulps"), ==, 1);
  g_assert_cmpfloat(number(summary, 0, "max_abs_error_ulps"), ==, 0.75);
  tear_down(&fixture);
  g_remove(name);
  g_rmdir(folder);
}

/* The last block overflows. What is added after it stays there; two others before it overflow too, and all is NaN. One run
 * that is NaN makes the largest error NaN, whatever comes after it. */
static void test_repeat_overflow(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-repeat-XXXXXX", NULL), *name = g_build_filename(folder, "x.csv", NULL);
  g_autofree char *input = g_strconcat(name, ":format=fp32", NULL);
  g_assert_true(g_file_set_contents(name, "3e38\n0\n3e38\n0\n-3e38\n-3e38\n", -1, NULL));
  Fixture fixture;
  set_up(&fixture, "repeat", SETTINGS("runs", "50", "algorithms", "unordered-sim:grid=3:block=2", "input", input));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data, *summary = fixture.result.summary;
  guint first_nan = 50, last_infinite = 0;
  for (guint k = 0; k < 50; k++) {
    const double result = number(data, k, "result");
    g_assert_true(isnan(result) || result == -(double)INFINITY);
    if (isnan(result))
      first_nan = MIN(first_nan, k);
    else
      last_infinite = k;
  }
  g_assert_cmpuint(first_nan, <, last_infinite);
  g_assert_cmpuint(cell(summary, 0, "distinct").count, ==, 2);
  g_assert_true(isnan(number(summary, 0, "max_abs_error")));
  g_assert_true(isnan(number(summary, 0, "max_abs_error_ulps")));
  g_assert_true(isnan(number(summary, 0, "spread_ulps")));
  g_assert_cmpfloat(number(summary, 0, "max"), ==, -(double)INFINITY);
  tear_down(&fixture);
  g_autofree char *runs = g_strdup_printf("%u", last_infinite + 1); /* so that the last run is none that is NaN */
  set_up(&fixture, "repeat", SETTINGS("runs", runs, "algorithms", "unordered-sim:grid=3:block=2", "input", input));
  run_well(&fixture);
  g_assert_true(isnan(number(fixture.result.summary, 0, "max_abs_error")));
  tear_down(&fixture);

  /* Numbers and an infinity: no spread either. */
  g_assert_true(g_file_set_contents(name, "3e38\n3e38\n-3e38\n", -1, NULL));
  set_up(&fixture, "repeat", SETTINGS("runs", "50", "algorithms", "unordered-sim:grid=3:block=1", "input", input));
  run_well(&fixture);
  g_assert_cmpuint(cell(fixture.result.summary, 0, "distinct").count, ==, 2);
  g_assert_cmpfloat(number(fixture.result.summary, 0, "min"), ==, (double)3e38f);
  g_assert_cmpfloat(number(fixture.result.summary, 0, "max"), ==, (double)INFINITY);
  g_assert_true(isnan(number(fixture.result.summary, 0, "spread_ulps")));
  tear_down(&fixture);
  g_remove(name);
  g_rmdir(folder);
}

/* NaN each time: one bit pattern, no smallest and largest. */
static void test_repeat_nan(void) {
  Fixture fixture;
  set_up(&fixture, "repeat", SETTINGS("runs", "2", "algorithms", "seq-fp32", "input", "bits:n=5000:nonfinite=1"));
  run_well(&fixture);
  g_assert_cmpuint(cell(fixture.result.summary, 0, "distinct").count, ==, 1);
  g_assert_true(isnan(number(fixture.result.summary, 0, "spread_ulps")));
  g_assert_true(isnan(number(fixture.result.summary, 0, "min")));
  tear_down(&fixture);
}

static void test_convert(void) {
  Fixture fixture;
  set_up(&fixture, "convert",
         SETTINGS("input", "alternating:n=1000:large=1e6:small=1e-6", "to", "fp16", "points", "100"));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data, *summary = fixture.result.summary;
  g_assert_cmpuint(ulp_table_n_rows(data), ==, 100);
  g_assert_cmpuint(cell(summary, 0, "elements").count, ==, 1000);
  g_assert_cmpuint(cell(summary, 0, "overflowed").count, ==, 500);
  g_assert_cmpuint(cell(summary, 0, "rounded").count, ==, 500);
  g_assert_cmpuint(cell(summary, 0, "subnormal").count, ==, 500);
  g_assert_cmpuint(cell(summary, 0, "exact").count, ==, 0);
  guint overflowed = 0;
  for (guint i = 0; i < 100; i++) {
    const guint64 index = cell(data, i, "index").count;
    g_assert_cmpuint(index / 10, ==, i); /* one of each ten */
    overflowed += g_str_equal(cell(data, i, "class").text, "overflow");
  }
  g_assert_cmpuint(overflowed, >, 20); /* the period of two hides neither kind */
  g_assert_cmpuint(overflowed, <, 80);
  tear_down(&fixture);
}

static void test_convert_to_itself(void) {
  Fixture fixture;
  set_up(&fixture, "convert", SETTINGS("input", "normal:n=1000", "from", "e4m3", "to", "e4m3", "points", "1e6"));
  run_well(&fixture);
  g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), ==, 1000);
  g_assert_cmpuint(cell(fixture.result.summary, 0, "exact").count, ==, 1000);
  g_assert_cmpfloat(number(fixture.result.summary, 0, "max_error"), ==, 0);
  g_assert_cmpstr(cell(fixture.result.summary, 0, "from").text, ==, "e4m3");
  tear_down(&fixture);
}

/* The way back is to nearest, ties to even, whatever the way there: e4m3's largest value, 448, lies between 384 and 512. */
static void test_convert_back_to_nearest(void) {
  Fixture fixture;
  set_up(&fixture, "convert",
         SETTINGS("input", "constant:n=4:value=0x1p20", "from", "e8m1", "to", "e4m3", "round", "rz"));
  run_well(&fixture);
  g_assert_cmpfloat(number(fixture.result.data, 0, "value"), ==, 0x1p20);
  g_assert_cmpfloat(number(fixture.result.data, 0, "converted"), ==, 448);
  g_assert_cmpstr(cell(fixture.result.data, 0, "class").text, ==, "overflow");
  g_assert_cmpfloat(number(fixture.result.data, 0, "error"), ==, 512 - 0x1p20);
  tear_down(&fixture);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/sum/values", test_sum);
  g_test_add_func("/experiment/sum/at-the-tolerance", test_sum_at_the_tolerance);
  g_test_add_func("/experiment/sum/not-finite", test_sum_not_finite);
  g_test_add_func("/experiment/error-vs-n/rows", test_error_vs_n);
  g_test_add_func("/experiment/error-vs-n/shorter-input", test_error_vs_n_shorter_input);
  g_test_add_func("/experiment/error-vs-n/input-too-short", test_error_vs_n_input_too_short);
  g_test_add_func("/experiment/not-finite/verdict", test_not_finite_fails);
  g_test_add_func("/experiment/not-finite/errors", test_errors_not_finite);
  g_test_add_func("/experiment/error-vs-n/zero-sum", test_error_vs_n_zero_sum);
  g_test_add_func("/experiment/repeat/summary", test_repeat);
  g_test_add_func("/experiment/repeat/median", test_repeat_median);
  g_test_add_func("/experiment/repeat/below-power", test_repeat_below_power);
  g_test_add_func("/experiment/repeat/overflow", test_repeat_overflow);
  g_test_add_func("/experiment/repeat/nan", test_repeat_nan);
  g_test_add_func("/experiment/convert/counts", test_convert);
  g_test_add_func("/experiment/convert/to-itself", test_convert_to_itself);
  g_test_add_func("/experiment/convert/back-to-nearest", test_convert_back_to_nearest);
  return g_test_run();
}
