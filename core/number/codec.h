/* The one codec of all number formats, for C and nvcc: integers only, significands up to 113 bits.
 *
 * A finite value is (-1)^negative * significand * 2^exponent; a `sticky` value lies strictly between that and the next
 * significand, which then needs at least one bit more than the format it is rounded to. Rounding follows IEEE 754-2019,
 * 4.3; overflow 7.4; subnormals are kept (gradual underflow). With constant layouts everything but the rounding of one
 * machine word folds away; with a layout known only at run time the same lines serve every format. Values pass between
 * the codings unpacked; a conversion between binary formats that fit a machine word stays in it (codec-word.def). */
#pragma once

#include "core/number/layout.h"

/* A rounding as one number: one of the list and, of the stochastic one, random bits for one element besides
 * (ulp_round_stochastic). */
typedef uint32_t UlpRound;

enum {
#define ULP_ROUND(id, ID, title, source) ULP_ROUND_##ID,
#include "core/number/rounds.def"
#undef ULP_ROUND
  ULP_N_ROUNDS
};

/* Stochastic rounding with the upper `bits` bits R of a random word, 1 to ULP_ROUND_MAX_BITS: the part of a number that is
 * cut off, d units in the last place, goes up when floor(d 2^bits) + R >= 2^bits, so that it does with probability d up to
 * 2^-bits, and what a format holds never moves. As a processor has it that adds R below the last place and cuts (PTX ISA,
 * cvt.rs). Without bits it cuts. */
#define ULP_ROUND_MAX_BITS 24
ULP_HD UlpRound ulp_round_stochastic(uint32_t word, int bits) {
  return ULP_ROUND_SR | (uint32_t)bits << 3 | (bits ? word >> (32 - bits) : 0) << 8;
}
ULP_HD uint32_t ulp_round_kind(UlpRound round) { return round & 7; } /* without the random bits */

/* A profile: rules for what no rounding decides, one set for formats of 16 bits and more and one for narrower ones, and its
 * place in the list, so that two with the same rules are two. */
typedef uint32_t UlpProfile;

enum {
  /* The largest finite value for what lies beyond it, infinities too. Without it: infinity, NaN where there is none, the
   * largest finite value where there is neither or where the rounding directs to it. */
  ULP_RULE_SATURATE = 1 << 0,
  ULP_RULE_KEEP_INFINITY = 1 << 1,  /* saturating, yet an infinity stays one where the format has it */
  ULP_RULE_NAN_CANONICAL = 1 << 2,  /* no payload. Without this or the next: its top bits, and quiet */
  ULP_RULE_NAN_ALL_ONES = 1 << 3,   /* exponent and fraction all ones */
  ULP_RULE_NAN_POSITIVE = 1 << 4,   /* without its sign */
  ULP_RULE_NAN_FROM_FP64 = 1 << 5,  /* the two rules above are not for fp64 (cuda_fp8.hpp, __nv_cvt_double_to_fp8) */
  ULP_RULE_NAN_BF16 = 1 << 6,       /* every NaN of bfloat16 is 0x7fc0 (c10/util/BFloat16.h; onnx.helper) */
  ULP_RULE_NAN_MINUS_ZERO = 1 << 7, /* without NaN: zero of the other sign; else the largest value, positive */
  ULP_RULE_MAGNITUDE = 1 << 8,      /* a format without sign takes |x|; else a negative number is beyond it */
  ULP_RULE_ZERO_NAN = 1 << 9,       /* a format without zero takes it as NaN; else as its smallest value */
  ULP_RULE_SCALE_AWAY = 1 << 10,    /* a scale: a tie between two powers of two goes to the larger one */
  ULP_RULE_FLUSH = 1 << 11,         /* subnormals become a zero of their sign, before and after the rounding */
  ULP_BITS_OF_RULES = 12,

