/* "My result changes": input that is not finite, memory that nobody has written, a race, or the order of the additions. The
 * questions are asked one after the other, each so that what comes behind it cannot answer it, and the first yes is the finding. */
#include "core/base/error.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"
#include "core/input/permute.h"
#include "core/order/object-sum.h"

#include <math.h>
#include <string.h>

#define OBJECT_ELEMENTS (1u << 20) /* an object gets so many at most */
#define ORDERS 16                  /* permutations that are tried */
#define PART (1u << 20)            /* elements looked at at a time */

static const UlpParam params[] = {
    ULP_EXPERIMENT_INPUT("uniform:n=1000000"),
    ULP_EXPERIMENT_ALGORITHMS("unordered,fixed,exact"),
    {.id = "object",
     .type = ULP_PARAM_OBJECT,
     .label = N_("Shared object"),
     .help =
         N_("a sum of your own, too: a shared object with the function of core/order/user-sum.h, run in a process of "
            "its own; it gets the first 2^20 elements"),
     .default_text = "",
     .unit = ""},
    {.id = "runs",
     .type = ULP_PARAM_COUNT,
     .label = N_("Runs"),
     .help = N_("how often each question is asked: what is rare needs many"),
     .default_text = "30",
     .min = 2,
     .max = 100000,
     .unit = N_("runs")},
    {.id = "patience",
     .type = ULP_PARAM_REAL,
     .label = N_("Patience"),
     .help = N_("how long one sum of the shared object may take"),
     .default_text = "5",
     .min = 0.01L,
     .max = 3600,
     .unit = N_("s")},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"question", ULP_COLUMN_TEXT, N_("question"), "", N_("what may be the cause"), ulp_words_translated},
    {"found", ULP_COLUMN_TEXT, N_("found"), "", N_("yes, no, or not asked, once a cause was found"),
     ulp_words_translated},
    {"runs", ULP_COLUMN_COUNT, N_("runs"), "1", N_("sums that were made to ask")},
    {"distinct", ULP_COLUMN_COUNT, N_("distinct results"), "1", N_("number of different bit patterns among them")},
    {"spread", ULP_COLUMN_REAL, N_("spread"), "1", N_("largest minus smallest of them; NaN when one is not finite")},
    {"evidence", ULP_COLUMN_TEXT, N_("evidence"), "", N_("what was seen")},
    ULP_COLUMN_DEVICE,
};

static const UlpColumn summary_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"cause", ULP_COLUMN_TEXT, N_("cause"), "", N_("why the result changes, or would"), ulp_words_translated},
    {"advice", ULP_COLUMN_TEXT, N_("what to do"), "", N_("how to get the same bits every time"), ulp_words_translated},
    {"evidence", ULP_COLUMN_TEXT, N_("evidence"), "", N_("what was seen")},
    ULP_COLUMN_DEVICE,
};

static const UlpPlotSpec plots[] = {
    {.id = "distinct",
     .title = N_("Results of each question"),
     .caption = N_(
         "One result is what every question should give; of non-finite input and what was not asked there are none."),
     .x = "question",
     .y = "distinct",
     .series = "algorithm",
     .x_scale = ULP_SCALE_CATEGORY},
};

typedef enum { NOT_FINITE, UNINITIALISED, RACE, REORDERING, N_CAUSES } Cause;

static const struct {
  const char *name, *advice; /* N_() */
} causes[N_CAUSES + 1] = {
    [NOT_FINITE] = {N_("non-finite input"),
                    N_("find where infinities or NaN come from: no order of additions mends them")},
    [UNINITIALISED] = {N_("uninitialised memory"),
                       N_("write memory before it is read: compute-sanitizer --tool initcheck, "
                          "valgrind or -fsanitize=memory name the place")},
    [RACE] = {N_("a race"),
              N_("fix the order in which partial sums meet, or add so that it does not matter: fixed, tickets, exact")},
    [REORDERING] = {N_("mere reordering"), N_("rounding alone: keep order, launch shape and library, or add exactly")},
    [N_CAUSES] = {N_("nothing found"), N_("the same bits in every order that was tried")},
};

/* Who adds: a plan on the run's device, or an object. */
typedef struct {
  const UlpRun *run;
  const char *label, *device;
  const UlpSumPlan *plan; /* NULL: the object */
  const char *file;
  UlpArray *array;
  UlpFormat format; /* of the elements */
  guint64 n;
  gpointer host; /* the elements, n of them */
} Subject;

/* The results of some sums. */
typedef struct {
  GHashTable *patterns; /* set of bits */
  guint n;
  guint64 first; /* bits */
  double min, max;
} Seen;

