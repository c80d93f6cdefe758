/* What experiments say that they need of memory, against bytes counted by hand, and what is refused. */
#include "tests/experiment/fixture.h"

static UlpNeeds needs_of(const char *id, const char *const *settings, UlpFormat format, guint64 count) {
  Fixture fixture;
  const UlpInputSize input = {format, count, FALSE};
  UlpNeeds needs = {0};
  set_up(&fixture, id, settings);
  ulp_run_document_experiment(fixture.document)->needs(ulp_run_document_values(fixture.document), &input, &needs);
  tear_down(&fixture);
  return needs;
}

/* There, and back: an array each; and one before them where the elements start in another format. */
static void test_convert(void) {
  UlpNeeds needs = needs_of("convert", SETTINGS("to", "fp16", "points", "500"), ULP_FORMAT_FP32, 1000);
  g_assert_cmpfloat(needs.arrays, ==, 1000 * (2 + 4));
  g_assert_cmpfloat(needs.rows, ==, 500);
  needs = needs_of("convert", SETTINGS("from", "fp64", "to", "e2m1"), ULP_FORMAT_FP32, 1000);
  g_assert_cmpfloat(needs.arrays, ==, 1000 * (8 + 0.5 + 8));
  g_assert_cmpfloat(needs.rows, ==, 1000);
  g_assert_cmpfloat(needs.value_bytes, ==, 8);
  needs = needs_of("convert", SETTINGS("to", "e15m112"), ULP_FORMAT_FP32, 1000);
  g_assert_cmpfloat(needs.value_bytes, ==, 16);
}

/* A streamed file takes memory for a part of 2^23 elements. */
static void test_streamed(void) {
  Fixture fixture;
  const UlpInputSize input = {ULP_FORMAT_FP32, G_GUINT64_CONSTANT(1) << 40, FALSE, TRUE};
  UlpNeeds needs = {0};
  set_up(&fixture, "convert", SETTINGS("to", "fp16", "points", "500"));
  const UlpExperiment *experiment = ulp_run_document_experiment(fixture.document);
  g_assert_true(experiment->streams);
  experiment->needs(ulp_run_document_values(fixture.document), &input, &needs);
  g_assert_cmpfloat(needs.arrays, ==, 0x1p23 * (2 + 4));
  g_assert_cmpfloat(needs.rows, ==, 500);
  tear_down(&fixture);
}

static void test_sums(void) {
  UlpNeeds needs = needs_of("sum", SETTINGS("algorithms", "kahan,exact"), ULP_FORMAT_FP32, 1000);
  g_assert_cmpfloat(needs.arrays, ==, 0);
  g_assert_cmpfloat(needs.rows, ==, 2);
  needs = needs_of("sum", SETTINGS("algorithms", "exact"), ULP_FORMAT_FP16, 1000);
  g_assert_cmpfloat(needs.arrays, ==, 4000); /* as fp32 */
  needs = needs_of("repeat", SETTINGS("algorithms", "kahan,exact,fixed", "runs", "70"), ULP_FORMAT_FP64, 1000);
  g_assert_cmpfloat(needs.arrays, ==, 0);
  g_assert_cmpfloat(needs.rows, ==, 210);
}

/* At least the rows that there are, and not many more. */
static void test_error_vs_n(void) {
  const char *const steps[] = {"1.001", "1.5", "2", "1000"};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    Fixture fixture;
    const char *const *settings =
        SETTINGS("n", "3:5000", "step", steps[i], "algorithms", "kahan,exact", "input", "uniform");
    const UlpNeeds needs = needs_of("error-vs-n", settings, ULP_FORMAT_FP32, 5000);
    set_up(&fixture, "error-vs-n", settings);
    run_well(&fixture);
    const double rows = (double)ulp_table_n_rows(fixture.result.data);
    g_assert_cmpfloat(needs.rows, >=, rows);
    g_assert_cmpfloat(needs.rows, <=, 3 * rows + 4);
    tear_down(&fixture);
  }
}

/* 2^40 elements: before anything is there. */
static void test_refused(void) {
  g_autoptr(GError) error = NULL;
  Fixture fixture;
  set_up(&fixture, "convert", SETTINGS("input", "normal:n=1099511627776", "to", "fp16"));
  g_assert_false(run(&fixture, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_MEMORY);
  /* 10 bytes an element, and one 64th; what is not to be known here is how much there is. */
  g_assert_true(g_str_has_prefix(error->message, "not enough memory: the run needs 10 TiB, "));
  g_assert_nonnull(strstr(error->message, " may be used here; up to "));
  g_assert_null(fixture.result.data);
  g_assert_cmpuint(fixture.changes, ==, 0);
  tear_down(&fixture);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/needs/convert", test_convert);
  g_test_add_func("/needs/streamed", test_streamed);
  g_test_add_func("/needs/sums", test_sums);
  g_test_add_func("/needs/error-vs-n", test_error_vs_n);
  g_test_add_func("/needs/refused", test_refused);
  return g_test_run();
}
