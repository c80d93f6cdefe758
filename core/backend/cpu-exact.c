/* UNORDERED: an exact accumulator for each thread, merged at the end; the order of the parts cannot matter. */
#include "core/backend/cpu-sum.h"

#include "core/exact/exact.h"

#define PART (1u << 18) /* long enough for the accumulator's bulk path */

typedef struct {
  const UlpCpuSlice *slice;
  UlpExact *sums; /* one a thread */
} Exact;

static void add_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Exact *exact = data;
  const UlpCpuSlice *slice = exact->slice;
  UlpExact *sum = &exact->sums[thread];
  const float *narrow = (const float *)slice->x + first;
  const double *wide = (const double *)slice->x + first;
  if (slice->format == ULP_FORMAT_FP32)
    (slice->magnitudes ? ulp_exact_add_magnitudes_fp32 : ulp_exact_add_fp32)(sum, narrow, count);
  else
    (slice->magnitudes ? ulp_exact_add_magnitudes_fp64 : ulp_exact_add_fp64)(sum, wide, count);
}

gboolean ulp_cpu_sum_exact(const UlpCpuSlice *slice, UlpExact *sum, UlpFault *fault) {
  const guint threads = ulp_cpu_threads(slice->n);
  g_autofree UlpExact *sums = g_try_new0(UlpExact, threads);
  if (sums == NULL)
    return ulp_cpu_fault_memory(fault, threads * sizeof *sums);
  Exact exact = {slice, sums};
  if (!ulp_cpu_job_run_parts(slice->job, slice->n, PART, add_part, &exact))
    return ulp_cpu_fault_cancelled(fault);
  for (guint i = 1; i < threads; i++)
    ulp_exact_merge(&sums[0], &sums[i]);
  *sum = sums[0];
  return TRUE;
}
