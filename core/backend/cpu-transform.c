#include "core/backend/cpu-transform.h"

typedef struct {
  UlpTransform transform;
  UlpFormat format;
  const void *from;
  void *to;
} Transformation;

static void transform_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Transformation *work = data;
  for (guint64 i = first; i < first + count; i++) {
    if (work->format == ULP_FORMAT_FP32)
      ((float *)work->to)[i] = ulp_transformed_float(work->transform, ((const float *)work->from)[i]);
    else
      ((double *)work->to)[i] = ulp_transformed_double(work->transform, ((const double *)work->from)[i]);
  }
}

gboolean ulp_cpu_transform(UlpCpuJob *job, UlpTransform transform, const UlpCpuArray *from, guint64 offset,
                           const UlpCpuArray *made) {
  Transformation work = {transform, from->format, (const char *)from->data + ulp_packed_bytes(from->format, offset),
                         made->data};
  return ulp_cpu_job_run_parts(job, made->count, ULP_CPU_PART, transform_part, &work);
}
