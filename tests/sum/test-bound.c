/* Bounds and heights, from the papers' formulas worked out by hand; that no sum passes its bound, with sums that come near, is
 * tested with the backend (tests/backend/test-cpu-bound.c). */
#include "core/sum/algorithm.h"
#include "core/sum/bound.h"

#include <math.h>

static UlpSumPlan plan_of(const char *spec) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, &error);
  g_assert_no_error(error);
  return g_array_index(choices, UlpAlgorithmChoice, 0).plan;
}

static UlpSumBound bound_of(const char *spec, guint64 n, double magnitudes, double sum) {
  const UlpSumPlan plan = plan_of(spec);
  const UlpSumData data = {.n = n, .magnitudes = magnitudes, .sum = sum, .elements = ULP_FORMAT_FP32, .lambda = 1};
  return ulp_sum_bound(&plan, &data);
}

static void assert_close(double found, double expected) {
  g_assert_cmpfloat(fabs(found - expected), <=, 1e-12 * fabs(expected));
}

static double gamma_of(double n, double u) { return n * u / (1 - n * u); }

#define U32 0x1p-24
#define U64 0x1p-53

static void test_heights(void) {
  static const struct {
    const char *spec;
    guint64 n;
    double shape, merge;
  } cases[] = {
      {"seq-fp32", 0, 0, 0},
      {"seq-fp32", 1, 0, 0},
      {"seq-fp32", 1000, 999, 0},
      {"pairwise", 1, 0, 0},
      {"pairwise", 1024, 10, 0},
      {"pairwise", 1025, 11, 0},
      {"pairwise:leaf=128", 128, 127, 0},
      {"pairwise:leaf=128", 129, 65, 0},  /* 64 and 65 */
      {"pairwise:leaf=128", 257, 128, 0}, /* 128 and 129, which is 64 and 65 */
      {"numpy-fp32", 7, 6, 0},
      {"numpy-fp32", 8, 3, 0},
      {"numpy-fp32", 128, 18, 0},          /* 15 in a lane, 3 to join them */
      {"numpy-fp32", 129, 12, 0},          /* 64 and 65: 7 + 3 + 1, and one above */
      {"numpy-fp32", 1000, 3 + 15 + 3, 0}, /* 496, 504; 248, 256; 120, 128 */
      {"blocked:leaf=100", 1000, 99, 9},
      {"blocked:leaf=100", 50, 49, 0},
      {"tree-fp32", 1000, 8, 3},
      {"tree-fp32:block=100", 1000, 7, 9},
      {"strided", 1000, 3 + 8, 0},
      {"fixed", 1 << 20, 3 + 8, 3 + 8},
      {"warps", 1 << 20, 3 + 5 + 3, 3 + 8},
      {"warps:grid=1:block=1024", 4096, 3 + 5 + 5, 0},
      {"unordered:grid=7:block=2", 14, 1, 6},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpSumPlan plan = plan_of(cases[i].spec);
    g_assert_cmpfloat(ulp_shape_height(&plan, cases[i].n), ==, cases[i].shape);
    g_assert_cmpfloat(ulp_merge_height(&plan, cases[i].n), ==, cases[i].merge);
  }
}

