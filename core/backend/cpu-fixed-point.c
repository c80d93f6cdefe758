/* FIXED_POINT: a total for each thread, merged at the end; the order of the parts cannot matter. */
#include "core/backend/cpu-sum.h"

#include "core/sum/fixed-point.h"

typedef struct {
  UlpFixed sum;
  guint32 seen;
} Total;

typedef struct {
  const UlpCpuSlice *slice;
  double scale;
  Total *totals; /* one a thread */
} FixedPoint;

static void add_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const FixedPoint *fixed = data;
  const gboolean narrow = fixed->slice->format == ULP_FORMAT_FP32;
  const float *singles = fixed->slice->x;
  const double *doubles = fixed->slice->x;
  Total total = fixed->totals[thread];
  for (guint64 i = first; i < first + count; i++) {
    const gint64 units = ulp_fixed_of(narrow ? (double)singles[i] : doubles[i], fixed->scale, &total.seen);
    ulp_fixed_add(&total.sum, (guint64)units, units >> 63);
  }
  fixed->totals[thread] = total;
}

gboolean ulp_cpu_sum_fixed_point(const UlpCpuSlice *slice, UlpExact *sum, UlpFault *fault) {
  const guint threads = ulp_cpu_threads(slice->n), fraction = (guint)slice->plan->fraction;
  g_autofree Total *totals = g_try_new0(Total, threads);
  if (totals == NULL)
    return ulp_cpu_fault_memory(fault, threads * sizeof *totals);
  FixedPoint fixed = {slice, ulp_fixed_scale(fraction), totals};
  if (!ulp_cpu_job_run_parts(slice->job, slice->n, ULP_CPU_PART, add_part, &fixed))
    return ulp_cpu_fault_cancelled(fault);
  for (guint i = 1; i < threads; i++) {
    ulp_fixed_add(&totals[0].sum, totals[i].sum.low, totals[i].sum.high);
    totals[0].seen |= totals[i].seen;
  }
  ulp_fixed_to_exact(totals[0].sum, totals[0].seen, fraction, sum);
  return TRUE;
}