static void seen_init(Seen *seen) {
  *seen = (Seen){
      .patterns = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL), .min = INFINITY, .max = -INFINITY};
}

static void seen_clear(Seen *seen) { g_clear_pointer(&seen->patterns, g_hash_table_unref); }
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Seen, seen_clear)

static void seen_add(Seen *seen, double value) {
  guint64 bits;
  memcpy(&bits, &value, sizeof bits);
  seen->first = seen->n++ == 0 ? bits : seen->first;
  g_hash_table_add(seen->patterns, g_memdup2(&bits, sizeof bits));
  seen->min = isnan(value) ? NAN : MIN(seen->min, value);
  seen->max = isnan(value) ? NAN : MAX(seen->max, value);
}

static guint distinct(const Seen *seen) { return g_hash_table_size(seen->patterns); }

/* -- sums ------------------------------------------------------------------------------------------------------------- */

static UlpDeviceWatch quiet_watch(UlpRunPart *part) {
  UlpDeviceWatch watch = ulp_run_watch(part);
  watch.progress = NULL;
  return watch;
}

/* Memory of the device that the next sum may get holds `fill` in every byte. */
static gboolean fill_device(const Subject *subject, int fill, GError **error) {
  UlpRunPart none = {subject->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  const gsize bytes = subject->n * ulp_format_bytes(subject->format);
  g_autofree guint8 *pattern = g_try_malloc(bytes);
  if (!pattern) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GSIZE_FORMAT " bytes are not there"), bytes);
    return FALSE;
  }
  memset(pattern, fill, bytes);
  g_autoptr(UlpArray) array =
      ulp_device_upload(subject->run->device, subject->format, pattern, subject->n, &watch, error);
  return array != NULL;
}

static gboolean sum_plan(const Subject *subject, UlpArray *array, double *value, GError **error) {
  UlpRunPart none = {subject->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  UlpSumRow row;
  if (!ulp_array_sum(array, subject->plan, 0, subject->n, &row, &watch, error))
    return FALSE;
  *value = ulp_bits_to_double(subject->plan->result, row.bits);
  return TRUE;
}

static double *as_doubles(const Subject *subject) {
  double *values = g_new(double, subject->n);
  for (guint64 i = 0; i < subject->n; i++)
    values[i] = subject->format == ULP_FORMAT_FP32 ? (double)((const float *)subject->host)[i]
                                                   : ((const double *)subject->host)[i];
  return values;
}

static gboolean sum_object(const Subject *subject, int fill, guint runs, Seen *seen, GError **error) {
  const double patience = ulp_values_real(subject->run->values, "patience");
  GCancellable *cancellable = subject->run->cancellable;
  g_autofree double *values = as_doubles(subject);
  g_autoptr(UlpObjectSum) object = ulp_object_sum_open_filled(subject->file, fill, patience, cancellable, error);
  for (guint k = 0; object && k < runs; k++) {
    double sum;
    if (!ulp_object_sum_run(object, values, (guint32)subject->n, &sum, cancellable, error))
      return FALSE;
    seen_add(seen, sum);
  }
  return object != NULL;
}

/* `fill`: of memory that is not written yet; -1 for as it comes. The elements are those of `host`. */
static gboolean sum_often(const Subject *subject, UlpArray *array, int fill, guint runs, Seen *seen, GError **error) {
  if (!subject->plan)
    return sum_object(subject, fill, runs, seen, error);
  for (guint k = 0; k < runs; k++) {
    double value;
    if (!ulp_go_on(subject->run->cancellable, error) || (fill >= 0 && k == 0 && !fill_device(subject, fill, error)) ||
        !sum_plan(subject, array, &value, error))
      return FALSE;
    seen_add(seen, value);
  }
  return TRUE;
}

/* -- the questions ---------------------------------------------------------------------------------------------------- */

typedef struct {
  gboolean yes;
  guint runs, distinct;
  double spread;
  char *evidence;
} Answer;

static Answer answer(gboolean yes, const Seen *seen, char *evidence) {
  return (Answer){yes, seen->n, distinct(seen), seen->max - seen->min, evidence};
}

static gboolean is_finite(const Subject *subject, guint64 i) {
  return subject->format == ULP_FORMAT_FP32 ? isfinite(((const float *)subject->host)[i])
                                            : isfinite(((const double *)subject->host)[i]);
}

static gboolean ask_not_finite(const Subject *subject, Answer *found, GError **error) {
  guint64 count = 0, first = 0;
  for (guint64 i = 0; i < subject->n; i++) {
    if (i % PART == 0 && !ulp_go_on(subject->run->cancellable, error))
      return FALSE;
    if (is_finite(subject, i))
      continue;
    first = count++ ? first : i;
  }
  *found = (Answer){.yes = count > 0, .evidence = g_strdup("every element is finite")};
  if (count) {
    g_free(found->evidence);
    found->evidence = g_strdup_printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                      " elements are infinite or NaN, the first is element %" G_GUINT64_FORMAT,
                                      count, subject->n, first);
  }
  return TRUE;
}

