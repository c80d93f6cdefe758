/* Reductions on the CPU, against one loop over the map. */
#include "tests/backend/cpu-fixture.h"

#include "core/array/packing.h"
#include "core/exact/exact.h"
#include "core/job/map-element.h"

#include <math.h>

/* What one loop, from the first element to the last, knows. */
static UlpReduceResult reduced_by_hand(const UlpMapJob *map, const UlpFormat *formats, const void *const *data,
                                       guint n_inputs, guint64 count) {
  UlpReduceResult result = {0};
  for (guint v = 0; v < ULP_MAP_VALUES; v++)
    result.value[v].min = result.value[v].max = NAN;
  for (guint64 i = 0; i < count; i++) {
    UlpBits bits[ULP_JOB_INPUTS] = {0};
    for (guint k = 0; k < n_inputs; k++)
      bits[k] = ulp_packed_load(formats[k], data[k], i);
    const UlpMapped mapped = ulp_map_element(map, formats, bits);
    result.classes[mapped.class_]++;
    for (guint v = 0; v < ULP_MAP_VALUES; v++) {
      UlpReduced *reduced = &result.value[v];
      const double value = mapped.value[v];
      if (isnan(value))
        continue;
      if (reduced->count == 0 || value < reduced->min) {
        reduced->min = value;
        reduced->min_index = i;
      }
      if (reduced->count == 0 || value > reduced->max) {
        reduced->max = value;
        reduced->max_index = i;
      }
      reduced->count++;
      ulp_exact_add(&reduced->sum, value);
    }
  }
  return result;
}

static void assert_same_number(double found, double expected) {
  g_assert_true(isnan(expected) ? isnan(found) : found == expected && signbit(found) == signbit(expected));
}

static void assert_same(const UlpReduceResult *found, const UlpReduceResult *expected) {
  g_assert_cmpmem(found->classes, sizeof found->classes, expected->classes, sizeof expected->classes);
  for (guint v = 0; v < ULP_MAP_VALUES; v++) {
    const UlpReduced *a = &found->value[v], *b = &expected->value[v];
    g_autofree char *sum = ulp_exact_to_decimal(&a->sum), *right = ulp_exact_to_decimal(&b->sum);
    g_assert_cmpuint(a->count, ==, b->count);
    g_assert_cmpuint(a->min_index, ==, b->min_index);
    g_assert_cmpuint(a->max_index, ==, b->max_index);
    g_assert_cmpstr(sum, ==, right);
    assert_same_number(a->min, b->min);
    assert_same_number(a->max, b->max);
  }
}

static UlpReduceResult reduce(const Cpu *cpu, const UlpMapJob *map, const UlpHandle *arrays, guint n, guint64 offset,
                              guint64 count) {
  UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = *map};
  UlpJobResult result;
  UlpFault fault;
  for (guint i = 0; i < n; i++)
    job.in[i] = (UlpSlice){arrays[i], offset, count};
  if (!cpu->backend->run(cpu->session, &job, &result, NULL, &fault))
    g_error("%s", fault.message);
  g_assert_nonnull(result.device);
  return result.reduce;
}

/* Random patterns of fp32 with NaN, infinities and zeros, repeated so that extremes tie, as many as several threads and
 * parts take. */
static float *patterns(guint64 count) {
  float *values = g_new(float, count);
  guint64 state = 0x9e3779b97f4a7c15u;
  for (guint64 i = 0; i < count; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const guint32 bits = i % 5 == 0 ? 0 : (guint32)(state >> 32);
    memcpy(&values[i], &bits, sizeof bits);
    if (i >= count / 2)
      values[i] = values[i - count / 2];
  }
  return values;
}

static void test_values(void) {
  enum { COUNT = 400001 };
  static const guint64 slices[][2] = {{0, COUNT}, {1, 131073}, {17, 100}, {COUNT, 0}, {2, 1}};
  const UlpMapJob map = {.map = ULP_MAP_VALUE};
  const UlpFormat format = ULP_FORMAT_FP32;
  g_autofree float *values = patterns(COUNT);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, format, values, COUNT);
  for (guint s = 0; s < G_N_ELEMENTS(slices); s++) {
    const void *data[] = {values + slices[s][0]};
    const UlpReduceResult expected = reduced_by_hand(&map, &format, data, 1, slices[s][1]);
    for (guint again = 0; again < 4; again++) { /* whichever thread takes which part */
      const UlpReduceResult found = reduce(&cpu, &map, &array, 1, slices[s][0], slices[s][1]);
      assert_same(&found, &expected);
    }
  }
  cpu_close_session(&cpu);
}

/* Nothing at all, and nothing that is a number. */
static void test_nothing(void) {
  const float nans[] = {NAN, NAN};
  const UlpMapJob map = {.map = ULP_MAP_VALUE};
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, nans, 2);
  for (guint64 count = 0; count <= 2; count += 2) {
    const UlpReduceResult found = reduce(&cpu, &map, &array, 1, 0, count);
    g_assert_cmpuint(found.value[0].count, ==, 0);
    g_assert_true(isnan(found.value[0].min) && isnan(found.value[0].max));
    g_assert_cmpuint(found.classes[ULP_CLASS_QUIET_NAN], ==, count);
  }
  cpu_close_session(&cpu);
}

/* Pairs with constant layouts and others; every round. */
static void test_conversions(void) {
  enum { COUNT = 140001 };
  static const char *const targets[] = {"fp16", "e4m3", "e5m2", "tf32", "fp64", "e3m4", "e2m1-noinf-nonan"};
  g_autofree float *values = patterns(COUNT);
  Cpu cpu = cpu_open_session();
  const UlpHandle source = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, COUNT);
  for (guint t = 0; t < G_N_ELEMENTS(targets); t++) {
    UlpFormat to;
    g_assert_true(ulp_format_from_id(targets[t], &to, NULL));
    for (UlpRound round = 0; round < ULP_N_ROUNDS; round++) {
      const UlpConvertJob there = {to, round, t % 2 ? ULP_PROFILE_SATURATE : ULP_PROFILE_IEEE, 16, 1},
                          back = {.to = ULP_FORMAT_FP32, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
      const UlpMapJob map = {.map = ULP_MAP_CONVERSION, .round = round};
      const UlpFormat formats[] = {ULP_FORMAT_FP32, to, ULP_FORMAT_FP32};
      UlpFault fault;
      const UlpHandle converted = call_convert(&cpu, source, 0, COUNT, &there, NULL, NULL, &fault);
      const UlpHandle arrays[] = {source, converted,
                                  call_convert(&cpu, converted, 0, COUNT, &back, NULL, NULL, &fault)};
      g_autofree void *middle = g_malloc(ulp_packed_bytes(to, COUNT)), *last = g_malloc(COUNT * sizeof(float));
      g_assert_true(call_download(&cpu, arrays[1], 0, COUNT, middle, NULL, &fault));
      g_assert_true(call_download(&cpu, arrays[2], 0, COUNT, last, NULL, &fault));
      const void *data[] = {values, middle, last};
      const UlpReduceResult expected = reduced_by_hand(&map, formats, data, 3, COUNT);
      const UlpReduceResult found = reduce(&cpu, &map, arrays, 3, 0, COUNT);
      assert_same(&found, &expected);
      cpu.backend->release(cpu.session, arrays[1]);
      cpu.backend->release(cpu.session, arrays[2]);
    }
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/reduce/values", test_values);
  g_test_add_func("/backend/cpu/reduce/nothing", test_nothing);
  g_test_add_func("/backend/cpu/reduce/conversions", test_conversions);
  return g_test_run();
}
