/* Up to 2^16 rows of a table: one block of numbers for each column.
 *
 * Rows are only ever appended, and only by the table that made the chunk, so a chunk may be shared: whoever knows of n
 * rows reads them while more are written behind them. A chunk that is full, or whose cells outgrow their width, is
 * replaced by a roomier copy. */
#pragma once

#include "core/number/format.h"

#define ULP_CHUNK_ROWS (1u << 16)

/* How a column's cells lie in a chunk. */
typedef struct {
  guint8 width;   /* bytes of a cell: 1, 2, 4, 8 or 16 */
  guint8 format;  /* VALUE: number of the format, of all cells unless they are mixed */
  gboolean mixed; /* VALUE: a format number is kept for each row */
} UlpShape;

typedef struct {
  UlpShape shape;
  guint8 *cells;   /* `width` bytes each, as the machine has them */
  guint8 *formats; /* of mixed cells, else NULL */
} UlpBlock;

typedef struct {
  gatomicrefcount references;
  guint64 owner; /* serial number of the table that appends */
  guint capacity, n_columns;
  UlpBlock blocks[];
} UlpChunk;

/* Room for `capacity` rows; NULL when memory is short. */
UlpChunk *ulp_chunk_new(guint64 owner, guint capacity, const UlpShape *shapes, guint n_columns);
UlpChunk *ulp_chunk_ref(UlpChunk *chunk);
void ulp_chunk_unref(UlpChunk *chunk);

/* The first `n_rows` rows of `from`, whose shapes are no wider. */
void ulp_chunk_copy(UlpChunk *chunk, const UlpChunk *from, guint n_rows);

guint8 ulp_width_of(UlpBits bits); /* fewest bytes that hold them, a power of two */
UlpBits ulp_block_load(const UlpBlock *block, guint row);
void ulp_block_store(UlpBlock *block, guint row, UlpBits bits, guint8 format);

static inline guint8 ulp_block_format(const UlpBlock *block, guint row) {
  return block->formats ? block->formats[row] : block->shape.format;
}
