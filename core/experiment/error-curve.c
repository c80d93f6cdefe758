#include "core/experiment/error-curve.h"

#include "core/number/format.h"

#include <math.h>
#include <string.h>

#define MEASURE_COLUMNS(id, title, unit)                                                                               \
  {id "_median", ULP_COLUMN_REAL, title, unit, N_("median over the realisations"), .flags = ULP_COLUMN_IS_HIDDEN},     \
      {id "_low",                                                                                                      \
       ULP_COLUMN_REAL,                                                                                                \
       title,                                                                                                          \
       unit,                                                                                                           \
       N_("10 % quantile over the realisations; NaN of one"),                                                          \
       .flags = ULP_COLUMN_IS_HIDDEN},                                                                                 \
      {id "_high",                                                                                                     \
       ULP_COLUMN_REAL,                                                                                                \
       title,                                                                                                          \
       unit,                                                                                                           \
       N_("90 % quantile over the realisations; NaN of one"),                                                          \
       .flags = ULP_COLUMN_IS_HIDDEN},                                                                                 \
      {id "_probable",                                                                                                 \
       ULP_COLUMN_REAL,                                                                                                \
       title,                                                                                                          \
       unit,                                                                                                           \
       N_("probabilistic bound; NaN where there is none"),                                                             \
       .flags = ULP_COLUMN_IS_HIDDEN},                                                                                 \
  {                                                                                                                    \
    id "_worst", ULP_COLUMN_REAL, title, unit, N_("worst-case bound; NaN where there is none"),                        \
        .flags = ULP_COLUMN_IS_HIDDEN                                                                                  \
  }

/* clang-format off */
const UlpColumn ulp_curve_columns[] = {
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
    {"error_magnitudes", ULP_COLUMN_REAL, N_("error / sum of |x|"), "1", N_("|error| over the sum of |x|")},
    {"magnitudes", ULP_COLUMN_REAL, N_("sum of |x|"), "1", N_("exact sum of the magnitudes, rounded to fp64")},
    {"condition", ULP_COLUMN_REAL, N_("condition number"), "1", N_("sum of |x| / |exact sum|")},
    MEASURE_COLUMNS("absolute", N_("|error|"), "1"),
    MEASURE_COLUMNS("relative", N_("relative error"), "1"),
    MEASURE_COLUMNS("magnitudes", N_("|error| / sum of |x|"), "1"),
    MEASURE_COLUMNS("common", N_("|error|"), N_("ulp of the elements")),
    MEASURE_COLUMNS("own", N_("|error|"), N_("ulp")),
    {"realisations", ULP_COLUMN_COUNT, N_("realisations"), "1", N_("how many the quantiles are of")},
    {"state", ULP_COLUMN_TEXT, N_("state"), "",
     N_("stalled: the result is that of the N before, though the sum has moved; absorbs: a mean element is below half an "
        "ulp of a running sum; empty otherwise")},
    {"no_bound", ULP_COLUMN_TEXT, N_("bound"), "", N_("why there is no bound; empty where there is one")},
    ULP_COLUMN_ACCUMULATOR,
    ULP_COLUMN_ELEMENTS,
    ULP_COLUMN_SECONDS,
    ULP_COLUMN_DEVICE,
};
/* clang-format on */
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_curve_columns) == ULP_CURVE_N_COLUMNS);

static const UlpColumn summary_columns[] = {
    {"input", ULP_COLUMN_TEXT, N_("input"), "", N_("where the elements come from")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("the largest N")},
    {"exact_decimal", ULP_COLUMN_TEXT, N_("exact sum"), "", N_("exact sum of that many stored inputs, every digit")},
    {"magnitudes", ULP_COLUMN_REAL, N_("sum of |x|"), "1", N_("exact sum of the magnitudes, rounded to fp64")},
    {"condition", ULP_COLUMN_REAL, N_("condition number"), "1",
     N_("sum of |x| / |exact sum|: relative changes of the elements grow by up to this")},
    {"realisations", ULP_COLUMN_TEXT, N_("realisations"), "", N_("what the curves are of")},
    {"stalled", ULP_COLUMN_TEXT, N_("adding does nothing"), "",
     N_("algorithms that stall or absorb elements, and from which N on; empty when none does")},
    {"unbounded", ULP_COLUMN_TEXT, N_("no bound"), "",
     N_("algorithms that have no bound, and from which N on; empty when all have one")},
};

