/* Euclidean norms of one input. */
#include "core/experiment/statistic-run.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("normal:n=1000000"),
    {ULP_STATISTIC_METHODS(norm), .default_text =
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT ","
#include "core/statistic/norm.def"
#undef ULP_METHOD
                                      "exact"},
    ULP_STATISTIC_ARITHMETIC,
    ULP_EXPERIMENT_SEED,
};

static gboolean run_norm(const UlpRun *run, UlpResult *result, GError **error) {
  return ulp_statistic_run(run, &ulp_statistic_norm, N_("Euclidean norms"), 0, result, error);
}

const UlpExperiment ulp_experiment_norm = {
    .id = "norm",
    .title = N_("Norm"),
    .summary = N_("the Euclidean norm by every method, against the exact one"),
    ULP_STATISTIC_COMMON,
    .run = run_norm,
};
