/* The same sum many times: which algorithms give the same bits each time, and what that costs. */
#include "core/experiment/components.h"
#include "core/experiment/params.h"

#include <math.h>
#include <stdlib.h>

#define SUMMARY_INTERVAL (G_USEC_PER_SEC / 4)

static const UlpParam params[] = {
    {.id = "runs",
     .type = ULP_PARAM_COUNT,
     .label = N_("Runs"),
     .help = N_("how often each algorithm sums the input; run k of a simulated schedule shuffles with its seed + k"),
     .default_text = "100",
     .min = 1,
     .max = 100000,
     .unit = N_("runs")},
    ULP_EXPERIMENT_ALGORITHMS("unordered,fixed,exact"),
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    ULP_EXPERIMENT_COMPONENTS,
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,  {"run", ULP_COLUMN_COUNT, N_("run"), "1", N_("number of the run, from 0")},
    ULP_COLUMN_RESULT,     ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,      ULP_COLUMN_ERROR,
    ULP_COLUMN_ERROR_ULPS, ULP_COLUMN_ERROR_ULPS_COMMON,
    ULP_COLUMN_BOUND,      ULP_COLUMN_VERDICT,
    ULP_COLUMN_SECONDS,    ULP_COLUMN_DEVICE,
};

static const UlpColumn summary_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"distinct", ULP_COLUMN_COUNT, N_("distinct results"), "1", N_("number of different bit patterns")},
    {"spread_ulps", ULP_COLUMN_REAL, N_("spread"), N_("ulp"),
     N_("largest minus smallest result, in ulps of each result's own format at the exact sum; NaN when a result is not "
        "finite")},
    {"max_abs_error", ULP_COLUMN_REAL, N_("largest |error|"), "1", N_("largest magnitude of result minus exact sum")},
    {"max_abs_error_ulps", ULP_COLUMN_REAL, N_("largest |error|"), N_("ulp"),
     N_("the same in ulps of each result's own format")},
    {"max_abs_error_ulps_common", ULP_COLUMN_REAL, N_("largest |error|"), N_("ulp of the elements"),
     N_("the same in ulps of the summed elements' format")},
    ULP_COLUMN_BOUND,
    ULP_COLUMN_VERDICT,
    {"median_seconds", ULP_COLUMN_REAL, N_("median time"), "s",
     N_("median of the times of all runs: the algorithm alone, without transfers"), .flags = ULP_COLUMN_IS_MEASURED},
    ULP_COLUMN_DETERMINISM,
    {"runs", ULP_COLUMN_COUNT, N_("runs"), "1", N_("number of runs")},
    {"min", ULP_COLUMN_VALUE, N_("smallest"), "1", N_("smallest result; NaN when none was a number")},
    {"max", ULP_COLUMN_VALUE, N_("largest"), "1", N_("largest result; NaN when none was a number")},
    ULP_COLUMN_ACCUMULATOR,
    ULP_COLUMN_ELEMENTS,
    {"title", ULP_COLUMN_TEXT, N_("what it is"), "", N_("the algorithm in words"), ulp_words_translated},
    ULP_COLUMN_DEVICE,
};

