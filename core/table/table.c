#include "core/table/table.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/chunk.h"
#include "core/table/text-pool.h"

#include <math.h>
#include <string.h>

#define FIRST_CAPACITY 64u
#define MAX_FORMATS 256

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN); /* real and bits share their storage */

/* What a table and its snapshots have in common; nothing in it that was seen ever changes. */
typedef struct {
  char *id, *title;
  GStringChunk *strings; /* of the descriptors */
  UlpColumn *columns;
  guint n_columns;
  UlpTextPool *texts;
  GMutex mutex; /* guards n_formats */
  guint n_formats;
  UlpFormat formats[MAX_FORMATS]; /* in order of appearance; cells have their numbers */
} Common;

typedef struct {
  char *key, *value;
} Provenance;

/* A cell on its way into a block. */
typedef struct {
  UlpBits bits;
  UlpShape shape;
} Packed;

struct _UlpTable {
  gatomicrefcount references;
  Common *common;
  guint64 serial; /* of this table among all there ever were */
  guint64 n_rows;
  UlpChunk **chunks; /* all but the last are full */
  gsize n_chunks, room;
  Packed *packed;      /* scratch: one for each column */
  const char *failure; /* N_(): why a row could not be appended; NULL */
  GArray *provenance;  /* Provenance */
};

/* --- what is shared --- */

static const char *keep(Common *common, const char *text) { return g_string_chunk_insert_const(common->strings, text); }

static Common *common_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns) {
  Common *common = g_atomic_rc_box_new0(Common);
  common->id = g_strdup(id);
  common->title = g_strdup(title);
  common->strings = g_string_chunk_new(512);
  common->columns = g_memdup2(columns, n_columns * sizeof *columns);
  common->n_columns = n_columns;
  common->texts = ulp_text_pool_new();
  g_mutex_init(&common->mutex);
  for (guint i = 0; i < n_columns; i++) {
    UlpColumn *column = &common->columns[i];
    column->id = keep(common, column->id);
    column->title = keep(common, column->title);
    column->unit = keep(common, column->unit);
    column->meaning = keep(common, column->meaning);
  }
  return common;
}

static void common_clear(gpointer data) {
  Common *common = data;
  g_free(common->id);
  g_free(common->title);
  g_string_chunk_free(common->strings);
  g_free(common->columns);
  ulp_text_pool_free(common->texts);
  g_mutex_clear(&common->mutex);
}

/* The number of `format`; FALSE when there are too many. */
static gboolean number_format(Common *common, UlpFormat format, guint8 *number) {
  guint i = 0;
  g_mutex_lock(&common->mutex);
  while (i < common->n_formats && common->formats[i] != format)
    i++;
  const gboolean fits = i < MAX_FORMATS;
  if (fits && i == common->n_formats)
    common->formats[common->n_formats++] = format;
  g_mutex_unlock(&common->mutex);
  *number = (guint8)i;
  return fits;
}

/* --- tables --- */

static void provenance_clear(gpointer data) {
  Provenance *entry = data;
  g_free(entry->key);
  g_free(entry->value);
}

static guint64 next_serial(void) {
  static guint64 last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* Takes `common` over. */
static UlpTable *table_new(Common *common) {
  UlpTable *table = g_new0(UlpTable, 1);
  g_atomic_ref_count_init(&table->references);
  table->common = common;
  table->serial = next_serial();
  table->packed = g_new0(Packed, common->n_columns);
  table->provenance = g_array_new(FALSE, FALSE, sizeof(Provenance));
  g_array_set_clear_func(table->provenance, provenance_clear);
  return table;
}

UlpTable *ulp_table_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns) {
  g_return_val_if_fail(n_columns > 0, NULL);
  return table_new(common_new(id, title, columns, n_columns));
}

UlpTable *ulp_table_snapshot(const UlpTable *table) {
  UlpTable *copy = table_new(g_atomic_rc_box_acquire(table->common));
  copy->n_rows = table->n_rows;
  copy->n_chunks = copy->room = table->n_chunks;
  copy->failure = table->failure;
  copy->chunks = g_new(UlpChunk *, table->n_chunks);
  for (gsize i = 0; i < table->n_chunks; i++)
    copy->chunks[i] = ulp_chunk_ref(table->chunks[i]);
  for (guint i = 0; i < table->provenance->len; i++) {
    const Provenance *entry = &g_array_index(table->provenance, Provenance, i);
    ulp_table_set_provenance(copy, entry->key, entry->value);
  }
  return copy;
}

