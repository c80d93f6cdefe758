/* Times of sums and conversions on one device: best and median of 25 runs at N = 2^28, in milliseconds, of the kernels and
 * merges alone. Usage: bench-sum [DEVICE [LOG2_N]]. CSV rows on stdout: what, input, best, median. */
#include "core/backend/device.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNS 25

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void fail(const GError *error) {
  g_printerr("bench-sum: %s\n", error->message);
  exit(1);
}

static void print_row(const char *what, const char *input, double *seconds) {
  qsort(seconds, RUNS, sizeof *seconds, compare_doubles);
  printf("\"%s\",%s,%.4f,%.4f\n", what, input, 1e3 * seconds[0], 1e3 * seconds[RUNS / 2]);
  fflush(stdout);
}

static void bench_sums(UlpArray *array, const char *input) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse("all,strided:grid=1056", &error);
  for (guint i = 0; choices && i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    if (choice->algorithm->cpu_only || choice->plan.shape == ULP_SHAPE_SEQUENTIAL ||
        (choice->plan.shape == ULP_SHAPE_STRIDED && choice->plan.grid == 1))
      continue;
    double seconds[RUNS];
    for (int run = -2; run < RUNS && !error; run++) {
      const UlpSumCase one = {choice->plan, 0, ulp_array_count(array)};
      UlpSumRow row;
      ulp_array_sum(array, &one, 1, &row, NULL, &error);
      if (run >= 0)
        seconds[run] = row.seconds;
    }
    if (error)
      fail(error);
    print_row(choice->label, input, seconds);
  }
}

static void bench_conversions(UlpArray *array, const char *input) {
  g_autoptr(GError) error = NULL;
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat to = ulp_formats[index];
    double seconds[RUNS];
    for (int run = -2; run < RUNS; run++) {
      const UlpConvertJob job = {to, ULP_ROUND_RN, ULP_PROFILE_IEEE};
      double elapsed;
      g_autoptr(UlpArray) converted = ulp_array_convert(array, &job, &elapsed, NULL, &error);
      if (!converted)
        fail(error);
      if (run >= 0)
        seconds[run] = elapsed;
    }
    g_autofree char *what = g_strdup_printf("convert to %s", ulp_format_info(to)->id);
    print_row(what, input, seconds);
  }
}

int main(int argc, char **argv) {
  static const char *const inputs[] = {"uniform", "normal", "bits"};
  const int log2_n = argc > 2 ? atoi(argv[2]) : 28;
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open(argc > 1 ? argv[1] : "cuda:0", &error);
  if (!device)
    fail(error);
  for (UlpFormat format = ULP_FORMAT_FP64; format <= ULP_FORMAT_FP32; format++) {
    for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
      g_autofree char *spec = g_strdup_printf("%s:n=%" G_GUINT64_FORMAT ":format=%s", inputs[i],
                                              G_GUINT64_CONSTANT(1) << log2_n, ulp_format_info(format)->id);
      g_autofree char *label = g_strdup_printf("%s %s", inputs[i], ulp_format_info(format)->id);
      g_autoptr(UlpInput) input = ulp_input_open(spec, 1, 1, NULL, &error);
      g_autoptr(UlpArray) array = input ? ulp_device_place(device, input, NULL, &error) : NULL;
      if (!array)
        fail(error);
      bench_sums(array, label);
      if (i == 1)
        bench_conversions(array, label);
    }
  }
  return 0;
}
