/* Which tolerance a test of a sum needs: measured over realisations, beside the bounds, as text to copy. */
#include "core/experiment/params.h"
#include "core/experiment/realisations.h"
#include "core/experiment/tolerance-advice.h"

#include <math.h>

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    ULP_EXPERIMENT_ALGORITHMS("seq-fp32,tree-fp32,pairwise,kahan"),
    ULP_EXPERIMENT_SEED,
    ULP_EXPERIMENT_SEEDS("16"),
    {.id = "margin",
     .type = ULP_PARAM_REAL,
     .label = N_("Margin"),
     .help = N_("the tolerance is this times the largest error that was measured, but not above the worst-case bound"),
     .default_text = "4",
     .min = 1,
     .max = 1e6,
     .unit = N_("1")},
    ULP_EXPERIMENT_LAMBDA,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"rtol", ULP_COLUMN_REAL, N_("rtol"), "1", N_("relative tolerance, enough alone; NaN: none makes sense")},
    {"atol", ULP_COLUMN_REAL, N_("atol"), "1", N_("absolute tolerance, enough alone; NaN: none makes sense")},
    {"ulps", ULP_COLUMN_REAL, N_("tolerance"), N_("ulp"),
     N_("in ulps of the result's format, enough alone; NaN: none makes sense")},
    {"advice", ULP_COLUMN_TEXT, N_("advice"), "", N_("which to use")},
    {"relative_error", ULP_COLUMN_REAL, N_("largest relative error"), "1", N_("of all realisations")},
    {"relative_probable", ULP_COLUMN_REAL, N_("probabilistic bound"), "1",
     N_("relative to the sum, the largest of all realisations; NaN where there is none")},
    {"relative_worst", ULP_COLUMN_REAL, N_("worst-case bound"), "1",
     N_("relative to the sum, the largest of all realisations; NaN where there is none")},
    {"abs_error_ulps", ULP_COLUMN_REAL, N_("largest error"), N_("ulp"),
     N_("of all realisations, in the result's format")},
    {"condition", ULP_COLUMN_REAL, N_("condition number"), "1",
     N_("sum of |x| / |sum|, the largest of all realisations")},
    {"derivation", ULP_COLUMN_TEXT, N_("derivation"), "", N_("what the tolerances come from")},
    {"n", ULP_COLUMN_COUNT, N_("N"), N_("elements"), N_("number of elements summed")},
    {"realisations", ULP_COLUMN_COUNT, N_("realisations"), "1", N_("that were measured")},
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_DEVICE,
};

static const UlpColumn test_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"language", ULP_COLUMN_TEXT, N_("language"), "", N_("or framework of the test")},
    {"test", ULP_COLUMN_TEXT, N_("line of a test"), "", N_("to be copied into a test"), .flags = ULP_COLUMN_IS_CODE},
};

static const UlpPlotBand bands[] = {{"relative_probable", "relative_worst", N_("bounds: probable to worst")}};

