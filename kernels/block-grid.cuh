/* Elements of blocks and their scales by a processor's own arithmetic (grid.cuh), with the bits of core/number/block.h. A
 * number is multiplied by the inverse of a scale that is a power of two, which is exact, or divided in fp64 by the others, so
 * that whatever it is then rounded to is what the quotient itself is. An element of two's complement has the magnitudes of
 * a binary format whose values are all subnormal. For the device and for the host. */
#pragma once

#include "core/job/job.h"
#include "kernels/grid.cuh"

/* What a format of blocks, its rule and its tensor's scale decide; scales that are no powers of two are made in fp64. */
template <class Real> struct BlockGrid {
  Grid<Real> element;
  uint32_t largest; /* magnitude's bits of the largest element */
  bool twos_complement;
  uint32_t nan; /* scale */

  Word<Real>
      raise; /* powers of two: added to amax's bits, it carries into the exponent where the rule takes the next one */
  int emax;  /* exponent of the largest element */

  Grid<double> scale; /* the others */
  double largest_scale;
  UlpRound scale_round;
  double tensor, most, inverse_of_most; /* most: amax under the scale 1 */
};

/* A scale's bits, what it stands for with the tensor's, and the inverse of that: 0 where it is 0. */
template <class Real> struct Step {
  uint32_t scale;
  Real by, inverse;
};

/* ---- the scale of a block whose largest magnitude, amax, is finite ---- */

/* A power of two: e8m0. */
template <class Real> ULP_BOTH Step<Real> power_step(const BlockGrid<Real> &to, Real amax) {
  using P = Parts<Real>;
  constexpr int bias = 127, most = 254, lift = 64;
  const bool is_small = amax < P::of_top(1u << P::top_fraction_bits); /* subnormal */
  if (is_small)
    amax = multiply<ULP_ROUND_RN>(amax, P::of_top(static_cast<uint32_t>(P::bias + lift) << P::top_fraction_bits));
  const int field = static_cast<int>((bits_as<Word<Real>>(amax) + to.raise) >> P::fraction_bits);
  int scale = field - P::bias - (is_small ? lift : 0) - to.emax + bias;
  scale = scale < 0 || amax == 0 ? 0 : scale > most ? most : scale;
  const auto power = [](int exponent) { /* the smallest one is no normal number of fp32 */
                                        const uint32_t top = exponent + P::bias > 0
                                                                 ? static_cast<uint32_t>(exponent + P::bias)
                                                                       << P::top_fraction_bits
                                                                 : 1u << (P::top_fraction_bits - 1);
                                        return P::of_top(top);
  };
  return {static_cast<uint32_t>(scale), power(scale - bias), power(bias - scale)};
}

/* x / by, where `inverse` is 1 / by rounded, with the last bit odd where that is inexact: within a unit of it, as one step of
 * Newton's makes it, and on the side on which the remainder says that it lies. A quotient beyond fp64 becomes NaN, which as
 * bits is beyond all elements as well. */
ULP_BOTH double odd_quotient(double x, double by, double inverse) {
  constexpr UlpRound rn = ULP_ROUND_RN;
  double quotient = multiply<rn>(x, inverse);
  quotient = fused<rn>(fused<rn>(-quotient, by, x), inverse, quotient);
  const double rest = fused<rn>(-quotient, by, x);
  const uint64_t bits = bits_as<uint64_t>(quotient);
  if (rest == 0 || bits & 1 || by == 0)
    return quotient;
  return bits_as<double>(std::signbit(rest) == std::signbit(quotient) ? bits + 1 : bits - 1);
}

/* One with a fraction, over the tensor's: e4m3. */
ULP_BOTH Step<double> quotient_step(const BlockGrid<double> &to, double amax) {
  const double quotient = odd_quotient(amax, to.most, to.inverse_of_most);
  const double rounded = to.scale_round == ULP_ROUND_RZ   ? on_grid<ULP_ROUND_RZ>(to.scale, quotient, 0)
                         : to.scale_round == ULP_ROUND_RU ? on_grid<ULP_ROUND_RU>(to.scale, quotient, 0)
                                                          : on_grid<ULP_ROUND_RN>(to.scale, quotient, 0);
  const double scale = rounded < to.largest_scale ? rounded : to.largest_scale, by = scale * to.tensor;
  return {fields_of(to.scale, scale), by, by == 0 ? 0 : 1 / by};
}

