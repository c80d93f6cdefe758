/* Variances of one input. */
#include "core/experiment/statistic-run.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=100000|offset:by=10000"),
    {.id = "ddof",
     .type = ULP_PARAM_COUNT,
     .label = N_("Less in the divisor"),
     .help = N_("the divisor is the number of elements less this: 1 for a sample, 0 for all there is"),
     .default_text = "1",
     .min = 0,
     .max = 0x1p53L,
     .unit = N_("elements")},
    {ULP_STATISTIC_METHODS(variance), .default_text =
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT ","
#include "core/statistic/variance.def"
#undef ULP_METHOD
                                          "exact"},
    ULP_STATISTIC_ARITHMETIC,
    ULP_EXPERIMENT_SEED,
};

static gboolean run_variance(const UlpRun *run, UlpResult *result, GError **error) {
  return ulp_statistic_run(run, &ulp_statistic_variance, N_("Variances"), ulp_values_count(run->values, "ddof"), result,
                           error);
}

const UlpExperiment ulp_experiment_variance = {
    .id = "variance",
    .title = N_("Variance"),
    .summary = N_("the variance by every method, against the exact one"),
    ULP_STATISTIC_COMMON,
    .run = run_variance,
};
