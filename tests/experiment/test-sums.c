/* What the experiments on sums say beyond values: units, parts of the rule, warnings, elements of other formats. */
#include "tests/experiment/fixture.h"

#include "core/experiment/work.h"

#include <glib/gstdio.h>

static char *csv_file(const char *text) {
  char *name = g_build_filename(g_get_tmp_dir(), "ulp-sums-XXXXXX.csv", NULL);
  const int file = g_mkstemp(name);
  g_assert_cmpint(file, >=, 0);
  g_assert_true(g_close(file, NULL));
  g_assert_true(g_file_set_contents(name, text, -1, NULL));
  return name;
}

/* 1.000000001 and -1 in fp32 leave 0 for 1e-9, which is no result, however small. */
static void test_default_tolerance(void) {
  g_autofree char *name = csv_file("1.000000001\n-1\n");
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", name, "algorithms", "seq-fp32,seq-fp64"));
  run_well(&fixture);
  const UlpTable *data = fixture.result.data, *summary = fixture.result.summary;
  g_assert_cmpfloat(number(data, 0, "result"), ==, 0);
  g_assert_cmpfloat(number(data, 0, "relative_error"), ==, 1);
  g_assert_cmpstr(cell(data, 0, "verdict").text, ==, "FAIL");
  g_assert_cmpstr(cell(data, 0, "passed_by").text, ==, "");
  g_assert_cmpstr(cell(data, 0, "accumulator").text, ==, "fp32");
  g_assert_cmpstr(cell(data, 1, "passed_by").text, ==, "exact");
  g_assert_cmpstr(cell(data, 1, "accumulator").text, ==, "fp64");
  g_assert_cmpstr(cell(summary, 0, "elements_format").text, ==, "fp64");
  g_assert_cmpfloat(number(summary, 0, "magnitudes"), ==, 2.000000001);
  g_assert_cmpfloat(number(summary, 0, "atol"), ==, 2.000000001 * 0x1p-53);
  g_assert_cmpfloat(fabs(number(summary, 0, "condition") / 2e9 - 1), <, 1e-6);
  g_assert_nonnull(strstr(cell(summary, 0, "warning").text, "cancel"));
  tear_down(&fixture);
  g_unlink(name);
}

/* A tolerance that lets half of the sum pass says so; one that does not has nothing to warn of. */
static void test_parts_and_warnings(void) {
  const struct {
    const char *algorithms, *atol, *rtol, *passed_by, *warning;
  } cases[] = {{"seq-fp32", "0", "1", "rtol", "more than 1 % off"},
               {"seq-fp32", "2", "0.25", "atol", "more than 1 % off"},
               {"seq-fp32", "0.5", "0.25", "atol+rtol", "more than 1 % off"},
               {"tree-fp32", "0", "0", "exact", NULL}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture fixture;
    set_up(
        &fixture, "sum",
        SETTINGS("input", "cancel", "algorithms", cases[i].algorithms, "atol", cases[i].atol, "rtol", cases[i].rtol));
    run_well(&fixture);
    g_assert_cmpint(fixture.result.verdict, ==, ULP_VERDICT_PASS);
    g_assert_cmpstr(cell(fixture.result.data, 0, "passed_by").text, ==, cases[i].passed_by);
    const char *warning = cell(fixture.result.summary, 0, "warning").text;
    g_assert_nonnull(strstr(warning, "condition number 1e+08"));
    g_assert_cmpint(strstr(warning, "seq-fp32") != NULL, ==, cases[i].warning != NULL);
    if (cases[i].warning)
      g_assert_nonnull(strstr(warning, cases[i].warning));
    tear_down(&fixture);
  }
}

static void test_no_warning(void) {
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", "uniform:n=1000", "algorithms", "seq-fp32"));
  run_well(&fixture);
  g_assert_cmpstr(cell(fixture.result.summary, 0, "warning").text, ==, "");
  g_assert_cmpfloat(number(fixture.result.summary, 0, "condition"), ==, 1);
  g_assert_cmpstr(cell(fixture.result.data, 0, "passed_by").text, ==, "rtol");
  tear_down(&fixture);
}

