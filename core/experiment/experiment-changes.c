/* What changes the bits: one knob is turned, all else stays, and the same sums are made at each of its settings. */
#include "core/base/error.h"
#include "core/base/param-file.h"
#include "core/experiment/components.h"
#include "core/experiment/knob-input.h"
#include "core/experiment/params.h"
#include "core/table/read.h"

#include <math.h>
#include <string.h>

static const char *const knob_ids[] = {
#define ULP_KNOB(id, ...) #id,
#include "core/experiment/knobs.def"
#undef ULP_KNOB
    NULL};
static const char *const knob_titles[] = {
#define ULP_KNOB(id, ID, title, help) title,
#include "core/experiment/knobs.def"
#undef ULP_KNOB
    NULL};
static const UlpKnob *const knobs[] = {
#define ULP_KNOB(id, ...) &ulp_knob_##id,
#include "core/experiment/knobs.def"
#undef ULP_KNOB
};

static const UlpParam params[] = {
    {.id = "knob",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Knob"),
     .help = N_("what is turned, all else being the same"),
     .default_text = "order",
     .unit = "",
     .choices = knob_ids,
     .titles = knob_titles},
    {.id = "runs",
     .type = ULP_PARAM_COUNT,
     .label = N_("Runs"),
     .help = N_("how often each algorithm sums the input at each setting"),
     .default_text = "5",
     .min = 1,
     .max = 100000,
     .unit = N_("runs")},
    {.id = "recording",
     .type = ULP_PARAM_FILE,
     .label = N_("Recording"),
     .help = N_("of the knob recording: an export of “ulp run repeat”, “sum” or “changes” of the same input"),
     .default_text = "",
     .unit = ""},
    ULP_EXPERIMENT_ALGORITHMS("seq-fp32,fixed,unordered,exact"),
    ULP_EXPERIMENT_INPUT("uniform-pm:n=100000"),
    ULP_EXPERIMENT_COMPONENTS,
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"setting", ULP_COLUMN_TEXT, N_("setting"), "", N_("of the knob")},
    {"run", ULP_COLUMN_COUNT, N_("run"), "1", N_("number of the run at this setting, from 0")},
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    ULP_COLUMN_ERROR_ULPS_COMMON,
    ULP_COLUMN_BOUND,
    ULP_COLUMN_VERDICT,
    ULP_COLUMN_DEVICE,
};

static const UlpColumn summary_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"changes", ULP_COLUMN_TEXT, N_("changes"), "",
     N_("whether the knob changes the bits: yes, no, or by itself: they change at one setting already"),
     ulp_words_translated},
    {"distinct", ULP_COLUMN_COUNT, N_("distinct results"), "1", N_("number of different bit patterns at all settings")},
    {"settings", ULP_COLUMN_COUNT, N_("settings"), "1", N_("number of settings that were to be had")},
    {"spread", ULP_COLUMN_REAL, N_("spread"), "1", N_("largest minus smallest result; NaN when one is not finite")},
    {"left_out", ULP_COLUMN_TEXT, N_("left out"), "", N_("settings that were not to be had, and why")},
    ULP_COLUMN_DETERMINISM,
};

static const UlpPlotSpec plots[] = {
    {.id = "result",
     .title = N_("Result at each setting"),
     .caption = N_("One panel for each, all on one scale. One horizontal line means that the knob changes nothing."),
     .x = "setting",
     .y = "result",
     .series = "algorithm",
     .facet = "algorithm",
     .histogram = TRUE,
     .off_scale = TRUE,
     .alarm = "verdict",
     .alarm_title = N_("error beyond its bound: wrong, not merely rounded"),
     .reference = "exact",
     .reference_title = N_("exact sum at the first setting"),
     .x_scale = ULP_SCALE_CATEGORY},
    {.id = "error-ulps",
     .title = N_("Error in ulps of the elements' format"),
     .x = "setting",
     .y = "error_ulps_common",
     .series = "algorithm",
     .facet = "algorithm",
     .histogram = TRUE,
     .off_scale = TRUE,
     .alarm = "verdict",
     .alarm_title = N_("error beyond its bound: wrong, not merely rounded"),
     .x_scale = ULP_SCALE_CATEGORY},
};

/* -- one algorithm ---------------------------------------------------------------------------------------------------- */

typedef struct {
  GHashTable *patterns; /* set of bits */
  guint settings;
  gboolean by_itself; /* bits changed at one setting */
  double min, max;
  GString *left_out;
} Seen;

