/* The one codec of all binary formats, for C and nvcc: integers only, significands up to 113 bits.
 *
 * A finite value is (-1)^negative * significand * 2^exponent; a `sticky` value lies strictly between that and the next
 * significand, which then needs at least one bit more than the format it is rounded to. Rounding follows IEEE 754-2019,
 * 4.3; overflow 7.4; subnormals are kept (gradual underflow). With constant layouts everything but the rounding of one
 * machine word folds away. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 UlpBits;

typedef enum {
  ULP_SPECIALS_IEEE,    /* all-ones exponent: infinity with fraction 0, else NaN, quiet with the top fraction bit set */
  ULP_SPECIALS_ONE_NAN, /* no infinity; NaN only where exponent and fraction are all ones */
} UlpSpecials;

typedef struct {
  uint8_t container_bits, pad_bits, exponent_bits, fraction_bits;
  int32_t bias;
  UlpSpecials specials;
} UlpLayout;

typedef enum {
#define ULP_FORMAT(id, ID, title, container, pad, exponent, fraction, bias, specials, source) ULP_FORMAT_##ID,
#include "core/number/formats.def"
#undef ULP_FORMAT
  ULP_N_FORMATS
} UlpFormat;

/* Layout of `format`; a constant folds it away. */
ULP_HD UlpLayout ulp_layout(UlpFormat format) {
  switch (format) {
#define ULP_FORMAT(id, ID, title, container, pad, exponent, fraction, bias, specials, source)                          \
  case ULP_FORMAT_##ID: {                                                                                              \
    const UlpLayout layout = {container, pad, exponent, fraction, bias, ULP_SPECIALS_##specials};                      \
    return layout;                                                                                                     \
  }
#include "core/number/formats.def"
#undef ULP_FORMAT
  default:
    break;
  }
  const UlpLayout none = {0, 0, 0, 0, 0, ULP_SPECIALS_IEEE};
  return none;
}

typedef enum { ULP_ROUND_RN, ULP_ROUND_RZ, ULP_ROUND_RU, ULP_ROUND_RD, ULP_N_ROUNDS } UlpRound;

typedef enum {
  ULP_OVERFLOW_IEEE,     /* infinity, NaN where there is none; the largest finite value where the mode directs to it */
  ULP_OVERFLOW_SATURATE, /* the largest finite value, for infinities too (CUDA's __NV_SATFINITE) */
  ULP_N_OVERFLOWS
} UlpOverflow;

typedef enum {
  ULP_CLASS_ZERO,
  ULP_CLASS_SUBNORMAL,
  ULP_CLASS_NORMAL,
  ULP_CLASS_INFINITE,
  ULP_CLASS_QUIET_NAN,
  ULP_CLASS_SIGNALLING_NAN,
  ULP_N_CLASSES
} UlpClass;

typedef struct {
  UlpClass class_; /* the class in the format it was decoded from; ulp_pack reads it for NaN, infinity and zero only */
  bool negative;
  bool sticky;
  int32_t exponent;    /* of the significand's last bit; magnitude at most 2^30 */
  UlpBits significand; /* finite: below 2^127; NaN: the fraction field, left-aligned to bit 126; where a format has only
                          one NaN, that bit alone */
} UlpUnpacked;

/* Exponent and fraction fields of infinity, or of the NaN in its place, and of the largest finite value, without sign
 * and unused bits. */
ULP_HD UlpBits ulp_magnitude_infinite(UlpLayout layout) {
  const UlpBits ones = ((UlpBits)1 << (layout.exponent_bits + layout.fraction_bits)) - 1;
  return layout.specials == ULP_SPECIALS_IEEE ? (ones >> layout.fraction_bits) << layout.fraction_bits : ones;
}

ULP_HD UlpBits ulp_magnitude_largest(UlpLayout layout) { return ulp_magnitude_infinite(layout) - 1; }

/* Bits above the container and the unused low bits are ignored on reading and zero on writing. */
ULP_HD UlpUnpacked ulp_unpack(UlpLayout layout, UlpBits bits) {
  const int fraction_bits = layout.fraction_bits;
  const int32_t all_ones = (1 << layout.exponent_bits) - 1;
  const UlpBits hidden = (UlpBits)1 << fraction_bits;
  const UlpBits raw = bits >> layout.pad_bits;
  const UlpBits fraction = raw & (hidden - 1);
  const int32_t field = (int32_t)(raw >> fraction_bits) & all_ones;

  UlpUnpacked value;
  value.negative = (raw >> (layout.exponent_bits + fraction_bits)) & 1;
  value.sticky = false;
  value.exponent = (field ? field : 1) - layout.bias - fraction_bits;
  value.significand = field ? hidden | fraction : fraction;
  value.class_ = field ? ULP_CLASS_NORMAL : fraction ? ULP_CLASS_SUBNORMAL : ULP_CLASS_ZERO;
  if (layout.specials == ULP_SPECIALS_IEEE && field == all_ones) {
    value.class_ = !fraction                            ? ULP_CLASS_INFINITE
                   : (fraction >> (fraction_bits - 1))  ? ULP_CLASS_QUIET_NAN
                                                        : ULP_CLASS_SIGNALLING_NAN;
    value.significand = fraction << (127 - fraction_bits);
  }
  if (layout.specials == ULP_SPECIALS_ONE_NAN && field == all_ones && fraction == hidden - 1) {
    value.class_ = ULP_CLASS_QUIET_NAN;
    value.significand = (UlpBits)1 << 126;
  }
  return value;
}

