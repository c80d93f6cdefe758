/* Times of conversions on one device: best and median of 25 runs at N = 2^28, in milliseconds, and bytes read and written a
 * second at the best, to set beside bench-limits' copy. Elements are normal numbers. Usage: bench-pairs [DEVICE
 * [LOG2_N]]. CSV rows on stdout: from, to, round, best, median, TB/s. */
#include "core/backend/device.h"
#include "core/number/format.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNS 25
#define WARM_UPS 2

static const char *const round_ids[] = {
#define ULP_ROUND(id, ID, title, source) #id,
#include "core/number/rounds.def"
#undef ULP_ROUND
};

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void require(gboolean done, const GError *error) {
  if (done)
    return;
  g_printerr("bench-pairs: %s\n", error ? error->message : "failed");
  exit(1);
}

static UlpFormat format_of(const char *id) {
  g_autoptr(GError) error = NULL;
  UlpFormat format = 0;
  require(ulp_format_from_id(id, &format, &error), error);
  return format;
}

static double bytes_of(UlpFormat format) { return ulp_layout(format).container_bits / 8.0; }

static void bench(UlpArray *array, UlpFormat from, UlpFormat to, UlpRound round) {
  const UlpConvertJob job = {.to = to, .round = round, .profile = ULP_PROFILE_IEEE};
  double seconds[RUNS];
  for (int run = -WARM_UPS; run < RUNS; run++) {
    g_autoptr(GError) error = NULL;
    double taken = 0;
    g_autoptr(UlpArray) out = ulp_array_convert(array, &job, &taken, NULL, &error);
    require(out != NULL, error);
    if (run >= 0)
      seconds[run] = taken;
  }
  qsort(seconds, RUNS, sizeof *seconds, compare_doubles);
  const double bytes = (double)ulp_array_count(array) * (bytes_of(from) + bytes_of(to));
  printf("%s,%s,%s,%.4f,%.4f,%.3f\n", ulp_format_info(from)->id, ulp_format_info(to)->id, round_ids[round],
         1e3 * seconds[0], 1e3 * seconds[RUNS / 2], bytes / seconds[0] / 1e12);
  fflush(stdout);
}

int main(int argc, char **argv) {
  static const char *const ids[] = {"fp64", "fp32", "bf16", "fp16", "e5m2", "e4m3", "e2m1-noinf-nonan", "e5m7"};
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open(argc > 1 ? argv[1] : "cuda:0", &error);
  require(device != NULL, error);
  g_autofree char *spec = g_strdup_printf("normal:n=%" G_GUINT64_FORMAT ":format=fp32",
                                          G_GUINT64_CONSTANT(1) << (argc > 2 ? atoi(argv[2]) : 28));
  g_autoptr(UlpInput) input = ulp_input_open(spec, 1, 1, NULL, &error);
  require(input != NULL, error);
  g_autoptr(UlpArray) normal = ulp_device_place(device, input, NULL, &error);
  require(normal != NULL, error);
  for (guint f = 0; f < G_N_ELEMENTS(ids); f++) {
    const UlpConvertJob make = {.to = format_of(ids[f]), .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
    g_autoptr(UlpArray) array = ulp_array_convert(normal, &make, NULL, NULL, &error);
    require(array != NULL, error);
    for (guint t = 0; t < G_N_ELEMENTS(ids); t++)
      for (int round = 0; round < ULP_N_ROUNDS; round++)
        bench(array, make.to, format_of(ids[t]), (UlpRound)round);
  }
  return 0;
}
