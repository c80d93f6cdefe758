/* The schedules of core/sum/plan.h once more, in the plainest way and with arithmetic of their own: what the CPU backend is
 * compared with. Steps: 's' fp32, 'd' fp64, 'k' Kahan. Every partial is one Acc. */
#pragma once

#include "core/sum/plan.h"

#include <glib.h>
#include <math.h>

typedef struct {
  float sum, compensation;
  double wide;
} Acc;

static inline void naive_add(char step, Acc *a, double x) {
  if (step == 's') {
    a->sum += (float)x;
  } else if (step == 'd') {
    a->wide += x;
  } else {
    float corrected = (float)x - a->compensation, next = a->sum + corrected;
    a->compensation = (next - a->sum) - corrected;
    a->sum = next;
  }
}

static inline Acc naive_leaf(char step, double x) {
  return step == 'd' ? (Acc){0.0f, 0.0f, x} : (Acc){(float)x, 0.0f, 0.0};
}

static inline Acc naive_merge(char step, Acc a, Acc b) {
  naive_add(step, &a, step == 'd' ? b.wide : (double)b.sum);
  if (step == 'k')
    naive_add(step, &a, (double)-b.compensation);
  return a;
}

static inline double naive_value(char step, Acc a) { return step == 'd' ? a.wide : (double)a.sum; }

/* Leaf i with leaf i + width, the width halved each time. */
static inline Acc naive_tree(char step, const Acc *leaves, guint width) {
  g_autofree Acc *level = g_memdup2(leaves, width * sizeof *leaves);
  while (width > 1) {
    width /= 2;
    for (guint i = 0; i < width; i++)
      level[i] = naive_merge(step, level[i], level[i + width]);
  }
  return level[0];
}

static inline Acc naive_pairwise(char step, const double *x, guint64 n, guint64 leaf) {
  if (n > leaf)
    return naive_merge(step, naive_pairwise(step, x, n / 2, leaf), naive_pairwise(step, x + n / 2, n - n / 2, leaf));
  Acc a = naive_leaf(step, x[0]);
  for (guint64 i = 1; i < n; i++)
    naive_add(step, &a, x[i]);
  return a;
}

/* Partials of BLOCKS and STRIDED; free with g_array_unref. */
static inline GArray *naive_partials(char step, const UlpSumPlan *plan, const double *x, guint64 n) {
  GArray *partials = g_array_new(FALSE, FALSE, sizeof(Acc));
  const guint64 lanes = (guint64)plan->grid * plan->block;
  const guint64 m = plan->shape == ULP_SHAPE_STRIDED ? plan->grid : (n + plan->block - 1) / plan->block;
  for (guint64 j = 0; j < m; j++) {
    g_autofree Acc *leaves = g_new0(Acc, plan->block);
    for (guint i = 0; i < plan->block; i++) {
      if (plan->shape == ULP_SHAPE_STRIDED)
        for (guint64 k = j * plan->block + i; k < n; k += lanes)
          naive_add(step, &leaves[i], x[k]);
      else if (j * plan->block + i < n)
        leaves[i] = naive_leaf(step, x[j * plan->block + i]);
    }
    const Acc partial = naive_tree(step, leaves, plan->block);
    g_array_append_val(partials, partial);
  }
  return partials;
}

static inline double naive_merged(char step, UlpMerge merge, const Acc *p, guint64 m) {
  if (merge == ULP_MERGE_FP64) {
    double sum = 0.0;
    for (guint64 j = 0; j < m; j++)
      sum += naive_value(step, p[j]);
    return sum;
  }
  if (m == 1)
    return naive_value(step, p[0]);
  g_assert_cmpint(merge, ==, ULP_MERGE_TREE);
  Acc lanes[256] = {0};
  for (guint t = 0; t < 256; t++)
    for (guint64 j = t; j < m; j += 256)
      lanes[t] = naive_merge(step, lanes[t], p[j]);
  return naive_value(step, naive_tree(step, lanes, 256));
}

/* n > 0; the value before it is rounded to plan->result. */
static inline double naive_sum(const UlpSumPlan *plan, const double *x, guint64 n) {
  const char step = plan->step == ULP_STEP_ADD_FP64 ? 'd' : plan->step == ULP_STEP_ADD_FP32 ? 's' : 'k';
  Acc sum = {0};
  switch (plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    for (guint64 i = 0; i < n; i++)
      naive_add(step, &sum, x[i]);
    return naive_value(step, sum);
  case ULP_SHAPE_PAIRWISE:
    return naive_value(step, naive_pairwise(step, x, n, plan->leaf));
  default: {
    g_autoptr(GArray) partials = naive_partials(step, plan, x, n);
    return naive_merged(step, plan->merge, (const Acc *)(gpointer)partials->data, partials->len);
  }
  }
}
