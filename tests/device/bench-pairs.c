/* Times of conversions on one device: best and median of 25 runs at N = 2^28, in milliseconds, and bytes read and written a
 * second at the best, to set beside bench-limits' copy. Elements are normal numbers, and blocks of them. Usage: bench-pairs
 * [DEVICE [LOG2_N [FROM,... [TO,...]]]]. CSV rows on stdout: from, to, round, best, median, TB/s. */
#include "core/array/packing.h"
#include "core/backend/device.h"
#include "core/number/block-format.h"

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

static GArray *formats_of(const char *ids) {
  g_autoptr(GError) error = NULL;
  GArray *formats = ulp_targets_parse(ids, &error);
  require(formats != NULL, error);
  return formats;
}

static UlpConvertJob job_to(UlpFormat to, UlpRound round) {
  /* 2688 is what normal numbers are scaled to, about */
  return (UlpConvertJob){
      .to = to, .round = round, .profile = ULP_PROFILE_IEEE, .random_bits = 16, .seed = 1, .tensor_scale = 0x3b000000u};
}

static void bench(UlpArray *array, UlpFormat from, UlpFormat to, UlpRound round) {
  const UlpConvertJob job = job_to(to, round);
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
  const guint64 count = ulp_array_count(array);
  const double bytes = (double)(ulp_packed_bytes(from, count) + ulp_packed_bytes(to, count));
  printf("%s,%s,%s,%.4f,%.4f,%.3f\n", ulp_format_info(from)->id, ulp_format_info(to)->id, round_ids[round],
         1e3 * seconds[0], 1e3 * seconds[RUNS / 2], bytes / seconds[0] / 1e12);
  fflush(stdout);
}

int main(int argc, char **argv) {
  static const char ids[] =
      "fp64,fp32,bf16,fp16,e5m2,e4m3,e2m1,e5m7,mxfp8-e4m3,mxfp8-e5m2,mxfp6-e2m3,mxfp4,mxint8,nvfp4";
  g_autoptr(GArray) from = formats_of(argc > 3 ? argv[3] : ids), to = formats_of(argc > 4 ? argv[4] : ids);
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open(argc > 1 ? argv[1] : "cuda:0", &error);
  require(device != NULL, error);
  g_autofree char *spec = g_strdup_printf("normal:n=%" G_GUINT64_FORMAT ":format=fp32",
                                          G_GUINT64_CONSTANT(1) << (argc > 2 ? atoi(argv[2]) : 28));
  g_autoptr(UlpInput) input = ulp_input_open(spec, 1, 1, NULL, &error);
  require(input != NULL, error);
  g_autoptr(UlpArray) normal = ulp_device_place(device, input, NULL, &error);
  require(normal != NULL, error);
  for (guint f = 0; f < from->len; f++) {
    const UlpConvertJob make = job_to(g_array_index(from, UlpFormat, f), ULP_ROUND_RN);
    g_autoptr(UlpArray) array = ulp_array_convert(normal, &make, NULL, NULL, &error);
    require(array != NULL, error);
    for (guint t = 0; t < to->len; t++) {
      const UlpFormat target = g_array_index(to, UlpFormat, t);
      if (ulp_block_length(make.to) && ulp_block_length(target)) /* nobody does that */
        continue;
      for (int round = 0; round < ULP_N_ROUNDS; round++)
        bench(array, make.to, target, (UlpRound)round);
    }
  }
  return 0;
}
