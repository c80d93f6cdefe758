/* UNORDERED: the exact sum. Threads add up accumulators of their own (exact.cuh); what the grid has in the end goes to core,
 * which rounds it once. */
#include "kernels/exact.cuh"
#include "kernels/sum.cuh"
#include "kernels/vectors.cuh"

struct Totals {
  ExactTotals limbs;
  unsigned special; /* an infinity or NaN was seen */
  unsigned kinds;   /* ULP_SEEN_..., where they were asked for */
};

__device__ inline float magnitude(float x) { return fabsf(x); }
__device__ inline double magnitude(double x) { return fabs(x); }

/* Before compute capability 8.0 a multiprocessor takes 1024 threads, too few for the blocks of most threads. */
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
#define RESIDENT_BLOCKS(T) 1
#else
#define RESIDENT_BLOCKS(T) Exact<T>::blocks
#endif

/* Of |x| with MAGNITUDES. */
template <class T, bool MAGNITUDES>
__global__ void __launch_bounds__(Exact<T>::max_threads, RESIDENT_BLOCKS(T))
    exact_kernel(const Slice<T> slice, Totals *totals) {
  constexpr int in_flight = Exact<T>::in_flight;
  extern __shared__ int64_t shared[];
  int64_t *mine = shared + threadIdx.x;
  const unsigned stride = blockDim.x;
  for (int limb = 0; limb < Exact<T>::limbs; limb++)
    mine[limb * stride] = 0;
  bool special = false;
  const auto take = [&](T x) { special |= Exact<T>::add(mine, stride, MAGNITUDES ? magnitude(x) : x); };

  const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * stride + threadIdx.x;
  if (thread < slice.n_before)
    take(slice.before[thread]);
  if (thread < slice.n_behind)
    take(slice.behind[thread]);

  /* Tiles of `in_flight` vectors a thread; while one is added the next is on its way. */
  constexpr uint64_t pair = 2 * in_flight * Vector<T>::size;
  constexpr unsigned pairs_per_carry = static_cast<unsigned>(Exact<T>::max_pending / pair) - 1;
  const uint64_t per_tile = static_cast<uint64_t>(in_flight) * stride;
  const uint64_t tiles = slice.n_vectors / per_tile;
  const uint64_t last = tiles ? tiles - 1 : 0;
  /* Behind the last tile: in vain. */
  const auto load = [&](Vector<T> *vectors, uint64_t tile) {
    const uint64_t first = (tile < last ? tile : last) * per_tile + threadIdx.x;
#pragma unroll
    for (int k = 0; k < in_flight; k++)
      vectors[k] = read_vector(slice.vectors + first + k * stride);
  };
  const auto add = [&](const Vector<T> *vectors) {
#pragma unroll
    for (int k = 0; k < in_flight; k++) {
#pragma unroll
      for (int i = 0; i < Vector<T>::size; i++)
        take(vectors[k].element[i]);
    }
  };
  Vector<T> even[in_flight], odd[in_flight];
  if (blockIdx.x < tiles)
    load(even, blockIdx.x);
  unsigned pending = 0;
  for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    load(odd, tile + gridDim.x);
    add(even);
    tile += gridDim.x;
    if (tile >= tiles)
      break;
    load(even, tile + gridDim.x);
    add(odd);
    if (++pending == pairs_per_carry) {
      Exact<T>::carry(mine, stride);
      pending = 0;
    }
  }
  /* Vectors of no whole tile: at most `in_flight` for a thread of the first block. */
  if (blockIdx.x == 0) {
    for (uint64_t v = tiles * per_tile + threadIdx.x; v < slice.n_vectors; v += stride) {
      const Vector<T> vector = slice.vectors[v];
#pragma unroll
      for (int i = 0; i < Vector<T>::size; i++)
        take(vector.element[i]);
    }
  }

  if (__syncthreads_or(special) && threadIdx.x == 0)
    atomicOr(&totals->special, 1u);
  add_to_totals<T>(shared, &totals->limbs);
}

/* Which kinds of element there are: asked only where the sum is 0 or an infinity or NaN was seen. */
template <class T, bool MAGNITUDES>
__global__ void __launch_bounds__(256) kinds_kernel(const T *x, uint64_t count, Totals *totals) {
  unsigned kinds = 0;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    const T value = x[i];
    const bool negative = !MAGNITUDES && signbit(value);
    kinds |= isnan(value)                ? ULP_SEEN_NAN
             : isinf(value)              ? (negative ? ULP_SEEN_NEGATIVE_INFINITY : ULP_SEEN_POSITIVE_INFINITY)
             : negative && value == T(0) ? ULP_SEEN_NEGATIVE_ZERO
                                         : ULP_SEEN_OTHER;
  }
  for (unsigned by = 16; by; by /= 2)
    kinds |= __shfl_xor_sync(0xffffffffu, kinds, by);
  if (threadIdx.x % 32 == 0 && kinds)
    atomicOr(&totals->kinds, kinds);
}

