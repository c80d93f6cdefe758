/* Hard inputs on every level: what is right, what is rounded, what is wrong, and who writes out of bounds.
 *
 * A result is judged by its error against a bound that holds whatever the elements are; which inputs make what fail is found,
 * not known. */
#include "core/base/error.h"
#include "core/experiment/audit-cases.h"
#include "core/experiment/params.h"
#include "core/sum/bound.h"

#include <math.h>
#include <string.h>

static const char *const format_ids[] = {"fp32", "fp64", NULL};
static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};

static const UlpParam params[] = {
    ULP_EXPERIMENT_ALGORITHMS("all"),
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
    {"verdict", ULP_COLUMN_TEXT, N_("verdict"), "",
     N_("right: the exact sum, rounded once; rounded: within the bound; WRONG: beyond it; unbounded: partial sums may "
        "overflow, so that there is no bound; refused: an error instead of a result"),
     .flags = ULP_COLUMN_IS_ALARM},
    ULP_COLUMN_RESULT,
    ULP_COLUMN_RESULT_FORMAT,
    ULP_COLUMN_EXACT,
    ULP_COLUMN_ERROR,
    {"bound", ULP_COLUMN_REAL, N_("bound"), "1",
     N_("what the magnitude of the error is at most, whatever the elements")},
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
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG},
};

typedef enum { RIGHT, ROUNDED, UNBOUNDED, WRONG, REFUSED, N_VERDICTS } Verdict;
static const char *const verdict_ids[N_VERDICTS] = {"right", "rounded", "unbounded", "WRONG", "refused"};

