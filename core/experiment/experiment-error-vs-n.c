/* How the error of each algorithm grows with the number of elements: prefixes of one input, or of several realisations of it,
 * beside what theory promises. */
#include "core/experiment/error-curve.h"
#include "core/experiment/params.h"
#include "core/experiment/sizes.h"

#include "core/base/error.h"

#include <math.h>

static const char *const spacings[] = {"log", "linear", NULL};

static const UlpParam params[] = {
    {.id = "n",
     .type = ULP_PARAM_COUNT_RANGE,
     .label = N_("N"),
     .help = N_("smallest and largest number of elements, FIRST:LAST; an input shorter than LAST ends the range"),
     .default_text = "16:1048576",
     .min = 1,
     .max = 1099511627776.0,
     .unit = N_("elements")},
    {.id = "spacing",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Spacing"),
     .help = N_("of N: each times the step factor (log), or evenly (linear)"),
     .default_text = "log",
     .unit = "",
     .choices = spacings},
    {.id = "step",
     .type = ULP_PARAM_REAL,
     .label = N_("Step factor"),
     .help = N_("of logarithmic spacing: each N is the one before times this"),
     .default_text = "2",
     .min = 1.001,
     .max = 1e6,
     .unit = N_("1")},
    {.id = "points",
     .type = ULP_PARAM_COUNT,
     .label = N_("Points"),
     .help = N_("of linear spacing: how many N there are"),
     .default_text = "33",
     .min = 2,
     .max = 100000,
     .unit = ""},
    ULP_EXPERIMENT_ALGORITHMS("seq-fp32,kahan,tree-fp32,exact"),
    ULP_EXPERIMENT_INPUT("uniform"),
    ULP_EXPERIMENT_SEED,
    ULP_EXPERIMENT_SEEDS("1"),
    ULP_EXPERIMENT_LAMBDA,
};

#define BANDS(measure)                                                                                                 \
  static const UlpPlotBand measure##_bands[] = {                                                                       \
      {#measure "_probable", #measure "_worst", N_("bounds: probable to worst")},                                      \
      {#measure "_low", #measure "_high", N_("10 % to 90 % of them")}}
BANDS(absolute);
BANDS(relative);
BANDS(magnitudes);
BANDS(common);
BANDS(own);

#define CAPTION                                                                                                        \
  N_("A prefix of one seed is one realisation; of several the median is drawn. There is no bound where n u >= 1.")

#define PLOT(plot_id, plot_title, measure, scale)                                                                      \
  {                                                                                                                    \
    .id = plot_id, .title = plot_title, .caption = CAPTION, .x = "n", .y = #measure "_median", .series = "algorithm",  \
    .x_scale = scale, .y_scale = ULP_SCALE_LOG, .mark = ULP_MARK_LINE, .bands = measure##_bands,                       \
    .n_bands = G_N_ELEMENTS(measure##_bands), .flag = "state", .flag_title = N_("adding does nothing")                 \
  }

static const UlpPlotSpec plots[] = {
    PLOT("relative-error", N_("Relative error against N"), relative, ULP_SCALE_LOG2),
    PLOT("error-ulps", N_("Error in ulps of the elements' format"), common, ULP_SCALE_LOG2),
    PLOT("error-ulps-own", N_("Error in ulps of its own format"), own, ULP_SCALE_LOG2),
    PLOT("error-magnitudes", N_("Error over sum of |x|"), magnitudes, ULP_SCALE_LOG2),
    PLOT("error-absolute", N_("Absolute error"), absolute, ULP_SCALE_LOG2),
    PLOT("relative-error-linear", N_("Relative error, linear N"), relative, ULP_SCALE_LINEAR),
    PLOT("error-ulps-linear", N_("Ulps of the elements, linear N"), common, ULP_SCALE_LINEAR),
    {.id = "time",
     .title = N_("Time against N"),
     .x = "n",
     .y = "seconds",
     .series = "algorithm",
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG,
     .mark = ULP_MARK_LINE},
};

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

static GArray *sizes_of(const UlpValues *values, guint64 first, guint64 last) {
  if (ulp_values_choice(values, "spacing") == 1)
    return ulp_sizes_evenly(first, last, (guint)ulp_values_count(values, "points"));
  return ulp_sizes_by_factor(first, last, ulp_values_real(values, "step"));
}

/* As many rows as there could be sizes, and the numbers of these themselves. */
static void needs_of_error_vs_n(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  guint64 first, last;
  ulp_values_count_range(values, "n", &first, &last);
  const double grown = log((double)MAX(MIN(last, inputs->count) / first, 1));
  const double by_factor = 2 + MIN((double)last, grown / log(ulp_values_real(values, "step")));
  const double n_sizes =
      ulp_values_choice(values, "spacing") == 1 ? (double)ulp_values_count(values, "points") : by_factor;
  const double seeds = (double)ulp_values_count(values, "seeds");
  ulp_needs_add_sums(values, inputs, needs);
  needs->rows = n_sizes * ulp_needs_algorithms(values);
  needs->host = needs->rows * (seeds * ULP_N_MEASURES * sizeof(double) + 1024); /* and what a point keeps */
  if (seeds > 1 && inputs->is_file)
    needs->host += ulp_needs_array(inputs->format, inputs->count);
}

static gboolean run_error_vs_n(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  guint64 first, last;
  if (!choices || !read_range(run, &first, &last, error))
    return FALSE;
  g_autoptr(GArray) sizes = sizes_of(run->values, first, last);
  g_autoptr(UlpCurve) curve = ulp_curve_new(run, choices, sizes);
  result->data = ulp_curve_table(curve);
  for (guint k = 0; k < ulp_values_count(run->values, "seeds"); k++)
    if (!ulp_curve_add_realisation(curve, result, error))
      return FALSE;
  ulp_curve_finish(curve, result);
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
    .columns = ulp_curve_columns,
    .n_columns = ULP_CURVE_N_COLUMNS,
    .needs = needs_of_error_vs_n,
    .run = run_error_vs_n,
};
