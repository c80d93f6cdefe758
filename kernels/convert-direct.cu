/* Conversions between binary formats by the device's own arithmetic (grid.cuh). An element becomes an fp32 number by a shift and
 * a multiplication (fp64 stays fp64), both exact. A pack in which one element's result is not finite, or the addition would
 * overflow, goes through the codec. */
#include "kernels/convert.cuh"
#include "kernels/grid.cuh"
#include "kernels/words.cuh"

constexpr int kThreads = 256;

/* What the formats, the rounding and the profile decide for all elements. */
template <class Real> struct Direct {
  uint32_t source_mask, source_sign; /* of the magnitude; place of the sign; both of the word without unused bits */
  int source_shift;                  /* to the left, up to Real's fraction */
  Real source_scale;
  uint32_t limit; /* tops of Real beyond it are the codec's */
  bool exact;     /* no bit is lost */
  bool no_minus_zero;
  Grid<Real> target;
  UlpConversion how;
  UlpConvertJob job; /* its first element is the part's */
};

template <UlpRound ROUND, int N, class Real>
__device__ inline void round_pack(const Direct<Real> &how, const Real (&x)[N], uint32_t (&fields)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++)
    fields[i] = fields_on_grid<ROUND>(how.target, x[i], 0u);
}

/* `first` is the number of the first element, a multiple of 4. */
template <int N, class Real>
__device__ inline void round_pack_by_chance(const Direct<Real> &how, uint64_t first, const Real (&x)[N],
                                            uint32_t (&fields)[N]) {
#pragma unroll
  for (int i = 0; i < N; i += 4) {
    const UlpRandom random = ulp_random_in(ULP_RANDOM_ROUND, how.job.seed, (how.job.first + first + i) >> 2, 0);
#pragma unroll
    for (int k = 0; k < 4; k++)
      fields[i + k] =
          fields_on_grid<ULP_ROUND_SR>(how.target, x[i + k], random.word[k] >> (32 - how.target.random_bits));
  }
}