  /* Every NaN is 0x7fff or 0x7f; an e8m0 scale is made of |x|. */
  ULP_RULES_CUDA = ULP_RULE_NAN_ALL_ONES | ULP_RULE_NAN_POSITIVE | ULP_RULE_NAN_FROM_FP64 | ULP_RULE_MAGNITUDE,
  ULP_RULES_ML_DTYPES = ULP_RULE_NAN_CANONICAL | ULP_RULE_NAN_MINUS_ZERO | ULP_RULE_ZERO_NAN | ULP_RULE_SCALE_AWAY
};

enum {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) ULP_PROFILE_INDEX_##ID,
#include "core/number/profiles.def"
#undef ULP_PROFILE
  ULP_N_PROFILES
};

#define ULP_PROFILE_PACK(index, wide, narrow)                                                                          \
  ((uint32_t)(wide) | (uint32_t)(narrow) << ULP_BITS_OF_RULES | (uint32_t)(index) << 2 * ULP_BITS_OF_RULES)

enum {
#define ULP_PROFILE(id, ID, title, wide, narrow, source)                                                               \
  ULP_PROFILE_##ID = ULP_PROFILE_PACK(ULP_PROFILE_INDEX_##ID, wide, narrow),
#include "core/number/profiles.def"
#undef ULP_PROFILE
};

/* The rules that a profile has for a format. */
ULP_HD uint32_t ulp_rules(UlpLayout layout, UlpProfile profile) {
  const int shift = layout.container_bits >= 16 ? 0 : ULP_BITS_OF_RULES;
  return profile >> shift & ((1u << ULP_BITS_OF_RULES) - 1);
}

/* What is left of it for numbers that come from a format: the rules of NaN may differ. */
ULP_HD UlpProfile ulp_profile_from(UlpLayout from, UlpProfile profile) {
  const bool is_fp64 = from.exponent_bits == 11 && from.fraction_bits == 52;
  const uint32_t nan = (ULP_RULE_NAN_ALL_ONES | ULP_RULE_NAN_POSITIVE) << ULP_BITS_OF_RULES;
  return is_fp64 && profile & ULP_RULE_NAN_FROM_FP64 << ULP_BITS_OF_RULES ? profile & ~nan : profile;
}

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

ULP_HD bool ulp_unpacked_is_nan(UlpUnpacked value) { return value.class_ >= ULP_CLASS_QUIET_NAN; }

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

/* ---- rounding ---- */

/* What a rounding is: the functions ulp_rounds_, and nothing else, tell one from another. To a nearest value? */
ULP_HD bool ulp_rounds_to_nearest(UlpRound round) { return round == ULP_ROUND_RN || round == ULP_ROUND_RNA; }

/* The nearest: whether the middle between two magnitudes goes to the larger one; `odd`: the smaller one is. */
ULP_HD bool ulp_rounds_tie_up(UlpRound round, bool odd) { return odd || round == ULP_ROUND_RNA; }

/* An inexact magnitude goes to that of its two neighbours whose last place is one. */
ULP_HD bool ulp_rounds_to_odd(UlpRound round) { return round == ULP_ROUND_RO; }

ULP_HD bool ulp_rounds_by_chance(UlpRound round) { return ulp_round_kind(round) == ULP_ROUND_SR; }

/* By chance: what to add below the last place, before the `right` bits there are cut off. */
ULP_HD UlpBits ulp_rounds_chance(UlpRound round, int right) {
  const int bits = (int)(round >> 3 & 31);
  const UlpBits random = round >> 8;
  return right >= bits ? random << (right - bits) : random >> (bits - right);
}

/* The directed: whether an inexact magnitude of this sign goes to the next one away from zero. */
ULP_HD bool ulp_rounds_away(UlpRound round, bool negative) {
  return round == (UlpRound)(ULP_ROUND_RU + negative * (ULP_ROUND_RD - ULP_ROUND_RU)); /* no branch on the sign */
}

/* Whether what lies beyond the largest finite value is taken for infinite, not for the largest (IEEE 754-2019, 7.4). */
ULP_HD bool ulp_rounds_beyond(UlpRound round, bool negative) {
  return ulp_rounds_to_nearest(round) || ulp_rounds_by_chance(round) || ulp_rounds_away(round, negative);
}

