/* Conversions between binary formats by the device's own arithmetic, whose roundings are those of IEEE 754. An element
 * becomes an fp32 number by a shift and a multiplication (fp64 stays fp64), lies on the target's grid after 1.5 * 2^k, with
 * one place for each place of the target, was added and subtracted again, and its fields are those of the target after
 * another multiplication, where subnormals fall out by themselves: all exact but the addition, which rounds as the mode
 * says. (For the addition: T. J. Dekker, A floating-point technique for extending the available precision, Numer. Math. 18,
 * 1971.) A pack in which one element's result is not finite, or the addition would overflow, goes through the codec. */
#include "kernels/convert.cuh"

#include <cmath>
#include <type_traits>

constexpr int kThreads = 256;

/* The number that the elements become: fp32, or fp64 where they are fp64; an integer part that has sign and exponent. */
template <class Real> struct Parts;

template <> struct Parts<float> {
  static constexpr int fraction_bits = 23, bias = 127, top_fraction_bits = 23;
  __device__ static uint32_t top(float x) { return __float_as_uint(x); }
  __device__ static float of_top(uint32_t bits) { return __uint_as_float(bits); }
  __device__ static float nearest(float a, float b) { return __fadd_rn(a, b); }
  __device__ static float up(float a, float b) { return __fadd_ru(a, b); }
  __device__ static float down(float a, float b) { return __fadd_rd(a, b); }
  __device__ static uint32_t bits_from(float x, int place) { return __float_as_uint(x) >> place; }
};

template <> struct Parts<double> {
  static constexpr int fraction_bits = 52, bias = 1023, top_fraction_bits = 20;
  __device__ static uint32_t top(double x) { return static_cast<uint32_t>(__double2hiint(x)); }
  __device__ static double of_top(uint32_t bits) { return __hiloint2double(static_cast<int>(bits), 0); }
  __device__ static double nearest(double a, double b) { return __dadd_rn(a, b); }
  __device__ static double up(double a, double b) { return __dadd_ru(a, b); }
  __device__ static double down(double a, double b) { return __dadd_rd(a, b); }
  __device__ static uint32_t bits_from(double x, int place) {
    return static_cast<uint32_t>(static_cast<uint64_t>(__double_as_longlong(x)) >> place);
  }
};

/* What the formats, the rounding and the profile decide for all elements. */
template <class Real> struct Direct {
  uint32_t source_mask, source_sign; /* of the magnitude; place of the sign; both of the word without unused bits */
  int source_shift;                  /* to the left, up to Real's fraction */
  Real source_scale;
  uint32_t limit; /* tops of Real beyond it are the codec's */
  UlpRound round;
  bool exact; /* no bit is lost */
  bool no_minus_zero;
  uint32_t lowest, grid; /* top of the smallest normal number; what makes an exponent that of 1.5 * 2^k */
  Real target_scale;
  int target_shift, target_sign;
  UlpConversion how;
  UlpProfile profile;
};

constexpr uint32_t kMagnitude = 0x7fffffffu, kSign = 0x80000000u;

/* x on the grid of the target, in one mode, its sign aside. */
template <UlpRound ROUND, class Real> __device__ inline Real on_grid(const Direct<Real> &how, Real x) {
  using P = Parts<Real>;
  const uint32_t exponent = P::top(x) & (kMagnitude >> P::top_fraction_bits << P::top_fraction_bits);
  const uint32_t binade = exponent > how.lowest ? exponent : how.lowest;
  const Real grid = P::of_top(binade + how.grid);
  switch (ROUND) {
  case ULP_ROUND_RU:
    return P::nearest(P::up(x, grid), -grid);
  case ULP_ROUND_RD:
    return P::nearest(P::down(x, grid), -grid);
  case ULP_ROUND_RZ:
    return P::nearest(P::down(std::fabs(x), grid), -grid);
  default:
    return P::nearest(P::nearest(x, grid), -grid);
  }
}

