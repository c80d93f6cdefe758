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
 * subnormal), each rounded once to double; one that is not 0 but too small is the smallest double of its sign. Where either
 * is not finite, the difference of extended reals: NaN when a NaN is involved or both are the same infinity, else an
 * infinity, which also stands for a finite error beyond the largest double: the texts below tell them apart. */
double ulp_real_error(const UlpReal *real, UlpFormat format, UlpBits stored);
double ulp_real_error_ulps(const UlpReal *real, UlpFormat format, UlpBits stored);

/* The error over the real's magnitude, rounded once; 0 where both are 0, NaN or an infinity as the error is. */
double ulp_real_relative_error(const UlpReal *real, UlpFormat format, UlpBits stored);

/* The number with every digit where these are at most `most` (40 at least), else ULP_ABOUT and 17 digits; "inf", "-inf", "nan". New
 * string; ulp_about_words() translates it. */
char *ulp_real_to_decimal(const UlpReal *real, guint most);

/* The magnitude's binary digits from the first 1 on, at most `most`, without zeros at the end; `power`: what the first counts,
 * as an exponent of 2; `more`: others follow. New string; NULL for 0 and what is not finite. */
char *ulp_real_to_binary(const UlpReal *real, guint most, int *power, gboolean *more);

/* The fraction of the magnitude as it is doubled again and again, what stands before the point taken off each time: "0.2 0.4 0.8
 * 1.6 1.2", whose digits before the point are those of ulp_real_to_binary() behind it. At most `most` numbers, and "…" where more
 * follow. And the whole part as it is halved until 0 is left: "3 1 0". New strings; NULL where the part is 0, not finite, or not short
 * enough to be written: 16 characters each. */
char *ulp_real_doubled_text(const UlpReal *real, guint most);
char *ulp_real_halved_text(const UlpReal *real, guint most);

/* What became of a number. */
typedef enum {
  ULP_REAL_EXACT,     /* the stored value is the number */
  ULP_REAL_ROUNDED,   /* it is another one: only then there are digits to give */
  ULP_REAL_OVERFLOW,  /* an infinity or NaN stands for another number */
  ULP_REAL_SATURATED, /* a number stands for an infinity */
  ULP_REAL_NAN,       /* the number is none */
} UlpRealFit;
UlpRealFit ulp_real_fit(const UlpReal *real, UlpFormat format, UlpBits stored);

/* One ulp of `format` at the real, as an exponent of 2: what errors are counted in. Where rounding crosses a power of two that of
 * the stored value is another. */
int ulp_real_ulp_exponent(const UlpReal *real, UlpFormat format);

/* The errors for people: six significant digits of exact arithmetic, with sign, of any size: "+0.4", and after ULP_ABOUT where
 * they are not all: "about +5.55112e-18". Nearer to 0 than any double, and no rational number, "below 4.94066e-324" or "above
 * -4.94066e-324". Of another fit than ROUNDED "0 (exact)", "overflow", "saturated", "none". In English, each a message that
 * ulp_about_words() translates; new string. */
char *ulp_real_error_text(const UlpReal *real, UlpFormat format, UlpBits stored);
char *ulp_real_error_ulps_text(const UlpReal *real, UlpFormat format, UlpBits stored);

/* A text that may begin with ULP_ABOUT, or another message, in the user's language: new string. */
char *ulp_about_words(const char *text);
