/* What a backend is asked to run: the schedule of one sum, in plain C types for C and nvcc.
 *
 * Let x[0..n) be the elements of the slice, put into the plan's order. A sum of nothing is +0. NaN results are the canonical
 * NaN of the format.
 *
 * Orders:
 *   GIVEN       as they are.
 *   REVERSED    the last one first.
 *   ASCENDING   by magnitude, the smallest first; elements of one magnitude stay in their order (a stable sort), NaN are
 *               greater than infinities.
 *   DESCENDING  the same with the largest first.
 * Shapes, each ending in a list of partial accumulators in a fixed order:
 *   SEQUENTIAL  one accumulator, from zero, takes x[0], x[1], ...
 *   BLOCKS      partial j covers x[j B .. j B + B) with B = `block`: of the leaves 0 .. P-1, P the smallest power of two that
 *               is not below B, leaf i pairs with leaf i + stride for stride = P/2, P/4 ... 1; missing leaves are +0.
 *   PAIRWISE    recursive halving, the left half has floor(n/2) elements; a run of at most `leaf` elements is summed in
 *               order, starting from its first element. One partial. N. J. Higham, "The accuracy of floating point
 *               summation", SIAM J. Sci. Comput. 14(4), 1993.
 *   NUMPY       recursive halving, the left half has floor(n/2) elements rounded down to a multiple of 8; in a leaf of 8 to
 *               128 elements lane k = 0 .. 7 starts from element k and takes k + 8, k + 16, ... of the whole eights, the lanes
 *               are joined as ((0+1)+(2+3))+((4+5)+(6+7)), and what is left is taken in order; a leaf of fewer than 8 is summed
 *               in order, starting from its first element. One partial, whose value is added to +0. What numpy.sum does
 *               with contiguous fp32 and fp64 arrays: NumPy, numpy/_core/src/umath/loops_utils.h.src, pairwise_sum.
 *   RUNS        partial j covers x[j L .. j L + L), L = `leaf`, summed in order, starting from its first element.
 *   STRIDED     `grid` x `block` lanes; lane t starts from zero and takes x[t], x[t + lanes], ...; then the tree of BLOCKS
 *               over each run of `block` lanes gives partial j = 0 .. grid-1.
 *   WARPS       the lanes of STRIDED; then the tree of 32 over each warp (run of 32 lanes of a block, missing ones are +0),
 *               and the tree of 32 over the warps' sums, missing ones +0: what __shfl_down_sync makes. M. Harris,
 *               J. Luitjens, "Faster parallel reductions on Kepler", NVIDIA, 2014.
 *   UNORDERED   any order: the exact accumulator only. One result.
 *   FIXED_POINT any order: elements are rounded to whole numbers of 2^-`fraction`, to nearest even, which are added as integers.
 *               An infinity is one of the sum; an element or a sum of 2^63 units and more gives NaN. One result, which is
 *               rounded once: fixed-point.h.
 *   BINS        any order: elements are rounded to whole multiples of 2^(W (J - K + 1)), to nearest even, which are added without
 *               error. K = `folds`; W and J, the bin of the largest element, are in bins.h. An infinity is one of the sum.
 *               One result, which is rounded once. J. Demmel, H. D. Nguyen, "Parallel reproducible summation", IEEE TC
 *               64(7), 2015; P. Ahrens, J. Demmel, H. D. Nguyen, "Algorithms for efficient reproducible floating point
 *               summation", ACM TOMS 46(3), 2020.
 *   LIBRARY     what `routine` of a library gives for elements of its own format (routines.def): no rule here, so no twin. A
 *               device has it or not.
 * Merges of the partials p[0..m):
 *   NONE        m = 1.
 *   FP64        their values are added in fp64, from zero, in order.
 *   TREE        256 lanes; lane t starts from zero and merges p[t], p[t + 256], ...; then the tree of 256. With m = 1 the
 *               partial itself.
 *   ARRIVAL     their values are added in the accumulator's format, fp32 or fp64, from zero, in the order in which they
 *               arrive: a race. On a GPU by atomicAdd in global memory, which in fp32 flushes subnormals to zero (PTX ISA,
 *               red.global.add.f32). On the CPU by `threads` threads that take `chunk` partials at a time; a GPU schedules its
 *               blocks itself and reads neither.
 *   SHUFFLED    the same in a random order drawn from `seed` (Fisher-Yates over Philox): a simulated schedule.
 *   IN_ORDER    an accumulator merges p[0], p[1], ..., from zero.
 *   LAST_BLOCK  what TREE gives. On a GPU in the same kernel, by the block that is done last: NVIDIA CUDA Samples,
 *               threadFenceReduction.
 *   TICKETS     what IN_ORDER gives. On a GPU in the same kernel: blocks draw numbers as they start, and each waits for its turn
 *               to merge. */
#pragma once

#include "core/number/codec.h"
#include "core/sum/step.h"

typedef enum {
  ULP_SHAPE_SEQUENTIAL,
  ULP_SHAPE_BLOCKS,
  ULP_SHAPE_PAIRWISE,
  ULP_SHAPE_NUMPY,
  ULP_SHAPE_RUNS,
  ULP_SHAPE_STRIDED,
  ULP_SHAPE_WARPS,
#define ULP_ANY_ORDER(ID, ...) ULP_SHAPE_##ID,
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  ULP_SHAPE_LIBRARY,
  ULP_N_SHAPES
} UlpShape;

