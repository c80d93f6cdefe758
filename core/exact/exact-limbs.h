/* The limbs of the exact accumulator, shared by the files of core/exact.
 *
 * The unit is half the smallest subnormal, so that the biased exponent of an fp64 normal number is the position of its
 * significand's last bit. A number shifted to its place is cut at a limb boundary into a low part below 2^32 and a high
 * part below 2^52: two limbs take it, and a limb has room for ULP_EXACT_MAX_PENDING parts. */
#pragma once

#include "core/exact/exact.h"

#include <float.h>
#include <string.h>

#define ULP_EXACT_MASK ((G_GUINT64_CONSTANT(1) << ULP_EXACT_SPACING) - 1)
#define ULP_EXACT_MAX_PENDING ((1u << (63 - (DBL_MANT_DIG - 1))) - 1)
#define ULP_EXACT_BITS (DBL_MAX_EXP - ULP_EXACT_UNIT_EXPONENT + 63 + 1)

G_STATIC_ASSERT(ULP_EXACT_UNIT_EXPONENT == DBL_MIN_EXP - DBL_MANT_DIG - 1);
G_STATIC_ASSERT(ULP_EXACT_LIMBS == (ULP_EXACT_BITS + ULP_EXACT_SPACING - 1) / ULP_EXACT_SPACING);

/* Adds (-1)^negative * magnitude * 2^(position + ULP_EXACT_UNIT_EXPONENT), magnitude below 2^53. */
void ulp_exact_add_scaled(UlpExact *exact, gboolean negative, guint64 magnitude, guint position);

/* Takes note of a NaN (fraction not 0) or an infinity. */
void ulp_exact_note_special(UlpExact *exact, gboolean negative, guint64 fraction);
