/* One block as a value, for people: the elements of numbers that share a scale, and what became of each. */
#pragma once

#include "core/number/block-format.h"

typedef struct {
  UlpBits bits;     /* in the elements' format */
  UlpBits value;    /* what it stands for, fp64 bits: exact */
  gboolean clipped; /* the number lies beyond the largest element under the scale */
  gboolean flushed; /* it is not zero, and its element is */
} UlpBlockElement;

typedef struct {
  UlpFormat blocks;
  UlpBits scale; /* bits */
  guint32 tensor_scale;
  guint n;       /* elements: up to the format's length */
  guint largest; /* the first with the largest magnitude, from which the scale is; of a NaN the first of these */
  UlpBlockElement element[ULP_BLOCK_LONGEST];
} UlpBlock;

/* `values` are exact; each is rounded by the rounding of its own. */
void ulp_block_quantise(UlpFormat blocks, const UlpUnpacked *values, const UlpRound *rounds, guint n, UlpBlockRule rule,
                        guint32 tensor_scale, UlpBlock *block);

/* The same elements under another scale's bits: for one that is set by hand. */
void ulp_block_rescale(UlpBlock *block, const UlpUnpacked *values, const UlpRound *rounds, UlpBits scale);

/* What follows from elements that are set by hand, under the block's scale. */
void ulp_block_revalue(UlpBlock *block, guint index, UlpBits bits);

/* scale * tensor scale, fp64 bits: exact. */
UlpBits ulp_block_step_fp64(const UlpBlock *block);

/* The bytes of the block, "70 | 42 13 ...": the scale, then the elements, each byte's lowest bits first (packing.h). New string. */
char *ulp_block_bytes_text(const UlpBlock *block);

/* The largest finite magnitude of numbers, as amax for a tensor's scale. */
UlpUnpacked ulp_block_finite_amax(const UlpUnpacked *values, gsize n);