typedef enum {
  ULP_MERGE_NONE,
  ULP_MERGE_FP64,
  ULP_MERGE_TREE,
  ULP_MERGE_ARRIVAL,
  ULP_MERGE_SHUFFLED,
  ULP_MERGE_IN_ORDER,
  ULP_MERGE_LAST_BLOCK,
  ULP_MERGE_TICKETS,
  ULP_N_MERGES
} UlpMerge;

typedef enum { ULP_ORDER_GIVEN, ULP_ORDER_REVERSED, ULP_ORDER_ASCENDING, ULP_ORDER_DESCENDING, ULP_N_ORDERS } UlpOrder;

/* ULP_PLAN_GRID, ...; ULP_PLAN_MIN_GRID, ULP_PLAN_MAX_GRID, ... */
typedef enum {
#define ULP_PLAN_PARAM(id, ID, ...) ULP_PLAN_##ID,
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
  ULP_N_PLAN_PARAMS
} UlpPlanParam;

enum {
#define ULP_PLAN_PARAM(id, ID, smallest, largest, ...) ULP_PLAN_MIN_##ID = smallest, ULP_PLAN_MAX_##ID = largest,
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
};

typedef enum {
#define ULP_ROUTINE(name, ID, ...) ULP_ROUTINE_##ID,
#include "core/sum/routines.def"
#undef ULP_ROUTINE
  ULP_N_ROUTINES
} UlpRoutine;

typedef struct {
  UlpStep step;
  UlpShape shape;
  UlpMerge merge;
  UlpFormat result; /* fp64, fp32, fp16 or bf16; the value is rounded to it once, rn */
#define ULP_PLAN_PARAM(id, ...) uint64_t id;
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
  UlpOrder order;
  uint32_t routine; /* LIBRARY: a UlpRoutine */
} UlpSumPlan;

/* The merge in kernels of its own that gives the same bits. */
ULP_HD UlpMerge ulp_merge_apart(UlpMerge merge) {
  return merge == ULP_MERGE_LAST_BLOCK ? ULP_MERGE_TREE : merge == ULP_MERGE_TICKETS ? ULP_MERGE_IN_ORDER : merge;
}

#define ULP_NUMPY_LANES 8u
#define ULP_NUMPY_LEAF 128u
#define ULP_WARP_LANES 32u

/* Trees of partials per block. */
ULP_HD int ulp_shape_is_tree(UlpShape shape) {
  return shape == ULP_SHAPE_BLOCKS || shape == ULP_SHAPE_STRIDED || shape == ULP_SHAPE_WARPS;
}

/* Those of any-order.def. */
ULP_HD int ulp_shape_is_any_order(UlpShape shape) {
  switch (shape) {
#define ULP_ANY_ORDER(ID, ...) case ULP_SHAPE_##ID:
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
    return 1;
  default:
    return 0;
  }
}

ULP_HD int ulp_shape_is_halving(UlpShape shape) { return shape == ULP_SHAPE_PAIRWISE || shape == ULP_SHAPE_NUMPY; }

/* Halving: elements of the left half of `count`, and the longest run. */
ULP_HD uint64_t ulp_left_half(UlpShape shape, uint64_t count) {
  const uint64_t half = count / 2;
  return shape == ULP_SHAPE_NUMPY ? half - half % ULP_NUMPY_LANES : half;
}

ULP_HD uint64_t ulp_plan_leaf(const UlpSumPlan *plan) {
  return plan->shape == ULP_SHAPE_NUMPY ? ULP_NUMPY_LEAF : plan->leaf;
}

/* The value of the partial of halving, in the end. */
ULP_HD double ulp_halving_value(UlpShape shape, double value) { return shape == ULP_SHAPE_NUMPY ? 0.0 + value : value; }

/* Leaves of the tree over `lanes` lanes. */
ULP_HD unsigned ulp_tree_width(unsigned lanes) {
  unsigned width = 1;
  while (width < lanes)
    width *= 2;
  return width;
}

/* How many partials there are of `count` elements. */
ULP_HD uint64_t ulp_plan_partials(const UlpSumPlan *plan, uint64_t count) {
  switch (plan->shape) {
  case ULP_SHAPE_BLOCKS:
    return count / plan->block + (count % plan->block != 0);
  case ULP_SHAPE_RUNS:
    return count / plan->leaf + (count % plan->leaf != 0);
  case ULP_SHAPE_STRIDED:
  case ULP_SHAPE_WARPS:
    return plan->grid;
  default:
    return 1;
  }
}

/* A format of elements that the plan takes, for asking who runs it: a library's own, else the one nearest to the result's. */
static inline UlpFormat ulp_plan_elements(const UlpSumPlan *plan) {
  return plan->result == ULP_FORMAT_FP64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
}

/* Whether the sum is of |x| instead of x, so that its error is against that. */
static inline bool ulp_plan_of_magnitudes(const UlpSumPlan *plan) {
  enum { VALUES, MAGNITUDES };
  static const uint8_t of[] = {
#define ULP_ROUTINE(name, ID, id, title, summary, source, determinism, format, what) what,
#include "core/sum/routines.def"
#undef ULP_ROUTINE
  };
  return plan->shape == ULP_SHAPE_LIBRARY && plan->routine < ULP_N_ROUTINES && of[plan->routine] == MAGNITUDES;
}