/* Elements cancel from a condition number of 2^24 on: a and 1 - a have 2 a - 1. */
static void test_condition(void) {
  static const struct {
    const char *elements;
    double condition;
    gboolean warns;
  } cases[] = {{"8388608\n-8388607\n", 0x1p24 - 1, FALSE}, {"8388609\n-8388608\n", 0x1p24 + 1, TRUE}};
  g_autofree char *folder = g_dir_make_tmp("ulp-sum-XXXXXX", NULL), *name = g_build_filename(folder, "x.csv", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture fixture;
    g_assert_true(g_file_set_contents(name, cases[i].elements, -1, NULL));
    set_up(&fixture, "sum", SETTINGS("input", name, "algorithms", "seq-fp64"));
    run_well(&fixture);
    g_assert_cmpfloat(number(fixture.result.summary, 0, "condition"), ==, cases[i].condition);
    g_assert_cmpint(*cell(fixture.result.summary, 0, "warning").text != '\0', ==, cases[i].warns);
    tear_down(&fixture);
  }
  g_remove(name);
  g_rmdir(folder);
}

/* The exact sum is 0: the condition has no end. */
static void test_zero_sum(void) {
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", "cancel-zero", "algorithms", "seq-fp32,exact", "atol", "2"));
  run_well(&fixture);
  g_assert_cmpfloat(number(fixture.result.summary, 0, "condition"), ==, INFINITY);
  g_assert_cmpstr(cell(fixture.result.data, 0, "passed_by").text, ==, "atol");
  g_assert_nonnull(strstr(cell(fixture.result.summary, 0, "warning").text, "of an exact 0: seq-fp32"));
  tear_down(&fixture);
}

/* One error, one number, whatever format holds it: 10 times fp32's 0.1 in order, as fp32 and as fp64 results. */
static void test_common_unit(void) {
  static const char *const experiments[] = {"sum", "error-vs-n", "repeat"};
  for (guint e = 0; e < G_N_ELEMENTS(experiments); e++) {
    Fixture fixture;
    set_up(&fixture, experiments[e], SETTINGS("input", "tenths:n=1000", "algorithms", "pairwise,tree-fp32:block=1024"));
    if (g_str_equal(experiments[e], "error-vs-n"))
      g_assert_true(ulp_run_document_set(fixture.document, "n", "1000:1000", NULL));
    run_well(&fixture);
    const UlpTable *data = fixture.result.data;
    const double unit = 0x1p-17; /* fp32's ulp at 100 */
    for (guint i = 0; i < 2; i++) {
      g_assert_cmpstr(cell(data, i, "format").text, ==, i ? "fp64" : "fp32");
      g_assert_cmpfloat(number(data, i, "error_ulps_common"), ==, number(data, i, "error") / unit);
      g_assert_cmpfloat(number(data, i, "error_ulps"), ==, number(data, i, "error") / (i ? 0x1p-46 : unit));
    }
    g_assert_cmpfloat(number(data, 1, "error"), !=, 0);
    tear_down(&fixture);
  }
}

/* Common units come first among the plots in ulps, and say so. */
static void test_plots(void) {
  static const char *const experiments[] = {"sum", "error-vs-n", "repeat"};
  for (guint e = 0; e < G_N_ELEMENTS(experiments); e++) {
    const UlpExperiment *experiment = ulp_experiment_find(experiments[e], NULL);
    guint seen = 0;
    for (guint p = 0; p < experiment->n_plots; p++) {
      const UlpPlotSpec *plot = &experiment->plots[p];
      const gboolean is_common = g_str_has_suffix(plot->y, "ulps_common") || g_str_equal(plot->y, "common_median");
      const gboolean is_own = g_str_has_suffix(plot->y, "error_ulps") || g_str_equal(plot->y, "own_median");
      if ((!is_common && !is_own) || g_str_has_suffix(plot->id, "-linear"))
        continue;
      g_assert_cmpint(is_common, ==, seen++ == 0);
      g_assert_cmpint(strstr(plot->title, "own format") != NULL, ==, seen == 2);
    }
    g_assert_cmpuint(seen, ==, 2);
  }
}

