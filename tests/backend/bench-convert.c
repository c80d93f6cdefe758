/* bench-convert [ELEMENTS [RUNS]]: the time of each pair of formats on the CPU against that of a copy that reads and writes as many
 * bytes, both the best of RUNS in this run. Goal: 2. */
#include "core/backend/device.h"
#include "core/number/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32, ULP_FORMAT_BF16, ULP_FORMAT_FP16,
                                    ULP_FORMAT_E5M2, ULP_FORMAT_E4M3, ULP_FORMAT_E2M1};
enum { N_FORMATS = G_N_ELEMENTS(formats) };

typedef struct {
  guint8 *from, *to;
  gsize bytes;
} Copy;

static gpointer copy_half(gpointer data) {
  const Copy *copy = data;
  memcpy(copy->to, copy->from, copy->bytes);
  return NULL;
}

/* Seconds of a copy that moves `bytes`, read and written together, on two threads. */
static double copy_seconds(double bytes, guint runs) {
  const gsize half = (gsize)(bytes / 4);
  g_autofree guint8 *from = g_malloc(2 * half), *to = g_malloc(2 * half);
  double best = 1e9;
  memset(from, 1, 2 * half);
  memset(to, 1, 2 * half);
  for (guint run = 0; run < runs; run++) {
    Copy halves[] = {{from, to, half}, {from + half, to + half, half}};
    const gint64 start = g_get_monotonic_time();
    GThread *thread = g_thread_new("copy", copy_half, &halves[0]);
    copy_half(&halves[1]);
    g_thread_join(thread);
    best = MIN(best, (double)(g_get_monotonic_time() - start) / 1e6);
  }
  return best;
}

static double convert_seconds(UlpArray *source, UlpFormat to, guint runs) {
  const UlpConvertJob job = {.to = to, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  double best = 1e9, seconds;
  for (guint run = 0; run < runs; run++) {
    g_autoptr(UlpArray) array = ulp_array_convert(source, &job, &seconds, NULL, NULL);
    best = MIN(best, seconds);
  }
  return best;
}

int main(int argc, char **argv) {
  const guint64 count = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 1 << 24;
  const guint runs = argc > 2 ? (guint)atoi(argv[2]) : 5;
  UlpDevice *device = ulp_device_open("cpu", NULL);
  g_autoptr(UlpInput) input = ulp_input_open("normal", 1, count, NULL, NULL);
  g_autoptr(UlpArray) normal = ulp_device_place(device, input, NULL, NULL);
  printf("%" G_GUINT64_FORMAT " elements; time / time of a copy of as many bytes; rows: from, columns: to\n%6s", count,
         "");
  for (guint t = 0; t < N_FORMATS; t++)
    printf(" %6s", ulp_format_info(formats[t])->id);
  for (guint f = 0; f < N_FORMATS; f++) {
    const UlpConvertJob job = {.to = formats[f], .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
    g_autoptr(UlpArray) source = ulp_array_convert(normal, &job, NULL, NULL, NULL);
    printf("\n%6s", ulp_format_info(formats[f])->id);
    for (guint t = 0; t < N_FORMATS; t++) {
      const double bytes = (double)(ulp_packed_bytes(formats[f], count) + ulp_packed_bytes(formats[t], count));
      printf(" %6.2f", convert_seconds(source, formats[t], runs) / copy_seconds(bytes, runs));
      fflush(stdout);
    }
  }
  printf("\n");
  return 0;
}