/* Fresh memory holds one byte everywhere, then another: as floating point 1.3e7 and 0.7, in fp64 5e54 and 5e-4. What depends on it is the
 * same for one byte and another for the other; a race differs within one, and is asked for next. */
static gboolean ask_uninitialised(const Subject *subject, Answer *found, GError **error) {
  const guint runs = MAX((guint)ulp_values_count(subject->run->values, "runs") / 4, 2);
  g_auto(Seen) a = {0}, b = {0}, both = {0};
  seen_init(&a);
  seen_init(&b);
  seen_init(&both);
  if (!sum_often(subject, subject->array, 0x4B, runs, &a, error) ||
      !sum_often(subject, subject->array, 0x3F, runs, &b, error))
    return FALSE;
  const gboolean yes = distinct(&a) == 1 && distinct(&b) == 1 && a.first != b.first;
  seen_add(&both, a.min);
  seen_add(&both, b.min);
  both.n = a.n + b.n;
  *found =
      answer(yes, &both,
             yes ? g_strdup_printf("%.17g where fresh memory holds 0x4b bytes, %.17g where it holds 0x3f", a.min, b.min)
                 : g_strdup("what fresh memory holds makes no difference"));
  if (!yes)
    found->distinct = MAX(distinct(&a), distinct(&b));
  return TRUE;
}

static gboolean ask_race(const Subject *subject, Answer *found, GError **error) {
  const guint runs = (guint)ulp_values_count(subject->run->values, "runs");
  g_auto(Seen) seen = {0};
  seen_init(&seen);
  if (!sum_often(subject, subject->array, -1, runs, &seen, error))
    return FALSE;
  const gboolean yes = distinct(&seen) > 1;
  *found = answer(
      yes, &seen,
      yes ? g_strdup_printf("the same elements in the same order gave %u results in %u runs", distinct(&seen), runs)
          : g_strdup_printf("the same bits in %u runs", runs));
  return TRUE;
}

/* Puts the elements into another order, `host` and the array. */
static gboolean reorder(Subject *subject, guint64 seed, GError **error) {
  UlpRunPart none = {subject->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  if (!ulp_permute(subject->format, subject->host, subject->n, seed, subject->run->cancellable, error))
    return FALSE;
  g_clear_pointer(&subject->array, ulp_array_unref);
  subject->array = ulp_device_upload(subject->run->device, subject->format, subject->host, subject->n, &watch, error);
  return subject->array != NULL;
}

static gboolean ask_reordering(Subject *subject, Answer *found, GError **error) {
  const guint64 seed = ulp_values_count(subject->run->values, "seed");
  g_auto(Seen) seen = {0};
  seen_init(&seen);
  for (guint k = 0; k < ORDERS; k++) {
    if ((k && !reorder(subject, seed + k, error)) || !sum_often(subject, subject->array, -1, 1, &seen, error))
      return FALSE;
  }
  const gboolean yes = distinct(&seen) > 1;
  *found = answer(yes, &seen,
                  yes ? g_strdup_printf("%u results in %d orders of the same elements, from %.17g to %.17g",
                                        distinct(&seen), ORDERS, seen.min, seen.max)
                      : g_strdup_printf("the same bits in %d orders of the elements", ORDERS));
  return TRUE;
}

/* -- one subject ------------------------------------------------------------------------------------------------------ */

static gboolean ask(Subject *subject, Cause cause, Answer *found, GError **error) {
  switch (cause) {
  case NOT_FINITE:
    return ask_not_finite(subject, found, error);
  case UNINITIALISED:
    return ask_uninitialised(subject, found, error);
  case RACE:
    return ask_race(subject, found, error);
  default:
    return ask_reordering(subject, found, error);
  }
}

static void append(UlpTable *table, const Subject *subject, Cause cause, const char *found, const Answer *given) {
  const UlpCell cells[] = {
      ulp_cell_text(subject->label),
      ulp_cell_text(causes[cause].name),
      ulp_cell_text(found),
      ulp_cell_count(given->runs),
      ulp_cell_count(given->distinct),
      ulp_cell_real(given->spread),
      ulp_cell_text(given->evidence ? given->evidence : ""),
      ulp_cell_text(subject->device),
  };
  ulp_table_append(table, cells);
}

/* The cause, and the results with it. */
static gboolean diagnose(Subject *subject, double start, double share, UlpResult *result, Cause *cause,
                         GError **error) {
  g_autofree char *evidence = NULL;
  *cause = N_CAUSES;
  for (Cause c = 0; c < N_CAUSES; c++) {
    Answer given = {.spread = 0};
    const gboolean asked = *cause == N_CAUSES;
    ulp_run_say(subject->run, causes[c].name, 0, 0);
    if (!ulp_run_go_on(subject->run, start + share * c / N_CAUSES, error) || (asked && !ask(subject, c, &given, error)))
      return FALSE;
    append(result->data, subject, c, !asked ? N_("not asked") : given.yes ? N_("yes") : N_("no"), &given);
    if (asked && (given.yes || c == REORDERING)) {
      *cause = given.yes ? c : N_CAUSES;
      evidence = g_steal_pointer(&given.evidence);
    }
    g_free(given.evidence);
    subject->run->changed(result, subject->run->data);
  }
  const UlpCell cells[] = {ulp_cell_text(subject->label), ulp_cell_text(causes[*cause].name),
                           ulp_cell_text(causes[*cause].advice), ulp_cell_text(evidence),
                           ulp_cell_text(subject->device)};
  ulp_table_append(result->summary, cells);
  return TRUE;
}

/* The first `n` elements, on the host and as an array of their own. */
static gboolean take_elements(Subject *subject, UlpArray *whole, GError **error) {
  UlpRunPart none = {subject->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  subject->format = ulp_array_format(whole);
  subject->array = ulp_array_ref(whole);
  subject->host = g_try_malloc(subject->n * ulp_format_bytes(subject->format));
  if (!subject->host) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GUINT64_FORMAT " elements do not fit into memory"), subject->n);
    return FALSE;
  }
  return ulp_array_download(whole, 0, subject->n, subject->host, &watch, error);
}

