/* What a backend is asked to run: the schedule of one sum, in plain C types for C and nvcc.
 *
 * Let x[0..n) be the elements of the slice. A sum of nothing is +0. NaN results are the canonical NaN of the format.
 *
 * Shapes, each ending in a list of partial accumulators in a fixed order:
 *   SEQUENTIAL  one accumulator, from zero, takes x[0], x[1], ...
 *   BLOCKS      partial j covers x[j B .. j B + B) with B = `block` (a power of two): leaf i pairs with leaf i + stride for
 *               stride = B/2, B/4 ... 1; missing leaves are +0.
 *   PAIRWISE    recursive halving, the left half has floor(n/2) elements; a run of at most `leaf` elements is summed in
 *               order, starting from its first element. One partial. N. J. Higham, "The accuracy of floating point
 *               summation", SIAM J. Sci. Comput. 14(4), 1993.
 *   STRIDED     `grid` x `block` lanes; lane t starts from zero and takes x[t], x[t + lanes], ...; then the tree of BLOCKS
 *               over each run of `block` lanes gives partial j = 0 .. grid-1.
 *   UNORDERED   any order: the exact accumulator only. One result.
 *   LIBRARY     what `routine` of a library gives for elements of its own format (routines.def): no rule here, so no twin. A
 *               device has it or not.
 * Merges of the partials p[0..m):
 *   NONE        m = 1.
 *   FP64        their values are added in fp64, from zero, in order, on the host.
 *   TREE        256 lanes; lane t starts from zero and merges p[t], p[t + 256], ...; then the tree of 256. With m = 1 the
 *               partial itself.
 *   ARRIVAL     their values are added in fp32, from zero, in the order in which they arrive: a race. On a GPU by atomicAdd in
 *               global memory, which flushes subnormals to zero (PTX ISA, red.global.add.f32). On the CPU by `threads`
 *               threads that take `chunk` partials at a time; a GPU schedules its blocks itself and reads neither.
 *   SHUFFLED    the same in a random order drawn from `seed` (Fisher-Yates over Philox): a simulated schedule. */
#pragma once

#include "core/number/codec.h"
#include "core/sum/step.h"

typedef enum {
  ULP_SHAPE_SEQUENTIAL,
  ULP_SHAPE_BLOCKS,
  ULP_SHAPE_PAIRWISE,
  ULP_SHAPE_STRIDED,
  ULP_SHAPE_UNORDERED,
  ULP_SHAPE_LIBRARY,
  ULP_N_SHAPES
} UlpShape;

typedef enum {
  ULP_MERGE_NONE,
  ULP_MERGE_FP64,
  ULP_MERGE_TREE,
  ULP_MERGE_ARRIVAL,
  ULP_MERGE_SHUFFLED,
  ULP_N_MERGES
} UlpMerge;

typedef enum {
#define ULP_ROUTINE(name, ID, ...) ULP_ROUTINE_##ID,
#include "core/sum/routines.def"
#undef ULP_ROUTINE
  ULP_N_ROUTINES
} UlpRoutine;

#define ULP_PLAN_MAX_BLOCK 1024u
#define ULP_PLAN_MAX_GRID 65535u
#define ULP_PLAN_MAX_LEAF (1u << 18) /* one run, on one thread of a GPU, ends well within 50 ms */
#define ULP_PLAN_MAX_THREADS 256u
#define ULP_PLAN_MAX_SEED 9007199254740992u /* 2^53: exact in a declared range */

typedef struct {
  UlpStep step;
  UlpShape shape;
  UlpMerge merge;
  UlpFormat result;     /* fp32 or fp64; the value is rounded to it once, rn */
  uint32_t grid, block; /* grid: from 1 to ULP_PLAN_MAX_GRID; block: a power of two from 1 to ULP_PLAN_MAX_BLOCK */
  uint32_t leaf;        /* PAIRWISE: from 1 to ULP_PLAN_MAX_LEAF */
  uint64_t seed;        /* SHUFFLED: key of the order, which is no word of any generator */
  uint32_t threads;     /* ARRIVAL: up to ULP_PLAN_MAX_THREADS; 0: one a processor, two at least */
  uint32_t chunk;       /* ARRIVAL: partials, up to ULP_PLAN_MAX_GRID; 0: 1 */
  uint32_t routine;     /* LIBRARY: a UlpRoutine */
} UlpSumPlan;

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
