#include "core/sum/bound.h"

#include "core/sum/any-order-bound.h"

#include <math.h>

#define HIGHAM "N. J. Higham, The accuracy of floating point summation, SIAM J. Sci. Comput. 14(4), 1993"
#define RUMP "S. M. Rump, Error estimation of floating-point summation and dot product, BIT 52, 2012"
#define HIGHAM_KAHAN "N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM, 2002, 4.3"
#define OGITA "T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26(6), 2005"
#define JOLDES                                                                                                         \
  "M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word "     \
  "arithmetic, ACM TOMS 44(2), 2017"
#define HIGHAM_MARY                                                                                                    \
  "N. J. Higham, T. Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41(5), 2019"
#define HALLMAN                                                                                                        \
  "E. Hallman, I. C. F. Ipsen, Deterministic and probabilistic error bounds for summation, arXiv 2107.01604"

static double gamma_of(double n, double u) { return n * u < 1 ? n * u / (1 - n * u) : (double)NAN; }

/* What a step, with its merges, adds to the error: of_magnitudes S + of_sum |s|. */
typedef struct {
  double of_magnitudes, of_sum;
} Share;

/* `h` additions on the longest way. `chain`: h = n - 1, one after another. */
static Share share_of(UlpRule rule, double u, double h, gboolean chain) {
  const double ways = chain ? h : 2 * h; /* errors merge in two additions where sums do in one */
  const double g = gamma_of(h, u), g2 = gamma_of(ways, u), g4 = gamma_of(2 * ways, u);
  switch (rule) {
  case ULP_RULE_KAHAN:
  case ULP_RULE_KAHAN_LANES: /* the constant of n u^2 is not said there: 4 */
    return (Share){2 * u + 4 * (h + 1) * u * u + 0 * g, 0};
  case ULP_RULE_NEUMAIER: /* proposition 4.5 */
    return (Share){g * g2, u};
  case ULP_RULE_KLEIN: /* proposition 4.10 with K = 3 */
    return (Share){g4 * g4 * g4, u + 3 * g2 * g2};
  case ULP_RULE_DOUBLE_DOUBLE: /* 2 u^2 an element, 3 u^2 and a little a merge */
    return (Share){(chain ? 2 : 3.1) * h * u * u + 0 * g, u};
  default:
    return (Share){chain ? h * u + 0 * g : g, 0};
  }
}

/* -- heights ------------------------------------------------------------------------------------------------------ */

static double log2_up(double n) { return n > 1 ? ceil(log2(n)) : 0; }

/* Of one run at the end of a halving. */
static double leaf_height(UlpShape shape, guint64 n) {
  if (shape != ULP_SHAPE_NUMPY || n < ULP_NUMPY_LANES)
    return (double)n - 1;
  return (double)(n / ULP_NUMPY_LANES) - 1 + 3 + (double)(n % ULP_NUMPY_LANES);
}

/* At one depth there are never more sizes than a few: all left halves are of two lengths, and the last one has the rest. */
static double halving_height(const UlpSumPlan *plan, guint64 n) {
  guint64 sizes[8] = {n};
  guint n_sizes = 1;
  double height = 0;
  for (double depth = 0; n_sizes; depth++) {
    guint64 below[8];
    guint n_below = 0;
    for (guint i = 0; i < n_sizes; i++) {
      if (sizes[i] <= ulp_plan_leaf(plan)) {
        height = fmax(height, depth + leaf_height(plan->shape, sizes[i]));
        continue;
      }
      const guint64 left = ulp_left_half(plan->shape, sizes[i]), halves[] = {left, sizes[i] - left};
      for (guint h = 0; h < 2; h++) {
        gboolean known = FALSE;
        for (guint k = 0; k < n_below; k++)
          known = known || below[k] == halves[h];
        if (!known && n_below < G_N_ELEMENTS(below))
          below[n_below++] = halves[h];
      }
    }
    n_sizes = n_below;
    for (guint i = 0; i < n_sizes; i++)
      sizes[i] = below[i];
  }
  return height;
}

