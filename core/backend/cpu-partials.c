/* BLOCKS, RUNS, STRIDED and WARPS: partials, computed by all processors, and their merge in a fixed order. */
#include "core/backend/cpu-sum.h"

#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/input/random.h"

#define WINDOW (1u << 20) /* partials held at a time */

/* Elements of a partial of consecutive ones; 0 where each partial has lanes all over the array. */
static guint64 run_length(const UlpSumPlan *plan) {
  return plan->shape == ULP_SHAPE_RUNS ? plan->leaf : plan->shape == ULP_SHAPE_BLOCKS ? plan->block : 0;
}

guint64 ulp_cpu_partial_elements(const UlpCpuSlice *slice) {
  const guint64 run = run_length(slice->plan);
  return run ? run : MAX(slice->n / slice->plan->grid, slice->plan->block);
}

static gboolean strided_partial(const UlpCpuSlice *slice, guint64 index, UlpSum *partial) {
  const guint block = (guint)slice->plan->block;
  const guint64 stride = slice->plan->grid * block, lane = index * block;
  const guint64 n_rows = lane < slice->n ? (slice->n - lane - 1) / stride + 1 : 0;
  const guint64 part = ULP_CPU_PART / block;
  UlpCpuLanes lanes;
  slice->kernels->clear(&lanes, MAX(ulp_tree_width(block), ULP_WARP_LANES));
  for (guint64 row = 0; row < n_rows; row += part) {
    const UlpCpuRows rows = {row, MIN(row + part, n_rows), stride, lane, block};
    slice->kernels->take_rows(&lanes, slice->x, slice->n, &rows);
    if (!ulp_cpu_job_tick(slice->job, (rows.end - row) * block))
      return FALSE;
  }
  *partial = slice->plan->shape == ULP_SHAPE_WARPS ? slice->kernels->warps(&lanes, block)
                                                   : slice->kernels->tree(&lanes, ulp_tree_width(block));
  return TRUE;
}

gboolean ulp_cpu_partial(const UlpCpuSlice *slice, guint64 index, UlpSum *partial) {
  const guint64 run = run_length(slice->plan), first = index * run;
  if (run == 0)
    return strided_partial(slice, index, partial);
  const guint64 count = MIN(run, slice->n - first);
  *partial = slice->plan->shape == ULP_SHAPE_RUNS
                 ? slice->kernels->halving(ULP_SHAPE_PAIRWISE, slice->x, first, count, count)
                 : slice->kernels->block(slice->x, first, count, (guint)run);
  return TRUE;
}

gboolean ulp_cpu_partials_tick(const UlpCpuSlice *slice, guint64 partials) {
  return ulp_cpu_job_tick(slice->job, partials * run_length(slice->plan)); /* strided_partial has counted its own */
}

/* -- a window of partials ----------------------------------------------------------------------------------------- */

typedef struct {
  const UlpCpuSlice *slice;
  guint64 first, count, group; /* partials; those of a group are one item */
  UlpSum *partials;
} Window;

static void run_group(guint64 item, guint thread, gpointer data) {
  const Window *window = data;
  const guint64 begin = item * window->group, end = MIN(begin + window->group, window->count);
  for (guint64 i = begin; i < end; i++)
    if (!ulp_cpu_partial(window->slice, window->first + i, &window->partials[i]))
      return;
  ulp_cpu_partials_tick(window->slice, end - begin);
}

static gboolean compute_window(const Window *window) {
  const guint64 n_items = window->count / window->group + (window->count % window->group != 0);
  return ulp_cpu_job_run(window->slice->job, ulp_cpu_threads(window->slice->n), n_items, run_group, (gpointer)window);
}

/* -- merges ------------------------------------------------------------------------------------------------------- */

/* The merge of a stream of partials. */
typedef struct {
  const UlpCpuSlice *slice;
  guint64 taken;
  UlpSum sum; /* NONE, TREE: the first partial; else of `step` */
  UlpStep step;
  UlpCpuLanes lanes; /* TREE */
} Merger;

