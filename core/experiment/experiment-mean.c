/* Means of one input. */
#include "core/experiment/statistic-run.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    {ULP_STATISTIC_METHODS(mean), .default_text =
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT ","
#include "core/statistic/mean.def"
#undef ULP_METHOD
                                      "exact"},
    ULP_STATISTIC_ARITHMETIC,
    ULP_EXPERIMENT_SEED,
};

static gboolean run_mean(const UlpRun *run, UlpResult *result, GError **error) {
  return ulp_statistic_run(run, &ulp_statistic_mean, N_("Means"), 0, result, error);
}

const UlpExperiment ulp_experiment_mean = {
    .id = "mean",
    .title = N_("Mean"),
    .summary = N_("the mean by every method, against the exact one"),
    ULP_STATISTIC_COMMON,
    .run = run_mean,
};
