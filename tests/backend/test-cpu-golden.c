/* Sums with known answers: cancellation arrays, tenths, alternating, harmonic. */
#include "tests/backend/cpu-fixture.h"

static double sum_by(const Cpu *cpu, const char *spec, UlpHandle array, guint64 count) {
  const UlpSumPlan plan = cpu_plan(spec);
  return cpu_value(&plan, cpu_sum_bits(cpu, array, &plan, 0, count));
}

static float *filled(guint64 count, float even, float odd) {
  float *values = g_new(float, count);
  for (guint64 i = 0; i < count; i++)
    values[i] = i & 1 ? odd : even;
  return values;
}

static void test_cancellation(void) {
  static const float two[] = {1e8f, 1.0f, -1e8f, 1.0f}, zero[] = {1e8f, 1.0f, -1e8f, -1.0f};
  Cpu cpu = cpu_open_session();
  const UlpHandle a = cpu_upload_array(&cpu, ULP_FORMAT_FP32, two, 4);
  const UlpHandle b = cpu_upload_array(&cpu, ULP_FORMAT_FP32, zero, 4);
  g_assert_cmpfloat(sum_by(&cpu, "exact", a, 4), ==, 2.0);
  g_assert_cmpfloat(sum_by(&cpu, "exact-fp32", a, 4), ==, 2.0);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", a, 4), ==, 1.0);
  g_assert_cmpfloat(sum_by(&cpu, "tree-fp32", a, 4), ==, 2.0);
  g_assert_cmpfloat(sum_by(&cpu, "exact", b, 4), ==, 0.0);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", b, 4), ==, -1.0);
  g_assert_cmpfloat(sum_by(&cpu, "tree-fp32", b, 4), ==, 0.0);
  cpu_close_session(&cpu);
}

static void test_eighths(void) {
  static const guint counts[] = {1, 256, 257, 513};
  static const double sums[] = {0.125, 32.0, 32.125, 64.125};
  g_autofree float *values = filled(513, 0.125f, 0.125f);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, 513);
  for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
    for (guint a = 0; ulp_algorithms[a]; a++) /* bf16 has 8 bits for them */
      if (ulp_algorithms[a]->result != ULP_FORMAT_BF16 && ulp_algorithms[a]->shape != ULP_SHAPE_LIBRARY)
        g_assert_cmpfloat(sum_by(&cpu, ulp_algorithms[a]->id, array, counts[i]), ==, sums[i]);
  cpu_close_session(&cpu);
}

static void test_tenths(void) {
  static const struct {
    guint64 count;
    double exact, sequential, tree;
  } rows[] = {
      {1000, 100.00000149011612, 99.9990463256836, 100.00000190734863},
      {10000, 1000.0000149011612, 999.9028930664062, 1000.0000149011612},
      {1000003, 100000.30149012059, 100958.6484375, 100000.30149030685},
  };
  g_autofree float *values = filled(10000000, 0.1f, 0.1f);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, 10000000);
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_assert_cmpfloat(sum_by(&cpu, "exact", array, rows[i].count), ==, rows[i].exact);
    g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, rows[i].count), ==, rows[i].sequential);
    g_assert_cmpfloat(sum_by(&cpu, "tree-fp32", array, rows[i].count), ==, rows[i].tree);
  }
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 10), ==, 1.00000011920928955);
  g_assert_cmpfloat(sum_by(&cpu, "exact", array, 10000000), ==, 1000000.01490116119384765625);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 10000000), ==, 1087937.0);
  g_assert_cmpfloat(sum_by(&cpu, "kahan", array, 10000000), ==, 1000000.0);
  g_assert_cmpfloat(sum_by(&cpu, "pairwise", array, 10000000), ==, 1000000.0);
  g_assert_cmpfloat(sum_by(&cpu, "pairwise-128", array, 10000000), ==, 999999.375);
  g_assert_cmpfloat(sum_by(&cpu, "pairwise:leaf=128", array, 10000000), ==, 999999.375);
  g_assert_cmpfloat(sum_by(&cpu, "strided", array, 10000000), ==, (double)1000374.12f);
  g_assert_cmpfloat(sum_by(&cpu, "strided:grid=1:block=256", array, 10000000), ==, (double)1000374.12f);
  cpu_close_session(&cpu);
}

