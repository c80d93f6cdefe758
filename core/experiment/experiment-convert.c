/* An array from one format to another and back: what is kept, what is lost. */
#include "core/base/error.h"
#include "core/experiment/convert-target.h"
#include "core/experiment/params.h"
#include "core/table/counted.h"

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
     .type = ULP_PARAM_TARGETS,
     .label = N_("To"),
     .help = N_("formats they are converted to, and back from, each for itself"),
     .default_text = "bf16,e4m3,e2m1",
     .unit = ""},
    ULP_EXPERIMENT_ROUND,
    ULP_EXPERIMENT_VIA,
    ULP_EXPERIMENT_PROFILE,
    ULP_EXPERIMENT_RANDOM_BITS,
    ULP_EXPERIMENT_SCALE_RULE,
    {.id = "scale",
     .type = ULP_PARAM_COUNT,
     .label = N_("Scale"),
     .help = N_("power of two that elements are multiplied by before and divided by after, as the scale of a loss is"),
     .default_text = "1",
     .min = 1,
     .max = 0x1p63L,
     .unit = ""},
    {.id = "points",
     .type = ULP_PARAM_COUNT,
     .label = N_("Points"),
     .help = N_("elements of each format that go into the table and plots, spread over the input; all are counted"),
     .default_text = "20000",
     .min = 1,
     .max = MAX_POINTS,
     .unit = N_("elements")},
    ULP_EXPERIMENT_INPUT("normal:n=1000000"),
    ULP_EXPERIMENT_SEED,
};

/* The title of an id of a list. */
static char *words_of(const char *id, const char *const *ids, const char *const *titles) {
  guint i = 0;
  while (ids[i] && !g_str_equal(ids[i], id))
    i++;
  return g_strdup(ids[i] ? _(titles[i]) : id);
}

static char *words_of_round(const char *id) { return words_of(id, ulp_round_ids, ulp_round_titles); }
static char *words_of_profile(const char *id) { return words_of(id, ulp_profile_ids, ulp_profile_titles); }