static void subject_clear(Subject *subject) {
  g_clear_pointer(&subject->array, ulp_array_unref);
  g_clear_pointer(&subject->host, g_free);
}

/* -- the run ---------------------------------------------------------------------------------------------------------- */

static void needs_of_diagnose(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  ulp_needs_add_sums(values, inputs, needs);
  const double bytes = ulp_needs_array(inputs[0].format, inputs[0].count);
  needs->arrays += bytes;  /* another order, or the memory that is filled */
  needs->host = 3 * bytes; /* the elements, a fill, those of an object as fp64 */
  needs->rows = N_CAUSES * ((double)ulp_needs_algorithms(values) + 1);
}

static gboolean run_diagnose(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  g_autoptr(UlpArray) array = choices ? ulp_run_place_summed(run, 0.1, error) : NULL;
  if (!array)
    return FALSE;
  const guint64 n = ulp_input_count(ulp_run_input(run));
  const char *file = ulp_values_object(run->values, "object");
  g_autofree char *name = g_path_get_basename(file);
  const guint n_subjects = choices->len + (*file ? 1 : 0);
  g_autoptr(GString) found = g_string_new(NULL);
  result->data = ulp_table_new("diagnose", N_("Questions"), columns, G_N_ELEMENTS(columns));
  result->summary = ulp_table_new("diagnose-summary", N_("Causes"), summary_columns, G_N_ELEMENTS(summary_columns));
  gboolean done = TRUE;
  for (guint i = 0; done && i < n_subjects; i++) {
    const UlpAlgorithmChoice *choice = i < choices->len ? &g_array_index(choices, UlpAlgorithmChoice, i) : NULL;
    Subject subject = {.run = run,
                       .label = choice ? choice->label : name,
                       .device = choice ? ulp_device_info(run->device)->name : "CPU",
                       .plan = choice ? &choice->plan : NULL,
                       .file = file,
                       .n = choice ? n : MIN(n, OBJECT_ELEMENTS)};
    Cause cause = N_CAUSES;
    const double share = 0.9 / n_subjects;
    done = take_elements(&subject, array, error) && diagnose(&subject, 0.1 + share * i, share, result, &cause, error);
    if (done && cause < REORDERING)
      g_string_append_printf(found, "%s%s: %s", found->len ? "; " : "", subject.label, _(causes[cause].name));
    subject_clear(&subject);
  }
  if (!done)
    return FALSE;
  result->verdict = found->len ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
  if (found->len)
    result->verdict_reason = g_strdup(found->str);
  return TRUE;
}

const UlpExperiment ulp_experiment_diagnose = {
    .id = "diagnose",
    .title = N_("Diagnosis"),
    .summary = N_("why a sum changes: bad input, unwritten memory, a race, or its order"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_diagnose,
    .run = run_diagnose,
};
