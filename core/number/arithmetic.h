/* Exact arithmetic on unpacked values, for C and nvcc, with what is cut off in the sticky bit. */
#pragma once

#include "core/number/codec.h"

/* a - b of finite values with significands below 2^114 and no sticky bits: exact, or with at least 125 bits and the sticky
 * bit. A difference of 0 is +0. */
ULP_HD UlpUnpacked ulp_unpacked_subtract(UlpUnpacked a, UlpUnpacked b) {
  b.negative = !b.negative;
  if (a.significand == 0 ||
      (b.significand && a.exponent + ulp_top_bit_128(a.significand) < b.exponent + ulp_top_bit_128(b.significand))) {
    const UlpUnpacked larger = b;
    b = a;
    a = larger;
  }
  UlpUnpacked sum = a;
  sum.class_ = ULP_CLASS_NORMAL;
  if (a.significand == 0) {
    sum.class_ = ULP_CLASS_ZERO;
    sum.negative = false;
    return sum;
  }
  const int32_t room = 125 - ulp_top_bit_128(a.significand);
  sum.significand = a.significand << room;
  sum.exponent = a.exponent - room;
  const int32_t shift = b.exponent - sum.exponent; /* of b, to the left */
  const int32_t right = shift > -127 ? -shift : 127;
  const UlpBits aligned = shift >= 0 ? b.significand << (shift > 127 ? 127 : shift) : b.significand >> right;
  const bool cut = shift < 0 && (b.significand & ulp_low_bits(right));
  if (a.negative == b.negative) {
    sum.significand += aligned;
  } else if (sum.significand < aligned) {
    sum.significand = aligned - sum.significand;
    sum.negative = b.negative;
  } else {
    sum.significand -= aligned + cut; /* the true difference lies just above what then stands */
  }
  sum.sticky = cut;
  if (sum.significand == 0 && !cut) {
    sum.class_ = ULP_CLASS_ZERO;
    sum.negative = false;
  }
  return sum;
}

/* a * b of finite values whose significands have 127 bits together at most, without sticky bits: exact. */
ULP_HD UlpUnpacked ulp_unpacked_multiply(UlpUnpacked a, UlpUnpacked b) {
  UlpUnpacked product = a;
  product.negative = a.negative != b.negative;
  product.significand = a.significand * b.significand;
  product.exponent = a.exponent + b.exponent;
  product.class_ = product.significand ? ULP_CLASS_NORMAL : ULP_CLASS_ZERO;
  return product;
}

/* a / b of finite values that are not 0, b exact and below 2^64: with at least 56 bits and the sticky bit. */
ULP_HD UlpUnpacked ulp_unpacked_divide(UlpUnpacked a, UlpUnpacked b) {
  UlpUnpacked quotient = a;
  quotient.class_ = ULP_CLASS_NORMAL;
  quotient.negative = a.negative != b.negative;
  quotient.exponent = a.exponent - b.exponent;
  if ((b.significand & (b.significand - 1)) == 0) {
    quotient.exponent -= ulp_top_bit_128(b.significand);
    return quotient;
  }
  const int32_t room = 120 - ulp_top_bit_128(a.significand);
  const UlpBits wide = a.significand << room; /* a's has at most 114 bits */
  const uint64_t divisor = (uint64_t)b.significand;
  quotient.significand = wide / divisor;
  quotient.exponent -= room;
  quotient.sticky = a.sticky || wide % divisor;
  return quotient;
}
