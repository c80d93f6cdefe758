/* A typed value, kept exactly: what the user wrote, before any format rounds it. */
#pragma once

#include "core/number/format.h"

typedef struct _UlpReal UlpReal;

/* Decimal of any length, hex float, inf, infinity, nan (any case, optional sign), or FORMAT:0xBITS, a bit pattern without
 * unused bits set.
 * White space around is ignored; nothing may follow. ULP_ERROR_INPUT names the first character that does not fit and
 * what was expected. Decimals are held by MPFR with enough bits that every error shown is right to 17 digits. */
UlpReal *ulp_real_parse(const char *text, GError **error);
UlpReal *ulp_real_from_bits(UlpFormat format, UlpBits bits);
void ulp_real_free(UlpReal *real);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpReal, ulp_real_free)

/* One rounding from the exact value (MPFR's ternary value carries what lies beyond its precision). A bit pattern put
 * into its own format keeps its bits, signalling NaN included. */
UlpBits ulp_real_round(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile profile);

/* Stored value minus real, and the same in ulps of `format` at the real (ulp_format_ulp_exponent; at 0 its smallest
 * subnormal), each rounded once to double for display; one that is not 0 but too small is the smallest double of its sign.
 * Where either is not finite, the difference of extended reals:
 * NaN when a NaN is involved or both are the same infinity, else an infinity. */
double ulp_real_error(const UlpReal *real, UlpFormat format, UlpBits stored);
double ulp_real_error_scaled(const UlpReal *real, UlpFormat format, UlpBits stored, int scale); /* in units of 2^scale */
double ulp_real_error_ulps(const UlpReal *real, UlpFormat format, UlpBits stored);
