/* How the error of each algorithm grows with the number of elements: prefixes of one input. */
#include "core/experiment/params.h"
#include "core/experiment/work.h"

#include "core/base/error.h"

#include <math.h>

static const UlpParam params[] = {
    {.id = "n",
     .type = ULP_PARAM_COUNT_RANGE,
     .label = N_("N"),
     .help = N_("smallest and largest number of elements, FIRST:LAST; an input shorter than LAST ends the range"),
     .default_text = "16:1048576",
     .min = 1,
     .max = 1099511627776.0,
     .unit = N_("elements")},
    {.id = "step",
     .type = ULP_PARAM_REAL,
     .label = N_("Step factor"),
     .help = N_("each N is the one before times this"),
     .default_text = "2",
     .min = 1.001,
     .max = 1e6,
     .unit = N_("1")},
    ULP_EXPERIMENT_ALGORITHMS("seq-fp32,kahan,tree-fp32,exact"),
    ULP_EXPERIMENT_INPUT("uniform"),
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    {"n", ULP_COLUMN_COUNT, N_("N"), N_("elements"), N_("number of elements summed, the first ones of the input")},
    ULP_COLUMN_ALGORITHM,
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    {"abs_error", ULP_COLUMN_REAL, N_("|error|"), "1", N_("magnitude of the error"), .flags = ULP_COLUMN_IS_HIDDEN},
    ULP_COLUMN_RELATIVE_ERROR,
    ULP_COLUMN_ERROR_ULPS,
    ULP_COLUMN_ABS_ERROR_ULPS,
    ULP_COLUMN_ERROR_ULPS_COMMON,
    ULP_COLUMN_ABS_ERROR_ULPS_COMMON,
    ULP_COLUMN_ACCUMULATOR,
    ULP_COLUMN_ELEMENTS,
    ULP_COLUMN_SECONDS,
    ULP_COLUMN_DEVICE,
};

#define PLOT(plot_id, plot_title, column)                                                                              \
  {                                                                                                                    \
    .id = plot_id, .title = plot_title, .x = "n", .y = column, .series = "algorithm", .x_scale = ULP_SCALE_LOG2,       \
    .y_scale = ULP_SCALE_LOG, .mark = ULP_MARK_LINE                                                                    \
  }

static const UlpPlotSpec plots[] = {
    PLOT("relative-error", N_("Relative error against N"), "relative_error"),
    PLOT("error-ulps", N_("Error in ulps of the elements' format against N"), "abs_error_ulps_common"),
    PLOT("error-ulps-own", N_("Error in ulps of its own format against N"), "abs_error_ulps"),
    PLOT("time", N_("Time against N"), "seconds"),
};

/* first, first * step, ..., rounded down but always growing, and last. */
static GArray *sizes(guint64 first, guint64 last, double step) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint64 n = first; n < last; n = MAX(n + 1, (guint64)((double)n * step)))
    g_array_append_val(list, n);
  g_array_append_val(list, last);
  return list;
}

/* FALSE when the range begins beyond the input. */
static gboolean read_range(const UlpRun *run, guint64 *first, guint64 *last, GError **error) {
  const guint64 count = ulp_input_count(ulp_run_input(run));
  ulp_values_count_range(run->values, "n", first, last);
  *last = MIN(*last, count);
  if (*first <= count)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE,
                _("n: found FIRST %" G_GUINT64_FORMAT ", expected at most %" G_GUINT64_FORMAT
                  ", the number of elements of the input"),
                *first, count);
  return FALSE;
}

static void append_row(UlpTable *table, guint64 n, const UlpAlgorithmChoice *choice, const UlpSumRow *row,
                       const UlpExact *exact, UlpFormat format, const char *elements) {
  const UlpDeviation deviation = ulp_deviation(exact, format, choice->plan.result, row->bits);
  const UlpCell cells[] = {
      ulp_cell_count(n),
      ulp_cell_text(choice->label),
      ulp_cell_value(choice->plan.result, row->bits),
      ulp_cell_text(ulp_format_info(choice->plan.result)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(fabs(deviation.error)),
      ulp_cell_real(deviation.relative),
      ulp_cell_real(deviation.ulps),
      ulp_cell_real(fabs(deviation.ulps)),
      ulp_cell_real(deviation.common),
      ulp_cell_real(fabs(deviation.common)),
      ulp_cell_text(ulp_plan_accumulator(&choice->plan)),
      ulp_cell_text(elements),
      ulp_cell_real(row->seconds),
      ulp_cell_text(row->device),
  };
  ulp_table_append(table, cells);
}

/* As many rows as sizes() could give, and the numbers of these themselves. */
static void needs_of_error_vs_n(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  guint64 first, last;
  ulp_values_count_range(values, "n", &first, &last);
  const double grown = log((double)MAX(MIN(last, inputs->count) / first, 1));
  const double n_sizes = 2 + MIN((double)last, grown / log(ulp_values_real(values, "step")));
  ulp_needs_add_sums(values, inputs, needs);
  needs->rows = n_sizes * ulp_needs_algorithms(values);
}

static gboolean run_error_vs_n(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  guint64 first, last;
  if (!choices || !read_range(run, &first, &last, error))
    return FALSE;
  result->data = ulp_table_new("error-vs-n", N_("Error against N"), columns, G_N_ELEMENTS(columns));
  g_autoptr(UlpArray) array = ulp_run_place_summed(run, 0.05, error);
  if (!array)
    return FALSE;

  g_autoptr(GArray) list = sizes(first, last, ulp_values_real(run->values, "step"));
  double work = 0, done = 0; /* elements summed by each algorithm */
  for (guint k = 0; k < list->len; k++)
    work += g_array_index(list, guint64, k);

  g_autofree char *elements = ulp_run_elements(run, array);
  UlpOracle oracle;
  ulp_oracle_clear(&oracle);
  guint64 added = 0;
  for (guint k = 0; k < list->len; k++) {
    const guint64 n = g_array_index(list, guint64, k);
    UlpRunPart adding = {run, 0.05 + 0.95 * done / work, 0};
    if (!ulp_run_add_oracle(&adding, array, added, n - added, choices, &oracle, error))
      return FALSE;
    added = n;
    for (guint i = 0; i < choices->len; i++) {
      const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
      const double share = 0.95 / work * n / choices->len;
      UlpRunPart part = {run, 0.05 + 0.95 * done / work + share * i, share};
      UlpSumRow row;
      ulp_run_say(run, choice->label, i, choices->len);
      if (!ulp_run_go_on(run, part.start, error) || !ulp_run_sum(&part, array, &choice->plan, n, &row, error))
        return FALSE;
      append_row(result->data, n, choice, &row, ulp_oracle_of(&oracle, &choice->plan), ulp_array_format(array),
                 elements);
      run->changed(result, run->data);
    }
    done += n;
  }
  ulp_run_judge_sum(&oracle.sum, result);
  return TRUE;
}

const UlpExperiment ulp_experiment_error_vs_n = {
    .id = "error-vs-n",
    .title = N_("Error against N"),
    .summary = N_("how the error of each algorithm grows with the number of elements"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_error_vs_n,
    .run = run_error_vs_n,
};
