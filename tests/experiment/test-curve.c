/* Error against N: sizes, quantiles over realisations, bounds in every measure, where adding does nothing. */
#include "core/experiment/errors.h"
#include "core/experiment/sizes.h"
#include "tests/experiment/fixture.h"

static void assert_sizes(GArray *sizes, const guint64 *expected, guint n) {
  g_assert_cmpmem(sizes->data, sizes->len * sizeof(guint64), expected, n * sizeof(guint64));
  g_array_unref(sizes);
}

static void test_sizes(void) {
  assert_sizes(ulp_sizes_by_factor(16, 100, 2), (guint64[]){16, 32, 64, 100}, 4);
  assert_sizes(ulp_sizes_by_factor(1, 5, 1.001), (guint64[]){1, 2, 3, 4, 5}, 5);
  assert_sizes(ulp_sizes_by_factor(7, 7, 2), (guint64[]){7}, 1);
  assert_sizes(ulp_sizes_evenly(10, 50, 5), (guint64[]){10, 20, 30, 40, 50}, 5);
  assert_sizes(ulp_sizes_evenly(1, 3, 100), (guint64[]){1, 2, 3}, 3);
  assert_sizes(ulp_sizes_evenly(7, 7, 5), (guint64[]){7}, 1);
  assert_sizes(ulp_sizes_evenly(0x10000000000, 0x10000000004, 2), (guint64[]){0x10000000000, 0x10000000004}, 2);
}

/* numpy.quantile, whose method "linear" is definition 7. */
static void test_quantile(void) {
  double values[] = {4, 1, (double)NAN, 3, 2};
  g_assert_cmpfloat(ulp_quantile(values, 5, 0.5), ==, 2.5);
  g_assert_cmpfloat(ulp_quantile(values, 4, 0), ==, 1);
  g_assert_cmpfloat(ulp_quantile(values, 4, 1), ==, 4);
  g_assert_cmpfloat(fabs(ulp_quantile(values, 4, 0.1) - 1.3), <, 1e-15);
  double none[] = {(double)NAN}, far[] = {1, (double)INFINITY, (double)INFINITY};
  g_assert_true(isnan(ulp_quantile(none, 1, 0.5)));
  g_assert_true(isinf(ulp_quantile(far, 3, 0.9)));
}

static double real(const UlpTable *table, guint row, const char *id) { return number(table, row, id); }

/* Every measured error lies within the worst-case bound, in every measure, and the measures belong together. */
static void test_bounds(void) {
  static const char *const inputs[] = {"uniform", "uniform-pm", "normal:format=fp64", "gensum:n=20000:cond=1e8",
                                       "harmonic"};
  static const char *const measures[][2] = {{"absolute", "abs_error"},
                                            {"relative", "relative_error"},
                                            {"magnitudes", "error_magnitudes"},
                                            {"common", "abs_error_ulps_common"},
                                            {"own", "abs_error_ulps"}};
  for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
    Fixture fixture;
    set_up(&fixture, "error-vs-n",
           SETTINGS("input", inputs[i], "n", "16:20000", "algorithms",
                    "seq-fp32,seq-fp64,pairwise,tree-fp32,kahan,exact"));
    run_well(&fixture);
    const UlpTable *table = fixture.result.data;
    guint bounded = 0;
    for (guint row = 0; row < ulp_table_n_rows(table); row++) {
      const double worst = real(table, row, "absolute_worst"), probable = real(table, row, "absolute_probable");
      const double magnitudes = real(table, row, "magnitudes");
      for (guint m = 0; m < G_N_ELEMENTS(measures); m++) {
        g_autofree char *worst_id = g_strconcat(measures[m][0], "_worst", NULL);
        g_autofree char *median_id = g_strconcat(measures[m][0], "_median", NULL);
        g_autofree char *low_id = g_strconcat(measures[m][0], "_low", NULL);
        const double bound = real(table, row, worst_id), error = real(table, row, measures[m][1]);
        g_assert_cmpfloat(real(table, row, median_id), ==, error); /* of one realisation */
        g_assert_true(isnan(real(table, row, low_id)));
        if (isnan(bound))
          continue;
        bounded++;
        g_assert_cmpfloat(error, <=, bound * (1 + 1e-12));
      }
      if (!isnan(worst)) {
        g_assert_cmpfloat(fabs(real(table, row, "magnitudes_worst") * magnitudes / worst - 1), <, 1e-14);
        g_assert_cmpstr(cell(table, row, "no_bound").text, ==, "");
      }
      g_assert_true(isnan(probable) || probable >= 0);
    }
    g_assert_cmpuint(bounded, >, 5 * ulp_table_n_rows(table) / 2);
    tear_down(&fixture);
  }
}

