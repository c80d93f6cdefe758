/* Sums on the CPU: the schedules of core/sum/plan.h. */
#pragma once

#include "core/backend/cpu-job.h"
#include "core/backend/cpu-kernels.h"

/* The elements of one sum and how to add them. */
typedef struct {
  UlpCpuJob *job;
  const UlpSumPlan *plan;
  gboolean magnitudes;
  UlpAtomics atomics;
  const UlpCpuKernels *kernels; /* NULL for the exact step */
  UlpFormat format;
  const void *x;
  guint64 n;
} UlpCpuSlice;

/* FALSE with a fault: memory, more partials than a plan without a merge takes, cancelled. */
gboolean ulp_cpu_sum(const UlpCpuSlice *slice, UlpSumResult *result, UlpFault *fault);

/* The rest is shared by the files cpu-*.c. */

/* The elements in the plan's order, to be freed with g_free; NULL with a fault. */
void *ulp_cpu_ordered(const UlpCpuSlice *slice, UlpFault *fault);

/* BLOCKS, RUNS, STRIDED and WARPS: about how much work a partial is, and partial `index`, FALSE when stopped; the tick,
 * FALSE when stopped, follows after one or more of them. */
guint64 ulp_cpu_partial_elements(const UlpCpuSlice *slice);
gboolean ulp_cpu_partial(const UlpCpuSlice *slice, guint64 index, UlpSum *partial);
gboolean ulp_cpu_partials_tick(const UlpCpuSlice *slice, guint64 partials);

/* Each gives the value of the sum, exact in fp64. FALSE with a fault. */
gboolean ulp_cpu_sum_pairwise(const UlpCpuSlice *slice, double *value, UlpFault *fault);
gboolean ulp_cpu_sum_partials(const UlpCpuSlice *slice, double *value, UlpFault *fault);
gboolean ulp_cpu_sum_race(const UlpCpuSlice *slice, double *value, UlpFault *fault);

/* Shapes of any order. FALSE with a fault. */
#define ULP_ANY_ORDER(ID, name, ...)                                                                                   \
  gboolean ulp_cpu_sum_##name(const UlpCpuSlice *slice, UlpExact *sum, UlpFault *fault);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
