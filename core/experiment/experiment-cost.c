/* What a level costs: time against N, warmed, the levels in turn, medians with their spread; kernels, memory that a call takes for
 * itself and the rest of the call kept apart. */
#include "core/base/error.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define READ_LIMIT "read-limit"
#define LONGEST_CHAIN (G_GUINT64_CONSTANT(1) << 22)

static const char *const format_ids[] = {"fp32", "fp64", NULL};
static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};

static const UlpParam params[] = {
    {.id = "n",
     .type = ULP_PARAM_COUNT_RANGE,
     .label = N_("N"),
     .help = N_("numbers of elements; more than the device's memory holds is cut"),
     .default_text = "2^10:2^22",
     .min = 1,
     .max = 0x1p40L,
     .unit = N_("elements")},
    {.id = "step",
     .type = ULP_PARAM_REAL,
     .label = N_("Step"),
     .help = N_("each number of elements is so many times the one before"),
     .default_text = "4",
     .min = 1.01L,
     .max = 1e6L,
     .unit = "1"},
    ULP_EXPERIMENT_ALGORITHMS(ULP_LEVELS_USUAL),
    {.id = "formats",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Formats of the elements"),
     .help = N_("each level is measured with the formats that its accumulator takes without rounding"),
     .default_text = "fp32,fp64",
     .unit = "",
     .choices = format_ids},
    {.id = "rounds",
     .type = ULP_PARAM_COUNT,
     .label = N_("Rounds"),
     .help = N_("measurements of each level, after one that does not count; in every round the levels take turns"),
     .default_text = "11",
     .min = 1,
     .max = 10000,
     .unit = N_("runs")},
    {.id = "reference",
     .type = ULP_PARAM_ALGORITHMS,
     .label = N_("Reference"),
     .help = N_("what times are divided by; where the device does not have the first of them, the next"),
     .default_text = "cub-run-to-run,cub-run-to-run-fp64,fixed,tree-fp64",
     .unit = ""},
};

#define MEASURED(id, title, meaning)                                                                                   \
  { id, ULP_COLUMN_REAL, title, "s", meaning, .flags = ULP_COLUMN_IS_MEASURED }
static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"elements_format", ULP_COLUMN_TEXT, N_("elements"), "", N_("format of the elements")},
    {"level", ULP_COLUMN_TEXT, N_("level"), "", N_("algorithm and format of the elements"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"n", ULP_COLUMN_COUNT, N_("N"), "1", N_("number of elements")},
    MEASURED("seconds", N_("kernels"), N_("median time of the work on the device alone")),
    MEASURED("seconds_lower", N_("lower quartile"), N_("of the same times")),
    MEASURED("seconds_upper", N_("upper quartile"), N_("of the same times")),
    MEASURED("call_seconds", N_("call"),
             N_("median time that the caller waits: launches, memory, kernels, the result")),
    MEASURED("allocation_seconds", N_("memory"),
             N_("median time in which the call took memory for itself and gave it back")),
    MEASURED("overhead_seconds", N_("launch"), N_("median of the rest of the call")),
    {"of_reference", ULP_COLUMN_REAL, N_("kernels / reference"), "1", N_("seconds divided by those of the reference"),
     .flags = ULP_COLUMN_IS_MEASURED},
    {"call_of_reference", ULP_COLUMN_REAL, N_("call / reference"), "1", N_("the same of whole calls"),
     .flags = ULP_COLUMN_IS_MEASURED},
    {"of_read_limit", ULP_COLUMN_REAL, N_("kernels / read limit"), "1",
     N_("seconds divided by those in which the device only reads the elements, measured in the same rounds"),
     .flags = ULP_COLUMN_IS_MEASURED},
    ULP_COLUMN_DETERMINISM,
    ULP_COLUMN_DEVICE,
};
#undef MEASURED

static const UlpPlotBand quartiles[] = {{"seconds_lower", "seconds_upper", N_("half of all runs")}};

#define PLOT(id_, title_, caption_, y_, y_scale_)                                                                      \
  {                                                                                                                    \
    .id = id_, .title = title_, .caption = caption_, .x = "n", .y = y_, .series = "algorithm",                         \
    .facet = "elements_format", .x_scale = ULP_SCALE_LOG2, .y_scale = y_scale_, .mark = ULP_MARK_LINE                  \
  }
static const UlpPlotSpec plots[] = {
    {.id = "time",
     .title = N_("Time of the kernels against N"),
     .caption = N_("The line of the read limit is what no sum can beat."),
     .x = "n",
     .y = "seconds",
     .series = "algorithm",
     .facet = "elements_format",
     .bands = quartiles,
     .n_bands = G_N_ELEMENTS(quartiles),
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG,
     .mark = ULP_MARK_LINE},
    PLOT("ratio", N_("Time of the kernels divided by the reference's"),
         N_("1 is as fast as the reference, run to run where the device has it."), "of_reference", ULP_SCALE_LOG),
    PLOT("call", N_("Time of the whole call against N"), NULL, "call_seconds", ULP_SCALE_LOG),
    PLOT("call-ratio", N_("Time of the whole call divided by the reference's"), NULL, "call_of_reference",
         ULP_SCALE_LOG),
    PLOT("limit", N_("Time of the kernels divided by the read limit's"), NULL, "of_read_limit", ULP_SCALE_LOG),
};

