/* Every schedule of the CPU backend against plain loops. */
#include "tests/backend/cpu-fixture.h"
#include "tests/backend/naive-sum.h"

#include "core/exact/exact.h"

static guint64 next_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Rounding in every addition: both signs, exponents over 40 binades. */
static double next_value(guint64 *state, UlpFormat format) {
  const guint64 random = next_random(state);
  const double value = ldexp((double)(random >> 11), (int)(random & 63) % 40 - 73);
  const double with_sign = random & 1024 ? -value : value;
  return format == ULP_FORMAT_FP32 ? (double)(float)with_sign : with_sign;
}

/* `values` as the array of `format` that holds them exactly. */
static UlpHandle upload_values(const Cpu *cpu, UlpFormat format, const double *values, guint64 count) {
  if (format == ULP_FORMAT_FP64)
    return cpu_upload_array(cpu, format, values, count);
  g_autofree float *narrow = g_new(float, count + 1);
  for (guint64 i = 0; i < count; i++)
    narrow[i] = (float)values[i];
  return cpu_upload_array(cpu, format, narrow, count);
}

static guint64 expected_bits(const UlpSumPlan *plan, double value) {
  if (isnan(value))
    return (guint64)ulp_format_nan(plan->result);
  if (plan->result == ULP_FORMAT_FP64) {
    guint64 bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  if (plan->result != ULP_FORMAT_FP32)
    return (guint64)ulp_bits_from_double(plan->result, value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const float narrow = (float)value;
  guint32 bits;
  memcpy(&bits, &narrow, sizeof bits);
  return bits;
}

static void assert_same(const Cpu *cpu, UlpHandle array, const UlpSumPlan *plan, const double *x, guint64 offset,
                        guint64 n) {
  const guint64 found = cpu_sum_bits(cpu, array, plan, offset, n);
  const guint64 expected = n ? expected_bits(plan, naive_sum(plan, x + offset, n)) : 0;
  if (found != expected)
    g_error("step %d shape %d merge %d order %d grid %d block %d leaf %d n %" G_GUINT64_FORMAT
            " offset %" G_GUINT64_FORMAT ": found %" G_GINT64_MODIFIER "x, expected %" G_GINT64_MODIFIER "x",
            plan->step, plan->shape, plan->merge, plan->order, (int)plan->grid, (int)plan->block, (int)plan->leaf, n,
            offset, found, expected);
}

static const UlpSumPlan shapes[] = {
    {.shape = ULP_SHAPE_SEQUENTIAL, .merge = ULP_MERGE_NONE},
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 1},
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 2},
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 100},
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 257}, /* as long as a whole slice below */
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 200000},
    {.shape = ULP_SHAPE_NUMPY, .merge = ULP_MERGE_NONE},
    {.shape = ULP_SHAPE_RUNS, .merge = ULP_MERGE_IN_ORDER, .leaf = 7},
    {.shape = ULP_SHAPE_RUNS, .merge = ULP_MERGE_TREE, .leaf = 1},
    {.shape = ULP_SHAPE_RUNS, .merge = ULP_MERGE_FP64, .leaf = 1000},
    {.shape = ULP_SHAPE_SEQUENTIAL, .merge = ULP_MERGE_NONE, .order = ULP_ORDER_REVERSED},
    {.shape = ULP_SHAPE_SEQUENTIAL, .merge = ULP_MERGE_NONE, .order = ULP_ORDER_ASCENDING},
    {.shape = ULP_SHAPE_PAIRWISE, .merge = ULP_MERGE_NONE, .leaf = 3, .order = ULP_ORDER_DESCENDING},
    {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_IN_ORDER, .block = 100},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 5, .block = 3},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_IN_ORDER, .grid = 7, .block = 1000},
    {.shape = ULP_SHAPE_WARPS, .merge = ULP_MERGE_TREE, .grid = 300, .block = 256},
    {.shape = ULP_SHAPE_WARPS, .merge = ULP_MERGE_FP64, .grid = 3, .block = 1024},
    {.shape = ULP_SHAPE_WARPS, .merge = ULP_MERGE_TREE, .grid = 9, .block = 33},
    {.shape = ULP_SHAPE_WARPS, .merge = ULP_MERGE_TREE, .grid = 2, .block = 7},
    {.shape = ULP_SHAPE_WARPS, .merge = ULP_MERGE_LAST_BLOCK, .grid = 300, .block = 64},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_LAST_BLOCK, .grid = 1, .block = 100},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TICKETS, .grid = 300, .block = 64},
    {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_FP64, .block = 256},
    {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_TREE, .block = 256},
    {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_TREE, .block = 1},
    {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_FP64, .block = 1024},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 1, .block = 256},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_NONE, .grid = 1, .block = 1},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 3, .block = 2},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 300, .block = 64},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_FP64, .grid = 1024, .block = 256},
    {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 65535, .block = 1},
};

static void test_schedules(void) {
  static const guint64 sizes[] = {0, 1, 2, 3, 7, 8, 9, 129, 255, 256, 257, 513, 8195, 200003};
  static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};
  const guint64 longest = sizes[G_N_ELEMENTS(sizes) - 1];
  Cpu cpu = cpu_open_session();
  g_autofree double *x = g_new(double, longest);
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    guint64 state = 17;
    for (guint64 i = 0; i < longest; i++)
      x[i] = next_value(&state, formats[f]);
    const UlpHandle array = upload_values(&cpu, formats[f], x, longest);
    for (guint s = 0; s < G_N_ELEMENTS(shapes); s++) {
      for (UlpStep step = 0; step < ULP_STEP_EXACT; step++) {
        for (guint r = 0; r < G_N_ELEMENTS(formats); r++) {
          UlpSumPlan plan = shapes[s];
          const guint64 most = r == 0 && step < ULP_STEP_KAHAN_FP64 ? longest : 10000; /* plain loops take their time */
          plan.step = step;
          plan.result = formats[r];
          for (guint n = 0; n < G_N_ELEMENTS(sizes); n++)
            if (sizes[n] <= most)
              assert_same(&cpu, array, &plan, x, 0, sizes[n]);
          assert_same(&cpu, array, &plan, x, 12345, 678);
          assert_same(&cpu, array, &plan, x, longest, 0);
        }
      }
    }
    cpu.backend->release(cpu.session, array);
  }
  cpu_close_session(&cpu);
}