/* What is kept of one algorithm at one N. */
typedef struct {
  UlpSumRow row; /* of the first realisation, as the rest but the errors */
  UlpExact exact;
  UlpErrorBounds bounds;
  double magnitudes, condition;
  const char *state, *no_bound; /* constants */
} Point;

struct _UlpCurve {
  const UlpRun *run;
  const GArray *choices, *sizes;
  guint seeds, done; /* realisations */
  Point *points;     /* by size, then algorithm */
  double *errors;    /* by size, algorithm, measure, realisation */
  UlpFormat format;  /* of the elements as they are summed */
  UlpExact exact;    /* of the largest N, first realisation */
  double magnitudes, condition;
  char *elements;
};

UlpCurve *ulp_curve_new(const UlpRun *run, const GArray *choices, const GArray *sizes) {
  UlpCurve *curve = g_new0(UlpCurve, 1);
  const guint n_points = choices->len * sizes->len;
  *curve = (UlpCurve){.run = run, .choices = choices, .sizes = sizes};
  curve->seeds = (guint)ulp_values_count(run->values, "seeds");
  curve->points = g_new0(Point, n_points);
  curve->errors = g_new0(double, (gsize)n_points *ULP_N_MEASURES * curve->seeds);
  return curve;
}

void ulp_curve_free(UlpCurve *curve) {
  g_free(curve->points);
  g_free(curve->errors);
  g_free(curve->elements);
  g_free(curve);
}

UlpTable *ulp_curve_table(const UlpCurve *curve) {
  return ulp_table_new("error-vs-n", N_("Error against N"), ulp_curve_columns, ULP_CURVE_N_COLUMNS);
}

static const UlpAlgorithmChoice *choice_of(const UlpCurve *curve, guint i) {
  return &g_array_index(curve->choices, UlpAlgorithmChoice, i);
}

static double *errors_at(const UlpCurve *curve, guint size, guint i, guint measure) {
  return curve->errors + (((gsize)size * curve->choices->len + i) * ULP_N_MEASURES + measure) * curve->seeds;
}

static Point *point_at(const UlpCurve *curve, guint size, guint i) {
  return &curve->points[(gsize)size * curve->choices->len + i];
}

/* -- rows --------------------------------------------------------------------------------------------------------- */

static void append_measures(const UlpCurve *curve, guint size, guint i, GArray *cells) {
  const Point *point = point_at(curve, size, i);
  g_autofree double *values = g_new(double, curve->done);
  for (guint measure = 0; measure < ULP_N_MEASURES; measure++) {
    memcpy(values, errors_at(curve, size, i, measure), curve->done * sizeof *values);
    const double median = ulp_quantile(values, curve->done, 0.5);
    const gboolean one = curve->done == 1;
    const UlpCell five[] = {
        ulp_cell_real(median), ulp_cell_real(one ? (double)NAN : ulp_quantile(values, curve->done, 0.1)),
        ulp_cell_real(one ? (double)NAN : ulp_quantile(values, curve->done, 0.9)),
        ulp_cell_real(point->bounds.probable.in[measure]), ulp_cell_real(point->bounds.worst.in[measure])};
    g_array_append_vals(cells, five, G_N_ELEMENTS(five));
  }
}

static void append_row(const UlpCurve *curve, guint size, guint i, UlpTable *table) {
  const Point *point = point_at(curve, size, i);
  const UlpAlgorithmChoice *choice = choice_of(curve, i);
  const UlpFormat format = choice->plan.result;
  const UlpDeviation deviation = ulp_deviation(&point->exact, curve->format, format, point->row.bits);
  g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(UlpCell));
  const UlpCell before[] = {
      ulp_cell_count(g_array_index(curve->sizes, guint64, size)),
      ulp_cell_text(choice->label),
      ulp_cell_value(format, point->row.bits),
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(ULP_FORMAT_FP64, ulp_exact_round(&point->exact, ULP_FORMAT_FP64, ULP_ROUND_RN)),
      ulp_cell_real(deviation.error),
      ulp_cell_real(fabs(deviation.error)),
      ulp_cell_real(deviation.relative),
      ulp_cell_real(deviation.ulps),
      ulp_cell_real(fabs(deviation.ulps)),
      ulp_cell_real(deviation.common),
      ulp_cell_real(fabs(deviation.common)),
      ulp_cell_real(errors_at(curve, size, i, ULP_MEASURE_MAGNITUDES)[0]),
      ulp_cell_real(point->magnitudes),
      ulp_cell_real(point->condition),
  };
  const UlpCell after[] = {
      ulp_cell_count(curve->done),      ulp_cell_text(point->state),
      ulp_cell_text(point->no_bound),   ulp_cell_text(ulp_plan_accumulator(&choice->plan)),
      ulp_cell_text(curve->elements),   ulp_cell_real(point->row.seconds),
      ulp_cell_text(point->row.device),
  };
  g_array_append_vals(cells, before, G_N_ELEMENTS(before));
  append_measures(curve, size, i, cells);
  g_array_append_vals(cells, after, G_N_ELEMENTS(after));
  ulp_table_append(table, (const UlpCell *)(gpointer)cells->data);
}

