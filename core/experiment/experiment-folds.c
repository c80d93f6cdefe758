/* Reproducible bins with one fold after another: error, bound and time, beside those of pairwise summation. */
#include "core/experiment/errors.h"
#include "core/experiment/params.h"

#include <math.h>

static const char *const format_ids[] = {"fp32", "fp64", NULL};

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    {.id = "accumulators",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Accumulators"),
     .help = N_("formats that elements are rounded to as they are taken, and that the sum is rounded to"),
     .default_text = "fp32,fp64",
     .unit = "",
     .choices = format_ids},
    {.id = "rounds",
     .type = ULP_PARAM_COUNT,
     .label = N_("Rounds"),
     .help = N_("measurements of each sum, after one that does not count; in every round all take turns"),
     .default_text = "5",
     .min = 1,
     .max = 10000,
     .unit = N_("runs")},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"sum", ULP_COLUMN_TEXT, N_("sum"), "", N_("the algorithm whatever its folds"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"folds", ULP_COLUMN_COUNT, N_("folds"), N_("bins"), N_("bins that are kept; pairwise summation has none")},
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    {"abs_error", ULP_COLUMN_REAL, N_("|error|"), "1", N_("magnitude of the error"), .flags = ULP_COLUMN_IS_HIDDEN},
    ULP_COLUMN_ERROR_ULPS,
    {"bound", ULP_COLUMN_REAL, N_("worst-case bound"), "1", N_("what |error| is at most")},
    {"tighter", ULP_COLUMN_TEXT, N_("tighter"), "",
     N_("yes or no: whether the bound is below that of pairwise summation in the same accumulator; empty of that itself")},
    {"seconds", ULP_COLUMN_REAL, N_("time"), "s", N_("median time of the algorithm alone"),
     .flags = ULP_COLUMN_IS_MEASURED},
    {"read_seconds", ULP_COLUMN_REAL, N_("read limit"), "s",
     N_("median time in which the device only reads the elements, measured in the same rounds"),
     .flags = ULP_COLUMN_IS_MEASURED | ULP_COLUMN_IS_HIDDEN},
    {"of_read_limit", ULP_COLUMN_REAL, N_("time / read limit"), "1",
     N_("divided by the time in which the device only reads the elements"), .flags = ULP_COLUMN_IS_MEASURED},
    ULP_COLUMN_DEVICE,
};

static const UlpPlotBand bands[] = {{"abs_error", "bound", N_("up to the worst-case bound")}};

static const UlpPlotSpec plots[] = {
    {.id = "error",
     .title = N_("Error of reproducible bins against their folds"),
     .caption = N_("Marks are errors, areas reach up to the worst-case bound."),
     .x = "folds",
     .y = "abs_error",
     .series = "sum",
     .bands = bands,
     .n_bands = G_N_ELEMENTS(bands),
     .y_scale = ULP_SCALE_LOG,
     .mark = ULP_MARK_LINE},
    {.id = "time",
     .title = N_("Time of reproducible bins against their folds"),
     .x = "folds",
     .y = "seconds",
     .series = "sum",
     .reference = "read_seconds",
     .reference_title = N_("read limit"),
     .y_scale = ULP_SCALE_LOG,
     .mark = ULP_MARK_LINE},
};

/* What is known of one sum. */
typedef struct {
  const UlpAlgorithmChoice *choice;
  UlpSumRow row;
  double bound;
  GArray *seconds; /* double, one a round */
} Sum;

static void sum_clear(gpointer data) { g_array_unref(((Sum *)data)->seconds); }

typedef struct {
  const UlpRun *run;
  UlpArray *array;
  UlpTruth truth;
  GArray *sums;  /* Sum, those of one accumulator after the other: pairwise, then all folds */
  GArray *reads; /* double, seconds of the read limit */
} Folds;

#define SUMS_OF_ACCUMULATOR (1 + ULP_PLAN_MAX_FOLDS)

static GArray *choices_of(const UlpRun *run, GError **error) {
  g_autoptr(GArray) chosen = ulp_values_choices(run->values, "accumulators");
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint i = 0; i < chosen->len; i++) {
    const char *format = format_ids[g_array_index(chosen, guint, i)];
    g_string_append_printf(list, "%spairwise:acc=%s", i ? "," : "", format);
    for (guint folds = 1; folds <= ULP_PLAN_MAX_FOLDS; folds++)
      g_string_append_printf(list, ",bins:acc=%s:folds=%u", format, folds);
  }
  return ulp_algorithms_parse(list->str, error);
}

/* -- rows ----------------------------------------------------------------------------------------------------------- */

static double median(const GArray *values) {
  g_autofree double *sorted = g_memdup2(values->data, values->len * sizeof *sorted);
  return ulp_quantile(sorted, values->len, 0.5);
}

