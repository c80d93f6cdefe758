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
  if (slice->format == ULP_FORMAT_FP32)
    ulp_exact_add_fp32(&exact->sums[thread], (const float *)slice->x + first, count);
  else
    ulp_exact_add_fp64(&exact->sums[thread], (const double *)slice->x + first, count);
}

gboolean ulp_cpu_sum_exact(const UlpCpuSlice *slice, guint64 *bits, UlpFault *fault) {
  const guint threads = ulp_cpu_threads(slice->n);
  g_autofree UlpExact *sums = g_try_new0(UlpExact, threads);
  if (sums == NULL)
    return ulp_cpu_fault_memory(fault, threads * sizeof *sums);
  Exact exact = {slice, sums};
  if (!ulp_cpu_job_run_parts(slice->job, slice->n, PART, add_part, &exact))
    return ulp_cpu_fault_cancelled(fault);
  for (guint i = 1; i < threads; i++)
    ulp_exact_merge(&sums[0], &sums[i]);
  *bits = (guint64)ulp_exact_round(&sums[0], slice->plan->result, ULP_ROUND_RN);
  return TRUE;
}
