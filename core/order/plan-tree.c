#include "core/order/plan-tree.h"

/* An accumulator: the node that it holds, ULP_TREE_NONE for zero, which adds nothing to a tree. */
static guint32 merged(UlpTree *tree, guint32 a, guint32 b) {
  const guint32 both[] = {a, b};
  return a == ULP_TREE_NONE ? b : b == ULP_TREE_NONE ? a : ulp_tree_join(tree, both, 2);
}

static guint32 in_order(UlpTree *tree, const guint32 *nodes, guint64 count, guint64 step) {
  guint32 sum = ULP_TREE_NONE;
  for (guint64 i = 0; i < count; i += step)
    sum = merged(tree, sum, nodes[i]);
  return sum;
}

/* Over `lanes` accumulators, a power of two: i takes i + stride for stride = lanes/2 ... 1. */
static guint32 stride_tree(UlpTree *tree, guint32 *lanes, guint32 n_lanes) {
  for (guint32 stride = n_lanes / 2; stride; stride /= 2)
    for (guint32 i = 0; i < stride; i++)
      lanes[i] = merged(tree, lanes[i], lanes[i + stride]);
  return lanes[0];
}

/* Lane t takes nodes t, t + lanes, ...; those beyond `count` are zero. */
static void fill_lanes(UlpTree *tree, const guint32 *nodes, guint64 count, guint64 step, guint32 *lanes,
                       guint32 n_lanes) {
  for (guint32 t = 0; t < n_lanes; t++)
    lanes[t] = t < count ? in_order(tree, nodes + t, count - t, step) : ULP_TREE_NONE;
}

static guint32 halved(UlpTree *tree, const guint32 *nodes, guint64 count, guint64 leaf) {
  if (count <= leaf)
    return in_order(tree, nodes, count, 1);
  const guint32 left = halved(tree, nodes, count / 2, leaf);
  return merged(tree, left, halved(tree, nodes + count / 2, count - count / 2, leaf));
}

/* The partials of the shape, guint32. */
static GArray *partials_of(UlpTree *tree, const UlpSumPlan *plan, const guint32 *elements) {
  GArray *partials = g_array_new(FALSE, FALSE, sizeof(guint32));
  const guint64 lanes = (guint64)plan->grid * plan->block;
  guint32 partial, block[ULP_PLAN_MAX_BLOCK];
  switch (plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    partial = in_order(tree, elements, tree->n, 1);
    g_array_append_val(partials, partial);
    break;
  case ULP_SHAPE_PAIRWISE:
    partial = halved(tree, elements, tree->n, plan->leaf);
    g_array_append_val(partials, partial);
    break;
  case ULP_SHAPE_BLOCKS:
    for (guint64 first = 0; first < tree->n; first += plan->block) {
      const guint64 count = MIN(plan->block, tree->n - first);
      fill_lanes(tree, elements + first, count, plan->block, block, plan->block);
      partial = stride_tree(tree, block, plan->block);
      g_array_append_val(partials, partial);
    }
    break;
  default:
    for (guint64 first = 0; first < lanes; first += plan->block) {
      const guint64 left = first < tree->n ? tree->n - first : 0;
      fill_lanes(tree, elements + first, left, lanes, block, plan->block);
      partial = stride_tree(tree, block, plan->block);
      g_array_append_val(partials, partial);
    }
    break;
  }
  return partials;
}

UlpTree *ulp_tree_of_plan(const UlpSumPlan *plan, guint32 n) {
  if (plan->step == ULP_STEP_EXACT || plan->shape == ULP_SHAPE_LIBRARY || plan->merge == ULP_MERGE_ARRIVAL ||
      plan->merge == ULP_MERGE_SHUFFLED)
    return NULL;
  UlpTree *tree = ulp_tree_new(n);
  g_autofree guint32 *elements = g_new(guint32, n);
  for (guint32 i = 0; i < n; i++)
    elements[i] = i;
  g_autoptr(GArray) partials = partials_of(tree, plan, elements);
  const guint32 *nodes = (const guint32 *)(gconstpointer)partials->data;
  guint32 lanes[256];
  if (plan->merge == ULP_MERGE_TREE) {
    fill_lanes(tree, nodes, partials->len, G_N_ELEMENTS(lanes), lanes, G_N_ELEMENTS(lanes));
    stride_tree(tree, lanes, G_N_ELEMENTS(lanes));
  } else {
    in_order(tree, nodes, partials->len, 1);
  }
  return tree;
}
