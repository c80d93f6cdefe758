/* One accumulator of plain addition that takes many elements in their order, by many threads at once, with the very bits of
 * the loop.
 *
 * As long as the results stay in one binade, s -> RN(s + x) moves s by the same number of units in the last place from every s
 * whose last bit is the same: the grid of results is the same, and ties go to the even neighbour. So what a run of elements
 * does to any s of the binade is known from two chains, from an even and from an odd number in its middle, and from how low
 * and how high they went: a Move. Moves are composed as functions are, which is associative, so a scan composes them. Where
 * the way would leave the binade the elements are taken one by one, and what follows begins in another. */
#pragma once

#include "kernels/sum.cuh"

/* Steps that this holds for. */
__host__ __device__ constexpr bool adds_plainly(UlpStep step) {
  switch (step) {
#define ULP_STEP(RULE, FORMAT)                                                                                         \
  case ULP_STEP_##RULE##_##FORMAT:                                                                                     \
    return ULP_RULE_##RULE == ULP_RULE_ADD;
#include "core/sum/steps.def"
#undef ULP_STEP
  default:
    return false;
  }
}

template <UlpStep K> using Real = std::conditional_t<accumulates_fp64(K), double, float>;

/* The element as the accumulator takes it. */
template <UlpStep K, class T> __host__ __device__ inline Real<K> taken(T x) {
  if constexpr (accumulates_fp64(K))
    return static_cast<double>(x);
  else
    return ulp_sum_taken(K, static_cast<double>(x));
}

/* s + x in the accumulator's format. */
template <UlpStep K> __host__ __device__ inline Real<K> plus(Real<K> s, Real<K> x) {
  UlpSum sum = ulp_sum_zero();
  if constexpr (accumulates_fp64(K)) {
    sum.d[0] = s;
    ulp_sum_add(K, &sum, x);
    return sum.d[0];
  } else {
    sum.f[0] = s;
    ulp_sum_add(K, &sum, static_cast<double>(x));
    return sum.f[0];
  }
}

/* ---- ordinals: 0 is 0, and the next number of the format is one more ---- */

using Ordinal = long long;

template <UlpStep K> struct Ordinals {
  __host__ __device__ static int fraction() { return ulp_layout(ulp_step_format(K)).fraction_bits; }
  __host__ __device__ static Ordinal of_infinity() {
    return ((Ordinal{1} << ulp_layout(ulp_step_format(K)).exponent_bits) - 1) << fraction();
  }

  /* NaN is beyond the infinities; -0 is 0. */
  __host__ __device__ static Ordinal of(Real<K> x) {
    const bool negative = x < 0;
    if constexpr (accumulates_fp64(K)) {
      Ordinal magnitude;
      memcpy(&magnitude, &x, sizeof x);
      magnitude &= ~(Ordinal{1} << 63);
      return negative ? -magnitude : magnitude;
    } else {
      const uint32_t bits = ulp_float_bits(x) & 0x7fffffffu;
      const int shift = 23 - fraction();
      uint32_t magnitude = bits >> shift;
      if (ulp_step_format(K) == ULP_FORMAT_FP16 && bits < kHalfNormal)
        magnitude = static_cast<uint32_t>(ulp_float_of_bits(bits) * 0x1p24f);
      else if (ulp_step_format(K) == ULP_FORMAT_FP16 && bits < kInfinity)
        magnitude = (bits - kHalfNormal + (1u << 23)) >> shift;
      else if (bits >= kInfinity)
        magnitude = static_cast<uint32_t>(of_infinity()) + (bits > kInfinity);
      return negative ? -static_cast<Ordinal>(magnitude) : static_cast<Ordinal>(magnitude);
    }
  }

  __host__ __device__ static Real<K> value(Ordinal ordinal) {
    const Ordinal magnitude = ordinal < 0 ? -ordinal : ordinal;
    Real<K> x;
    if constexpr (accumulates_fp64(K)) {
      memcpy(&x, &magnitude, sizeof x);
    } else {
      uint32_t bits = static_cast<uint32_t>(magnitude) << (23 - fraction());
      if (magnitude >= of_infinity())
        bits = kInfinity + (magnitude > of_infinity());
      else if (ulp_step_format(K) == ULP_FORMAT_FP16 && magnitude < 1 << 10)
        bits = ulp_float_bits(static_cast<float>(magnitude) * 0x1p-24f);
      else if (ulp_step_format(K) == ULP_FORMAT_FP16)
        bits = bits - (1u << 23) + kHalfNormal;
      x = ulp_float_of_bits(bits);
    }
    return ordinal < 0 ? -x : x;
  }

private:
  static constexpr uint32_t kHalfNormal = 0x38800000, kInfinity = 0x7f800000; /* 2^-14, fp16's smallest normal number */
};

/* Numbers with one unit in the last place: of one sign and exponent, or all below twice the smallest normal number, where sums
 * are exact. */
