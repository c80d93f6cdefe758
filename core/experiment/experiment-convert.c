/* An array from one format to another and back: what is kept, what is lost. */
#include "core/array/packing.h"
#include "core/experiment/conversion.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"
#include "core/input/random.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

#define WINDOW (G_GUINT64_CONSTANT(1) << 16) /* elements fetched together where most are wanted */
#define SPARSE 256                           /* elements for one that is wanted: from here on they are fetched singly */
#define MAX_POINTS 10000000

#define INPUT_FORMAT "input"
static const char *const from_choices[] = {INPUT_FORMAT, NULL};

static const UlpParam params[] = {
    {.id = "from",
     .type = ULP_PARAM_FORMAT,
     .label = N_("From"),
     .help = N_("format the elements start in, rounded to it (rn) when it is not the input's own"),
     .default_text = INPUT_FORMAT,
     .unit = "",
     .choices = from_choices},
    {.id = "to",
     .type = ULP_PARAM_FORMAT,
     .label = N_("To"),
     .help = N_("format they are converted to, and back from"),
     .default_text = "fp16",
     .unit = ""},
    ULP_EXPERIMENT_ROUND,
    ULP_EXPERIMENT_OVERFLOW,
    {.id = "points",
     .type = ULP_PARAM_COUNT,
     .label = N_("Points"),
     .help = N_("elements that go into the table and plots, spread over the input; all are counted"),
     .default_text = "20000",
     .min = 1,
     .max = MAX_POINTS,
     .unit = N_("elements")},
    ULP_EXPERIMENT_INPUT("normal:n=1000000"),
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    {"index", ULP_COLUMN_COUNT, N_("index"), "1", N_("position in the input, from 0")},
    {"value", ULP_COLUMN_VALUE, N_("value"), "1", N_("element in the source format")},
    {"converted", ULP_COLUMN_VALUE, N_("converted"), "1", N_("the element in the target format")},
    {"error", ULP_COLUMN_REAL, N_("error"), "1",
     N_("there and back: the converted value back in the source format minus the element")},
    {"abs_value", ULP_COLUMN_REAL, N_("|value|"), "1", N_("magnitude of the element"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1", N_("|error| / |value|")},
    {"class", ULP_COLUMN_TEXT, N_("class"), "", N_("exact, rounded, to-zero, overflow, nan or infinite")},
};

static const UlpColumn summary_columns[] = {
    {"from", ULP_COLUMN_TEXT, N_("from"), "", N_("source format")},
    {"to", ULP_COLUMN_TEXT, N_("to"), "", N_("target format")},
    {"round", ULP_COLUMN_TEXT, N_("rounding"), "", N_("rounding mode")},
    {"overflow_policy", ULP_COLUMN_TEXT, N_("overflow policy"), "", N_("what overflow gives")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("number of elements: the sum of the next six")},
    {"exact", ULP_COLUMN_COUNT, N_("exact"), "1", N_("elements whose value is kept")},
    {"rounded", ULP_COLUMN_COUNT, N_("rounded"), "1", N_("elements that changed to another finite value, not zero")},
    {"to_zero", ULP_COLUMN_COUNT, N_("to zero"), "1", N_("elements that underflowed to zero")},
    {"overflowed", ULP_COLUMN_COUNT, N_("overflowed"), "1",
     N_("finite elements beyond the target's range, whatever the policy made of them")},
    {"nan", ULP_COLUMN_COUNT, N_("NaN"), "1", N_("elements that were NaN")},
    {"infinite", ULP_COLUMN_COUNT, N_("infinite"), "1", N_("elements that were infinite")},
    {"subnormal", ULP_COLUMN_COUNT, N_("subnormal results"), "1", N_("elements whose converted value is subnormal")},
    {"max_error", ULP_COLUMN_REAL, N_("largest |error|"), "1",
     N_("over elements that are finite there and back, as the next two; NaN when there is none")},
    {"mean_error", ULP_COLUMN_REAL, N_("mean |error|"), "1", N_("mean magnitude of the error")},
    {"max_relative_error", ULP_COLUMN_REAL, N_("largest relative error"), "1", N_("largest |error| / |value|")},
    {"seconds", ULP_COLUMN_REAL, N_("time"), "s",
     N_("time of the conversion to the target alone: one run, not warmed up, without transfers"),
     .flags = ULP_COLUMN_IS_MEASURED},
    {"device", ULP_COLUMN_TEXT, N_("device"), "", N_("device that converted")},
};

static const UlpPlotSpec plots[] = {
    {.id = "error", .title = N_("Error against value"), .x = "value", .y = "error", .series = "class"},
    {.id = "relative-error",
     .title = N_("Relative error against magnitude"),
     .x = "abs_value",
     .y = "relative_error",
     .series = "class",
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG2},
};

/* The arrays on the device, `from` -> `to` -> `from`, and what is known of them. */
typedef struct {
  UlpFormat from, to;
  UlpRound round;
  UlpProfile profile;
  UlpArray *source, *converted, *back;
  guint64 count, points, seed;
  double seconds;
  UlpConversionTotals totals;
  UlpConversionOutcomeOf outcome_of;
} Work;

static void work_free(Work *work) {
  g_clear_pointer(&work->source, ulp_array_unref);
  g_clear_pointer(&work->converted, ulp_array_unref);
  g_clear_pointer(&work->back, ulp_array_unref);
  g_free(work);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Work, work_free)

static UlpArray *convert(UlpRunPart *part, UlpArray *array, const UlpConvertJob *job, double *seconds, GError **error) {
  const UlpDeviceWatch watch = ulp_run_watch(part);
  return ulp_array_convert(array, job, seconds, &watch, error);
}

static Work *work_new(const UlpRun *run) {
  Work *work = g_new0(Work, 1);
  const UlpFormat from = ulp_values_format(run->values, "from");
  work->from = from ? from : ulp_input_format(ulp_run_input(run));
  work->to = ulp_values_format(run->values, "to");
  work->round = ulp_values_round(run->values, "round");
  work->profile = ulp_values_profile(run->values, "overflow");
  work->count = ulp_input_count(ulp_run_input(run));
  work->points = MIN(ulp_values_count(run->values, "points"), work->count);
  work->seed = ulp_values_count(run->values, "seed");
  work->outcome_of = ulp_conversion_outcome_of(work->from, work->to);
  return work;
}

static void needs_of_convert(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  const UlpFormat own = ulp_values_format(values, "from"), from = own ? own : inputs->format;
  const UlpFormat to = ulp_values_format(values, "to");
  const guint64 count = inputs->count;
  needs->arrays = (from == inputs->format ? 1 : 2) * ulp_needs_array(from, count) + ulp_needs_array(to, count);
  needs->rows = (double)MIN(ulp_values_count(values, "points"), count);
  needs->value_bytes = MAX(ulp_needs_array(from, 1), ulp_needs_array(to, 1)) > 8 ? sizeof(UlpBits) : 8;
}

static gboolean convert_there_and_back(const UlpRun *run, Work *work, GError **error) {
  const UlpConvertJob to_from = {work->from, ULP_ROUND_RN, ULP_PROFILE_IEEE};
  const UlpConvertJob to_target = {work->to, work->round, work->profile};
  UlpRunPart first = {run, 0.1, 0.1}, there = {run, 0.2, 0.1}, back = {run, 0.3, 0.1};
  g_autoptr(UlpArray) input = ulp_run_place(run, 0.1, error);
  if (!input)
    return FALSE;
  ulp_run_say(run, N_("converting there and back"), 0, 0);
  work->source = work->from == ulp_input_format(ulp_run_input(run)) ? ulp_array_ref(input)
                                                                    : convert(&first, input, &to_from, NULL, error);
  if (work->source)
    work->converted = convert(&there, work->source, &to_target, &work->seconds, error);
  if (work->converted)
    work->back = convert(&back, work->converted, &to_from, NULL, error);
  return work->back != NULL;
}

/* The element that stands for point k: one drawn from each of `points` equal stretches, so that a period in the input
 * cannot hide elements. */
static guint64 point_index(const Work *work, guint64 k) {
  const UlpBits begin = (UlpBits)work->count * k / work->points;
  const UlpBits end = (UlpBits)work->count * (k + 1) / work->points;
  const UlpRandom random = ulp_random(work->seed, k, 0);
  const guint64 word = (guint64)random.word[1] << 32 | random.word[0];
  return (guint64)begin + (guint64)((end - begin) * word >> 64);
}

/* One element: its bits in `from`, converted to `to`, and back in `from`. */
typedef struct {
  UlpBits source, converted, back;
} Element;

static void append_row(UlpTable *table, const Work *work, guint64 index, const Element *element) {
  const UlpConversionOutcome outcome =
      work->outcome_of(work->from, work->to, work->round, element->source, element->converted, element->back);
  const UlpCell cells[] = {
      ulp_cell_count(index),
      ulp_cell_value(work->from, element->source),
      ulp_cell_value(work->to, element->converted),
      ulp_cell_real(outcome.error),
      ulp_cell_real(fabs(ulp_bits_to_double(work->from, element->source))),
      ulp_cell_real(outcome.relative),
      ulp_cell_text(ulp_converted_ids[outcome.class_]),
  };
  ulp_table_append(table, cells);
}

static void append_summary(UlpTable *table, const Work *work, const UlpRun *run) {
  const UlpConversionTotals *totals = &work->totals;
  guint64 elements = 0;
  for (guint i = 0; i < ULP_N_CONVERTED; i++)
    elements += totals->count[i];
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(work->from)->id),
      ulp_cell_text(ulp_format_info(work->to)->id),
      ulp_cell_text(ulp_round_ids[work->round]),
      ulp_cell_text(ulp_profile_ids[ulp_values_choice(run->values, "overflow")]),
      ulp_cell_count(elements),
      ulp_cell_count(totals->count[ULP_CONVERTED_EXACT]),
      ulp_cell_count(totals->count[ULP_CONVERTED_ROUNDED]),
      ulp_cell_count(totals->count[ULP_CONVERTED_TO_ZERO]),
      ulp_cell_count(totals->count[ULP_CONVERTED_OVERFLOW]),
      ulp_cell_count(totals->count[ULP_CONVERTED_NAN]),
      ulp_cell_count(totals->count[ULP_CONVERTED_INFINITE]),
      ulp_cell_count(totals->subnormal),
      ulp_cell_real(totals->max_error),
      ulp_cell_real(totals->mean_error),
      ulp_cell_real(totals->max_relative),
      ulp_cell_real(work->seconds),
      ulp_cell_text(ulp_device_info(run->device)->name),
  };
  ulp_table_append(table, cells);
}