static void test_worst(void) {
  const double S = 3.0, s = 0.5;
  assert_close(bound_of("seq-fp32", 1000, S, s).worst, 999 * U32 * S);
  assert_close(bound_of("seq-fp64", 1000, S, s).worst, 999 * U64 * S);
  assert_close(bound_of("seq-bf16", 100, S, s).worst,
               99 * 0x1p-8 * (S + 0x1p-8 * S) + 0x1p-8 * S); /* elements rounded */
  assert_close(bound_of("pairwise", 1 << 20, S, s).worst, gamma_of(20, U32) * S);
  assert_close(bound_of("fixed", 1 << 20, S, s).worst, gamma_of(22, U32) * S);
  assert_close(bound_of("neumaier", 1000, S, s).worst, U32 * s + gamma_of(999, U32) * gamma_of(999, U32) * S);
  assert_close(bound_of("kahan", 1000, S, s).worst, (2 * U32 + 4 * 1000 * U32 * U32) * S);
  assert_close(bound_of("double-double", 1000, S, s).worst, U32 * s + 2 * 999 * U32 * U32 * S);
  assert_close(bound_of("exact", 1000, S, s).worst, U64 * s);
  assert_close(bound_of("exact-fp32", 1000, S, s).worst, U32 * s);
  assert_close(bound_of("fixed-point:fraction=20", 1000, S, s).worst, 1000 * 0x1p-21 + U64 * (s + 1000 * 0x1p-21));
  /* max |x| is taken for S, 3: bin 0, and the lowest of three has units of 2^-40; of one, 1, and then no more than S is lost. */
  assert_close(bound_of("bins", 1000, S, s).worst, 1000 * 0x1p-41 + U32 * (s + 1000 * 0x1p-41));
  assert_close(bound_of("bins:folds=1", 1000, S, s).worst, S + U32 * (s + S));
  assert_close(bound_of("bins:acc=fp64:folds=2", 1000, S, s).worst, 1000 * 0x1p-41 + U64 * (s + 1000 * 0x1p-41));
  const double tree = gamma_of(8, U32), merge = gamma_of(3, U64);
  assert_close(bound_of("tree-fp32", 1000, S, s).worst, (tree + merge + tree * merge) * S);
  const double mixed = 999 * U64 * S;
  assert_close(bound_of("seq-mixed", 1000, S, s).worst, mixed + U32 * (s + mixed));
  /* One element is itself. */
  g_assert_cmpfloat(bound_of("seq-fp32", 1, S, s).worst, ==, 0);
}

static void test_probable(void) {
  assert_close(bound_of("seq-fp32", 10001, 3, 1).probable, 100 * U32 * 3);
  assert_close(bound_of("pairwise", 1 << 16, 3, 1).probable, 4 * U32 * 3);
  g_assert_true(isnan(bound_of("kahan", 1000, 3, 1).probable));
  g_assert_true(isnan(bound_of("exact", 1000, 3, 1).probable));
}

/* n u >= 1: no bound, and none said to be. */
static void test_none(void) {
  static const struct {
    const char *spec;
    guint64 n;
    gboolean some;
  } cases[] = {
      {"seq-fp32", (1 << 24) - 1, TRUE},
      {"seq-fp32", 1 << 24, FALSE},
      {"seq-fp16", 2047, TRUE},
      {"seq-fp16", 2048, FALSE},
      {"seq-bf16", 255, TRUE},
      {"seq-bf16", 256, FALSE},
      {"neumaier", 1 << 24, FALSE},
      {"kahan", 1 << 24, FALSE},
      {"pairwise", G_GUINT64_CONSTANT(1) << 40, TRUE},
      {"exact", G_GUINT64_CONSTANT(1) << 40, TRUE},
      {"fixed-point", 1000, TRUE},
      {"fixed-point:fraction=63", 1000, FALSE},
      {"cub-run-to-run", 10, FALSE},
      {"bins", G_GUINT64_CONSTANT(1) << 40, TRUE},
      {"seq-fp64", 1 << 24, TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpSumBound bound = bound_of(cases[i].spec, cases[i].n, 1, 1);
    g_assert_cmpint(!isnan(bound.worst), ==, cases[i].some);
    g_assert_cmpint(*bound.worst_source != '\0', ==, cases[i].some);
    g_assert_true(cases[i].some || isnan(bound.probable));
  }
}

static void test_operations(void) {
  static const struct {
    const char *spec;
    guint64 n;
    double operations;
  } cases[] = {
      {"seq-fp32", 1000, 1000},
      {"kahan", 1000, 4000},
      {"neumaier", 10, 50},
      {"klein", 10, 90},
      {"double-double", 10, 100},
      {"pairwise", 1024, 1023},
      {"tree-fp32", 512, 2 * 255 + 2},
      {"exact", 1000, 0},
      {"strided", 256, 256 + 255},
      {"bins:folds=1", 10, 10},
      {"bins", 10, 70},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpSumPlan plan = plan_of(cases[i].spec);
    g_assert_cmpfloat(ulp_sum_operations(&plan, cases[i].n), ==, cases[i].operations);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/bound/heights", test_heights);
  g_test_add_func("/sum/bound/worst", test_worst);
  g_test_add_func("/sum/bound/probable", test_probable);
  g_test_add_func("/sum/bound/none", test_none);
  g_test_add_func("/sum/bound/operations", test_operations);
  return g_test_run();
}
