/* Elements in blocks that share a scale, for C and nvcc: what a block's scale is, what an element becomes under it, and what
 * that stands for. Exact up to the one rounding of each; a format of blocks is one number as every format (layout.h).
 *
 * A value is element * scale * tensor scale. An element is value / (scale * tensor scale) rounded once, and what lies beyond the
 * largest element becomes that (OCP MX 1.0, 6.3). A block with a NaN or an infinity has the scale NaN, which makes all of it
 * NaN (OCP MX 1.0, 5.1; microxcaling and torchao do so); its elements are 0. The scale of a block of zeros is the smallest there
 * is, as is one that the scale's format has not. */
#pragma once

#include "core/number/arithmetic.h"

typedef enum {
#define ULP_BLOCK_RULE(id, ID, title, source) ULP_BLOCK_RULE_##ID,
#include "core/number/block-rules.def"
#undef ULP_BLOCK_RULE
  ULP_N_BLOCK_RULES
} UlpBlockRule;

/* An element of a block with what scales it: as one pattern, the element's bits in the low half. */
ULP_HD UlpBits ulp_block_pattern(UlpBits element, UlpBits scale, uint32_t tensor_scale) {
  return element | scale << 64 | (UlpBits)tensor_scale << 96;
}

/* scale * tensor scale, exactly; NaN, or a value from 0 on. */
ULP_HD UlpUnpacked ulp_block_step(UlpFormat blocks, UlpBits scale, uint32_t tensor_scale) {
  const UlpUnpacked step = ulp_unpack(ulp_layout(ulp_block_scale_format(blocks)), scale);
  if (!ulp_block_has_tensor_scale(blocks) || ulp_unpacked_is_nan(step))
    return step;
  return ulp_unpacked_multiply(step, ulp_unpack(ulp_layout(ULP_FORMAT_FP32), tensor_scale));
}

ULP_HD UlpUnpacked ulp_block_pattern_step(UlpFormat blocks, UlpBits pattern) {
  return ulp_block_step(blocks, pattern >> 64 & 0xff, (uint32_t)(pattern >> 96));
}

/* What an element stands for, exactly. */
ULP_HD UlpUnpacked ulp_block_value(UlpFormat blocks, UlpBits element, UlpUnpacked step) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(blocks), element & ulp_low_bits(64));
  if (ulp_unpacked_is_nan(step))
    return step;
  return value.class_ >= ULP_CLASS_INFINITE ? value : ulp_unpacked_multiply(value, step);
}

/* value / step for a finite value: what is to be rounded to an element. Under a step of 0 nothing is left of a value. */
ULP_HD UlpUnpacked ulp_block_quotient(UlpUnpacked value, UlpUnpacked step) {
  if (step.significand == 0) {
    value.class_ = ULP_CLASS_ZERO;
    value.significand = 0;
    value.sticky = false;
  }
  return value.significand == 0 ? value : ulp_unpacked_divide(value, step);
}

/* `quotient` is of a value that is finite, unless the step is NaN. */
ULP_HD UlpBits ulp_block_element(UlpFormat blocks, UlpUnpacked quotient, UlpUnpacked step, UlpRound round) {
  return ulp_unpacked_is_nan(step) ? 0 : ulp_pack(ulp_layout(blocks), quotient, round, ULP_PROFILE_OCP_SAT);
}

/* Of the elements' format. */
ULP_HD UlpUnpacked ulp_block_largest_element(UlpFormat blocks) {
  UlpUnpacked infinite = {ULP_CLASS_INFINITE, false, false, 0, 0};
  return ulp_unpack(ulp_layout(blocks), ulp_pack(ulp_layout(blocks), infinite, ULP_ROUND_RN, ULP_PROFILE_SATURATE));
}

/* Of two magnitudes that are no NaN; exact ones. */
ULP_HD UlpUnpacked ulp_block_larger(UlpUnpacked a, UlpUnpacked b) {
  if (a.class_ == ULP_CLASS_INFINITE || b.significand == 0)
    return b.class_ == ULP_CLASS_INFINITE ? b : a;
  if (b.class_ == ULP_CLASS_INFINITE || a.significand == 0)
    return b;
  return ulp_compare_magnitudes(a, b) < 0 ? b : a;
}

/* The larger magnitude; NaN is larger than all. */
ULP_HD UlpUnpacked ulp_block_amax(UlpUnpacked amax, UlpUnpacked value) {
  value.negative = false;
  return ulp_unpacked_is_nan(amax) ? amax : ulp_unpacked_is_nan(value) ? value : ulp_block_larger(amax, value);
}

/* ---- the scale ---- */