/* -1, 0 or 1 as |a| lies below, at or above |b|; both finite and not zero, `b` exact. */
ULP_HD int ulp_compare_magnitudes(UlpUnpacked a, UlpUnpacked b) {
  const int32_t top_a = ulp_top_bit_128(a.significand), top_b = ulp_top_bit_128(b.significand);
  const int32_t binade = a.exponent + top_a - (b.exponent + top_b);
  if (binade)
    return binade < 0 ? -1 : 1;
  const UlpBits aligned_a = a.significand << (127 - top_a), aligned_b = b.significand << (127 - top_b);
  return aligned_a != aligned_b ? (aligned_a < aligned_b ? -1 : 1) : a.sticky;
}

/* ---- binary formats ---- */

/* The value of a magnitude that is no infinity or NaN. */
ULP_HD UlpUnpacked ulp_unpack_magnitude(UlpLayout layout, UlpBits magnitude) {
  const UlpBits hidden = (UlpBits)1 << layout.fraction_bits;
  const UlpBits fraction = magnitude & (hidden - 1);
  const int32_t field = (int32_t)(magnitude >> layout.fraction_bits);
  const bool normal = field || !layout.has_subnormals;
  UlpUnpacked value;
  value.negative = false;
  value.sticky = false;
  value.exponent = ulp_layout_lowest(layout) + (field && layout.has_subnormals ? field - 1 : field);
  value.significand = normal ? hidden | fraction : fraction;
  value.class_ = normal ? ULP_CLASS_NORMAL : fraction ? ULP_CLASS_SUBNORMAL : ULP_CLASS_ZERO;
  if (magnitude == 0 && layout.has_zero) {
    value.significand = 0;
    value.class_ = ULP_CLASS_ZERO;
  }
  return value;
}

/* The infinity or NaN of a magnitude that is no finite value. */
ULP_HD UlpUnpacked ulp_unpack_special(UlpLayout layout, bool negative, UlpBits magnitude) {
  const int fraction_bits = layout.fraction_bits;
  UlpUnpacked value = {ULP_CLASS_QUIET_NAN, negative, false, 0, (UlpBits)1 << 126};
  if (layout.has_infinity && magnitude == ulp_magnitude_infinite(layout)) {
    value.class_ = ULP_CLASS_INFINITE;
    value.significand = 0;
  } else if (layout.nan == ULP_NAN_IEEE) {
    const UlpBits fraction = magnitude & ulp_low_bits(fraction_bits);
    value.class_ = fraction >> (fraction_bits - 1) ? ULP_CLASS_QUIET_NAN : ULP_CLASS_SIGNALLING_NAN;
    value.significand = fraction << (127 - fraction_bits);
  }
  return value;
}

ULP_HD UlpUnpacked ulp_unpack_binary(UlpLayout layout, UlpBits raw) {
  const UlpBits magnitude = ulp_fields_to_magnitude(layout, raw);
  const bool negative = layout.has_sign && (raw >> (ulp_layout_width(layout) - 1) & 1);
  if (magnitude > ulp_magnitude_largest(layout) || (layout.nan == ULP_NAN_NEGATIVE_ZERO && negative && magnitude == 0))
    return ulp_unpack_special(layout, negative, magnitude);
  UlpUnpacked value = ulp_unpack_magnitude(layout, magnitude);
  value.negative = negative;
  return value;
}

ULP_HD UlpBits ulp_sign_and_magnitude(UlpLayout layout, bool negative, UlpBits magnitude) {
  const UlpBits sign = layout.has_sign & negative;
  return ulp_magnitude_to_fields(layout, magnitude) | sign << (ulp_layout_width(layout) - 1);
}

