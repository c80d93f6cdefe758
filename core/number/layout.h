/* What a number format is, for C and nvcc: a layout, passed by value, and the same packed into one number, which can be
 * compared, switched on, hashed and be a constant. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 UlpBits;

typedef enum {
  ULP_CODING_BINARY,          /* sign, exponent, significand */
  ULP_CODING_TWOS_COMPLEMENT, /* an integer times 2^-bias */
  ULP_CODING_POSIT,           /* Posit Standard 2022 */
  ULP_N_CODINGS
} UlpCoding;

/* Which patterns of a binary format are NaN. */
typedef enum {
  ULP_NAN_NONE,
  ULP_NAN_IEEE,          /* all-ones exponent and a fraction that is not 0, quiet with the top fraction bit set */
  ULP_NAN_ALL_ONES,      /* exponent and fraction all ones */
  ULP_NAN_NEGATIVE_ZERO, /* what would be -0 */
  ULP_N_NANS
} UlpNan;

/* What a binary format has. */
enum {
  ULP_HAS_SIGN = 1 << 0,
  ULP_HAS_ZERO = 1 << 1,
  ULP_HAS_INFINITY = 1 << 2,    /* the largest magnitude that is no NaN */
  ULP_HAS_SUBNORMALS = 1 << 3,  /* without: exponent field 0 is a binade like the others, but for the pattern of zero */
  ULP_HAS_LEADING_BIT = 1 << 4, /* kept, not hidden */
  ULP_HAS_SYMMETRY = 1 << 5,    /* two's complement whose lowest pattern is left unused: nothing becomes it */
  ULP_ALL_HAS = (1 << 6) - 1,
  ULP_HAS_FINITE = ULP_HAS_SIGN | ULP_HAS_ZERO | ULP_HAS_SUBNORMALS,
  ULP_HAS_IEEE = ULP_HAS_FINITE | ULP_HAS_INFINITY
};

typedef struct {
  uint8_t container_bits, pad_bits; /* container: from one element of a packed array to the next; pad: unused, lowest */
  uint8_t coding;                   /* UlpCoding */
  uint8_t exponent_bits;            /* of a posit: es */
  uint8_t fraction_bits;            /* without the leading bit; BINARY only */
  uint8_t nan;                      /* UlpNan */
  bool has_sign, has_zero, has_infinity, has_subnormals, has_leading_bit, has_symmetry;
  int32_t bias;
} UlpLayout;

/* A layout as one number; 0 is no format. */
typedef uint64_t UlpFormat;

#define ULP_FORMAT_BIAS_OFFSET (1 << 17)
#define ULP_FORMAT_BIAS_SHIFT 26
#define ULP_FORMAT_PACK(container, pad, coding, exponent, fraction, bias, nan, has)                                    \
  ((uint64_t)(container) | (uint64_t)(pad) << 8 | (uint64_t)(exponent) << 14 | (uint64_t)(fraction) << 19 |            \
   (uint64_t)((bias) + ULP_FORMAT_BIAS_OFFSET) << ULP_FORMAT_BIAS_SHIFT | (uint64_t)(nan) << 44 |                      \
   (uint64_t)(has) << 47 | (uint64_t)(coding) << 53)

/* Integers of `bits` bits, as formats: two's complement, 2 to 64; without sign a binary layout of subnormals only whose
 * last place is 1, 1 to 64. */
#define ULP_FORMAT_INT(bits) ULP_FORMAT_PACK(bits, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0)
#define ULP_FORMAT_UINT(bits)                                                                                          \
  ULP_FORMAT_PACK(bits, 0, ULP_CODING_BINARY, 0, bits, 1 - (bits), ULP_NAN_NONE, ULP_HAS_ZERO | ULP_HAS_SUBNORMALS)

enum {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source)                  \
  ULP_FORMAT_##ID = ULP_FORMAT_PACK(container, pad, ULP_CODING_##coding, exponent, fraction, bias, ULP_NAN_##nan, has),
#include "core/number/formats.def"
#undef ULP_FORMAT
};

enum {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source) ULP_INDEX_##ID,
#include "core/number/formats.def"
#undef ULP_FORMAT
  ULP_N_FORMATS
};

