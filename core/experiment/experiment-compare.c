/* Two arrays element by element: the same bits or not, where they differ first, by how many ulps, and the verdict of a tolerance. */
#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"

#include <math.h>

#define GO_ON_EVERY (1u << 16) /* elements */

static const UlpParam params[] = {
    {.id = "a",
     .type = ULP_PARAM_INPUT,
     .label = N_("A"),
     .help = N_("what is checked: FILE, FILE#MEMBER, or a generator"),
     .default_text = "tenths:n=1000",
     .unit = ""},
    {.id = "b",
     .type = ULP_PARAM_INPUT,
     .label = N_("B"),
     .help = N_("what it is checked against, with as many elements"),
     .default_text = "constant:n=1000:value=0.1",
     .unit = ""},
    {.id = "atol",
     .type = ULP_PARAM_REAL,
     .label = N_("Absolute tolerance"),
     .help = N_("elements agree when |a - b| <= atol + rtol |b|, or when they are the same infinity or both NaN"),
     .default_text = "0",
     .min = 0,
     .max = G_MAXDOUBLE,
     .unit = N_("1")},
    {.id = "rtol",
     .type = ULP_PARAM_REAL,
     .label = N_("Relative tolerance"),
     .help = N_("see atol"),
     .default_text = "0",
     .min = 0,
     .max = G_MAXDOUBLE,
     .unit = N_("1")},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    {"ulps", ULP_COLUMN_REAL, N_("|a - b|, up to"), N_("ulp"),
     N_("ulps of the coarser of both numbers: more than the row before and at most so many; 0 is equal values, infinite where "
        "one of both is not finite and the other is not the same")},
    {"elements", ULP_COLUMN_COUNT, N_("elements"), "1", N_("how many differ by that")},
    {"share", ULP_COLUMN_REAL, N_("share"), "1", N_("of all elements")},
};

static const UlpColumn summary_columns[] = {
    {"a", ULP_COLUMN_TEXT, N_("A"), "", N_("what is checked")},
    {"b", ULP_COLUMN_TEXT, N_("B"), "", N_("what it is checked against")},
    {"n", ULP_COLUMN_COUNT, N_("elements"), "1", N_("number of elements of each")},
    {"bits", ULP_COLUMN_TEXT, N_("bits"), "", N_("equal, or different; of different formats always different")},
    {"different_bits", ULP_COLUMN_COUNT, N_("different bits"), "1", N_("elements whose bits, or formats, differ")},
    {"different_values", ULP_COLUMN_COUNT, N_("different values"), "1", N_("elements whose values differ: +0 is -0")},
    {"first", ULP_COLUMN_TEXT, N_("first difference"), "",
     N_("index of the first element whose bits differ, and both values")},
    {"max_difference", ULP_COLUMN_REAL, N_("largest |a - b|"), "1", N_("of the finite ones")},
    {"max_ulps", ULP_COLUMN_REAL, N_("largest |a - b|"), N_("ulp"),
     N_("of the finite ones, in ulps of the coarser number")},
    {"max_index", ULP_COLUMN_COUNT, N_("at index"), "1",
     N_("of the first element with the largest difference in ulps")},
    {"outside", ULP_COLUMN_COUNT, N_("outside"), "1", N_("elements outside the tolerance")},
    {"verdict", ULP_COLUMN_TEXT, N_("verdict"), "", N_("PASS or FAIL under atol and rtol"),
     .flags = ULP_COLUMN_IS_ALARM},
    {"atol", ULP_COLUMN_REAL, N_("atol"), "1", N_("absolute tolerance")},
    {"rtol", ULP_COLUMN_REAL, N_("rtol"), "1", N_("relative tolerance")},
};

static const UlpPlotSpec plots[] = {
    {.id = "ulps",
     .title = N_("Differences in ulps"),
     .x = "ulps",
     .y = "elements",
     .x_scale = ULP_SCALE_LOG2,
     .y_scale = ULP_SCALE_LOG,
     .mark = ULP_MARK_LINE},
};

