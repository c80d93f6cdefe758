/* A block of fp64 numbers as a few integers: error-free extraction (S. M. Rump, T. Ogita, S. Oishi, "Accurate floating-point
 * summation part I: faithful rounding", SIAM J. Sci. Comput. 31(1), 2008, ExtractVector).
 *
 * (sigma + x) - sigma, with sigma = 1.5 * 2^(52 + u), is x rounded to a multiple of 2^u, exactly, where |x| <= 2^(51 + u), and
 * what is left is exact, too, and at most 2^(u - 1). The bits of sigma + x, read as an integer, are those of sigma plus that
 * multiple: integers are added in place of doubles, so that a level holds 52 bits for any number of elements up to 2^11, in
 * whatever order. The next level has u - 52; the last one takes every bit that is left. */
#pragma once

#include <glib.h>

#define ULP_EXTRACT_BLOCK 2048
#define ULP_EXTRACT_LEVELS 6

/* Exponents here are biased: those of the fields of fp64. */
typedef struct {
  guint levels;                 /* 0: too many would be needed */
  int unit[ULP_EXTRACT_LEVELS]; /* u of each level; at least that of the smallest subnormal */
  double sigma[ULP_EXTRACT_LEVELS];
} UlpExtraction;

/* Bits of the largest and of the smallest element that is not 0, without signs; 0 and more than any number where all are 0. */
typedef struct {
  guint64 largest, smallest;
} UlpExtractRange;

/* Levels for elements between these, whose significands have `precision` bits. */
void ulp_extract_plan(UlpExtraction *extraction, const UlpExtractRange *range, int precision);
/* The sums of a block's elements (fp32 where it is `narrow`, else fp64), `mask` being all ones or all but the sign, in units of
 * 2^unit of each level. FALSE: some element is too large or has bits below the last level, and the sums mean nothing. */
gboolean ulp_extract_block(const UlpExtraction *extraction, gboolean narrow, gconstpointer values, guint64 mask,
                           gint64 *sums);
void ulp_extract_range(const double *values, UlpExtractRange *range);
/* How many of `count` elements have the exponent 0, and how many of them a sign after `mask`. */
guint64 ulp_extract_count_low(const double *values, guint count, guint64 mask, guint64 *negative);
/* fp32 as fp64. */
void ulp_extract_widen(const float *narrow, guint count, double *wide);
