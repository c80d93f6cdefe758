/* BINS: each thread counts the elements' parts in the K bins below the largest one that its warp has met (bins.cuh). A larger
 * element moves the warp's bins up, which drops the lowest. Blocks add what they have, bin by bin, to the grid's bins by integer
 * atomics, whose order cannot matter; core takes the K highest of all. */
#include "kernels/bins.cuh"
#include "kernels/sum.cuh"
#include "kernels/vectors.cuh"

constexpr unsigned kThreads = 256;
/* At least so many blocks at once: 64 registers a thread, 128 where counts and sigmas take 64 of them. */
template <class A, int K> constexpr unsigned kBlocks = sizeof(A) * K > 8 * sizeof(float) ? 2 : 4;
constexpr uint64_t kElementsPerMultiprocessor = uint64_t{1} << 22; /* of one launch: milliseconds */

/* Bin lowest + i has low[i] + 2^32 high[i]. */
struct GridBins {
  unsigned long long low[ULP_BINS_MOST], high[ULP_BINS_MOST];
  int above;     /* the largest bin, counted from the lowest */
  unsigned seen; /* infinities and NaN */
};

/* Infinities and NaN become 0; the warp's bins rise to its largest element. */
template <class A, int K, int N>
__device__ __forceinline__ void make_room(Bins<A, K> &bins, A (&x)[N], unsigned &seen) {
  using Format = BinFormat<A>;
  unsigned largest = 0;
#pragma unroll
  for (int i = 0; i < N; i++) {
    if (Format::magnitude(x[i]) >= Format::special) {
      seen |= isnan(x[i]) ? ULP_SEEN_NAN : signbit(x[i]) ? ULP_SEEN_NEGATIVE_INFINITY : ULP_SEEN_POSITIVE_INFINITY;
      x[i] = 0;
    }
    largest = max(largest, Format::magnitude(x[i]));
  }
  for (unsigned by = ULP_WARP_LANES / 2; by; by /= 2)
    largest = max(largest, __shfl_xor_sync(0xffffffffu, largest, static_cast<int>(by)));
  bins.rise(largest);
}

/* All lanes of a warp together. */
template <class A, int K, int N> __device__ __forceinline__ void take_all(Bins<A, K> &bins, A (&x)[N], unsigned &seen) {
  unsigned largest = 0;
#pragma unroll
  for (int i = 0; i < N; i++)
    largest = max(largest, BinFormat<A>::magnitude(x[i]));
  if (__any_sync(0xffffffffu, largest >= bins.limit))
    make_room(bins, x, seen);
#pragma unroll
  for (int i = 0; i < N; i++)
    bins.take(x[i]);
}

/* The block's counts into the grid's. */
template <class A, int K> __device__ inline void add_to_grid(const Bins<A, K> &bins, GridBins *grid) {
  __shared__ unsigned long long sums[ULP_BINS_MOST];
  __shared__ int above;
  const int lowest = BinFormat<A>::grid().lowest;
  if (threadIdx.x < ULP_BINS_MOST)
    sums[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    above = 0;
  __syncthreads();
#pragma unroll
  for (int k = 0; k < K; k++) {
    long long sum = bins.count[k];
    for (unsigned by = ULP_WARP_LANES / 2; by; by /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, by);
    if (threadIdx.x % ULP_WARP_LANES == 0 && bins.top - k >= lowest)
      atomicAdd(&sums[bins.top - k - lowest], static_cast<unsigned long long>(sum));
  }
  if (threadIdx.x % ULP_WARP_LANES == 0)
    atomicMax(&above, bins.top - lowest);
  __syncthreads();
  const long long sum = threadIdx.x < ULP_BINS_MOST ? static_cast<long long>(sums[threadIdx.x]) : 0;
  if (sum) {
    atomicAdd(&grid->low[threadIdx.x], static_cast<unsigned long long>(sum & 0xffffffff));
    atomicAdd(&grid->high[threadIdx.x], static_cast<unsigned long long>(sum >> 32));
  }
  if (threadIdx.x == 0)
    atomicMax(&grid->above, above);
}

template <class A, class T, int K>
__global__ void __launch_bounds__(kThreads, (kBlocks<A, K>)) bins_kernel(const Slice<T> slice, GridBins *grid) {
  constexpr int in_flight = 2 * sizeof(T) / sizeof(float), size = Vector<T>::size;
  Bins<A, K> bins;
  bins.begin();
  unsigned seen = 0;

  /* Tiles of `in_flight` vectors a thread; while one is counted the next is on its way. */
  const uint64_t per_tile = static_cast<uint64_t>(in_flight) * kThreads;
  const uint64_t tiles = slice.n_vectors / per_tile;
  const uint64_t last = tiles ? tiles - 1 : 0;
  /* Behind the last tile: in vain. */
  const auto load = [&](Vector<T>(&vectors)[in_flight], uint64_t tile) {
    const uint64_t first = (tile < last ? tile : last) * per_tile + threadIdx.x;
#pragma unroll
    for (int k = 0; k < in_flight; k++)
      vectors[k] = read_vector(slice.vectors + first + k * kThreads);
  };
  const auto add = [&](const Vector<T>(&vectors)[in_flight]) {
    A x[in_flight * size];
#pragma unroll
    for (int i = 0; i < in_flight * size; i++)
      x[i] = static_cast<A>(vectors[i / size].element[i % size]);
    take_all(bins, x, seen);
  };
  Vector<T> even[in_flight], odd[in_flight];
  if (blockIdx.x < tiles)
    load(even, blockIdx.x);
  for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    load(odd, tile + gridDim.x);
    add(even);
    tile += gridDim.x;
    if (tile >= tiles)
      break;
    load(even, tile + gridDim.x);
    add(odd);
  }
  /* What is no whole tile: vectors and loose elements, fewer than the block has threads of each. */
  if (blockIdx.x == 0) {
#pragma unroll
    for (int k = 0; k < in_flight; k++) {
      const uint64_t v = tiles * per_tile + threadIdx.x + k * kThreads;
      even[k] = v < slice.n_vectors ? slice.vectors[v] : Vector<T>{};
    }
    add(even);
    A loose[2] = {threadIdx.x < slice.n_before ? static_cast<A>(slice.before[threadIdx.x]) : A(0),
                  threadIdx.x < slice.n_behind ? static_cast<A>(slice.behind[threadIdx.x]) : A(0)};
    take_all(bins, loose, seen);
  }

  if (seen)
    atomicOr(&grid->seen, seen);
  add_to_grid(bins, grid);
}