/* NaN, with the top of a payload that is left-aligned to bit 126. */
ULP_HD UlpBits ulp_pack_nan(UlpLayout layout, bool negative, UlpBits payload, uint32_t rules) {
  const bool is_bf16 = layout.exponent_bits == 8 && layout.fraction_bits == 7;
  UlpBits magnitude = ulp_magnitude_of_nan(layout);
  if (layout.nan == ULP_NAN_NONE) { /* the largest value, whatever the sign, as CUDA has it for fp6 and fp4 */
    const bool to_zero = rules & ULP_RULE_NAN_MINUS_ZERO;
    return ulp_sign_and_magnitude(layout, to_zero && !negative, to_zero ? 0 : magnitude);
  }
  if (layout.nan == ULP_NAN_NEGATIVE_ZERO)
    return ulp_sign_and_magnitude(layout, true, magnitude);
  if (is_bf16 && rules & ULP_RULE_NAN_BF16)
    return magnitude;
  if (layout.nan == ULP_NAN_IEEE && rules & ULP_RULE_NAN_ALL_ONES)
    magnitude = ulp_magnitude_all_ones(layout);
  else if (layout.nan == ULP_NAN_IEEE && !(rules & ULP_RULE_NAN_CANONICAL))
    magnitude |= payload >> (127 - layout.fraction_bits);
  return ulp_sign_and_magnitude(layout, negative && !(rules & ULP_RULE_NAN_POSITIVE), magnitude);
}

/* A negative value in a format without sign: beyond it, unless it is zero. */
ULP_HD UlpBits ulp_pack_below(UlpLayout layout, bool is_zero, uint32_t rules) {
  const bool is_nan = !is_zero && !(rules & ULP_RULE_SATURATE) && layout.nan != ULP_NAN_NONE;
  return is_nan ? ulp_pack_nan(layout, false, 0, rules) : 0;
}

/* What lies beyond the largest finite value, infinity too. */
ULP_HD UlpBits ulp_pack_beyond(UlpLayout layout, bool negative, uint32_t rules) {
  if (rules & ULP_RULE_SATURATE)
    return ulp_sign_and_magnitude(layout, negative, ulp_magnitude_largest(layout));
  const bool is_minus = negative || (!layout.has_infinity && layout.nan == ULP_NAN_NEGATIVE_ZERO);
  return ulp_sign_and_magnitude(layout, is_minus, ulp_magnitude_beyond(layout));
}

/* Infinity or NaN. */
ULP_HD UlpBits ulp_pack_special(UlpLayout layout, UlpUnpacked value, uint32_t rules) {
  if (ulp_unpacked_is_nan(value))
    return ulp_pack_nan(layout, value.negative, value.significand, rules);
  if (value.negative && !layout.has_sign)
    return ulp_pack_below(layout, false, rules);
  const bool is_kept = layout.has_infinity && rules & ULP_RULE_KEEP_INFINITY;
  return ulp_pack_beyond(layout, value.negative, is_kept ? rules & ~(uint32_t)ULP_RULE_SATURATE : rules);
}

/* ---- words ---- */

/* What rounding needs of a format. */
typedef struct {
  int32_t fraction_bits, binades, lowest; /* lowest: exponent of the last bit of the smallest magnitudes */
  int32_t skipped;                        /* 1 without subnormals: exponent field 0 is a binade */
} UlpPlaces;

ULP_HD UlpPlaces ulp_places(UlpLayout layout) {
  const UlpPlaces places = {layout.fraction_bits, 1 << layout.exponent_bits, ulp_layout_lowest(layout),
                            !layout.has_subnormals};
  return places;
}

/* What the formats of a conversion decide for all values. */
typedef struct {
  UlpLayout from, to;
  int32_t word_bits; /* 32 or 64, words that hold all; 128: the value goes unpacked, and the rest is unused */
  UlpPlaces source, target;
  int32_t from_pad, to_pad;
  int32_t from_sign, to_sign; /* place of the sign: `from`'s above the unused bits, `to`'s without them */
  int32_t from_has_sign;
  uint64_t from_ones, from_largest, to_largest, to_beyond; /* magnitudes */
  bool from_zero_nan, to_zero_nan;                         /* what would be -0 is NaN */
  bool from_bare_zero;                                     /* zero, and no subnormals */
  bool exact;                                              /* `to` has all places of `from` */
  bool normal;                                             /* what is no normal number in `from` is none in `to` */
  bool alike;      /* the same binades: the fields, as one number, get longer or shorter */
  int32_t shorter; /* by so many bits */
  int32_t excess;  /* bits that half a word need not hold, but for whether they are 0; 0: it takes a whole one */
} UlpConversion;

