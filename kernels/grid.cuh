/* Rounding to a binary format by a processor's own arithmetic, whose roundings are those of IEEE 754. A number lies on the
 * format's grid after 1.5 * 2^k, with one place for each place of the format, was added and subtracted again, and its fields
 * are those of the format after a multiplication, where subnormals fall out by themselves: all exact but the addition, which
 * rounds as the mode says. (For the addition: T. J. Dekker, A floating-point technique for extending the available precision,
 * Numer. Math. 18, 1971.) For the device, and for the host, where it is tested. */
#pragma once

#include "core/number/codec.h"

#include <cfenv>
#include <cmath>
#include <cstring>
#include <type_traits>

#define ULP_BOTH __host__ __device__ inline

/* ---- operations in a mode: ULP_ROUND_RN, _RZ, _RU, _RD ---- */

/* On the host by its environment. */
template <UlpRound ROUND, class Operation> inline auto in_mode(Operation operation) {
  std::fesetround(ROUND == ULP_ROUND_RU   ? FE_UPWARD
                  : ROUND == ULP_ROUND_RD ? FE_DOWNWARD
                  : ROUND == ULP_ROUND_RZ ? FE_TOWARDZERO
                                          : FE_TONEAREST);
  const auto result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class Real> inline Real opaque(Real x) {
  volatile Real kept = x;
  return kept;
}

#ifdef __CUDA_ARCH__
#define ULP_IN_MODE(name, ...)                                                                                         \
  if constexpr (ROUND == ULP_ROUND_RU)                                                                                 \
    return name##_ru(__VA_ARGS__);                                                                                     \
  else if constexpr (ROUND == ULP_ROUND_RD)                                                                            \
    return name##_rd(__VA_ARGS__);                                                                                     \
  else if constexpr (ROUND == ULP_ROUND_RZ)                                                                            \
    return name##_rz(__VA_ARGS__);                                                                                     \
  else                                                                                                                 \
    return name##_rn(__VA_ARGS__)
#define ULP_OPERATION(of_floats, of_doubles, on_host, ...)                                                             \
  if constexpr (sizeof(Real) == 4) {                                                                                   \
    ULP_IN_MODE(of_floats, __VA_ARGS__);                                                                               \
  } else {                                                                                                             \
    ULP_IN_MODE(of_doubles, __VA_ARGS__);                                                                              \
  }
#else
#define ULP_OPERATION(of_floats, of_doubles, on_host, ...)                                                             \
  return in_mode<ROUND>([&] {                                                                                          \
    volatile Real result = on_host;                                                                                    \
    return static_cast<Real>(result);                                                                                  \
  });
#endif

template <UlpRound ROUND, class Real> ULP_BOTH Real add(Real a, Real b) {
  ULP_OPERATION(__fadd, __dadd, opaque(a) + opaque(b), a, b)
}

template <UlpRound ROUND, class Real> ULP_BOTH Real multiply(Real a, Real b) {
  ULP_OPERATION(__fmul, __dmul, opaque(a) * opaque(b), a, b)
}

template <UlpRound ROUND, class Real> ULP_BOTH Real fused(Real a, Real b, Real c) {
  ULP_OPERATION(__fmaf, __fma, std::fma(opaque(a), opaque(b), opaque(c)), a, b, c)
}

/* ---- numbers by their parts ---- */

template <class To, class From> ULP_BOTH To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

/* What elements become: fp32 or fp64, whose top is an integer that has sign and exponent, and of fp32 all. */
template <class Real> struct Parts;

template <> struct Parts<float> {
  static constexpr int fraction_bits = 23, bias = 127, top_fraction_bits = 23;
  ULP_BOTH static uint32_t top(float x) { return bits_as<uint32_t>(x); }
  ULP_BOTH static float of_top(uint32_t bits) { return bits_as<float>(bits); }
  ULP_BOTH static uint32_t bits_from(float x, int place) { return bits_as<uint32_t>(x) >> place; }
};

template <> struct Parts<double> {
  static constexpr int fraction_bits = 52, bias = 1023, top_fraction_bits = 20;
  ULP_BOTH static uint32_t top(double x) { return static_cast<uint32_t>(bits_as<uint64_t>(x) >> 32); }
  ULP_BOTH static double of_top(uint32_t bits) { return bits_as<double>(static_cast<uint64_t>(bits) << 32); }
  ULP_BOTH static uint32_t bits_from(double x, int place) {
    return static_cast<uint32_t>(bits_as<uint64_t>(x) >> place);
  }
};

template <class Real> using Word = std::conditional_t<sizeof(Real) == 4, uint32_t, uint64_t>;

constexpr uint32_t kMagnitude = 0x7fffffffu, kSign = 0x80000000u;

/* ---- the grid ---- */

/* The values of a binary format with sign, zero and subnormals. */
template <class Real> struct Grid {
  uint32_t lowest; /* top of the smallest normal number */
  uint32_t grid;   /* what makes an exponent that of 1.5 * 2^k */
  uint32_t unit;   /* what makes it that of the last place */
  Real scale;
  int shift, sign, pad;
  int places;       /* of Real that the format has not */
  bool alike;       /* the exponents are those of Real */
  int random_bits;  /* of stochastic rounding */
  Real random_unit; /* 2^-random_bits */
};

template <class Real> inline Grid<Real> grid_of(UlpLayout to, uint32_t random_bits) {
  using P = Parts<Real>;
  Grid<Real> grid = {};
  grid.places = P::fraction_bits - to.fraction_bits;
  grid.lowest = static_cast<uint32_t>(1 - to.bias + P::bias) << P::top_fraction_bits;
  grid.grid = static_cast<uint32_t>(grid.places) << P::top_fraction_bits | 1u << (P::top_fraction_bits - 1);
  grid.unit = 0u - (static_cast<uint32_t>(to.fraction_bits) << P::top_fraction_bits);
  grid.scale = static_cast<Real>(std::ldexp(1.0, to.bias - P::bias));
  grid.shift = grid.places - to.pad_bits;
  grid.sign = 32 - ulp_layout_width(to) - to.pad_bits;
  grid.pad = to.pad_bits;
  grid.alike = sizeof(Real) == 4 && to.bias == P::bias;
  grid.random_bits = static_cast<int>(random_bits);
  grid.random_unit = static_cast<Real>(std::ldexp(1.0, -grid.random_bits));
  return grid;
}

/* The top of the largest value, where Real does not hold it of the one before. Of fp64, whose top says nothing of what is
 * below it, the top before that. */
template <class Real> inline uint32_t largest_top(UlpLayout layout) {
  const UlpLayout real = ulp_layout(sizeof(Real) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64);
  const uint64_t bits = static_cast<uint64_t>(
      ulp_convert_bits(layout, real, ulp_magnitude_to_fields(layout, ulp_magnitude_largest(layout)) << layout.pad_bits,
                       ULP_ROUND_RZ, ULP_PROFILE_IEEE));
  return static_cast<uint32_t>(sizeof(Real) == 4 ? bits : (bits >> 32) - 1);
}

/* What a number's top may be for the grid: not beyond the largest value, and 1.5 * 2^k is finite. */
template <class Real> inline uint32_t grid_top(UlpLayout to, bool exact) {
  using P = Parts<Real>;
  const uint32_t largest = largest_top<Real>(to);
  const uint32_t finite =
      ((2u * P::bias - static_cast<uint32_t>(P::fraction_bits - to.fraction_bits)) << P::top_fraction_bits) - 1;
  return !exact && finite < largest ? finite : largest;
}

/* Whether Real reaches the grid and the fields. */
template <class Real> inline bool has_grid(UlpLayout to, bool exact) {
  using P = Parts<Real>;
  return to.coding == ULP_CODING_BINARY && to.has_sign && to.has_zero && to.has_subnormals && !to.has_leading_bit &&
         to.bias >= 1 && to.bias <= P::bias && to.fraction_bits + to.pad_bits <= P::fraction_bits &&
         (exact || to.fraction_bits <= P::fraction_bits - 2);
}

/* Whether it does for stochastic rounding: random units below the last place of the smallest numbers are normal. */
template <class Real> inline bool has_grid_by_chance(UlpLayout to) {
  using P = Parts<Real>;
  return (sizeof(Real) == 4 && to.bias == P::bias) || 1 - to.bias + P::bias - to.fraction_bits > ULP_ROUND_MAX_BITS + 1;
}

template <class Real> ULP_BOTH uint32_t binade_of(const Grid<Real> &to, Real x) {
  using P = Parts<Real>;
  const uint32_t exponent = P::top(x) & (kMagnitude >> P::top_fraction_bits << P::top_fraction_bits);
  return exponent > to.lowest ? exponent : to.lowest;
}

/* x on the grid; in all modes but RN, RU and RD its magnitude. To odd it is cut. By chance, with the random bits `random`,
 * what is below the last place goes up when it passes a unit together with them (ulp_round_stochastic). */
template <UlpRound ROUND, class Real> ULP_BOTH Real on_grid(const Grid<Real> &to, Real x, uint32_t random) {
  constexpr UlpRound rn = ULP_ROUND_RN, rd = ULP_ROUND_RD;
  using P = Parts<Real>;
  const uint32_t binade = binade_of(to, x);
  const Real grid = P::of_top(binade + to.grid), magnitude = std::fabs(x);
  if constexpr (ROUND == ULP_ROUND_RN || ROUND == ULP_ROUND_RU || ROUND == ULP_ROUND_RD) {
    return add<rn>(add<ROUND>(x, grid), -grid);
  } else if constexpr (ROUND == ULP_ROUND_RNA) { /* as far beyond what is nearest: a tie gets to the next place */
    const Real nearest = add<rn>(add<rn>(magnitude, grid), -grid);
    const Real beyond = add<rd>(magnitude, std::fabs(add<rn>(magnitude, -nearest)));
    return add<rn>(add<rd>(beyond, grid), -grid);
  } else if constexpr (ROUND == ULP_ROUND_SR) {
    const Real chance = multiply<rn>(static_cast<Real>(random), to.random_unit);
    const Real raised = add<rd>(magnitude, multiply<rn>(chance, P::of_top(binade + to.unit)));
    return add<rn>(add<rd>(raised, grid), -grid);
  } else {
    return add<rn>(add<rd>(magnitude, grid), -grid);
  }
}

/* The format's bits for x but for the sign; they go on, as one number, beyond the largest value. */
template <UlpRound ROUND, class Real>
ULP_BOTH uint32_t magnitude_on_grid(const Grid<Real> &to, Real x, uint32_t random) {
  using P = Parts<Real>;
  if (ROUND == ULP_ROUND_SR && to.alike) {
    const uint32_t wide = (P::top(x) & kMagnitude) +
                          static_cast<uint32_t>(ulp_rounds_chance(random << 8 | to.random_bits << 3, to.places));
    return wide >> to.places << to.pad;
  }
  const Real y = on_grid<ROUND>(to, x, random);
  const uint32_t odd = ROUND == ULP_ROUND_RO && y != std::fabs(x) ? 1u << to.pad : 0;
  return P::bits_from(multiply<ULP_ROUND_RN>(std::fabs(y), to.scale), to.shift) | odd;
}

template <class Real> ULP_BOTH uint32_t sign_in(const Grid<Real> &to, Real x) {
  return (Parts<Real>::top(x) & kSign) >> to.sign;
}

/* The format's bits for x, which rounds to no more than the largest value. */
template <UlpRound ROUND, class Real> ULP_BOTH uint32_t fields_on_grid(const Grid<Real> &to, Real x, uint32_t random) {
  return magnitude_on_grid<ROUND>(to, x, random) | sign_in(to, x);
}

/* The same for one that the format has. */
template <class Real> ULP_BOTH uint32_t fields_of(const Grid<Real> &to, Real x) {
  return Parts<Real>::bits_from(multiply<ULP_ROUND_RN>(std::fabs(x), to.scale), to.shift) | sign_in(to, x);
}