/* Classes, errors and their extremes of all elements, on the device. */
static gboolean look_at_all(const UlpRun *run, Work *work, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = {.map = ULP_MAP_CONVERSION, .round = work->round}};
  const UlpArraySlice in[] = {
      {work->source, 0, work->count}, {work->converted, 0, work->count}, {work->back, 0, work->count}};
  UlpRunPart part = {run, 0.4, 0.3};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  UlpJobResult reduced;
  if (!ulp_device_run(run->device, &job, in, G_N_ELEMENTS(in), &reduced, NULL, &watch, error))
    return FALSE;
  work->totals = ulp_conversion_totals(&reduced.reduce);
  return TRUE;
}

/* A stretch of the three arrays on the host. */
typedef struct {
  guint64 first, count;
  gpointer source, converted, back; /* room for WINDOW elements */
} Stretch;

static void stretch_clear(Stretch *stretch) {
  g_free(stretch->source);
  g_free(stretch->converted);
  g_free(stretch->back);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Stretch, stretch_clear)

static gboolean fetch(const UlpRun *run, const Work *work, Stretch *stretch, guint64 first, guint64 count,
                      GError **error) {
  const UlpDeviceWatch watch = {.cancellable = run->cancellable};
  stretch->first = first;
  stretch->count = count;
  return ulp_array_download(work->source, first, count, stretch->source, &watch, error) &&
         ulp_array_download(work->converted, first, count, stretch->converted, &watch, error) &&
         ulp_array_download(work->back, first, count, stretch->back, &watch, error);
}

