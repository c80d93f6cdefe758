#include "core/table/text-pool.h"

#include "core/base/memory.h"

#include <string.h>

#define FIRST 64      /* entries of segment 0; each later one has twice as many, and none ever moves */
#define N_SEGMENTS 25 /* 2^31 entries; the slots end at 2^30 */
#define LARGEST_BLOCK (1 << 16)

typedef struct {
  const char *text;
  guint32 hash;
} Entry;

/* Memory for texts, one after the other. */
typedef struct _Block {
  struct _Block *next;
  char bytes[];
} Block;

struct _UlpTextPool {
  GMutex mutex; /* guards everything but the entries that were handed out */
  Entry *segments[N_SEGMENTS];
  guint32 n_texts;
  guint32 *slots; /* open addressing: a text's number + 1, 0 for an empty slot; at most half full */
  guint32 n_slots;
  Block *blocks;
  char *room;
  gsize left, block_size;
};

UlpTextPool *ulp_text_pool_new(void) {
  UlpTextPool *pool = g_new0(UlpTextPool, 1);
  g_mutex_init(&pool->mutex);
  pool->block_size = 256;
  return pool;
}

void ulp_text_pool_free(UlpTextPool *pool) {
  for (Block *block = pool->blocks, *next; block; block = next) {
    next = block->next;
    g_free(block);
  }
  for (guint i = 0; i < N_SEGMENTS; i++)
    g_free(pool->segments[i]);
  g_free(pool->slots);
  g_mutex_clear(&pool->mutex);
  g_free(pool);
}

/* Where entry `number` is: segment k begins at FIRST * (2^k - 1). */
static guint segment_of(guint32 number, guint32 *offset) {
  const guint k = g_bit_storage(number / FIRST + 1) - 1;
  *offset = number - FIRST * ((1u << k) - 1);
  return k;
}

static Entry *entry_at(const UlpTextPool *pool, guint32 number) {
  guint32 offset;
  const guint k = segment_of(number, &offset);
  return &pool->segments[k][offset];
}

/* FNV-1a (Fowler, Noll, Vo), its high bits folded into the low ones that choose the slot. */
static guint32 hash_of(const char *text) {
  guint32 hash = 2166136261u;
  for (const char *c = text; *c; c++)
    hash = (hash ^ (guint8)*c) * 16777619u;
  return hash ^ hash >> 15;
}

static guint32 *slot_of(const UlpTextPool *pool, const char *text, guint32 hash) {
  for (guint32 i = hash;; i++) {
    guint32 *slot = &pool->slots[i & (pool->n_slots - 1)];
    if (*slot == 0)
      return slot;
    const Entry *entry = entry_at(pool, *slot - 1);
    if (entry->hash == hash && strcmp(entry->text, text) == 0)
      return slot;
  }
}

static gboolean grow_slots(UlpTextPool *pool) {
  const guint32 n_slots = MAX(2 * pool->n_slots, 64);
  guint32 *slots = n_slots > pool->n_slots ? ulp_try_allocate(n_slots, sizeof *slots) : NULL;
  if (!slots)
    return FALSE;
  memset(slots, 0, n_slots * sizeof *slots);
  for (guint32 number = 0; number < pool->n_texts; number++) {
    guint32 i = entry_at(pool, number)->hash;
    while (slots[i & (n_slots - 1)])
      i++;
    slots[i & (n_slots - 1)] = number + 1;
  }
  g_free(pool->slots);
  pool->slots = slots;
  pool->n_slots = n_slots;
  return TRUE;
}

static const char *keep(UlpTextPool *pool, const char *text) {
  const gsize size = strlen(text) + 1;
  if (size > pool->left) {
    const gsize bytes = MAX(pool->block_size, size);
    Block *block = g_try_malloc(sizeof *block + bytes);
    if (!block)
      return NULL;
    block->next = pool->blocks;
    pool->blocks = block;
    pool->room = block->bytes;
    pool->left = bytes;
    pool->block_size = MIN(2 * pool->block_size, LARGEST_BLOCK);
  }
  char *kept = memcpy(pool->room, text, size);
  pool->room += size;
  pool->left -= size;
  return kept;
}

static gboolean add_entry(UlpTextPool *pool, const char *text, guint32 hash) {
  guint32 offset;
  const guint k = segment_of(pool->n_texts, &offset);
  if (!pool->segments[k])
    pool->segments[k] = ulp_try_allocate((guint64)FIRST << k, sizeof(Entry));
  const char *kept = pool->segments[k] ? keep(pool, text) : NULL;
  if (!kept)
    return FALSE;
  pool->segments[k][offset] = (Entry){kept, hash};
  pool->n_texts++;
  return TRUE;
}

static gboolean find_or_add(UlpTextPool *pool, const char *text, guint32 *number) {
  const guint32 hash = hash_of(text);
  if (2 * (guint64)pool->n_texts >= pool->n_slots && !grow_slots(pool))
    return FALSE;
  guint32 *slot = slot_of(pool, text, hash);
  if (*slot == 0) {
    if (!add_entry(pool, text, hash))
      return FALSE;
    *slot = pool->n_texts;
  }
  *number = *slot - 1;
  return TRUE;
}

gboolean ulp_text_pool_add(UlpTextPool *pool, const char *text, guint32 *number) {
  g_mutex_lock(&pool->mutex);
  const gboolean done = find_or_add(pool, text, number);
  g_mutex_unlock(&pool->mutex);
  return done;
}

const char *ulp_text_pool_get(const UlpTextPool *pool, guint32 number) { return entry_at(pool, number)->text; }

guint32 ulp_text_pool_count(UlpTextPool *pool) {
  g_mutex_lock(&pool->mutex);
  const guint32 count = pool->n_texts;
  g_mutex_unlock(&pool->mutex);
  return count;
}