/* Index of the highest set bit; 0 for 0. */
ULP_HD int32_t ulp_top_bit_32(uint32_t word) {
#ifdef __CUDA_ARCH__
  return 31 - __clz((int)(word | 1));
#else
  return 31 - __builtin_clz(word | 1);
#endif
}

ULP_HD int32_t ulp_top_bit_64(uint64_t word) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll((long long)(word | 1));
#else
  return 63 - __builtin_clzll(word | 1);
#endif
}

ULP_HD int32_t ulp_top_bit_128(UlpBits word) {
  const uint64_t high = (uint64_t)(word >> 64);
  return high ? 64 + ulp_top_bit_64(high) : ulp_top_bit_64((uint64_t)word);
}

/* Whether `round` takes an inexact magnitude of this sign to the next one away from zero, the nearest modes aside. */
ULP_HD bool ulp_rounds_away(UlpRound round, bool negative) {
  return round == (negative ? ULP_ROUND_RD : ULP_ROUND_RU);
}

/* NAME rounds a finite value, its significand below 2^(BITS - 2), to the exponent and fraction fields of `layout`,
 * which take at most BITS - 1 bits; a result beyond the largest finite value stands for overflow. The fields are read as one
 * number, so that a carry out of the fraction reaches the exponent and a subnormal becomes a normal by itself. */
#define ULP_DEFINE_ROUND(NAME, WORD, BITS, TOP_BIT)                                                                    \
  ULP_HD WORD NAME(UlpLayout layout, UlpUnpacked value, UlpRound round) {                                              \
    const int32_t lowest = 1 - layout.bias - layout.fraction_bits;                                                     \
    const WORD significand = (WORD)value.significand;                                                                  \
    int32_t place = value.exponent + TOP_BIT(significand) - layout.fraction_bits; /* exponent of the last bit kept */  \
    place = place < lowest ? lowest : place;                                                                           \
    const int32_t drop = place - value.exponent;                                                                       \
    const int32_t right = drop < 0 ? 0 : drop > BITS - 1 ? BITS - 1 : drop;                                            \
    const WORD unit = (WORD)1 << right;                                                                                \
    const WORD rest = significand & (unit - 1);                                                                        \
    const WORD kept = drop < 0 ? significand << -drop : significand >> right;                                          \
    const bool up = round == ULP_ROUND_RN ? 2 * rest + (value.sticky | (kept & 1)) > unit                              \
                                          : (rest || value.sticky) && ulp_rounds_away(round, value.negative);          \
    const int32_t step = place - lowest; /* exponent field less 1 */                                                   \
    if (step >= 1 << layout.exponent_bits)                                                                             \
      return (WORD)ulp_magnitude_infinite(layout);                                                                     \
    return ((WORD)step << layout.fraction_bits) + kept + up;                                                           \
  }

ULP_DEFINE_ROUND(ulp_round_32, uint32_t, 32, ulp_top_bit_32)
ULP_DEFINE_ROUND(ulp_round_64, uint64_t, 64, ulp_top_bit_64)
ULP_DEFINE_ROUND(ulp_round_128, UlpBits, 128, ulp_top_bit_128)
#undef ULP_DEFINE_ROUND

/* ulp_pack of a value whose significand, NaN aside, is below 2^`significand_bits`, in the narrowest word that does. */
ULP_HD UlpBits ulp_pack_narrow(UlpLayout layout, UlpUnpacked value, int significand_bits, UlpRound round,
                               UlpOverflow overflow) {
  const int field_bits = layout.exponent_bits + layout.fraction_bits;
  const UlpBits infinite = ulp_magnitude_infinite(layout), largest = ulp_magnitude_largest(layout);
  UlpBits magnitude = 0;

  if (value.class_ == ULP_CLASS_QUIET_NAN || value.class_ == ULP_CLASS_SIGNALLING_NAN) {
    const UlpBits quiet = (UlpBits)1 << (layout.fraction_bits - 1);
    magnitude = infinite | quiet | value.significand >> (127 - layout.fraction_bits);
  } else if (value.class_ == ULP_CLASS_INFINITE) {
    magnitude = overflow == ULP_OVERFLOW_SATURATE ? largest : infinite;
  } else if (value.class_ != ULP_CLASS_ZERO) {
    if (significand_bits <= 30 && field_bits <= 31) {
      magnitude = ulp_round_32(layout, value, round);
    } else if (significand_bits <= 62 && field_bits <= 63) {
      magnitude = ulp_round_64(layout, value, round);
    } else {
      if (value.significand >> 126) {
        value.sticky |= value.significand & 1;
        value.significand >>= 1;
        value.exponent++;
      }
      magnitude = ulp_round_128(layout, value, round);
    }
    if (magnitude > largest) {
      const bool directed = round != ULP_ROUND_RN && !ulp_rounds_away(round, value.negative);
      magnitude = overflow == ULP_OVERFLOW_SATURATE || directed ? largest : infinite;
    }
  }
  return (magnitude | (UlpBits)value.negative << field_bits) << layout.pad_bits;
}

/* Rounds once. A NaN stays a NaN, quiet, with its sign and the top of its payload; -0 stays -0. */
ULP_HD UlpBits ulp_pack(UlpLayout layout, UlpUnpacked value, UlpRound round, UlpOverflow overflow) {
  return ulp_pack_narrow(layout, value, 127, round, overflow);
}

/* Straight from the exact value of `bits` in `from` to `to`: one rounding. */
ULP_HD UlpBits ulp_convert_bits(UlpLayout from, UlpLayout to, UlpBits bits, UlpRound round, UlpOverflow overflow) {
  return ulp_pack_narrow(to, ulp_unpack(from, bits), from.fraction_bits + 1, round, overflow);
}