static void seen_clear(Seen *seen) {
  g_clear_pointer(&seen->patterns, g_hash_table_unref);
  if (seen->left_out)
    g_string_free(seen->left_out, TRUE);
  seen->left_out = NULL;
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Seen, seen_clear)

static void append_row(UlpTable *table, const UlpKnobWork *work, const char *setting, const UlpSumRow *row,
                       const UlpSumMeasures *measures) {
  const UlpFormat format = work->plan->result;
  const UlpExact *exact = ulp_oracle_of(&measures->sums, work->plan);
  const UlpDeviation deviation = ulp_deviation(exact, measures->elements, format, row->bits);
  const UlpSumJudgement judgement = ulp_sum_judge(work->plan, measures, row->bits);
  const UlpCell cells[] = {
      ulp_cell_text(work->label),
      ulp_cell_text(setting),
      ulp_cell_count(work->index),
      ulp_cell_value(format, row->bits),
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(deviation.common),
      ulp_cell_real(judgement.bound),
      ulp_cell_text(ulp_sum_verdicts[judgement.verdict]),
      ulp_cell_text(row->device),
  };
  ulp_table_append(table, cells);
}

static void seen_add(Seen *seen, UlpFormat format, guint64 bits) {
  const double value = ulp_bits_to_double(format, bits);
  g_hash_table_add(seen->patterns, g_memdup2(&bits, sizeof bits));
  seen->min = isnan(value) ? NAN : MIN(seen->min, value);
  seen->max = isnan(value) ? NAN : MAX(seen->max, value);
}

static gboolean sum_once(const UlpKnobWork *work, const UlpKnob *knob, guint setting, UlpSumRow *row, GError **error) {
  return knob->sum ? knob->sum(work, setting, row, error)
                   : ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
}

/* One algorithm at all settings. */
typedef struct {
  const UlpKnob *knob;
  const UlpAlgorithmChoice *choice;
  const GArray *inputs; /* UlpKnobInput */
  UlpKnobWork work;
} Subject;

static void note_refusal(Seen *seen, const char *name, const char *reason) {
  g_string_append_printf(seen->left_out, "%s%s: %s", seen->left_out->len ? "; " : "", name, reason);
}

/* All runs at one setting; one that is not to be had is noted. */
static gboolean run_setting(const Subject *subject, guint setting, Seen *seen, UlpResult *result, GError **error) {
  const UlpKnob *knob = subject->knob;
  const UlpKnobInput *input = &g_array_index(subject->inputs, UlpKnobInput, knob->elements ? setting : 0);
  UlpKnobWork work = subject->work;
  const guint64 runs = ulp_values_count(work.run->values, "runs");
  guint64 first = 0;
  work.array = input->array;
  if (input->refusal) {
    note_refusal(seen, knob->name(&work, setting), input->refusal);
    return TRUE;
  }
  for (work.index = 0; work.index < runs; work.index++) {
    g_autoptr(GError) reason = NULL;
    UlpSumRow row;
    if (!ulp_go_on(work.run->cancellable, error))
      return FALSE;
    if (!sum_once(&work, knob, setting, &row, &reason)) {
      if (!ulp_knob_is_refusal(&reason, error))
        return FALSE;
      note_refusal(seen, knob->name(&work, setting), reason->message);
      return TRUE;
    }
    first = work.index ? first : (guint64)row.bits;
    seen->by_itself = seen->by_itself || first != (guint64)row.bits;
    seen_add(seen, work.plan->result, (guint64)row.bits);
    append_row(result->data, &work, knob->name(&work, setting), &row, &input->measures);
  }
  seen->settings++;
  work.run->changed(result, work.run->data);
  return TRUE;
}

static gboolean run_algorithm(const Subject *subject, UlpRunPart part, UlpResult *result, GError **error) {
  const UlpKnob *knob = subject->knob;
  g_auto(Seen) seen = {.patterns = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                       .min = INFINITY,
                       .max = -INFINITY,
                       .left_out = g_string_new(NULL)};
  for (guint setting = 0; setting < knob->n_settings; setting++)
    if (!ulp_run_go_on(part.run, part.start + part.share * setting / knob->n_settings, error) ||
        !run_setting(subject, setting, &seen, result, error))
      return FALSE;
  const guint distinct = g_hash_table_size(seen.patterns);
  const UlpCell cells[] = {
      ulp_cell_text(subject->work.label),
      ulp_cell_text(seen.by_itself ? N_("by itself")
                    : distinct > 1 ? N_("yes")
                                   : N_("no")),
      ulp_cell_count(distinct),
      ulp_cell_count(seen.settings),
      ulp_cell_real(distinct ? seen.max - seen.min : (double)NAN),
      ulp_cell_text(seen.left_out->str),
      ulp_cell_text(ulp_determinism_ids[subject->choice->algorithm->determinism]),
  };
  ulp_table_append(result->summary, cells);
  return TRUE;
}