static const UlpPlotSpec plots[] = {
    {.id = "relative-error",
     .title = N_("Largest relative error, and its bounds"),
     .x = "algorithm",
     .y = "relative_error",
     .series = "algorithm",
     .bands = bands,
     .n_bands = G_N_ELEMENTS(bands),
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
    {.id = "rtol",
     .title = N_("Proposed relative tolerance"),
     .x = "algorithm",
     .y = "rtol",
     .series = "algorithm",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
};

typedef struct {
  const UlpRun *run;
  const GArray *choices;
  UlpToleranceCase *cases; /* one an algorithm */
  const char *device;
} Advisor;

static gboolean measure(Advisor *advisor, UlpArray *array, double start, double share, GError **error) {
  UlpTruth truth = ulp_truth_of_none(array);
  UlpRunPart part = {advisor->run, start, 0.1 * share};
  if (!ulp_truth_extend(&truth, &part, array, ulp_array_count(array), advisor->choices, error))
    return FALSE;
  for (guint i = 0; i < advisor->choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(advisor->choices, UlpAlgorithmChoice, i);
    UlpRunPart one = {advisor->run, start + share * (0.1 + 0.9 * i / advisor->choices->len),
                      0.9 * share / advisor->choices->len};
    UlpSumRow row;
    if (!ulp_run_go_on(advisor->run, one.start, error) ||
        !ulp_run_sum(&one, array, &choice->plan, truth.n, &row, error))
      return FALSE;
    const UlpErrors errors = ulp_errors_of(&truth, choice->plan.result, row.bits);
    const UlpErrorBounds bounds =
        ulp_error_bounds(&truth, &choice->plan, ulp_values_real(advisor->run->values, "lambda"));
    ulp_tolerance_case_add(&advisor->cases[i], &truth, &errors, &bounds);
    advisor->device = row.device;
  }
  return TRUE;
}

static void append_advice(const Advisor *advisor, guint i, UlpResult *result) {
  const UlpAlgorithmChoice *choice = &g_array_index(advisor->choices, UlpAlgorithmChoice, i);
  const UlpToleranceCase *of = &advisor->cases[i];
  const double margin = ulp_values_real(advisor->run->values, "margin");
  const UlpTolerances tolerances = ulp_tolerance_propose(of, choice->plan.result, margin);
  g_autofree char *derivation = ulp_tolerance_derivation(of, &tolerances, margin);
  g_autofree char *advice = ulp_tolerance_advice(of, &tolerances);
  const UlpCell cells[] = {
      ulp_cell_text(choice->label),
      ulp_cell_real(tolerances.rtol),
      ulp_cell_real(tolerances.atol),
      ulp_cell_real(tolerances.ulps),
      ulp_cell_text(advice),
      ulp_cell_real(of->largest[ULP_MEASURE_RELATIVE]),
      ulp_cell_real(of->probable[ULP_MEASURE_RELATIVE]),
      ulp_cell_real(of->worst[ULP_MEASURE_RELATIVE]),
      ulp_cell_real(of->largest[ULP_MEASURE_OWN]),
      ulp_cell_real(of->condition),
      ulp_cell_text(derivation),
      ulp_cell_count(of->n),
      ulp_cell_count(of->realisations),
      ulp_cell_text(ulp_format_info(choice->plan.result)->id),
      ulp_cell_text(advisor->device),
  };
  ulp_table_append(result->data, cells);
  for (guint language = 0; ulp_tolerance_languages[language]; language++) {
    g_autofree char *test = ulp_tolerance_test(language, choice->label, of, &tolerances);
    const UlpCell line[] = {ulp_cell_text(choice->label), ulp_cell_text(ulp_tolerance_languages[language]),
                            ulp_cell_text(test)};
    ulp_table_append(result->summary, line);
  }
}

static void needs_of_tolerance(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  ulp_needs_add_sums(values, inputs, needs);
  needs->rows = ulp_needs_algorithms(values);
  if (inputs->is_file && ulp_values_count(values, "seeds") > 1)
    needs->host = ulp_needs_array(inputs->format, inputs->count);
}

static gboolean run_tolerance(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  const guint seeds = (guint)ulp_values_count(run->values, "seeds");
  g_autofree UlpToleranceCase *cases = g_new(UlpToleranceCase, choices->len);
  Advisor advisor = {run, choices, cases, ""};
  for (guint i = 0; i < choices->len; i++)
    ulp_tolerance_case_init(&cases[i]);
  result->data = ulp_table_new("tolerance", N_("Tolerances"), columns, G_N_ELEMENTS(columns));
  for (guint k = 0; k < seeds; k++) {
    UlpRunPart placing = {run, (double)k / seeds, 0.1 / seeds};
    g_autoptr(UlpInput) input = ulp_realisation_open(run, k, error);
    g_autoptr(UlpArray) array = input ? ulp_realisation_place(&placing, input, error) : NULL;
    if (!array || !measure(&advisor, array, (k + 0.1) / seeds, 0.9 / seeds, error))
      return FALSE;
  }
  result->summary = ulp_table_new("tolerance-tests", N_("Lines for a test"), test_columns, G_N_ELEMENTS(test_columns));
  for (guint i = 0; i < choices->len; i++)
    append_advice(&advisor, i, result);
  return TRUE;
}

const UlpExperiment ulp_experiment_tolerance = {
    .id = "tolerance",
    .title = N_("Tolerance"),
    .summary = N_("which tolerance a test of a sum needs, with its derivation"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_tolerance,
    .run = run_tolerance,
};
