/* Hard inputs on every level: what is right, what is rounded, what is wrong, and who writes out of bounds.
 *
 * A result is judged by its error against a bound that holds whatever the elements are; which inputs make what fail is found,
 * not known. */
#include "core/base/error.h"
#include "core/experiment/audit-cases.h"
#include "core/experiment/params.h"
#include "core/experiment/sum-verdict.h"

#include <math.h>
#include <string.h>

static const char *const format_ids[] = {"fp32", "fp64", NULL};
static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};

static const UlpParam params[] = {
    ULP_EXPERIMENT_ALGORITHMS(ULP_LEVELS_USUAL),
    {.id = "formats",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Formats of the elements"),
     .help = N_("each level is audited with the formats that its accumulator takes without rounding"),
     .default_text = "fp32,fp64",
     .unit = "",
     .choices = format_ids},
    {.id = "largest",
     .type = ULP_PARAM_COUNT,
     .label = N_("Longest array"),
     .help = N_("lengths go up to this; more than the device's memory holds is cut"),
     .default_text = "2^20",
     .min = 1,
     .max = 0x1p40L,
     .unit = N_("elements")},
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"elements_format", ULP_COLUMN_TEXT, N_("elements"), "", N_("format of the elements")},
    {"input", ULP_COLUMN_TEXT, N_("input"), "", N_("what the elements are")},
    {"n", ULP_COLUMN_COUNT, N_("N"), "1", N_("number of elements")},
    {"offset", ULP_COLUMN_COUNT, N_("offset"), "1", N_("elements between the array's beginning and the first one")},
    ULP_COLUMN_VERDICT,
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    ULP_COLUMN_BOUND,
    {"of_bound", ULP_COLUMN_REAL, N_("|error| / bound"), "1",
     N_("at most 1 where nothing is wrong; 0 for an error of 0, infinite for another one where the bound is 0")},
    {"guards", ULP_COLUMN_TEXT, N_("memory around"), "",
     N_("of every buffer that a library was given: intact, or BROKEN by a write out of bounds"),
     .flags = ULP_COLUMN_IS_ALARM},
    {"note", ULP_COLUMN_TEXT, N_("note"), "", N_("of a refusal")},
    ULP_COLUMN_DEVICE,
};

static const UlpColumn summary_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"elements_format", ULP_COLUMN_TEXT, N_("elements"), "", N_("format of the elements")},
    {"right", ULP_COLUMN_COUNT, N_("right"), "1", N_("results that are the exact sum, rounded once")},
    {"rounded", ULP_COLUMN_COUNT, N_("rounded"), "1", N_("results within the bound")},
    {"unbounded", ULP_COLUMN_COUNT, N_("unbounded"), "1", N_("results without a bound: partial sums may overflow")},
    {"wrong", ULP_COLUMN_COUNT, N_("wrong"), "1", N_("results with errors beyond the bound")},
    {"refused", ULP_COLUMN_COUNT, N_("refused"), "1", N_("errors instead of results")},
    {"out_of_bounds", ULP_COLUMN_COUNT, N_("out of bounds"), "1", N_("calls that wrote out of bounds")},
    {"found", ULP_COLUMN_TEXT, N_("wrong with"), "",
     N_("the inputs of the wrong results, each once, with the first length")},
    ULP_COLUMN_DETERMINISM,
    ULP_COLUMN_DEVICE,
};

static const UlpPlotSpec plots[] = {
    {.id = "of-bound",
     .title = N_("Error of each result as a part of its bound"),
     .caption = N_("Above 1 a result is wrong, not merely rounded."),
     .x = "n",
     .y = "of_bound",
     .series = "algorithm",
     .alarm = "verdict",
     .alarm_title = N_("error beyond its bound: wrong, not merely rounded"),
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG},
};