/* ---- host ---- */

template <class A, class T, int K> static void count_all(SumRun &run, GridBins *bins) {
  UlpSession *session = run.session;
  const auto kernel = bins_kernel<A, T, K>;
  const unsigned resident = resident_blocks(session, kernel, kThreads, 0);
  const uint64_t deposits =
      uint64_t{resident} * kThreads * (BinFormat<A>::deposits / 2); /* tiles are not spread evenly */
  const uint64_t short_enough = kElementsPerMultiprocessor * static_cast<uint64_t>(session->info.multiprocessors);
  const uint64_t per_launch = deposits < short_enough ? deposits : short_enough;
  for (uint64_t first = 0; first < run.count; first += per_launch) {
    const uint64_t count = run.count - first < per_launch ? run.count - first : per_launch;
    const uint64_t useful = count / (8 * kThreads) + 1;
    const unsigned grid = useful < resident ? static_cast<unsigned>(useful) : resident;
    Clock clock(session, kernel);
    kernel<<<grid, kThreads, 0, session->stream>>>(make_slice(static_cast<const T *>(run.elements) + first, count),
                                                   bins);
    launched("bins_kernel");
    run.seconds += clock.stop();
    run.progress.advance(static_cast<double>(count));
  }
}

template <int K> static void count_with(SumRun &run, GridBins *bins) {
  const bool fp64 = ulp_step_is_fp64(run.plan.step), from_fp64 = run.format == ULP_FORMAT_FP64;
  const auto count = fp64 ? (from_fp64 ? count_all<double, double, K> : count_all<double, float, K>)
                          : (from_fp64 ? count_all<float, double, K> : count_all<float, float, K>);
  count(run, bins);
}

static void (*const count_with_folds[])(SumRun &run, GridBins *bins) = {
    count_with<1>, count_with<2>, count_with<3>, count_with<4>,
    count_with<5>, count_with<6>, count_with<7>, count_with<8>,
};
static_assert(sizeof count_with_folds / sizeof *count_with_folds == ULP_PLAN_MAX_FOLDS, "one for each number of folds");

void sum_bins(SumRun &run, UlpExact *exact) {
  UlpSession *session = run.session;
  const UlpBinGrid grid = ulp_bin_grid(ulp_step_format(run.plan.step));
  GridBins *bins = session->words.need<GridBins>(1);
  check(cudaMemsetAsync(bins, 0, sizeof *bins, session->stream), _("clearing the sum"));
  count_with_folds[run.plan.folds - 1](run, bins);
  check(cudaMemcpyAsync(session->staging, bins, sizeof *bins, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("reading the sum"));
  const GridBins *read = static_cast<const GridBins *>(session->staging);
  UlpBinTotals totals;
  ulp_bin_totals_clear(&totals, grid);
  for (int i = 0; i < ULP_BINS_MOST; i++)
    totals.sum[i] = static_cast<__int128>(static_cast<int64_t>(read->high[i])) * (int64_t{1} << 32) + read->low[i];
  totals.top = grid.lowest + read->above;
  totals.seen = read->seen;
  ulp_bin_totals_to_exact(&totals, grid, static_cast<int>(run.plan.folds), exact);
}
