/* STRIDED and WARPS: grid x block lanes, each a chain over its own elements; then the tree over each block's lanes. The launch
 * shape is the plan's, but that WARPS has whole warps, whose lanes behind `block` stay zero. Where one launch would last too long the accumulators are carried over several. */
#include "kernels/sum.cuh"

/* Elements [first, end), `first` a multiple of the lanes. */
struct Rounds {
  uint64_t first, end;
  bool last;
};

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
__device__ inline unsigned block_index(const Sink &sink, bool last_launch) {
  __shared__ unsigned ticket;
  if (!sink.tickets || !last_launch)
    return blockIdx.x;
  if (threadIdx.x == 0)
    ticket = atomicAdd(&sink.tickets[0], 1u);
  __syncthreads();
  return ticket;
}

/* `state` (one accumulator a lane) is read unless these are the first rounds, and written unless they are the last: then the
 * partials are. NULL where one launch does all. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(ULP_PLAN_MAX_BLOCK)
    strided_kernel(const T *x, Rounds rounds, unsigned block, bool warps, UlpSum *state, Sink sink) {
  constexpr int unroll = 8;
  extern __shared__ UlpSum shared[];
  const uint64_t lanes = static_cast<uint64_t>(gridDim.x) * block;
  const unsigned index = block_index(sink, rounds.last);
  const uint64_t lane = static_cast<uint64_t>(index) * block + threadIdx.x;
  const bool idle = threadIdx.x >= block;
  const uint64_t end = idle ? 0 : rounds.end;
  UlpSum sum = rounds.first && !idle ? state[lane] : ulp_sum_zero();
  uint64_t i = rounds.first + lane;
  for (; i + (unroll - 1) * lanes < end; i += unroll * lanes) {
    T element[unroll];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      element[k] = x[i + k * lanes];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      ulp_sum_add(K, &sum, static_cast<double>(element[k]));
  }
  for (; i < end; i += lanes)
    ulp_sum_add(K, &sum, static_cast<double>(x[i]));
  if (!rounds.last) {
    if (!idle)
      state[lane] = sum;
    return;
  }
  sum = warps ? warp_tree<K>(sum, shared) : stride_tree<K>(sum, shared);
  if (sink.arrived)
    merge_if_last<K>(sink, sum, shared);
  else if (threadIdx.x == 0 && sink.tickets)
    merge_in_turn<K>(sink, index, sum);
  else if (threadIdx.x == 0)
    put_partial<K>(sink, index, sum);
}

double sum_strided(SumRun &run) {
  UlpSession *session = run.session;
  const unsigned grid = static_cast<unsigned>(run.plan.grid), block = static_cast<unsigned>(run.plan.block);
  const bool warps = run.plan.shape == ULP_SHAPE_WARPS;
  const unsigned threads = warps ? (block + ULP_WARP_LANES - 1) / ULP_WARP_LANES * ULP_WARP_LANES : block;
  const uint64_t lanes = static_cast<uint64_t>(grid) * block;
  const uint64_t rounds = (run.count + lanes - 1) / lanes;
  Merge merge(run, grid);
  Pace pace(1024); /* rounds of one element a lane; so many last less than 50 ms even for every lane there can be */
  UlpSum *state = pace.next(rounds) < rounds ? session->state.need<UlpSum>(lanes) : nullptr;
  for (uint64_t round = 0; round < rounds;) {
    const uint64_t end_round = round + pace.next(rounds - round);
    const uint64_t end = end_round < rounds ? end_round * lanes : run.count;
    double seconds = 0;
    with_types(run, [&](auto step, auto element) {
      using T = decltype(element);
      const auto kernel = strided_kernel<decltype(step)::value, T>;
      Clock clock(session, kernel);
      const unsigned room = threads < kTreeLanes ? kTreeLanes : threads;
      kernel<<<grid, threads, room * sizeof(UlpSum), session->stream>>>(static_cast<const T *>(run.elements),
                                                                           {round * lanes, end, end_round == rounds},
                                                                           block, warps, state, merge.sink());
      launched("strided_kernel");
      seconds = clock.stop();
    });
    pace.took(seconds);
    run.seconds += seconds;
    run.progress.advance(static_cast<double>(end - round * lanes));
    round = end_round;
  }
  merge.take(grid);
  return merge.value();
}
