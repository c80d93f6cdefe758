/* The two unordered sums: a race of threads, and a simulated schedule. */
#include "tests/backend/cpu-fixture.h"

#include "core/input/random.h"

#include <math.h>

/* |result - sum| <= gamma_h S with h additions at most on the way of an element; here S is the sum and u is 2^-24. */
static void assert_near(double result, double sum, double additions) {
  const double nu = additions * 0x1p-24;
  g_assert_cmpfloat(fabs(result - sum), <=, nu / (1.0 - nu) * sum);
}

static void test_race(void) {
  enum { RUNS = 50 };
  const UlpGenerateJob job = cpu_uniform(1000003);
  const UlpSumPlan plan = cpu_plan("unordered"), exact = cpu_plan("exact");
  g_autoptr(GHashTable) distinct = g_hash_table_new(g_direct_hash, g_direct_equal);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_generate_array(&cpu, &job);
  const double sum = cpu_value(&exact, cpu_sum_bits(&cpu, array, &exact, 0, job.count));
  for (guint run = 0; run < RUNS; run++) {
    const guint64 bits = cpu_sum_bits(&cpu, array, &plan, 0, job.count);
    assert_near(cpu_value(&plan, bits), sum, plan.grid + 20.0);
    g_hash_table_add(distinct, GUINT_TO_POINTER((guint)bits));
  }
  g_test_message("%u distinct results in %d runs", g_hash_table_size(distinct), RUNS);
  if (g_get_num_processors() > 1) /* the defaults of threads and chunk show it */
    g_assert_cmpuint(g_hash_table_size(distinct), >, 1);
  cpu_close_session(&cpu);
}

/* The race of partials whose sum is exact in any order is right to the bit, in every shape. */
static void test_race_exactly(void) {
  enum { COUNT = 100003 };
  g_autofree float *values = g_new(float, COUNT);
  for (guint i = 0; i < COUNT; i++)
    values[i] = (float)(i % 17) - 8.0f;
  double sum = 0.0;
  for (guint i = 0; i < COUNT; i++)
    sum += (double)values[i];
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, COUNT);
  static const UlpShape shapes[] = {ULP_SHAPE_BLOCKS, ULP_SHAPE_STRIDED, ULP_SHAPE_RUNS};
  static const UlpMerge merges[] = {ULP_MERGE_ARRIVAL, ULP_MERGE_SHUFFLED};
  for (guint i = 0; i < 6; i++) {
    const UlpSumPlan plan = {ULP_STEP_ADD_FP32, shapes[i / 2], merges[i % 2], ULP_FORMAT_FP32,
                             .grid = 77,        .block = 64,   .leaf = 3};
    g_assert_cmpfloat(cpu_value(&plan, cpu_sum_bits(&cpu, array, &plan, 0, COUNT)), ==, sum);
  }
  cpu_close_session(&cpu);
}

/* The simulated schedule: the same seed gives the same bits; seeds differ; near the sum. */
static void test_simulated(void) {
  const UlpGenerateJob job = cpu_uniform(1000003);
  const UlpSumPlan exact = cpu_plan("exact");
  UlpSumPlan plan = cpu_plan("unordered-sim");
  g_autoptr(GHashTable) distinct = g_hash_table_new(g_direct_hash, g_direct_equal);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_generate_array(&cpu, &job);
  const double sum = cpu_value(&exact, cpu_sum_bits(&cpu, array, &exact, 0, job.count));
  for (plan.seed = 0; plan.seed < 20; plan.seed++) {
    const guint64 bits = cpu_sum_bits(&cpu, array, &plan, 0, job.count);
    g_assert_cmphex(bits, ==, cpu_sum_bits(&cpu, array, &plan, 0, job.count));
    assert_near(cpu_value(&plan, bits), sum, plan.grid + 20.0);
    g_hash_table_add(distinct, GUINT_TO_POINTER((guint)bits));
  }
  g_assert_cmpuint(g_hash_table_size(distinct), >, 1);
  cpu_close_session(&cpu);
}

/* The order is drawn from the schedule's own domain, so that it has nothing to do with the elements of an equal seed: by
 * Fisher-Yates over those words, written out here. */