static const UlpColumn summary_columns[] = {
    {"from", ULP_COLUMN_TEXT, N_("from"), "", N_("source format")},
    {"to", ULP_COLUMN_TEXT, N_("to"), "", N_("target format")},
    {"sqnr", ULP_COLUMN_REAL, N_("signal to noise"), N_("dB"),
     N_("10 log10 (sum of squared elements / sum of squared errors); this and all errors are of the elements that are "
        "finite there and back; NaN when there is none")},
    {"exact", ULP_COLUMN_COUNT, N_("exact"), "1", N_("elements whose value is kept")},
    {"rounded", ULP_COLUMN_COUNT, N_("rounded"), "1", N_("elements that changed to another finite value, not zero")},
    {"to_zero", ULP_COLUMN_COUNT, N_("to zero"), "1", N_("elements that underflowed to zero")},
    {"overflowed", ULP_COLUMN_COUNT, N_("overflowed"), "1",
     N_("finite elements beyond the target's range, whatever the policy made of them")},
    {"saturated", ULP_COLUMN_COUNT, N_("saturated"), "1",
     N_("of the overflowed elements, those for which a finite value stands")},
    {"subnormal", ULP_COLUMN_COUNT, N_("subnormal results"), "1", N_("elements whose converted value is subnormal")},
    {"nan", ULP_COLUMN_COUNT, N_("NaN"), "1", N_("elements that were NaN")},
    {"infinite", ULP_COLUMN_COUNT, N_("infinite"), "1", N_("elements that were infinite")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1",
     N_("number of elements: those that are exact, rounded, to zero, overflowed, NaN and infinite")},
    {"rmse", ULP_COLUMN_REAL, N_("RMS error"), "1", N_("root of the mean squared error")},
    {"max_error", ULP_COLUMN_REAL, N_("largest |error|"), "1", N_("largest magnitude of the error")},
    {"mean_error", ULP_COLUMN_REAL, N_("mean |error|"), "1", N_("mean magnitude of the error")},
    {"bias", ULP_COLUMN_REAL, N_("mean error"), "1", N_("mean of the error with its sign"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"max_relative_error", ULP_COLUMN_REAL, N_("largest relative error"), "1", N_("largest |error| / |value|"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"mean_relative_error", ULP_COLUMN_REAL, N_("mean relative error"), "1", N_("mean of |error| / |value|")},
    {"max_error_ulps", ULP_COLUMN_REAL, N_("largest |error|"), N_("ulp"),
     N_("in ulps of the target format at the element")},
    {"mean_error_ulps", ULP_COLUMN_REAL, N_("mean |error|"), N_("ulp"),
     N_("in ulps of the target format at the element")},
    {"double_rounded", ULP_COLUMN_COUNT, N_("double rounding"), "1",
     N_("elements that the way through other formats gave other bits than the direct conversion")},
    {"worst_index", ULP_COLUMN_COUNT, N_("index of the largest |error|"), "1",
     N_("position of the first such element")},
    {"worst_relative_index", ULP_COLUMN_COUNT, N_("index of the largest relative error"), "1",
     N_("position of the first such element"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"scale", ULP_COLUMN_COUNT, N_("scale"), "1",
     N_("power of two that elements were multiplied by and divided by again")},
    {"round", ULP_COLUMN_TEXT, N_("rounding"), "", N_("rounding mode"), words_of_round},
    {"profile", ULP_COLUMN_TEXT, N_("profile"), "", N_("whose rules for overflow, infinities, NaN and subnormals"),
     words_of_profile},
    {"seconds", ULP_COLUMN_REAL, N_("time"), "s",
     N_("time of the conversion to the target alone: one run, not warmed up, without transfers"),
     .flags = ULP_COLUMN_IS_MEASURED},
    {"device", ULP_COLUMN_TEXT, N_("device"), "", N_("device that converted")},
};

static const UlpPlotSpec plots[] = {
    {.id = "relative-error",
     .title = N_("Relative error against magnitude"),
     .x = "abs_value",
     .y = "relative_error",
     .series = "to",
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG2},
    {.id = "histogram",
     .title = N_("Histogram of the relative error"),
     .caption = N_("The share of the shown elements with a relative error within a factor of two; exact ones at 0."),
     .x = "relative_error",
     .y = ULP_COUNTED_SHARE,
     .series = "to",
     .counted = TRUE,
     .x_scale = ULP_SCALE_LOG2,
     .mark = ULP_MARK_LINE},
    {.id = "error", .title = N_("Error against value"), .x = "value", .y = "error", .series = "class", .facet = "to"},
    {.id = "classes",
     .title = N_("Relative error against magnitude, by what became of the element"),
     .x = "abs_value",
     .y = "relative_error",
     .series = "class",
     .facet = "to",
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG2},
};

/* What a run works with. */
typedef struct {
  UlpFormat from;
  GArray *targets; /* UlpConvertTarget */
  UlpConvertPoints points;
  guint64 point; /* the first that no part has had yet */
} Work;

static void work_free(Work *work) {
  g_array_unref(work->targets);
  g_free(work);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Work, work_free)

/* The exponent of the scale, which is a power of two. */
static gboolean find_scale(const UlpValues *values, guint *log2, GError **error) {
  const guint64 scale = ulp_values_count(values, "scale");
  *log2 = (guint)g_bit_storage(scale) - 1;
  if ((scale & (scale - 1)) == 0)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--scale: found %s, expected a power of two, such as 1024"),
                ulp_values_text(values, "scale"));
  return FALSE;
}

static gboolean refuse_scale(UlpFormat format, guint log2, GError **error) {
  ulp_set_error(error, ULP_ERROR_USAGE, _("--scale: values of %s cannot be scaled by 2^%u"),
                ulp_format_info(format)->id, log2);
  return FALSE;
}

static gboolean add_target(Work *work, const UlpValues *values, UlpFormat named, guint log2, GError **error) {
  const UlpFormat to = ulp_format_scaled(named, log2);
  if (to == 0)
    return refuse_scale(named, log2, error);
  UlpConvertTarget target = {.from = work->from,
                             .named = named,
                             .job = {.to = to,
                                     .round = ulp_values_round(values, "round"),
                                     .profile = ulp_values_profile(values, "profile"),
                                     .random_bits = (guint32)ulp_values_count(values, "random-bits"),
                                     .seed = ulp_values_count(values, "seed"),
                                     .rule = (UlpBlockRule)ulp_values_choice(values, "scale-rule")},
                             .outcome_of = ulp_conversion_outcome_of(work->from, to)};
  const UlpVia *via = ulp_values_via(values, "via");
  for (guint i = 0; i < via->n; i++) {
    target.via.step[i] = via->step[i];
    target.via.step[i].format = ulp_format_scaled(via->step[i].format, log2);
    if (target.via.step[i].format == 0)
      return refuse_scale(via->step[i].format, log2, error);
  }
  target.via.n = via->n;
  if (via->n && ulp_block_length(to)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("--via: elements of %s are converted to directly"),
                  ulp_format_info(named)->id);
    return FALSE;
  }
  ulp_conversion_sums_init(&target.sums);
  g_array_append_val(work->targets, target);
  return TRUE;
}

static Work *work_new(const UlpRun *run, GError **error) {
  g_autoptr(Work) work = g_new0(Work, 1);
  const UlpFormat from = ulp_values_format(run->values, "from");
  const GArray *formats = ulp_values_targets(run->values, "to");
  const guint64 count = ulp_input_count(ulp_run_input(run));
  guint log2;
  work->from = from ? from : ulp_input_format(ulp_run_input(run));
  work->targets = g_array_new(FALSE, FALSE, sizeof(UlpConvertTarget));
  work->points = (UlpConvertPoints){count, MIN(ulp_values_count(run->values, "points"), count),
                                    ulp_values_count(run->values, "seed")};
  if (!find_scale(run->values, &log2, error))
    return NULL;
  for (guint i = 0; i < formats->len; i++)
    if (!add_target(work, run->values, g_array_index(formats, UlpFormat, i), log2, error))
      return NULL;
  return g_steal_pointer(&work);
}

/* The targets take their turns: the largest decides. */
static void needs_of_convert(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  const UlpFormat own = ulp_values_format(values, "from"), from = own ? own : inputs->format;
  const GArray *formats = ulp_values_targets(values, "to");
  const guint64 count = inputs->streamed ? MIN(inputs->count, ULP_STREAM_ELEMENTS) : inputs->count;
  double largest = 0, widest = ulp_needs_array(from, 1);
  for (guint i = 0; i < formats->len; i++) {
    const UlpFormat to = g_array_index(formats, UlpFormat, i);
    largest = MAX(largest, ulp_needs_array(to, count));
    widest = MAX(widest, ulp_needs_array(to, 1));
  }
  const UlpVia *via = ulp_values_via(values, "via");
  double way = 0; /* two formats of it at a time, and what the direct conversion gives */
  for (guint i = 0; i < via->n; i++)
    way = MAX(way, 2 * ulp_needs_array(via->step[i].format, count));
  largest += via->n > 0 ? MAX(way, largest) : 0;
  needs->arrays = (from == inputs->format ? 1 : 2) * ulp_needs_array(from, count) + largest;
  needs->rows = (double)MIN(ulp_values_count(values, "points"), inputs->count) * formats->len;
  needs->value_bytes = widest > 8 ? sizeof(UlpBits) : 8;
}

static void append_summary(UlpTable *table, const UlpConvertTarget *target, const UlpRun *run) {
  const UlpConversionTotals totals = ulp_conversion_totals(&target->sums);
  guint64 elements = 0;
  for (guint i = 0; i < ULP_N_CONVERTED; i++)
    elements += totals.count[i];
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(target->from)->id),
      ulp_cell_text(ulp_format_info(target->named)->id),
      ulp_cell_real(totals.sqnr),
      ulp_cell_count(totals.count[ULP_CONVERTED_EXACT]),
      ulp_cell_count(totals.count[ULP_CONVERTED_ROUNDED]),
      ulp_cell_count(totals.count[ULP_CONVERTED_TO_ZERO]),
      ulp_cell_count(totals.count[ULP_CONVERTED_OVERFLOW]),
      ulp_cell_count(totals.saturated),
      ulp_cell_count(totals.subnormal),
      ulp_cell_count(totals.count[ULP_CONVERTED_NAN]),
      ulp_cell_count(totals.count[ULP_CONVERTED_INFINITE]),
      ulp_cell_count(elements),
      ulp_cell_real(totals.rmse),
      ulp_cell_real(totals.max_error),
      ulp_cell_real(totals.mean_error),
      ulp_cell_real(totals.bias),
      ulp_cell_real(totals.max_relative),
      ulp_cell_real(totals.mean_relative),
      ulp_cell_real(totals.max_ulps),
      ulp_cell_real(totals.mean_ulps),
      ulp_cell_count(target->differ),
      ulp_cell_count(totals.worst),
      ulp_cell_count(totals.worst_relative),
      ulp_cell_count(ulp_values_count(run->values, "scale")),
      ulp_cell_text(ulp_round_ids[target->job.round]),
      ulp_cell_text(ulp_profile_ids[ulp_values_choice(run->values, "profile")]),
      ulp_cell_real(target->seconds),
      ulp_cell_text(ulp_device_info(run->device)->name),
  };
  ulp_table_append(table, cells);
}