/* One level at one N. Without a choice it is the read limit. */
typedef struct {
  const UlpAlgorithmChoice *choice;
  GArray *seconds, *call, *allocation, *overhead; /* double, one a round */
} Level;

static void level_clear(gpointer data) {
  Level *level = data;
  g_array_unref(level->seconds);
  g_array_unref(level->call);
  g_array_unref(level->allocation);
  g_array_unref(level->overhead);
}

static void add_level(GArray *levels, const UlpAlgorithmChoice *choice) {
  const Level level = {choice, g_array_new(FALSE, FALSE, sizeof(double)), g_array_new(FALSE, FALSE, sizeof(double)),
                       g_array_new(FALSE, FALSE, sizeof(double)), g_array_new(FALSE, FALSE, sizeof(double))};
  g_array_append_val(levels, level);
}

/* -- statistics ------------------------------------------------------------------------------------------------------- */

static int compare_doubles(gconstpointer a, gconstpointer b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Between the two values around it, by how far it is from each. */
static double quantile(const GArray *values, double share) {
  g_autofree double *sorted = g_memdup2(values->data, values->len * sizeof *sorted);
  qsort(sorted, values->len, sizeof *sorted, compare_doubles);
  const double at = share * (values->len - 1);
  const guint below = (guint)at, above = MIN(below + 1, values->len - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

static double median(const GArray *values) { return quantile(values, 0.5); }

/* -- one N ------------------------------------------------------------------------------------------------------------ */

typedef struct {
  const UlpRun *run;
  UlpResult *result;
  const GArray *choices, *reference;
  UlpFormat format;
  UlpArray *array;
  guint64 n;
} Cost;

static double host_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static gboolean run_once(Cost *cost, const Level *level, UlpSumRow *row, GError **error) {
  const UlpArraySlice slice = {cost->array, 0, cost->n};
  const UlpDeviceWatch watch = {.cancellable = cost->run->cancellable};
  if (level->choice)
    return ulp_array_sum(cost->array, &level->choice->plan, 0, cost->n, row, &watch, error);
  const UlpJob job = {.kind = ULP_JOB_READ};
  UlpJobResult result;
  if (!ulp_device_run(cost->run->device, &job, &slice, 1, &result, NULL, &watch, error))
    return FALSE;
  *row = (UlpSumRow){.seconds = result.seconds, .device = result.device};
  return TRUE;
}

static gboolean measure(Cost *cost, Level *level, gboolean counts, GError **error) {
  UlpSumRow row;
  const double begun = host_seconds();
  if (!ulp_go_on(cost->run->cancellable, error) || !run_once(cost, level, &row, error))
    return FALSE;
  const double call = host_seconds() - begun, overhead = MAX(call - row.seconds - row.allocation, 0);
  if (counts) {
    g_array_append_val(level->seconds, row.seconds);
    g_array_append_val(level->call, call);
    g_array_append_val(level->allocation, row.allocation);
    g_array_append_val(level->overhead, overhead);
  }
  return TRUE;
}

/* The first of the reference's algorithms that was measured. */
static const Level *reference_of(const Cost *cost, const GArray *levels) {
  for (guint r = 0; r < cost->reference->len; r++)
    for (guint i = 0; i < levels->len; i++) {
      const Level *level = &g_array_index(levels, Level, i);
      if (level->choice &&
          g_str_equal(level->choice->label, g_array_index(cost->reference, UlpAlgorithmChoice, r).label))
        return level;
    }
  return NULL;
}

static void append_row(Cost *cost, const GArray *levels, const Level *level) {
  const Level *reference = reference_of(cost, levels), *limit = &g_array_index(levels, Level, 0);
  const char *label = level->choice ? level->choice->label : READ_LIMIT, *format = ulp_format_info(cost->format)->id;
  g_autofree char *name = g_strdup_printf("%s, %s", label, format);
  const UlpCell cells[] = {
      ulp_cell_text(label),
      ulp_cell_text(format),
      ulp_cell_text(name),
      ulp_cell_count(cost->n),
      ulp_cell_real(median(level->seconds)),
      ulp_cell_real(quantile(level->seconds, 0.25)),
      ulp_cell_real(quantile(level->seconds, 0.75)),
      ulp_cell_real(median(level->call)),
      ulp_cell_real(median(level->allocation)),
      ulp_cell_real(median(level->overhead)),
      ulp_cell_real(reference ? median(level->seconds) / median(reference->seconds) : (double)NAN),
      ulp_cell_real(reference ? median(level->call) / median(reference->call) : (double)NAN),
      ulp_cell_real(median(level->seconds) / median(limit->seconds)),
      ulp_cell_text(level->choice ? ulp_determinism_ids[level->choice->algorithm->determinism] : ""),
      ulp_cell_text(ulp_device_info(cost->run->device)->name),
  };
  ulp_table_append(cost->result->data, cells);
}

/* Whose accumulator takes the elements without rounding. A chain on one thread of a GPU takes seconds where others take
 * milliseconds, and says nothing new beyond some length. */
static gboolean takes(const Cost *cost, const UlpAlgorithmChoice *choice) {
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = choice->plan}};
  const UlpFormat accumulator = ulp_step_format(choice->plan.step);
  const gboolean rounds = choice->plan.step != ULP_STEP_EXACT && !ulp_format_fits(cost->format, accumulator);
  const gboolean too_long = choice->plan.shape == ULP_SHAPE_SEQUENTIAL && cost->n > LONGEST_CHAIN;
  return !rounds && !too_long && ulp_device_supports(cost->run->device, &job, &cost->format, NULL);
}

static gboolean run_n(Cost *cost, GError **error) {
  const guint64 rounds = ulp_values_count(cost->run->values, "rounds");
  g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
  g_array_set_clear_func(levels, level_clear);
  add_level(levels, NULL);
  for (guint i = 0; i < cost->choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(cost->choices, UlpAlgorithmChoice, i);
    if (takes(cost, choice))
      add_level(levels, choice);
  }
  for (guint64 round = 0; round <= rounds; round++)
    for (guint i = 0; i < levels->len; i++)
      if (!measure(cost, &g_array_index(levels, Level, i), round > 0, error))
        return FALSE;
  for (guint i = 0; i < levels->len; i++)
    append_row(cost, levels, &g_array_index(levels, Level, i));
  cost->run->changed(cost->result, cost->run->data);
  return TRUE;
}

/* -- the run ---------------------------------------------------------------------------------------------------------- */

static UlpArray *generate(const UlpRun *run, UlpFormat format, guint64 count, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_GENERATE,
                      .generate = {.generator = ULP_GENERATOR_UNIFORM, .format = format, .count = count, .seed = 1}};
  const UlpDeviceWatch watch = {.cancellable = run->cancellable};
  UlpJobResult result;
  UlpArray *array = NULL;
  ulp_device_run(run->device, &job, NULL, 0, &result, &array, &watch, error);
  return array;
}