ULP_HD UlpLayout ulp_layout(UlpFormat format) {
  const uint32_t has = (uint32_t)(format >> 47) & ULP_ALL_HAS;
  UlpLayout layout;
  layout.container_bits = (uint8_t)(format & 0xff);
  layout.pad_bits = (uint8_t)(format >> 8 & 0x3f);
  layout.coding = (uint8_t)(format >> 53 & 3);
  layout.exponent_bits = (uint8_t)(format >> 14 & 0x1f);
  layout.fraction_bits = (uint8_t)(format >> 19 & 0x7f);
  layout.nan = (uint8_t)(format >> 44 & 7);
  layout.has_sign = has & ULP_HAS_SIGN;
  layout.has_zero = has & ULP_HAS_ZERO;
  layout.has_infinity = has & ULP_HAS_INFINITY;
  layout.has_subnormals = has & ULP_HAS_SUBNORMALS;
  layout.has_leading_bit = has & ULP_HAS_LEADING_BIT;
  layout.has_symmetry = has & ULP_HAS_SYMMETRY;
  layout.bias = (int32_t)(format >> ULP_FORMAT_BIAS_SHIFT & 0x3ffff) - ULP_FORMAT_BIAS_OFFSET;
  return layout;
}

/* Blocks: 2^log2_length elements in a row share a scale, which is of the format ULP_BLOCK_SCALE_, and with `tensor` all
 * elements of an array an fp32 number besides. The format of such an array is that of its elements with this above it, so
 * that its layout is theirs; the elements are read and written by core/number/block.h. */
enum { ULP_BLOCK_SCALE_E8M0, ULP_BLOCK_SCALE_E4M3, ULP_N_BLOCK_SCALES };
#define ULP_FORMAT_BLOCK_SHIFT 55
#define ULP_FORMAT_BLOCKS(element, log2_length, scale, tensor)                                                         \
  ((uint64_t)(element) | (uint64_t)((log2_length) | (scale) << 3 | (tensor) << 5) << ULP_FORMAT_BLOCK_SHIFT)

enum {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source)                                   \
  ULP_BLOCKS_##ID = ULP_FORMAT_BLOCKS(ULP_FORMAT_##element, log2_length, ULP_BLOCK_SCALE_##scale, tensor),
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
};

/* Elements to a scale; 0: the format is none of blocks. */
ULP_HD uint32_t ulp_block_length(UlpFormat format) {
  const uint32_t log2_length = (uint32_t)(format >> ULP_FORMAT_BLOCK_SHIFT) & 7;
  return log2_length ? 1u << log2_length : 0;
}

/* Of the elements alone. */
ULP_HD UlpFormat ulp_block_element_format(UlpFormat format) {
  return format & (((uint64_t)1 << ULP_FORMAT_BLOCK_SHIFT) - 1);
}

ULP_HD UlpFormat ulp_block_scale_format(UlpFormat format) {
  return (format >> (ULP_FORMAT_BLOCK_SHIFT + 3) & 3) == ULP_BLOCK_SCALE_E8M0 ? (UlpFormat)ULP_FORMAT_E8M0
                                                                              : (UlpFormat)ULP_FORMAT_E4M3;
}

ULP_HD bool ulp_block_has_tensor_scale(UlpFormat format) { return format >> (ULP_FORMAT_BLOCK_SHIFT + 5) & 1; }

/* Exponents, of the largest binade and of the last place of the smallest value, that no format passes: those of fp128. */
#define ULP_FORMAT_MAX_EXPONENT 16384
#define ULP_FORMAT_MIN_EXPONENT (-16494)

/* `bits` ones, 0 to 128. */
ULP_HD UlpBits ulp_low_bits(int bits) { return bits >= 128 ? ~(UlpBits)0 : ((UlpBits)1 << bits) - 1; }

/* Bits that count: those of the container without the unused ones. */
ULP_HD int ulp_layout_width(UlpLayout layout) {
  return layout.coding == ULP_CODING_BINARY
             ? layout.has_sign + layout.exponent_bits + layout.has_leading_bit + layout.fraction_bits
             : layout.container_bits - layout.pad_bits;
}

/* The significands of all values are below 2 to this. */
ULP_HD int ulp_layout_significand_bits(UlpLayout layout) {
  return layout.coding == ULP_CODING_BINARY ? layout.fraction_bits + 1 : ulp_layout_width(layout);
}

/* Exponent of the last bit of the smallest magnitudes. */
ULP_HD int32_t ulp_layout_lowest(UlpLayout layout) {
  switch (layout.coding) {
  case ULP_CODING_TWOS_COMPLEMENT:
    return -layout.bias;
  case ULP_CODING_POSIT:
    return -(ulp_layout_width(layout) - 2) * (1 << layout.exponent_bits);
  default:
    return layout.has_subnormals - layout.bias - layout.fraction_bits;
  }
}

/* ---- the magnitude of a binary format: exponent and fraction fields as one number, without a kept leading bit ---- */

ULP_HD UlpBits ulp_magnitude_all_ones(UlpLayout layout) {
  return ulp_low_bits(layout.exponent_bits + layout.fraction_bits);
}

