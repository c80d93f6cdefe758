/* Arrays of fp64, fp32, bf16 and fp16 to blocks of elements that share a scale, by the device's own arithmetic (block-grid.cuh). The
 * threads of a block are lanes beside each other: each has some of its elements and makes the scale. */
#include "kernels/block-grid.cuh"
#include "kernels/convert.cuh"
#include "kernels/words.cuh"

#include "core/array/packing.h"

#include <cuda_fp16.h>

constexpr int kThreads = 256;
constexpr unsigned kAllLanes = 0xffffffffu;

/* The source's magnitudes, as numbers in the order of their values, NaN above infinity. */
template <UlpFormat FROM> struct Source;

template <> struct Source<ULP_FORMAT_FP64> {
  using Real = double;
  using Pattern = uint64_t;
  static constexpr int bits = 64, per_thread = 4;
  static constexpr Pattern largest = 0x7fefffffffffffffu;
  template <class Words> __device__ static Real value(const Words &words, int i) {
    return __hiloint2double(static_cast<int>(words.unit[2 * i + 1]), static_cast<int>(words.unit[2 * i]));
  }
  __device__ static Pattern pattern(Real x) { return bits_as<uint64_t>(std::fabs(x)); }
  __device__ static Real of_pattern(Pattern pattern) { return bits_as<double>(pattern); }
};

template <> struct Source<ULP_FORMAT_FP32> {
  using Real = float;
  using Pattern = uint32_t;
  static constexpr int bits = 32, per_thread = 8;
  static constexpr Pattern largest = 0x7f7fffffu;
  template <class Words> __device__ static Real value(const Words &words, int i) {
    return __uint_as_float(words.unit[i]);
  }
  __device__ static Pattern pattern(Real x) { return __float_as_uint(x) & kMagnitude; }
  __device__ static Real of_pattern(Pattern pattern) { return __uint_as_float(pattern); }
};

template <> struct Source<ULP_FORMAT_BF16> : Source<ULP_FORMAT_FP32> {
  static constexpr int bits = 16, per_thread = 16;
  template <class Words> __device__ static Real value(const Words &words, int i) {
    return __uint_as_float(i % 2 ? words.unit[i / 2] & 0xffff0000u : words.unit[i / 2] << 16);
  }
};

template <> struct Source<ULP_FORMAT_FP16> : Source<ULP_FORMAT_FP32> {
  static constexpr int bits = 16, per_thread = 16;
  template <class Words> __device__ static Real value(const Words &words, int i) {
    return __half2float(__ushort_as_half(static_cast<unsigned short>(words.low(i))));
  }
};

template <UlpFormat FROM, bool IS_POWER> using RealFor = BlockReal<typename Source<FROM>::Real, IS_POWER>;

template <class Real> struct ToBlocks {
  BlockGrid<Real> grid;
  UlpConvertJob job; /* its first element is the part's */
};

/* What a thread does with its elements: PER of them, with `first` as the number of the first one. */
template <UlpFormat FROM, bool IS_POWER, int PER> struct Elements {
  using Own = typename Source<FROM>::Real;
  using Real = RealFor<FROM, IS_POWER>;
  const ToBlocks<Real> &how;
  const Step<Real> &step;
  const Own (&x)[PER];
  uint64_t first;

  template <UlpRound ROUND> __device__ void round(uint32_t (&bits)[PER]) const {
    UlpRandom random = {};
#pragma unroll
    for (int i = 0; i < PER; i++) {
      if (ROUND == ULP_ROUND_SR && i % 4 == 0)
        random = ulp_random_in(ULP_RANDOM_ROUND, how.job.seed, (how.job.first + first + i) >> 2, 0);
      const uint32_t word = ROUND == ULP_ROUND_SR ? random.word[i % 4] >> (32 - how.grid.element.random_bits) : 0;
      bits[i] = element_bits<ROUND>(how.grid, static_cast<Real>(x[i]), quotient_of<ROUND, IS_POWER>(step, x[i]), word);
    }
  }

  __device__ void round_any(uint32_t (&bits)[PER]) const {
    if (how.job.round == ULP_ROUND_RN) {
      round<ULP_ROUND_RN>(bits);
      return;
    }
    switch (how.job.round) {
#define ULP_ROUND(id, ID, title, source)                                                                               \
  case ULP_ROUND_##ID:                                                                                                 \
    round<ULP_ROUND_##ID>(bits);                                                                                       \
    break;
#include "core/number/rounds.def"
#undef ULP_ROUND
    default:
      break;
    }
  }
};

/* Elements of one thread; of 6 bits so many that they end on a byte's end. */
template <UlpFormat FROM, int BITS>
constexpr int kPer = BITS == 6 && FROM == ULP_FORMAT_FP64 ? 8 : Source<FROM>::per_thread;

