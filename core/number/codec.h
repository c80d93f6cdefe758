/* The one codec of all binary formats, for C and nvcc: integers only, significands up to 113 bits.
 *
 * A finite value is (-1)^negative * significand * 2^exponent, a `sticky` value lies strictly between that and the next
 * significand. Rounding follows IEEE 754-2019, 4.3; overflow 7.4; subnormals are kept (gradual underflow). */
#pragma once

#include "core/base/hostdevice.h"

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 UlpBits;

typedef enum {
  ULP_SPECIALS_IEEE,    /* all-ones exponent: infinity with fraction 0, else NaN, quiet when the top fraction bit is set */
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
  int32_t exponent;    /* of the significand's last bit */
  UlpBits significand; /* finite: below 2^127; NaN: the fraction field, left-aligned to bit 126 */
} UlpUnpacked;

/* Bits above the container and the unused low bits are ignored on reading and zero on writing. */
ULP_HD UlpUnpacked ulp_unpack(UlpLayout layout, UlpBits bits);

/* Rounds once. A NaN stays a NaN, quiet, with its sign and the top of its payload; -0 stays -0. */
ULP_HD UlpBits ulp_pack(UlpLayout layout, UlpUnpacked value, UlpRound round, UlpOverflow overflow);

/* Straight from the exact value of `bits` in `from` to `to`: one rounding. */
ULP_HD UlpBits ulp_convert_bits(UlpLayout from, UlpLayout to, UlpBits bits, UlpRound round, UlpOverflow overflow) {
  return ulp_pack(to, ulp_unpack(from, bits), round, overflow);
}