static void renew_table(const UlpCurve *curve, UlpResult *result) {
  UlpTable *table = ulp_curve_table(curve);
  for (guint size = 0; size < curve->sizes->len; size++)
    for (guint i = 0; i < curve->choices->len; i++)
      append_row(curve, size, i, table);
  ulp_table_unref(result->data);
  result->data = table;
}

/* -- what is known of a point ------------------------------------------------------------------------------------- */

static double own_ulp(UlpFormat format, double sum) {
  return sum != 0 && isfinite(sum) ? ldexp(1, ulp_format_ulp_exponent(format, ilogb(sum))) : 0;
}

/* The running sum of one accumulator, to which elements are added one after the other. */
static gboolean absorbs(const UlpSumPlan *plan, const UlpTruth *truth) {
  if (plan->shape != ULP_SHAPE_SEQUENTIAL || plan->step == ULP_STEP_EXACT || ulp_step_rule(plan->step) != ULP_RULE_ADD)
    return FALSE;
  const double mean = ulp_exact_to_double(&truth->magnitudes) / (double)truth->n;
  return mean < own_ulp(ulp_step_format(plan->step), ulp_exact_to_double(&truth->exact)) / 2;
}

static gboolean stalls(const UlpCurve *curve, guint size, guint i, const UlpTruth *truth) {
  const Point *point = point_at(curve, size, i);
  if (size == 0 || point->row.bits != point_at(curve, size - 1, i)->row.bits)
    return FALSE;
  const double sum = ulp_exact_to_double(&truth->exact);
  const double before = ulp_exact_to_double(&point_at(curve, size - 1, i)->exact);
  return fabs(sum - before) > own_ulp(choice_of(curve, i)->plan.result, sum);
}

static const char *why_no_bound(const UlpAlgorithmChoice *choice, const UlpErrorBounds *bounds) {
  if (!isnan(bounds->worst.in[ULP_MEASURE_ABSOLUTE]))
    return "";
  return choice->plan.shape == ULP_SHAPE_LIBRARY ? "the library does not say in which order it adds"
                                                 : "none: n u >= 1 (or a sum that is not finite)";
}

static void note_point(UlpCurve *curve, guint size, guint i, const UlpTruth *truth, const UlpSumRow *row) {
  Point *point = point_at(curve, size, i);
  const UlpAlgorithmChoice *choice = choice_of(curve, i);
  point->row = *row;
  point->exact = truth->exact;
  point->magnitudes = ulp_exact_to_double(&truth->magnitudes);
  point->condition = ulp_condition_number(&truth->exact, &truth->magnitudes);
  point->bounds = ulp_error_bounds(truth, &choice->plan, ulp_values_real(curve->run->values, "lambda"));
  point->state = stalls(curve, size, i, truth) ? "stalled" : absorbs(&choice->plan, truth) ? "absorbs" : "";
  point->no_bound = why_no_bound(choice, &point->bounds);
}

/* -- sums --------------------------------------------------------------------------------------------------------- */

/* One size: every algorithm. `share` of the run's progress begins at `start`. */
static gboolean add_size(UlpCurve *curve, UlpArray *array, guint size, const UlpTruth *truth, double start,
                         double share, UlpResult *result, GError **error) {
  for (guint i = 0; i < curve->choices->len; i++) {
    const UlpAlgorithmChoice *choice = choice_of(curve, i);
    UlpRunPart part = {curve->run, start + share * i / curve->choices->len, share / curve->choices->len};
    UlpSumRow row;
    if (!ulp_run_go_on(curve->run, part.start, error) ||
        !ulp_run_sum(&part, array, &choice->plan, truth->n, &row, error))
      return FALSE;
    const UlpErrors errors = ulp_errors_of(truth, choice->plan.result, row.bits);
    for (guint measure = 0; measure < ULP_N_MEASURES; measure++)
      errors_at(curve, size, i, measure)[curve->done] = errors.in[measure];
    if (curve->done > 0)
      continue;
    note_point(curve, size, i, truth, &row);
    curve->done = 1; /* while the row is written */
    append_row(curve, size, i, result->data);
    curve->done = 0;
    curve->run->changed(result, curve->run->data);
  }
  return TRUE;
}