double ulp_shape_height(const UlpSumPlan *plan, guint64 n) {
  const double lanes = (double)plan->grid * (double)plan->block;
  if (n == 0)
    return 0;
  switch (plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    return (double)n - 1;
  case ULP_SHAPE_RUNS:
    return (double)MIN(plan->leaf, n) - 1;
  case ULP_SHAPE_PAIRWISE:
  case ULP_SHAPE_NUMPY:
    return halving_height(plan, n);
  case ULP_SHAPE_BLOCKS:
    return log2_up((double)plan->block);
  case ULP_SHAPE_STRIDED:
    return ceil((double)n / lanes) - 1 + log2_up((double)plan->block);
  case ULP_SHAPE_WARPS:
    return ceil((double)n / lanes) - 1 + log2_up((double)MIN(plan->block, ULP_WARP_LANES)) +
           log2_up(ceil((double)plan->block / ULP_WARP_LANES));
  default:
    return 0;
  }
}

double ulp_merge_height(const UlpSumPlan *plan, guint64 n) {
  const double partials = n ? (double)ulp_plan_partials(plan, n) : 0;
  if (partials <= 1)
    return 0;
  return ulp_merge_apart(plan->merge) == ULP_MERGE_TREE ? ceil(partials / 256) - 1 + 8 : partials - 1;
}

/* -- the bound ---------------------------------------------------------------------------------------------------- */

/* Merges by the step itself, which carry along what it knows of errors. */
static gboolean merges_alike(const UlpSumPlan *plan) {
  const UlpMerge merge = ulp_merge_apart(plan->merge);
  return merge == ULP_MERGE_NONE || merge == ULP_MERGE_TREE || merge == ULP_MERGE_IN_ORDER;
}

static const char *worst_source(const UlpSumPlan *plan) {
  switch (ulp_step_rule(plan->step)) {
  case ULP_RULE_KAHAN:
  case ULP_RULE_KAHAN_LANES:
    return HIGHAM_KAHAN;
  case ULP_RULE_NEUMAIER:
  case ULP_RULE_KLEIN:
    return OGITA;
  case ULP_RULE_DOUBLE_DOUBLE:
    return JOLDES;
  default:
    return plan->shape == ULP_SHAPE_SEQUENTIAL ? RUMP : HIGHAM;
  }
}

/* S times what is left when each of two rounds of errors lets (1 + e) through. */
static double together(double a, double b) { return a + b + a * b; }

static Share share_of_plan(const UlpSumPlan *plan, guint64 n) {
  const UlpRule rule = ulp_step_rule(plan->step);
  const double u = ulp_unit_roundoff(ulp_step_format(plan->step));
  const double in_shape = ulp_shape_height(plan, n), in_merge = ulp_merge_height(plan, n);
  const gboolean chain = plan->shape == ULP_SHAPE_SEQUENTIAL;
  if (merges_alike(plan) && rule != ULP_RULE_KAHAN_LANES)
    return share_of(rule, u, in_shape + in_merge, chain);
  const Share parts = share_of(rule, u, in_shape, chain);
  const double u_merge = plan->merge == ULP_MERGE_FP64 ? ulp_unit_roundoff(ULP_FORMAT_FP64) : u;
  return (Share){together(parts.of_magnitudes + parts.of_sum, gamma_of(in_merge, u_merge)), 0};
}

/* Rounding to a format that is narrower than what is rounded. */
static double rounding(UlpFormat from, UlpFormat to) {
  return ulp_layout(to).fraction_bits < ulp_layout(from).fraction_bits ? ulp_unit_roundoff(to) : 0;
}

static double probable_bound(const UlpSumPlan *plan, const UlpSumData *data) {
  const UlpFormat accumulator = ulp_step_format(plan->step);
  const UlpFormat merged = plan->merge == ULP_MERGE_FP64 ? ULP_FORMAT_FP64 : accumulator;
  const double u = ulp_unit_roundoff(accumulator), u_merge = ulp_unit_roundoff(merged);
  const double taken = rounding(data->elements, accumulator) > 0 ? 1 : 0;
  const double squares =
      (ulp_shape_height(plan, data->n) + taken) * u * u + ulp_merge_height(plan, data->n) * u_merge * u_merge;
  return data->lambda * sqrt(squares) * data->magnitudes + rounding(merged, plan->result) * fabs(data->sum);
}

gboolean ulp_sum_bound_asks_largest(const UlpSumPlan *plan) { return plan->shape == ULP_SHAPE_BINS; }

