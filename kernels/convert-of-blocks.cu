/* Blocks of elements that share a scale to fp64, fp32, bf16 and fp16, by the device's own arithmetic (block-grid.cuh). Most products of
 * elements and scales are numbers of the target: then there is nothing to round. The others are rounded as by
 * convert-direct.cu; NaN, infinities and what lies beyond the target's largest value are the codec's. */
#include "kernels/block-grid.cuh"
#include "kernels/blocks.cuh"
#include "kernels/words.cuh"

#include <cfloat>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int kThreads = 256;

/* Products with a scale that is a power of two are numbers of fp32, but for those beyond it. */
template <UlpFormat BLOCKS>
constexpr bool kIsPower = (BLOCKS >> (ULP_FORMAT_BLOCK_SHIFT + 3) & 3) == ULP_BLOCK_SCALE_E8M0;
template <UlpFormat BLOCKS, UlpFormat TO>
using RealOf = std::conditional_t<kIsPower<BLOCKS> && TO != ULP_FORMAT_FP64, float, double>;

template <class Real> struct OfBlocks {
  uint32_t first_exact, n_exact; /* scales whose products the target holds */
  uint32_t limit;                /* tops of Real beyond it are the codec's */
  Grid<Real> target;
  UlpConvertJob job;
  Input in;
  const uint8_t *scales;     /* of the slice's first block on */
  const float *tensor_scale; /* NULL: none */
  uint64_t first;            /* of the slice's elements, the part's */
};

/* By the codec, apart: few need it. */
__device__ __noinline__ static void part_by_codec(const UlpConvertJob *job, const Input *in, void *out, uint64_t first,
                                                  int count) {
  elements_by_codec(*job, *in, out, first, first + static_cast<uint64_t>(count));
}

template <UlpFormat TO> struct Target {
  static constexpr int bits = TO & 0xff;

  /* The bits of two numbers of the target. */
  template <class Real> __device__ static void set(uint32_t *unit, int i, Real a, Real b) {
    if constexpr (TO == ULP_FORMAT_FP64) {
      unit[2 * i] = static_cast<uint32_t>(__double2loint(a));
      unit[2 * i + 1] = static_cast<uint32_t>(__double2hiint(a));
      unit[2 * i + 2] = static_cast<uint32_t>(__double2loint(b));
      unit[2 * i + 3] = static_cast<uint32_t>(__double2hiint(b));
    } else if constexpr (TO == ULP_FORMAT_FP32) {
      unit[i] = __float_as_uint(a);
      unit[i + 1] = __float_as_uint(b);
    } else if constexpr (TO == ULP_FORMAT_BF16) {
      unit[i / 2] = __byte_perm(__float_as_uint(a), __float_as_uint(b), 0x7632);
    } else {
      const __half2 both = __floats2half2_rn(a, b);
      memcpy(&unit[i / 2], &both, sizeof both);
    }
  }
};

template <int PER, class Real> __device__ inline uint32_t largest_of(const Real (&x)[PER]) {
  uint32_t most = 0;
#pragma unroll
  for (int i = 0; i < PER; i++) {
    const uint32_t top = Parts<Real>::top(x[i]) & kMagnitude;
    most = top > most ? top : most;
  }
  return most;
}