ULP_HD UlpBits ulp_magnitude_all_ones_exponent(UlpLayout layout) {
  return ulp_magnitude_all_ones(layout) >> layout.fraction_bits << layout.fraction_bits;
}

/* The largest magnitude that is no NaN. */
ULP_HD UlpBits ulp_magnitude_last(UlpLayout layout) {
  return layout.nan == ULP_NAN_IEEE ? ulp_magnitude_all_ones_exponent(layout)
                                    : ulp_magnitude_all_ones(layout) - (layout.nan == ULP_NAN_ALL_ONES);
}

/* Of infinity where the format has one. */
ULP_HD UlpBits ulp_magnitude_infinite(UlpLayout layout) { return ulp_magnitude_last(layout); }

/* Of the largest finite value. */
ULP_HD UlpBits ulp_magnitude_largest(UlpLayout layout) { return ulp_magnitude_last(layout) - layout.has_infinity; }

/* Of the NaN without payload; without a NaN the largest finite one. */
ULP_HD UlpBits ulp_magnitude_of_nan(UlpLayout layout) {
  switch (layout.nan) {
  case ULP_NAN_IEEE:
    return ulp_magnitude_all_ones_exponent(layout) | (UlpBits)1 << (layout.fraction_bits - 1);
  case ULP_NAN_ALL_ONES:
    return ulp_magnitude_all_ones(layout);
  case ULP_NAN_NEGATIVE_ZERO:
    return 0;
  default:
    return ulp_magnitude_largest(layout);
  }
}

/* What overflow becomes: infinity, NaN where there is none, the largest finite value where there is neither. */
ULP_HD UlpBits ulp_magnitude_beyond(UlpLayout layout) {
  return layout.has_infinity ? ulp_magnitude_infinite(layout) : ulp_magnitude_of_nan(layout);
}

/* A leading bit that is kept is the one that the exponent field implies: on reading it is passed over. */
ULP_HD UlpBits ulp_fields_to_magnitude(UlpLayout layout, UlpBits raw) {
  const int fraction_bits = layout.fraction_bits;
  if (layout.has_leading_bit)
    raw = raw >> (fraction_bits + 1) << fraction_bits | (raw & ulp_low_bits(fraction_bits));
  return raw & ulp_magnitude_all_ones(layout);
}

ULP_HD UlpBits ulp_magnitude_to_fields(UlpLayout layout, UlpBits magnitude) {
  const int fraction_bits = layout.fraction_bits;
  if (!layout.has_leading_bit)
    return magnitude;
  const UlpBits field = magnitude >> fraction_bits;
  return field << (fraction_bits + 1) | (UlpBits)(field != 0) << fraction_bits |
         (magnitude & ulp_low_bits(fraction_bits));
}

/* Whether the parts fit together: what every function here and in codec.h may take for granted. */
ULP_HD bool ulp_format_is_valid(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  const int width = ulp_layout_width(layout), fields = layout.exponent_bits + layout.fraction_bits;
  if (format >> (ULP_FORMAT_BLOCK_SHIFT + 6) || (ulp_block_length(format) == 0 && format >> ULP_FORMAT_BLOCK_SHIFT) ||
      (format >> (ULP_FORMAT_BLOCK_SHIFT + 3) & 3) >= ULP_N_BLOCK_SCALES)
    return false;
  if (layout.coding >= ULP_N_CODINGS || layout.nan >= ULP_N_NANS || layout.container_bits > 128 ||
      width + layout.pad_bits > layout.container_bits)
    return false;
  if (layout.coding == ULP_CODING_TWOS_COMPLEMENT)
    return width >= 2 && width <= 64 && layout.bias >= -64 && layout.bias <= 64;
  if (layout.coding == ULP_CODING_POSIT)
    return width >= 3 && width <= 64 && layout.exponent_bits <= 4;
  const int32_t top = ulp_layout_lowest(layout) + layout.fraction_bits +
                      (int32_t)(ulp_magnitude_largest(layout) >> layout.fraction_bits);
  return layout.exponent_bits <= 15 && layout.fraction_bits <= 112 && fields >= 1 + layout.has_infinity &&
         ulp_magnitude_largest(layout) >= 1 && (layout.has_sign || layout.nan != ULP_NAN_NEGATIVE_ZERO) &&
         (layout.has_zero || layout.nan != ULP_NAN_NEGATIVE_ZERO) && (layout.has_zero || !layout.has_subnormals) &&
         (layout.fraction_bits >= 1 || layout.nan != ULP_NAN_IEEE) &&
         (layout.exponent_bits >= 1 || (layout.has_subnormals && layout.nan != ULP_NAN_IEEE)) &&
         top <= ULP_FORMAT_MAX_EXPONENT && ulp_layout_lowest(layout) >= ULP_FORMAT_MIN_EXPONENT;
}
