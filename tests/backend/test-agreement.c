/* Twins: every deterministic algorithm and every schedule gives the same bits on a device as on the CPU, from arrays that
 * the device generated itself; and the device, not another, executed it. The log of all comparisons of algorithms goes to
 * the file that ULP_AGREEMENT_LOG names. */
#include "agreement.h"

#include "core/sum/algorithm.h"

#include <math.h>
#include <stdio.h>

static FILE *log_file; /* of the algorithms */
static const char *const algorithms =
    "all,strided:grid=64:block=128,strided:grid=3:block=1024,strided:grid=7:block=1,fixed:grid=65:block=32,"
    "kahan-tree:grid=5:block=64,pairwise:leaf=7,pairwise:leaf=1000,pairwise:acc=fp64,blocked:acc=fp64:leaf=1000,"
    "reversed:acc=fp64,ascending:acc=fp64,descending:acc=fp64,warps:grid=7:block=100,fixed:acc=bf16,kahan:acc=fp64,"
    "neumaier:acc=fp64,klein:acc=fp64,double-double:acc=fp64,unordered:acc=fp64,unordered-elements:acc=fp64,"
    "fixed-point:fraction=0,fixed-point:fraction=40,bins:folds=1,bins:folds=2,bins:folds=8,bins:acc=fp64,"
    "bins:acc=fp64:folds=1,bins:acc=fp64:folds=8,strided:grid=5:block=1000:acc=fp64";
/* Slices of one array: all sizes at which a schedule turns, and odd offsets, which change the alignment. */
static const guint64 sizes[] = {0, 1, 2, 255, 256, 257, 513, 8195, 70001, 1000003, 16777217};
static const guint64 largest_quick = 8195, largest_small = 70001, largest_fp64 = 1000003;
#define N_OFFSETS 4
static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};

typedef struct {
  const AgreementPair *pair;
  const char *generator; /* specification without n and format */
  UlpFormat format;
} Subject;

/* What one slice is summed by. */
typedef struct {
  const char *label;
  UlpDeterminism determinism;
  UlpSumPlan plan;
} Way;

typedef struct {
  UlpSumPlan plan;
  guint64 offset, count;
} Case;

typedef struct {
  const Subject *subject;
  GArray *ways;   /* Way, by way of every slice */
  GArray *cases;  /* Case; case i is way i % ways->len */
  guint exact;    /* index of the exact way among algorithms; ways->len among plans */
  double largest; /* |element|, of the finite ones */
  guint mismatches;
} Comparison;

static void compare_row(Comparison *comparison, guint i, const UlpSumRow *expected, const UlpSumRow *found) {
  const Subject *subject = comparison->subject;
  const Case *one = &g_array_index(comparison->cases, Case, i);
  const guint n_ways = comparison->ways->len;
  const Way *way = &g_array_index(comparison->ways, Way, i % n_ways);
  const char *name = ulp_device_info(subject->pair->device)->name;
  gboolean match = expected[i].bits == found[i].bits;
  if (way->determinism == ULP_DETERMINISM_NONE && comparison->exact < n_ways) {
    const UlpSumRow *exact = &expected[i - i % n_ways + comparison->exact];
    match = match || agreement_is_near((double)one->count, comparison->largest,
                                       ulp_bits_to_double(way->plan.result, found[i].bits),
                                       ulp_bits_to_double(ULP_FORMAT_FP64, exact->bits));
  }
  match = match && found[i].device && g_str_has_prefix(name, found[i].device) && found[i].seconds >= 0;
  comparison->mismatches += !match;
  if (!match)
    g_test_message("%s, %s %s, %" G_GUINT64_FORMAT " elements from %" G_GUINT64_FORMAT ": expected %" G_GINT64_MODIFIER
                   "x, found %" G_GINT64_MODIFIER "x on %s",
                   way->label, subject->generator, ulp_format_info(subject->format)->id, one->count, one->offset,
                   (guint64)expected[i].bits, (guint64)found[i].bits, found[i].device ? found[i].device : "nothing");
  if (log_file && comparison->exact < n_ways)
    fprintf(log_file,
            "\"%s\",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,%s,%s,0x%0*" G_GINT64_MODIFIER
            "x,0x%0*" G_GINT64_MODIFIER "x,%s,%s\n",
            way->label, one->count, one->offset, subject->generator, ulp_format_info(subject->format)->id,
            ulp_determinism_ids[way->determinism], (int)ulp_format_bytes(way->plan.result) * 2,
            (guint64)expected[i].bits, (int)ulp_format_bytes(way->plan.result) * 2, (guint64)found[i].bits,
            found[i].device ? found[i].device : "", match ? "yes" : "no");
}

