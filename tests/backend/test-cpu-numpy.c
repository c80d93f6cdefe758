/* The bits of numpy.sum, as NumPy itself gave them: numpy-sums.csv, made by record-numpy-sums.py. */
#include "tests/backend/cpu-fixture.h"

#include <math.h>

enum { LONGEST = 1000003 };

/* The script's elements: word i of Knuth's MMIX generator, in integers and one rounding. */
static double *make_elements(gboolean half) {
  double *x = g_new(double, LONGEST);
  guint64 word = 1;
  for (guint i = 0; i < LONGEST; i++) {
    word = word * G_GUINT64_CONSTANT(6364136223846793005) + G_GUINT64_CONSTANT(1442695040888963407);
    const int exponent = (int)(word & 15);
    x[i] = ldexp((double)(word >> 11) - 0x1p52, (half ? exponent / 4 : exponent) - 60);
  }
  return x;
}

/* Elements of fp16 are placed as fp32, which holds them. */
static UlpHandle place(const Cpu *cpu, UlpFormat format) {
  g_autofree double *x = make_elements(format == ULP_FORMAT_FP16);
  if (format == ULP_FORMAT_FP64)
    return cpu_upload_array(cpu, format, x, LONGEST);
  g_autofree float *narrow = g_new(float, LONGEST);
  for (guint i = 0; i < LONGEST; i++)
    narrow[i] = (float)ulp_bits_to_double(format, ulp_bits_from_double(format, x[i], ULP_ROUND_RN, ULP_PROFILE_IEEE));
  return cpu_upload_array(cpu, ULP_FORMAT_FP32, narrow, LONGEST);
}

static void test_recorded(void) {
  static const struct {
    const char *id, *algorithm;
    UlpFormat format;
  } kinds[] = {{"fp32", "numpy-fp32", ULP_FORMAT_FP32},
               {"fp64", "numpy-fp64", ULP_FORMAT_FP64},
               {"fp16", "numpy-fp16", ULP_FORMAT_FP16}};
  g_autofree char *path = g_build_filename(g_getenv("ULP_TEST_DATA"), "backend", "numpy-sums.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  g_file_get_contents(path, &text, NULL, &error);
  g_assert_no_error(error);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  Cpu cpu = cpu_open_session();
  guint compared = 0;
  for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
    const UlpHandle array = place(&cpu, kinds[k].format);
    const UlpSumPlan plan = cpu_plan(kinds[k].algorithm);
    for (guint i = 0; lines[i]; i++) {
      g_auto(GStrv) fields = g_strsplit(lines[i], ",", -1);
      if (g_strv_length(fields) != 3 || !g_str_equal(fields[0], kinds[k].id))
        continue;
      const guint64 n = g_ascii_strtoull(fields[1], NULL, 10), bits = g_ascii_strtoull(fields[2], NULL, 16);
      if (cpu_sum_bits(&cpu, array, &plan, 0, n) != bits)
        g_error("%s: another sum", lines[i]);
      compared++;
    }
    cpu.backend->release(cpu.session, array);
  }
  g_assert_cmpuint(compared, >, 900);
  cpu_close_session(&cpu);
}

/* numpy.sum of negative zeros is +0 (NumPy 2.4), of any number of them. */
static void test_negative_zeros(void) {
  g_autofree float *zeros = g_new(float, 300);
  for (guint i = 0; i < 300; i++)
    zeros[i] = -0.0f;
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, zeros, 300);
  const UlpSumPlan plan = cpu_plan("numpy-fp32");
  for (guint n = 0; n <= 300; n++)
    g_assert_cmphex(cpu_sum_bits(&cpu, array, &plan, 0, n), ==, 0);
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/numpy/recorded", test_recorded);
  g_test_add_func("/backend/cpu/numpy/negative-zeros", test_negative_zeros);
  return g_test_run();
}
