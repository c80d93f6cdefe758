/* Sums of squares of one input: dot products with itself. */
#include "core/experiment/statistic-run.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("normal:n=1000000"),
    {ULP_STATISTIC_METHODS(dot), .default_text =
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT ","
#include "core/statistic/dot.def"
#undef ULP_METHOD
                                     "exact"},
    ULP_STATISTIC_ARITHMETIC,
    ULP_EXPERIMENT_SEED,
};

static gboolean run_squares(const UlpRun *run, UlpResult *result, GError **error) {
  return ulp_statistic_run(run, &ulp_statistic_dot, N_("Sums of squares"), 0, result, error);
}

const UlpExperiment ulp_experiment_squares = {
    .id = "squares",
    .title = N_("Sum of squares"),
    .summary = N_("a sum of squares by every method, against the exact one"),
    ULP_STATISTIC_COMMON,
    .run = run_squares,
};
