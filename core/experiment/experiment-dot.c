/* Dot products of two inputs. */
#include "core/experiment/statistic-run.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("gendot:n=1000:part=x"),
    {.id = "with",
     .type = ULP_PARAM_INPUT,
     .label = N_("Second input"),
     .help = N_("what the elements of the first are multiplied with: as many"),
     .default_text = "gendot:n=1000:part=y",
     .unit = ""},
    {ULP_STATISTIC_METHODS(dot), .default_text =
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT ","
#include "core/statistic/dot.def"
#undef ULP_METHOD
                                     "exact"},
    ULP_STATISTIC_ARITHMETIC,
    ULP_EXPERIMENT_SEED,
};

static gboolean run_dot(const UlpRun *run, UlpResult *result, GError **error) {
  return ulp_statistic_run(run, &ulp_statistic_dot, N_("Dot products"), 0, result, error);
}

const UlpExperiment ulp_experiment_dot = {
    .id = "dot",
    .title = N_("Dot product"),
    .summary = N_("a dot product by every method, against the exact one"),
    ULP_STATISTIC_COMMON,
    .run = run_dot,
};