/* The elements on the host. */
typedef struct {
  gconstpointer data;
  UlpFormat format;
} Side;

typedef struct {
  Side a, b;
  guint64 n;
  double atol, rtol;
  guint64 different_bits, different_values, outside, max_index;
  char *first;
  double max_difference, max_ulps;
  guint64 equal, not_finite;
  GArray
      *bins; /* guint64: bin k counts differences of more than 2^(k-1) and at most 2^k ulps; the last all larger ones */
} Comparison;

#define BINS 128

static void comparison_clear(Comparison *comparison) {
  g_free(comparison->first);
  g_array_unref(comparison->bins);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparison, comparison_clear)

static char *first_difference(const Comparison *comparison, guint64 index, UlpBits a, UlpBits b) {
  g_autofree char *text_a = ulp_bits_to_text(comparison->a.format, a),
                  *hex_a = ulp_bits_to_hex(comparison->a.format, a);
  g_autofree char *text_b = ulp_bits_to_text(comparison->b.format, b),
                  *hex_b = ulp_bits_to_hex(comparison->b.format, b);
  return g_strdup_printf("%" G_GUINT64_FORMAT ": %s (%s %s) and %s (%s %s)", index, text_a,
                         ulp_format_info(comparison->a.format)->id, hex_a, text_b,
                         ulp_format_info(comparison->b.format)->id, hex_b);
}

/* |a - b| in the larger of both ulps: what the coarser format could tell apart. */
static double in_ulps(const Comparison *comparison, double difference, UlpBits a, UlpBits b) {
  const int of_a = ulp_bits_ulp_exponent(comparison->a.format, a),
            of_b = ulp_bits_ulp_exponent(comparison->b.format, b);
  return ldexp(difference, -MAX(of_a, of_b));
}

static void count_ulps(Comparison *comparison, guint64 index, double ulps) {
  int exponent;
  const double significand = frexp(ulps, &exponent); /* in [1/2, 1): 2^k is 0.5 * 2^(k+1) */
  const int bin = significand == 0.5 ? exponent - 1 : exponent;
  g_array_index(comparison->bins, guint64, CLAMP(bin, 0, BINS - 1))++;
  if (ulps > comparison->max_ulps) {
    comparison->max_ulps = ulps;
    comparison->max_index = index;
  }
}

static void compare_values(Comparison *comparison, guint64 index, UlpBits a, UlpBits b) {
  const double x = ulp_bits_to_double(comparison->a.format, a), y = ulp_bits_to_double(comparison->b.format, b);
  if (x == y || (isnan(x) && isnan(y))) {
    comparison->equal++;
    return;
  }
  const double difference = fabs(x - y);
  comparison->different_values++;
  if (!isfinite(x) || !isfinite(y)) {
    comparison->not_finite++;
    comparison->outside++;
    return;
  }
  comparison->outside += !(difference <= comparison->atol + comparison->rtol * fabs(y));
  comparison->max_difference = MAX(comparison->max_difference, difference);
  count_ulps(comparison, index, in_ulps(comparison, difference, a, b));
}

static gboolean compare(const UlpRun *run, Comparison *comparison, GError **error) {
  const gboolean same_format = comparison->a.format == comparison->b.format;
  for (guint64 i = 0; i < comparison->n; i++) {
    if (i % GO_ON_EVERY == 0 && !ulp_run_go_on(run, 0.2 + 0.8 * (double)i / (double)comparison->n, error))
      return FALSE;
    const UlpBits a = ulp_packed_load(comparison->a.format, comparison->a.data, i);
    const UlpBits b = ulp_packed_load(comparison->b.format, comparison->b.data, i);
    if (same_format && a == b) {
      comparison->equal++;
      continue;
    }
    if (!comparison->different_bits++)
      comparison->first = first_difference(comparison, i, a, b);
    compare_values(comparison, i, a, b);
  }
  return TRUE;
}

/* -- tables ----------------------------------------------------------------------------------------------------------- */

static void append_bin(UlpTable *table, double ulps, guint64 count, guint64 n) {
  const UlpCell cells[] = {ulp_cell_real(ulps), ulp_cell_count(count), ulp_cell_real((double)count / (double)n)};
  ulp_table_append(table, cells);
}

