/* Numbers in blocks that share scales, as tables: what `ulp block` prints and the Blocks page exports. */
#pragma once

#include "core/number/block-value.h"
#include "core/number/real.h"
#include "core/table/table.h"

#define ULP_BLOCK_MOST_NUMBERS 65536

typedef struct {
  char *text; /* as typed, or the element of an input */
  UlpReal *real;
  UlpUnpacked value; /* the number, or one of 113 bits that every format of elements rounds alike */
} UlpBlockNumber;

/* Takes both. */
UlpBlockNumber *ulp_block_number_new(char *text, UlpReal *real);
void ulp_block_number_free(UlpBlockNumber *number);

/* How numbers become blocks. */
typedef struct {
  UlpFormat blocks;
  UlpBlockRule rule;
  UlpRound round; /* one of the list */
  guint random_bits;
  guint64 seed;         /* both of stochastic rounding, with the number's place (core/job/job.h) */
  guint32 tensor_scale; /* fp32 bits; 0: from the numbers, where the format has one */
} UlpBlockHow;

/* The tensor's scale of these numbers. */
guint32 ulp_block_how_tensor_scale(const UlpBlockHow *how, const GPtrArray *numbers);

/* Block `index` of `numbers`, UlpBlockNumber elements; there are ulp_block_how_count() of them. */
guint ulp_block_how_count(const UlpBlockHow *how, const GPtrArray *numbers);
void ulp_block_how_apply(const UlpBlockHow *how, const GPtrArray *numbers, guint index, guint32 tensor_scale,
                         UlpBlock *block);

/* One row for each block, and one for each element. */
void ulp_block_tables_new(const UlpBlockHow *how, const GPtrArray *numbers, UlpTable **blocks, UlpTable **elements);
