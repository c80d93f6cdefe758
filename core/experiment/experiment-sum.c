/* Every algorithm on one input: value, bits, exact error and verdict. */
#include "core/experiment/params.h"
#include "core/experiment/sum-parts.h"
#include "core/experiment/tolerance.h"
#include "core/experiment/work.h"

#include "core/number/fp64.h"

#include <math.h>

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    ULP_EXPERIMENT_ALGORITHMS(
        "seq-fp32, seq-fp64, pairwise, pairwise-128, numpy-fp32, numpy-fp64, tree-fp32, tree-fp64, "
        "fixed, kahan, kahan-tree, unordered, exact, exact-fp32"),
    /* The default of rtol is that of numpy.allclose; a constant atol would let everything pass where sums are small. */
    {.id = "atol",
     .type = ULP_PARAM_REAL,
     .label = N_("Absolute tolerance"),
     .help = N_("a result passes when |result - exact| <= atol + rtol |exact|; a number, or, scaled by the data, 2^-53 "
                "times the sum of |x|, what the rounding of each element to fp64 could make"),
     .default_text = "auto",
     .min = 0,
     .max = G_MAXDOUBLE,
     .unit = N_("1"),
     .word = "auto"},
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
    ULP_COLUMN_ERROR_ULPS_COMMON,
    ULP_COLUMN_ABS_ERROR_ULPS_COMMON,
    ULP_COLUMN_RELATIVE_ERROR,
    {"verdict", ULP_COLUMN_TEXT, N_("verdict"), "", N_("PASS or FAIL under atol and rtol"),
     .flags = ULP_COLUMN_IS_ALARM},
    {"passed_by", ULP_COLUMN_TEXT, N_("passed by"), "",
     N_("part of the rule that was enough: exact (no error), rtol, atol, or only both, atol+rtol; empty for FAIL")},
    ULP_COLUMN_ACCUMULATOR,
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
    ULP_COLUMN_ELEMENTS,
    {"magnitudes", ULP_COLUMN_REAL, N_("sum of |x|"), "1", N_("exact sum of the magnitudes, rounded to fp64")},
    {"condition", ULP_COLUMN_REAL, N_("condition number"), "1",
     N_("sum of |x| / |exact sum|: relative changes of the elements grow by up to this")},
    {"decimal_sum", ULP_COLUMN_TEXT, N_("sum of the decimals"), "",
     N_("exact sum of the numbers as they are written in a text, before they are stored; empty for another input")},
    {"reading_error", ULP_COLUMN_TEXT, N_("error of reading"), "",
     N_("exact sum of the stored inputs minus the sum of the decimals: no summation can take it away")},
    {"warning", ULP_COLUMN_TEXT, N_("warning"), "", N_("what a verdict hides; empty when nothing")},
    {"left_out", ULP_COLUMN_TEXT, N_("left out"), "",
     N_("algorithms that need all elements at once, and why, where memory does not hold the file, which is read in parts")},
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
     .title = N_("Error in ulps of the elements' format"),
     .x = "algorithm",
     .y = "abs_error_ulps_common",
     .series = "determinism",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
    {.id = "error-ulps-own",
     .title = N_("Error in ulps of its own format"),
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

#define LARGE_RELATIVE_ERROR 0.01 /* of a result that passes: said in words */
#define CANCELLED 16777216.0      /* condition number, 2^24: fp32 data leave no digit of the sum */

typedef struct {
  UlpExact exact, magnitudes;
  UlpFormat format; /* of the elements as they are summed */
  double atol, rtol;
  guint64 passed, failed;
  GString *failures, *doubtful; /* labels; doubtful: passed in spite of a large relative error */
  char *left_out;
} Verdicts;

static void verdicts_clear(Verdicts *verdicts) {
  g_string_free(verdicts->failures, TRUE);
  g_string_free(verdicts->doubtful, TRUE);
  g_free(verdicts->left_out);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Verdicts, verdicts_clear)

static void append_label(GString *labels, const char *label) {
  g_string_append_printf(labels, "%s%s", labels->len ? ", " : "", label);
}

static const UlpExact *exact_of(const Verdicts *verdicts, const UlpSumPlan *plan) {
  return ulp_plan_of_magnitudes(plan) ? &verdicts->magnitudes : &verdicts->exact;
}

static UlpPassed judge(Verdicts *verdicts, const UlpAlgorithmChoice *choice, const UlpSumRow *row,
                       const UlpDeviation *deviation) {
  const UlpPassed passed = ulp_tolerance_judge(exact_of(verdicts, &choice->plan), choice->plan.result, row->bits,
                                               verdicts->atol, verdicts->rtol);
  if (passed == ULP_PASSED_NOT) {
    append_label(verdicts->failures, choice->label);
    verdicts->failed++;
    return passed;
  }
  if (passed != ULP_PASSED_EXACT && !(deviation->relative <= LARGE_RELATIVE_ERROR)) /* NaN: of an exact 0 */
    append_label(verdicts->doubtful, choice->label);
  verdicts->passed++;
  return passed;
}

static void append_row(UlpTable *table, const UlpAlgorithmChoice *choice, const UlpSumRow *row, Verdicts *verdicts) {
  const UlpFormat format = choice->plan.result;
  const UlpExact *exact = exact_of(verdicts, &choice->plan);
  const UlpDeviation deviation = ulp_deviation(exact, verdicts->format, format, row->bits);
  const UlpPassed passed = judge(verdicts, choice, row, &deviation);
  const UlpCell cells[] = {
      ulp_cell_text(choice->label),
      ulp_cell_value(format, row->bits),
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(deviation.ulps),
      ulp_cell_real(fabs(deviation.ulps)),
      ulp_cell_real(deviation.common),
      ulp_cell_real(fabs(deviation.common)),
      ulp_cell_real(deviation.relative),
      ulp_cell_text(passed == ULP_PASSED_NOT ? "FAIL" : "PASS"),
      ulp_cell_text(ulp_passed_ids[passed]),
      ulp_cell_text(ulp_plan_accumulator(&choice->plan)),
      ulp_cell_real(row->seconds),
      ulp_cell_text(ulp_determinism_ids[choice->algorithm->determinism]),
      ulp_cell_text(row->device),
  };
  ulp_table_append(table, cells);
}

/* Not translated: a table holds it. */
static char *warning_of(const Verdicts *verdicts, double condition) {
  GString *warning = g_string_new(NULL);
  if (verdicts->doubtful->len)
    g_string_append_printf(warning, "within the tolerance, but more than %g %% off or of an exact 0: %s",
                           100 * LARGE_RELATIVE_ERROR, verdicts->doubtful->str);
  if (condition > CANCELLED)
    g_string_append_printf(warning, "%sthe elements cancel (condition number %.3g): a relative error says little",
                           warning->len ? "; " : "", condition);
  return g_string_free(warning, FALSE);
}

/* Infinite when the elements cancel wholly; NaN for zeros only and where a sum is not finite. */
static double condition_of(const Verdicts *verdicts) {
  const double inverse = ulp_exact_ratio(&verdicts->exact, &verdicts->magnitudes);
  return inverse == 0 ? (double)INFINITY : fabs(ulp_exact_ratio(&verdicts->magnitudes, &verdicts->exact));
}

/* Not a number of its own where no text was read. */
static char *reading_error_of(const UlpRun *run, const UlpExact *exact) {
  const UlpDecimalSum *decimals = ulp_input_decimals(ulp_run_input(run));
  const double error = decimals ? ulp_decimal_sum_error_of(decimals, exact) : (double)NAN;
  return isnan(error) ? g_strdup("") : ulp_bits_to_text(ULP_FORMAT_FP64, ulp_double_bits(error));
}

static char *decimal_sum_of(const UlpRun *run) {
  const UlpDecimalSum *decimals = ulp_input_decimals(ulp_run_input(run));
  char *text = decimals ? ulp_decimal_sum_text(decimals) : NULL;
  return text ? text : g_strdup("");
}

static void append_summary(UlpTable *table, const UlpRun *run, const Verdicts *verdicts) {
  const double condition = condition_of(verdicts);
  g_autofree char *decimal = ulp_exact_to_decimal(&verdicts->exact), *elements = ulp_run_elements(run);
  g_autofree char *warning = warning_of(verdicts, condition);
  g_autofree char *decimal_sum = decimal_sum_of(run), *reading_error = reading_error_of(run, &verdicts->exact);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_input_describe(ulp_run_input(run))),
      ulp_cell_count(ulp_input_count(ulp_run_input(run))),
      ulp_cell_text(decimal),
      ulp_cell_real(verdicts->atol),
      ulp_cell_real(verdicts->rtol),
      ulp_cell_count(verdicts->passed),
      ulp_cell_count(verdicts->failed),
      ulp_cell_text(elements),
      ulp_cell_real(ulp_exact_to_double(&verdicts->magnitudes)),
      ulp_cell_real(condition),
      ulp_cell_text(decimal_sum),
      ulp_cell_text(reading_error),
      ulp_cell_text(warning),
      ulp_cell_text(verdicts->left_out ? verdicts->left_out : ""),
  };
  ulp_table_append(table, cells);
}