/* ---- host ---- */

/* Of one launch, less than 50 ms where even few threads fit. */
constexpr uint64_t kBytesPerMultiprocessor = uint64_t{1} << 25;

/* The launch of most threads whose accumulators fit the multiprocessors' shared memory. */
struct Launch {
  unsigned threads, bytes, grid;
};

template <class T, class Kernel> static Launch find_launch(const UlpSession *session, Kernel *kernel) {
  constexpr unsigned per_thread = Exact<T>::limbs * sizeof(int64_t);
  int shared = 0, reserved = 0, blocks = 0;
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, session->index),
        _("asking for the shared memory"));
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, session->index),
        _("asking for the shared memory"));
  const unsigned fit = static_cast<unsigned>(shared / Exact<T>::blocks - reserved) / per_thread / 32 * 32;
  Launch launch = {fit < Exact<T>::max_threads ? fit : Exact<T>::max_threads, 0, 0};
  launch.bytes = launch.threads * per_thread;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(launch.bytes)),
        "exact_kernel");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(launch.threads), launch.bytes),
        "exact_kernel");
  launch.grid = static_cast<unsigned>(session->info.multiprocessors * (blocks < 1 ? 1 : blocks));
  return launch;
}

static Totals read_totals(UlpSession *session, const Totals *totals) {
  check(cudaMemcpyAsync(session->staging, totals, sizeof *totals, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("reading the sum"));
  return *static_cast<const Totals *>(session->staging);
}

static bool is_zero(const UlpExact &exact) { /* with limbs reduced */
  for (const int64_t limb : exact.limb)
    if (limb)
      return false;
  return true;
}

template <class T, bool MAGNITUDES> static void sum_exact_of(SumRun &run, UlpExact *exact) {
  UlpSession *session = run.session;
  const T *x = static_cast<const T *>(run.elements);
  const auto kernel = exact_kernel<T, MAGNITUDES>;
  const Launch launch = find_launch<T>(session, kernel);
  const uint64_t elements_per_launch =
      kBytesPerMultiprocessor / sizeof(T) * static_cast<uint64_t>(session->info.multiprocessors);
  Totals *totals = session->words.need<Totals>(1);
  check(cudaMemsetAsync(totals, 0, sizeof *totals, session->stream), _("clearing the accumulator"));

  for (uint64_t first = 0; first < run.count; first += elements_per_launch) {
    const uint64_t left = run.count - first;
    const uint64_t count = left < elements_per_launch ? left : elements_per_launch;
    const uint64_t useful = count / (16 * launch.threads) + 1;
    const unsigned grid = useful < launch.grid ? static_cast<unsigned>(useful) : launch.grid;
    const Slice<T> slice = make_slice(x + first, count);
    Clock clock(session, kernel);
    kernel<<<grid, launch.threads, launch.bytes, session->stream>>>(slice, totals);
    launched("exact_kernel");
    run.seconds += clock.stop();
    run.progress.advance(static_cast<double>(count));
  }

  Totals sums = read_totals(session, totals);
  *exact = sums.special ? UlpExact{} : exact_of_totals<T>(sums.limbs);
  exact->seen = ULP_SEEN_OTHER;
  if (!sums.special && !is_zero(*exact))
    return;

  const auto look = kinds_kernel<T, MAGNITUDES>;
  Clock clock(session, look);
  const unsigned blocks = 8 * static_cast<unsigned>(session->info.multiprocessors);
  look<<<blocks, 256, 0, session->stream>>>(x, run.count, totals);
  launched("kinds_kernel");
  run.seconds += clock.stop();
  exact->seen = read_totals(session, totals).kinds;
}

void sum_exact(SumRun &run, UlpExact *exact) {
  const bool magnitudes = run.magnitudes;
  const auto sum = run.format == ULP_FORMAT_FP32
                       ? (magnitudes ? sum_exact_of<float, true> : sum_exact_of<float, false>)
                       : (magnitudes ? sum_exact_of<double, true> : sum_exact_of<double, false>);
  sum(run, exact);
}