template <bool BY_CHANCE, int N, class Real>
__device__ inline void narrow_pack(const Direct<Real> &how, uint64_t first, const Real (&x)[N], uint32_t (&fields)[N]) {
  if (how.exact) {
#pragma unroll
    for (int i = 0; i < N; i++)
      fields[i] = fields_of(how.target, x[i]);
  } else if constexpr (BY_CHANCE) {
    if constexpr (N % 4 == 0) /* fewer are of fp64, which is exact */
      round_pack_by_chance(how, first, x, fields);
  } else if (how.job.round == ULP_ROUND_RN) {
    round_pack<ULP_ROUND_RN>(how, x, fields);
  } else {
    switch (how.job.round) {
#define ULP_ROUND(id, ID, title, source)                                                                               \
  case ULP_ROUND_##ID:                                                                                                 \
    if (ULP_ROUND_##ID != ULP_ROUND_SR)                                                                                \
      round_pack<ULP_ROUND_##ID == ULP_ROUND_SR ? ULP_ROUND_RN : ULP_ROUND_##ID>(how, x, fields);                      \
    break;
#include "core/number/rounds.def"
#undef ULP_ROUND
    default:
      break;
    }
  }
  if (how.no_minus_zero) {
#pragma unroll
    for (int i = 0; i < N; i++)
      fields[i] = fields[i] == kSign >> how.target.sign ? 0 : fields[i];
  }
}

template <int FROM> using RealOf = std::conditional_t<FROM == 64, double, float>;

template <int FROM, int COUNT>
__device__ inline RealOf<FROM> real_of(const Direct<RealOf<FROM>> &how, const Words<FROM, COUNT> &in, int i) {
  if constexpr (FROM == 64) {
    return __hiloint2double(static_cast<int>(in.unit[2 * i + 1]), static_cast<int>(in.unit[2 * i]));
  } else {
    const uint32_t word = in.low(i);
    if constexpr (FROM == 32)
      return __uint_as_float(word & how.source_mask);
    const float magnitude = __uint_as_float((word & how.source_mask) << how.source_shift) * how.source_scale;
    return __uint_as_float(__float_as_uint(magnitude) | (word << how.source_sign & kSign));
  }
}

/* `count` elements from `first` on, by the codec. */
template <int FROM, int TO>
__device__ __noinline__ void by_codec(const UlpConversion *how, const UlpConvertJob *job, const void *in, void *out,
                                      uint64_t first, int count) {
#pragma unroll 1
  for (uint64_t i = first; i < first + count; i++) {
    const UlpBits bits = ulp_convert(how, load_bits<FROM>(in, i), ulp_convert_job_round(job, i), job->profile);
    store_bits<TO>(out, i, static_cast<uint64_t>(bits));
  }
}

/* A thread's elements: up to two loads of 16 bytes, one store. */
template <int FROM, int TO> constexpr int kPart = TO < 8 ? 8 : FROM <= TO ? 128 / TO : 256 / FROM < 8 ? 256 / FROM : 8;

/* `count` elements, a multiple of kPart; `out` is aligned for a store. Few registers: enough threads are there to keep the
 * memory busy, and what is not used often, spills. */
template <int FROM, int TO, bool BY_CHANCE>
__global__ void __launch_bounds__(kThreads, BY_CHANCE ? 4 : 8)
    direct_kernel(const __grid_constant__ Direct<RealOf<FROM>> how, const void *in, bool aligned, void *out,
                  uint64_t count) {
  using Real = RealOf<FROM>;
  constexpr int per = kPart<FROM, TO>;
  using Out = Words<TO, per>;
  const uint64_t part = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (part >= count / per)
    return;
  Words<FROM, per> source;
  load_part(source, in, part, aligned);
  Real x[per];
  uint32_t most = 0;
#pragma unroll
  for (int i = 0; i < per; i++) {
    x[i] = real_of<FROM, per>(how, source, i);
    const uint32_t top = Parts<Real>::top(x[i]) & kMagnitude;
    most = top > most ? top : most;
  }
  if (most > how.limit) {
    by_codec<FROM, TO>(&how.how, &how.job, in, out, part * per, per);
    return;
  }
  Out result;
  if constexpr (TO == 64) {
#pragma unroll
    for (int i = 0; i < per; i++) {
      const double wide = x[i];
      result.unit[2 * i] = static_cast<uint32_t>(__double2loint(wide));
      result.unit[2 * i + 1] = static_cast<uint32_t>(__double2hiint(wide));
    }
  } else {
    uint32_t fields[per];
    narrow_pack<BY_CHANCE>(how, part * per, x, fields);
#pragma unroll
    for (int i = 0; i < per; i++)
      result.set(i, fields[i]);
  }
  auto *to = static_cast<typename Out::Load *>(out) + part * Out::n_loads;
#pragma unroll
  for (int k = 0; k < Out::n_loads; k++)
    to[k] = result.load[k];
}

static bool is_exact(UlpLayout from, UlpLayout to) {
  return to.fraction_bits >= from.fraction_bits && ulp_layout_lowest(to) <= ulp_layout_lowest(from);
}

/* Whether the formats are what the arithmetic takes them for: elements that Real holds exactly, and a target whose grid
 * and fields it reaches. */
template <class Real> static bool fits(UlpLayout from, UlpLayout to) {
  using P = Parts<Real>;
  const bool itself = P::bias == from.bias && from.exponent_bits + P::top_fraction_bits == 31 &&
                      ulp_layout_width(from) + from.pad_bits == from.container_bits;
  const bool scaled = sizeof(Real) == 4 && from.container_bits <= 16 && from.exponent_bits <= 8 && from.bias >= 1 &&
                      from.bias <= P::bias && from.fraction_bits + from.pad_bits <= P::fraction_bits;
  return has_grid<Real>(from, true) && from.nan != ULP_NAN_NEGATIVE_ZERO && (itself || scaled) &&
         has_grid<Real>(to, is_exact(from, to));
}

template <class Real> static Direct<Real> direct(UlpLayout from, UlpLayout to, const UlpConvertJob &job) {
  using P = Parts<Real>;
  Direct<Real> how = {};
  const int width = ulp_layout_width(from);
  how.source_mask = static_cast<uint32_t>(ulp_low_bits(width - 1) << from.pad_bits);
  if (from.container_bits == 32)
    how.source_mask |= kSign;
  how.source_sign = static_cast<uint32_t>(32 - width - from.pad_bits);
  how.source_shift = 23 - from.fraction_bits - from.pad_bits;
  how.source_scale = static_cast<Real>(std::ldexp(1.0, P::bias - from.bias));
  how.exact = is_exact(from, to);
  how.no_minus_zero = to.nan == ULP_NAN_NEGATIVE_ZERO;
  how.target = grid_of<Real>(to, job.random_bits);
  how.job = job;
  how.how = ulp_conversion(from, to);

  const uint32_t source = largest_top<Real>(from), target = grid_top<Real>(to, how.exact);
  how.limit = source < target ? source : target;
  return how;
}

template <int FROM, int TO, bool BY_CHANCE>
static double convert_direct(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                             uint64_t count) {
  const uint64_t from_bit = (in.offset + first) * FROM;
  const void *source = static_cast<const uint8_t *>(in.data) + from_bit / 8;
  void *target = static_cast<uint8_t *>(out) + first * TO / 8;
  const bool aligned = is_aligned<typename Words<FROM, kPart<FROM, TO>>::Load>(source) && from_bit % 8 == 0;
  const uint64_t whole = aligned || FROM >= 8 ? count / kPartMultiple * kPartMultiple : 0;
  double seconds = 0;
  if (whole) {
    auto how = direct<RealOf<FROM>>(ulp_layout(in.format), ulp_layout(job.to), job);
    how.job.first += first;
    auto *kernel = &direct_kernel<FROM, TO, BY_CHANCE>;
    const unsigned blocks = blocks_for(whole, kThreads, kPart<FROM, TO>);
    Clock clock(session, kernel);
    kernel<<<blocks, kThreads, 0, session->stream>>>(how, source, aligned, target, whole);
    launched("direct_kernel");
    seconds = clock.stop();
  }
  if (whole < count)
    seconds += convert_by_codec(session, in, out, job, first + whole, count - whole);
  return seconds;
}

template <int FROM, bool BY_CHANCE> static ConvertPart *find_direct_to(UlpFormat to) {
  switch (ulp_layout(to).container_bits) {
  case 4:
    return convert_direct<FROM, 4, BY_CHANCE>;
  case 8:
    return convert_direct<FROM, 8, BY_CHANCE>;
  case 16:
    return convert_direct<FROM, 16, BY_CHANCE>;
  case 32:
    return convert_direct<FROM, 32, BY_CHANCE>;
  case 64: /* fp64 has all places of the others */
    return to == ULP_FORMAT_FP64 ? convert_direct<FROM, 64, false> : nullptr;
  default:
    return nullptr;
  }
}

template <bool BY_CHANCE> static ConvertPart *find_direct_from(UlpFormat from, UlpFormat to) {
  switch (ulp_layout(from).container_bits) {
  case 4:
    return find_direct_to<4, BY_CHANCE>(to);
  case 8:
    return find_direct_to<8, BY_CHANCE>(to);
  case 16:
    return find_direct_to<16, BY_CHANCE>(to);
  case 32:
    return find_direct_to<32, BY_CHANCE>(to);
  case 64:
    return find_direct_to<64, BY_CHANCE>(to);
  default:
    return nullptr;
  }
}

/* To fewer bits than these a table is faster, which has one rounding for all elements. */
static bool is_for_table(UlpLayout from, UlpLayout to) {
  return from.container_bits <= 16 && to.container_bits < (from.container_bits <= 4   ? 64
                                                           : from.container_bits <= 8 ? 32
                                                                                      : 16);
}

ConvertPart *find_direct(UlpFormat from, const UlpConvertJob &job) {
  const UlpLayout source = ulp_layout(from), target = ulp_layout(job.to);
  const UlpLayout reached =
      job.to == ULP_FORMAT_FP64 && source.container_bits <= 32 ? ulp_layout(ULP_FORMAT_FP32) : target;
  const bool is_fp64 = from == ULP_FORMAT_FP64, by_chance = job.round == ULP_ROUND_SR && !is_exact(source, reached);
  if (ulp_rules(target, job.profile) & ULP_RULE_FLUSH || (source.container_bits > 32 && !is_fp64) ||
      !(is_fp64 ? fits<double>(source, reached) : fits<float>(source, reached)))
    return nullptr;
  if (by_chance)
    return job.first % 4 == 0 && (is_fp64 ? has_grid_by_chance<double>(target) : has_grid_by_chance<float>(target))
               ? find_direct_from<true>(from, job.to)
               : nullptr;
  return is_for_table(source, target) ? nullptr : find_direct_from<false>(from, job.to);
}
