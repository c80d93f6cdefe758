/* The inner loops of the CPU's sums, one set for each step and element format, all from core/sum/step.h. */
#pragma once

#include "core/number/codec.h"
#include "core/sum/plan.h"

#include <glib.h>

#define ULP_CPU_MERGE_LANES 256

/* Accumulators side by side, word by word, so that a loop over lanes can be vectorised. Those of fp64 are `d`. */
typedef union {
  float f[ULP_STEP_WORDS][ULP_PLAN_MAX_BLOCK];
  double d[ULP_STEP_WORDS][ULP_PLAN_MAX_BLOCK];
} UlpCpuLanes;

/* A rectangle of a STRIDED sum: rows [row, end) of `stride` elements each, of which lane 0 .. block-1 take those from
 * `lane` on, as far as the array reaches. */
typedef struct {
  guint64 row, end, stride, lane;
  guint block;
} UlpCpuRows;

typedef struct {
  /* The accumulator takes x[first], x[first + 1], ... */
  void (*take)(UlpSum *sum, const void *x, guint64 first, guint64 count);
  /* The tree over `block` leaves, of which the first `count` are elements. */
  UlpSum (*block)(const void *x, guint64 first, guint64 count, guint block);
  /* Recursive halving as `shape`, PAIRWISE or NUMPY, has it. */
  UlpSum (*halving)(UlpShape shape, const void *x, guint64 first, guint64 count, guint64 leaf);
  void (*clear)(UlpCpuLanes *lanes, guint width);
  void (*take_rows)(UlpCpuLanes *lanes, const void *x, guint64 n, const UlpCpuRows *rows);
  /* Lane (first + i) mod ULP_CPU_MERGE_LANES merges partial i. */
  void (*merge_partials)(UlpCpuLanes *lanes, const UlpSum *partials, guint64 first, guint64 count);
  UlpSum (*tree)(UlpCpuLanes *lanes, guint width);  /* a power of two */
  UlpSum (*warps)(UlpCpuLanes *lanes, guint width); /* trees of 32: `width` lanes, all others are zero */
  void (*merge)(UlpSum *sum, UlpSum other);
  double (*value)(UlpSum sum);
} UlpCpuKernels;

/* NULL for the exact step. `format` is fp32 or fp64. */
const UlpCpuKernels *ulp_cpu_kernels(UlpStep step, UlpFormat format);
