#include "core/table/chunk.h"

#include "core/base/memory.h"

#include <string.h>

#define ALIGNMENT 16

static gsize aligned(gsize size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

UlpChunk *ulp_chunk_new(guint64 owner, guint capacity, const UlpShape *shapes, guint n_columns) {
  const gsize head = aligned(sizeof(UlpChunk) + n_columns * sizeof(UlpBlock));
  gsize size = head;
  for (guint i = 0; i < n_columns; i++)
    size += aligned((gsize)capacity * shapes[i].width) + (shapes[i].mixed ? aligned(capacity) : 0);
  if (capacity == ULP_CHUNK_ROWS && !ulp_memory_is_left(size))
    return NULL;
  guint8 *memory = g_try_malloc(size);
  if (!memory)
    return NULL;
  UlpChunk *chunk = (UlpChunk *)(gpointer)memory;
  g_atomic_ref_count_init(&chunk->references);
  chunk->owner = owner;
  chunk->capacity = capacity;
  chunk->n_columns = n_columns;
  memory += head;
  for (guint i = 0; i < n_columns; i++) {
    UlpBlock *block = &chunk->blocks[i];
    *block = (UlpBlock){.shape = shapes[i], .cells = memory};
    memory += aligned((gsize)capacity * shapes[i].width);
    if (shapes[i].mixed) {
      block->formats = memory;
      memory += aligned(capacity);
    }
  }
  return chunk;
}

UlpChunk *ulp_chunk_ref(UlpChunk *chunk) {
  g_atomic_ref_count_inc(&chunk->references);
  return chunk;
}

void ulp_chunk_unref(UlpChunk *chunk) {
  if (g_atomic_ref_count_dec(&chunk->references))
    g_free(chunk);
}

static void copy_block(UlpBlock *block, const UlpBlock *from, guint n_rows) {
  if (block->shape.width == from->shape.width)
    memcpy(block->cells, from->cells, (gsize)n_rows * from->shape.width);
  else
    for (guint row = 0; row < n_rows; row++)
      ulp_block_store(block, row, ulp_block_load(from, row), 0);
  if (block->formats && from->formats)
    memcpy(block->formats, from->formats, n_rows);
  else if (block->formats)
    memset(block->formats, from->shape.format, n_rows);
}

void ulp_chunk_copy(UlpChunk *chunk, const UlpChunk *from, guint n_rows) {
  for (guint i = 0; i < chunk->n_columns; i++)
    copy_block(&chunk->blocks[i], &from->blocks[i], n_rows);
}

guint8 ulp_width_of(UlpBits bits) { return bits >> 64 ? 16 : bits >> 32 ? 8 : bits >> 16 ? 4 : bits >> 8 ? 2 : 1; }

UlpBits ulp_block_load(const UlpBlock *block, guint row) {
  switch (block->shape.width) {
  case 1:
    return block->cells[row];
  case 2:
    return ((const guint16 *)(gconstpointer)block->cells)[row];
  case 4:
    return ((const guint32 *)(gconstpointer)block->cells)[row];
  case 8:
    return ((const guint64 *)(gconstpointer)block->cells)[row];
  default:
    return ((const UlpBits *)(gconstpointer)block->cells)[row];
  }
}

void ulp_block_store(UlpBlock *block, guint row, UlpBits bits, guint8 format) {
  switch (block->shape.width) {
  case 1:
    block->cells[row] = (guint8)bits;
    break;
  case 2:
    ((guint16 *)(gpointer)block->cells)[row] = (guint16)bits;
    break;
  case 4:
    ((guint32 *)(gpointer)block->cells)[row] = (guint32)bits;
    break;
  case 8:
    ((guint64 *)(gpointer)block->cells)[row] = (guint64)bits;
    break;
  default:
    ((UlpBits *)(gpointer)block->cells)[row] = bits;
    break;
  }
  if (block->formats)
    block->formats[row] = format;
}