/* Fisher-Yates (Durstenfeld, CACM 7(7), 1964): word i of the seed picks the partial that comes i-th from the end. */
static void shuffle(UlpSum *partials, guint64 count, guint64 seed) {
  for (guint64 i = count; i > 1; i--) {
    const guint64 word = ulp_random_low(ulp_random_in(ULP_RANDOM_SCHEDULE, seed, i, 0));
    const guint64 pick = (guint64)(((unsigned __int128)word * i) >> 64);
    const UlpSum swapped = partials[i - 1];
    partials[i - 1] = partials[pick];
    partials[pick] = swapped;
  }
}

/* What adds the values, where values are added. */
static UlpStep merging_step(const UlpSumPlan *plan) {
  return plan->merge == ULP_MERGE_FP64       ? ULP_STEP_ADD_FP64
         : plan->merge == ULP_MERGE_SHUFFLED ? ulp_step_plain(plan->step)
                                             : plan->step;
}

static void merge_window(Merger *merger, UlpSum *partials, guint64 count) {
  const UlpCpuSlice *slice = merger->slice;
  switch (ulp_merge_apart(slice->plan->merge)) {
  case ULP_MERGE_FP64:
    for (guint64 i = 0; i < count; i++)
      ulp_sum_add(ULP_STEP_ADD_FP64, &merger->sum, slice->kernels->value(partials[i]));
    break;
  case ULP_MERGE_SHUFFLED:
    shuffle(partials, count, slice->plan->seed);
    for (guint64 i = 0; i < count; i++)
      ulp_sum_add(merger->step, &merger->sum, slice->kernels->value(partials[i]));
    break;
  case ULP_MERGE_IN_ORDER:
    for (guint64 i = 0; i < count; i++)
      slice->kernels->merge(&merger->sum, partials[i]);
    break;
  default:
    if (merger->taken == 0)
      merger->sum = partials[0];
    slice->kernels->merge_partials(&merger->lanes, partials, merger->taken, count);
    break;
  }
  merger->taken += count;
}

static double merged_value(Merger *merger) {
  const UlpCpuKernels *kernels = merger->slice->kernels;
  const UlpMerge merge = ulp_merge_apart(merger->slice->plan->merge);
  if ((merge == ULP_MERGE_TREE || merge == ULP_MERGE_NONE) && merger->taken > 1)
    merger->sum = kernels->tree(&merger->lanes, ULP_CPU_MERGE_LANES);
  return ulp_sum_value(merger->step, merger->sum);
}

gboolean ulp_cpu_sum_partials(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  const guint64 n_partials = ulp_plan_partials(slice->plan, slice->n);
  if (slice->plan->merge == ULP_MERGE_NONE && n_partials != 1)
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("%" G_GUINT64_FORMAT " partials and no merge, expected 1"),
                         n_partials);
  /* A shuffle needs all of them at once. */
  const guint64 capacity = slice->plan->merge == ULP_MERGE_SHUFFLED ? n_partials : MIN(n_partials, WINDOW);
  g_autofree UlpSum *partials = ulp_try_allocate(capacity, sizeof *partials);
  if (partials == NULL)
    return ulp_cpu_fault_memory(fault, capacity * sizeof *partials);

  Merger merger = {.slice = slice, .sum = ulp_sum_zero(), .step = merging_step(slice->plan)};
  slice->kernels->clear(&merger.lanes, ULP_CPU_MERGE_LANES);
  for (guint64 first = 0; first < n_partials; first += capacity) {
    const guint64 group = MAX(ULP_CPU_PART / ulp_cpu_partial_elements(slice), 1);
    const Window window = {slice, first, MIN(capacity, n_partials - first), group, partials};
    if (!compute_window(&window))
      return ulp_cpu_fault_cancelled(fault);
    merge_window(&merger, partials, window.count);
  }
  *value = merged_value(&merger);
  return TRUE;
}