/* A part of the input on the device, in the source format: of a streamed one read for it, else all of it. */
static UlpArray *source_part(const UlpRun *run, const Work *work, UlpRunPart *part, guint64 first, guint64 count,
                             GError **error) {
  const UlpConvertJob to_from = {.to = work->from, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  const UlpDeviceWatch watch = ulp_run_watch(part);
  g_autoptr(UlpArray) array = ulp_input_is_streamed(ulp_run_input(run)) ? ulp_run_place_part(part, first, count, error)
                                                                        : ulp_run_place(run, part->share, error);
  return !array || work->from == ulp_array_format(array) ? g_steal_pointer(&array)
                                                         : ulp_array_convert(array, &to_from, NULL, &watch, error);
}

/* Elements [first, first + count) to each format, and on the last of them what is known of all. */
static gboolean convert_part(const UlpRun *run, Work *work, guint64 first, guint64 count, UlpResult *result,
                             GError **error) {
  const double start = (double)first / (double)work->points.count;
  const double whole = (double)count / (double)work->points.count, share = 0.8 * whole / work->targets->len;
  const guint64 point = work->point;
  UlpRunPart source = {run, start, 0.1 * whole};
  g_autoptr(UlpArray) array = source_part(run, work, &source, first, count, error);
  if (!array)
    return FALSE;
  const UlpConvertPart elements = {array, first, count};
  for (guint i = 0; i < work->targets->len; i++) {
    UlpConvertTarget *target = &g_array_index(work->targets, UlpConvertTarget, i);
    UlpRunPart part = {run, start + 0.2 * whole + share * i, share};
    work->point = point; /* the same for each */
    ulp_run_say(run, ulp_format_info(target->named)->id, i, work->targets->len);
    if (!ulp_convert_target_run(target, &part, &elements, &work->points, &work->point, result, error))
      return FALSE;
    if (first + count < work->points.count)
      continue;
    append_summary(result->summary, target, run);
    run->changed(result, run->data);
  }
  return TRUE;
}

/* The largest finite magnitude of the part. */
static gboolean part_amax(const UlpRun *run, const Work *work, guint64 first, guint64 count, double *amax,
                          GError **error) {
  UlpRunPart part = {run, 0, 0};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = {.map = ULP_MAP_FINITE}};
  g_autoptr(UlpArray) array = source_part(run, work, &part, first, count, error);
  const UlpArraySlice whole = {array, 0, count};
  UlpJobResult result;
  if (!array || !ulp_device_run(run->device, &job, &whole, 1, &result, NULL, &watch, error))
    return FALSE;
  *amax = result.reduce.value[0].count ? MAX(*amax, result.reduce.value[0].max) : *amax;
  return TRUE;
}

