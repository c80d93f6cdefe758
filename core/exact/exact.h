/* The exact accumulator: the oracle of every sum.
 *
 * A fixed-point number that covers every bit of fp64, from 2^-1074 to 2^1023, with room for 2^63 additions, held in
 * 64-bit limbs with a spacing narrower than the limb so that carries are rare (Kulisch; R. M. Neal, "Fast exact
 * summation using small and large superaccumulators", arXiv 1505.05571). Nothing is ever rounded before the end, so the
 * order of additions and merges cannot matter.
 *
 * Special values as IEEE 754-2019 addition has them in any order: a NaN, or both infinities, give NaN; one infinity gives
 * itself; a sum of negative zeros only is -0; every other zero sum, and the sum of nothing, is +0. */
#pragma once

#include "core/exact/exact-state.h"
#include "core/number/format.h"

void ulp_exact_clear(UlpExact *exact);
void ulp_exact_add(UlpExact *exact, double value);
void ulp_exact_add_fp32(UlpExact *exact, const float *values, guint64 count);
void ulp_exact_add_fp64(UlpExact *exact, const double *values, guint64 count);
/* The same of |x|. */
void ulp_exact_add_magnitudes_fp32(UlpExact *exact, const float *values, guint64 count);
void ulp_exact_add_magnitudes_fp64(UlpExact *exact, const double *values, guint64 count);
/* Sums of parts, by whichever device, give the sum of the whole. `other` may be the same. */
void ulp_exact_merge(UlpExact *exact, const UlpExact *other);

/* The sum, rounded once. */
UlpBits ulp_exact_round(const UlpExact *exact, UlpFormat format, UlpRound round);
double ulp_exact_to_double(const UlpExact *exact); /* rn */

/* The sum divided by `count`, rounded once: finite where the mean is, though the sum may not fit. NaN when count is 0. */
double ulp_exact_mean(const UlpExact *exact, guint64 count);

/* `value` (bits of `format`, whose numbers fp64 holds, as ulp_format_fits_fp64 says) minus the exact sum, and the same in
 * ulps: in units of `format`'s ulp at the exact sum, which at 0 is its smallest subnormal and beyond the largest finite
 * value is that of the largest. Computed exactly and rounded once to double. Where either is not finite, the difference of
 * extended reals: NaN when a NaN is involved or both are the same infinity, else an infinity. */
double ulp_exact_error(const UlpExact *exact, UlpFormat format, UlpBits value);
double ulp_exact_error_ulps(const UlpExact *exact, UlpFormat format, UlpBits value);
/* The same in ulps of another format, `unit`, at the exact sum, so that results of several formats can be compared. */
double ulp_exact_error_in_ulps_of(const UlpExact *exact, UlpFormat format, UlpBits value, UlpFormat unit);

/* |value - exact sum| / |exact sum|, computed exactly and rounded once to double; NaN when the sum is 0 or either
 * is not finite. */
double ulp_exact_relative_error(const UlpExact *exact, UlpFormat format, UlpBits value);

/* The sum divided by another, rounded once to double: NaN when `divisor` is 0 or either is not finite. */
double ulp_exact_ratio(const UlpExact *exact, const UlpExact *divisor);

/* Every digit of the sum; inf, -inf, nan. Free with g_free. */
char *ulp_exact_to_decimal(const UlpExact *exact);