static gboolean add_sizes(UlpCurve *curve, UlpArray *array, double start, double share, UlpResult *result,
                          GError **error) {
  UlpTruth truth = ulp_truth_of_none(array);
  double work = 0, done = 0; /* elements summed by each algorithm */
  for (guint size = 0; size < curve->sizes->len; size++)
    work += (double)g_array_index(curve->sizes, guint64, size);
  for (guint size = 0; size < curve->sizes->len; size++) {
    const guint64 n = g_array_index(curve->sizes, guint64, size);
    UlpRunPart part = {curve->run, start + share * done / work, 0};
    if (!ulp_truth_extend(&truth, &part, array, n, curve->choices, error) ||
        !add_size(curve, array, size, &truth, part.start, share * (double)n / work, result, error))
      return FALSE;
    done += (double)n;
  }
  if (curve->done == 0) {
    curve->exact = truth.exact;
    curve->magnitudes = ulp_exact_to_double(&truth.magnitudes);
    curve->condition = ulp_condition_number(&truth.exact, &truth.magnitudes);
  }
  return TRUE;
}

gboolean ulp_curve_add_realisation(UlpCurve *curve, UlpResult *result, GError **error) {
  const double start = (double)curve->done / curve->seeds, share = 1.0 / curve->seeds;
  UlpRunPart placing = {curve->run, start, 0.05 * share};
  g_autoptr(UlpInput) input = ulp_realisation_open(curve->run, curve->done, error);
  g_autoptr(UlpArray) array = input ? ulp_realisation_place(&placing, input, error) : NULL;
  if (!array)
    return FALSE;
  if (curve->done == 0) {
    curve->format = ulp_array_format(array);
    curve->elements = ulp_run_elements(curve->run);
  }
  if (!add_sizes(curve, array, start + 0.05 * share, 0.95 * share, result, error))
    return FALSE;
  curve->done++;
  if (curve->done > 1) {
    renew_table(curve, result);
    curve->run->changed(result, curve->run->data);
  }
  return TRUE;
}

/* -- summary ------------------------------------------------------------------------------------------------------ */

typedef const char *(*PointText)(const Point *point);
static const char *state_of(const Point *point) { return point->state; }
static const char *no_bound_of(const Point *point) { return point->no_bound; }

/* "seq-fp32 from N = 16777216, ...": the first N of each algorithm at which the text is not empty. */
static char *first_places(const UlpCurve *curve, PointText text) {
  GString *places = g_string_new(NULL);
  for (guint i = 0; i < curve->choices->len; i++)
    for (guint size = 0; size < curve->sizes->len; size++)
      if (*text(point_at(curve, size, i)) != '\0') {
        g_string_append_printf(places, "%s%s from N = %" G_GUINT64_FORMAT " (%s)", places->len ? ", " : "",
                               choice_of(curve, i)->label, g_array_index(curve->sizes, guint64, size),
                               text(point_at(curve, size, i)));
        break;
      }
  return g_string_free(places, FALSE);
}

void ulp_curve_finish(const UlpCurve *curve, UlpResult *result) {
  g_autofree char *decimal = ulp_exact_to_decimal(&curve->exact),
                  *words = ulp_realisations_words(curve->run, curve->seeds);
  g_autofree char *stalled = first_places(curve, state_of), *unbounded = first_places(curve, no_bound_of);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_input_describe(ulp_run_input(curve->run))),
      ulp_cell_count(g_array_index(curve->sizes, guint64, curve->sizes->len - 1)),
      ulp_cell_text(decimal),
      ulp_cell_real(curve->magnitudes),
      ulp_cell_real(curve->condition),
      ulp_cell_text(words),
      ulp_cell_text(stalled),
      ulp_cell_text(unbounded),
  };
  result->summary = ulp_table_new("error-vs-n-summary", N_("Sum, condition and bounds"), summary_columns,
                                  G_N_ELEMENTS(summary_columns));
  ulp_table_append(result->summary, cells);
  ulp_run_judge_sum(&curve->exact, result);
}
