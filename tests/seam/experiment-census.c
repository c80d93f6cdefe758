/* An experiment over a reduction, added by one file and one line: what is known of all elements of an input. */
#include "core/base/i18n.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"

static const UlpParam params[] = {ULP_EXPERIMENT_INPUT("uniform:n=1048576"), ULP_EXPERIMENT_SEED};

static const UlpColumn columns[] = {
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("number of elements that are numbers")},
    {"zeros", ULP_COLUMN_COUNT, N_("zeros"), "1", N_("how many of them are 0")},
    {"smallest", ULP_COLUMN_REAL, N_("smallest"), "1", N_("smallest element")},
    {"largest", ULP_COLUMN_REAL, N_("largest"), "1", N_("largest element")},
    {"largest_at", ULP_COLUMN_COUNT, N_("at"), "1", N_("index of the first of these")},
    {"sum", ULP_COLUMN_REAL, N_("sum"), "1", N_("exact sum, rounded to fp64")},
};

static const UlpPlotSpec plots[] = {
    {.id = "largest", .title = N_("Largest element"), .x = "largest_at", .y = "largest"},
};

static gboolean run_census(const UlpRun *run, UlpResult *result, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = {.map = ULP_MAP_VALUE}};
  UlpRunPart part = {run, 0.5, 0.5};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  UlpJobResult found;
  result->data = ulp_table_new("census", _("Census"), columns, G_N_ELEMENTS(columns));
  g_autoptr(UlpArray) array = ulp_run_place(run, 0.5, error);
  if (!array)
    return FALSE;
  const UlpArraySlice whole = {array, 0, ulp_array_count(array)};
  if (!ulp_device_run(run->device, &job, &whole, 1, &found, NULL, &watch, error))
    return FALSE;
  const UlpReduced *values = &found.reduce.value[0];
  const UlpCell cells[] = {
      ulp_cell_count(values->count),     ulp_cell_count(found.reduce.classes[ULP_CLASS_ZERO]),
      ulp_cell_real(values->min),        ulp_cell_real(values->max),
      ulp_cell_count(values->max_index), ulp_cell_real(ulp_exact_to_double(&values->sum)),
  };
  ulp_table_append(result->data, cells);
  run->changed(result, run->data);
  return TRUE;
}

const UlpExperiment ulp_experiment_census = {
    .id = "census",
    .title = N_("Census"),
    .summary = N_("what is known of all elements of an input"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .run = run_census,
};