/* The fields of x, which lies on the grid, and the sign of `signed_x`. */
template <class Real> __device__ inline uint32_t fields_of(const Direct<Real> &how, Real x, Real signed_x) {
  using P = Parts<Real>;
  const Real scaled = std::fabs(x) * how.target_scale;
  const uint32_t magnitude = P::bits_from(scaled, how.target_shift);
  return magnitude | (P::top(signed_x) & kSign) >> how.target_sign;
}

template <UlpRound ROUND, int N, class Real>
__device__ inline void round_pack(const Direct<Real> &how, const Real (&x)[N], uint32_t (&fields)[N]) {
#pragma unroll
  for (int i = 0; i < N; i++)
    fields[i] = fields_of(how, on_grid<ROUND>(how, x[i]), x[i]);
}

template <int N, class Real>
__device__ inline void narrow_pack(const Direct<Real> &how, const Real (&x)[N], uint32_t (&fields)[N]) {
  if (how.exact) {
#pragma unroll
    for (int i = 0; i < N; i++)
      fields[i] = fields_of(how, x[i], x[i]);
  } else {
    switch (how.round) {
    case ULP_ROUND_RU:
      round_pack<ULP_ROUND_RU>(how, x, fields);
      break;
    case ULP_ROUND_RD:
      round_pack<ULP_ROUND_RD>(how, x, fields);
      break;
    case ULP_ROUND_RZ:
      round_pack<ULP_ROUND_RZ>(how, x, fields);
      break;
    default:
      round_pack<ULP_ROUND_RN>(how, x, fields);
      break;
    }
  }
  if (how.no_minus_zero) {
#pragma unroll
    for (int i = 0; i < N; i++)
      fields[i] = fields[i] == kSign >> how.target_sign ? 0 : fields[i];
  }
}

/* COUNT elements of BITS bits each that lie together, as the words that they are loaded and stored in. */
template <int BITS, int COUNT> struct Words {
  static constexpr int bytes = BITS * COUNT / 8;
  using Unit = std::conditional_t<bytes % 4 == 0, uint32_t, std::conditional_t<bytes % 2 == 0, uint16_t, uint8_t>>;
  static constexpr int per_load = bytes < 16 ? bytes : 16, n_loads = bytes / per_load;
  static constexpr int unit_bits = 8 * sizeof(Unit);
  using Load = Pack<Unit, per_load / static_cast<int>(sizeof(Unit))>;
  union {
    Load load[n_loads];
    Unit unit[bytes / sizeof(Unit)];
  };

  __device__ uint32_t low(int i) const {
    if constexpr (BITS == 64)
      return unit[2 * i];
    else if constexpr (BITS == 32)
      return unit[i];
    else
      return unit[i * BITS / unit_bits] >> (i * BITS % unit_bits) & ((1u << BITS) - 1);
  }
  __device__ void set(int i, uint32_t bits) { /* in order, each once */
    if constexpr (BITS >= 32)
      unit[i] = bits;
    else if (i * BITS % unit_bits == 0)
      unit[i * BITS / unit_bits] = static_cast<Unit>(bits);
    else
      unit[i * BITS / unit_bits] |= static_cast<Unit>(bits << (i * BITS % unit_bits));
  }
};

template <int BITS>
using Element =
    std::conditional_t<BITS == 64, uint64_t,
                       std::conditional_t<BITS == 32, uint32_t, std::conditional_t<BITS == 16, uint16_t, uint8_t>>>;

template <int BITS> __device__ inline uint64_t load_bits(const void *in, uint64_t i) {
  if constexpr (BITS < 8)
    return static_cast<const uint8_t *>(in)[i / 2] >> (i % 2 * BITS) & ((1u << BITS) - 1);
  else
    return static_cast<const Element<BITS> *>(in)[i];
}