/* Elements of other formats are summed as the first of fp32 and fp64 that holds them all. */
static void test_as_summed(void) {
  static const struct {
    const char *from, *to;
  } cases[] = {{"fp32", "fp32"},
               {"fp64", "fp64"},
               {"fp16", "fp32"},
               {"bf16", "fp32"},
               {"e4m3", "fp32"},
               {"e11m30", "fp64"},
               {"e2m1-noinf-nonan", "fp32"}};
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open("cpu", &error);
  const double values[] = {1, -2, 0.5};
  g_autoptr(UlpArray) source = ulp_device_upload(device, ULP_FORMAT_FP64, values, 3, NULL, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpConvertJob job = {.round = ULP_ROUND_RN};
    g_assert_true(ulp_format_from_id(cases[i].from, &job.to, &error));
    g_autoptr(UlpArray) array = ulp_array_convert(source, &job, NULL, NULL, &error);
    g_autoptr(UlpArray) summed = ulp_array_as_summed(array, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(ulp_format_info(ulp_array_format(summed))->id, ==, cases[i].to);
    UlpExact exact;
    ulp_exact_clear(&exact);
    g_assert_true(ulp_array_add_exact(summed, FALSE, 0, 3, &exact, NULL, &error));
    g_assert_cmpfloat(ulp_exact_to_double(&exact), ==, -0.5);
  }
  UlpConvertJob wide = {.round = ULP_ROUND_RN};
  g_assert_true(ulp_format_from_id("e15m112", &wide.to, &error));
  g_autoptr(UlpArray) array = ulp_array_convert(source, &wide, NULL, NULL, &error);
  g_assert_null(ulp_array_as_summed(array, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "do not fit fp64"));
}

/* Not one of the rows that are there can be measured. */
static void test_convert_nothing_measured(void) {
  Fixture fixture;
  set_up(&fixture, "convert", SETTINGS("input", "constant:n=100:value=1e10", "to", "fp16"));
  run_well(&fixture);
  g_assert_cmpuint(cell(fixture.result.summary, 0, "overflowed").count, ==, 100);
  g_assert_true(isnan(number(fixture.result.summary, 0, "max_error")));
  g_assert_true(isnan(number(fixture.result.summary, 0, "mean_error")));
  g_assert_true(isnan(number(fixture.result.summary, 0, "max_relative_error")));
  tear_down(&fixture);
}

/* Points far apart are fetched singly, near ones in windows: the same rows. */
static void test_convert_points(void) {
  Fixture sparse, dense;
  set_up(&sparse, "convert", SETTINGS("to", "fp16", "input", "normal:n=300000", "points", "100"));
  set_up(&dense, "convert", SETTINGS("to", "fp16", "input", "normal:n=300000", "points", "300000"));
  run_well(&sparse);
  run_well(&dense);
  g_assert_cmpuint(ulp_table_n_rows(dense.result.data), ==, 300000);
  for (guint i = 0; i < 100; i++) {
    const guint index = (guint)cell(sparse.result.data, i, "index").count;
    g_assert_cmpuint(cell(dense.result.data, index, "index").count, ==, index);
    g_assert_true(number(sparse.result.data, i, "value") == number(dense.result.data, index, "value"));
    g_assert_true(number(sparse.result.data, i, "converted") == number(dense.result.data, index, "converted"));
    g_assert_true(number(sparse.result.data, i, "error") == number(dense.result.data, index, "error"));
  }
  tear_down(&sparse);
  tear_down(&dense);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/sums/default-tolerance", test_default_tolerance);
  g_test_add_func("/experiment/sums/parts-and-warnings", test_parts_and_warnings);
  g_test_add_func("/experiment/sums/no-warning", test_no_warning);
  g_test_add_func("/experiment/sums/zero-sum", test_zero_sum);
  g_test_add_func("/experiment/sums/common-unit", test_common_unit);
  g_test_add_func("/experiment/sums/plots", test_plots);
  g_test_add_func("/experiment/sums/as-summed", test_as_summed);
  g_test_add_func("/experiment/convert/nothing-measured", test_convert_nothing_measured);
  g_test_add_func("/experiment/convert/points", test_convert_points);
  g_test_add_func("/experiment/sum/condition", test_condition);
  return g_test_run();
}