UlpTable *ulp_table_ref(UlpTable *table) {
  g_atomic_ref_count_inc(&table->references);
  return table;
}

void ulp_table_unref(UlpTable *table) {
  if (!g_atomic_ref_count_dec(&table->references))
    return;
  for (gsize i = 0; i < table->n_chunks; i++)
    ulp_chunk_unref(table->chunks[i]);
  g_free(table->chunks);
  g_free(table->packed);
  g_array_unref(table->provenance);
  g_atomic_rc_box_release_full(table->common, common_clear);
  g_free(table);
}

/* --- appending --- */

static const char no_memory[] = N_("not enough memory for more rows of the table");

static const char *pack(Common *common, const UlpColumn *column, const UlpCell *cell, Packed *packed) {
  guint32 text;
  guint8 format = 0;
  switch (cell->type) {
  case ULP_COLUMN_TEXT:
    if (!ulp_text_pool_add(common->texts, cell->text, &text))
      return no_memory;
    *packed = (Packed){text, {ulp_width_of(text), 0, FALSE}};
    return NULL;
  case ULP_COLUMN_COUNT:
    *packed = (Packed){cell->count, {8, 0, FALSE}};
    return NULL;
  case ULP_COLUMN_REAL:
    *packed = (Packed){isnan(cell->real) ? ulp_format_nan(ULP_FORMAT_FP64) : (guint64)cell->bits, {8, 0, FALSE}};
    return NULL;
  case ULP_COLUMN_VALUE:
    break;
  }
  if (!number_format(common, cell->format, &format))
    return N_("more formats than the 256 that one table can have");
  const UlpBits all = (UlpBits)1 << (ulp_layout(cell->format).container_bits - 1);
  *packed = (Packed){cell->bits, {ulp_width_of(cell->bits | all), format, FALSE}};
  return NULL;
}

/* What holds both the cells of `block` (none when NULL) and the one of `packed`. */
static UlpShape joined(const UlpBlock *block, const UlpShape *shape, gboolean has_rows) {
  UlpShape both = *shape;
  if (!block)
    return both;
  both.width = MAX(both.width, block->shape.width);
  both.mixed = block->shape.mixed || (has_rows && block->shape.format != shape->format);
  return both;
}

static gboolean fits(const UlpBlock *block, const UlpShape *shape) {
  return shape->width <= block->shape.width && (block->shape.mixed || shape->format == block->shape.format);
}

/* A chunk of this table for the packed row, behind the `row` rows of `from`, which may be NULL and is kept. */
static UlpChunk *chunk_for(const UlpTable *table, const UlpChunk *from, guint row, guint capacity) {
  const guint n_columns = table->common->n_columns;
  g_autofree UlpShape *shapes = g_new(UlpShape, n_columns);
  for (guint i = 0; i < n_columns; i++)
    shapes[i] = joined(from ? &from->blocks[i] : NULL, &table->packed[i].shape, row > 0);
  UlpChunk *chunk = ulp_chunk_new(table->serial, capacity, shapes, n_columns);
  if (chunk && row > 0)
    ulp_chunk_copy(chunk, from, row);
  return chunk;
}

static gboolean add_chunk(UlpTable *table, UlpChunk *chunk) {
  if (table->n_chunks == table->room) {
    const gsize room = MAX(2 * table->room, 4);
    UlpChunk **chunks = g_try_renew(UlpChunk *, table->chunks, room);
    if (!chunks)
      return FALSE;
    table->chunks = chunks;
    table->room = room;
  }
  table->chunks[table->n_chunks++] = chunk;
  return TRUE;
}

/* The chunk that takes the packed row as its row `row`; NULL when memory is short. */
static UlpChunk *writable_chunk(UlpTable *table, guint row) {
  UlpChunk *last = table->n_chunks ? table->chunks[table->n_chunks - 1] : NULL;
  if (row == 0) {
    UlpChunk *chunk = chunk_for(table, last, 0, last ? ULP_CHUNK_ROWS : FIRST_CAPACITY);
    if (chunk && !add_chunk(table, chunk))
      g_clear_pointer(&chunk, ulp_chunk_unref);
    return chunk;
  }
  gboolean good = last->owner == table->serial && row < last->capacity;
  for (guint i = 0; good && i < last->n_columns; i++)
    good = fits(&last->blocks[i], &table->packed[i].shape);
  if (good)
    return last;
  const guint capacity = row < last->capacity ? last->capacity : MIN(last->capacity * 4, ULP_CHUNK_ROWS);
  UlpChunk *chunk = chunk_for(table, last, row, capacity);
  if (chunk) {
    ulp_chunk_unref(last);
    table->chunks[table->n_chunks - 1] = chunk;
  }
  return chunk;
}