#define ULP_WORD uint32_t
#define ULP_WORD_BITS 32
#define ULP_WORD_TOP ulp_top_bit_32
#define ULP_IN_WORD(name) name##_32
#include "core/number/codec-word.def"

#define ULP_WORD uint64_t
#define ULP_WORD_BITS 64
#define ULP_WORD_TOP ulp_top_bit_64
#define ULP_IN_WORD(name) name##_64
#include "core/number/codec-word.def"

#define ULP_WORD UlpBits
#define ULP_WORD_BITS 128
#define ULP_WORD_TOP ulp_top_bit_128
#define ULP_IN_WORD(name) name##_128
#include "core/number/codec-word.def"

/* A value between 0 and the smallest one of a format without subnormals: whether it goes up. */
ULP_HD bool ulp_round_below_smallest(UlpUnpacked value, UlpUnpacked smallest, UlpRound round) {
  if (ulp_rounds_by_chance(round)) {
    const int given = (int)(round >> 3 & 31), room = 127 - ulp_top_bit_128(smallest.significand);
    const int bits = given < room ? given : room;
    smallest.significand *=
        ((UlpBits)1 << bits) - (round >> 8 >> (given - bits)); /* value 2^bits >= (2^bits - R) smallest */
    smallest.exponent -= bits;
    return value.significand && ulp_compare_magnitudes(value, smallest) >= 0;
  }
  smallest.exponent--;
  const int half = value.significand ? ulp_compare_magnitudes(value, smallest) : -1;
  if (ulp_rounds_to_nearest(round))
    return half > 0 || (half == 0 && ulp_rounds_tie_up(round, false));
  return ulp_rounds_to_odd(round) || ulp_rounds_away(round, value.negative);
}

/* The rounded magnitude of a finite value that is not zero. Without subnormals there is nothing between 0, where there is
 * one, and the smallest magnitude, which then takes what lies below it. */
ULP_HD UlpBits ulp_round_magnitude(UlpLayout layout, UlpUnpacked value, UlpRound round) {
  if (!layout.has_subnormals) {
    const UlpUnpacked smallest = ulp_unpack_magnitude(layout, layout.has_zero);
    if (value.significand == 0 || ulp_compare_magnitudes(value, smallest) < 0)
      return layout.has_zero && ulp_round_below_smallest(value, smallest, round);
  }
  if (value.significand >> 125 && !ulp_rounds_by_chance(round)) { /* room for the rounding */
    value.sticky |= (value.significand & 3) != 0;
    value.significand >>= 2;
    value.exponent += 2;
  }
  const UlpPlaces places = ulp_places(layout);
  return ulp_round_128(&places, value.negative, value.exponent, value.significand, value.sticky,
                       ulp_top_bit_128(value.significand), false, round);
}

ULP_HD UlpBits ulp_pack_binary(UlpLayout layout, UlpUnpacked value, UlpRound round, UlpProfile profile) {
  const uint32_t rules = ulp_rules(layout, profile);
  const bool flushes = rules & ULP_RULE_FLUSH;
  value.negative = value.negative && (layout.has_sign || !(rules & ULP_RULE_MAGNITUDE));
  if (value.class_ >= ULP_CLASS_INFINITE)
    return ulp_pack_special(layout, value, rules);
  const bool is_zero = value.class_ == ULP_CLASS_ZERO || (flushes && value.class_ == ULP_CLASS_SUBNORMAL);
  if (is_zero && !layout.has_zero && rules & ULP_RULE_ZERO_NAN)
    return ulp_pack_nan(layout, false, 0, rules);
  if (!layout.has_sign && layout.fraction_bits == 0 && round == ULP_ROUND_RN && rules & ULP_RULE_SCALE_AWAY)
    round = ULP_ROUND_RNA;
  UlpBits magnitude = is_zero ? 0 : ulp_round_magnitude(layout, value, round);
  if (flushes && layout.has_subnormals && magnitude >> layout.fraction_bits == 0)
    magnitude = 0;
  if (value.negative && !layout.has_sign)
    return ulp_pack_below(layout, is_zero || (magnitude == 0 && layout.has_zero), rules);
  if (magnitude > ulp_magnitude_largest(layout)) {
    const bool directed = !ulp_rounds_beyond(round, value.negative);
    return directed ? ulp_sign_and_magnitude(layout, value.negative, ulp_magnitude_largest(layout))
                    : ulp_pack_beyond(layout, value.negative, rules);
  }
  return ulp_sign_and_magnitude(layout, value.negative && (magnitude || layout.nan != ULP_NAN_NEGATIVE_ZERO),
                                magnitude);
}