ULP_HD UlpBlockRule ulp_block_rule_of(UlpFormat blocks, UlpBlockRule rule) {
  if (rule != ULP_BLOCK_RULE_OWN)
    return rule;
  return ulp_block_scale_format(blocks) == (UlpFormat)ULP_FORMAT_E8M0 ? ULP_BLOCK_RULE_FLOOR : ULP_BLOCK_RULE_NEAREST;
}

/* The least significand, from 2^127 to below 2^128 as amax's, that takes the next power of two; 0: none does. */
ULP_HD UlpBits ulp_block_threshold(UlpFormat blocks, UlpBlockRule rule) {
  const UlpUnpacked largest = ulp_block_largest_element(blocks);
  const int32_t top = ulp_top_bit_128(largest.significand);
  const UlpBits one = (UlpBits)1 << 127;
  switch (rule) {
  case ULP_BLOCK_RULE_CEIL:
    return one + 1;
  case ULP_BLOCK_RULE_UP:
    return (largest.significand << (127 - top)) + 1;
  case ULP_BLOCK_RULE_NEAREST:
    return one + (one >> 1);
  case ULP_BLOCK_RULE_EVEN: /* half a last place below 2: to its even neighbour */
    return ~(UlpBits)0 -
           (one >> (ulp_layout(blocks).coding == ULP_CODING_BINARY ? ulp_layout(blocks).fraction_bits : top) >> 1) + 1;
  default:
    return 0;
  }
}

/* Of a finite amax that is not zero: the exponent of the power of two that stands for it. */
ULP_HD int32_t ulp_block_binade(UlpFormat blocks, UlpUnpacked amax, UlpBlockRule rule) {
  const int32_t top = ulp_top_bit_128(amax.significand);
  const UlpBits significand = amax.significand << (127 - top) | amax.sticky;
  const UlpBits threshold = ulp_block_threshold(blocks, rule);
  return amax.exponent + top + (threshold && significand >= threshold);
}

/* How amax / max becomes a scale that is no mere power of two. */
ULP_HD UlpRound ulp_block_scale_round(UlpBlockRule rule) {
  switch (rule) {
  case ULP_BLOCK_RULE_FLOOR:
    return ULP_ROUND_RZ;
  case ULP_BLOCK_RULE_CEIL:
  case ULP_BLOCK_RULE_UP:
    return ULP_ROUND_RU;
  default:
    return ULP_ROUND_RN;
  }
}

/* The scale's bits. amax as ulp_block_amax() has it over the block's values. */
ULP_HD UlpBits ulp_block_scale(UlpFormat blocks, UlpUnpacked amax, uint32_t tensor_scale, UlpBlockRule rule) {
  const UlpLayout layout = ulp_layout(ulp_block_scale_format(blocks));
  UlpUnpacked scale = amax;
  rule = ulp_block_rule_of(blocks, rule);
  if (amax.class_ >= ULP_CLASS_INFINITE)
    return ulp_magnitude_of_nan(layout);
  if (amax.significand == 0)
    return 0;
  const UlpUnpacked largest = ulp_block_largest_element(blocks);
  if (layout.fraction_bits == 0) {
    scale.class_ = ULP_CLASS_NORMAL;
    scale.sticky = false;
    scale.significand = 1;
    scale.exponent = ulp_block_binade(blocks, amax, rule) - (largest.exponent + ulp_top_bit_128(largest.significand));
  } else {
    const UlpUnpacked tensor = ulp_unpack(ulp_layout(ULP_FORMAT_FP32), tensor_scale);
    if (tensor.significand == 0)
      return 0;
    scale = ulp_unpacked_divide(amax,
                                ulp_block_has_tensor_scale(blocks) ? ulp_unpacked_multiply(largest, tensor) : largest);
  }
  return ulp_pack(layout, scale, ulp_block_scale_round(rule), ULP_PROFILE_SATURATE);
}

/* The tensor's scale, fp32 bits, of which amax is the largest finite magnitude: amax / (largest element * largest scale), to
 * nearest, so that the block that has it gets the largest scale; 1 where all is zero. The formats without get 1. */
ULP_HD uint32_t ulp_block_tensor_scale(UlpFormat blocks, UlpUnpacked amax) {
  const UlpLayout layout = ulp_layout(ulp_block_scale_format(blocks)), fp32 = ulp_layout(ULP_FORMAT_FP32);
  if (!ulp_block_has_tensor_scale(blocks) || amax.significand == 0 || amax.class_ >= ULP_CLASS_INFINITE)
    return 0x3f800000u;
  const UlpUnpacked largest =
      ulp_unpacked_multiply(ulp_block_largest_element(blocks), ulp_unpack(layout, ulp_magnitude_largest(layout)));
  const uint32_t scale =
      (uint32_t)ulp_pack(fp32, ulp_unpacked_divide(amax, largest), ULP_ROUND_RN, ULP_PROFILE_SATURATE);
  return scale ? scale : 1;
}