gboolean ulp_table_append(UlpTable *table, const UlpCell *cells) {
  Common *common = table->common;
  for (guint i = 0; i < common->n_columns && !table->failure; i++) {
    const UlpColumn *column = &common->columns[i];
    if (cells[i].type != column->type)
      g_error("column %s of table %s: a cell of type %d instead of %d", column->id, common->id, cells[i].type,
              column->type);
    table->failure = pack(common, column, &cells[i], &table->packed[i]);
  }
  if (table->failure)
    return FALSE;
  const guint row = table->n_rows % ULP_CHUNK_ROWS;
  UlpChunk *chunk = writable_chunk(table, row);
  if (!chunk) {
    table->failure = no_memory;
    return FALSE;
  }
  for (guint i = 0; i < common->n_columns; i++)
    ulp_block_store(&chunk->blocks[i], row, table->packed[i].bits, table->packed[i].shape.format);
  table->n_rows++;
  return TRUE;
}

gboolean ulp_table_check(const UlpTable *table, GError **error) {
  if (table->failure)
    ulp_set_error(error, table->failure == no_memory ? ULP_ERROR_MEMORY : ULP_ERROR_INPUT,
                  _("%s, which has %" G_GUINT64_FORMAT), _(table->failure), table->n_rows);
  return !table->failure;
}

/* --- reading --- */

const char *ulp_table_id(const UlpTable *table) { return table->common->id; }

const char *ulp_table_title(const UlpTable *table) { return table->common->title; }

guint64 ulp_table_n_rows(const UlpTable *table) { return table->n_rows; }

guint ulp_table_n_columns(const UlpTable *table) { return table->common->n_columns; }

const UlpColumn *ulp_table_column(const UlpTable *table, guint column) {
  g_return_val_if_fail(column < table->common->n_columns, NULL);
  return &table->common->columns[column];
}

int ulp_table_find(const UlpTable *table, const char *id) {
  for (guint column = 0; column < table->common->n_columns; column++) {
    if (g_str_equal(table->common->columns[column].id, id))
      return (int)column;
  }
  return -1;
}

static const UlpBlock *block_at(const UlpTable *table, guint64 row, guint column) {
  return &table->chunks[row / ULP_CHUNK_ROWS]->blocks[column];
}

static UlpFormat format_at(const UlpTable *table, const UlpBlock *block, guint row) {
  return table->common->formats[ulp_block_format(block, row)];
}

UlpCell ulp_table_cell(const UlpTable *table, guint64 row, guint column) {
  g_assert(column < table->common->n_columns && row < table->n_rows);
  const UlpBlock *block = block_at(table, row, column);
  const guint index = row % ULP_CHUNK_ROWS;
  UlpCell cell = {.type = table->common->columns[column].type, .bits = ulp_block_load(block, index)};
  if (cell.type == ULP_COLUMN_TEXT)
    return ulp_cell_text(ulp_text_pool_get(table->common->texts, (guint32)cell.bits));
  if (cell.type == ULP_COLUMN_VALUE)
    cell.format = format_at(table, block, index);
  return cell;
}

double ulp_table_number(const UlpTable *table, guint64 row, guint column) {
  double number;
  g_assert(column < table->common->n_columns && row < table->n_rows);
  ulp_table_numbers(table, column, row, 1, &number);
  return number;
}

gboolean ulp_table_format(const UlpTable *table, guint column, UlpFormat *format) {
  for (guint64 row = 0; row < table->n_rows; row += ULP_CHUNK_ROWS) {
    const UlpBlock *block = block_at(table, row, column), *first = block_at(table, 0, column);
    if (block->shape.mixed || block->shape.format != first->shape.format)
      return FALSE;
    *format = format_at(table, block, 0);
  }
  return table->n_rows > 0;
}

/* --- reading many --- */