static void append_bins(UlpTable *table, const Comparison *comparison) {
  int last = -1;
  for (int k = 0; k < BINS; k++)
    if (g_array_index(comparison->bins, guint64, k))
      last = k;
  append_bin(table, 0, comparison->equal, comparison->n);
  for (int k = 0; k <= last; k++)
    append_bin(table, k == BINS - 1 ? G_MAXDOUBLE : ldexp(1, k), g_array_index(comparison->bins, guint64, k),
               comparison->n);
  if (comparison->not_finite)
    append_bin(table, INFINITY, comparison->not_finite, comparison->n);
}

static void append_summary(UlpTable *table, const UlpRun *run, const Comparison *comparison) {
  const UlpCell cells[] = {
      ulp_cell_text(ulp_input_describe(run->inputs[0])),
      ulp_cell_text(ulp_input_describe(run->inputs[1])),
      ulp_cell_count(comparison->n),
      ulp_cell_text(comparison->different_bits ? "different" : "equal"),
      ulp_cell_count(comparison->different_bits),
      ulp_cell_count(comparison->different_values),
      ulp_cell_text(comparison->first ? comparison->first : ""),
      ulp_cell_real(comparison->max_difference),
      ulp_cell_real(comparison->max_ulps),
      ulp_cell_count(comparison->max_index),
      ulp_cell_count(comparison->outside),
      ulp_cell_text(comparison->outside ? "FAIL" : "PASS"),
      ulp_cell_real(comparison->atol),
      ulp_cell_real(comparison->rtol),
  };
  ulp_table_append(table, cells);
}

/* -- the run ---------------------------------------------------------------------------------------------------------- */

static gboolean open_side(const UlpRun *run, guint index, Side *side, GError **error) {
  side->format = ulp_input_format(run->inputs[index]);
  side->data = ulp_input_data(run->inputs[index], run->cancellable, error);
  return side->data != NULL;
}

static void needs_of_compare(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  needs->rows = BINS + 2;
  for (guint i = 0; i < 2; i++)
    needs->host += inputs[i].is_file ? 0 : ulp_needs_array(inputs[i].format, inputs[i].count);
}

static gboolean run_compare(const UlpRun *run, UlpResult *result, GError **error) {
  const guint64 n = ulp_input_count(run->inputs[0]), n_b = ulp_input_count(run->inputs[1]);
  if (n != n_b) {
    ulp_set_error(error, ULP_ERROR_INPUT,
                  _("a has %" G_GUINT64_FORMAT " elements and b %" G_GUINT64_FORMAT ", expected as many"), n, n_b);
    return FALSE;
  }
  g_auto(Comparison) comparison = {.n = n,
                                   .atol = ulp_values_real(run->values, "atol"),
                                   .rtol = ulp_values_real(run->values, "rtol"),
                                   .bins = g_array_new(FALSE, TRUE, sizeof(guint64))};
  g_array_set_size(comparison.bins, BINS);
  result->data = ulp_table_new("compare", N_("Differences in ulps"), columns, G_N_ELEMENTS(columns));
  if (!open_side(run, 0, &comparison.a, error) || !open_side(run, 1, &comparison.b, error) ||
      !compare(run, &comparison, error))
    return FALSE;
  append_bins(result->data, &comparison);
  result->summary = ulp_table_new("compare-summary", N_("Comparison"), summary_columns, G_N_ELEMENTS(summary_columns));
  append_summary(result->summary, run, &comparison);
  result->verdict = comparison.outside ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
  if (comparison.outside)
    result->verdict_reason = g_strdup_printf(_("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                               " elements are outside the tolerance, the first that differs is %s"),
                                             comparison.outside, n, comparison.first);
  return TRUE;
}

const UlpExperiment ulp_experiment_compare = {
    .id = "compare",
    .title = N_("Compare"),
    .summary = N_("two arrays element by element: the same bits, or how many ulps apart"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_compare,
    .run = run_compare,
};