/* Of the finite elements. */
static double largest_magnitude(UlpInput *input) {
  g_autoptr(GError) error = NULL;
  const void *data = ulp_input_data(input, NULL, &error);
  g_assert_no_error(error);
  const UlpFormat format = ulp_input_format(input);
  double largest = 0;
  for (guint64 i = 0; i < ulp_input_count(input); i++) {
    const double x = format == ULP_FORMAT_FP32 ? ((const float *)data)[i] : ((const double *)data)[i];
    largest = isfinite(x) && fabs(x) > largest ? fabs(x) : largest;
  }
  return largest;
}

static UlpSumRow *sum_all(UlpDevice *device, UlpInput *input, const GArray *cases) {
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = agreement_place(device, input);
  UlpSumRow *rows = g_new0(UlpSumRow, cases->len);
  for (guint i = 0; i < cases->len; i++) {
    const Case *one = &g_array_index(cases, Case, i);
    ulp_array_sum(array, &one->plan, one->offset, one->count, &rows[i], NULL, &error);
    g_assert_no_error(error);
  }
  return rows;
}

/* Chains of many operations, on one thread of a GPU: seconds of each where the others take milliseconds. */
static gboolean is_slow(const UlpSumPlan *plan) {
  const gboolean plain = plan->step == ULP_STEP_ADD_FP32 || plan->step == ULP_STEP_ADD_FP64;
  return plan->shape == ULP_SHAPE_SEQUENTIAL && (!plain || plan->order != ULP_ORDER_GIVEN);
}

static void compare(const Subject *subject, GArray *ways, guint exact, guint64 largest) {
  g_autofree char *spec = g_strdup_printf("%s:n=%" G_GUINT64_FORMAT ":format=%s", subject->generator,
                                          largest + N_OFFSETS - 1, ulp_format_info(subject->format)->id);
  g_autoptr(UlpInput) input = agreement_input(spec, 42);
  g_autoptr(GArray) cases = g_array_new(FALSE, TRUE, sizeof(Case));
  for (guint s = 0; s < G_N_ELEMENTS(sizes) && sizes[s] <= largest; s++) {
    for (guint64 offset = 0; offset < (sizes[s] == 257 || sizes[s] == 1000003 ? N_OFFSETS : 1); offset++) {
      for (guint w = 0; w < ways->len; w++) {
        const UlpSumPlan *plan = &g_array_index(ways, Way, w).plan;
        const Case one = {*plan, offset, is_slow(plan) ? MIN(sizes[s], largest_fp64) : sizes[s]};
        g_array_append_val(cases, one);
      }
    }
  }
  Comparison comparison = {subject, ways, cases, exact, largest_magnitude(input), 0};
  g_autofree UlpSumRow *expected = sum_all(subject->pair->reference, input, cases);
  g_autofree UlpSumRow *found = sum_all(subject->pair->device, input, cases);
  for (guint i = 0; i < cases->len; i++)
    compare_row(&comparison, i, expected, found);
  if (comparison.mismatches)
    g_test_fail_printf("%u mismatches", comparison.mismatches);
}

/* Inputs of which every element differs, in size too. */
static gboolean is_telling(const Subject *subject) {
  return g_str_has_prefix(subject->generator, "bits") || !g_strcmp0(subject->generator, "normal");
}

static guint64 largest_size(const Subject *subject) {
  return subject->pair->quick                 ? largest_quick
         : subject->pair->small               ? largest_small
         : subject->format == ULP_FORMAT_FP64 ? largest_fp64
                                              : sizes[G_N_ELEMENTS(sizes) - 1];
}

static void test_algorithms(gconstpointer data) {
  const Subject *subject = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(algorithms, &error);
  g_assert_no_error(error);
  g_autoptr(GArray) ways = g_array_new(FALSE, TRUE, sizeof(Way));
  guint exact = 0;
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const Way way = {choice->label, choice->algorithm->determinism, choice->plan};
    if (choice->plan.shape == ULP_SHAPE_LIBRARY || /* no twin: the reference has it not */
        !ulp_device_supports_plan(subject->pair->device, &choice->plan, NULL))
      continue;
    if (!g_strcmp0(choice->algorithm->id, "exact"))
      exact = ways->len;
    g_array_append_val(ways, way);
  }
  g_assert_cmpuint(ways->len, >, 15);
  compare(subject, ways, exact, largest_size(subject));
}