/* What is known of one level with elements of one format. */
typedef struct {
  const UlpAlgorithmChoice *choice;
  UlpFormat elements;
  guint64 counts[ULP_N_SUM_VERDICTS], out_of_bounds;
  GString *found;
  char *last_found;  /* the input named last */
  guint64 good, bad; /* of the inputs that grow: the last length before the first wrong one; 0 where there is none */
  gboolean searched;
} Level;

static void level_clear(gpointer data) {
  Level *level = data;
  g_string_free(level->found, TRUE);
  g_free(level->last_found);
}

typedef struct {
  const UlpRun *run;
  UlpResult *result;
  GArray *levels; /* Level, of one format after the other */
  UlpFormat format;
  guint64 done, total; /* cases */
} Audit;

/* -- one case --------------------------------------------------------------------------------------------------------- */

static gboolean measure(const Audit *audit, const UlpAuditCase *visited, UlpSumMeasures *measures, GError **error) {
  const UlpArraySlice slice = {visited->array, visited->offset, visited->count};
  return ulp_sum_measure(audit->run, &slice, measures, error);
}

static void append_row(Audit *audit, const Level *level, const UlpAuditCase *visited, const UlpSumMeasures *measures,
                       const UlpSumJudgement *judgement, const UlpSumRow *row, const char *note) {
  const UlpSumPlan *plan = &level->choice->plan;
  static const char *const guards[] = {"", "intact", "BROKEN"};
  const UlpBits exact = ulp_exact_round(ulp_oracle_of(&measures->sums, plan), ULP_FORMAT_FP64, ULP_ROUND_RN);
  const gboolean refused = judgement->verdict == ULP_SUM_REFUSED;
  const UlpCell cells[] = {
      ulp_cell_text(level->choice->label),
      ulp_cell_text(ulp_format_info(level->elements)->id),
      ulp_cell_text(visited->input),
      ulp_cell_count(visited->count),
      ulp_cell_count(visited->offset),
      ulp_cell_text(ulp_sum_verdicts[judgement->verdict]),
      ulp_cell_value(plan->result, refused ? ulp_format_nan(plan->result) : row->bits),
      ulp_cell_text(ulp_format_info(plan->result)->id),
      ulp_cell_value(ULP_FORMAT_FP64, exact),
      ulp_cell_real(refused ? (double)NAN : judgement->error),
      ulp_cell_real(judgement->bound),
      ulp_cell_real(refused ? (double)NAN : ulp_sum_of_bound(judgement)),
      ulp_cell_text(guards[row->guards]),
      ulp_cell_text(note),
      ulp_cell_text(row->device ? row->device : ulp_device_info(audit->run->device)->name),
  };
  ulp_table_append(audit->result->data, cells);
}

static void note_wrong(Level *level, const UlpAuditCase *visited) {
  if (g_strcmp0(level->last_found, visited->input) == 0)
    return;
  g_free(level->last_found);
  level->last_found = g_strdup(visited->input);
  g_string_append_printf(level->found, "%s%s (N = %" G_GUINT64_FORMAT ")", level->found->len ? "; " : "",
                         visited->input, visited->count);
}

static void count(Level *level, const UlpAuditCase *visited, UlpSumVerdict verdict, const UlpSumRow *row) {
  level->counts[verdict]++;
  level->out_of_bounds += row->guards == ULP_GUARDS_BROKEN;
  if (verdict == ULP_SUM_WRONG || row->guards == ULP_GUARDS_BROKEN)
    note_wrong(level, visited);
  if (!visited->grows)
    return;
  if (verdict == ULP_SUM_WRONG && !level->bad)
    level->bad = visited->count;
  else if (verdict != ULP_SUM_WRONG && !level->bad)
    level->good = visited->count;
}

/* A level that refuses says why; a device that is lost, or a user who stops, ends the audit. */
static gboolean goes_on_after(Audit *audit, const GError *refusal, GError **error) {
  const float one = 1;
  if (g_error_matches(refusal, ULP_ERROR, ULP_ERROR_CANCELLED)) {
    g_propagate_error(error, g_error_copy(refusal));
    return FALSE;
  }
  g_autoptr(UlpArray) array = ulp_device_upload(audit->run->device, ULP_FORMAT_FP32, &one, 1, NULL, error);
  return array != NULL;
}

