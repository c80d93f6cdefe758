/* Each thread takes parts and keeps what it knows of them; in the end all of that is merged. Exact sums, counts, and
 * extremes with their first index do not depend on who took what. */
#include "core/backend/cpu-reduce.h"

#include "core/array/blocks.h"
#include "core/backend/reduce-merge.h"
#include "core/exact/exact.h"
#include "core/job/job-check.h"
#include "core/job/map-element.h"

#include <math.h>

#define BUFFER 8192 /* values of a part that go to the exact sum together: enough for its bulk path */

/* Where the elements are. */
typedef struct {
  const UlpReduceJob *job;
  const UlpCpuArray *const *arrays;
  const guint64 *offsets;
  UlpFormat formats[ULP_JOB_INPUTS];
  guint n_inputs;
  UlpReduceResult *of_thread;
} Reduction;

/* What was found in one run of elements, to be told to the thread's result. */
typedef struct {
  double values[ULP_MAP_VALUES][BUFFER];
  guint n_values[ULP_MAP_VALUES];
} Buffer;

ULP_HD void take(UlpReduced *reduced, double value, guint64 index, double *values, guint *n_values) {
  if (isnan(value))
    return;
  if (!(value >= reduced->min)) { /* at first that is NaN */
    reduced->min = value;
    reduced->min_index = index;
  }
  if (!(value <= reduced->max)) {
    reduced->max = value;
    reduced->max_index = index;
  }
  values[(*n_values)++] = value;
}

/* Elements [first, first + count), count at most BUFFER, in order. */
ULP_HD void reduce_loop(UlpMap map, const UlpFormat *formats, const Reduction *r, guint64 first, guint64 count,
                        guint64 *classes, UlpReduced *reduced, Buffer *buffer) {
  UlpMapJob job = r->job->map;
  job.map = map;
  for (guint64 index = first; index < first + count; index++) {
    UlpBits bits[ULP_JOB_INPUTS];
    for (guint i = 0; i < r->n_inputs; i++)
      bits[i] = ulp_any_load(formats[i], r->arrays[i]->data, r->arrays[i]->count, r->offsets[i] + index);
    const UlpMapped mapped = ulp_map_element(&job, formats, bits);
    classes[mapped.class_]++;
    for (guint v = 0; v < ULP_MAP_VALUES; v++)
      take(&reduced[v], mapped.value[v], index, buffer->values[v], &buffer->n_values[v]);
  }
}

typedef void (*Loop)(const Reduction *r, guint64 first, guint64 count, guint64 *classes, UlpReduced *reduced,
                     Buffer *buffer);