#define BEYOND N_("error beyond its bound: wrong, not merely rounded")
static const UlpPlotSpec plots[] = {
    {.id = "result",
     .title = N_("Result of each run"),
     .caption =
         N_("One panel for each, all on one scale, with a histogram beside it. One horizontal line means the same bits "
            "every time; ▲▼: off the scale."),
     .x = "run",
     .y = "result",
     .series = "algorithm",
     .facet = "algorithm",
     .histogram = TRUE,
     .off_scale = TRUE,
     .alarm = "verdict",
     .alarm_title = BEYOND,
     .reference = "exact",
     .reference_title = N_("exact sum")},
    {.id = "error-ulps",
     .title = N_("Error in ulps of the elements' format"),
     .x = "run",
     .y = "error_ulps_common",
     .series = "algorithm",
     .facet = "algorithm",
     .histogram = TRUE,
     .off_scale = TRUE,
     .alarm = "verdict",
     .alarm_title = BEYOND},
    {.id = "error-ulps-own",
     .title = N_("Error in ulps of its own format"),
     .x = "run",
     .y = "error_ulps",
     .series = "algorithm",
     .facet = "algorithm",
     .histogram = TRUE,
     .off_scale = TRUE,
     .alarm = "verdict",
     .alarm_title = BEYOND},
    {.id = "stability",
     .title = N_("Stable is not deterministic"),
     .caption =
         N_("Every algorithm a point: on the bottom line its bits are the same in every run, to the left it is right."),
     .x = "max_abs_error_ulps_common",
     .y = "spread_ulps",
     .series = "algorithm",
     .alarm = "verdict",
     .alarm_title = BEYOND,
     .of_summary = TRUE,
     .x_scale = ULP_SCALE_LOG,
     .y_scale = ULP_SCALE_LOG},
    {.id = "time",
     .title = N_("Time of each run"),
     .x = "run",
     .y = "seconds",
     .series = "algorithm",
     .y_scale = ULP_SCALE_LOG},
};

/* What is known of one algorithm so far, on one component. */
typedef struct {
  const UlpAlgorithmChoice *choice;
  const UlpComponent *component;
  char *label;
  GHashTable *patterns; /* set of guint64 */
  GArray *seconds;
  guint64 min, max; /* bits */
  double max_error, max_ulps, max_common, bound;
  UlpSumVerdict worst;
  gboolean finite;
  const char *device;
} Statistics;

static void statistics_init(Statistics *statistics, const UlpAlgorithmChoice *choice, const UlpComponent *component) {
  const guint64 nan = (guint64)ulp_format_nan(choice->plan.result);
  *statistics = (Statistics){.choice = choice,
                             .component = component,
                             .label = ulp_component_label(component, choice->label),
                             .patterns = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                             .seconds = g_array_new(FALSE, FALSE, sizeof(double)),
                             .min = nan,
                             .max = nan,
                             .finite = TRUE};
}

static void statistics_clear(gpointer data) {
  Statistics *statistics = data;
  g_hash_table_unref(statistics->patterns);
  g_array_unref(statistics->seconds);
  g_free(statistics->label);
}

/* The larger magnitude; one NaN makes the whole NaN. */
static double larger(double so_far, double error) {
  return isnan(so_far) || isnan(error) ? NAN : MAX(so_far, fabs(error));
}

static void statistics_add(Statistics *statistics, const UlpSumRow *row, const UlpDeviation *deviation,
                           const UlpSumJudgement *judgement) {
  const UlpFormat format = statistics->choice->plan.result;
  const guint64 bits = (guint64)row->bits;
  const double value = ulp_bits_to_double(format, bits);
  if (!(value >= ulp_bits_to_double(format, statistics->min)) && !isnan(value))
    statistics->min = bits;
  if (!(value <= ulp_bits_to_double(format, statistics->max)) && !isnan(value))
    statistics->max = bits;
  statistics->finite = statistics->finite && isfinite(value);
  statistics->max_error = larger(statistics->max_error, deviation->error);
  statistics->max_ulps = larger(statistics->max_ulps, deviation->ulps);
  statistics->max_common = larger(statistics->max_common, deviation->common);
  statistics->worst = MAX(statistics->worst, judgement->verdict);
  statistics->bound = judgement->bound;
  statistics->device = row->device;
  g_hash_table_add(statistics->patterns, g_memdup2(&bits, sizeof bits));
  g_array_append_val(statistics->seconds, row->seconds);
}

static int compare_doubles(gconstpointer a, gconstpointer b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const GArray *values) {
  g_autofree double *sorted = g_memdup2(values->data, values->len * sizeof *sorted);
  qsort(sorted, values->len, sizeof *sorted, compare_doubles);
  return (sorted[(values->len - 1) / 2] + sorted[values->len / 2]) / 2;
}