/* In order: of two elements in a byte the first clears it. */
template <int BITS> __device__ inline void store_bits(void *out, uint64_t i, uint64_t bits) {
  if constexpr (BITS < 8) {
    uint8_t *byte = static_cast<uint8_t *>(out) + i / 2;
    *byte = static_cast<uint8_t>(i % 2 ? *byte | bits << BITS : bits);
  } else {
    static_cast<Element<BITS> *>(out)[i] = static_cast<Element<BITS>>(bits);
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
__device__ __noinline__ void by_codec(const UlpConversion *how, UlpRound round, UlpProfile profile, const void *in,
                                      void *out, uint64_t first, int count) {
#pragma unroll 1
  for (uint64_t i = first; i < first + count; i++) {
    const UlpBits bits = ulp_convert(how, load_bits<FROM>(in, i), round, profile);
    store_bits<TO>(out, i, static_cast<uint64_t>(bits));
  }
}

/* A thread's elements: up to two loads of 16 bytes, one store. */
template <int FROM, int TO> constexpr int kPart = TO < 8 ? 8 : FROM <= TO ? 128 / TO : 256 / FROM < 8 ? 256 / FROM : 8;

/* The elements of one part; `aligned`: `in` is, for a load. */
template <int BITS, int COUNT>
__device__ inline void load_part(Words<BITS, COUNT> &words, const void *in, uint64_t part, bool aligned) {
  using Words = Words<BITS, COUNT>;
  if (aligned || BITS < 8) {
    const auto *from = static_cast<const typename Words::Load *>(in) + part * Words::n_loads;
#pragma unroll
    for (int k = 0; k < Words::n_loads; k++)
      words.load[k] = from[k];
    return;
  }
  constexpr int elements = BITS == 64 ? 2 * COUNT : COUNT;
  const auto *from = static_cast<const Element<BITS == 64 ? 32 : BITS> *>(in) + part * elements;
#pragma unroll
  for (int i = 0; i < elements; i++)
    words.set(i, from[i]);
}

/* `count` elements, a multiple of kPart; `out` is aligned for a store. Few registers: enough threads are there to keep the
 * memory busy, and what is not used often, spills. */
template <int FROM, int TO>
__global__ void __launch_bounds__(kThreads, 8) direct_kernel(const __grid_constant__ Direct<RealOf<FROM>> how,
                                                             const void *in, bool aligned, void *out, uint64_t count) {
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
    by_codec<FROM, TO>(&how.how, how.round, how.profile, in, out, part * per, per);
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
    narrow_pack(how, x, fields);
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
  const auto plain = [](UlpLayout layout) {
    return layout.coding == ULP_CODING_BINARY && layout.has_sign && layout.has_zero && layout.has_subnormals &&
           !layout.has_leading_bit;
  };
  const bool itself = P::bias == from.bias && from.exponent_bits + P::top_fraction_bits == 31 &&
                      ulp_layout_width(from) + from.pad_bits == from.container_bits;
  const bool scaled = sizeof(Real) == 4 && from.container_bits <= 16 && from.exponent_bits <= 8 && from.bias >= 1 &&
                      from.bias <= P::bias && from.fraction_bits + from.pad_bits <= P::fraction_bits;
  return plain(from) && plain(to) && from.nan != ULP_NAN_NEGATIVE_ZERO && (itself || scaled) && to.bias >= 1 &&
         to.bias <= P::bias && to.fraction_bits + to.pad_bits <= P::fraction_bits &&
         (is_exact(from, to) || to.fraction_bits <= P::fraction_bits - 2);
}

/* The top of the value of a magnitude of `layout`; where Real does not hold it the one before. */
template <class Real> static uint32_t top_of(UlpLayout layout, uint64_t magnitude) {
  const UlpLayout real = ulp_layout(sizeof(Real) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64);
  const uint64_t bits = static_cast<uint64_t>(ulp_convert_bits(
      layout, real, static_cast<UlpBits>(magnitude) << layout.pad_bits, ULP_ROUND_RZ, ULP_PROFILE_IEEE));
  return static_cast<uint32_t>(sizeof(Real) == 4 ? bits : bits >> 32);
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
  how.round = job.round;
  how.profile = job.profile;
  how.exact = is_exact(from, to);
  how.no_minus_zero = to.nan == ULP_NAN_NEGATIVE_ZERO;
  how.lowest = static_cast<uint32_t>(1 - to.bias + P::bias) << P::top_fraction_bits;
  const uint32_t places = static_cast<uint32_t>(P::fraction_bits - to.fraction_bits);
  how.grid = places << P::top_fraction_bits | 1u << (P::top_fraction_bits - 1);
  how.target_scale = static_cast<Real>(std::ldexp(1.0, to.bias - P::bias));
  how.target_shift = P::fraction_bits - to.fraction_bits - to.pad_bits;
  how.target_sign = 32 - ulp_layout_width(to) - to.pad_bits;
  how.how = ulp_conversion(from, to);

  const uint32_t source = top_of<Real>(from, static_cast<uint64_t>(ulp_magnitude_largest(from)));
  const uint32_t target = top_of<Real>(to, static_cast<uint64_t>(ulp_magnitude_largest(to)));
  const uint32_t sum = ((2u * P::bias - places) << P::top_fraction_bits) - 1; /* 1.5 * 2^k stays finite */
  how.limit = source < target ? source : target;
  if (!how.exact && sum < how.limit)
    how.limit = sum;
  /* a top of a double says nothing of what is below it */
  if (sizeof(Real) == 8)
    how.limit--;
  return how;
}

template <int FROM, int TO>
static double convert_direct(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                             uint64_t count) {
  const uint64_t from_bit = (in.offset + first) * FROM;
  const void *source = static_cast<const uint8_t *>(in.data) + from_bit / 8;
  void *target = static_cast<uint8_t *>(out) + first * TO / 8;
  const bool aligned = is_aligned<typename Words<FROM, kPart<FROM, TO>>::Load>(source) && from_bit % 8 == 0;
  const uint64_t whole = aligned || FROM >= 8 ? count / kPartMultiple * kPartMultiple : 0;
  double seconds = 0;
  if (whole) {
    const auto how = direct<RealOf<FROM>>(ulp_layout(in.format), ulp_layout(job.to), job);
    Clock clock(session, direct_kernel<FROM, TO>);
    direct_kernel<FROM, TO><<<blocks_for(whole, kThreads, kPart<FROM, TO>), kThreads, 0, session->stream>>>(
        how, source, aligned, target, whole);
    launched("direct_kernel");
    seconds = clock.stop();
  }
  if (whole < count)
    seconds += convert_by_codec(session, in, out, job, first + whole, count - whole);
  return seconds;
}

template <int FROM> static ConvertPart *find_direct_to(UlpFormat to) {
  switch (ulp_layout(to).container_bits) {
  case 4:
    return convert_direct<FROM, 4>;
  case 8:
    return convert_direct<FROM, 8>;
  case 16:
    return convert_direct<FROM, 16>;
  case 32:
    return convert_direct<FROM, 32>;
  case 64:
    return to == ULP_FORMAT_FP64 ? convert_direct<FROM, 64> : nullptr;
  default:
    return nullptr;
  }
}

ConvertPart *find_direct(UlpFormat from, const UlpConvertJob &job) {
  const UlpLayout source = ulp_layout(from), target = ulp_layout(job.to);
  const bool is_ieee_mode =
      job.round == ULP_ROUND_RN || job.round == ULP_ROUND_RZ || job.round == ULP_ROUND_RU || job.round == ULP_ROUND_RD;
  if (!is_ieee_mode || ulp_rules(target, job.profile) & ULP_RULE_FLUSH)
    return nullptr;
  if (source.container_bits == 64)
    return from == ULP_FORMAT_FP64 && fits<double>(source, target) ? find_direct_to<64>(job.to) : nullptr;
  if (!fits<float>(source, job.to == ULP_FORMAT_FP64 ? ulp_layout(ULP_FORMAT_FP32) : target))
    return nullptr;
  switch (source.container_bits) { /* to fewer bits than here a table is faster */
  case 4:
    return target.container_bits >= 64 ? find_direct_to<4>(job.to) : nullptr;
  case 8:
    return target.container_bits >= 32 ? find_direct_to<8>(job.to) : nullptr;
  case 16:
    return target.container_bits >= 16 ? find_direct_to<16>(job.to) : nullptr;
  case 32:
    return find_direct_to<32>(job.to);
  default:
    return nullptr;
  }
}
