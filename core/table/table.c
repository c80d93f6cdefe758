#include "core/table/table.h"

#include <math.h>

/* Texts of a table and of its copies. It only grows, and a text never moves, so a copy may be read while the table it
 * came from is written on another thread. */
typedef struct {
  GMutex mutex;
  GStringChunk *chunk;
} TextPool;

typedef struct {
  char *key, *value;
} Provenance;

struct _UlpTable {
  gatomicrefcount references;
  char *id, *title;
  const UlpColumn *columns;
  guint n_columns;
  GArray *cells; /* UlpCell, row by row */
  TextPool *texts;
  GArray *provenance; /* Provenance */
};

static void text_pool_clear(gpointer data) {
  TextPool *pool = data;
  g_string_chunk_free(pool->chunk);
  g_mutex_clear(&pool->mutex);
}

static TextPool *text_pool_new(void) {
  TextPool *pool = g_atomic_rc_box_new0(TextPool);
  g_mutex_init(&pool->mutex);
  pool->chunk = g_string_chunk_new(1024);
  return pool;
}

static const char *text_pool_keep(TextPool *pool, const char *text) {
  g_mutex_lock(&pool->mutex);
  const char *kept = g_string_chunk_insert_const(pool->chunk, text);
  g_mutex_unlock(&pool->mutex);
  return kept;
}

static void provenance_clear(gpointer data) {
  Provenance *entry = data;
  g_free(entry->key);
  g_free(entry->value);
}

static UlpTable *table_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns,
                           TextPool *texts, guint reserved_cells) {
  UlpTable *table = g_new0(UlpTable, 1);
  g_atomic_ref_count_init(&table->references);
  table->id = g_strdup(id);
  table->title = g_strdup(title);
  table->columns = columns;
  table->n_columns = n_columns;
  table->cells = g_array_sized_new(FALSE, FALSE, sizeof(UlpCell), reserved_cells);
  table->texts = texts;
  table->provenance = g_array_new(FALSE, FALSE, sizeof(Provenance));
  g_array_set_clear_func(table->provenance, provenance_clear);
  return table;
}

UlpTable *ulp_table_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns) {
  g_return_val_if_fail(n_columns > 0, NULL);
  return table_new(id, title, columns, n_columns, text_pool_new(), 0);
}

UlpTable *ulp_table_copy(const UlpTable *table) {
  UlpTable *copy = table_new(table->id, table->title, table->columns, table->n_columns,
                             g_atomic_rc_box_acquire(table->texts), table->cells->len);
  if (table->cells->len > 0)
    g_array_append_vals(copy->cells, table->cells->data, table->cells->len);
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
  g_array_unref(table->cells);
  g_array_unref(table->provenance);
  g_atomic_rc_box_release_full(table->texts, text_pool_clear);
  g_free(table->id);
  g_free(table->title);
  g_free(table);
}

void ulp_table_append(UlpTable *table, const UlpCell *cells) {
  for (guint column = 0; column < table->n_columns; column++) {
    UlpCell cell = cells[column];
    if (cell.type != table->columns[column].type)
      g_error("column %s of table %s: a cell of type %d instead of %d", table->columns[column].id, table->id, cell.type,
              table->columns[column].type);
    if (cell.type == ULP_COLUMN_TEXT)
      cell.text = text_pool_keep(table->texts, cell.text);
    g_array_append_val(table->cells, cell);
  }
}

const char *ulp_table_id(const UlpTable *table) {
  return table->id;
}

const char *ulp_table_title(const UlpTable *table) {
  return table->title;
}

guint ulp_table_n_rows(const UlpTable *table) {
  return table->cells->len / table->n_columns;
}

guint ulp_table_n_columns(const UlpTable *table) {
  return table->n_columns;
}

const UlpColumn *ulp_table_column(const UlpTable *table, guint column) {
  g_return_val_if_fail(column < table->n_columns, NULL);
  return &table->columns[column];
}

int ulp_table_find(const UlpTable *table, const char *id) {
  for (guint column = 0; column < table->n_columns; column++) {
    if (g_str_equal(table->columns[column].id, id))
      return (int)column;
  }
  return -1;
}

UlpCell ulp_table_cell(const UlpTable *table, guint row, guint column) {
  g_assert(column < table->n_columns && row < ulp_table_n_rows(table));
  return g_array_index(table->cells, UlpCell, (gsize)row * table->n_columns + column);
}

double ulp_table_number(const UlpTable *table, guint row, guint column) {
  const UlpCell cell = ulp_table_cell(table, row, column);
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    return (double)cell.count;
  case ULP_COLUMN_REAL:
    return cell.real;
  case ULP_COLUMN_VALUE:
    return ulp_bits_to_double(cell.format, cell.bits);
  case ULP_COLUMN_TEXT:
    break;
  }
  return NAN;
}

char *ulp_table_text(const UlpTable *table, guint row, guint column) {
  const UlpCell cell = ulp_table_cell(table, row, column);
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    return g_strdup_printf("%" G_GUINT64_FORMAT, cell.count);
  case ULP_COLUMN_REAL: /* real and bits share their storage */
    return ulp_bits_to_text(ULP_FORMAT_FP64, cell.bits);
  case ULP_COLUMN_VALUE:
    return ulp_bits_to_text(cell.format, cell.bits);
  case ULP_COLUMN_TEXT:
    break;
  }
  char *(*words)(const char *text) = table->columns[column].words;
  return words ? words(cell.text) : g_strdup(cell.text);
}

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

guint ulp_table_n_provenance(const UlpTable *table) {
  return table->provenance->len;
}

void ulp_table_get_provenance(const UlpTable *table, guint index, const char **key, const char **value) {
  g_return_if_fail(index < table->provenance->len);
  const Provenance *entry = &g_array_index(table->provenance, Provenance, index);
  *key = entry->key;
  *value = entry->value;
}