/* The one ulp that errors are measured in: rounding toward zero keeps the binade of the exact sum. */
static double spread_ulps(const Statistics *statistics, const UlpExact *exact) {
  if (!statistics->finite)
    return NAN;
  const UlpFormat format = statistics->choice->plan.result;
  const int exponent = ulp_bits_ulp_exponent(format, ulp_exact_round(exact, format, ULP_ROUND_RZ));
  return ldexp(ulp_bits_to_double(format, statistics->max) - ulp_bits_to_double(format, statistics->min), -exponent);
}

static void append_summary(UlpTable *table, const Statistics *statistics, const char *elements) {
  const UlpAlgorithm *algorithm = statistics->choice->algorithm;
  const UlpFormat format = statistics->choice->plan.result;
  const UlpCell cells[] = {
      ulp_cell_text(statistics->label),
      ulp_cell_count(g_hash_table_size(statistics->patterns)),
      ulp_cell_real(
          spread_ulps(statistics, ulp_oracle_of(&statistics->component->measures.sums, &statistics->choice->plan))),
      ulp_cell_real(statistics->max_error),
      ulp_cell_real(statistics->max_ulps),
      ulp_cell_real(statistics->max_common),
      ulp_cell_real(statistics->bound),
      ulp_cell_text(ulp_sum_verdicts[statistics->worst]),
      ulp_cell_real(median(statistics->seconds)),
      ulp_cell_text(ulp_determinism_ids[algorithm->determinism]),
      ulp_cell_count(statistics->seconds->len),
      ulp_cell_value(format, statistics->min),
      ulp_cell_value(format, statistics->max),
      ulp_cell_text(ulp_plan_accumulator(&statistics->choice->plan)),
      ulp_cell_text(elements),
      ulp_cell_text(algorithm->title),
      ulp_cell_text(statistics->device),
  };
  ulp_table_append(table, cells);
}

/* The summary of the runs so far takes the place of the one before. */
static void renew_summary(UlpResult *result, GArray *all, const char *elements) {
  g_clear_pointer(&result->summary, ulp_table_unref);
  result->summary = ulp_table_new("repeat-summary", N_("Repeat runs"), summary_columns, G_N_ELEMENTS(summary_columns));
  for (guint i = 0; i < all->len; i++) {
    const Statistics *statistics = &g_array_index(all, Statistics, i);
    if (statistics->seconds->len)
      append_summary(result->summary, statistics, elements);
  }
}

static void append_row(UlpTable *table, const Statistics *statistics, guint64 index, const UlpSumRow *row,
                       const UlpDeviation *deviation, const UlpSumJudgement *judgement, const UlpExact *exact) {
  const UlpFormat format = statistics->choice->plan.result;
  const UlpCell cells[] = {
      ulp_cell_text(statistics->label),
      ulp_cell_count(index),
      ulp_cell_value(format, row->bits),
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation->error),
      ulp_cell_real(deviation->ulps),
      ulp_cell_real(deviation->common),
      ulp_cell_real(judgement->bound),
      ulp_cell_text(ulp_sum_verdicts[judgement->verdict]),
      ulp_cell_real(row->seconds),
      ulp_cell_text(row->device),
  };
  ulp_table_append(table, cells);
}

/* One run of one algorithm; `part` of the progress. */
static gboolean run_once(UlpRunPart part, guint64 index, Statistics *statistics, UlpResult *result, GError **error) {
  const UlpComponent *component = statistics->component;
  UlpSumPlan plan = statistics->choice->plan;
  if (plan.merge == ULP_MERGE_SHUFFLED)
    plan.seed += index;
  UlpSumRow row;
  if (!ulp_run_go_on(part.run, part.start, error) ||
      !ulp_run_sum(&part, component->array, &plan, component->n, &row, error))
    return FALSE;
  const UlpExact *exact = ulp_oracle_of(&component->measures.sums, &plan);
  const UlpDeviation deviation = ulp_deviation(exact, component->measures.elements, plan.result, row.bits);
  const UlpSumJudgement judgement = ulp_sum_judge(&plan, &component->measures, row.bits);
  statistics_add(statistics, &row, &deviation, &judgement);
  append_row(result->data, statistics, index, &row, &deviation, &judgement, exact);
  return TRUE;
}

