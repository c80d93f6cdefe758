/* STRIDED and WARPS: grid x block lanes, each a chain over its own elements; then the tree over each block's lanes. The launch
 * shape is the plan's, but that WARPS has whole warps, whose lanes behind `block` stay zero. Where one launch would last too long the accumulators are carried over several. */
#include "kernels/strided.cuh"

/* The last rounds end in the partials. */
template <UlpStep K, class T, bool WARPS>
__global__ void __launch_bounds__(ULP_PLAN_MAX_BLOCK)
    strided_kernel(const T *x, Rounds rounds, unsigned given, UlpSum *state, Sink sink) {
  extern __shared__ UlpSum shared[];
  const unsigned block = WARPS ? given : blockDim.x;
  const uint64_t lanes = static_cast<uint64_t>(gridDim.x) * block;
  const uint64_t lane = static_cast<uint64_t>(blockIdx.x) * block + threadIdx.x;
  const bool idle = WARPS && threadIdx.x >= block;
  UlpSum sum = lane_sum<K>(x, rounds, lane, lanes, idle, state);
  if (!rounds.last) {
    if (!idle)
      state[lane] = sum;
    return;
  }
  sum = WARPS ? warp_tree<K>(sum, shared) : stride_tree<K>(sum, shared);
  if (threadIdx.x == 0)
    put_partial<K>(sink, blockIdx.x, sum);
}

/* Seconds. */
static double launch_strided(const SumRun &run, const StridedLaunch &launch) {
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    const auto kernel = launch.warps ? strided_kernel<K, T, true> : strided_kernel<K, T, false>;
    Clock clock(run.session, kernel);
    kernel<<<launch.grid, launch.threads, launch.threads * sizeof(UlpSum), run.session->stream>>>(
        static_cast<const T *>(run.elements), launch.rounds, launch.block, launch.state, launch.sink);
    launched("strided_kernel");
    return clock.stop();
  });
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
    const Rounds part = {round * lanes, end, end_round == rounds};
    const StridedLaunch launch = {grid, threads, block, warps, part, state, merge.sink()};
    const double seconds = part.last && launch.sink.result ? launch_merging(run, launch) : launch_strided(run, launch);
    pace.took(seconds);
    run.seconds += seconds;
    run.progress.advance(static_cast<double>(end - round * lanes));
    round = end_round;
  }
  merge.take(grid);
  return merge.value();
}