#define LOOP_OF_MAP(ID)                                                                                                \
  case ULP_MAP_##ID:                                                                                                   \
    reduce_loop(ULP_MAP_##ID, formats, r, first, count, classes, reduced, buffer);                                     \
    break;

static void reduce_any(const Reduction *r, guint64 first, guint64 count, guint64 *classes, UlpReduced *reduced,
                       Buffer *buffer) {
  const UlpFormat formats[] = {r->formats[0], r->formats[1], r->formats[2]}; /* nobody else's: read once */
  G_STATIC_ASSERT(G_N_ELEMENTS(formats) == ULP_JOB_INPUTS);
  switch (r->job->map.map) {
#define ULP_MAP(id, ID, inputs) LOOP_OF_MAP(ID)
#include "core/job/maps.def"
#undef ULP_MAP
  default:
    g_assert_not_reached();
  }
}

/* Maps of a conversion there and back, with constant layouts. */
ULP_HD void reduce_pair(const UlpFormat *formats, const Reduction *r, guint64 first, guint64 count, guint64 *classes,
                        UlpReduced *reduced, Buffer *buffer) {
  switch (r->job->map.map) {
#define ULP_MAP(id, ID, inputs) LOOP_OF_MAP_OF_##inputs(ID)
#define LOOP_OF_MAP_OF_1(ID)
#define LOOP_OF_MAP_OF_2(ID)
#define LOOP_OF_MAP_OF_3(ID) LOOP_OF_MAP(ID)
#include "core/job/maps.def"
#undef ULP_MAP
  default:
    g_assert_not_reached();
  }
}

/* Under a sanitizer they take a compiler many minutes, and reduce_any is the same code. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HAS_PAIRS
#endif

#ifdef HAS_PAIRS
#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  static void reduce_##FROM##_##TO(const Reduction *r, guint64 first, guint64 count, guint64 *classes,                 \
                                   UlpReduced *reduced, Buffer *buffer) {                                              \
    const UlpFormat formats[] = {ULP_FORMAT_##FROM, ULP_FORMAT_##TO, ULP_FORMAT_##FROM};                               \
    reduce_pair(formats, r, first, count, classes, reduced, buffer);                                                   \
  }
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
#endif

static const struct {
  UlpFormat from, to;
  Loop run;
} pairs[] = {
#ifdef HAS_PAIRS
#define ULP_CONVERT_PAIR(FROM, TO) {ULP_FORMAT_##FROM, ULP_FORMAT_##TO, reduce_##FROM##_##TO},
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
#endif
    {.run = NULL},
};

static Loop loop_of(const Reduction *r) {
  for (guint i = 0; pairs[i].run && r->n_inputs == 3; i++)
    if (pairs[i].from == r->formats[0] && pairs[i].to == r->formats[1] && pairs[i].from == r->formats[2])
      return pairs[i].run;
  return reduce_any;
}

static void reduce_run(const Reduction *r, Loop loop, guint64 first, guint64 count, UlpReduceResult *result) {
  Buffer buffer;
  UlpReduced reduced[ULP_MAP_VALUES];
  for (guint v = 0; v < ULP_MAP_VALUES; v++) {
    ulp_reduced_init(&reduced[v]);
    buffer.n_values[v] = 0;
  }
  loop(r, first, count, result->classes, reduced, &buffer);
  for (guint v = 0; v < ULP_MAP_VALUES; v++) {
    reduced[v].count = buffer.n_values[v];
    ulp_exact_add_fp64(&reduced[v].sum, buffer.values[v], buffer.n_values[v]);
    ulp_reduced_merge(&result->value[v], &reduced[v], 0);
  }
}

static void reduce_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Reduction *r = data;
  const Loop loop = loop_of(r);
  for (guint64 done = 0; done < count; done += BUFFER)
    reduce_run(r, loop, first + done, MIN(BUFFER, count - done), &r->of_thread[thread]);
}

gboolean ulp_cpu_reduce(UlpCpuJob *work, const UlpReduceJob *job, const UlpCpuArray *const *arrays,
                        const guint64 *offsets, guint64 count, UlpReduceResult *result, UlpFault *fault) {
  const UlpJob whole = {.kind = ULP_JOB_REDUCE, .reduce = *job};
  const guint threads = ulp_cpu_threads(count);
  Reduction reduction = {.job = job, .arrays = arrays, .offsets = offsets, .n_inputs = ulp_job_n_inputs(&whole)};
  g_autofree UlpReduceResult *of_thread = reduction.of_thread = g_try_new(UlpReduceResult, threads);
  if (of_thread == NULL)
    return ulp_cpu_fault_memory(fault, threads * sizeof *of_thread);
  for (guint i = 0; i < reduction.n_inputs; i++)
    reduction.formats[i] = arrays[i]->format;
  for (guint i = 0; i < threads; i++)
    ulp_reduce_init(&of_thread[i]);
  if (!ulp_cpu_job_run_parts(work, count, ULP_CPU_PART, reduce_part, &reduction))
    return ulp_cpu_fault_cancelled(fault);
  ulp_reduce_init(result);
  for (guint i = 0; i < threads; i++)
    ulp_reduce_merge(result, &of_thread[i], 0);
  return TRUE;
}