static void set_verdict(UlpResult *result, const Verdicts *verdicts) {
  if (!ulp_run_judge_sum(&verdicts->exact, result))
    return;
  if (verdicts->failed)
    result->verdict_reason = g_strdup_printf(_("outside the tolerance: %s"), verdicts->failures->str);
  result->verdict = verdicts->failed ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
}

/* The exact sums of x and of |x|. */
static gboolean add_exact(const UlpRun *run, UlpArray *array, Verdicts *verdicts, GError **error) {
  UlpRunPart sum = {run, 0.05, 0.025}, magnitudes = {run, 0.075, 0.025};
  const UlpDeviceWatch watch = ulp_run_watch(&magnitudes);
  ulp_exact_clear(&verdicts->exact);
  ulp_exact_clear(&verdicts->magnitudes);
  return ulp_run_add_exact(&sum, array, 0, ulp_array_count(array), &verdicts->exact, error) &&
         ulp_array_add_exact(array, TRUE, 0, ulp_array_count(array), &verdicts->magnitudes, &watch, error);
}

static void needs_of_sum(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  if (inputs->streamed)
    ulp_sum_parts_add_needs(inputs, needs);
  else
    ulp_needs_add_sums(values, inputs, needs);
  needs->rows = ulp_needs_algorithms(values);
}