/* ---- two's complement: integers times 2^-bias, rounded as the subnormals of a wide binary format are ---- */

ULP_HD UlpUnpacked ulp_unpack_twos_complement(UlpLayout layout, UlpBits raw) {
  const int width = ulp_layout_width(layout);
  const UlpBits ones = ulp_low_bits(width);
  UlpUnpacked value;
  value.negative = raw >> (width - 1) & 1;
  value.sticky = false;
  value.exponent = -layout.bias;
  value.significand = value.negative ? (~raw + 1) & ones : raw;
  value.class_ = value.significand ? ULP_CLASS_NORMAL : ULP_CLASS_ZERO;
  return value;
}

ULP_HD UlpBits ulp_pack_twos_complement(UlpLayout layout, UlpUnpacked value, UlpRound round) {
  const int width = ulp_layout_width(layout);
  const UlpBits largest = ulp_low_bits(width - 1) + (value.negative && !layout.has_symmetry);
  UlpLayout wide = layout;
  wide.coding = ULP_CODING_BINARY;
  wide.exponent_bits = 1;
  wide.fraction_bits = (uint8_t)width;
  wide.bias = 1 - width + layout.bias;
  wide.has_subnormals = true;
  wide.nan = ULP_NAN_NONE;
  wide.has_infinity = false;
  UlpBits magnitude = largest;
  if (ulp_unpacked_is_nan(value))
    return ulp_low_bits(width - 1);
  if (value.class_ == ULP_CLASS_ZERO)
    magnitude = 0;
  else if (value.class_ != ULP_CLASS_INFINITE)
    magnitude = ulp_round_magnitude(wide, value, round);
  magnitude = magnitude > largest ? largest : magnitude;
  return (value.negative ? ~magnitude + 1 : magnitude) & ulp_low_bits(width);
}

/* ---- posits: a regime of equal bits, `exponent_bits` of exponent, the rest fraction; negatives in two's complement
 * (Posit Standard 2022, 3) ---- */

ULP_HD UlpUnpacked ulp_unpack_posit(UlpLayout layout, UlpBits raw) {
  const int width = ulp_layout_width(layout), exponent_bits = layout.exponent_bits;
  UlpUnpacked value;
  value.negative = raw >> (width - 1) & 1;
  value.sticky = false;
  value.exponent = ulp_layout_lowest(layout);
  value.significand = 0;
  value.class_ = ULP_CLASS_ZERO;
  const UlpBits magnitude = (value.negative ? ~raw + 1 : raw) & ulp_low_bits(width - 1);
  if (magnitude == 0) {
    if (value.negative) {
      value.class_ = ULP_CLASS_QUIET_NAN;
      value.negative = false;
      value.significand = (UlpBits)1 << 126;
    }
    return value;
  }
  const UlpBits body = magnitude << (129 - width);
  const bool ones = body >> 127;
  const int run = 127 - ulp_top_bit_128(ones ? ~body : body);
  const UlpBits rest = body << run << 1;
  const int fraction_bits = width - 2 - run - exponent_bits > 0 ? width - 2 - run - exponent_bits : 0;
  const int32_t exponent = exponent_bits ? (int32_t)(rest >> (128 - exponent_bits)) : 0;
  const UlpBits fraction = rest << exponent_bits;
  value.class_ = ULP_CLASS_NORMAL;
  value.significand = (UlpBits)1 << fraction_bits | (fraction_bits ? fraction >> (128 - fraction_bits) : 0);
  value.exponent = (ones ? run - 1 : -run) * (1 << exponent_bits) + exponent - fraction_bits;
  return value;
}