/* The points' elements go into the table: fetched singly where they lie far apart, else in windows. */
static gboolean append_points(const UlpRun *run, const Work *work, UlpResult *result, GError **error) {
  const guint64 window = work->count / work->points >= SPARSE ? 1 : WINDOW;
  g_auto(Stretch) stretch = {.source = g_malloc(ulp_packed_bytes(work->from, WINDOW)),
                             .converted = g_malloc(ulp_packed_bytes(work->to, WINDOW)),
                             .back = g_malloc(ulp_packed_bytes(work->from, WINDOW))};
  guint64 told = 0; /* elements up to here are in the table that was shown last */
  for (guint64 point = 0; point < work->points; point++) {
    const guint64 index = point_index(work, point);
    if (index - told >= WINDOW) {
      run->changed(result, run->data);
      told = index;
      if (!ulp_run_go_on(run, 0.7 + 0.3 * (double)index / (double)work->count, error))
        return FALSE;
    }
    if (index - stretch.first >= stretch.count &&
        !fetch(run, work, &stretch, index, MIN(window, work->count - index), error))
      return FALSE;
    const guint64 at = index - stretch.first;
    const Element element = {ulp_packed_load(work->from, stretch.source, at),
                             ulp_packed_load(work->to, stretch.converted, at),
                             ulp_packed_load(work->from, stretch.back, at)};
    append_row(result->data, work, index, &element);
  }
  run->changed(result, run->data);
  return TRUE;
}

static gboolean run_convert(const UlpRun *run, UlpResult *result, GError **error) {
  result->data = ulp_table_new("convert", N_("Conversion there and back"), columns, G_N_ELEMENTS(columns));
  g_autoptr(Work) work = work_new(run);
  if (!convert_there_and_back(run, work, error) || !look_at_all(run, work, error))
    return FALSE;
  result->summary =
      ulp_table_new("convert-summary", N_("Conversion there and back"), summary_columns, G_N_ELEMENTS(summary_columns));
  append_summary(result->summary, work, run);
  return append_points(run, work, result, error);
}

const UlpExperiment ulp_experiment_convert = {
    .id = "convert",
    .title = N_("Convert"),
    .summary = N_("an array from one format to another and back: what is kept, what is lost"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_convert,
    .run = run_convert,
};
