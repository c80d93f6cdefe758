/* FIXED_POINT: threads add up whole numbers of units, blocks their totals, and the grid by integer atomics, whose order cannot
 * matter. */
#include "kernels/sum.cuh"

#include "core/sum/fixed-point.h"

constexpr unsigned kThreads = 256, kWarps = kThreads / ULP_WARP_LANES, kBlocksPerMultiprocessor = 8;
constexpr uint64_t kElementsPerMultiprocessor = uint64_t{1} << 22; /* of one launch: milliseconds */

/* A total in three words, so that those of a grid add up without carries: of 32, 32 and 64 bits. */
struct FixedTotals {
  unsigned long long word[3];
  unsigned seen;
};

__device__ inline unsigned long long warp_total(unsigned long long word) {
  for (int by = ULP_WARP_LANES / 2; by; by /= 2)
    word += __shfl_down_sync(0xffffffffu, word, by);
  return word;
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    fixed_point_kernel(const T *x, uint64_t count, double scale, FixedTotals *totals) {
  constexpr int unroll = 8;
  const uint64_t threads = static_cast<uint64_t>(gridDim.x) * kThreads;
  UlpFixed sum = {0, 0};
  uint32_t seen = 0;
  const auto take = [&](T element) {
    const int64_t units = ulp_fixed_of(static_cast<double>(element), scale, &seen);
    ulp_fixed_add(&sum, static_cast<uint64_t>(units), units >> 63);
  };
  uint64_t i = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x;
  for (; i + (unroll - 1) * threads < count; i += unroll * threads) {
    T element[unroll];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      element[k] = x[i + k * threads];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      take(element[k]);
  }
  for (; i < count; i += threads)
    take(x[i]);

  __shared__ unsigned long long of_warp[3][kWarps];
  const unsigned long long words[3] = {sum.low & 0xffffffffu, sum.low >> 32, static_cast<unsigned long long>(sum.high)};
  const unsigned lane = threadIdx.x % ULP_WARP_LANES, warp = threadIdx.x / ULP_WARP_LANES;
#pragma unroll
  for (int k = 0; k < 3; k++) {
    const unsigned long long total = warp_total(words[k]);
    if (lane == 0)
      of_warp[k][warp] = total;
  }
  if (seen)
    atomicOr(&totals->seen, seen);
  __syncthreads();
  if (threadIdx.x >= 3)
    return;
  unsigned long long total = 0;
  for (unsigned w = 0; w < kWarps; w++)
    total += of_warp[threadIdx.x][w];
  atomicAdd(&totals->word[threadIdx.x], total);
}

template <class T> static void launch(SumRun &run, uint64_t first, uint64_t count, FixedTotals *totals) {
  const uint64_t resident = kBlocksPerMultiprocessor * static_cast<uint64_t>(run.session->info.multiprocessors);
  const uint64_t needed = (count - 1) / kThreads + 1;
  const unsigned grid = static_cast<unsigned>(needed < resident ? needed : resident);
  const double scale = ulp_fixed_scale(static_cast<unsigned>(run.plan.fraction));
  Clock clock(run.session, fixed_point_kernel<T>);
  fixed_point_kernel<<<grid, kThreads, 0, run.session->stream>>>(static_cast<const T *>(run.elements) + first, count,
                                                                 scale, totals);
  launched("fixed_point_kernel");
  run.seconds += clock.stop();
}

void sum_fixed_point(SumRun &run, UlpExact *exact) {
  UlpSession *session = run.session;
  const uint64_t per_launch = kElementsPerMultiprocessor * static_cast<uint64_t>(session->info.multiprocessors);
  FixedTotals *totals = session->words.need<FixedTotals>(1);
  check(cudaMemsetAsync(totals, 0, sizeof *totals, session->stream), _("clearing the sum"));
  for (uint64_t first = 0; first < run.count; first += per_launch) {
    const uint64_t count = run.count - first < per_launch ? run.count - first : per_launch;
    run.format == ULP_FORMAT_FP32 ? launch<float>(run, first, count, totals)
                                  : launch<double>(run, first, count, totals);
    run.progress.advance(static_cast<double>(count));
  }
  check(cudaMemcpyAsync(session->staging, totals, sizeof *totals, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("reading the sum"));
  FixedTotals read;
  memcpy(&read, session->staging, sizeof read);
  UlpFixed sum = {read.word[0], static_cast<int64_t>(read.word[2])};
  ulp_fixed_add(&sum, read.word[1] << 32, static_cast<int64_t>(read.word[1] >> 32));
  ulp_fixed_to_exact(sum, read.seen, static_cast<unsigned>(run.plan.fraction), exact);
}