/* The scales of all blocks of an array, which the whole input decides: for the targets that have one. */
static gboolean set_tensor_scales(const UlpRun *run, Work *work, guint64 most, GError **error) {
  gboolean wanted = FALSE;
  double amax = 0;
  for (guint i = 0; i < work->targets->len; i++)
    wanted |= ulp_block_has_tensor_scale(g_array_index(work->targets, UlpConvertTarget, i).job.to);
  for (guint64 first = 0; wanted && first < work->points.count; first += MIN(most, work->points.count - first))
    if (!part_amax(run, work, first, MIN(most, work->points.count - first), &amax, error))
      return FALSE;
  const UlpBits bits = ulp_bits_from_double(ULP_FORMAT_FP64, amax, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  for (guint i = 0; i < work->targets->len; i++) {
    UlpConvertJob *job = &g_array_index(work->targets, UlpConvertTarget, i).job;
    job->tensor_scale = ulp_block_tensor_scale(job->to, ulp_unpack(ulp_layout(ULP_FORMAT_FP64), bits));
  }
  return TRUE;
}

static gboolean run_convert(const UlpRun *run, UlpResult *result, GError **error) {
  result->data = ulp_table_new("convert", N_("Conversion there and back"), ulp_convert_columns, ULP_CONVERT_N_COLUMNS);
  g_autoptr(Work) work = work_new(run, error);
  if (!work)
    return FALSE;
  result->summary =
      ulp_table_new("convert-summary", N_("Conversion there and back"), summary_columns, G_N_ELEMENTS(summary_columns));
  const guint64 count = work->points.count;
  const guint64 most = ulp_input_is_streamed(ulp_run_input(run)) ? ULP_STREAM_ELEMENTS : count;
  if (!set_tensor_scales(run, work, most, error))
    return FALSE;
  for (guint64 first = 0; first < count; first += MIN(most, count - first))
    if (!convert_part(run, work, first, MIN(most, count - first), result, error))
      return FALSE;
  return TRUE;
}

const UlpExperiment ulp_experiment_convert = {
    .id = "convert",
    .title = N_("Convert"),
    .summary = N_("an array from one format to another and back: what is kept, what is lost"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = ulp_convert_columns,
    .n_columns = ULP_CONVERT_N_COLUMNS,
    .needs = needs_of_convert,
    .streams = ULP_STREAMS_LARGE,
    .run = run_convert,
};