static void judge_exact(const UlpRun *run, Verdicts *verdicts) {
  verdicts->atol = ulp_values_real(run->values, "atol");
  if (isnan(verdicts->atol))
    verdicts->atol = ulp_tolerance_of_data(&verdicts->magnitudes);
}

/* The input is on the device as a whole: a row after each sum. */
static gboolean sum_whole(const UlpRun *run, const GArray *choices, Verdicts *verdicts, UlpResult *result,
                          GError **error) {
  g_autoptr(UlpArray) array = ulp_run_place_summed(run, 0.05, error);
  if (!array || !add_exact(run, array, verdicts, error))
    return FALSE;
  judge_exact(run, verdicts);
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    UlpRunPart part = {run, 0.1 + 0.9 * i / choices->len, 0.9 / choices->len};
    UlpSumRow row;
    ulp_run_say(run, choice->label, i, choices->len);
    if (!ulp_run_go_on(run, part.start, error) ||
        !ulp_run_sum(&part, array, &choice->plan, ulp_array_count(array), &row, error))
      return FALSE;
    append_row(result->data, choice, &row, verdicts);
    run->changed(result, run->data);
  }
  return TRUE;
}

/* It is read in parts: all rows at the end. */
static gboolean sum_parts(const UlpRun *run, const GArray *choices, Verdicts *verdicts, UlpResult *result,
                          GError **error) {
  g_autoptr(GArray) chosen = ulp_sum_parts_choose(choices, &verdicts->left_out, error);
  if (!chosen)
    return FALSE;
  const UlpRunPart all = {run, 0, 1};
  g_autofree UlpSumRow *rows = g_new0(UlpSumRow, chosen->len);
  UlpSumParts sums = {.rows = rows};
  if (!ulp_run_sum_parts(&all, chosen, &sums, error))
    return FALSE;
  verdicts->exact = sums.exact;
  verdicts->magnitudes = sums.magnitudes;
  judge_exact(run, verdicts);
  for (guint i = 0; i < chosen->len; i++)
    append_row(result->data, &g_array_index(chosen, UlpAlgorithmChoice, i), &rows[i], verdicts);
  return TRUE;
}

static gboolean run_sum(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  result->data = ulp_table_new("sum", N_("Sums of one input"), columns, G_N_ELEMENTS(columns));
  UlpInput *input = ulp_run_input(run);
  g_auto(Verdicts) verdicts = {.format = ulp_format_summed(ulp_input_format(input)),
                               .rtol = ulp_values_real(run->values, "rtol"),
                               .failures = g_string_new(NULL),
                               .doubtful = g_string_new(NULL)};
  if (!(ulp_input_is_streamed(input) ? sum_parts : sum_whole)(run, choices, &verdicts, result, error))
    return FALSE;
  result->summary =
      ulp_table_new("sum-summary", N_("Exact sum and verdict"), summary_columns, G_N_ELEMENTS(summary_columns));
  append_summary(result->summary, run, &verdicts);
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
    .needs = needs_of_sum,
    .streams = ULP_STREAMS_TO_FIT,
    .run = run_sum,
};