template <int PER, class Real>
__device__ inline void round_all(const OfBlocks<Real> &how, const Real (&x)[PER], uint32_t (&bits)[PER]) {
  switch (how.job.round) {
#define ULP_ROUND(id, ID, title, source)                                                                               \
  case ULP_ROUND_##ID:                                                                                                 \
    _Pragma("unroll") for (int i = 0; i < PER; i++) if (ULP_ROUND_##ID != ULP_ROUND_SR) bits[i] =                      \
        fields_on_grid < ULP_ROUND_##ID == ULP_ROUND_SR ? ULP_ROUND_RN : ULP_ROUND_##ID > (how.target, x[i], 0u);      \
    break;
#include "core/number/rounds.def"
#undef ULP_ROUND
  default:
    break;
  }
}

/* As many as are stored in 16 bytes, of fp64 in twice as many. */
template <UlpFormat TO> constexpr int kPer = TO == ULP_FORMAT_FP64 ? 4 : 128 / Target<TO>::bits;

/* `count` elements, whole blocks. */
template <UlpFormat BLOCKS, UlpFormat TO>
__global__ void __launch_bounds__(kThreads, 8)
    of_blocks_directly_kernel(const __grid_constant__ OfBlocks<RealOf<BLOCKS, TO>> how, const void *in, void *out,
                              uint64_t count) {
  using Real = RealOf<BLOCKS, TO>;
  constexpr int bits = BLOCKS & 0xff, per = kPer<TO>, length = 1 << (BLOCKS >> ULP_FORMAT_BLOCK_SHIFT & 7);
  constexpr bool is_power = kIsPower<BLOCKS>;
  constexpr bool rounds = sizeof(Real) * 8 > Target<TO>::bits; /* else all is exact, or beyond the target */
  using Out = Words<Target<TO>::bits, per>;
  const uint64_t part = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (part >= count / per)
    return;
  Words<bits, per> source;
  load_part(source, in, part, true);
  const uint32_t scale = how.scales[part / (length / per)];
  const Real by = is_power
                      ? power_of_scale<Real>(scale)
                      : static_cast<Real>(element_value<ULP_FORMAT_E4M3>(scale)) * static_cast<Real>(*how.tensor_scale);
  bool is_plain = is_power ? scale != 0xff : (scale & 0x7f) != 0x7f && std::fabs(*how.tensor_scale) <= FLT_MAX;
  Real x[per];
#pragma unroll
  for (int i = 0; i < per; i++) {
    const uint32_t pattern = source.low(i);
    if constexpr (kFirstSpecial<BLOCKS> < 0x100)
      is_plain = is_plain && (pattern & 0x7f) < kFirstSpecial<BLOCKS>;
    x[i] = multiply<ULP_ROUND_RN>(static_cast<Real>(element_value<BLOCKS>(pattern)), by);
  }
  Out result;
  if (is_plain && scale - how.first_exact < how.n_exact) {
#pragma unroll
    for (int i = 0; i < per; i += 2)
      Target<TO>::set(result.unit, i, x[i], x[i + 1]);
  } else if (is_plain && rounds && how.job.round != ULP_ROUND_SR && largest_of(x) <= how.limit) {
    uint32_t rounded[per];
    round_all(how, x, rounded);
#pragma unroll
    for (int i = 0; i < per; i++)
      result.set(i, rounded[i]);
  } else {
    part_by_codec(&how.job, &how.in, out, how.first + part * per, per);
    return;
  }
  auto *to = static_cast<typename Out::Load *>(out) + how.first / per * Out::n_loads + part * Out::n_loads;
#pragma unroll
  for (int k = 0; k < Out::n_loads; k++)
    to[k] = result.load[k];
}

/* ---- host ---- */

/* Scales of e8m0 whose products with all elements are numbers of both formats; fp64 holds whatever fp32 and e4m3 make. */
template <class Real> static void find_exact(OfBlocks<Real> *how, UlpFormat blocks, UlpFormat to) {
  const UlpLayout element = ulp_layout(blocks), target = ulp_layout(to);
  const UlpUnpacked most = ulp_block_largest_element(blocks);
  const UlpUnpacked largest = ulp_unpack(target, ulp_magnitude_largest(target));
  const int32_t top = most.exponent + ulp_top_bit_128(most.significand);
  const int32_t first = 127 + ulp_layout_lowest(target) - ulp_layout_lowest(element);
  const int32_t last = 127 + largest.exponent + ulp_top_bit_128(largest.significand) - top - 1;
  how->first_exact = first > 0 ? static_cast<uint32_t>(first) : 0;
  how->n_exact = static_cast<uint32_t>(last < 254 ? last : 254) + 1 - how->first_exact;
  if (ulp_block_scale_format(blocks) != static_cast<UlpFormat>(ULP_FORMAT_E8M0)) {
    how->first_exact = 0;
    how->n_exact = to == static_cast<UlpFormat>(ULP_FORMAT_FP64) ? 256 : 0;
  }
}

template <UlpFormat BLOCKS, UlpFormat TO>
static double of_blocks_directly(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job,
                                 uint64_t first, uint64_t count) {
  using Real = RealOf<BLOCKS, TO>;
  const uint32_t length = ulp_block_length(in.format);
  const auto *bytes = static_cast<const uint8_t *>(in.data);
  const uint64_t from = in.offset + first, whole = count / length * length;
  double seconds = 0;
  if (whole) {
    OfBlocks<Real> how = {};
    find_exact(&how, in.format, job.to);
    how.limit = grid_top<Real>(ulp_layout(job.to), false);
    how.target = grid_of<Real>(ulp_layout(job.to), 0);
    how.job = job;
    how.in = in;
    how.scales = bytes + ulp_packed_scales_at(in.format, in.all) + from / length;
    how.tensor_scale = reinterpret_cast<const float *>(bytes + ulp_packed_tensor_scale_at(in.format, in.all));
    how.first = first;
    auto *kernel = &of_blocks_directly_kernel<BLOCKS, TO>;
    const unsigned blocks = blocks_for(whole, kThreads, kPer<TO>);
    Clock clock(session, kernel);
    kernel<<<blocks, kThreads, 0, session->stream>>>(how, bytes + ulp_packed_element_bytes(in.format, from), out,
                                                     whole);
    launched("of_blocks_directly_kernel");
    seconds = clock.stop();
  }
  if (whole < count)
    seconds += convert_blocks_by_codec(session, in, out, job, first + whole, count - whole);
  return seconds;
}

template <UlpFormat BLOCKS> static ConvertPart *find_of_blocks_to(UlpFormat to) {
  switch (to) {
  case ULP_FORMAT_FP64:
    return of_blocks_directly<BLOCKS, ULP_FORMAT_FP64>;
  case ULP_FORMAT_FP32:
    return of_blocks_directly<BLOCKS, ULP_FORMAT_FP32>;
  case ULP_FORMAT_BF16:
    return of_blocks_directly<BLOCKS, ULP_FORMAT_BF16>;
  case ULP_FORMAT_FP16:
    return of_blocks_directly<BLOCKS, ULP_FORMAT_FP16>;
  default:
    return nullptr;
  }
}

ConvertPart *find_of_blocks(UlpFormat from, const UlpConvertJob &job) {
  if (ulp_rules(ulp_layout(job.to), job.profile) & ULP_RULE_FLUSH)
    return nullptr;
  switch (from) {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source)                                   \
  case ULP_BLOCKS_##ID:                                                                                                \
    return find_of_blocks_to<ULP_BLOCKS_##ID>(job.to);
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
  default:
    return nullptr;
  }
}