static gboolean try_level(Audit *audit, Level *level, const UlpAuditCase *visited, const UlpSumMeasures *measures,
                          UlpSumVerdict *verdict, GError **error) {
  const UlpSumJob job = {.plan = level->choice->plan, .guarded = TRUE};
  const UlpArraySlice slice = {visited->array, visited->offset, visited->count};
  UlpRunPart none = {audit->run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  g_autoptr(GError) refusal = NULL;
  UlpSumRow row;
  watch.progress = NULL;
  UlpSumJudgement judgement = {ULP_SUM_REFUSED, NAN, NAN};
  if (ulp_array_run_sum(&slice, &job, &row, &watch, &refusal))
    judgement = ulp_sum_judge(&job.plan, measures, row.bits);
  else if (!goes_on_after(audit, refusal, error))
    return FALSE;
  *verdict = judgement.verdict;
  count(level, visited, judgement.verdict, &row);
  append_row(audit, level, visited, measures, &judgement, &row, refusal ? refusal->message : "");
  return TRUE;
}

/* Between the last length that was not wrong and the first that was lies one where it turns. */
static gboolean search_turn(Audit *audit, Level *level, const UlpAuditCase *visited, GError **error) {
  level->searched = TRUE;
  const guint64 first_good = level->good, first_bad = level->bad;
  guint64 good = first_good, bad = first_bad;
  g_autofree char *input = g_strdup_printf("%s, where it turns wrong", visited->input);
  while (bad - good > 1) {
    UlpSumMeasures measures;
    UlpSumVerdict verdict;
    const UlpAuditCase between = {input, visited->array, 0, good + (bad - good) / 2, FALSE};
    if (!measure(audit, &between, &measures, error) || !try_level(audit, level, &between, &measures, &verdict, error))
      return FALSE;
    *(verdict == ULP_SUM_WRONG ? &bad : &good) = between.count;
  }
  g_string_append_printf(level->found, "; from N = %" G_GUINT64_FORMAT " on", bad);
  return TRUE;
}

static void renew_summary(Audit *audit);

static gboolean visit(const UlpAuditCase *visited, gpointer data, GError **error) {
  Audit *audit = data;
  UlpSumMeasures measures;
  if (!ulp_run_go_on(audit->run, 0.95 * (double)audit->done++ / (double)audit->total, error) ||
      !measure(audit, visited, &measures, error))
    return FALSE;
  for (guint i = 0; i < audit->levels->len; i++) {
    Level *level = &g_array_index(audit->levels, Level, i);
    UlpSumVerdict verdict;
    if (level->elements != audit->format)
      continue;
    if (!ulp_go_on(audit->run->cancellable, error) || !try_level(audit, level, visited, &measures, &verdict, error))
      return FALSE;
    if (level->bad && level->good && !level->searched && visited->grows && !search_turn(audit, level, visited, error))
      return FALSE;
  }
  renew_summary(audit);
  audit->run->changed(audit->result, audit->run->data);
  return TRUE;
}

/* -- the run ---------------------------------------------------------------------------------------------------------- */

static void renew_summary(Audit *audit) {
  g_clear_pointer(&audit->result->summary, ulp_table_unref);
  audit->result->summary =
      ulp_table_new("audit-summary", N_("Audit of levels"), summary_columns, G_N_ELEMENTS(summary_columns));
  for (guint i = 0; i < audit->levels->len; i++) {
    const Level *level = &g_array_index(audit->levels, Level, i);
    const UlpCell cells[] = {
        ulp_cell_text(level->choice->label),
        ulp_cell_text(ulp_format_info(level->elements)->id),
        ulp_cell_count(level->counts[ULP_SUM_RIGHT]),
        ulp_cell_count(level->counts[ULP_SUM_ROUNDED]),
        ulp_cell_count(level->counts[ULP_SUM_UNBOUNDED]),
        ulp_cell_count(level->counts[ULP_SUM_WRONG]),
        ulp_cell_count(level->counts[ULP_SUM_REFUSED]),
        ulp_cell_count(level->out_of_bounds),
        ulp_cell_text(level->found->str),
        ulp_cell_text(ulp_determinism_ids[level->choice->algorithm->determinism]),
        ulp_cell_text(ulp_device_info(audit->run->device)->name),
    };
    ulp_table_append(audit->result->summary, cells);
  }
}

/* Levels that the device has and whose accumulator takes elements of the format without rounding. */
static void add_levels(Audit *audit, const GArray *choices, UlpFormat format) {
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = choice->plan}};
    const gboolean rounds =
        choice->plan.step != ULP_STEP_EXACT && !ulp_format_fits(format, ulp_step_format(choice->plan.step));
    if (rounds || !ulp_device_supports(audit->run->device, &job, &format, NULL))
      continue;
    const Level level = {.choice = choice, .elements = format, .found = g_string_new(NULL)};
    g_array_append_val(audit->levels, level);
  }
}

