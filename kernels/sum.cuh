/* Sums by the schedules of core/sum/plan.h: a shape makes partial accumulators, a merge ends them. All arithmetic on
 * elements and accumulators is that of core/sum/step.h. */
#pragma once

#include "kernels/atomics.cuh"

#include <type_traits>

/* One case on its way: `elements` already points at the slice. */
struct SumRun {
  UlpSession *session;
  const UlpSumPlan &plan;
  const void *elements;
  UlpFormat format; /* fp32 or fp64 */
  uint64_t count;   /* at least 1 */
  Progress &progress;
  double seconds;
  bool magnitudes; /* of |x|; UNORDERED alone */
  UlpAtomics atomics;
};

/* ulp_step_is_fp64 for where a constant is needed. */
__host__ __device__ constexpr bool accumulates_fp64(UlpStep step) {
  switch (step) {
#define ULP_STEP(RULE, FORMAT)                                                                                         \
  case ULP_STEP_##RULE##_##FORMAT:                                                                                     \
    return static_cast<uint64_t>(ULP_FORMAT_##FORMAT) == static_cast<uint64_t>(ULP_FORMAT_FP64);
#include "core/sum/steps.def"
#undef ULP_STEP
  default:
    return false;
  }
}

/* Calls f(step, element) with std::integral_constant<UlpStep, ...> and a float or double for the run's. */
template <class F> auto with_types(const SumRun &run, F f) {
  const auto with_step = [&](auto step) { return run.format == ULP_FORMAT_FP32 ? f(step, 0.0f) : f(step, 0.0); };
  switch (run.plan.step) {
#define ULP_STEP(RULE, FORMAT)                                                                                         \
  case ULP_STEP_##RULE##_##FORMAT:                                                                                     \
    return with_step(std::integral_constant<UlpStep, ULP_STEP_##RULE##_##FORMAT>{});
#include "core/sum/steps.def"
#undef ULP_STEP
  default:
    raise_fault(ULP_FAULT_INVALID, "%s", _("unknown step"));
  }
}

/* Copies the elements into the plan's order, in memory that stays the session's. */
const void *ordered_elements(SumRun &run);

/* The value of the sum, exact in fp64, before it is rounded to plan.result; the shapes. */
double sum_sequential(SumRun &run);
double sum_blocks(SumRun &run);
double sum_pairwise(SumRun &run);
double sum_numpy(SumRun &run);
double sum_runs(SumRun &run);
double sum_strided(SumRun &run);
/* The accumulator itself: shapes of any order. */
#define ULP_ANY_ORDER(ID, name, ...) void sum_##name(SumRun &run, UlpExact *exact);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER

/* Where a kernel puts partial j: one of the first three is set; with `result` it merges them itself, `sums` being its own. */
struct Sink {
  UlpSum *sums;
  double *values;
  void *arrival; /* float or double, as the accumulator; added to by */
  UlpAtomics atomics;
  UlpSum *result;    /* LAST_BLOCK, TICKETS: zero before */
  unsigned *arrived; /* LAST_BLOCK: blocks that are done */
  unsigned *tickets; /* TICKETS: two, those that were drawn and those that had their turn */
};

/* The partials of one sum, given in order and in chunks of at most kChunk, and what the merge makes of them. */
class Merge {
public:
  static constexpr uint64_t kChunk = 1 << 20; /* a multiple of the lanes of a TREE */

  Merge(SumRun &run, uint64_t partials);
  Sink sink() const { return sink_; }
  void take(uint64_t count); /* after the kernels that filled the sink with the next `count` partials */
  double value();            /* after the last */

private:
  bool in_chain() const;
  void take_values(uint64_t count);
  void take_values_on_host(uint64_t first, uint64_t end);
  void race_in_shared(uint64_t count);
  void take_sums(uint64_t count);

  SumRun &run_;
  const uint64_t partials_;
  uint64_t taken_ = 0;
  Sink sink_ = {};
  UlpSum *lanes_ = nullptr, *result_ = nullptr;
  void *word_ = nullptr; /* ARRIVAL: the sum */
  double total_ = 0;
};

/* The value of one accumulator on the device. */
double read_value(const SumRun &run, const UlpSum *sum);

/* ---- device code that shapes share ---- */

template <UlpStep K> __device__ inline void put_partial(const Sink &sink, uint64_t j, UlpSum sum) {
  const double value = ulp_sum_value(K, sum);
  if (sink.arrival && ulp_step_is_fp64(K))
    add_atomically(sink.atomics, static_cast<double *>(sink.arrival), value);
  else if (sink.arrival)
    add_atomically(sink.atomics, static_cast<float *>(sink.arrival), static_cast<float>(value));
  else if (sink.values)
    sink.values[j] = value;
  else
    sink.sums[j] = sum;
}

/* `yes ? a : b`, word by word: one of two addresses would put both into memory. */
template <UlpStep K> __device__ inline UlpSum chosen(bool yes, const UlpSum &a, const UlpSum &b) {
  UlpSum sum = ulp_sum_zero();
#pragma unroll
  for (int word = 0; word < ulp_step_words(K); word++) {
    if (ulp_step_is_fp64(K))
      sum.d[word] = yes ? a.d[word] : b.d[word];
    else
      sum.f[word] = yes ? a.f[word] : b.f[word];
  }
  return sum;
}

/* The accumulator of the lane `by` above, within groups of `width` lanes; `everyone`: the lanes that take part. */
template <UlpStep K>
__device__ inline UlpSum shuffle_down(UlpSum sum, unsigned by, int width = 32, unsigned everyone = 0xffffffffu) {
#pragma unroll
  for (int word = 0; word < ulp_step_words(K); word++) {
    if (ulp_step_is_fp64(K))
      sum.d[word] = __shfl_down_sync(everyone, sum.d[word], by, width);
    else
      sum.f[word] = __shfl_down_sync(everyone, sum.f[word], by, width);
  }
  return sum;
}

/* The tree of BLOCKS over the accumulators of a block's threads: thread 0 has the result. `shared` has room for one
 * accumulator a thread. */
template <UlpStep K> __device__ inline UlpSum stride_tree(UlpSum sum, UlpSum *shared) {
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned stride = ulp_tree_width(blockDim.x) / 2; stride; stride /= 2) {
    if (threadIdx.x < stride) {
      const unsigned other = threadIdx.x + stride;
      ulp_sum_merge(K, &sum, other < blockDim.x ? shared[other] : ulp_sum_zero());
      shared[threadIdx.x] = sum;
    }
    __syncthreads();
  }
  return sum;
}

/* The tree of WARPS over the accumulators of whole warps; thread 0 has the result. */
template <UlpStep K> __device__ inline UlpSum warp_tree(UlpSum sum, UlpSum *shared) {
  const unsigned lane = threadIdx.x % ULP_WARP_LANES, warp = threadIdx.x / ULP_WARP_LANES;
  for (unsigned by = ULP_WARP_LANES / 2; by; by /= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (lane == 0)
    shared[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / ULP_WARP_LANES ? shared[lane] : ulp_sum_zero();
    for (unsigned by = ULP_WARP_LANES / 2; by; by /= 2)
      ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  }
  return sum;
}