UlpSumBound ulp_sum_bound(const UlpSumPlan *plan, const UlpSumData *data) {
  UlpSumBound bound = {.worst_source = "", .probable = (double)NAN, .probable_source = ""};
  if (ulp_shape_is_any_order(plan->shape))
    return ulp_any_order_bound(plan, data);
  if (plan->shape == ULP_SHAPE_LIBRARY) { /* its order is its own */
    bound.worst = (double)NAN;
    return bound;
  }
  const UlpFormat accumulator = ulp_step_format(plan->step);
  const UlpFormat merged = plan->merge == ULP_MERGE_FP64 ? ULP_FORMAT_FP64 : accumulator;
  const Share share = share_of_plan(plan, data->n);
  const gboolean stalls = plan->shape == ULP_SHAPE_SEQUENTIAL && (double)data->n * ulp_unit_roundoff(accumulator) >= 1;
  const double taken = rounding(data->elements, accumulator), given = rounding(merged, plan->result);
  const double coefficient = together(share.of_magnitudes, taken) + share.of_sum * taken;
  const double before = coefficient * data->magnitudes + share.of_sum * fabs(data->sum);
  bound.worst = stalls ? (double)NAN : before + given * (fabs(data->sum) + before);
  if (isnan(bound.worst))
    return bound;
  bound.worst_source = worst_source(plan);
  if (ulp_step_rule(plan->step) == ULP_RULE_ADD) {
    bound.probable = probable_bound(plan, data);
    bound.probable_source = plan->shape == ULP_SHAPE_SEQUENTIAL ? HIGHAM_MARY : HALLMAN;
  }
  return bound;
}

/* -- operations --------------------------------------------------------------------------------------------------- */

static double operations_of(UlpRule rule, gboolean merge) {
  static const double of_rule[ULP_N_RULES][2] = {
#define ULP_RULE(ID, id, title, words, add, merge, source) {add, merge},
#include "core/sum/rules.def"
#undef ULP_RULE
  };
  return of_rule[rule][merge];
}

/* Of an element. */
static double any_order_operations(const UlpSumPlan *plan) {
  switch (plan->shape) {
#define ULP_ANY_ORDER(ID, name, accumulator, operations, ...)                                                          \
  case ULP_SHAPE_##ID:                                                                                                 \
    return (double)(operations);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  default:
    return 0;
  }
}

double ulp_sum_operations(const UlpSumPlan *plan, guint64 n) {
  if (plan->shape == ULP_SHAPE_LIBRARY || n == 0)
    return 0;
  if (ulp_shape_is_any_order(plan->shape))
    return (double)n * any_order_operations(plan);
  const UlpRule rule = ulp_step_rule(plan->step);
  const double count = (double)n, partials = (double)ulp_plan_partials(plan, n), block = (double)plan->block;
  const double add = operations_of(rule, FALSE), merge = operations_of(rule, TRUE);
  double inside = 0;
  switch (plan->shape) {
  case ULP_SHAPE_SEQUENTIAL:
    inside = count * add;
    break;
  case ULP_SHAPE_RUNS:
    inside = (count - partials) * add;
    break;
  case ULP_SHAPE_BLOCKS:
    inside = partials * (ulp_tree_width((unsigned)block) - 1) * merge;
    break;
  case ULP_SHAPE_STRIDED:
    inside = count * add + partials * (ulp_tree_width((unsigned)block) - 1) * merge;
    break;
  case ULP_SHAPE_WARPS:
    inside = count * add + partials * (ceil(block / ULP_WARP_LANES) + 1) * (ULP_WARP_LANES - 1) * merge;
    break;
  default: { /* halving: runs of at least half a leaf */
    const double runs = exp2(log2_up(count / (double)ulp_plan_leaf(plan)));
    inside = (count - runs) * add + (runs - 1) * merge;
    break;
  }
  }
  switch (ulp_merge_apart(plan->merge)) {
  case ULP_MERGE_NONE:
    return inside;
  case ULP_MERGE_TREE:
    return inside + (partials > 1 ? (partials + 255) * merge : 0);
  case ULP_MERGE_IN_ORDER:
    return inside + partials * merge;
  default:
    return inside + partials;
  }
}