/* -- the run ---------------------------------------------------------------------------------------------------------- */

static void needs_of_changes(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  const UlpKnob *knob = knobs[ulp_values_choice(values, "knob")];
  ulp_needs_add_sums(values, inputs, needs);
  const double bytes = ulp_needs_array(inputs[0].format, inputs[0].count);
  needs->arrays += (knob->copies + (knob->elements ? knob->n_settings : 0)) * bytes;
  needs->host = (1 + knob->copies) * bytes; /* the elements, and they elsewhere or in another order */
  ulp_needs_add_components(values, inputs, needs);
  needs->rows = (double)ulp_values_count(values, "runs") * ulp_needs_algorithms(values) * knob->n_settings *
                (double)ulp_values_count(values, "components");
}

/* The elements on the host; NULL with an error. Free with g_free. */
static gpointer download(UlpArray *array, guint64 n, const UlpRun *run, GError **error) {
  UlpRunPart none = {run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  watch.progress = NULL;
  const gsize bytes = n * ulp_format_bytes(ulp_array_format(array));
  g_autofree gpointer host = g_try_malloc(bytes);
  if (!host)
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GSIZE_FORMAT " bytes are not there"), bytes);
  return host && ulp_array_download(array, 0, n, host, &watch, error) ? g_steal_pointer(&host) : NULL;
}

/* Every algorithm at every setting, on one component; `part` of the progress. */
static gboolean run_algorithms(const UlpKnobWork *work, const UlpKnob *knob, const UlpComponent *component,
                               const GArray *choices, UlpRunPart part, UlpResult *result, GError **error) {
  g_autoptr(GArray) inputs = ulp_knob_inputs(work, knob, error);
  for (guint i = 0; inputs && i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const double share = part.share / choices->len;
    g_autofree char *label = ulp_component_label(component, choice->label);
    Subject subject = {knob, choice, inputs, *work};
    subject.work.plan = &choice->plan;
    subject.work.label = label;
    if (!run_algorithm(&subject, (UlpRunPart){part.run, part.start + share * i, share}, result, error))
      return FALSE;
  }
  return inputs != NULL;
}

static gboolean run_component(const UlpRun *run, const UlpComponent *component, const UlpTable *recording,
                              const GArray *choices, UlpRunPart part, UlpResult *result, GError **error) {
  g_autofree gpointer host = download(component->array, component->n, run, error);
  const UlpKnobWork work = {.run = run,
                            .array = component->array,
                            .host = host,
                            .n = component->n,
                            .seed = ulp_values_count(run->values, "seed"),
                            .recording = recording};
  return host &&
         run_algorithms(&work, knobs[ulp_values_choice(run->values, "knob")], component, choices, part, result, error);
}

static gboolean run_changes(const UlpRun *run, UlpResult *result, GError **error) {
  const char *file = ulp_values_file(run->values, "recording");
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  g_autoptr(UlpTable) recording = NULL;
  g_autoptr(UlpTable) recorded_summary = NULL;
  if (!choices || (*file && !ulp_tables_read_file(file, &recording, &recorded_summary, error)))
    return FALSE;
  g_autoptr(UlpArray) array = ulp_run_place_summed(run, 0.1, error);
  g_autoptr(GArray) components = array ? ulp_run_components(run, array, error) : NULL;
  if (!components)
    return FALSE;
  result->data = ulp_table_new("changes", N_("Results"), columns, G_N_ELEMENTS(columns));
  result->summary =
      ulp_table_new("changes-summary", N_("What changes the bits"), summary_columns, G_N_ELEMENTS(summary_columns));
  const double share = 0.85 / components->len;
  for (guint i = 0; i < components->len; i++)
    if (!run_component(run, &g_array_index(components, UlpComponent, i), recording, choices,
                       (UlpRunPart){run, 0.15 + share * i, share}, result, error))
      return FALSE;
  return TRUE;
}

const UlpExperiment ulp_experiment_changes = {
    .id = "changes",
    .title = N_("What changes bits"),
    .summary = N_("what changes the bits of a sum: one knob is turned, all else stays"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_changes,
    .run = run_changes,
};