static void read_values(const UlpTable *table, const UlpBlock *block, guint first, guint n, double *numbers) {
  const UlpFormat format = format_at(table, block, first);
  if (!block->shape.mixed && format == ULP_FORMAT_FP64) {
    memcpy(numbers, block->cells + (gsize)first * sizeof *numbers, n * sizeof *numbers);
  } else if (!block->shape.mixed && format == ULP_FORMAT_FP32 && block->shape.width == sizeof(float)) {
    const float *cells = (const float *)(gconstpointer)block->cells + first;
    for (guint i = 0; i < n; i++)
      numbers[i] = cells[i];
  } else {
    for (guint i = 0; i < n; i++)
      numbers[i] = ulp_bits_to_double(format_at(table, block, first + i), ulp_block_load(block, first + i));
  }
}

static void read_numbers(const UlpTable *table, const UlpBlock *block, UlpColumnType type, guint first, guint n,
                         double *numbers) {
  switch (type) {
  case ULP_COLUMN_TEXT:
    for (guint i = 0; i < n; i++)
      numbers[i] = NAN;
    break;
  case ULP_COLUMN_COUNT:
    for (guint i = 0; i < n; i++)
      numbers[i] = (double)((const guint64 *)(gconstpointer)block->cells)[first + i];
    break;
  case ULP_COLUMN_REAL:
    memcpy(numbers, block->cells + (gsize)first * sizeof *numbers, n * sizeof *numbers);
    break;
  case ULP_COLUMN_VALUE:
    read_values(table, block, first, n, numbers);
    break;
  }
}

void ulp_table_numbers(const UlpTable *table, guint column, guint64 first, gsize n, double *numbers) {
  const UlpColumnType type = table->common->columns[column].type;
  g_return_if_fail(first <= table->n_rows && n <= table->n_rows - first);
  for (guint part; n > 0; first += part, numbers += part, n -= part) {
    const guint row = first % ULP_CHUNK_ROWS;
    part = (guint)MIN(n, ULP_CHUNK_ROWS - row);
    read_numbers(table, block_at(table, first, column), type, row, part, numbers);
  }
}

void ulp_table_text_numbers(const UlpTable *table, guint column, guint64 first, gsize n, guint32 *numbers) {
  g_return_if_fail(table->common->columns[column].type == ULP_COLUMN_TEXT);
  g_return_if_fail(first <= table->n_rows && n <= table->n_rows - first);
  for (guint part; n > 0; first += part, numbers += part, n -= part) {
    const guint row = first % ULP_CHUNK_ROWS;
    const UlpBlock *block = block_at(table, first, column);
    part = (guint)MIN(n, ULP_CHUNK_ROWS - row);
    if (block->shape.width == 1)
      for (guint i = 0; i < part; i++)
        numbers[i] = block->cells[row + i];
    else
      for (guint i = 0; i < part; i++)
        numbers[i] = (guint32)ulp_block_load(block, row + i);
  }
}

guint32 ulp_table_n_texts(const UlpTable *table) { return ulp_text_pool_count(table->common->texts); }

const char *ulp_table_shared_text(const UlpTable *table, guint32 number) {
  return ulp_text_pool_get(table->common->texts, number);
}

/* --- provenance --- */

void ulp_table_set_provenance(UlpTable *table, const char *key, const char *value) {
  for (guint i = 0; i < table->provenance->len; i++) {
    Provenance *entry = &g_array_index(table->provenance, Provenance, i);
    if (g_str_equal(entry->key, key)) {
      g_free(entry->value);
      entry->value = g_strdup(value);
      return;
    }
  }
  const Provenance entry = {g_strdup(key), g_strdup(value)};
  g_array_append_val(table->provenance, entry);
}

guint ulp_table_n_provenance(const UlpTable *table) { return table->provenance->len; }

void ulp_table_get_provenance(const UlpTable *table, guint index, const char **key, const char **value) {
  g_return_if_fail(index < table->provenance->len);
  const Provenance *entry = &g_array_index(table->provenance, Provenance, index);
  *key = entry->key;
  *value = entry->value;
}

const char *ulp_table_provenance(const UlpTable *table, const char *key) {
  for (guint i = 0; i < table->provenance->len; i++) {
    const Provenance *entry = &g_array_index(table->provenance, Provenance, i);
    if (g_str_equal(entry->key, key))
      return entry->value;
  }
  return NULL;
}