/* What is known of one level with elements of one format. */
typedef struct {
  const UlpAlgorithmChoice *choice;
  UlpFormat elements;
  guint64 counts[N_VERDICTS], out_of_bounds;
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

/* -- the bound -------------------------------------------------------------------------------------------------------- */

/* Of one slice. */
typedef struct {
  UlpOracle sums;
  double magnitudes, largest; /* sum and maximum of |x| */
  gboolean finite;            /* all elements are */
} Measures;

static double unit_roundoff(UlpFormat format) { return ldexp(1, -1 - (int)ulp_layout(format).fraction_bits); }

static UlpFormat accumulator_of(const UlpSumPlan *plan) {
  return plan->step == ULP_STEP_ADD_FP64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
}

/* A reproducible accumulator of K = 3 bins of W bits: n 2^((1-K)W) max|x| + 7 eps / (1 - 6 sqrt(eps) - 7 eps) |computed|. J. Demmel,
 * P. Ahrens, H. D. Nguyen, Efficient reproducible floating point summation and BLAS, UCB/EECS-2016-121, theorem 5.2.9. */
static double bound_of_bins(UlpFormat format, double n, double largest, double sum) {
  const double eps = 2 * unit_roundoff(format), width = format == ULP_FORMAT_FP32 ? 13 : 40;
  const double of_sum = 7 * eps / (1 - 6 * sqrt(eps) - 7 * eps), of_largest = n * exp2(-2 * width) * largest;
  return (of_largest + of_sum * fabs(sum)) / (1 - of_sum);
}

/* (n - 1) u S for plain additions in any order, whatever n is: C.-P. Jeannerod, S. M. Rump, Improved error bounds for inner
 * products in floating-point arithmetic, SIAM J. Matrix Anal. Appl. 34(2), 2013. Sums of a format's numbers do not underflow. */
static double bound_of(const UlpSumPlan *plan, const Measures *measures, double n, double sum) {
  const UlpFormat accumulator = accumulator_of(plan);
  if (plan->shape == ULP_SHAPE_FIXED_POINT) {
    const UlpSumData data = {.n = (guint64)n, .magnitudes = measures->magnitudes, .sum = sum};
    const double worst = ulp_sum_bound(plan, &data).worst;
    return isnan(worst) ? INFINITY : worst;
  }
  double bound = (n - 1) * unit_roundoff(accumulator) * measures->magnitudes;
  if (plan->step == ULP_STEP_EXACT)
    return unit_roundoff(plan->result) * fabs(sum) +
           ulp_bits_to_double(plan->result, ulp_format_smallest(plan->result)) / 2;
  if (measures->magnitudes + bound > ulp_bits_to_double(accumulator, ulp_format_largest(accumulator)))
    return INFINITY;
  if (plan->shape == ULP_SHAPE_LIBRARY &&
      (plan->routine == ULP_ROUTINE_CUB_GPU_TO_GPU || plan->routine == ULP_ROUTINE_CUB_GPU_TO_GPU_FP64))
    bound = bound_of_bins(accumulator, n, measures->largest, sum);
  if (accumulator == ULP_FORMAT_FP64 && plan->result == ULP_FORMAT_FP32)
    bound += unit_roundoff(plan->result) * (fabs(sum) + bound);
  return bound;
}

/* -- one case --------------------------------------------------------------------------------------------------------- */

static gboolean measure(Audit *audit, const UlpAuditCase *visited, Measures *measures, GError **error) {
  UlpRunPart none = {audit->run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce = {.map = {.map = ULP_MAP_VALUE, .round = ULP_ROUND_RN}}};
  const UlpArraySlice slice = {visited->array, visited->offset, visited->count};
  UlpJobResult reduced;
  watch.progress = NULL;
  ulp_oracle_clear(&measures->sums);
  if (!ulp_array_add_exact(visited->array, FALSE, visited->offset, visited->count, &measures->sums.sum, &watch,
                           error) ||
      !ulp_array_add_exact(visited->array, TRUE, visited->offset, visited->count, &measures->sums.magnitudes, &watch,
                           error) ||
      !ulp_device_run(audit->run->device, &job, &slice, 1, &reduced, NULL, &watch, error))
    return FALSE;
  measures->magnitudes = ulp_exact_to_double(&measures->sums.magnitudes);
  measures->largest = reduced.reduce.value[1].max;
  measures->finite = isfinite(measures->largest) && reduced.reduce.value[1].count == visited->count;
  return TRUE;
}

typedef struct {
  Verdict verdict;
  double error, bound;
} Judgement;

static Judgement judge(const UlpSumPlan *plan, const Measures *measures, guint64 n, UlpBits bits) {
  const UlpExact *exact = ulp_oracle_of(&measures->sums, plan);
  const double result = ulp_bits_to_double(plan->result, bits);
  const double rounded = ulp_bits_to_double(plan->result, ulp_exact_round(exact, plan->result, ULP_ROUND_RN));
  Judgement judgement = {RIGHT, ulp_exact_error(exact, plan->result, bits), 0};
  judgement.bound = measures->finite ? bound_of(plan, measures, (double)n, ulp_exact_to_double(exact)) : 0;
  if (result == rounded || (isnan(result) && isnan(rounded)))
    judgement.verdict = RIGHT;
  else if (isinf(judgement.bound))
    judgement.verdict = UNBOUNDED;
  else
    judgement.verdict = fabs(judgement.error) <= judgement.bound ? ROUNDED : WRONG;
  return judgement;
}

static double of_bound(const Judgement *judgement) {
  const double error = fabs(judgement->error);
  return judgement->verdict == RIGHT && !(error > 0) ? 0 : error / judgement->bound;
}

static void append_row(Audit *audit, const Level *level, const UlpAuditCase *visited, const Measures *measures,
                       const Judgement *judgement, const UlpSumRow *row, const char *note) {
  const UlpSumPlan *plan = &level->choice->plan;
  static const char *const guards[] = {"", "intact", "BROKEN"};
  const UlpBits exact = ulp_exact_round(ulp_oracle_of(&measures->sums, plan), ULP_FORMAT_FP64, ULP_ROUND_RN);
  const gboolean refused = judgement->verdict == REFUSED;
  const UlpCell cells[] = {
      ulp_cell_text(level->choice->label),
      ulp_cell_text(ulp_format_info(level->elements)->id),
      ulp_cell_text(visited->input),
      ulp_cell_count(visited->count),
      ulp_cell_count(visited->offset),
      ulp_cell_text(verdict_ids[judgement->verdict]),
      ulp_cell_value(plan->result, refused ? ulp_format_nan(plan->result) : row->bits),
      ulp_cell_text(ulp_format_info(plan->result)->id),
      ulp_cell_value(ULP_FORMAT_FP64, exact),
      ulp_cell_real(refused ? (double)NAN : judgement->error),
      ulp_cell_real(judgement->bound),
      ulp_cell_real(refused ? (double)NAN : of_bound(judgement)),
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

static void count(Level *level, const UlpAuditCase *visited, Verdict verdict, const UlpSumRow *row) {
  level->counts[verdict]++;
  level->out_of_bounds += row->guards == ULP_GUARDS_BROKEN;
  if (verdict == WRONG || row->guards == ULP_GUARDS_BROKEN)
    note_wrong(level, visited);
  if (!visited->grows)
    return;
  if (verdict == WRONG && !level->bad)
    level->bad = visited->count;
  else if (verdict != WRONG && !level->bad)
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

static gboolean try_level(Audit *audit, Level *level, const UlpAuditCase *visited, const Measures *measures,
                          Verdict *verdict, GError **error) {
  const UlpSumJob job = {.plan = level->choice->plan, .guarded = TRUE};
  const UlpArraySlice slice = {visited->array, visited->offset, visited->count};
  UlpRunPart none = {audit->run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  g_autoptr(GError) refusal = NULL;
  UlpSumRow row;
  watch.progress = NULL;
  Judgement judgement = {REFUSED, NAN, NAN};
  if (ulp_array_run_sum(&slice, &job, &row, &watch, &refusal))
    judgement = judge(&job.plan, measures, visited->count, row.bits);
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
    Measures measures;
    Verdict verdict;
    const UlpAuditCase between = {input, visited->array, 0, good + (bad - good) / 2, FALSE};
    if (!measure(audit, &between, &measures, error) || !try_level(audit, level, &between, &measures, &verdict, error))
      return FALSE;
    *(verdict == WRONG ? &bad : &good) = between.count;
  }
  g_string_append_printf(level->found, "; from N = %" G_GUINT64_FORMAT " on", bad);
  return TRUE;
}

static void renew_summary(Audit *audit);

static gboolean visit(const UlpAuditCase *visited, gpointer data, GError **error) {
  Audit *audit = data;
  Measures measures;
  if (!ulp_run_go_on(audit->run, 0.95 * (double)audit->done++ / (double)audit->total, error) ||
      !measure(audit, visited, &measures, error))
    return FALSE;
  for (guint i = 0; i < audit->levels->len; i++) {
    Level *level = &g_array_index(audit->levels, Level, i);
    Verdict verdict;
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
        ulp_cell_count(level->counts[RIGHT]),
        ulp_cell_count(level->counts[ROUNDED]),
        ulp_cell_count(level->counts[UNBOUNDED]),
        ulp_cell_count(level->counts[WRONG]),
        ulp_cell_count(level->counts[REFUSED]),
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
    const gboolean rounds = format == ULP_FORMAT_FP64 && choice->plan.step != ULP_STEP_EXACT &&
                            accumulator_of(&choice->plan) == ULP_FORMAT_FP32;
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
    if (level->counts[WRONG] || level->out_of_bounds)
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
