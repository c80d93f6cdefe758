/* PAIRWISE and NUMPY: the nodes of one level of the recursion are shared out among the processors, then combined upwards. */
#include "core/backend/cpu-sum.h"

#include "core/base/memory.h"

typedef struct {
  const UlpCpuSlice *slice;
  guint depth;
  UlpSum *sums; /* 2^depth */
} Level;

static void run_node(guint64 node, guint thread, gpointer data) {
  const Level *level = data;
  const UlpCpuSlice *slice = level->slice;
  guint64 first = 0, count = slice->n;
  for (guint bit = level->depth; bit-- > 0;) {
    const guint64 left = ulp_left_half(slice->plan->shape, count);
    if (node >> bit & 1) {
      first += left;
      count -= left;
    } else {
      count = left;
    }
  }
  level->sums[node] = slice->kernels->halving(slice->plan->shape, slice->x, first, count, ulp_plan_leaf(slice->plan));
  ulp_cpu_job_tick(slice->job, count);
}

gboolean ulp_cpu_sum_pairwise(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  /* Every node above this depth is longer than a leaf, the shortest on the left too, so all of them are split. */
  Level level = {.slice = slice};
  for (guint64 shortest = slice->n; shortest > MAX(ULP_CPU_PART, ulp_plan_leaf(slice->plan)); level.depth++)
    shortest = ulp_left_half(slice->plan->shape, shortest);
  const guint64 n_nodes = G_GUINT64_CONSTANT(1) << level.depth;
  g_autofree UlpSum *sums = level.sums = ulp_try_allocate(n_nodes, sizeof *sums);
  if (sums == NULL)
    return ulp_cpu_fault_memory(fault, n_nodes * sizeof *sums);
  if (!ulp_cpu_job_run(slice->job, ulp_cpu_threads(slice->n), n_nodes, run_node, &level))
    return ulp_cpu_fault_cancelled(fault);
  for (guint64 width = n_nodes / 2; width; width /= 2) {
    for (guint64 i = 0; i < width; i++) {
      UlpSum sum = sums[2 * i];
      slice->kernels->merge(&sum, sums[2 * i + 1]);
      sums[i] = sum;
    }
  }
  *value = ulp_halving_value(slice->plan->shape, slice->kernels->value(sums[0]));
  return TRUE;
}
