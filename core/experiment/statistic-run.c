/* Every method of a statistic in every arithmetic against the exact value. */
#include "core/experiment/statistic-run.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/sum/bound.h"

#include <math.h>

#define DECIMAL_DIGITS 400 /* of the exact value in the summary */

const UlpColumn ulp_statistic_columns[ULP_STATISTIC_N_COLUMNS] = {
    {"method", ULP_COLUMN_TEXT, N_("method"), "", N_("how it is computed")},
    {"arithmetic", ULP_COLUMN_TEXT, N_("arithmetic"), "", N_("format that every operation is rounded to")},
    {"result", ULP_COLUMN_VALUE, N_("result"), "1", N_("in the format of the arithmetic")},
    {"exact", ULP_COLUMN_VALUE, N_("exact"), "1", N_("exact value for the stored inputs, rounded once to fp64")},
    {"error", ULP_COLUMN_REAL, N_("error"), "1", N_("result minus exact value")},
    {"abs_error_ulps", ULP_COLUMN_REAL, N_("|error|"), N_("ulp"),
     N_("in ulps of the arithmetic's format at the exact value")},
    {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1", N_("|result - exact| / |exact|")},
    {"bound", ULP_COLUMN_REAL, N_("bound"), "1",
     N_("worst case of |result - exact| that theory promises while nothing overflows; NaN where none is known")},
    {"of_bound", ULP_COLUMN_REAL, N_("of the bound"), "1", N_("|result - exact| over the bound: at most 1")},
    ULP_COLUMN_SECONDS,
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("of the method and its bound"), .flags = ULP_COLUMN_IS_HIDDEN},
};

#define BY_METHOD .x = "method", .series = "arithmetic", .x_scale = ULP_SCALE_CATEGORY

const UlpPlotSpec ulp_statistic_plots[ULP_STATISTIC_N_PLOTS] = {
    {.id = "relative-error", .title = N_("Relative error"), .y = "relative_error", .y_scale = ULP_SCALE_LOG, BY_METHOD},
    {.id = "error-ulps",
     .title = N_("Error in ulps of the arithmetic's format"),
     .y = "abs_error_ulps",
     .y_scale = ULP_SCALE_LOG,
     BY_METHOD},
    {.id = "result",
     .title = N_("Result"),
     .y = "result",
     .reference = "exact",
     .reference_title = N_("exact"),
     BY_METHOD},
    {.id = "time", .title = N_("Time"), .y = "seconds", .y_scale = ULP_SCALE_LOG, BY_METHOD},
};

static const UlpColumn summary_columns[] = {
    {"input", ULP_COLUMN_TEXT, N_("input"), "", N_("where the elements come from")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("number of elements")},
    {"exact_decimal", ULP_COLUMN_TEXT, N_("exact"), "", N_("exact value, every digit where there are at most 400")},
    {"magnitudes", ULP_COLUMN_REAL, N_("of the magnitudes"), "1", N_("the same of |x|: what bounds grow with")},
    {"condition", ULP_COLUMN_REAL, N_("condition number"), "1",
     N_("relative changes of the elements grow by up to this; k of the methods' error bounds")},
};

void ulp_statistic_needs(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  for (guint i = 0; ulp_values_param(values, i ? "with" : "input") && i < 2; i++)
    needs->host += ulp_needs_array(inputs[i].format, inputs[i].count) + (double)inputs[i].count * sizeof(double);
  needs->rows = 32;
}

/* Its elements as doubles; free with g_free. */
static double *read_elements(const UlpRun *run, UlpInput *input, GError **error) {
  const UlpFormat format = ulp_input_format(input);
  const guint64 n = ulp_input_count(input);
  if (!ulp_format_fits_fp64(format)) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("%s: fp64 does not hold each number of %s"), ulp_input_describe(input),
                  ulp_format_info(format)->id);
    return NULL;
  }
  gconstpointer data = ulp_input_data(input, run->cancellable, error);
  double *elements = data ? ulp_try_allocate(MAX(n, 1), sizeof *elements) : NULL;
  if (data && !elements)
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for the elements as fp64"));
  for (guint64 i = 0; elements && i < n; i++)
    elements[i] = ulp_bits_to_double(format, ulp_packed_load(format, data, i));
  return elements;
}

static gboolean was_cancelled(gpointer data) { return g_cancellable_is_cancelled(data); }

typedef struct {
  const UlpRun *run;
  const UlpVectors *vectors;
  const UlpExactStatistic *exact;
  gboolean narrow; /* fp32 holds each element */
} Judge;

