/* LAST_BLOCK and TICKETS: the lanes and trees of sum-strided.cu in a kernel that merges the blocks' partials itself. */
#include "kernels/strided.cuh"

constexpr unsigned kTreeLanes = 256; /* of TREE */

/* Around the caches of a multiprocessor, which do not see what other blocks write. Bits, whatever they stand for. */
__device__ inline UlpSum read_shared(const UlpSum *sum) {
  UlpSum copy;
  for (int word = 0; word < ULP_STEP_WORDS; word++)
    copy.d[word] = __ldcg(&sum->d[word]);
  return copy;
}

__device__ inline void write_shared(UlpSum *sum, UlpSum value) {
  for (int word = 0; word < ULP_STEP_WORDS; word++)
    __stcg(&sum->d[word], value.d[word]);
}

/* LAST_BLOCK: the block that is done last makes TREE of all partials. `shared` has room for kTreeLanes. */
template <UlpStep K> __device__ inline void merge_if_last(const Sink &sink, UlpSum sum, UlpSum *shared) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    write_shared(&sink.sums[blockIdx.x], sum);
    __threadfence();
    last = atomicAdd(sink.arrived, 1u) + 1 == gridDim.x;
  }
  __syncthreads();
  if (!last)
    return;
  __threadfence();
  for (unsigned lane = threadIdx.x; lane < kTreeLanes; lane += blockDim.x) {
    UlpSum own = ulp_sum_zero();
    for (unsigned j = lane; j < gridDim.x; j += kTreeLanes)
      ulp_sum_merge(K, &own, read_shared(&sink.sums[j]));
    shared[lane] = own;
  }
  __syncthreads();
  for (unsigned stride = kTreeLanes / 2; stride; stride /= 2) {
    for (unsigned lane = threadIdx.x; lane < stride; lane += blockDim.x)
      ulp_sum_merge(K, &shared[lane], shared[lane + stride]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *sink.result = gridDim.x > 1 ? shared[0] : sum;
}

/* TICKETS, by one thread: waits until all that drew before have merged. They run already, so that it ends. */
template <UlpStep K> __device__ inline void merge_in_turn(const Sink &sink, unsigned ticket, UlpSum sum) {
  while (atomicAdd(&sink.tickets[1], 0u) != ticket)
    __nanosleep(20);
  __threadfence();
  UlpSum total = read_shared(sink.result);
  ulp_sum_merge(K, &total, sum);
  write_shared(sink.result, total);
  __threadfence();
  atomicAdd(&sink.tickets[1], 1u);
}

/* Which block of the plan this one is: with TICKETS the one whose turn comes next. */
__device__ inline unsigned block_index(const Sink &sink) {
  __shared__ unsigned ticket;
  if (!sink.tickets)
    return blockIdx.x;
  if (threadIdx.x == 0)
    ticket = atomicAdd(&sink.tickets[0], 1u);
  __syncthreads();
  return ticket;
}

template <UlpStep K, class T>
__global__ void __launch_bounds__(ULP_PLAN_MAX_BLOCK)
    merging_kernel(const T *x, Rounds rounds, unsigned block, bool warps, const UlpSum *state, Sink sink) {
  extern __shared__ UlpSum shared[];
  const uint64_t lanes = static_cast<uint64_t>(gridDim.x) * block;
  const unsigned index = block_index(sink);
  const bool idle = threadIdx.x >= block;
  UlpSum sum = lane_sum<K>(x, rounds, static_cast<uint64_t>(index) * block + threadIdx.x, lanes, idle, state);
  sum = warps ? warp_tree<K>(sum, shared) : stride_tree<K>(sum, shared);
  if (sink.arrived)
    merge_if_last<K>(sink, sum, shared);
  else if (threadIdx.x == 0)
    merge_in_turn<K>(sink, index, sum);
}

double launch_merging(const SumRun &run, const StridedLaunch &launch) {
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    const auto kernel = merging_kernel<decltype(step)::value, T>;
    const unsigned room = launch.threads > kTreeLanes ? launch.threads : kTreeLanes;
    Clock clock(run.session, kernel);
    kernel<<<launch.grid, launch.threads, room * sizeof(UlpSum), run.session->stream>>>(
        static_cast<const T *>(run.elements), launch.rounds, launch.block, launch.warps, launch.state, launch.sink);
    launched("merging_kernel");
    return clock.stop();
  });
}