/* No bound for n u >= 1, and that is said; the harmonic sum in fp32 stands still from k = 2097152 on, and tenths are absorbed
 * where half an ulp of the sum is more than 1/10, from 2^21 on. */
static void test_stalls(void) {
  Fixture fixture;
  set_up(&fixture, "error-vs-n",
         SETTINGS("input", "harmonic", "n", "1048576:33554432", "algorithms", "seq-fp32,seq-fp64"));
  run_well(&fixture);
  const UlpTable *table = fixture.result.data;
  for (guint row = 0; row < ulp_table_n_rows(table); row++) {
    const guint64 n = cell(table, row, "n").count;
    const gboolean fp32 = g_str_equal(cell(table, row, "algorithm").text, "seq-fp32");
    g_assert_cmpint(isnan(real(table, row, "relative_worst")), ==, fp32 && n >= 16777216);
    g_assert_cmpint(g_str_has_prefix(cell(table, row, "no_bound").text, "none: n u >= 1"), ==, fp32 && n >= 16777216);
    if (n >= 4194304)
      g_assert_cmpstr(cell(table, row, "state").text, ==, fp32 ? "stalled" : "");
    else if (n < 2097152)
      g_assert_cmpstr(cell(table, row, "state").text, !=, "stalled");
  }
  g_assert_nonnull(strstr(cell(fixture.result.summary, 0, "stalled").text, "seq-fp32 from N = "));
  g_assert_nonnull(strstr(cell(fixture.result.summary, 0, "unbounded").text, "seq-fp32 from N = 16777216"));
  tear_down(&fixture);
}

/* Quantiles are those of runs with the seeds one by one; a file is taken in other orders. */
static void test_realisations(void) {
  enum { SEEDS = 5 };
  double errors[SEEDS];
  Fixture fixture;
  for (guint seed = 0; seed < SEEDS; seed++) {
    g_autofree char *text = g_strdup_printf("%u", 10 + seed);
    set_up(&fixture, "error-vs-n", SETTINGS("n", "4000:4000", "algorithms", "seq-fp32", "seed", text));
    run_well(&fixture);
    errors[seed] = real(fixture.result.data, 0, "abs_error");
    tear_down(&fixture);
  }
  set_up(&fixture, "error-vs-n", SETTINGS("n", "4000:4000", "algorithms", "seq-fp32", "seed", "10", "seeds", "5"));
  run_well(&fixture);
  const UlpTable *table = fixture.result.data;
  g_assert_cmpuint(ulp_table_n_rows(table), ==, 1);
  g_assert_cmpuint(cell(table, 0, "realisations").count, ==, SEEDS);
  g_assert_cmpfloat(real(table, 0, "abs_error"), ==, errors[0]);
  g_assert_cmpfloat(real(table, 0, "absolute_median"), ==, ulp_quantile(errors, SEEDS, 0.5));
  g_assert_cmpfloat(real(table, 0, "absolute_low"), ==, ulp_quantile(errors, SEEDS, 0.1));
  g_assert_cmpfloat(real(table, 0, "absolute_high"), ==, ulp_quantile(errors, SEEDS, 0.9));
  g_assert_cmpstr(cell(fixture.result.summary, 0, "realisations").text, ==, "5 realisations: seeds 10 to 14");
  tear_down(&fixture);

  g_autofree char *path = g_build_filename(g_getenv("ULP_TEST_DATA"), "../data/inputs/harmonic-fp32.npy", NULL);
  set_up(&fixture, "error-vs-n",
         SETTINGS("n", "1000:1000", "algorithms", "seq-fp32,exact", "input", path, "seeds", "8"));
  run_well(&fixture);
  g_assert_cmpfloat(real(fixture.result.data, 0, "absolute_high"), >, real(fixture.result.data, 0, "absolute_low"));
  g_assert_cmpfloat(real(fixture.result.data, 1, "absolute_high"), ==, real(fixture.result.data, 1, "absolute_low"));
  g_assert_cmpstr(cell(fixture.result.summary, 0, "realisations").text, ==,
                  "8 realisations: the file as it is and in 7 random orders");
  tear_down(&fixture);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/curve/sizes", test_sizes);
  g_test_add_func("/experiment/curve/quantile", test_quantile);
  g_test_add_func("/experiment/curve/bounds", test_bounds);
  g_test_add_func("/experiment/curve/stalls", test_stalls);
  g_test_add_func("/experiment/curve/realisations", test_realisations);
  return g_test_run();
}
