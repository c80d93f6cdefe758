/* Folds of reproducible bins: what they are worth beside pairwise summation. */
#include "tests/experiment/fixture.h"

#include "core/sum/plan.h"

enum { PER_ACCUMULATOR = 2 * ULP_PLAN_MAX_FOLDS };

static void run_folds(Fixture *fixture, const char *input, const char *accumulators) {
  const char *const settings[] = {"input", input, "accumulators", accumulators, "rounds", "1", NULL};
  set_up(fixture, "folds", settings);
  run_well(fixture);
}

/* Row of the bins; that of pairwise summation is the next. */
static guint row_of(guint accumulator, guint folds) { return accumulator * PER_ACCUMULATOR + 2 * (folds - 1); }

/* With three folds the bound is tighter than pairwise's in either accumulator, whatever the elements here; no error passes its
 * bound, which falls with every fold until the rounding of the sum is all that is left. */
static void test_tighter(void) {
  static const char *const inputs[] = {"uniform:n=200000",   "normal:n=200000",           "tenths:n=100000",
                                       "lognormal:n=100000", "harmonic:n=100000",         "spread:n=20000",
                                       "uniform-pm:n=3",     "normal:n=50000:format=fp64"};
  for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
    Fixture fixture;
    run_folds(&fixture, inputs[i], "fp32,fp64");
    const UlpTable *data = fixture.result.data;
    g_assert_cmpuint(ulp_table_n_rows(data), ==, 2 * PER_ACCUMULATOR);
    for (guint accumulator = 0; accumulator < 2; accumulator++) {
      for (guint folds = 1; folds <= ULP_PLAN_MAX_FOLDS; folds++) {
        const guint row = row_of(accumulator, folds);
        g_assert_cmpuint((guint)number(data, row, "folds"), ==, folds);
        g_assert_cmpfloat(number(data, row, "abs_error"), <=, number(data, row, "bound"));
        g_assert_cmpfloat(number(data, row + 1, "abs_error"), <=, number(data, row + 1, "bound"));
        g_assert_cmpfloat(number(data, row + 1, "bound"), ==, number(data, row_of(accumulator, 1) + 1, "bound"));
        g_assert_cmpfloat(number(data, row, "seconds"), >, 0);
        if (folds > 1)
          g_assert_cmpfloat(number(data, row, "bound"), <=, number(data, row_of(accumulator, folds - 1), "bound"));
      }
      const guint three = row_of(accumulator, 3);
      g_assert_cmpstr(cell(data, three, "tighter").text, ==, "yes");
      g_assert_cmpfloat(number(data, three, "bound"), <, number(data, three + 1, "bound"));
      g_assert_cmpstr(cell(data, three + 1, "tighter").text, ==, "");
    }
    tear_down(&fixture);
  }
}

/* One fold of elements up to 1 has units of 1 in fp32: its bound says so, and is not tighter. */
static void test_one_fold(void) {
  Fixture fixture;
  run_folds(&fixture, "uniform:n=1000", "fp32");
  const UlpTable *data = fixture.result.data;
  g_assert_cmpstr(cell(data, 0, "algorithm").text, ==, "bins:acc=fp32:folds=1");
  g_assert_cmpstr(cell(data, 1, "sum").text, ==, "pairwise:acc=fp32");
  g_assert_cmpstr(cell(data, 0, "tighter").text, ==, "no");
  g_assert_cmpfloat(number(data, 0, "abs_error"), >, 0);
  g_assert_cmpfloat(number(data, 0, "bound"), <=, 1001 / 2.0);
  tear_down(&fixture);
}

static void test_not_finite(void) {
  Fixture fixture;
  run_folds(&fixture, "bits:n=1000:nonfinite=1", "fp64");
  g_assert_cmpint(fixture.result.verdict, ==, ULP_VERDICT_FAIL);
  g_assert_cmpstr(cell(fixture.result.data, row_of(0, 3), "tighter").text, ==, "no");
  tear_down(&fixture);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/folds/tighter", test_tighter);
  g_test_add_func("/experiment/folds/one-fold", test_one_fold);
  g_test_add_func("/experiment/folds/not-finite", test_not_finite);
  return g_test_run();
}