static void append_row(const Folds *folds, const Sum *sum, const Sum *pairwise, guint64 n_folds, UlpResult *result) {
  const UlpSumPlan *plan = &sum->choice->plan;
  const UlpExact *exact = &folds->truth.exact;
  const UlpDeviation deviation = ulp_deviation(exact, folds->truth.elements, plan->result, sum->row.bits);
  const double seconds = median(sum->seconds), read = median(folds->reads);
  g_autofree char *name = g_strdup_printf("%s:acc=%s", sum->choice->algorithm->id, ulp_plan_accumulator(plan));
  const UlpCell cells[] = {
      ulp_cell_text(sum->choice->label),
      ulp_cell_text(name),
      ulp_cell_count(n_folds),
      ulp_cell_value(plan->result, sum->row.bits),
      ulp_cell_text(ulp_format_info(plan->result)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(fabs(deviation.error)),
      ulp_cell_real(deviation.ulps),
      ulp_cell_real(sum->bound),
      ulp_cell_text(sum == pairwise                ? ""
                    : sum->bound < pairwise->bound ? "yes"
                                                   : "no"),
      ulp_cell_real(seconds),
      ulp_cell_real(read),
      ulp_cell_real(seconds / read),
      ulp_cell_text(sum->row.device),
  };
  ulp_table_append(result->data, cells);
}

/* Pairwise summation has a row beside each of the folds, so that it is a line to compare with. */
static void renew_table(const Folds *folds, UlpResult *result) {
  g_clear_pointer(&result->data, ulp_table_unref);
  result->data = ulp_table_new("folds", N_("Folds of reproducible bins"), columns, G_N_ELEMENTS(columns));
  for (guint first = 0; first < folds->sums->len; first += SUMS_OF_ACCUMULATOR) {
    const Sum *sums = &g_array_index(folds->sums, Sum, first);
    for (guint k = 1; k < SUMS_OF_ACCUMULATOR; k++) {
      append_row(folds, &sums[k], &sums[0], k, result);
      append_row(folds, &sums[0], &sums[0], k, result);
    }
  }
}

/* -- the run -------------------------------------------------------------------------------------------------------- */

static gboolean read_once(Folds *folds, gboolean counts, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_READ};
  const UlpArraySlice whole = {folds->array, 0, folds->truth.n};
  const UlpDeviceWatch watch = {.cancellable = folds->run->cancellable};
  UlpJobResult result;
  if (!ulp_device_run(folds->run->device, &job, &whole, 1, &result, NULL, &watch, error))
    return FALSE;
  if (counts)
    g_array_append_val(folds->reads, result.seconds);
  return TRUE;
}

/* All sums once; `share` of the run's progress begins at `start`. */
static gboolean run_round(Folds *folds, gboolean counts, double start, double share, GError **error) {
  if (!read_once(folds, counts, error))
    return FALSE;
  for (guint i = 0; i < folds->sums->len; i++) {
    Sum *sum = &g_array_index(folds->sums, Sum, i);
    UlpRunPart part = {folds->run, start + share * i / folds->sums->len, share / folds->sums->len};
    if (!ulp_run_go_on(folds->run, part.start, error) ||
        !ulp_run_sum(&part, folds->array, &sum->choice->plan, folds->truth.n, &sum->row, error))
      return FALSE;
    if (counts)
      g_array_append_val(sum->seconds, sum->row.seconds);
  }
  return TRUE;
}

static gboolean run_rounds(Folds *folds, UlpResult *result, GError **error) {
  const guint64 rounds = ulp_values_count(folds->run->values, "rounds");
  const double share = 0.9 / (double)(rounds + 1);
  if (!run_round(folds, FALSE, 0.1, share, error)) /* warming up */
    return FALSE;
  for (guint64 round = 1; round <= rounds; round++) {
    if (!run_round(folds, TRUE, 0.1 + share * (double)round, share, error))
      return FALSE;
    renew_table(folds, result);
    folds->run->changed(result, folds->run->data);
  }
  return TRUE;
}

static gboolean place(Folds *folds, const GArray *choices, GError **error) {
  UlpRunPart part = {folds->run, 0.05, 0.05};
  folds->array = ulp_run_place_summed(folds->run, 0.05, error);
  if (!folds->array)
    return FALSE;
  folds->truth = ulp_truth_of_none(folds->array);
  if (!ulp_truth_extend(&folds->truth, &part, folds->array, ulp_array_count(folds->array), choices, error))
    return FALSE;
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const UlpErrorBounds bounds = ulp_error_bounds(&folds->truth, &choice->plan, 1);
    const Sum sum = {.choice = choice,
                     .bound = bounds.worst.in[ULP_MEASURE_ABSOLUTE],
                     .seconds = g_array_new(FALSE, FALSE, sizeof(double))};
    g_array_append_val(folds->sums, sum);
  }
  return TRUE;
}

static void needs_of_folds(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  const UlpFormat summed = ulp_format_summed(inputs->format);
  if (summed && summed != inputs->format)
    needs->arrays = ulp_needs_array(summed, inputs->count);
}

static gboolean run_folds(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = choices_of(run, error);
  g_autoptr(GArray) sums = g_array_new(FALSE, FALSE, sizeof(Sum)), reads = g_array_new(FALSE, FALSE, sizeof(double));
  g_array_set_clear_func(sums, sum_clear);
  Folds folds = {.run = run, .sums = sums, .reads = reads};
  const gboolean done = choices && place(&folds, choices, error) && run_rounds(&folds, result, error);
  g_clear_pointer(&folds.array, ulp_array_unref);
  if (done)
    ulp_run_judge_sum(&folds.truth.exact, result);
  return done;
}

const UlpExperiment ulp_experiment_folds = {
    .id = "folds",
    .title = N_("Folds"),
    .summary = N_("reproducible bins: error, bound and time against the number of folds"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_folds,
    .run = run_folds,
};