ULP_HD UlpBits ulp_pack_posit(UlpLayout layout, UlpUnpacked value, UlpRound round) {
  const int width = ulp_layout_width(layout), exponent_bits = layout.exponent_bits;
  if (value.class_ == ULP_CLASS_ZERO)
    return 0;
  if (value.class_ >= ULP_CLASS_INFINITE)
    return (UlpBits)1 << (width - 1);
  const int32_t top = ulp_top_bit_128(value.significand);
  const int32_t scale = value.exponent + top;
  const int32_t regime = scale >> exponent_bits, last = width - 2;
  UlpBits magnitude = regime < -last ? 0 : ulp_low_bits(width - 1);
  if (regime >= -last && regime < last) {
    const int32_t length = regime < 0 ? 1 - regime : regime + 2;
    const UlpBits fraction = value.significand << (127 - top) << 1;
    const UlpBits exponent = (UlpBits)(scale - regime * (1 << exponent_bits));
    const UlpBits tail = (exponent_bits ? exponent << (128 - exponent_bits) : 0) | fraction >> exponent_bits;
    const UlpBits prefix = regime < 0 ? (UlpBits)1 << (127 + regime) : ~(UlpBits)0 << (127 - regime);
    const UlpBits whole = prefix | tail >> length, half = (UlpBits)1 << 127;
    const UlpBits rest = whole << (width - 1);
    const bool sticky = value.sticky || tail << (128 - length) || fraction << (128 - exponent_bits - 1) << 1;
    magnitude = whole >> (129 - width);
    if (ulp_rounds_to_nearest(round))
      magnitude += rest > half || (rest == half && (sticky || ulp_rounds_tie_up(round, magnitude & 1)));
    else if (ulp_rounds_by_chance(round))
      magnitude += ((rest >> 1) + ulp_rounds_chance(round, 127)) >> 127;
    else if (ulp_rounds_to_odd(round))
      magnitude |= rest || sticky;
    else
      magnitude += (rest || sticky) && ulp_rounds_away(round, value.negative);
  }
  magnitude = magnitude == 0 ? 1 : magnitude > ulp_low_bits(width - 1) ? ulp_low_bits(width - 1) : magnitude;
  return (value.negative ? ~magnitude + 1 : magnitude) & ulp_low_bits(width);
}

/* ---- all codings ---- */

/* Bits above the width and the unused low bits are ignored on reading and zero on writing. */
ULP_HD UlpUnpacked ulp_unpack(UlpLayout layout, UlpBits bits) {
  const UlpBits raw = bits >> layout.pad_bits & ulp_low_bits(ulp_layout_width(layout));
  switch (layout.coding) {
  case ULP_CODING_TWOS_COMPLEMENT:
    return ulp_unpack_twos_complement(layout, raw);
  case ULP_CODING_POSIT:
    return ulp_unpack_posit(layout, raw);
  default:
    return ulp_unpack_binary(layout, raw);
  }
}

/* Rounds once. A NaN stays a NaN where the format has one, quiet, with its sign and the top of its payload; -0 stays -0
 * where there is one. A negative number in a format without sign is beyond it: NaN, or the smallest value where there is
 * none or the profile saturates. */
ULP_HD UlpBits ulp_pack(UlpLayout layout, UlpUnpacked value, UlpRound round, UlpProfile profile) {
  switch (layout.coding) {
  case ULP_CODING_TWOS_COMPLEMENT:
    return ulp_pack_twos_complement(layout, value, round) << layout.pad_bits;
  case ULP_CODING_POSIT:
    return ulp_pack_posit(layout, value, round) << layout.pad_bits;
  default:
    return ulp_pack_binary(layout, value, round, profile) << layout.pad_bits;
  }
}

