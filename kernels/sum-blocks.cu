/* BLOCKS: a tree over every `block` elements. A warp takes 32 x PER of them, lane l those at l, l + 32, ...: strides of 32
 * and more then pair accumulators of one lane, the smaller ones lanes of the warp. */
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

/* Partials [first, end) of the sum into the sink, from index 0. `block` is 32 x PER, or less where PER is 1: then the
 * warp makes several partials at once. */
template <UlpStep K, class T, int PER>
__global__ void __launch_bounds__(kThreads)
    blocks_kernel(const T *x, uint64_t count, uint64_t first, uint64_t end, unsigned block, Sink sink) {
  const unsigned lane = threadIdx.x % kWarp;
  const int width = block < kWarp ? static_cast<int>(block) : kWarp;
  const unsigned partials_per_warp = kWarp / static_cast<unsigned>(width);
  const uint64_t warps = static_cast<uint64_t>(gridDim.x) * (kThreads / kWarp);
  uint64_t warp = static_cast<uint64_t>(blockIdx.x) * (kThreads / kWarp) + threadIdx.x / kWarp;

  for (; first + warp * partials_per_warp < end; warp += warps) {
    const uint64_t partial = first + warp * partials_per_warp;
    const uint64_t element = partial * block + lane;
    T leaf[PER];
#pragma unroll
    for (int k = 0; k < PER; k++)
      leaf[k] = element + kWarp * k < count ? x[element + kWarp * k] : T(0);
    UlpSum sum[PER];
#pragma unroll
    for (int k = 0; k < PER; k++)
      sum[k] = ulp_sum_of(K, static_cast<double>(leaf[k]));
    fold<K, PER / 2>(sum);
    for (int stride = width / 2; stride; stride /= 2)
      ulp_sum_merge(K, &sum[0], shuffle_down<K>(sum[0], static_cast<unsigned>(stride), width));
    const uint64_t mine = partial + lane / static_cast<unsigned>(width);
    if (lane % static_cast<unsigned>(width) == 0 && mine < end)
      put_partial<K>(sink, mine - first, sum[0]);
  }
}

/* Seconds. */
template <UlpStep K, class T> static double launch(const SumRun &run, uint64_t first, uint64_t end, Sink sink) {
  const unsigned block = run.plan.block;
  const uint64_t partials_per_block = (kThreads / kWarp) * (block < kWarp ? kWarp / block : 1);
  const uint64_t needed = (end - first + partials_per_block - 1) / partials_per_block;
  const uint64_t resident = 16u * static_cast<uint64_t>(run.session->info.multiprocessors);
  const unsigned grid = static_cast<unsigned>(needed < resident ? needed : resident);
  const auto kernel = block <= kWarp        ? blocks_kernel<K, T, 1>
                      : block == 2 * kWarp  ? blocks_kernel<K, T, 2>
                      : block == 4 * kWarp  ? blocks_kernel<K, T, 4>
                      : block == 8 * kWarp  ? blocks_kernel<K, T, 8>
                      : block == 16 * kWarp ? blocks_kernel<K, T, 16>
                                            : blocks_kernel<K, T, 32>;
  static_assert(ULP_PLAN_MAX_BLOCK == 32 * kWarp, "the last of them");
  Clock clock(run.session, kernel);
  kernel<<<grid, kThreads, 0, run.session->stream>>>(static_cast<const T *>(run.elements), run.count, first, end, block,
                                                     sink);
  launched("blocks_kernel");
  return clock.stop();
}

double sum_blocks(SumRun &run) {
  const uint64_t block = run.plan.block;
  const uint64_t partials = (run.count + block - 1) / block;
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