/* What the device's memory holds, the copy between guards included. */
static guint64 largest_of(const UlpRun *run, UlpFormat format) {
  const double bytes = format == ULP_FORMAT_FP32 ? sizeof(float) : sizeof(double);
  const double fits = 0.9 * (double)ulp_device_info(run->device)->memory_bytes / (3 * bytes); /* and cuBLAS's ones */
  return (guint64)MIN((double)ulp_values_count(run->values, "largest"), fits);
}

static void set_verdict(const Audit *audit) {
  g_autoptr(GString) wrong = g_string_new(NULL);
  for (guint i = 0; i < audit->levels->len; i++) {
    const Level *level = &g_array_index(audit->levels, Level, i);
    if (level->counts[ULP_SUM_WRONG] || level->out_of_bounds)
      g_string_append_printf(wrong, "%s%s", wrong->len ? ", " : "", level->choice->label);
  }
  audit->result->verdict = wrong->len ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
  if (wrong->len)
    audit->result->verdict_reason = g_strdup_printf(_("wrong, not merely rounded, or out of bounds: %s"), wrong->str);
}

static void needs_of_audit(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  const guint64 largest = ulp_values_count(values, "largest");
  g_autoptr(GArray) chosen = ulp_values_choices(values, "formats");
  for (guint i = 0; i < chosen->len; i++) {
    const UlpFormat format = formats[g_array_index(chosen, guint, i)];
    needs->arrays = MAX(needs->arrays, ulp_needs_array(format, largest));
    needs->rows += (double)ulp_audit_n_cases(format, largest) * ulp_needs_algorithms(values);
  }
}

static gboolean run_audit(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  g_autoptr(GArray) chosen = ulp_values_choices(run->values, "formats");
  g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
  g_array_set_clear_func(levels, level_clear);
  Audit audit = {.run = run, .result = result, .levels = levels};
  result->data = ulp_table_new("audit-levels", N_("Audit of levels"), columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < chosen->len; i++) {
    const UlpFormat format = formats[g_array_index(chosen, guint, i)];
    add_levels(&audit, choices, format);
    audit.total += ulp_audit_n_cases(format, largest_of(run, format));
  }
  gboolean done = TRUE;
  for (guint i = 0; done && i < chosen->len; i++) {
    audit.format = formats[g_array_index(chosen, guint, i)];
    done = ulp_audit_cases(run, audit.format, largest_of(run, audit.format), visit, &audit, error);
  }
  renew_summary(&audit);
  if (done)
    set_verdict(&audit);
  return done;
}

const UlpExperiment ulp_experiment_audit_levels = {
    .id = "audit-levels",
    .title = N_("Audit of levels"),
    .summary = N_("hard inputs on every level: right, rounded or wrong, and who writes out of bounds"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_audit,
    .run = run_audit,
};