static void test_alternating(void) {
  enum { COUNT = 10000000 };
  g_autofree float *values = filled(COUNT, 1e6f, 1e-6f);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, COUNT);
  g_assert_cmpfloat(sum_by(&cpu, "exact", array, COUNT), ==, 5000000000004.99999998737);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, COUNT), ==, (double)5.18385775e12f);
  g_assert_cmpfloat(sum_by(&cpu, "kahan", array, COUNT), ==, (double)4.99999991e12f);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp64", array, COUNT), ==, 5000000000000.0244);
  cpu_close_session(&cpu);
}

/* Terms 1/k^power rounded to fp32 (or fp64), forward or backward. */
static UlpHandle upload_terms(const Cpu *cpu, UlpFormat format, guint count, guint power, gboolean backward) {
  g_autofree double *wide = g_new(double, count);
  g_autofree float *narrow = g_new(float, count);
  for (guint k = 1; k <= count; k++) {
    const guint index = backward ? count - k : k - 1;
    const double divisor = power == 2 ? (double)k * k : (double)k;
    wide[index] = 1.0 / divisor;
    narrow[index] = 1.0f / (float)divisor;
  }
  return cpu_upload_array(cpu, format, format == ULP_FORMAT_FP32 ? (const void *)narrow : wide, count);
}

/* A sum stalls at the first term that no longer changes it: 1/2097152, and 1/4097^2. */
static void test_harmonic(void) {
  enum { COUNT = 10000000 };
  Cpu cpu = cpu_open_session();
  UlpHandle array = upload_terms(&cpu, ULP_FORMAT_FP32, COUNT, 1, FALSE);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 2097150), <, (double)15.4036827f);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 2097151), ==, (double)15.4036827f);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, COUNT), ==, (double)15.4036827f);
  cpu.backend->release(cpu.session, array);
  array = upload_terms(&cpu, ULP_FORMAT_FP32, COUNT, 1, TRUE);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, COUNT), ==, (double)16.6860313f);
  cpu.backend->release(cpu.session, array);
  array = upload_terms(&cpu, ULP_FORMAT_FP64, COUNT, 1, FALSE);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp64", array, COUNT), ==, 16.695311365857272);
  cpu.backend->release(cpu.session, array);
  array = upload_terms(&cpu, ULP_FORMAT_FP64, COUNT, 1, TRUE);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp64", array, COUNT), ==, 16.695311365859965);
  cpu.backend->release(cpu.session, array);
  array = upload_terms(&cpu, ULP_FORMAT_FP32, 100000, 2, FALSE);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 4095), <, (double)1.64472532f);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 4096), ==, (double)1.64472532f);
  g_assert_cmpfloat(sum_by(&cpu, "seq-fp32", array, 100000), ==, (double)1.64472532f);
  cpu_close_session(&cpu);
}

/* 1/k in the accumulator's own format: from the term `stall` on none changes the sum. */
static void test_narrow(void) {
  static const struct {
    const char *algorithm;
    UlpFormat format;
    guint stall;
    double sum;
  } cases[] = {{"seq-bf16", ULP_FORMAT_BF16, 65, 5.0625}, {"seq-fp16", ULP_FORMAT_FP16, 513, 7.0859375}};
  Cpu cpu = cpu_open_session();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree float *values = g_new(float, 5000);
    for (guint k = 1; k <= 5000; k++)
      values[k - 1] = (float)ulp_bits_to_double(
          cases[i].format, ulp_bits_from_double(cases[i].format, 1.0 / k, ULP_ROUND_RN, ULP_PROFILE_IEEE));
    const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, values, 5000);
    g_assert_cmpfloat(sum_by(&cpu, cases[i].algorithm, array, cases[i].stall - 2), <, cases[i].sum);
    g_assert_cmpfloat(sum_by(&cpu, cases[i].algorithm, array, cases[i].stall - 1), ==, cases[i].sum);
    g_assert_cmpfloat(sum_by(&cpu, cases[i].algorithm, array, 5000), ==, cases[i].sum);
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/golden/cancellation", test_cancellation);
  g_test_add_func("/backend/cpu/golden/eighths", test_eighths);
  g_test_add_func("/backend/cpu/golden/tenths", test_tenths);
  g_test_add_func("/backend/cpu/golden/alternating", test_alternating);
  g_test_add_func("/backend/cpu/golden/harmonic", test_harmonic);
  g_test_add_func("/backend/cpu/golden/narrow", test_narrow);
  return g_test_run();
}