struct Binade {
  Ordinal low, high;   /* the first and the last of them */
  Ordinal middle, odd; /* an even and an odd one well inside; an infinity is all four */
  int sign;            /* 0 of the smallest: results do not come from a finer grid below */
  __host__ __device__ bool has(Ordinal ordinal) const { return low <= ordinal && ordinal <= high; }
};

/* Binade 0 is the smallest, of both signs; 1 and -1 are those beside it, ... */
template <UlpStep K> __host__ __device__ inline int binade_index(Ordinal ordinal) {
  const int block = static_cast<int>((ordinal < 0 ? -ordinal : ordinal) >> Ordinals<K>::fraction());
  const int index = block < 2 ? 0 : block - 1;
  return ordinal < 0 ? -index : index;
}

template <UlpStep K> __host__ __device__ inline Binade binade_at(int index) {
  const Ordinal size = Ordinal{1} << Ordinals<K>::fraction();
  const int sign = index < 0 ? -1 : 1;
  if (index == 0)
    return {1 - 2 * size, 2 * size - 1, 0, 1, 0};
  const Ordinal from = (index * sign + 1) * size;
  if (from >= Ordinals<K>::of_infinity()) {
    const Ordinal only = sign * Ordinals<K>::of_infinity();
    return {only, only, only, only, 0};
  }
  const Ordinal last = from + size - 1, middle = sign * (from + size / 2);
  return {sign < 0 ? -last : from, sign < 0 ? -from : last, middle, middle + 1, sign};
}

/* ---- moves ---- */

/* By how many units a run of elements moves an even and an odd number of a binade, and the lowest and the highest that it goes
 * on the way, or could have come from. */
struct Move {
  Ordinal even, odd, low, high;
};

constexpr Ordinal kFarAway = Ordinal{1} << 60;

__host__ __device__ inline Ordinal moved(const Move &move, Ordinal from) {
  return from + (from & 1 ? move.odd : move.even);
}

/* Whether the whole way is in the binade, so that `moved` is right. */
__host__ __device__ inline bool stays(const Binade &binade, const Move &move, Ordinal from) {
  return from + move.low >= binade.low && from + move.high <= binade.high;
}

/* First a, then b. */
__host__ __device__ inline Move then(const Move &a, const Move &b) {
  const Ordinal least = a.even < a.odd ? a.even : a.odd, most = a.even < a.odd ? a.odd : a.even;
  const Ordinal low = least + b.low, high = most + b.high;
  return {a.even + (a.even & 1 ? b.odd : b.even), a.odd + (a.odd & 1 ? b.even : b.odd), low < a.low ? low : a.low,
          high > a.high ? high : a.high};
}

__host__ __device__ inline Ordinal limited(Ordinal x) {
  return x < -kFarAway ? -kFarAway : x > kFarAway ? kFarAway : x;
}

/* A move that is composed with many others: what is limited is far outside every binade. */
__host__ __device__ inline Move limited(const Move &move) {
  return {limited(move.even), limited(move.odd), limited(move.low), limited(move.high)};
}

/* The two chains through a run of elements. */
template <UlpStep K> class Chains {
public:
  __host__ __device__ explicit Chains(const Binade &binade)
      : even_(Ordinals<K>::value(binade.middle)), odd_(Ordinals<K>::value(binade.odd)), low_(even_), high_(even_),
        odd_low_(odd_), odd_high_(odd_) {}
  __host__ __device__ void take(Real<K> x) {
    even_ = plus<K>(even_, x);
    odd_ = plus<K>(odd_, x);
    low_ = least(even_, low_);
    high_ = most(even_, high_);
    odd_low_ = least(odd_, odd_low_);
    odd_high_ = most(odd_, odd_high_);
    smallest_ = least(x, smallest_);
    largest_ = most(x, largest_);
  }

  /* A result at the end of the binade next to zero may come from a finer grid, if the sum came nearer to zero. */
  __host__ __device__ Move move(const Binade &binade) const {
    const Ordinal even = of(even_), odd = of(odd_); /* of NaN these two tell */
    const Ordinal low = of(low_), high = of(high_), odd_low = of(odd_low_), odd_high = of(odd_high_);
    const bool is_inside = binade.has(even) && binade.has(odd) && binade.has(low) && binade.has(high) &&
                           binade.has(odd_low) && binade.has(odd_high);
    if (!is_inside)
      return {0, 0, -kFarAway, kFarAway};
    return {even - binade.middle, odd - binade.odd,
            least(low - binade.middle, odd_low - binade.odd) - (binade.sign > 0 && smallest_ < 0),
            most(high - binade.middle, odd_high - binade.odd) + (binade.sign < 0 && largest_ > 0)};
  }

private:
  __host__ __device__ static Ordinal of(Real<K> x) { return Ordinals<K>::of(x); }
  template <class A> __host__ __device__ static A least(A a, A b) { return a < b ? a : b; }
  template <class A> __host__ __device__ static A most(A a, A b) { return a > b ? a : b; }

  Real<K> even_, odd_, low_, high_, odd_low_, odd_high_, smallest_ = 0, largest_ = 0;
};
