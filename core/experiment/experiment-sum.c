/* Every algorithm on one input: value, bits, exact error and verdict. */
#include "core/experiment/params.h"
#include "core/experiment/tolerance.h"
#include "core/experiment/work.h"

#include <math.h>

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    ULP_EXPERIMENT_ALGORITHMS("all"),
    /* The defaults of atol and rtol are those of numpy.allclose. */
    {.id = "atol",
     .type = ULP_PARAM_REAL,
     .label = N_("Absolute tolerance"),
     .help = N_("a result passes when |result - exact| <= atol + rtol |exact|"),
     .default_text = "1e-8",
     .min = 0,
     .max = G_MAXDOUBLE,
     .unit = N_("1")},
    {.id = "rtol",
     .type = ULP_PARAM_REAL,
     .label = N_("Relative tolerance"),
     .help = N_("see atol; results and sums that are not finite never pass"),
     .default_text = "1e-5",
     .min = 0,
     .max = G_MAXDOUBLE,
     .unit = N_("1")},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    ULP_COLUMN_ERROR_ULPS,
    ULP_COLUMN_ABS_ERROR_ULPS,
    ULP_COLUMN_RELATIVE_ERROR,
    {"verdict", ULP_COLUMN_TEXT, N_("verdict"), "", N_("PASS or FAIL under atol and rtol"),
     .flags = ULP_COLUMN_IS_ALARM},
    ULP_COLUMN_SECONDS,
    ULP_COLUMN_DETERMINISM,
    ULP_COLUMN_DEVICE,
};

static const UlpColumn summary_columns[] = {
    {"input", ULP_COLUMN_TEXT, N_("input"), "", N_("where the elements come from")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("number of elements")},
    {"exact_decimal", ULP_COLUMN_TEXT, N_("exact sum"), "", N_("exact sum of the stored inputs, every digit")},
    {"atol", ULP_COLUMN_REAL, N_("atol"), "1", N_("absolute tolerance")},
    {"rtol", ULP_COLUMN_REAL, N_("rtol"), "1", N_("relative tolerance")},
    {"passed", ULP_COLUMN_COUNT, N_("passed"), "1", N_("number of algorithms within the tolerance")},
    {"failed", ULP_COLUMN_COUNT, N_("failed"), "1", N_("number of algorithms outside the tolerance")},
};

static const UlpPlotSpec plots[] = {
    {.id = "relative-error",
     .title = N_("Relative error"),
     .x = "algorithm",
     .y = "relative_error",
     .series = "determinism",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
    {.id = "error-ulps",
     .title = N_("Error in ulps of each result's own format"),
     .x = "algorithm",
     .y = "abs_error_ulps",
     .series = "determinism",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
    {.id = "result",
     .title = N_("Result"),
     .x = "algorithm",
     .y = "result",
     .series = "determinism",
     .reference = "exact",
     .reference_title = N_("exact sum"),
     .x_scale = ULP_SCALE_CATEGORY},
    {.id = "time",
     .title = N_("Time"),
     .x = "algorithm",
     .y = "seconds",
     .series = "determinism",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
};

typedef struct {
  const UlpExact *exact;
  double atol, rtol;
  guint64 passed, failed;
  GString *failures; /* labels */
} Verdicts;

static gboolean judge(Verdicts *verdicts, const UlpAlgorithmChoice *choice, const UlpSumRow *row) {
  const gboolean passes = ulp_tolerance_passes(verdicts->exact, choice->plan.result, row->bits, verdicts->atol,
                                               verdicts->rtol);
  if (passes) {
    verdicts->passed++;
  } else {
    g_string_append_printf(verdicts->failures, "%s%s", verdicts->failed ? ", " : "", choice->label);
    verdicts->failed++;
  }
  return passes;
}

static void append_row(UlpTable *table, const UlpAlgorithmChoice *choice, const UlpSumRow *row, Verdicts *verdicts) {
  const UlpFormat format = choice->plan.result;
  const UlpDeviation deviation = ulp_deviation(verdicts->exact, format, row->bits);
  const UlpCell cells[] = {
      ulp_cell_text(choice->label),
      ulp_cell_value(format, row->bits),
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(verdicts->exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(deviation.ulps),
      ulp_cell_real(fabs(deviation.ulps)),
      ulp_cell_real(deviation.relative),
      ulp_cell_text(judge(verdicts, choice, row) ? "PASS" : "FAIL"),
      ulp_cell_real(row->seconds),
      ulp_cell_text(ulp_determinism_ids[choice->algorithm->determinism]),
      ulp_cell_text(row->device),
  };
  ulp_table_append(table, cells);
}

static void append_summary(UlpTable *table, UlpInput *input, const Verdicts *verdicts) {
  g_autofree char *decimal = ulp_exact_to_decimal(verdicts->exact);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_input_describe(input)), ulp_cell_count(ulp_input_count(input)),
      ulp_cell_text(decimal),                   ulp_cell_real(verdicts->atol),
      ulp_cell_real(verdicts->rtol),            ulp_cell_count(verdicts->passed),
      ulp_cell_count(verdicts->failed),
  };
  ulp_table_append(table, cells);
}

static void set_verdict(UlpResult *result, const Verdicts *verdicts) {
  if (!ulp_run_judge_sum(verdicts->exact, result))
    return;
  if (verdicts->failed)
    result->verdict_reason = g_strdup_printf(_("outside the tolerance: %s"), verdicts->failures->str);
  result->verdict = verdicts->failed ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
}

static gboolean run_sum(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  result->data = ulp_table_new("sum", N_("Sums of one input"), columns, G_N_ELEMENTS(columns));
  g_autoptr(UlpArray) array = ulp_run_place(run, 0.05, error);
  if (!array)
    return FALSE;
  const guint64 count = ulp_input_count(ulp_run_input(run));
  UlpExact exact;
  ulp_exact_clear(&exact);
  if (!ulp_run_add_exact(run, 0, count, &exact, error))
    return FALSE;

  g_autoptr(GString) failures = g_string_new(NULL);
  Verdicts verdicts = {.exact = &exact,
                       .atol = ulp_values_real(run->values, "atol"),
                       .rtol = ulp_values_real(run->values, "rtol"),
                       .failures = failures};
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    UlpRunPart part = {run, 0.1 + 0.9 * i / choices->len, 0.9 / choices->len};
    UlpSumRow row;
    if (!ulp_run_go_on(run, part.start, error) || !ulp_run_sum(&part, array, &choice->plan, count, &row, error))
      return FALSE;
    append_row(result->data, choice, &row, &verdicts);
    run->changed(result, run->data);
  }
  result->summary = ulp_table_new("sum-summary", N_("Exact sum and verdict"), summary_columns,
                                  G_N_ELEMENTS(summary_columns));
  append_summary(result->summary, ulp_run_input(run), &verdicts);
  set_verdict(result, &verdicts);
  return TRUE;
}

const UlpExperiment ulp_experiment_sum = {
    .id = "sum",
    .title = N_("Sum"),
    .summary = N_("every algorithm on one input, against the exact sum"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .run = run_sum,
};
