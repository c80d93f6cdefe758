/* UNORDERED: the exact sum. Each thread has an accumulator of its own in shared memory, laid out [limb][thread] so that a
 * warp's accesses never meet in a bank; blocks add theirs to the grid's with integer atomics, which no order can change;
 * the host joins the limbs and rounds once.
 *
 * The spacing of the limbs is narrower than a limb, so that carries are rare (R. M. Neal, arXiv 1505.05571; S. Collange
 * et al., "Numerical reproducibility for the parallel reduction on multi- and many-core architectures", hal-00949355). */
#include "kernels/exact-words.h"
#include "kernels/sum.cuh"

/* The grid's accumulator: limb l stands for (low[l] + 2^32 high[l]) 2^(spacing l + unit). Additions wrap. */
struct Totals {
  static constexpr int max_limbs = 44;
  unsigned long long low[max_limbs], high[max_limbs];
  unsigned special; /* an infinity or NaN was seen */
  unsigned kinds;   /* Kind, where they were asked for */
};

enum Kind : unsigned { kNan = 1, kPositiveInfinity = 2, kNegativeInfinity = 4, kNegativeZero = 8, kOther = 16 };

template <class T> struct Exact;

/* fp32: limbs 16 exponents apart. The element scaled by a power of two is an integer below 2^39, so a limb takes 2^24 of
 * them without a carry: more than a thread has in a launch. */
template <> struct Exact<float> {
  static constexpr int limbs = 16, spacing = 16, unit = -150;
  static constexpr int max_threads = 512, blocks = 3, in_flight = 2;
  static constexpr uint64_t max_pending = uint64_t{1} << 24;

  __device__ static bool add(int64_t *mine, unsigned stride, float x) {
    const unsigned exponents = __float_as_uint(x) & 0x78000000u; /* the exponent's upper four bits */
    /* 2^(75 - 8 limb), twice; infinities and NaN reach limb 15 and are told by the answer. */
    const float scale = __uint_as_float(((127u + 75u) << 23) - (exponents >> 1));
    mine[(exponents >> 27) * stride] += static_cast<long long>(x * scale * scale);
    return !(fabsf(x) < __uint_as_float(0x7f800000u));
  }

  __device__ static void carry(int64_t *, unsigned) {}
};

/* fp64: limbs 48 bits apart. A significand shifted by its exponent modulo 48 is cut into 48 bits and at most 53 with the
 * sign, so a limb takes 2^10 before its carry goes on. */
template <> struct Exact<double> {
  static constexpr int limbs = 44, spacing = 48, unit = -1074;
  static constexpr int max_threads = 320, blocks = 2, in_flight = 4;
  static constexpr uint64_t max_pending = uint64_t{1} << 10;

  __device__ static bool add(int64_t *mine, unsigned stride, double x) {
    const uint64_t bits = static_cast<uint64_t>(__double_as_longlong(x));
    const unsigned field = static_cast<unsigned>(bits >> 52) & 0x7ffu;
    const unsigned normal = field ? 1 : 0;
    int64_t significand = static_cast<int64_t>((bits & 0xfffffffffffffu) | static_cast<uint64_t>(normal) << 52);
    significand = static_cast<int64_t>(bits) < 0 ? -significand : significand;
    const unsigned position = field - normal;                /* at most 2046 */
    const unsigned limb = position * 43691u >> 21;           /* position / 48 */
    const unsigned shift = position - limb * 48u;
    int64_t *low = mine + limb * stride, *high = low + stride;
    const int64_t low_part = static_cast<int64_t>(static_cast<uint64_t>(significand) << shift & 0xffffffffffffu);
    const int64_t high_part = significand >> (48 - shift);
    const int64_t low_sum = *low + low_part, high_sum = *high + high_part;
    *low = low_sum;
    *high = high_sum;
    return field == 0x7ffu;
  }

  __device__ static void carry(int64_t *mine, unsigned stride) {
    int64_t carried = 0;
    for (int limb = 0; limb < limbs - 1; limb++) {
      const int64_t sum = mine[limb * stride] + carried;
      carried = sum >> 48;
      mine[limb * stride] = sum & 0xffffffffffff;
    }
    mine[(limbs - 1) * stride] += carried;
  }
};