/* ---- conversion ---- */

/* Whether words of `bits` bits hold all that comes up in ulp_convert_32 or _64. */
ULP_HD bool ulp_converts_in(int bits, UlpLayout from, UlpLayout to) {
  return from.coding == ULP_CODING_BINARY && to.coding == ULP_CODING_BINARY && from.container_bits <= bits &&
         to.container_bits <= bits && from.fraction_bits + 1 <= bits - 3 && to.fraction_bits <= bits - 2 &&
         !from.has_leading_bit && !to.has_leading_bit && to.has_sign && to.has_subnormals;
}

ULP_HD UlpConversion ulp_conversion(UlpLayout from, UlpLayout to) {
  UlpConversion how;
  how.from = from;
  how.to = to;
  how.word_bits = ulp_converts_in(32, from, to) ? 32 : ulp_converts_in(64, from, to) ? 64 : 128;
  how.source = ulp_places(from);
  how.target = ulp_places(to);
  how.from_pad = from.pad_bits;
  how.from_sign = from.pad_bits + ulp_layout_width(from) - 1;
  how.from_has_sign = from.has_sign;
  how.to_pad = to.pad_bits;
  how.to_sign = ulp_layout_width(to) - 1;
  how.from_ones = (uint64_t)ulp_magnitude_all_ones(from);
  how.from_largest = (uint64_t)ulp_magnitude_largest(from);
  how.to_largest = (uint64_t)ulp_magnitude_largest(to);
  how.to_beyond = (uint64_t)ulp_magnitude_beyond(to);
  how.from_zero_nan = from.nan == ULP_NAN_NEGATIVE_ZERO;
  how.to_zero_nan = to.nan == ULP_NAN_NEGATIVE_ZERO;
  how.from_bare_zero = from.has_zero && !from.has_subnormals;
  how.shorter = from.fraction_bits - to.fraction_bits;
  const int32_t lower = how.source.lowest - how.target.lowest; /* places that `to` has below those of `from` */
  how.exact = how.shorter <= 0 && lower >= 0;
  how.normal = lower + how.shorter <= 0;
  how.excess =
      how.normal && from.fraction_bits > 28 && to.fraction_bits <= 27 && to.exponent_bits + to.fraction_bits <= 31
          ? from.fraction_bits - 28
          : 0;
  const uint64_t room = ((uint64_t)1 << (how.word_bits == 32 ? 31 : 63)) - 1; /* less what rounding adds */
  how.alike = how.word_bits <= 64 && lower + how.shorter == 0 && from.has_subnormals &&
              from.exponent_bits <= to.exponent_bits &&
              how.from_largest <= room - ((uint64_t)1 << (how.shorter > 0 ? how.shorter : 0));
  return how;
}

/* One conversion by way of the unpacked value. */
ULP_HD UlpBits ulp_convert_128(const UlpConversion *how, UlpBits bits, UlpRound round, UlpProfile profile) {
  return ulp_pack(how->to, ulp_unpack(how->from, bits), round, ulp_profile_from(how->from, profile));
}

/* Straight from the exact value of `bits` to the target: one rounding. Loops make `how` once. */
ULP_HD UlpBits ulp_convert(const UlpConversion *how, UlpBits bits, UlpRound round, UlpProfile profile) {
  switch (ulp_rounds_by_chance(round) ? 128 : how->word_bits) {
  case 32:
    return ulp_convert_32(how, (uint32_t)bits, round, profile);
  case 64:
    return ulp_convert_64(how, (uint64_t)bits, round, profile);
  default:
    return ulp_convert_128(how, bits, round, profile);
  }
}

ULP_HD UlpBits ulp_convert_bits(UlpLayout from, UlpLayout to, UlpBits bits, UlpRound round, UlpProfile profile) {
  const UlpConversion how = ulp_conversion(from, to);
  return ulp_convert(&how, bits, round, profile);
}
