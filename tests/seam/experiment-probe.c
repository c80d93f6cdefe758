/* An experiment added by one file and one line: squares of the first numbers. */
#include "core/experiment/experiment.h"

#include "core/base/i18n.h"
#include "core/experiment/work.h"

static const UlpParam params[] = {
    {.id = "levels",
     .type = ULP_PARAM_COUNT,
     .label = N_("Levels"),
     .help = N_("how many numbers are squared"),
     .default_text = "3",
     .min = 1,
     .max = 1000,
     .unit = N_("numbers")},
};

static const UlpColumn columns[] = {
    {"level", ULP_COLUMN_COUNT, N_("level"), "1", N_("number, from 0")},
    {"square", ULP_COLUMN_REAL, N_("square"), "1", N_("its square")},
};

static const UlpPlotSpec plots[] = {
    {.id = "square", .title = N_("Squares"), .x = "level", .y = "square", .mark = ULP_MARK_LINE},
};

static gboolean run_probe(const UlpRun *run, UlpResult *result, GError **error) {
  const guint64 levels = ulp_values_count(run->values, "levels");
  result->data = ulp_table_new("probe", N_("Squares"), columns, G_N_ELEMENTS(columns));
  for (guint64 level = 0; level < levels; level++) {
    if (!ulp_run_go_on(run, (double)level / (double)levels, error))
      return FALSE;
    const UlpCell cells[] = {ulp_cell_count(level), ulp_cell_real((double)(level * level))};
    ulp_table_append(result->data, cells);
    run->changed(result, run->data);
  }
  return TRUE;
}

const UlpExperiment ulp_experiment_probe = {
    .id = "probe",
    .title = N_("Probe"),
    .summary = N_("squares of the first numbers"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .run = run_probe,
};
