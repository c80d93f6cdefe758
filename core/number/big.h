/* Between the codec's unpacked values and MPFR. */
#pragma once

#include "core/number/codec.h"

#include <glib.h>
#include <mpfr.h>

/* The top 126 bits of `big`; what is cut off makes it sticky, as does `inexact`: that |big| lies below the true value
 * by less than its last bit (MPFR_RNDZ with a ternary value other than 0). NaN has no payload. */
UlpUnpacked ulp_unpacked_from_mpfr(mpfr_srcptr big, gboolean inexact);

/* Exact; `big` has at least 127 bits of precision. The sticky bit is ignored. */
void ulp_unpacked_to_mpfr(UlpUnpacked value, mpfr_ptr big);

void ulp_bits_to_mpz(UlpBits bits, mpz_ptr integer);

/* As printf writes it with "%.{digits}g" in the C locale, whatever its exponent; `value` is regular and has at least 110 right
 * bits, so that the middle of two texts counts as such, and goes to the even digit, when it is that to 30 digits. New
 * string. */
char *ulp_mpfr_to_text(mpfr_srcptr value, gsize digits);
