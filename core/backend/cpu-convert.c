/* Through the codec, one loop for each pair of formats, so that both layouts are constants in it. */
#include "core/backend/cpu-convert.h"

ULP_HD UlpBits load(UlpLayout layout, const void *array, guint64 index) {
  switch (layout.container_bits) {
  case 8:
    return ((const guint8 *)array)[index];
  case 16:
    return ((const guint16 *)array)[index];
  case 32:
    return ((const guint32 *)array)[index];
  default:
    return ((const guint64 *)array)[index];
  }
}

ULP_HD void store(UlpLayout layout, void *array, guint64 index, UlpBits bits) {
  switch (layout.container_bits) {
  case 8:
    ((guint8 *)array)[index] = (guint8)bits;
    break;
  case 16:
    ((guint16 *)array)[index] = (guint16)bits;
    break;
  case 32:
    ((guint32 *)array)[index] = (guint32)bits;
    break;
  default:
    ((guint64 *)array)[index] = (guint64)bits;
    break;
  }
}

typedef struct {
  const UlpConvertJob *job;
  UlpFormat from;
  const void *in;
  void *out;
} Conversion;

ULP_HD void convert_pair(UlpFormat from, UlpFormat to, const Conversion *c, guint64 first, guint64 count) {
  const UlpRound round = c->job->round;
  const UlpProfile profile = c->job->profile;
  for (guint64 i = first; i < first + count; i++)
    store(ulp_layout(to), c->out, i,
          ulp_convert_bits(ulp_layout(from), ulp_layout(to), load(ulp_layout(from), c->in, i), round, profile));
}

ULP_HD void convert_from(UlpFormat from, const Conversion *conversion, guint64 first, guint64 count) {
  switch (conversion->job->to) {
#define ULP_FORMAT(id, ID, title, container, ...)                          \
  case ULP_FORMAT_##ID:                                                                                                \
    convert_pair(from, ULP_FORMAT_##ID, conversion, first, count);                                                     \
    break;
#include "core/number/formats.def"
#undef ULP_FORMAT
  default:
    g_assert_not_reached();
  }
}

static void convert_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Conversion *conversion = data;
  switch (conversion->from) {
#define ULP_FORMAT(id, ID, title, container, ...)                          \
  case ULP_FORMAT_##ID:                                                                                                \
    convert_from(ULP_FORMAT_##ID, conversion, first, count);                                                           \
    break;
#include "core/number/formats.def"
#undef ULP_FORMAT
  default:
    g_assert_not_reached();
  }
}

gboolean ulp_cpu_convert(UlpCpuJob *work, const UlpConvertJob *job, UlpFormat from, const void *in, void *out,
                         guint64 count) {
  Conversion conversion = {job, from, in, out};
  return ulp_cpu_job_run_parts(work, count, ULP_CPU_PART, convert_part, &conversion);
}