/* `count` elements, whole blocks of LENGTH; `aligned`: `in` is, for a load. */
template <UlpFormat FROM, int BITS, bool IS_POWER, int LENGTH>
__global__ void __launch_bounds__(kThreads, 6)
    to_blocks_directly_kernel(const __grid_constant__ ToBlocks<RealFor<FROM, IS_POWER>> how, const void *in,
                              bool aligned, void *out, uint8_t *scales, uint64_t count) {
  using From = Source<FROM>;
  using Real = RealFor<FROM, IS_POWER>;
  constexpr int per = kPer<FROM, BITS>, lanes = LENGTH / per;
  using Out = Words<BITS, per>;
  const uint64_t part = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const bool is_here = part < count / per; /* of all lanes of a block or of none */
  Words<From::bits, per> source = {};
  if (is_here)
    load_part(source, in, part, aligned);
  typename From::Real x[per];
  typename From::Pattern most = 0;
#pragma unroll
  for (int i = 0; i < per; i++) {
    x[i] = From::value(source, i);
    const auto pattern = From::pattern(x[i]);
    most = pattern > most ? pattern : most;
  }
#pragma unroll
  for (int distance = lanes / 2; distance; distance /= 2) {
    const auto other = __shfl_xor_sync(kAllLanes, most, distance);
    most = other > most ? other : most;
  }
  if (!is_here)
    return;

  uint32_t scale = how.grid.nan, bits[per] = {};
  if (most <= From::largest) {
    const Step<Real> step = step_of<IS_POWER>(how.grid, From::of_pattern(most));
    Elements<FROM, IS_POWER, per>{how, step, x, part * per}.round_any(bits);
    if (how.grid.twos_complement) {
#pragma unroll
      for (int i = 0; i < per; i++)
        bits[i] = in_twos_complement(how.grid, bits[i]);
    }
    scale = step.scale;
  }
  if (part % lanes == 0)
    scales[part / lanes] = static_cast<uint8_t>(scale);
  Out result;
#pragma unroll
  for (int i = 0; i < per; i++)
    result.set(i, bits[i]);
  auto *to = static_cast<typename Out::Load *>(out) + part * Out::n_loads;
#pragma unroll
  for (int k = 0; k < Out::n_loads; k++)
    to[k] = result.load[k];
}

/* ---- host ---- */

template <UlpFormat FROM, int BITS, bool IS_POWER, int LENGTH>
static double to_blocks_directly(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job,
                                 uint64_t first, uint64_t count) {
  constexpr int per = kPer<FROM, BITS>, width = Source<FROM>::bits;
  const void *source = static_cast<const uint8_t *>(in.data) + (in.offset + first) * width / 8;
  auto *bytes = static_cast<uint8_t *>(out);
  uint8_t *scales = bytes + ulp_packed_scales_at(job.to, in.count) + first / LENGTH;
  const uint64_t whole = count / LENGTH * LENGTH;
  double seconds = 0;
  if (whole) {
    ToBlocks<RealFor<FROM, IS_POWER>> how = {block_grid_of<RealFor<FROM, IS_POWER>>(job.to, job), job};
    how.job.first += first;
    auto *kernel = &to_blocks_directly_kernel<FROM, BITS, IS_POWER, LENGTH>;
    const unsigned blocks = blocks_for(whole, kThreads, per);
    const bool aligned = is_aligned<typename Words<width, per>::Load>(source);
    Clock clock(session, kernel);
    kernel<<<blocks, kThreads, 0, session->stream>>>(how, source, aligned, bytes + first * BITS / 8, scales, whole);
    launched("to_blocks_directly_kernel");
    seconds = clock.stop();
  }
  if (whole < count)
    seconds += convert_blocks_by_codec(session, in, out, job, first + whole, count - whole);
  return seconds;
}

template <UlpFormat FROM> static ConvertPart *find_to_blocks_from(UlpFormat to) {
  const bool is_power = ulp_block_scale_format(to) == static_cast<UlpFormat>(ULP_FORMAT_E8M0);
  const unsigned bits = ulp_layout(to).container_bits, length = ulp_block_length(to);
  if (!is_power)
    return bits == 4 && length == 16 ? to_blocks_directly<FROM, 4, false, 16> : nullptr;
  if (length != 32)
    return nullptr;
  switch (bits) {
  case 4:
    return to_blocks_directly<FROM, 4, true, 32>;
  case 6:
    return to_blocks_directly<FROM, 6, true, 32>;
  case 8:
    return to_blocks_directly<FROM, 8, true, 32>;
  default:
    return nullptr;
  }
}

ConvertPart *find_to_blocks(UlpFormat from, const UlpConvertJob &job) {
  if (job.round == ULP_ROUND_SR && job.first % 4) /* four elements have their random bits together */
    return nullptr;
  switch (from) {
  case ULP_FORMAT_FP64:
    return find_to_blocks_from<ULP_FORMAT_FP64>(job.to);
  case ULP_FORMAT_FP32:
    return find_to_blocks_from<ULP_FORMAT_FP32>(job.to);
  case ULP_FORMAT_BF16:
    return find_to_blocks_from<ULP_FORMAT_BF16>(job.to);
  case ULP_FORMAT_FP16:
    return find_to_blocks_from<ULP_FORMAT_FP16>(job.to);
  default:
    return nullptr;
  }
}