/* ---- an element ---- */

/* x under the inverse of a power of two. What is too small for Real stays no zero where that matters. */
template <UlpRound ROUND, class Real> ULP_BOTH Real power_quotient(Real x, Real inverse) {
  if constexpr (ROUND == ULP_ROUND_RU || ROUND == ULP_ROUND_RD)
    return multiply<ROUND>(x, inverse);
  else if constexpr (ROUND == ULP_ROUND_RO)
    return multiply<ULP_ROUND_RU>(std::fabs(x), inverse);
  else
    return multiply<ULP_ROUND_RN>(x, inverse);
}

/* x / by for an x of at most 24 bits, cut to 41: an element and the middle between two have 3 bits at most, `by` has 28, so
 * that a quotient that is none of them lies 2^-32 from it at least, and one of them is met exactly. (To cut: Dekker, as
 * above.) */
template <UlpRound ROUND> ULP_BOTH double cut_quotient(double x, double inverse) {
  const double quotient = power_quotient<ROUND>(x, inverse);
  const double wide = multiply<ULP_ROUND_RN>(quotient, 4097.0);
  return add<ULP_ROUND_RN>(wide, -add<ULP_ROUND_RN>(wide, -quotient));
}

/* Scales that are powers of two take elements as they are, the others in fp64. */
template <class Own, bool IS_POWER> using BlockReal = std::conditional_t<IS_POWER, Own, double>;

template <bool IS_POWER, class Own>
ULP_BOTH Step<BlockReal<Own, IS_POWER>> step_of(const BlockGrid<BlockReal<Own, IS_POWER>> &to, Own amax) {
  if constexpr (IS_POWER)
    return power_step(to, amax);
  else
    return quotient_step(to, static_cast<double>(amax));
}

template <UlpRound ROUND, bool IS_POWER, class Own>
ULP_BOTH BlockReal<Own, IS_POWER> quotient_of(const Step<BlockReal<Own, IS_POWER>> &step, Own x) {
  if constexpr (IS_POWER)
    return power_quotient<ROUND>(x, step.inverse);
  else if constexpr (sizeof(Own) == 8)
    return odd_quotient(x, step.by, step.inverse);
  else if constexpr (ROUND == ULP_ROUND_SR) /* random bits tell quotients apart that are nearer to each other */
    return odd_quotient(x, step.by, step.inverse);
  else
    return cut_quotient<ROUND>(x, step.inverse);
}

/* The bits of the element of a number, whose sign is x's, from its quotient: sign and magnitude. */
template <UlpRound ROUND, class Real>
ULP_BOTH uint32_t element_bits(const BlockGrid<Real> &to, Real x, Real quotient, uint32_t random) {
  const uint32_t any = magnitude_on_grid<ROUND>(to.element, quotient, random);
  return (any < to.largest ? any : to.largest) | sign_in(to.element, x);
}

/* The same in two's complement, for formats that have it. */
template <class Real> ULP_BOTH uint32_t in_twos_complement(const BlockGrid<Real> &to, uint32_t bits) {
  const uint32_t sign = kSign >> to.element.sign, magnitude = bits & (sign - 1);
  return bits & sign ? (0u - magnitude) & (2 * sign - 1) : magnitude;
}

/* ---- back ---- */

