/* Times of generators, sums and reductions on one device: best and median of 25 runs at N = 2^28, in
 * milliseconds, of the kernels and merges alone. Usage: bench-sum [DEVICE [LOG2_N]]. CSV rows on stdout: what, input, best,
 * median. */
#include "core/backend/device.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNS 25
#define WARM_UPS 2

static UlpDevice *device;

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void require(gboolean done, const GError *error) {
  if (done)
    return;
  g_printerr("bench-sum: %s\n", error ? error->message : "failed");
  exit(1);
}

static UlpFormat format_of(const char *id) {
  g_autoptr(GError) error = NULL;
  UlpFormat format = 0;
  require(ulp_format_from_id(id, &format, &error), error);
  return format;
}

/* Prints the row; the array of the last run where the job makes one. */
static UlpArray *bench(const char *what, const char *input, const UlpJob *job, UlpArray *const *arrays,
                       guint n_arrays) {
  UlpArraySlice in[ULP_JOB_INPUTS] = {0};
  for (guint i = 0; i < n_arrays; i++)
    in[i] = (UlpArraySlice){arrays[i], 0, ulp_array_count(arrays[i])};
  double seconds[RUNS];
  UlpArray *out = NULL;
  for (int run = -WARM_UPS; run < RUNS; run++) {
    g_autoptr(GError) error = NULL;
    UlpJobResult result;
    g_clear_pointer(&out, ulp_array_unref);
    require(ulp_device_run(device, job, in, n_arrays, &result, &out, NULL, &error), error);
    if (run >= 0)
      seconds[run] = result.seconds;
  }
  qsort(seconds, RUNS, sizeof *seconds, compare_doubles);
  printf("\"%s\",%s,%.4f,%.4f\n", what, input, 1e3 * seconds[0], 1e3 * seconds[RUNS / 2]);
  fflush(stdout);
  return out;
}

static void bench_sums(UlpArray *array, const char *input) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse("all,strided:grid=1056,bins:acc=fp64,bins:folds=8", &error);
  require(choices != NULL, error);
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = choice->plan}};
    const UlpFormat format = ulp_array_format(array);
    const gboolean one_by_one = choice->plan.shape == ULP_SHAPE_SEQUENTIAL &&
                                (ulp_step_rule(choice->plan.step) != ULP_RULE_ADD ||
                                 ulp_step_is_narrow(choice->plan.step) || choice->plan.order != ULP_ORDER_GIVEN);
    if (one_by_one || (choice->plan.shape == ULP_SHAPE_STRIDED && choice->plan.grid == 1) ||
        !ulp_device_supports(device, &job, &format, NULL))
      continue;
    bench(choice->label, input, &job, &array, 1);
  }
  const UlpSumPlan exact = {.step = ULP_STEP_EXACT, .shape = ULP_SHAPE_UNORDERED, .result = ULP_FORMAT_FP64};
  bench("exact of magnitudes", input, &(UlpJob){.kind = ULP_JOB_SUM, .sum = {exact, .magnitudes = TRUE}}, &array, 1);
}

/* What became of elements of fp32 in narrow formats. */
static void bench_reductions(UlpArray *array) {
  static const char *const narrow[] = {"fp16", "bf16", "e4m3", "e5m7", "e2m1"};
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce = {{ULP_MAP_CONVERSION, ULP_ROUND_RN}}};
  for (guint i = 0; i < G_N_ELEMENTS(narrow); i++) {
    g_autofree char *what = g_strdup_printf("reduce conversion to %s", narrow[i]);
    g_autoptr(GError) error = NULL;
    const UlpConvertJob there = {.to = format_of(narrow[i]), .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
    const UlpConvertJob back = {.to = ULP_FORMAT_FP32, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
    g_autoptr(UlpArray) converted = ulp_array_convert(array, &there, NULL, NULL, &error);
    require(converted != NULL, error);
    g_autoptr(UlpArray) returned = ulp_array_convert(converted, &back, NULL, NULL, &error);
    require(returned != NULL, error);
    bench(what, "normal fp32", &job, (UlpArray *[]){array, converted, returned}, 3);
  }
}

int main(int argc, char **argv) {
  static const char *const inputs[] = {"uniform", "normal", "bits"};
  static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};
  const UlpJob values = {.kind = ULP_JOB_REDUCE, .reduce = {{ULP_MAP_VALUE, ULP_ROUND_RN}}};
  const int log2_n = argc > 2 ? atoi(argv[2]) : 28;
  g_autoptr(GError) error = NULL;
  device = ulp_device_open(argc > 1 ? argv[1] : "cuda:0", &error);
  require(device != NULL, error);
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    for (guint i = 0; i < G_N_ELEMENTS(inputs); i++) {
      const char *id = ulp_format_info(formats[f])->id;
      g_autofree char *spec =
          g_strdup_printf("%s:n=%" G_GUINT64_FORMAT ":format=%s", inputs[i], G_GUINT64_CONSTANT(1) << log2_n, id);
      g_autofree char *label = g_strdup_printf("%s %s", inputs[i], id);
      g_autoptr(UlpInput) input = ulp_input_open(spec, 1, 1, NULL, &error);
      require(input != NULL, error);
      const UlpJob generate = {.kind = ULP_JOB_GENERATE, .generate = *ulp_input_job(input)};
      g_autoptr(UlpArray) array = bench("generate", label, &generate, NULL, 0);
      bench_sums(array, label);
      if (i == 1) {
        bench("reduce value", label, &values, &array, 1);
      }
      if (i == 1 && formats[f] == ULP_FORMAT_FP32)
        bench_reductions(array);
    }
  }
  return 0;
}