/* 16 bytes, or the same number of elements one by one. */
template <class T> struct alignas(16) Vector {
  static constexpr int size = 16 / sizeof(T);
  T element[size];
};

/* Read here and now: left to itself the compiler moves the load to where the vector is needed, a trip to memory late. */
template <class T> __device__ inline Vector<T> read_vector(const Vector<T> *from) {
  unsigned long long word[2];
  asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(word[0]), "=l"(word[1]) : "l"(from) : "memory");
  Vector<T> vector;
  memcpy(&vector, word, sizeof vector);
  return vector;
}

/* The block's limbs, summed over its threads, into the totals: halves of 32 bits apart, so that no sum overflows. */
template <class T> __device__ inline void add_to_totals(const int64_t *shared, Totals *totals) {
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (unsigned limb = threadIdx.x / 32; limb < Exact<T>::limbs; limb += warps) {
    int64_t low = 0, high = 0;
    for (unsigned i = lane; i < blockDim.x; i += 32) {
      const int64_t value = shared[limb * blockDim.x + i];
      low += value & 0xffffffff;
      high += value >> 32;
    }
    for (unsigned by = 16; by; by /= 2) {
      low += __shfl_down_sync(0xffffffffu, low, by);
      high += __shfl_down_sync(0xffffffffu, high, by);
    }
    if (lane == 0 && (low || high)) {
      atomicAdd(&totals->low[limb], static_cast<unsigned long long>(low));
      atomicAdd(&totals->high[limb], static_cast<unsigned long long>(high));
    }
  }
}

/* Sums vectors[0 .. n_vectors), and the loose elements before and behind them. */
template <class T> struct Slice {
  const Vector<T> *vectors;
  uint64_t n_vectors;
  const T *before, *behind;
  unsigned n_before, n_behind;
};

/* Before compute capability 8.0 a multiprocessor takes 1024 threads, too few for the blocks of most threads. */
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
#define RESIDENT_BLOCKS(T) 1
#else
#define RESIDENT_BLOCKS(T) Exact<T>::blocks
#endif

template <class T>
__global__ void __launch_bounds__(Exact<T>::max_threads, RESIDENT_BLOCKS(T))
exact_kernel(const Slice<T> slice, Totals *totals) {
  constexpr int in_flight = Exact<T>::in_flight;
  extern __shared__ int64_t shared[];
  int64_t *mine = shared + threadIdx.x;
  const unsigned stride = blockDim.x;
  for (int limb = 0; limb < Exact<T>::limbs; limb++)
    mine[limb * stride] = 0;
  bool special = false;

  const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * stride + threadIdx.x;
  if (thread < slice.n_before)
    special |= Exact<T>::add(mine, stride, slice.before[thread]);
  if (thread < slice.n_behind)
    special |= Exact<T>::add(mine, stride, slice.behind[thread]);

  /* Tiles of `in_flight` vectors a thread; while one is added the next is on its way. */
  constexpr uint64_t pair = 2 * in_flight * Vector<T>::size;
  constexpr unsigned pairs_per_carry = static_cast<unsigned>(Exact<T>::max_pending / pair) - 1;
  const uint64_t per_tile = static_cast<uint64_t>(in_flight) * stride;
  const uint64_t tiles = slice.n_vectors / per_tile;
  const uint64_t last = tiles ? tiles - 1 : 0;
  const auto load = [&](Vector<T> *vectors, uint64_t tile) { /* behind the last tile: in vain */
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
        special |= Exact<T>::add(mine, stride, vectors[k].element[i]);
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
        special |= Exact<T>::add(mine, stride, vector.element[i]);
    }
  }

  if (__syncthreads_or(special) && threadIdx.x == 0)
    atomicOr(&totals->special, 1u);
  add_to_totals<T>(shared, totals);
}