/* Room for cuBLAS's ones, too. */
static guint64 longest(const UlpRun *run, UlpFormat format, guint64 last) {
  const double bytes = ulp_needs_array(format, 1);
  return (guint64)MIN((double)last, 0.9 * (double)ulp_device_info(run->device)->memory_bytes / (2 * bytes));
}

static double n_sizes(double first, double last, double step) {
  return 1 + floor(log(MAX(last / first, 1)) / log(step) + 1e-9);
}

static void needs_of_cost(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  guint64 first, last;
  ulp_values_count_range(values, "n", &first, &last);
  g_autoptr(GArray) chosen = ulp_values_choices(values, "formats");
  for (guint i = 0; i < chosen->len; i++)
    needs->arrays = MAX(needs->arrays, ulp_needs_array(formats[g_array_index(chosen, guint, i)], last));
  needs->rows = n_sizes((double)first, (double)last, ulp_values_real(values, "step")) * chosen->len *
                (ulp_needs_algorithms(values) + 1);
}

/* All N of one format; `part` of the progress. */
static gboolean run_format(Cost *cost, UlpRunPart part, GError **error) {
  guint64 first, last;
  const double step = ulp_values_real(cost->run->values, "step");
  ulp_values_count_range(cost->run->values, "n", &first, &last);
  last = longest(cost->run, cost->format, last);
  if (first > last)
    return TRUE;
  g_autoptr(UlpArray) array = generate(cost->run, cost->format, last, error);
  cost->array = array;
  if (!array)
    return FALSE;
  for (double n = (double)first, done = 0; (guint64)n <= last; n = MAX(n * step, n + 1), done++) {
    cost->n = (guint64)n;
    if (!ulp_run_go_on(cost->run, part.start + part.share * done / n_sizes((double)first, (double)last, step), error) ||
        !run_n(cost, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean run_cost(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  g_autoptr(GArray) chosen = ulp_values_choices(run->values, "formats");
  Cost cost = {
      .run = run, .result = result, .choices = choices, .reference = ulp_values_algorithms(run->values, "reference")};
  result->data = ulp_table_new("cost", N_("Cost of levels"), columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < chosen->len; i++) {
    const UlpRunPart part = {run, (double)i / chosen->len, 1.0 / chosen->len};
    cost.format = formats[g_array_index(chosen, guint, i)];
    if (!run_format(&cost, part, error))
      return FALSE;
  }
  return TRUE;
}

const UlpExperiment ulp_experiment_cost = {
    .id = "cost",
    .title = N_("Cost of levels"),
    .summary = N_("time against N of every level, against the reference and the read limit"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_cost,
    .run = run_cost,
};