static void append_row(const Judge *judge, const UlpStatisticMethod *method, UlpStatisticFormat arithmetic,
                       UlpTable *table) {
  static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};
  const UlpFormat format = formats[arithmetic];
  const UlpReal *exact = judge->exact->value;
  const gint64 start = g_get_monotonic_time();
  const double value = method->run[arithmetic] ? method->run[arithmetic](judge->vectors) : 0;
  const double seconds = (double)(g_get_monotonic_time() - start) * 1e-6;
  if (g_cancellable_is_cancelled(judge->run->cancellable)) /* a method that was stopped returns anything */
    return;
  const UlpBits bits = method->run[arithmetic] ? ulp_bits_from_double(format, value, ULP_ROUND_RN, ULP_PROFILE_IEEE)
                                               : ulp_real_round(exact, format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const UlpStatisticBound data = {judge->exact, (double)judge->vectors->n, ulp_unit_roundoff(format),
                                  format == ULP_FORMAT_FP32 ? 0x1p-149 : 0x1p-1074,
                                  format == ULP_FORMAT_FP32 && !judge->narrow};
  const double bound = method->bound ? method->bound(&data) : (double)NAN, error = ulp_real_error(exact, format, bits);
  const UlpCell cells[] = {
      ulp_cell_text(method->id),
      ulp_cell_text(ulp_statistic_format_ids[arithmetic]),
      ulp_cell_value(format, bits),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_real_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN, ULP_PROFILE_IEEE)),
      ulp_cell_real(error),
      ulp_cell_real(fabs(ulp_real_error_ulps(exact, format, bits))),
      ulp_cell_real(fabs(ulp_real_relative_error(exact, format, bits))),
      ulp_cell_real(bound),
      ulp_cell_real(error == 0 && bound >= 0 ? 0 : fabs(error) / bound),
      ulp_cell_real(method->run[arithmetic] ? seconds : (double)NAN),
      ulp_cell_text(method->source),
  };
  ulp_table_append(table, cells);
}

static gboolean run_methods(const Judge *judge, const UlpStatistic *statistic, UlpResult *result, GError **error) {
  const UlpRun *run = judge->run;
  g_autoptr(GArray) methods = ulp_values_choices(run->values, "methods");
  g_autoptr(GArray) arithmetics = ulp_values_choices(run->values, "arithmetic");
  const guint n = methods->len * arithmetics->len;
  for (guint i = 0; i < n; i++) {
    const UlpStatisticMethod *method = &statistic->methods[g_array_index(methods, guint, i / arithmetics->len)];
    ulp_run_say(run, method->title, i, n);
    if (!ulp_run_go_on(run, 0.3 + 0.7 * i / n, error))
      return FALSE;
    append_row(judge, method, g_array_index(arithmetics, guint, i % arithmetics->len), result->data);
    run->changed(result, run->data);
  }
  return ulp_run_go_on(run, 1, error);
}

static void append_summary(const Judge *judge, UlpTable *table) {
  g_autofree char *decimal = ulp_real_to_decimal(judge->exact->value, DECIMAL_DIGITS);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_input_describe(ulp_run_input(judge->run))),
      ulp_cell_count(judge->vectors->n),
      ulp_cell_text(decimal),
      ulp_cell_real(judge->exact->magnitudes),
      ulp_cell_real(judge->exact->condition),
  };
  ulp_table_append(table, cells);
}

static void judge_exact(const Judge *judge, UlpResult *result) {
  g_autofree char *decimal = ulp_real_to_decimal(judge->exact->value, 40); /* a finite value may lie beyond fp64 */
  if (g_str_has_suffix(decimal, "inf") || g_str_equal(decimal, "nan")) {
    result->verdict = ULP_VERDICT_FAIL;
    result->verdict_reason = g_strdup_printf(_("the exact value is not finite: %s"), decimal);
  }
}

static gboolean check_vectors(const UlpRun *run, guint64 ddof, GError **error) {
  const guint64 n = ulp_input_count(ulp_run_input(run));
  if (n <= ddof) {
    ulp_set_error(error, ULP_ERROR_INPUT,
                  _("%" G_GUINT64_FORMAT " elements are not more than --ddof %" G_GUINT64_FORMAT), n, ddof);
    return FALSE;
  }
  if (run->n_inputs > 1 && ulp_input_count(run->inputs[1]) != n) {
    ulp_set_error(error, ULP_ERROR_INPUT,
                  _("%s has %" G_GUINT64_FORMAT " elements and %s %" G_GUINT64_FORMAT ": both must have as many"),
                  ulp_input_describe(ulp_run_input(run)), n, ulp_input_describe(run->inputs[1]),
                  ulp_input_count(run->inputs[1]));
    return FALSE;
  }
  return TRUE;
}

gboolean ulp_statistic_run(const UlpRun *run, const UlpStatistic *statistic, const char *title, guint64 ddof,
                           UlpResult *result, GError **error) {
  result->data = ulp_table_new("statistic", title, ulp_statistic_columns, ULP_STATISTIC_N_COLUMNS);
  g_autofree double *x = NULL, *y = NULL;
  if (!check_vectors(run, ddof, error) || !(x = read_elements(run, ulp_run_input(run), error)) ||
      (run->n_inputs > 1 && !(y = read_elements(run, run->inputs[1], error))))
    return FALSE;
  const UlpVectors vectors = {x,
                              y ? y : x,
                              ulp_input_count(ulp_run_input(run)),
                              ddof,
                              run->cancellable ? was_cancelled : NULL,
                              run->cancellable};
  UlpExactStatistic exact = {0};
  if (!ulp_run_go_on(run, 0.1, error))
    return FALSE;
  if (!statistic->exact(&vectors, &exact))
    return ulp_run_go_on(run, 0.1, error);
  const Judge judge = {run, &vectors, &exact,
                       ulp_format_fits(ulp_input_format(ulp_run_input(run)), ULP_FORMAT_FP32) &&
                           (!y || ulp_format_fits(ulp_input_format(run->inputs[1]), ULP_FORMAT_FP32))};
  const gboolean done = run_methods(&judge, statistic, result, error);
  if (done) {
    result->summary =
        ulp_table_new("statistic-summary", N_("Exact value"), summary_columns, G_N_ELEMENTS(summary_columns));
    append_summary(&judge, result->summary);
    judge_exact(&judge, result);
  }
  ulp_exact_statistic_clear(&exact);
  return done;
}
