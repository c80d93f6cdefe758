/* How long a device's calls leave the watch unasked, which is how long a cancellation waits: milliseconds, at most 50 wanted.
 * Usage: bench-watch [DEVICE [LOG2_N]]. CSV on stdout. */
#include "core/backend/device.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  gint64 start, last, longest; /* microseconds */
} Silence;

static void hear(double fraction, gpointer data) {
  Silence *silence = data;
  const gint64 now = g_get_monotonic_time();
  silence->longest = MAX(silence->longest, now - silence->last);
  silence->last = now;
}

static UlpDeviceWatch listen(Silence *silence) {
  silence->start = silence->last = g_get_monotonic_time();
  silence->longest = 0;
  return (UlpDeviceWatch){.progress = hear, .data = silence};
}

static void end(const char *what, Silence *silence, GError *error) {
  if (error) {
    g_printerr("bench-watch: %s\n", error->message);
    exit(1);
  }
  hear(1, silence);
  printf("\"%s\",%.1f,%.1f\n", what, 1e-3 * (double)silence->longest, 1e-3 * (double)(silence->last - silence->start));
  fflush(stdout);
}

static void watch_sums(UlpDevice *device, UlpArray *array) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse("all,pairwise:leaf=262144,strided:grid=65535:block=1024", &error);
  for (guint i = 0; choices && i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    if (!ulp_device_supports_plan(device, &choice->plan, NULL))
      continue;
    Silence silence;
    UlpSumRow row;
    const UlpDeviceWatch watch = listen(&silence);
    ulp_array_sum(array, &choice->plan, 0, ulp_array_count(array), &row, &watch, &error);
    end(choice->label, &silence, error);
  }
}

/* To formats by a kernel of the pair and by the one kernel for all, and what became of the elements. */
static void watch_conversions(UlpDevice *device, UlpArray *array) {
  static const char *const ids[] = {"e4m3", "e5m7", "e2m1", "e15m112"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autoptr(GError) error = NULL;
    UlpConvertJob job = {.to = 0, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
    ulp_format_from_id(ids[i], &job.to, NULL);
    Silence silence;
    UlpDeviceWatch watch = listen(&silence);
    g_autoptr(UlpArray) converted = ulp_array_convert(array, &job, NULL, &watch, &error);
    g_autofree char *there = g_strdup_printf("convert to %s", ids[i]);
    end(there, &silence, error);
    job.to = ULP_FORMAT_FP64;
    watch = listen(&silence);
    g_autoptr(UlpArray) back = ulp_array_convert(converted, &job, NULL, &watch, &error);
    g_autofree char *again = g_strdup_printf("convert from %s", ids[i]);
    end(again, &silence, error);
    const UlpJob reduce = {.kind = ULP_JOB_REDUCE, .reduce = {{ULP_MAP_CONVERSION, ULP_ROUND_RN}}};
    const guint64 n = ulp_array_count(array);
    UlpJobResult result;
    watch = listen(&silence);
    ulp_device_run(device, &reduce, (UlpArraySlice[]){{array, 0, n}, {converted, 0, n}, {back, 0, n}}, 3, &result, NULL,
                   &watch, &error);
    g_autofree char *what = g_strdup_printf("reduce conversion to %s", ids[i]);
    end(what, &silence, error);
  }
}

int main(int argc, char **argv) {
  const int log2_n = argc > 2 ? atoi(argv[2]) : 27;
  const guint64 n = G_GUINT64_CONSTANT(1) << log2_n;
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open(argc > 1 ? argv[1] : "cuda:0", &error);
  g_autofree char *spec = g_strdup_printf("normal:n=%" G_GUINT64_FORMAT ":format=fp64", n);
  g_autoptr(UlpInput) input = device ? ulp_input_open(spec, 1, 1, NULL, &error) : NULL;
  g_autofree double *host = g_try_new(double, n);
  if (!input || !host) {
    g_printerr("bench-watch: %s\n", error ? error->message : "no memory on the host");
    return 1;
  }
  Silence silence;
  UlpDeviceWatch watch = listen(&silence);
  printf("what,longest_silence_ms,total_ms\n");
  g_autoptr(UlpArray) array = ulp_device_place(device, input, &watch, &error);
  end("generate", &silence, error);
  watch = listen(&silence);
  ulp_array_download(array, 0, n, host, &watch, &error);
  end("download", &silence, error);
  watch = listen(&silence);
  g_autoptr(UlpArray) uploaded = ulp_device_upload(device, ULP_FORMAT_FP64, host, n, &watch, &error);
  end("upload", &silence, error);
  watch_conversions(device, array);
  watch_sums(device, array);
  return 0;
}
