/* SEQUENTIAL. Plain additions are a chain by many threads (chain.cuh). Of the other steps one thread takes element after
 * element; seven warps bring the next tile into shared memory meanwhile, rounded to the accumulator's format, so that it runs
 * at the latency of its additions; the accumulator is carried from launch to launch. */
#include "kernels/sum-chain.cuh"

constexpr int kTile = 2048, kThreads = 256, kWarp = 32, kGroup = 16;
static_assert(kTile % (2 * kGroup) == 0, "the chain takes two groups at a time");

template <UlpStep K, class A, class T>
__device__ inline void load_tile(A *tile, const T *x, uint64_t base, uint64_t count, unsigned first, unsigned step) {
  const unsigned limit = count - base < kTile ? static_cast<unsigned>(count - base) : kTile;
#pragma unroll 4
  for (unsigned i = first; i < limit; i += step)
    tile[i] = taken<K>(x[base + i]);
}

/* Elements of a tile on their way through registers, 16 bytes at a time. */
template <class A> struct alignas(16) Group { A element[kGroup]; };

template <UlpStep K, class A> __device__ inline void add_group(UlpSum *sum, const Group<A> &group) {
#pragma unroll
  for (int i = 0; i < kGroup; i++)
    ulp_sum_add(K, sum, static_cast<double>(group.element[i]));
}

/* A whole tile; the next group is on its way while one is added, and a group behind the tile is read in vain. */
template <UlpStep K, class A> __device__ inline void add_tile(UlpSum *sum, const A *tile) {
  const Group<A> *groups = reinterpret_cast<const Group<A> *>(tile);
  Group<A> even = groups[0];
#pragma unroll 1
  for (int i = 0; i < kTile / kGroup; i += 2) {
    const Group<A> odd = groups[i + 1];
    add_group<K>(sum, even);
    even = groups[i + 2];
    add_group<K>(sum, odd);
  }
}

template <UlpStep K, class T>
__global__ void __launch_bounds__(kThreads) sequential_kernel(const T *x, uint64_t count, UlpSum *state) {
  __shared__ __align__(16) Real<K> tiles[2][kTile + kGroup];
  UlpSum sum = *state;
  load_tile<K>(tiles[0], x, 0, count, threadIdx.x, kThreads);
  __syncthreads();
  int current = 0;
  for (uint64_t base = 0; base < count; base += kTile, current ^= 1) {
    if (threadIdx.x >= kWarp) {
      if (count - base > kTile)
        load_tile<K>(tiles[current ^ 1], x, base + kTile, count, threadIdx.x - kWarp, kThreads - kWarp);
    } else if (threadIdx.x == 0) {
      if (count - base >= kTile) {
        add_tile<K>(&sum, tiles[current]);
      } else {
        for (unsigned i = 0; i < count - base; i++)
          ulp_sum_add(K, &sum, static_cast<double>(tiles[current][i]));
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *state = sum;
}

static double sum_one_by_one(SumRun &run) {
  UlpSession *session = run.session;
  UlpSum *state = session->state.need<UlpSum>(1);
  check(cudaMemsetAsync(state, 0, sizeof *state, session->stream), _("clearing the accumulator"));
  Pace pace(1 << 18);
  for (uint64_t first = 0; first < run.count;) {
    const uint64_t count = pace.next(run.count - first);
    double seconds = 0;
    with_types(run, [&](auto step, auto element) {
      using T = decltype(element);
      constexpr UlpStep K = decltype(step)::value;
      if constexpr (!adds_plainly(K)) {
        const auto kernel = sequential_kernel<K, T>;
        Clock clock(session, kernel);
        kernel<<<1, kThreads, 0, session->stream>>>(static_cast<const T *>(run.elements) + first, count, state);
        launched("sequential_kernel");
        seconds = clock.stop();
      }
    });
    pace.took(seconds);
    run.seconds += seconds;
    first += count;
    run.progress.advance(static_cast<double>(count));
  }
  return read_value(run, state);
}

template <class T> struct Elements {
  const T *x;
  __device__ T operator()(uint64_t i) const { return x[i]; }
};

double sum_sequential(SumRun &run) {
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    if constexpr (adds_plainly(K))
      return static_cast<double>(
          sum_chain<K>(run, Elements<T>{static_cast<const T *>(run.elements)}, run.count, Real<K>(0), 1.0).sum);
    else
      return sum_one_by_one(run);
  });
}