/* Run after run, every algorithm in each, so that all panels grow together. */
static gboolean run_rounds(const UlpRun *run, const char *elements, GArray *all, UlpResult *result, GError **error) {
  const guint64 runs = ulp_values_count(run->values, "runs");
  const double share = 0.9 / ((double)runs * all->len);
  gint64 renewed = g_get_monotonic_time();
  for (guint64 k = 0; k < runs; k++)
    for (guint i = 0; i < all->len; i++) {
      ulp_run_say(run, N_("run"), (guint)k, (guint)runs);
      if (!run_once((UlpRunPart){run, 0.1 + share * ((double)k * all->len + i), share}, k,
                    &g_array_index(all, Statistics, i), result, error))
        return FALSE;
      if (g_get_monotonic_time() - renewed > SUMMARY_INTERVAL) {
        renew_summary(result, all, elements);
        renewed = g_get_monotonic_time();
      }
      run->changed(result, run->data);
    }
  return TRUE;
}

#define STATISTICS_BYTES 64 /* of a run: its time, and an entry of the set of patterns */

static void needs_of_repeat(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  ulp_needs_add_sums(values, inputs, needs);
  ulp_needs_add_components(values, inputs, needs);
  needs->rows = (double)ulp_values_count(values, "runs") * ulp_needs_algorithms(values) *
                (double)ulp_values_count(values, "components");
  needs->host += needs->rows * STATISTICS_BYTES;
}

/* FAIL where one is wrong. */
static void judge_levels(const GArray *all, UlpResult *result) {
  g_autoptr(GString) wrong = g_string_new(NULL);
  for (guint i = 0; i < all->len; i++) {
    const Statistics *statistics = &g_array_index(all, Statistics, i);
    if (statistics->worst == ULP_SUM_WRONG)
      g_string_append_printf(wrong, "%s%s", wrong->len ? ", " : "", statistics->label);
  }
  if (!wrong->len)
    return;
  result->verdict = ULP_VERDICT_FAIL;
  result->verdict_reason = g_strdup_printf(_("error beyond its bound: wrong, not merely rounded: %s"), wrong->str);
}

static void judge(const GArray *components, const GArray *all, UlpResult *result) {
  for (guint i = 0; i < components->len; i++)
    if (!ulp_run_judge_sum(&g_array_index(components, UlpComponent, i).measures.sums.sum, result))
      return;
  judge_levels(all, result);
}

/* Every algorithm on every component, those of one beside each other. New. */
static GArray *statistics_of_all(const GArray *choices, const GArray *components) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Statistics));
  g_array_set_clear_func(all, statistics_clear);
  g_array_set_size(all, choices->len * components->len);
  for (guint i = 0; i < all->len; i++)
    statistics_init(&g_array_index(all, Statistics, i),
                    &g_array_index(choices, UlpAlgorithmChoice, i / components->len),
                    &g_array_index(components, UlpComponent, i % components->len));
  return all;
}

static gboolean run_repeat(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  result->data = ulp_table_new("repeat", N_("Repeat runs"), columns, G_N_ELEMENTS(columns));
  g_autoptr(UlpArray) array = ulp_run_place_summed(run, 0.05, error);
  g_autoptr(GArray) components =
      array && ulp_run_go_on(run, 0.05, error) ? ulp_run_components(run, array, error) : NULL;
  if (!components)
    return FALSE;
  g_autofree char *elements = ulp_run_elements(run);
  g_autoptr(GArray) all = statistics_of_all(choices, components);
  const gboolean done = run_rounds(run, elements, all, result, error);
  renew_summary(result, all, elements);
  if (done)
    judge(components, all, result);
  return done;
}

const UlpExperiment ulp_experiment_repeat = {
    .id = "repeat",
    .title = N_("Determinism"),
    .summary = N_("the same sum many times: the same bits or not, and at what cost"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_repeat,
    .run = run_repeat,
};
