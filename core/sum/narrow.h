/* Arithmetic of fp16 and bf16 accumulators, for C and nvcc: fp32 operations whose results are rounded once more, to nearest,
 * ties to even. The two roundings are one, since fp32 has at least 2p + 2 bits of either p (S. A. Figueroa, "When is
 * double rounding innocuous?", ACM SIGNUM Newsletter 30(3), 1995). */
#pragma once

#include "core/number/codec.h"

#include <string.h>

ULP_HD uint32_t ulp_float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

ULP_HD float ulp_float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* `bits` without its `drop` low bits, to nearest, ties to even; a carry goes into the exponent, as it should. */
ULP_HD uint32_t ulp_float_bits_rounded(uint32_t bits, int drop) {
  const uint32_t half = (uint32_t)1 << (drop - 1), odd = bits >> drop & 1;
  return (bits + half - 1 + odd) >> drop << drop;
}

/* x as a number of `format`, which is fp16 or bf16; a NaN stays one. */
ULP_HD float ulp_narrowed(UlpFormat format, float x) {
  const uint32_t bits = ulp_float_bits(x), magnitude = bits & 0x7fffffffu, sign = bits & 0x80000000u;
  if (magnitude >= 0x7f800000u)
    return x;
  if (format == ULP_FORMAT_BF16)
    return ulp_float_of_bits(ulp_float_bits_rounded(bits, 16));
  if (magnitude < 0x38800000u) { /* below 2^-14: to a whole number of 2^-24, which is the ulp of 0.75 */
    const float rounded = (ulp_float_of_bits(magnitude) + 0.75f) - 0.75f;
    return ulp_float_of_bits(ulp_float_bits(rounded) | sign);
  }
  const uint32_t rounded = ulp_float_bits_rounded(magnitude, 13);
  return ulp_float_of_bits((rounded < 0x47800000u ? rounded : 0x7f800000u) | sign); /* 2^16 and beyond: infinity */
}

/* The same of an fp64 number, in one rounding: first to odd, which keeps what the second one needs to know (S. Boldo,
 * G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", IEEE TC 57(4), 2008). */
ULP_HD float ulp_narrowed_double(UlpFormat format, double x) {
  const float near = (float)x;
  uint32_t bits = ulp_float_bits(near);
  if ((double)near == x || x != x || x - x != 0)
    return ulp_narrowed(format, near);
  const double magnitude = x < 0 ? -x : x;
  if ((double)ulp_float_of_bits(bits & 0x7fffffffu) > magnitude)
    bits -= 1;
  return ulp_narrowed(format, ulp_float_of_bits(bits | 1));
}
