/* What a format is, derived from its layout: ids, limits, spacing, neighbours, exact text. */
#pragma once

#include "core/number/codec.h"

#include <glib.h>

typedef struct {
  const char *id;
  const char *title; /* N_() */
  const char *source;
} UlpFormatInfo;

const UlpFormatInfo *ulp_format_info(UlpFormat format);
gboolean ulp_format_from_id(const char *id, UlpFormat *format, GError **error); /* ULP_ERROR_USAGE lists the ids */
extern const char *const ulp_format_ids[];   /* NULL-terminated, in the order of UlpFormat: choices of a parameter */
extern const char *const ulp_round_ids[];    /* rn, rz, ru, rd */
extern const char *const ulp_overflow_ids[]; /* ieee, saturate */
extern const char *const ulp_class_titles[]; /* N_(): zero, subnormal, normal, infinity, quiet NaN, signalling NaN */

guint ulp_format_bytes(UlpFormat format); /* of the container */

/* Bits of the positive extremes and of 1's successor's distance; ULP_FORMAT_* arithmetic is never used to find them. */
UlpBits ulp_format_largest(UlpFormat format);            /* largest finite value */
UlpBits ulp_format_smallest_normal(UlpFormat format);    /* positive */
UlpBits ulp_format_smallest_subnormal(UlpFormat format); /* positive */
UlpBits ulp_format_nan(UlpFormat format);                /* the canonical quiet NaN: sign clear, payload zero */
gboolean ulp_format_has_infinity(UlpFormat format);

UlpClass ulp_bits_class(UlpFormat format, UlpBits bits);
/* The next value towards +infinity (`up`) or -infinity, as nextUp/nextDown of IEEE 754-2019, 5.3.1: +-0 count as one
 * value and give the smallest subnormal of the direction; the infinities (or, without them, the extremes) stay; NaN stays. */
UlpBits ulp_bits_neighbour(UlpFormat format, UlpBits bits, gboolean up);

/* Exponent e such that one ulp of the finite value is 2^e; at 0 and for subnormals that of the smallest subnormal. */
int ulp_bits_ulp_exponent(UlpFormat format, UlpBits bits);

double ulp_bits_to_double(UlpFormat format, UlpBits bits); /* exact: every format here fits; NaN becomes a NaN */
UlpBits ulp_bits_from_double(UlpFormat format, double value, UlpRound round, UlpOverflow overflow);

/* New strings, C locale, free with g_free. Infinities and NaN as inf, -inf, nan. */
char *ulp_bits_to_decimal(UlpFormat format, UlpBits bits);  /* every digit: 0.1000000014901161193847656250 -> exact */
char *ulp_bits_to_shortest(UlpFormat format, UlpBits bits); /* fewest digits that read back to the same bits under rn */
char *ulp_bits_to_hexfloat(UlpFormat format, UlpBits bits); /* 0x1.99999ap-4, as C17 %a normalises it */
char *ulp_bits_to_hex(UlpFormat format, UlpBits bits);      /* 0x3dcccccd, all digits of the container */

/* Array elements, little-endian containers as they lie in memory. */
UlpBits ulp_element_load(UlpFormat format, gconstpointer array, guint64 index);
void ulp_element_store(UlpFormat format, gpointer array, guint64 index, UlpBits bits);