/* Which kinds of element there are: asked only where the sum is 0 or an infinity or NaN was seen. */
template <class T> __global__ void __launch_bounds__(256) kinds_kernel(const T *x, uint64_t count, Totals *totals) {
  unsigned kinds = 0;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    const T value = x[i];
    const bool negative = signbit(value);
    kinds |= isnan(value)                ? kNan
             : isinf(value)              ? (negative ? kNegativeInfinity : kPositiveInfinity)
             : negative && value == T(0) ? kNegativeZero
                                         : kOther;
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

template <class T> static Launch find_launch(const UlpSession *session) {
  constexpr unsigned per_thread = Exact<T>::limbs * sizeof(int64_t);
  int shared = 0, reserved = 0, blocks = 0;
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, session->index), _("asking for the shared memory"));
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, session->index), _("asking for the shared memory"));
  const unsigned fit = static_cast<unsigned>(shared / Exact<T>::blocks - reserved) / per_thread / 32 * 32;
  Launch launch = {fit < Exact<T>::max_threads ? fit : Exact<T>::max_threads, 0, 0};
  launch.bytes = launch.threads * per_thread;
  check(cudaFuncSetAttribute(exact_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(launch.bytes)),
        "exact_kernel");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, exact_kernel<T>, static_cast<int>(launch.threads),
                                                      launch.bytes),
        "exact_kernel");
  launch.grid = static_cast<unsigned>(session->info.multiprocessors * (blocks < 1 ? 1 : blocks));
  return launch;
}

template <class T> static Slice<T> make_slice(const T *x, uint64_t count) {
  const uint64_t odd = reinterpret_cast<uintptr_t>(x) % sizeof(Vector<T>) / sizeof(T);
  const uint64_t to_boundary = odd ? Vector<T>::size - odd : 0;
  const uint64_t before = to_boundary < count ? to_boundary : count;
  const uint64_t vectors = (count - before) / Vector<T>::size;
  const T *behind = x + before + vectors * Vector<T>::size;
  return {reinterpret_cast<const Vector<T> *>(x + before), vectors, x, behind, static_cast<unsigned>(before),
          static_cast<unsigned>(x + count - behind)};
}

static Totals read_totals(UlpSession *session, const Totals *totals) {
  check(cudaMemcpyAsync(session->staging, totals, sizeof *totals, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("reading the sum"));
  return *static_cast<const Totals *>(session->staging);
}

/* Zero, infinity or NaN, as IEEE 754 has it for the kinds of element there are. */
static uint64_t special_bits(unsigned kinds, UlpFormat format) {
  UlpUnpacked value = {ULP_CLASS_ZERO, (kinds & kNegativeZero) && !(kinds & kOther), false, 0, 0};
  if (kinds & kNan || (kinds & kPositiveInfinity && kinds & kNegativeInfinity))
    value = {ULP_CLASS_QUIET_NAN, false, false, 0, static_cast<UlpBits>(1) << 126};
  else if (kinds & (kPositiveInfinity | kNegativeInfinity))
    value = {ULP_CLASS_INFINITE, (kinds & kNegativeInfinity) != 0, false, 0, 0};
  return static_cast<uint64_t>(ulp_pack(ulp_layout(format), value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

template <class T> static uint64_t sum_exact_of(SumRun &run) {
  UlpSession *session = run.session;
  const T *x = static_cast<const T *>(run.elements);
  const Launch launch = find_launch<T>(session);
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
    Clock clock(session, exact_kernel<T>);
    exact_kernel<T><<<grid, launch.threads, launch.bytes, session->stream>>>(slice, totals);
    launched("exact_kernel");
    run.seconds += clock.stop();
    run.progress.advance(static_cast<double>(count));
  }

  Totals sums = read_totals(session, totals);
  ExactWords words;
  for (int limb = 0; limb < Exact<T>::limbs; limb++) {
    words.add(static_cast<__int128>(sums.low[limb]), limb * Exact<T>::spacing);
    words.add(static_cast<__int128>(static_cast<int64_t>(sums.high[limb])) * (int64_t{1} << 32), limb * Exact<T>::spacing);
  }
  if (!sums.special && !words.is_zero())
    return words.round(Exact<T>::unit, run.plan.result);

  Clock clock(session, kinds_kernel<T>);
  const unsigned blocks = 8 * static_cast<unsigned>(session->info.multiprocessors);
  kinds_kernel<T><<<blocks, 256, 0, session->stream>>>(x, run.count, totals);
  launched("kinds_kernel");
  run.seconds += clock.stop();
  return special_bits(read_totals(session, totals).kinds, run.plan.result);
}

uint64_t sum_exact(SumRun &run) {
  return run.format == ULP_FORMAT_FP32 ? sum_exact_of<float>(run) : sum_exact_of<double>(run);
}
