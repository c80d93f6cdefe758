/* An experiment on two inputs, added by one file and one line: their elements side by side, and their products. */
#include "core/experiment/params.h"
#include "core/experiment/work.h"

#include "core/base/error.h"

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=4"),
    {.id = "second-input",
     .type = ULP_PARAM_INPUT,
     .label = N_("Second input"),
     .help = N_("what the first one is multiplied with"),
     .default_text = "uniform:n=4",
     .unit = ""},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    {"index", ULP_COLUMN_COUNT, N_("index"), "1", N_("position in both inputs, from 0")},
    {"first", ULP_COLUMN_REAL, N_("first"), "1", N_("element of the first input")},
    {"second", ULP_COLUMN_REAL, N_("second"), "1", N_("element of the second input")},
    {"product", ULP_COLUMN_REAL, N_("product"), "1", N_("of the two, rounded to fp64")},
};

static const UlpPlotSpec plots[] = {
    {.id = "second", .title = N_("Second against first"), .x = "first", .y = "second"},
    {.id = "product", .title = N_("Products"), .x = "index", .y = "product"},
};

static double element(UlpInput *input, gconstpointer data, guint64 index) {
  return ulp_bits_to_double(ulp_input_format(input), ulp_element_load(ulp_input_format(input), data, index));
}

static gboolean run_pair(const UlpRun *run, UlpResult *result, GError **error) {
  result->data = ulp_table_new("pair", _("Pairs"), columns, G_N_ELEMENTS(columns));
  UlpInput *first = run->inputs[0], *second = run->inputs[1];
  gconstpointer data[] = {ulp_input_data(first, run->cancellable, error),
                          ulp_input_data(second, run->cancellable, error)};
  if (!data[0] || !data[1])
    return FALSE;
  for (guint64 i = 0; i < MIN(ulp_input_count(first), ulp_input_count(second)); i++) {
    if (!ulp_run_go_on(run, 0, error))
      return FALSE;
    const double a = element(first, data[0], i), b = element(second, data[1], i);
    const UlpCell cells[] = {ulp_cell_count(i), ulp_cell_real(a), ulp_cell_real(b), ulp_cell_real(a * b)};
    ulp_table_append(result->data, cells);
  }
  run->changed(result, run->data);
  return TRUE;
}

const UlpExperiment ulp_experiment_pair = {
    .id = "pair",
    .title = N_("Pair"),
    .summary = N_("the elements of two inputs and their products"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .run = run_pair,
};