/* What the element of the format stands for before it is scaled: of a finite one exactly. */
template <UlpFormat BLOCKS> ULP_BOTH float element_value(uint32_t bits) {
  constexpr bool is_binary = (BLOCKS >> 53 & 3) == ULP_CODING_BINARY; /* as ulp_layout() has them */
  constexpr int width = BLOCKS & 0xff, fraction_bits = BLOCKS >> 19 & 0x7f;
  constexpr int bias = static_cast<int>(BLOCKS >> ULP_FORMAT_BIAS_SHIFT & 0x3ffff) - ULP_FORMAT_BIAS_OFFSET;
  if constexpr (!is_binary) { /* in the last places of 2^23 */
    const uint32_t raised = 0x4b000000u | (bits ^ 1u << (width - 1));
    return add<ULP_ROUND_RN>(bits_as<float>(raised), -(0x1p23f + (1 << (width - 1)))) * (1.0f / (1 << bias));
  } else {
    const float fields = bits_as<float>((bits & ((1u << (width - 1)) - 1)) << (23 - fraction_bits));
    const float value = multiply<ULP_ROUND_RN>(fields, bits_as<float>(static_cast<uint32_t>(254 - bias) << 23));
    return bits_as<float>(bits_as<uint32_t>(value) | (bits << (32 - width) & kSign));
  }
}

/* Patterns of finite elements are below this without their sign; of those that have no others it is beyond all. */
template <UlpFormat BLOCKS>
constexpr uint32_t kFirstSpecial = BLOCKS == ULP_BLOCKS_MXFP8_E4M3   ? 0x7f
                                   : BLOCKS == ULP_BLOCKS_MXFP8_E5M2 ? 0x7c
                                                                     : 0x100;

/* A scale of e8m0 that is no NaN, in Real. */
template <class Real> ULP_BOTH Real power_of_scale(uint32_t scale) {
  if (sizeof(Real) == 4 && scale == 0)
    return static_cast<Real>(0x1p-127f);
  return Parts<Real>::of_top((scale + Parts<Real>::bias - 127) << Parts<Real>::top_fraction_bits);
}

/* ---- host ---- */

/* Magnitudes of binary elements; of int8 the same as subnormal numbers below 2. */
inline UlpLayout element_layout(UlpFormat blocks) {
  const UlpLayout layout = ulp_layout(blocks);
  if (layout.coding == ULP_CODING_BINARY)
    return layout;
  const int places = ulp_layout_width(layout) - 1;
  return ulp_layout(ULP_FORMAT_PACK(layout.container_bits, 0, ULP_CODING_BINARY, 0, places, 1 - places + layout.bias,
                                    ULP_NAN_NONE, ULP_HAS_FINITE));
}

inline double value_of(UlpUnpacked value) {
  return bits_as<double>(
      static_cast<uint64_t>(ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE)));
}

template <class Real> inline BlockGrid<Real> block_grid_of(UlpFormat blocks, const UlpConvertJob &job) {
  using P = Parts<Real>;
  const UlpLayout element = element_layout(blocks), scale = ulp_layout(ulp_block_scale_format(blocks));
  const UlpBlockRule rule = ulp_block_rule_of(blocks, job.rule);
  const UlpUnpacked largest = ulp_block_largest_element(blocks);
  const UlpBits threshold = ulp_block_threshold(blocks, rule);
  BlockGrid<Real> to = {};
  to.element = grid_of<Real>(element, job.random_bits);
  to.largest = static_cast<uint32_t>(ulp_magnitude_largest(element));
  to.twos_complement = ulp_layout(blocks).coding == ULP_CODING_TWOS_COMPLEMENT;
  to.nan = static_cast<uint32_t>(ulp_magnitude_of_nan(scale));
  if (threshold) { /* in Real's places, upwards: those of a number are all above them */
    const UlpBits below = ulp_low_bits(127 - P::fraction_bits), fraction = threshold & ulp_low_bits(127);
    to.raise =
        static_cast<Word<Real>>((UlpBits{1} << P::fraction_bits) - ((fraction + below) >> (127 - P::fraction_bits)));
  }
  to.emax = largest.exponent + ulp_top_bit_128(largest.significand);
  to.scale = grid_of<double>(scale.has_sign ? scale : ulp_layout(ULP_FORMAT_E4M3), 0);
  to.largest_scale = value_of(ulp_unpack(scale, ulp_magnitude_largest(scale)));
  to.scale_round = ulp_block_scale_round(rule);
  to.tensor = value_of(ulp_unpack(ulp_layout(ULP_FORMAT_FP32), job.tensor_scale));
  to.most = to.tensor * value_of(largest);
  to.inverse_of_most = to.most > 0 ? 1 / to.most : 0;
  return to;
}
