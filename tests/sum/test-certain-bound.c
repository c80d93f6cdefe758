/* The bound that every result is judged by: there is one for every plan, and it is never below what is known to happen. */
#include "core/sum/algorithm.h"
#include "core/sum/certain-bound.h"

#include <math.h>

#define U32 0x1p-24
#define U64 0x1p-53

static double bound_of(const char *spec, UlpSumData data, double largest) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, &error);
  g_assert_no_error(error);
  data.largest = largest;
  return ulp_sum_certain_bound(&g_array_index(choices, UlpAlgorithmChoice, 0).plan, &data);
}

static void assert_close(double found, double expected) {
  g_assert_cmpfloat(fabs(found - expected), <=, 1e-9 * expected);
}

/* (n - 1) u S in any order (Jeannerod and Rump 2013): of libraries, and of chains that are longer than the other bounds go. */
static void test_any_order(void) {
  const UlpSumData data = {.n = 1000, .magnitudes = 300, .sum = 200, .elements = ULP_FORMAT_FP32};
  assert_close(bound_of("cub-run-to-run", data, 1), 999 * U32 * 300);
  const UlpSumData wide = {.n = 1000, .magnitudes = 300, .sum = 200, .elements = ULP_FORMAT_FP64};
  assert_close(bound_of("cub-run-to-run-fp64", wide, 1), 999 * U64 * 300);
  const UlpSumData chain = {.n = 1 << 25, .magnitudes = 300, .sum = 200, .elements = ULP_FORMAT_FP32};
  assert_close(bound_of("seq-fp32", chain, 1), ((1 << 25) - 1) * U32 * 300);
}

/* Every algorithm has one, which a sum of rounded numbers with room on all sides reaches at most by itself. */
static void test_every_algorithm(void) {
  const UlpSumData data = {.n = 1000, .magnitudes = 300, .sum = 200, .elements = ULP_FORMAT_FP32};
  for (guint i = 0; ulp_algorithms[i]; i++) {
    const double bound = bound_of(ulp_algorithms[i]->id, data, 1);
    g_assert_cmpfloat(bound, >, 0);
    g_assert_cmpfloat(bound, <, ulp_algorithms[i]->result == ULP_FORMAT_BF16 ? 2000 : 301);
  }
}

/* Elements below half the smallest subnormal of the accumulator vanish, each with all it is. */
static void test_underflow(void) {
  const UlpSumData data = {
      .n = 1000, .magnitudes = 1000 * 0x1p-150, .sum = 1000 * 0x1p-150, .elements = ULP_FORMAT_FP64};
  g_assert_cmpfloat(bound_of("fixed", data, 0x1p-150), >=, 1000 * 0x1p-150);
  g_assert_cmpfloat(bound_of("seq-mixed", data, 0x1p-150), >=, 0x1p-150);
}

/* Nothing is certain once a partial sum may be infinite, in the accumulator or in the result. */
static void test_overflow(void) {
  const UlpSumData large = {.n = 3, .magnitudes = INFINITY, .sum = 1, .elements = ULP_FORMAT_FP64};
  g_assert_true(isinf(bound_of("tree-fp64", large, 0x1p1023)));
  const UlpSumData single = {.n = 3, .magnitudes = 0x1p128, .sum = 1, .elements = ULP_FORMAT_FP32};
  g_assert_true(isinf(bound_of("fixed", single, 0x1p127)));
  g_assert_false(isinf(bound_of("seq-mixed", single, 0x1p127)));
  const UlpSumData result = {.n = 3, .magnitudes = 0x1p128, .sum = 0x1p128, .elements = ULP_FORMAT_FP32};
  g_assert_true(isinf(bound_of("seq-mixed", result, 0x1p127)));
  g_assert_true(isinf(bound_of("fixed-point", result, 0x1p127)));
  assert_close(bound_of("exact", result, 0x1p127), U64 * 0x1p128);
  assert_close(bound_of("bins:acc=fp64", large, 0x1p1023),
               3 * 0x1p919); /* units of 2^920, and no overflow on the way */
  g_assert_true(isinf(bound_of("bins", single, 0x1p128)));
  g_assert_true(isinf(bound_of("bins", result, 0x1p127)));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/certain-bound/any-order", test_any_order);
  g_test_add_func("/sum/certain-bound/every-algorithm", test_every_algorithm);
  g_test_add_func("/sum/certain-bound/underflow", test_underflow);
  g_test_add_func("/sum/certain-bound/overflow", test_overflow);
  return g_test_run();
}
