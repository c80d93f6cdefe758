/* Conversions of blocks of elements through fp32, in vector registers: the bits of the codec (core/number/codec.h), for the elements
 * that need nothing special. */
#pragma once

#include "core/array/packing.h"
#include "core/number/codec.h"

#include <glib.h>

#define ULP_BLOCK 512 /* elements: a block of each array stays in the first cache */

/* What is known of a pair of formats. */
typedef struct {
  guint from_bits, to_bits;         /* of the containers */
  gint from_fraction, to_fraction;  /* bits */
  float from_scale;                 /* what the source's fields, as those of an fp32, are multiplied by */
  guint32 from_largest, to_largest; /* finite magnitude: of the source's fields, and of the target in fp32 */
  guint32 to_min_normal, to_rebias; /* in fp32; of the exponent, in the target's place */
  float to_magic;                   /* 2^23 of the target's smallest values */
} UlpBlockPair;

/* FALSE: not a pair that this is for. Those of signed formats with IEEE's coding of zero and subnormals in containers of 4, 8 or 16
 * bits whose values are all ones of fp32, of fp32 and of fp64; rounded to nearest, ties to even. */
gboolean ulp_block_pair(UlpBlockPair *pair, UlpFormat from, UlpFormat to, UlpRound round, UlpProfile profile);

/* Up to ULP_BLOCK elements, which begin on a byte. FALSE, and anything may be in `out`, when one of them is not finite or lies beyond
 * the target's largest value. */
gboolean ulp_block_convert(const UlpBlockPair *pair, const guint8 *in, guint count, guint8 *out);
