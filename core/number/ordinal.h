/* The place of a stored value among those of its format: neighbours differ by 1, 0 or the value next to it above has place 0. */
#pragma once

#include "core/number/format.h"

typedef __int128 UlpOrdinal;

/* FALSE for NaN. +0 and -0 have one place, infinities are the ends. */
gboolean ulp_bits_ordinal(UlpFormat format, UlpBits bits, UlpOrdinal *ordinal);
UlpBits ulp_ordinal_bits(UlpFormat format, UlpOrdinal ordinal); /* of one within the format */

/* Places of the lowest and the highest finite value. */
void ulp_format_ordinals(UlpFormat format, UlpOrdinal *first, UlpOrdinal *last);
