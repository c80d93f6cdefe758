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

/* A run at the end of a halving. */
static guint32 leaf_of(UlpTree *tree, UlpShape shape, const guint32 *nodes, guint64 count) {
  if (shape != ULP_SHAPE_NUMPY || count < ULP_NUMPY_LANES)
    return in_order(tree, nodes, count, 1);
  guint32 lanes[ULP_NUMPY_LANES];
  const guint64 eights = count - count % ULP_NUMPY_LANES;
  fill_lanes(tree, nodes, eights, ULP_NUMPY_LANES, lanes, ULP_NUMPY_LANES);
  for (guint by = 1; by < ULP_NUMPY_LANES; by *= 2)
    for (guint k = 0; k < ULP_NUMPY_LANES; k += 2 * by)
      lanes[k] = merged(tree, lanes[k], lanes[k + by]);
  for (guint64 i = eights; i < count; i++)
    lanes[0] = merged(tree, lanes[0], nodes[i]);
  return lanes[0];
}

static guint32 halved(UlpTree *tree, const UlpSumPlan *plan, const guint32 *nodes, guint64 count) {
  if (count <= ulp_plan_leaf(plan))
    return leaf_of(tree, plan->shape, nodes, count);
  const guint64 half = ulp_left_half(plan->shape, count);
  const guint32 left = halved(tree, plan, nodes, half);
  return merged(tree, left, halved(tree, plan, nodes + half, count - half));
}

/* Lanes of a block of the first `count` nodes, lane t taking nodes t, t + step, ..., and the tree of the shape over them. */
static guint32 block_of(UlpTree *tree, const UlpSumPlan *plan, const guint32 *nodes, guint64 count, guint64 step) {
  guint32 lanes[ULP_PLAN_MAX_BLOCK], warps[ULP_WARP_LANES];
  const guint32 block = (guint32)plan->block, width = MAX(ulp_tree_width(block), ULP_WARP_LANES);
  for (guint32 t = 0; t < width; t++)
    lanes[t] = t < block && t < count ? in_order(tree, nodes + t, count - t, step) : ULP_TREE_NONE;
  if (plan->shape != ULP_SHAPE_WARPS)
    return stride_tree(tree, lanes, width);
  for (guint32 w = 0; w < ULP_WARP_LANES; w++)
    warps[w] =
        w * ULP_WARP_LANES < block ? stride_tree(tree, lanes + w * ULP_WARP_LANES, ULP_WARP_LANES) : ULP_TREE_NONE;
  return stride_tree(tree, warps, ULP_WARP_LANES);
}

/* Partial `index` of a shape with several. */
static guint32 partial_of(UlpTree *tree, const UlpSumPlan *plan, const guint32 *elements, guint64 index) {
  const guint64 run = plan->shape == ULP_SHAPE_RUNS ? plan->leaf : plan->block, first = index * run;
  const guint64 left = first < tree->n ? tree->n - first : 0;
  switch (plan->shape) {
  case ULP_SHAPE_RUNS:
    return in_order(tree, elements + first, MIN(run, left), 1);
  case ULP_SHAPE_BLOCKS:
    return block_of(tree, plan, elements + first, MIN(run, left), run);
  default:
    return left ? block_of(tree, plan, elements + first, left, plan->grid * plan->block) : ULP_TREE_NONE;
  }
}

/* The partials of the shape, guint32. */
static GArray *partials_of(UlpTree *tree, const UlpSumPlan *plan, const guint32 *elements) {
  GArray *partials = g_array_new(FALSE, FALSE, sizeof(guint32));
  const guint64 n_partials = ulp_plan_partials(plan, tree->n);
  for (guint64 i = 0; i < n_partials; i++) {
    const guint32 partial = plan->shape == ULP_SHAPE_SEQUENTIAL ? in_order(tree, elements, tree->n, 1)
                            : ulp_shape_is_halving(plan->shape) ? halved(tree, plan, elements, tree->n)
                                                                : partial_of(tree, plan, elements, i);
    g_array_append_val(partials, partial);
  }
  return partials;
}

UlpTree *ulp_tree_of_plan(const UlpSumPlan *plan, guint32 n) {
  if (ulp_shape_is_any_order(plan->shape) || plan->shape == ULP_SHAPE_LIBRARY || plan->merge == ULP_MERGE_ARRIVAL ||
      plan->merge == ULP_MERGE_SHUFFLED || plan->order == ULP_ORDER_ASCENDING || plan->order == ULP_ORDER_DESCENDING)
    return NULL;
  UlpTree *tree = ulp_tree_new(n);
  g_autofree guint32 *elements = g_new(guint32, n);
  for (guint32 i = 0; i < n; i++)
    elements[i] = plan->order == ULP_ORDER_REVERSED ? n - 1 - i : i;
  g_autoptr(GArray) partials = partials_of(tree, plan, elements);
  const guint32 *nodes = (const guint32 *)(gconstpointer)partials->data;
  guint32 lanes[256];
  if (ulp_merge_apart(plan->merge) == ULP_MERGE_TREE) {
    fill_lanes(tree, nodes, partials->len, G_N_ELEMENTS(lanes), lanes, G_N_ELEMENTS(lanes));
    stride_tree(tree, lanes, G_N_ELEMENTS(lanes));
  } else {
    in_order(tree, nodes, partials->len, 1);
  }
  return tree;
}
