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
 * value and give the smallest subnormal of the direction; outwards the infinity (or, without one, the largest finite
 * value) stays; NaN stays. */
UlpBits ulp_bits_neighbour(UlpFormat format, UlpBits bits, gboolean up);

/* Exponent e such that one ulp of the finite value is 2^e; at 0 and for subnormals that of the smallest subnormal. Has
 * no meaning for infinities and NaN. */
int ulp_bits_ulp_exponent(UlpFormat format, UlpBits bits);

/* The same for any number, a value of the format or not, with magnitude in [2^top, 2^(top + 1)): gradual underflow bounds
 * the ulp below, and beyond the largest finite value it is that of the largest. */
int ulp_format_ulp_exponent(UlpFormat format, gint64 top);

double ulp_bits_to_double(UlpFormat format, UlpBits bits); /* exact: every format here fits; NaN becomes a NaN */
UlpBits ulp_bits_from_double(UlpFormat format, double value, UlpRound round, UlpOverflow overflow);

/* New strings, C locale, free with g_free. Infinities and NaN as inf, -inf, nan. */
char *ulp_bits_to_decimal(UlpFormat format, UlpBits bits);  /* every digit: 0.1000000014901161193847656250 -> exact */
/* What tables, the command line and the window show: the exact value, which fp64 holds for every format, in the fewest
 * digits that read back to the same fp64 number under rn, the nearest of those; without exponent from 1e-5 to 1e16.
 * e5m2 0.09375 is "0.09375", fp32's nearest to 0.1 is "0.10000000149011612". */
char *ulp_bits_to_text(UlpFormat format, UlpBits bits);
char *ulp_bits_to_hexfloat(UlpFormat format, UlpBits bits); /* as C17 %a, subnormals with a leading 1 too */
char *ulp_bits_to_hex(UlpFormat format, UlpBits bits);      /* 0x3dcccccd, all digits of the container */

/* Array elements, little-endian containers as they lie in memory. */
UlpBits ulp_element_load(UlpFormat format, gconstpointer array, guint64 index);
void ulp_element_store(UlpFormat format, gpointer array, guint64 index, UlpBits bits);