/* ---- every triple ---- */

static void add_plan(GArray *ways, GStringChunk *labels, UlpSumPlan plan) {
  static const char *const steps[] = {
#define ULP_STEP(RULE, FORMAT) #RULE " " #FORMAT,
#include "core/sum/steps.def"
#undef ULP_STEP
  };
  static const char *const shapes[] = {"sequential", "blocks", "pairwise", "numpy", "runs", "strided", "warps"};
  static const char *const merges[] = {"none", "fp64", "tree", "arrival", "shuffled", "in order"};
  static const char *const orders[] = {"given", "reversed", "ascending", "descending"};
  g_autofree char *label =
      g_strdup_printf("plan %s %s %s %s grid %d block %d leaf %d", steps[plan.step], orders[plan.order],
                      shapes[plan.shape], merges[plan.merge], (int)plan.grid, (int)plan.block, (int)plan.leaf);
  const Way way = {g_string_chunk_insert(labels, label), ULP_DETERMINISM_EVERYWHERE, plan};
  g_array_append_val(ways, way);
}

/* Shapes of one partial. */
static void add_single(GArray *ways, GStringChunk *labels, UlpSumPlan plan) {
  for (UlpOrder order = 0; order < ULP_N_ORDERS; order++) {
    plan.order = order;
    plan.shape = ULP_SHAPE_SEQUENTIAL;
    add_plan(ways, labels, plan);
  }
  plan.order = ULP_ORDER_GIVEN;
  plan.shape = ULP_SHAPE_NUMPY;
  add_plan(ways, labels, plan);
  plan.shape = ULP_SHAPE_PAIRWISE;
  for (plan.leaf = 1; plan.leaf < 5000; plan.leaf = plan.leaf * 3 + 1)
    add_plan(ways, labels, plan);
}

static const guint odd_blocks[] = {3, 33, 96, 1000};

/* Shapes of one partial a block. */
static void add_strided(GArray *ways, GStringChunk *labels, UlpSumPlan plan) {
  for (plan.shape = ULP_SHAPE_STRIDED; plan.shape <= ULP_SHAPE_WARPS; plan.shape++) {
    for (plan.grid = 1; plan.grid <= 600; plan.grid = plan.grid * 7 + 2) {
      for (plan.block = 1; plan.block <= ULP_PLAN_MAX_BLOCK; plan.block *= 4)
        add_plan(ways, labels, plan);
      plan.block = odd_blocks[plan.grid % G_N_ELEMENTS(odd_blocks)];
      add_plan(ways, labels, plan);
    }
  }
}

/* Shapes of several, which a merge joins. */
static void add_merged(GArray *ways, GStringChunk *labels, UlpSumPlan plan) {
  plan.shape = ULP_SHAPE_RUNS;
  for (plan.leaf = 1; plan.leaf < 5000; plan.leaf = plan.leaf * 10 + 1)
    add_plan(ways, labels, plan);
  plan.leaf = 0;
  plan.shape = ULP_SHAPE_BLOCKS;
  for (plan.block = 1; plan.block <= ULP_PLAN_MAX_BLOCK; plan.block *= 2)
    add_plan(ways, labels, plan);
  for (guint i = 0; i < G_N_ELEMENTS(odd_blocks); i++) {
    plan.block = odd_blocks[i];
    add_plan(ways, labels, plan);
  }
  plan.block = 0;
  add_strided(ways, labels, plan);
}

static void test_plans(gconstpointer data) {
  static const UlpMerge merges[] = {ULP_MERGE_FP64, ULP_MERGE_TREE, ULP_MERGE_IN_ORDER};
  const Subject *subject = data;
  g_autoptr(GArray) ways = g_array_new(FALSE, TRUE, sizeof(Way));
  GStringChunk *labels = g_string_chunk_new(4096);
  for (UlpStep step = 0; step < ULP_STEP_EXACT; step++) {
    UlpSumPlan plan = {.step = step, .result = formats[step % G_N_ELEMENTS(formats)]};
    add_single(ways, labels, plan);
    for (guint i = 0; i < G_N_ELEMENTS(merges); i++) {
      plan.merge = merges[i];
      add_merged(ways, labels, plan);
    }
    for (plan.merge = ULP_MERGE_LAST_BLOCK; plan.merge <= ULP_MERGE_TICKETS; plan.merge++)
      add_strided(ways, labels, plan);
  }
  compare(subject, ways, ways->len, subject->pair->quick ? 513 : largest_small);
  g_string_chunk_free(labels);
}

