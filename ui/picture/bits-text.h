/* What the Bits page writes about one stored value. New strings, C locale. */
#pragma once

#include "core/number/real.h"

/* As ulp_bits_to_text() has it, and after "about" where these are not all digits. */
char *ulp_bits_value_text(UlpFormat format, UlpBits bits);

/* What a user would type for these bits: every digit of a finite value while they are few, else the bit pattern. */
char *ulp_bits_typed_text(UlpFormat format, UlpBits bits);

/* Every digit; with more than six zeros after the point as D.DDDe-NN. */
char *ulp_bits_exact_text(UlpFormat format, UlpBits bits);
/* The same digits in lines short enough for a tooltip, and as many as fit on it. */
char *ulp_bits_exact_lines(UlpFormat format, UlpBits bits);

char *ulp_power_of_two(int exponent); /* "2⁻²⁷" */

/* "about +5.55112e-18 (+0.4 ulp)", "0 (exact)", or why there is no error to give. Where the ulp at the typed value, in which errors are
 * counted, is not that of the stored one: "+16 (+0.5 ulp of 2⁵)". */
char *ulp_bits_error_text(const UlpReal *typed, UlpFormat format, UlpBits bits);

/* "2⁻³ = 0.125", "2⁻²⁷, about 7.45058e-09"; a dash where there is no ulp. */
char *ulp_bits_ulp_text(UlpFormat format, UlpBits bits);

/* The value as its three fields: "−" or "about −", "1.6", "2⁻⁴". Infinities and NaN have no power. */
typedef struct {
  char *sign, *significand, *power; /* power: NULL where there is none */
  char *exponent_meaning;           /* ulp_bits_exponent_words */
} UlpBitsParts;

UlpBitsParts ulp_bits_parts(UlpFormat format, UlpBits bits);
void ulp_bits_parts_clear(UlpBitsParts *parts);