static void check_simulated_order(guint count) {
  g_autofree float *values = g_new(float, count), *order = g_new(float, count);
  for (guint i = 0; i < count; i++)
    values[i] = order[i] = ldexpf(1.0f + (float)(i % 64) / 64, (int)(i * 7 % 40));
  for (guint64 i = count; i > 1; i--) {
    const UlpRandom random = ulp_random_in(ULP_RANDOM_SCHEDULE, 9, i, 0);
    const guint pick = (guint)(((unsigned __int128)ulp_random_low(random) * i) >> 64);
    const float swapped = order[i - 1];
    order[i - 1] = order[pick];
    order[pick] = swapped;
  }
  float expected = 0;
  for (guint i = 0; i < count; i++)
    expected += order[i];
  const UlpSumPlan plan = {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_SHUFFLED,
                           ULP_FORMAT_FP32,   .block = 1,       .seed = 9};
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, count);
  g_assert_cmpfloat(cpu_value(&plan, cpu_sum_bits(&cpu, array, &plan, 0, count)), ==, (double)expected);
  cpu_close_session(&cpu);
}

static void test_simulated_order(void) {
  check_simulated_order(64);
  check_simulated_order((1 << 20) + 5); /* more than other merges hold at a time */
}

/* The permutation itself, from a program of its own: Philox as the paper has it (checked by the paper's vectors) and
 * Fisher-Yates from the end, with integers of any length. Element after element is the large one: what comes before
 * it counts, and each one behind it is lost, so that the sum says how many came before. */
static void test_simulated_permutation(void) {
  static const guint permutation[] = {4, 9, 13, 12, 15, 1, 3, 5, 6, 0, 11, 7, 8, 2, 14, 10}; /* of seed 9 */
  enum { COUNT = G_N_ELEMENTS(permutation) };
  const UlpSumPlan plan = {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_SHUFFLED,
                           ULP_FORMAT_FP32,   .block = 1,       .seed = 9};
  Cpu cpu = cpu_open_session();
  for (guint large = 0; large < COUNT; large++) {
    float values[COUNT];
    guint before = 0;
    for (guint i = 0; i < COUNT; i++)
      values[i] = 2.0f;
    values[large] = 0x1p26f; /* its ulp is 8: a 2 behind it is less than half of that */
    while (permutation[before] != large)
      before++;
    const float expected = 0x1p26f + (float)before * 2.0f; /* rounded to a multiple of 8 */
    const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, COUNT);
    g_assert_cmpfloat(cpu_value(&plan, cpu_sum_bits(&cpu, array, &plan, 0, COUNT)), ==, (double)expected);
    cpu.backend->release(cpu.session, array);
  }
  cpu_close_session(&cpu);
}

/* Any number of threads and blocks at a time adds each block once. */
static void test_race_threads(void) {
  enum { COUNT = 10007 };
  g_autofree float *values = g_new(float, COUNT);
  for (guint i = 0; i < COUNT; i++)
    values[i] = (float)(i % 13);
  double sum = 0;
  for (guint i = 0; i < COUNT; i++)
    sum += (double)values[i];
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, COUNT);
  static const guint32 shapes[][2] = {{1, 1}, {1, 65535}, {3, 7}, {256, 1}, {0, 0}, {8, 16}, {2, 100000 / 2}};
  for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
    const UlpSumPlan plan = {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_ARRIVAL,       ULP_FORMAT_FP32,
                             .grid = 100,       .block = 32,       .threads = shapes[i][0], .chunk = shapes[i][1]};
    g_assert_cmpfloat(cpu_value(&plan, cpu_sum_bits(&cpu, array, &plan, 0, COUNT)), ==, sum);
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/unordered/race", test_race);
  g_test_add_func("/backend/cpu/unordered/exactly", test_race_exactly);
  g_test_add_func("/backend/cpu/unordered/simulated", test_simulated);
  g_test_add_func("/backend/cpu/unordered/simulated-order", test_simulated_order);
  g_test_add_func("/backend/cpu/unordered/simulated-permutation", test_simulated_permutation);
  g_test_add_func("/backend/cpu/unordered/threads", test_race_threads);
  return g_test_run();
}
