/* The tolerance advisor: what it proposes holds on data that it has not seen, is not above the bound, and is refused where the
 * elements cancel. */
#include "core/experiment/tolerance-advice.h"
#include "tests/experiment/fixture.h"

static UlpToleranceCase case_of(double relative, double worst_relative, double sum, double condition) {
  UlpToleranceCase of;
  ulp_tolerance_case_init(&of);
  of.least_sum = of.largest_sum = sum;
  of.condition = condition;
  of.magnitudes = sum * condition;
  of.n = 100;
  of.realisations = 16;
  const double ulp = 0x1p-23 * sum; /* fp32, the sum a power of two */
  for (guint m = 0; m < ULP_N_MEASURES; m++)
    of.probable[m] = (double)NAN;
  for (guint pass = 0; pass < 2; pass++) {
    double *to = pass ? of.worst : of.largest, r = pass ? worst_relative : relative;
    to[ULP_MEASURE_RELATIVE] = r;
    to[ULP_MEASURE_ABSOLUTE] = r * sum;
    to[ULP_MEASURE_MAGNITUDES] = r / condition;
    to[ULP_MEASURE_OWN] = to[ULP_MEASURE_COMMON] = r * sum / ulp;
  }
  return of;
}

static void test_proposals(void) {
  static const struct {
    double relative, worst, sum, condition, margin, rtol, atol, ulps;
  } cases[] = {
      {1e-6, 1e-3, 4, 1, 4, 4e-6, 1.6e-5, 34},                      /* four times what was measured */
      {1e-6, 2.5e-6, 4, 1, 4, 2.5e-6, 1e-5, 21},                    /* not above the bound */
      {0, 1e-3, 4, 1, 4, 2.4e-7, 9.6e-7, 2},                        /* at least a rounding: 4 u = 2.38e-7 */
      {1e-6, NAN, 4, 1, 10, 1e-5, 4e-5, 84},                        /* no bound, n u >= 1 */
      {0.04, 1e3, 4, 1e6, 4, (double)NAN, 0.64, (double)NAN},       /* no digit is left to test */
      {0.4, 1e3, 4, 1e8, 4, (double)NAN, (double)NAN, (double)NAN}, /* a result of 0 would pass */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpToleranceCase of = case_of(cases[i].relative, cases[i].worst, cases[i].sum, cases[i].condition);
    const UlpTolerances found = ulp_tolerance_propose(&of, ULP_FORMAT_FP32, cases[i].margin);
    const double expected[] = {cases[i].rtol, cases[i].atol, cases[i].ulps},
                 given[] = {found.rtol, found.atol, found.ulps};
    g_test_message("case %u", i);
    for (guint k = 0; k < 3; k++) {
      g_assert_cmpint(isnan(expected[k]), ==, isnan(given[k]));
      if (!isnan(expected[k]))
        g_assert_cmpfloat(fabs(given[k] / expected[k] - 1), <, 0.051); /* two digits */
    }
    g_autofree char *advice = ulp_tolerance_advice(&of, &found);
    g_assert_cmpint(g_str_has_prefix(advice, "no tolerance makes sense"), ==, isnan(cases[i].atol));
    g_assert_cmpint(g_str_has_prefix(advice, "no relative"), ==, isnan(cases[i].rtol) && !isnan(cases[i].atol));
  }
}

static void test_lines(void) {
  static const char *const expected[] = {
      "assert(fabs(result - expected) <= 4e-06 * fabs(expected)); /* kahan, N = 100, 16 realisations */",
      "assert math.isclose(result, expected, rel_tol=4e-06, abs_tol=0.0)  # kahan, N = 100, 16 realisations",
      "EXPECT_NEAR(result, expected, 4e-06 * std::abs(expected)); // kahan, N = 100, 16 realisations",
      "assert result == pytest.approx(expected, rel=4e-06, abs=0.0)  # kahan, N = 100, 16 realisations",
  };
  const UlpToleranceCase of = case_of(1e-6, 1e-3, 4, 1), cancels = case_of(0.4, 1e3, 4, 1e8);
  const UlpTolerances some = ulp_tolerance_propose(&of, ULP_FORMAT_FP32, 4);
  const UlpTolerances none = ulp_tolerance_propose(&cancels, ULP_FORMAT_FP32, 4);
  for (guint language = 0; ulp_tolerance_languages[language]; language++) {
    g_autofree char *line = ulp_tolerance_test(language, "kahan", &of, &some);
    g_assert_cmpstr(line, ==, expected[language]);
    g_autofree char *comment = ulp_tolerance_test(language, "kahan", &cancels, &none);
    g_assert_true(strspn(comment, "/#*") > 0);
    g_assert_nonnull(strstr(comment, "no tolerance makes sense"));
  }
}

/* Each proposal against 100 other seeds. */
static void test_holds(void) {
  static const char *const inputs[] = {"uniform:n=10000", "lognormal:n=10000", "spread:n=10000:exponents=20",
                                       "uniform-pm:n=10000:format=fp64"};
  for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
    Fixture advised, fresh;
    const char *const algorithms = "seq-fp32,pairwise,tree-fp32,kahan";
    set_up(&advised, "tolerance", SETTINGS("input", inputs[i], "algorithms", algorithms));
    run_well(&advised);
    g_assert_cmpuint(ulp_table_n_rows(advised.result.summary), ==, 4 * 4);
    for (guint row = 0; row < 4; row++) {
      g_assert_cmpfloat(number(advised.result.data, row, "relative_error"), <=,
                        number(advised.result.data, row, "relative_worst") * (1 + 1e-12));
      const double atol = number(advised.result.data, row, "atol");
      if (!isnan(atol))
        g_assert_cmpfloat(atol, >, 0);
    }
    set_up(&fresh, "error-vs-n",
           SETTINGS("input", inputs[i], "n", "10000:10000", "algorithms", algorithms, "seed", "1000", "seeds", "100"));
    run_well(&fresh);
    for (guint row = 0; row < 4; row++) {
      const double high = number(fresh.result.data, row, "absolute_high"),
                   atol = number(advised.result.data, row, "atol");
      g_assert_true(isnan(atol) || high <= atol);
    }
    tear_down(&advised);
    tear_down(&fresh);
  }
}

static void test_cancellation(void) {
  Fixture fixture;
  set_up(&fixture, "tolerance",
         SETTINGS("input", "gensum:n=1000:cond=1e12", "algorithms", "seq-fp32,seq-fp64,exact", "seeds", "4"));
  run_well(&fixture);
  const UlpTable *table = fixture.result.data;
  g_assert_true(isnan(number(table, 0, "rtol")) && isnan(number(table, 0, "atol")) && isnan(number(table, 0, "ulps")));
  g_assert_true(g_str_has_prefix(cell(table, 0, "advice").text, "no tolerance makes sense: the elements cancel"));
  g_assert_cmpfloat(number(table, 1, "rtol"), <, ULP_TOLERANCE_NO_DIGIT);
  g_assert_cmpfloat(number(table, 2, "rtol"), <, 1e-15);
  g_assert_cmpfloat(fabs(number(table, 0, "condition") / 1e12 - 1), <, 0.01);
  tear_down(&fixture);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/advice/proposals", test_proposals);
  g_test_add_func("/experiment/advice/lines", test_lines);
  g_test_add_func("/experiment/advice/holds", test_holds);
  g_test_add_func("/experiment/advice/cancellation", test_cancellation);
  return g_test_run();
}
