/* BLOCKS: a tree over every `block` elements, filled up with zeros to a power of two, `width`. A warp takes 32 x PER of them,
 * lane l those at l, l + 32, ...: strides of 32 and more then pair accumulators of one lane, the smaller ones lanes of the
 * warp. */
#include "kernels/sum.cuh"

constexpr unsigned kThreads = 256, kWarp = 32;

/* Accumulator k takes k + HALF, for HALF, HALF/2, ... 1. */
template <UlpStep K, int HALF> __device__ inline void fold(UlpSum *sum) {
  if constexpr (HALF > 0) {
#pragma unroll
    for (int k = 0; k < HALF; k++)
      ulp_sum_merge(K, &sum[k], sum[k + HALF]);
    fold<K, HALF / 2>(sum);
  }
}

/* Partials [first, end) of the sum into the sink, from index 0. The tree's width is 32 x PER, or less where PER is 1: then
 * the warp makes several partials at once, `lanes` each. */
template <UlpStep K, class T, int PER>
__global__ void __launch_bounds__(kThreads)
    blocks_kernel(const T *x, uint64_t count, uint64_t first, uint64_t end, unsigned block, unsigned lanes, Sink sink) {
  const unsigned lane = threadIdx.x % kWarp, own = lane % lanes, partials_per_warp = kWarp / lanes;
  const uint64_t warps = static_cast<uint64_t>(gridDim.x) * (kThreads / kWarp);
  uint64_t warp = static_cast<uint64_t>(blockIdx.x) * (kThreads / kWarp) + threadIdx.x / kWarp;

  for (; first + warp * partials_per_warp < end; warp += warps) {
    const uint64_t mine = first + warp * partials_per_warp + lane / lanes;
    const uint64_t behind = (mine + 1) * block < count ? (mine + 1) * block : count;
    const uint64_t element = mine * block + own;
    T leaf[PER];
#pragma unroll
    for (int k = 0; k < PER; k++)
      leaf[k] = element + kWarp * k < behind ? x[element + kWarp * k] : T(0);
    UlpSum sum[PER];
#pragma unroll
    for (int k = 0; k < PER; k++)
      sum[k] = ulp_sum_of(K, static_cast<double>(leaf[k]));
    fold<K, PER / 2>(sum);
    for (unsigned stride = lanes / 2; stride; stride /= 2)
      ulp_sum_merge(K, &sum[0], shuffle_down<K>(sum[0], stride, static_cast<int>(lanes)));
    if (own == 0 && mine < end)
      put_partial<K>(sink, mine - first, sum[0]);
  }
}

/* Seconds. */
template <UlpStep K, class T> static double launch(const SumRun &run, uint64_t first, uint64_t end, Sink sink) {
  const unsigned block = static_cast<unsigned>(run.plan.block), width = ulp_tree_width(block);
  const unsigned lanes = width < kWarp ? width : kWarp;
  const uint64_t partials_per_block = (kThreads / kWarp) * (kWarp / lanes);
  const uint64_t needed = (end - first + partials_per_block - 1) / partials_per_block;
  const uint64_t resident = 16u * static_cast<uint64_t>(run.session->info.multiprocessors);
  const unsigned grid = static_cast<unsigned>(needed < resident ? needed : resident);
  const auto kernel = width <= kWarp        ? blocks_kernel<K, T, 1>
                      : width == 2 * kWarp  ? blocks_kernel<K, T, 2>
                      : width == 4 * kWarp  ? blocks_kernel<K, T, 4>
                      : width == 8 * kWarp  ? blocks_kernel<K, T, 8>
                      : width == 16 * kWarp ? blocks_kernel<K, T, 16>
                                            : blocks_kernel<K, T, 32>;
  static_assert(ULP_PLAN_MAX_BLOCK == 32 * kWarp, "the last of them");
  Clock clock(run.session, kernel);
  kernel<<<grid, kThreads, 0, run.session->stream>>>(static_cast<const T *>(run.elements), run.count, first, end, block,
                                                     lanes, sink);
  launched("blocks_kernel");
  return clock.stop();
}

double sum_blocks(SumRun &run) {
  const uint64_t block = run.plan.block;
  const uint64_t partials = ulp_plan_partials(&run.plan, run.count);
  Merge merge(run, partials);
  for (uint64_t first = 0; first < partials; first += Merge::kChunk) {
    const uint64_t end = partials - first < Merge::kChunk ? partials : first + Merge::kChunk;
    run.seconds += with_types(run, [&](auto step, auto element) {
      return launch<decltype(step)::value, decltype(element)>(run, first, end, merge.sink());
    });
    merge.take(end - first);
    run.progress.advance(static_cast<double>((end - first) * block));
  }
  return merge.value();
}
