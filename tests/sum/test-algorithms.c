/* The list of algorithms and the reading of specifications. */
#include "core/base/error.h"
#include "core/sum/algorithm.h"
#include "core/sum/plan-check.h"

#include <string.h>

static GArray *parse(const char *list) {
  g_autoptr(GError) error = NULL;
  GArray *choices = ulp_algorithms_parse(list, &error);
  g_assert_no_error(error);
  g_assert_nonnull(choices);
  return choices;
}

static const UlpAlgorithmChoice *at(GArray *choices, guint index) {
  g_assert_cmpuint(index, <, choices->len);
  return &g_array_index(choices, UlpAlgorithmChoice, index);
}

/* clang-format off */
/* What each id stands for, as its definition has it. */
static const struct {
  const char *id;
  UlpSumPlan plan;
  UlpDeterminism determinism;
  const char *accumulator;
} expected[] = {
    {"seq-fp32", {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"seq-fp64", {ULP_STEP_ADD_FP64, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP64},
     ULP_DETERMINISM_EVERYWHERE, "fp64"},
    {"seq-mixed", {ULP_STEP_ADD_FP64, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp64"},
    {"seq-fp16", {ULP_STEP_ADD_FP16, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP16},
     ULP_DETERMINISM_EVERYWHERE, "fp16"},
    {"seq-bf16", {ULP_STEP_ADD_BF16, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_BF16},
     ULP_DETERMINISM_EVERYWHERE, "bf16"},
    {"reversed", {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32, .order = ULP_ORDER_REVERSED},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"ascending", {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32, .order = ULP_ORDER_ASCENDING},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"descending", {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32, .order = ULP_ORDER_DESCENDING},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"pairwise", {ULP_STEP_ADD_FP32, ULP_SHAPE_PAIRWISE, ULP_MERGE_NONE, ULP_FORMAT_FP32, .leaf = 1},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"pairwise-128", {ULP_STEP_ADD_FP32, ULP_SHAPE_PAIRWISE, ULP_MERGE_NONE, ULP_FORMAT_FP32, .leaf = 128},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"numpy-fp32", {ULP_STEP_ADD_FP32, ULP_SHAPE_NUMPY, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"numpy-fp64", {ULP_STEP_ADD_FP64, ULP_SHAPE_NUMPY, ULP_MERGE_NONE, ULP_FORMAT_FP64},
     ULP_DETERMINISM_EVERYWHERE, "fp64"},
    {"numpy-fp16", {ULP_STEP_ADD_FP32, ULP_SHAPE_NUMPY, ULP_MERGE_NONE, ULP_FORMAT_FP16},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"blocked", {ULP_STEP_ADD_FP32, ULP_SHAPE_RUNS, ULP_MERGE_IN_ORDER, ULP_FORMAT_FP32, .leaf = 128},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"tree-fp32", {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP64, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"tree-fp64", {ULP_STEP_ADD_FP64, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP64, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp64"},
    {"tree-mixed", {ULP_STEP_ADD_FP64, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP32, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp64"},
    {"strided", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"fixed", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"warps", {ULP_STEP_ADD_FP32, ULP_SHAPE_WARPS, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"ordered-tail", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_IN_ORDER, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"last-block", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_LAST_BLOCK, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"tickets", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TICKETS, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"kahan", {ULP_STEP_KAHAN_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"kahan-lanes", {ULP_STEP_KAHAN_LANES_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"kahan-tree", {ULP_STEP_KAHAN_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"neumaier", {ULP_STEP_NEUMAIER_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"neumaier-tree", {ULP_STEP_NEUMAIER_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"klein", {ULP_STEP_KLEIN_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"double-double", {ULP_STEP_DOUBLE_DOUBLE_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"double-double-tree", {ULP_STEP_DOUBLE_DOUBLE_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 1024, .block = 256},
     ULP_DETERMINISM_EVERYWHERE, "fp32"},
    {"unordered", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_ARRIVAL, ULP_FORMAT_FP32, .grid = 1024, .block = 256, .threads = 8, .chunk = 16},
     ULP_DETERMINISM_NONE, "fp32"},
    {"unordered-warps", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_ARRIVAL, ULP_FORMAT_FP32, .grid = 8192, .block = 32, .threads = 8, .chunk = 128},
     ULP_DETERMINISM_NONE, "fp32"},
    {"unordered-elements", {ULP_STEP_ADD_FP32, ULP_SHAPE_RUNS, ULP_MERGE_ARRIVAL, ULP_FORMAT_FP32, .leaf = 1, .threads = 8, .chunk = 1024},
     ULP_DETERMINISM_NONE, "fp32"},
    {"unordered-compensated", {ULP_STEP_NEUMAIER_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_ARRIVAL, ULP_FORMAT_FP32, .grid = 128, .block = 1024, .threads = 8, .chunk = 1},
     ULP_DETERMINISM_NONE, "fp32"},
    {"unordered-sim", {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_SHUFFLED, ULP_FORMAT_FP32, .grid = 1024, .block = 256, .seed = 1},
     ULP_DETERMINISM_NONE, "fp32"},
    {"exact", {ULP_STEP_EXACT, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE, ULP_FORMAT_FP64},
     ULP_DETERMINISM_ORDER_INDEPENDENT, "exact"},
    {"exact-fp32", {ULP_STEP_EXACT, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE, ULP_FORMAT_FP32},
     ULP_DETERMINISM_ORDER_INDEPENDENT, "exact"},
    {"fixed-point", {ULP_STEP_EXACT, ULP_SHAPE_FIXED_POINT, ULP_MERGE_NONE, ULP_FORMAT_FP64, .fraction = 32},
     ULP_DETERMINISM_ORDER_INDEPENDENT, "exact"},
    {"bins", {ULP_STEP_ADD_FP32, ULP_SHAPE_BINS, ULP_MERGE_NONE, ULP_FORMAT_FP32, .folds = 3},
     ULP_DETERMINISM_ORDER_INDEPENDENT, "fp32"},
};
/* clang-format on */

static void assert_plan(const UlpSumPlan *found, const UlpSumPlan *plan) {
  g_assert_cmpint(found->step, ==, plan->step);
  g_assert_cmpint(found->shape, ==, plan->shape);
  g_assert_cmpint(found->merge, ==, plan->merge);
  g_assert_cmpuint(found->result, ==, plan->result);
  g_assert_cmpint(found->order, ==, plan->order);
#define ULP_PLAN_PARAM(id, ...) g_assert_cmpuint(found->id, ==, plan->id);
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
}

static guint n_algorithms(void) {
  guint n = 0;
  while (ulp_algorithms[n])
    n++;
  return n;
}

static void test_all(void) {
  g_autoptr(GArray) choices = parse("all");
  const guint n = G_N_ELEMENTS(expected);
  g_assert_cmpuint(choices->len, ==, n_algorithms());
  g_assert_cmpuint(choices->len, ==, n + ULP_N_ROUTINES);
  for (guint i = 0; i < n; i++) {
    const UlpAlgorithm *algorithm = at(choices, i)->algorithm;
    g_assert_true(algorithm == ulp_algorithms[i]);
    g_assert_cmpstr(algorithm->id, ==, expected[i].id);
    g_assert_cmpstr(at(choices, i)->label, ==, expected[i].id);
    g_assert_cmpint(algorithm->determinism, ==, expected[i].determinism);
    g_assert_cmpstr(ulp_plan_accumulator(&at(choices, i)->plan), ==, expected[i].accumulator);
    g_assert_null(ulp_sum_plan_problem(&at(choices, i)->plan));
    assert_plan(&at(choices, i)->plan, &expected[i].plan);
  }
}

/* What libraries do comes last; both formats of each, and what the libraries promise of it. */
static void test_routines(void) {
  static const struct {
    const char *id;
    UlpDeterminism determinism;
    gboolean of_magnitudes;
  } routines[] = {
      {"cub-not-guaranteed", ULP_DETERMINISM_NONE},   {"cub-run-to-run", ULP_DETERMINISM_RUN_TO_RUN},
      {"cub-gpu-to-gpu", ULP_DETERMINISM_GPU_TO_GPU}, {"thrust-reduce", ULP_DETERMINISM_RUN_TO_RUN},
      {"cublas-dot", ULP_DETERMINISM_RUN_TO_RUN},     {"cublas-asum", ULP_DETERMINISM_RUN_TO_RUN, TRUE},
  };
  g_assert_cmpuint(2 * G_N_ELEMENTS(routines), ==, ULP_N_ROUTINES);
  for (guint i = 0; i < 2 * G_N_ELEMENTS(routines); i++) {
    const gboolean wide = i % 2;
    g_autofree char *id = g_strconcat(routines[i / 2].id, wide ? "-fp64" : "", NULL);
    g_autoptr(GArray) choices = parse(id);
    const UlpSumPlan *plan = &at(choices, 0)->plan;
    g_assert_cmpint(at(choices, 0)->algorithm->determinism, ==, routines[i / 2].determinism);
    g_assert_cmpint(plan->shape, ==, ULP_SHAPE_LIBRARY);
    g_assert_cmpuint(plan->result, ==, wide ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32);
    g_assert_cmpint(ulp_plan_of_magnitudes(plan), ==, routines[i / 2].of_magnitudes);
    g_assert_null(ulp_sum_plan_problem(plan));
  }
  const UlpSumPlan unknown = {.shape = ULP_SHAPE_LIBRARY, .result = ULP_FORMAT_FP32, .routine = ULP_N_ROUTINES};
  g_assert_nonnull(ulp_sum_plan_problem(&unknown));
}

static void test_descriptors(void) {
  for (guint i = 0; ulp_algorithms[i]; i++) {
    const UlpAlgorithm *algorithm = ulp_algorithms[i];
    g_assert_cmpuint(strlen(algorithm->title), >, 0);
    g_assert_cmpuint(strlen(algorithm->summary), >, 0);
    g_assert_cmpuint(strlen(algorithm->source), >, 0);
    g_assert_cmpuint(algorithm->group, <, ULP_N_GROUPS);
    if (i > 0) /* those of a group stand together */
      g_assert_cmpuint(algorithm->group, >=, ulp_algorithms[i - 1]->group);
    guint n_params;
    const UlpParam *params = ulp_algorithm_params(algorithm, &n_params);
    for (guint k = 0; k < n_params; k++) /* a grid or block that may be chosen is not in the words */
      if (g_str_equal(params[k].id, "grid") || g_str_equal(params[k].id, "block"))
        g_assert_null(strstr(algorithm->summary, params[k].default_text));
    const gboolean simulated = algorithm->merge == ULP_MERGE_SHUFFLED;
    /* What wider elements are rounded to is said. */
    g_autofree char *help = ulp_algorithm_help(algorithm);
    g_assert_true(g_str_has_prefix(help, algorithm->summary));
    const gboolean takes_all = algorithm->step == ULP_STEP_EXACT || ulp_step_is_fp64(algorithm->step);
    g_assert_cmpint(strstr(help, "wider elements are rounded to") != NULL, ==,
                    !takes_all && algorithm->shape != ULP_SHAPE_LIBRARY);
    g_assert_true((strstr(algorithm->title, "simulated schedule") != NULL) == simulated);
    g_assert_true((strstr(algorithm->summary, "simulated schedule") != NULL) == simulated);
  }
  g_assert_cmpstr(ulp_determinism_ids[ULP_DETERMINISM_NONE], ==, "none");
  g_assert_cmpstr(ulp_determinism_ids[ULP_DETERMINISM_EVERYWHERE], ==, "everywhere");
  g_assert_cmpstr(ulp_determinism_ids[ULP_DETERMINISM_ORDER_INDEPENDENT], ==, "order-independent");
}

static void test_parameters(void) {
  g_autoptr(GArray) choices = parse(
      "strided:grid=64:block=128, kahan,pairwise:leaf=2^10,unordered-sim:seed=7:grid=3,unordered:threads=3:chunk=5");
  g_assert_cmpuint(choices->len, ==, 5);
  g_assert_cmpuint(at(choices, 4)->plan.threads, ==, 3);
  g_assert_cmpuint(at(choices, 4)->plan.chunk, ==, 5);
  g_assert_cmpstr(at(choices, 0)->label, ==, "strided:grid=64:block=128");
  g_assert_cmpuint(at(choices, 0)->plan.grid, ==, 64);
  g_assert_cmpuint(at(choices, 0)->plan.block, ==, 128);
  g_assert_cmpstr(at(choices, 1)->label, ==, "kahan");
  g_assert_cmpuint(at(choices, 2)->plan.leaf, ==, 1024);
  g_assert_cmpuint(at(choices, 3)->plan.seed, ==, 7);
  g_assert_cmpuint(at(choices, 3)->plan.grid, ==, 3);
  g_assert_cmpuint(at(choices, 3)->plan.block, ==, 256);
}

/* The accumulator is chosen among those of the step's rule, and the result's format goes with it. */
static void test_accumulators(void) {
  g_autoptr(GArray) choices = parse("pairwise:acc=fp64,kahan:acc=bf16,klein:acc=fp64,fixed:acc=fp16:grid=3,pairwise");
  static const UlpStep steps[] = {ULP_STEP_ADD_FP64, ULP_STEP_KAHAN_BF16, ULP_STEP_KLEIN_FP64, ULP_STEP_ADD_FP16,
                                  ULP_STEP_ADD_FP32};
  g_assert_cmpuint(choices->len, ==, G_N_ELEMENTS(steps));
  for (guint i = 0; i < choices->len; i++) {
    const UlpSumPlan *plan = &at(choices, i)->plan;
    g_assert_cmpint(plan->step, ==, steps[i]);
    g_assert_cmpuint(plan->result, ==, ulp_step_format(steps[i]));
    g_assert_null(ulp_sum_plan_problem(plan));
  }
  g_assert_cmpuint(at(choices, 0)->plan.leaf, ==, 1);
  g_assert_cmpuint(at(choices, 3)->plan.grid, ==, 3);
}

static void test_repeats(void) {
  g_autoptr(GArray) choices = parse("exact,seq-fp32,exact,strided:grid=1,strided,strided:grid=2,seq-fp32");
  g_assert_cmpuint(choices->len, ==, 4);
  g_assert_cmpstr(at(choices, 0)->label, ==, "exact");
  g_assert_cmpstr(at(choices, 1)->label, ==, "seq-fp32");
  g_assert_cmpstr(at(choices, 2)->label, ==, "strided:grid=1");
  g_assert_cmpstr(at(choices, 3)->label, ==, "strided:grid=2");
  /* One parameter that differs, of each kind, is another algorithm. */
  g_autoptr(GArray) apart =
      parse("unordered-sim,unordered-sim:seed=2,unordered-sim:grid=2,unordered-sim:block=2,unordered,"
            "unordered:threads=2,unordered:chunk=2,pairwise,pairwise:leaf=2");
  g_assert_cmpuint(apart->len, ==, 9);
  g_autoptr(GArray) all = parse("kahan,all");
  g_assert_cmpuint(all->len, ==, n_algorithms());
  g_assert_cmpstr(at(all, 0)->label, ==, "kahan");
}

static void test_errors(void) {
  static const struct {
    const char *list, *named;
  } cases[] = {
      {"", ""},
      {"nosuch", "nosuch"},
      {"seq-fp32,", ""},
      {"seq_fp32", "seq_fp32"},
      {"seq-fp32:block=4", "block"},
      {"pairwise:acc=e4m3", "acc"},
      {"klein:acc=fp16", "acc"},
      {"unordered:acc=bf16", "acc"},
      {"seq-fp32:acc=fp64", "acc"},
      {"strided:block=2048", "block"},
      {"strided:block=0", "block"},
      {"strided:grid=0", "grid"},
      {"strided:grid=65536", "grid"},
      {"strided:grid=-1", "grid"},
      {"strided:grid", "grid"},
      {"strided:grid=2:grid=3", "grid"},
      {"pairwise:leaf=0", "leaf"},
      {"pairwise:leaf=1.5", "leaf"},
      {"pairwise:block=4", "block"},
      {"all:block=4", "all"},
      {"unordered:threads=0", "threads"},
      {"unordered:threads=257", "threads"},
      {"unordered:chunk=0", "chunk"},
      {"unordered-sim:threads=2", "threads"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_algorithms_parse(cases[i].list, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, cases[i].named));
    g_assert_null(strchr(error->message, '\n'));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/algorithms/all", test_all);
  g_test_add_func("/sum/algorithms/descriptors", test_descriptors);
  g_test_add_func("/sum/algorithms/routines", test_routines);
  g_test_add_func("/sum/algorithms/parameters", test_parameters);
  g_test_add_func("/sum/algorithms/accumulators", test_accumulators);
  g_test_add_func("/sum/algorithms/repeats", test_repeats);
  g_test_add_func("/sum/algorithms/errors", test_errors);
  return g_test_run();
}