/* More partials than are held at a time; once a single one more. */
static void test_many_partials(void) {
  enum { COUNT = (1 << 21) + 77 };
  Cpu cpu = cpu_open_session();
  g_autofree double *x = g_new(double, COUNT);
  guint64 state = 23;
  for (guint i = 0; i < COUNT; i++)
    x[i] = next_value(&state, ULP_FORMAT_FP64);
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP64, x, COUNT);
  for (UlpMerge merge = ULP_MERGE_FP64; merge <= ULP_MERGE_TREE; merge++) {
    const UlpSumPlan plan = {ULP_STEP_ADD_FP64, ULP_SHAPE_BLOCKS, merge, ULP_FORMAT_FP64, .block = 1};
    assert_same(&cpu, array, &plan, x, 0, COUNT);
    assert_same(&cpu, array, &plan, x, 0, (1 << 20) + 1);
  }
  cpu_close_session(&cpu);
}

/* Millions of elements, the last block a part of one. */
static void test_many_blocks(void) {
  enum { COUNT = 5300077 };
  Cpu cpu = cpu_open_session();
  g_autofree double *x = g_new(double, COUNT);
  guint64 state = 31;
  for (guint i = 0; i < COUNT; i++)
    x[i] = next_value(&state, ULP_FORMAT_FP32);
  const UlpHandle array = upload_values(&cpu, ULP_FORMAT_FP32, x, COUNT);
  static const guint32 blocks[] = {2, 256, 1024};
  for (guint b = 0; b < G_N_ELEMENTS(blocks); b++) {
    for (UlpMerge merge = ULP_MERGE_FP64; merge <= ULP_MERGE_TREE; merge++) {
      const UlpSumPlan plan = {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, merge, ULP_FORMAT_FP32, .block = blocks[b]};
      assert_same(&cpu, array, &plan, x, 0, COUNT);
    }
  }
  cpu_close_session(&cpu);
}

/* Signed zeros and special values go through every schedule as the plain loops take them. */
static void test_special(void) {
  static const double inputs[][4] = {
      {-0.0, -0.0, -0.0, -0.0},
      {-0.0, 0.0, -0.0, -0.0},
      {(double)INFINITY, 1.0, 2.0, 3.0},
      {(double)INFINITY, 1.0, -(double)INFINITY, 3.0},
      {-(double)NAN, 1.0, 2.0, 3.0},
      {0x1p-149, 0x1p-149, -0x1p-149, 0x1p-149},
      {0x1.fffffep127, 0x1.fffffep127, -0x1.fffffep127, -0x1.fffffep127},
      {1e8, 1.0, -1e8, 1.0},
  };
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
    const UlpHandle array = upload_values(&cpu, ULP_FORMAT_FP32, inputs[i], 4);
    for (guint s = 0; s < G_N_ELEMENTS(shapes); s++) {
      for (UlpStep step = 0; step < ULP_STEP_EXACT; step++) {
        UlpSumPlan plan = shapes[s];
        plan.step = step;
        plan.result = ULP_FORMAT_FP32;
        assert_same(&cpu, array, &plan, inputs[i], 0, 4);
        assert_same(&cpu, array, &plan, inputs[i], 0, 1);
      }
    }
  }
  cpu_close_session(&cpu);
}

/* The exact step equals one accumulator over the slice, in both formats. */
static void test_exact(void) {
  enum { COUNT = 1000003 };
  static const guint64 sizes[] = {0, 1, 2, 257, COUNT - 5};
  Cpu cpu = cpu_open_session();
  g_autofree double *wide = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT);
  guint64 state = 29;
  for (guint i = 0; i < COUNT; i++) {
    wide[i] = next_value(&state, ULP_FORMAT_FP64);
    narrow[i] = (float)wide[i];
  }
  const UlpHandle arrays[] = {cpu_upload_array(&cpu, ULP_FORMAT_FP32, narrow, COUNT),
                              cpu_upload_array(&cpu, ULP_FORMAT_FP64, wide, COUNT)};
  for (guint s = 0; s < G_N_ELEMENTS(sizes); s++) {
    for (guint f = 0; f < 2; f++) {
      UlpExact exact;
      ulp_exact_clear(&exact);
      for (guint64 i = 5; i < 5 + sizes[s]; i++)
        ulp_exact_add(&exact, f ? wide[i] : (double)narrow[i]);
      for (guint r = 0; r < 2; r++) {
        const UlpSumPlan plan = {ULP_STEP_EXACT, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE,
                                 r ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32};
        g_assert_cmphex(cpu_sum_bits(&cpu, arrays[f], &plan, 5, sizes[s]), ==,
                        (guint64)ulp_exact_round(&exact, plan.result, ULP_ROUND_RN));
      }
    }
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/sum/schedules", test_schedules);
  g_test_add_func("/backend/cpu/sum/many-partials", test_many_partials);
  g_test_add_func("/backend/cpu/sum/many-blocks", test_many_blocks);
  g_test_add_func("/backend/cpu/sum/special", test_special);
  g_test_add_func("/backend/cpu/sum/exact", test_exact);
  return g_test_run();
}