/* ---- arrays ---- */

static void test_generated(gconstpointer data) {
  const Subject *subject = data;
  static const guint64 seeds[] = {0, 1, G_MAXUINT64};
  const guint64 n = subject->pair->small ? 10007 : 1000003, width = ulp_format_bytes(subject->format);
  for (guint s = 0; s < G_N_ELEMENTS(seeds); s++) {
    g_autofree char *spec = g_strdup_printf("%s:n=%" G_GUINT64_FORMAT ":format=%s", subject->generator, n,
                                            ulp_format_info(subject->format)->id);
    g_autoptr(UlpInput) input = agreement_input(spec, seeds[s]);
    g_autoptr(UlpArray) array = agreement_place(subject->pair->device, input);
    g_assert_cmpuint(ulp_array_count(array), ==, n);
    g_autofree void *expected = g_malloc(n * width), *found = g_malloc0(n * width);
    g_autoptr(GError) error = NULL;
    ulp_generate(ulp_input_job(input), 0, n, expected);
    ulp_array_download(array, 0, n, found, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpmem(expected, n * width, found, n * width);
    ulp_array_download(array, n - 3, 3, found, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpmem((char *)expected + (n - 3) * width, 3 * width, found, 3 * width);
  }
}

/* More than 2^31 elements, on request: 8.6 GB on the device and on the host. */
static void test_huge(gconstpointer data) {
  const AgreementPair *pair = data;
  const guint64 n = (G_GUINT64_CONSTANT(1) << 31) + 5;
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse("fixed,tree-fp32,pairwise,pairwise-128,exact", &error);
  g_assert_no_error(error);
  g_autofree char *spec = g_strdup_printf("normal:n=%" G_GUINT64_FORMAT, n);
  g_autoptr(UlpInput) input = agreement_input(spec, 3);
  g_autoptr(UlpArray) reference = agreement_place(pair->reference, input), array = agreement_place(pair->device, input);
  for (guint i = 0; i < choices->len; i++) {
    const UlpSumPlan *plan = &g_array_index(choices, UlpAlgorithmChoice, i).plan;
    UlpSumRow expected, found;
    ulp_array_sum(reference, plan, 0, n, &expected, NULL, &error);
    g_assert_no_error(error);
    ulp_array_sum(array, plan, 0, n, &found, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(expected.bits == found.bits);
  }
}

static void add_subject(const AgreementPair *pair, const char *generator, UlpFormat format) {
  static const struct {
    const char *name;
    void (*run)(gconstpointer);
  } tests[] = {{"generated", test_generated}, {"algorithms", test_algorithms}, {"plans", test_plans}};
  const Subject subject = {pair, generator, format};
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
    if (tests[i].run == test_plans && !is_telling(&subject))
      continue;
    g_autofree char *path = g_strdup_printf("/agreement/%s/%s/%s/%s", ulp_device_id(pair->device), tests[i].name,
                                            generator, ulp_format_info(format)->id);
    g_test_add_data_func_full(path, g_memdup2(&subject, sizeof subject), tests[i].run, g_free);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  const char *log_name = g_getenv("ULP_AGREEMENT_LOG");
  if (log_name) {
    log_file = fopen(log_name, "w");
    g_assert_nonnull(log_file);
    fprintf(log_file, "algorithm,size,offset,generator,format,determinism,bits_cpu,bits_device,executed_on,match\n");
  }
  g_autoptr(GArray) pairs = agreement_pairs();
  for (guint p = 0; p < pairs->len; p++) {
    const AgreementPair *pair = &g_array_index(pairs, AgreementPair, p);
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
      for (UlpGenerator generator = 0; generator < ULP_N_GENERATORS; generator++)
        add_subject(pair, ulp_generator_info(generator)->id, formats[f]);
      add_subject(pair, "bits:nonfinite=1", formats[f]);
    }
    g_autofree char *path = g_strdup_printf("/agreement/%s/huge", ulp_device_id(pair->device));
    if (g_getenv("ULP_AGREEMENT_HUGE"))
      g_test_add_data_func(path, pair, test_huge);
  }
  const int status = g_test_run();
  if (log_file && fclose(log_file)) {
    g_printerr("%s could not be written completely\n", log_name);
    return 1;
  }
  return status;
}
