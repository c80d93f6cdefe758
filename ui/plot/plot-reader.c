#include "ui/plot/plot-reader.h"

#include "core/base/i18n.h"
#include "core/table/overlay.h"
#include "ui/plot/scale.h"

#include <string.h>

guint ulp_reader_column(const UlpTable *table, const char *id) {
  const int column = ulp_table_find(table, id);
  if (column < 0)
    g_error("a plot of table %s names a column %s that is not there", ulp_table_id(table), id);
  return (guint)column;
}

static void grouping_init(UlpGrouping *grouping, const UlpTable *table, const char *id) {
  const int column = id != NULL ? (int)ulp_reader_column(table, id) : -1;
  const gboolean text = column >= 0 && ulp_table_column(table, (guint)column)->type == ULP_COLUMN_TEXT;
  *grouping = (UlpGrouping){.table = table,
                            .column = column,
                            .names = g_ptr_array_new_with_free_func(g_free),
                            .indices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                            .index_of = text ? g_new0(guint32, ulp_table_n_texts(table)) : NULL};
}

static void grouping_clear(UlpGrouping *grouping) {
  g_hash_table_unref(grouping->indices);
  g_free(grouping->index_of);
}

static guint grouping_add(UlpGrouping *grouping, const char *text, char *name) {
  g_ptr_array_add(grouping->names, name);
  g_hash_table_insert(grouping->indices, g_strdup(text), GUINT_TO_POINTER(grouping->names->len));
  return grouping->names->len - 1;
}

/* The index of the text of a cell that is not TEXT. */
static guint grouping_index(UlpGrouping *grouping, guint64 row) {
  g_autofree char *text = ulp_table_text(grouping->table, row, (guint)grouping->column);
  const guint index = GPOINTER_TO_UINT(g_hash_table_lookup(grouping->indices, text));
  return index > 0 ? index - 1 : grouping_add(grouping, text, g_strdup(text));
}

static void grouping_read(UlpGrouping *grouping, guint64 first, guint n, guint32 *indices) {
  if (grouping->column < 0) {
    memset(indices, 0, n * sizeof *indices);
    return;
  }
  if (!grouping->index_of) {
    for (guint i = 0; i < n; i++)
      indices[i] = grouping_index(grouping, first + i);
    return;
  }
  ulp_table_text_numbers(grouping->table, (guint)grouping->column, first, n, indices);
  for (guint i = 0; i < n; i++) {
    guint32 *index = &grouping->index_of[indices[i]];
    if (*index == 0)
      *index = 1 + grouping_add(grouping, ulp_table_shared_text(grouping->table, indices[i]),
                                ulp_table_text(grouping->table, first + i, (guint)grouping->column));
    indices[i] = *index - 1;
  }
}

static void axis_read(UlpReaderAxis *axis, guint64 first, guint n, double *values) {
  guint32 indices[ULP_STRETCH];
  if (axis->type != ULP_SCALE_CATEGORY) {
    ulp_table_numbers(axis->grouping.table, (guint)axis->grouping.column, first, n, values);
    return;
  }
  grouping_read(&axis->grouping, first, n, indices);
  for (guint i = 0; i < n; i++)
    values[i] = indices[i];
}

void ulp_reader_init(UlpReader *reader, const UlpPlotSpec *spec, const UlpTable *table, GCancellable *cancellable) {
  *reader = (UlpReader){.table = table,
                        .x = {.type = spec->x_scale, .log = ulp_scale_is_log(spec->x_scale)},
                        .y = {.type = spec->y_scale, .log = ulp_scale_is_log(spec->y_scale)},
                        .n_rows = (guint)MIN(ulp_table_n_rows(table), G_MAXINT),
                        .cancellable = cancellable};
  grouping_init(&reader->x.grouping, table, spec->x);
  grouping_init(&reader->y.grouping, table, spec->y);
  grouping_init(&reader->series, table, ulp_plot_series_id(spec, table));
  grouping_init(&reader->panels, table, spec->facet);
  if (spec->series == NULL)
    grouping_add(&reader->series, "",
                 g_strdup(ulp_translated(ulp_table_column(table, (guint)reader->y.grouping.column)->title)));
  if (spec->facet == NULL)
    grouping_add(&reader->panels, "", g_strdup(""));
}

void ulp_reader_clear(UlpReader *reader) {
  grouping_clear(&reader->x.grouping);
  grouping_clear(&reader->y.grouping);
  grouping_clear(&reader->series);
  grouping_clear(&reader->panels);
}

gboolean ulp_reader_has(UlpReader *reader, guint row) {
  if (row % ULP_STRETCH == 0 && g_cancellable_is_cancelled(reader->cancellable))
    reader->n_rows = 0;
  return row < reader->n_rows;
}

guint ulp_reader_read(UlpReader *reader, guint first, UlpStretch *stretch) {
  if (!ulp_reader_has(reader, first))
    return 0;
  const guint n = MIN(reader->n_rows - first, ULP_STRETCH);
  axis_read(&reader->x, first, n, stretch->x);
  axis_read(&reader->y, first, n, stretch->y);
  grouping_read(&reader->panels, first, n, stretch->panel);
  grouping_read(&reader->series, first, n, stretch->series);
  return n;
}
