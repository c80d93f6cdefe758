/* The schedules of core/sum/plan.h once more, in the plainest way and with arithmetic of their own: what the CPU backend is
 * compared with. An accumulator is three numbers of its format, which long double holds with room to spare; an operation is
 * that of fp64, rounded by the codec where the format is narrower: a sum of two numbers of p bits, rounded first to 2p + 2 or
 * more, is the sum rounded once. */
#pragma once

#include "core/number/format.h"
#include "core/sum/plan.h"

#include <glib.h>
#include <math.h>

typedef struct {
  double s, c, cc;
} Acc;

/* x as a number of the step's format. */
static inline double naive_round(UlpStep step, double x) {
  const UlpFormat format = ulp_step_format(step);
  if (format == ULP_FORMAT_FP32)
    return (double)(float)x;
  return format == ULP_FORMAT_FP64 || isnan(x)
             ? x
             : ulp_bits_to_double(format, ulp_bits_from_double(format, x, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static inline double naive_plus(UlpStep step, double a, double b) { return naive_round(step, a + b); }
static inline double naive_minus(UlpStep step, double a, double b) { return naive_round(step, a - b); }

/* a + b and its error, as papers have it: Fast2Sum of the larger and the smaller. */
static inline double naive_two(UlpStep step, double a, double b, double *error) {
  const double larger = fabs(a) >= fabs(b) ? a : b, smaller = fabs(a) >= fabs(b) ? b : a;
  const double sum = naive_plus(step, a, b);
  *error = naive_plus(step, naive_minus(step, larger, sum), smaller);
  return sum;
}

static inline double naive_knuth(UlpStep step, double a, double b, double *error) {
  const double sum = naive_plus(step, a, b), a1 = naive_minus(step, sum, b), b1 = naive_minus(step, sum, a1);
  *error = naive_plus(step, naive_minus(step, a, a1), naive_minus(step, b, b1));
  return sum;
}

static inline double naive_dekker(UlpStep step, double a, double b, double *error) {
  const double sum = naive_plus(step, a, b);
  *error = naive_minus(step, b, naive_minus(step, sum, a));
  return sum;
}

static inline void naive_add(UlpStep step, Acc *a, double x) {
  double error, second;
  x = naive_round(step, x);
  switch (ulp_step_rule(step)) {
  case ULP_RULE_KAHAN:
  case ULP_RULE_KAHAN_LANES: {
    const double corrected = naive_minus(step, x, a->c), next = naive_plus(step, a->s, corrected);
    a->c = naive_minus(step, naive_minus(step, next, a->s), corrected);
    a->s = next;
    break;
  }
  case ULP_RULE_NEUMAIER:
    a->s = naive_two(step, a->s, x, &error);
    a->c = naive_plus(step, a->c, error);
    break;
  case ULP_RULE_KLEIN:
    a->s = naive_two(step, a->s, x, &error);
    a->c = naive_two(step, a->c, error, &second);
    a->cc = naive_plus(step, a->cc, second);
    break;
  case ULP_RULE_DOUBLE_DOUBLE:
    a->s = naive_knuth(step, a->s, x, &error);
    error = naive_plus(step, a->c, error);
    a->s = naive_dekker(step, a->s, error, &a->c);
    break;
  default:
    a->s = naive_plus(step, a->s, x);
    break;
  }
}

static inline Acc naive_leaf(UlpStep step, double x) { return (Acc){naive_round(step, x), 0, 0}; }

static inline Acc naive_merge(UlpStep step, Acc a, Acc b) {
  double error, second, low, low_error;
  switch (ulp_step_rule(step)) {
  case ULP_RULE_KAHAN:
    naive_add(step, &a, b.s);
    naive_add(step, &a, -b.c);
    break;
  case ULP_RULE_NEUMAIER:
    naive_add(step, &a, b.s);
    a.c = naive_plus(step, a.c, b.c);
    break;
  case ULP_RULE_KLEIN:
    naive_add(step, &a, b.s);
    a.c = naive_two(step, a.c, b.c, &second);
    a.cc = naive_plus(step, naive_plus(step, a.cc, second), b.cc);
    break;
  case ULP_RULE_DOUBLE_DOUBLE:
    a.s = naive_knuth(step, a.s, b.s, &error);
    low = naive_knuth(step, a.c, b.c, &low_error);
    a.s = naive_dekker(step, a.s, naive_plus(step, error, low), &second);
    a.s = naive_dekker(step, a.s, naive_plus(step, low_error, second), &a.c);
    break;
  default:
    a.s = naive_plus(step, a.s, b.s);
    break;
  }
  return a;
}

static inline double naive_value(UlpStep step, Acc a) {
  const UlpRule rule = ulp_step_rule(step);
  if (rule == ULP_RULE_NEUMAIER || rule == ULP_RULE_DOUBLE_DOUBLE)
    return naive_plus(step, a.s, a.c);
  return rule == ULP_RULE_KLEIN ? naive_plus(step, a.s, naive_plus(step, a.c, a.cc)) : a.s;
}

/* Leaf i with leaf i + width, the width halved each time; filled up with zeros to a power of two. */
static inline Acc naive_tree(UlpStep step, const Acc *leaves, guint64 n) {
  guint64 width = 1;
  while (width < n)
    width *= 2;
  g_autofree Acc *level = g_new0(Acc, width);
  memcpy(level, leaves, n * sizeof *leaves);
  while (width > 1) {
    width /= 2;
    for (guint64 i = 0; i < width; i++)
      level[i] = naive_merge(step, level[i], level[i + width]);
  }
  return level[0];
}

static inline Acc naive_warps(UlpStep step, const Acc *leaves, guint64 n) {
  Acc padded[1024] = {0}, sums[32] = {0};
  memcpy(padded, leaves, n * sizeof *leaves);
  for (guint warp = 0; 32 * warp < n; warp++)
    sums[warp] = naive_tree(step, padded + 32 * warp, 32);
  return naive_tree(step, sums, 32);
}

static inline Acc naive_run(UlpStep step, const double *x, guint64 n) {
  Acc a = naive_leaf(step, x[0]);
  for (guint64 i = 1; i < n; i++)
    naive_add(step, &a, x[i]);
  return a;
}

static inline Acc naive_pairwise(UlpStep step, const double *x, guint64 n, guint64 leaf) {
  if (n > leaf)
    return naive_merge(step, naive_pairwise(step, x, n / 2, leaf), naive_pairwise(step, x + n / 2, n - n / 2, leaf));
  return naive_run(step, x, n);
}

/* The lines of NumPy's pairwise_sum. */
static inline Acc naive_numpy(UlpStep step, const double *x, guint64 n) {
  if (n < 8)
    return naive_run(step, x, n);
  if (n <= 128) {
    Acc r[8];
    guint64 i;
    for (guint k = 0; k < 8; k++)
      r[k] = naive_leaf(step, x[k]);
    for (i = 8; i < n - (n % 8); i += 8)
      for (guint k = 0; k < 8; k++)
        naive_add(step, &r[k], x[i + k]);
    Acc sum = naive_merge(step, naive_merge(step, naive_merge(step, r[0], r[1]), naive_merge(step, r[2], r[3])),
                          naive_merge(step, naive_merge(step, r[4], r[5]), naive_merge(step, r[6], r[7])));
    for (; i < n; i++)
      naive_add(step, &sum, x[i]);
    return sum;
  }
  guint64 n2 = n / 2;
  n2 -= n2 % 8;
  return naive_merge(step, naive_numpy(step, x, n2), naive_numpy(step, x + n2, n - n2));
}

/* Partials of the shapes that have several; free with g_array_unref. */
static inline GArray *naive_partials(UlpStep step, const UlpSumPlan *plan, const double *x, guint64 n) {
  GArray *partials = g_array_new(FALSE, FALSE, sizeof(Acc));
  const gboolean strided = plan->shape == ULP_SHAPE_STRIDED || plan->shape == ULP_SHAPE_WARPS;
  const guint64 lanes = plan->grid * plan->block, run = plan->shape == ULP_SHAPE_RUNS ? plan->leaf : plan->block;
  const guint64 m = strided ? plan->grid : (n + run - 1) / run;
  for (guint64 j = 0; j < m; j++) {
    g_autofree Acc *leaves = g_new0(Acc, run);
    Acc partial;
    if (plan->shape == ULP_SHAPE_RUNS) {
      partial = naive_run(step, x + j * run, MIN(run, n - j * run));
    } else {
      for (guint64 i = 0; i < run; i++) {
        if (strided)
          for (guint64 k = j * run + i; k < n; k += lanes)
            naive_add(step, &leaves[i], x[k]);
        else if (j * run + i < n)
          leaves[i] = naive_leaf(step, x[j * run + i]);
      }
      partial = (plan->shape == ULP_SHAPE_WARPS ? naive_warps : naive_tree)(step, leaves, run);
    }
    g_array_append_val(partials, partial);
  }
  return partials;
}

static inline double naive_merged(UlpStep step, UlpMerge merge, const Acc *p, guint64 m) {
  if (merge == ULP_MERGE_FP64) {
    double sum = 0.0;
    for (guint64 j = 0; j < m; j++)
      sum += naive_value(step, p[j]);
    return sum;
  }
  if (merge == ULP_MERGE_IN_ORDER || merge == ULP_MERGE_TICKETS) {
    Acc sum = {0};
    for (guint64 j = 0; j < m; j++)
      sum = naive_merge(step, sum, p[j]);
    return naive_value(step, sum);
  }
  if (m == 1)
    return naive_value(step, p[0]);
  g_assert_true(merge == ULP_MERGE_TREE || merge == ULP_MERGE_LAST_BLOCK);
  Acc lanes[256] = {0};
  for (guint t = 0; t < 256; t++)
    for (guint64 j = t; j < m; j += 256)
      lanes[t] = naive_merge(step, lanes[t], p[j]);
  return naive_value(step, naive_tree(step, lanes, 256));
}

typedef struct {
  double x;
  guint64 at;
} NaivePlace;

static inline int naive_compare(gconstpointer a, gconstpointer b) {
  const NaivePlace *p = a, *q = b;
  if (isnan(p->x) != isnan(q->x))
    return isnan(p->x) ? 1 : -1;
  if (!isnan(p->x) && fabs(p->x) != fabs(q->x))
    return fabs(p->x) < fabs(q->x) ? -1 : 1;
  return p->at < q->at ? -1 : 1;
}

/* The elements in the plan's order; free with g_free. NaN among themselves in any order: no sum tells them apart. */
static inline double *naive_ordered(UlpOrder order, const double *x, guint64 n) {
  double *ordered = g_memdup2(x, n * sizeof *x);
  g_autofree NaivePlace *places = g_new(NaivePlace, n);
  const gboolean descending = order == ULP_ORDER_DESCENDING;
  for (guint64 i = 0; i < n; i++)
    places[i] = (NaivePlace){x[i], descending ? n - i : i};
  if (order == ULP_ORDER_ASCENDING || descending)
    qsort(places, n, sizeof *places, naive_compare);
  for (guint64 i = 0; i < n && order != ULP_ORDER_GIVEN; i++)
    ordered[i] = places[order == ULP_ORDER_ASCENDING ? i : n - 1 - i].x;
  return ordered;
}

/* n > 0; the value before it is rounded to plan->result. */
static inline double naive_sum(const UlpSumPlan *plan, const double *elements, guint64 n) {
  const UlpStep step = plan->step;
  g_autofree double *x = naive_ordered(plan->order, elements, n);
  Acc sum = {0};
  switch (plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    for (guint64 i = 0; i < n; i++)
      naive_add(step, &sum, x[i]);
    return naive_value(step, sum);
  case ULP_SHAPE_PAIRWISE:
    return naive_value(step, naive_pairwise(step, x, n, plan->leaf));
  case ULP_SHAPE_NUMPY:
    return naive_value(step, naive_numpy(step, x, n)) + 0.0;
  default: {
    g_autoptr(GArray) partials = naive_partials(step, plan, x, n);
    return naive_merged(step, plan->merge, (const Acc *)(gpointer)partials->data, partials->len);
  }
  }
}
