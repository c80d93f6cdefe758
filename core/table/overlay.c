#include "core/table/overlay.h"

#include "core/base/i18n.h"

static gboolean same_columns(const UlpTable *a, const UlpTable *b) {
  gboolean same = ulp_table_n_columns(a) == ulp_table_n_columns(b);
  for (guint i = 0; same && i < ulp_table_n_columns(a); i++)
    same = g_str_equal(ulp_table_column(a, i)->id, ulp_table_column(b, i)->id) &&
           ulp_table_column(a, i)->type == ulp_table_column(b, i)->type;
  return same;
}

/* `series`: the column whose texts say what they are, as in "%s (kept)"; -1 for none. */
static void append_rows(UlpTable *table, const UlpTable *from, int series, gboolean recorded,
                        GCancellable *cancellable) {
  const guint n_columns = ulp_table_n_columns(from);
  g_autofree UlpCell *cells = g_new(UlpCell, n_columns);
  for (guint64 row = 0; row < ulp_table_n_rows(from) && !g_cancellable_is_cancelled(cancellable); row++) {
    g_autofree char *name = NULL;
    for (guint i = 0; i < n_columns; i++)
      cells[i] = ulp_table_cell(from, row, i);
    if (series >= 0) {
      name = g_strdup_printf(recorded ? _("%s (recorded)") : _("%s (kept)"), cells[series].text);
      cells[series].text = name;
    }
    ulp_table_append(table, cells);
  }
}

static gboolean is_recorded(const UlpTable *table) {
  const char *key, *value;
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    ulp_table_get_provenance(table, i, &key, &value);
    if (g_str_equal(key, "recorded"))
      return TRUE;
  }
  return FALSE;
}

UlpTable *ulp_table_overlay(const UlpTable *data, const UlpTable *earlier, const UlpPlotSpec *spec,
                            GCancellable *cancellable) {
  const int series = spec->series ? ulp_table_find(data, spec->series) : -1;
  if (series < 0 || ulp_table_column(data, (guint)series)->type != ULP_COLUMN_TEXT || !same_columns(data, earlier))
    return NULL;
  UlpTable *table =
      ulp_table_new(ulp_table_id(data), ulp_table_title(data), ulp_table_column(data, 0), ulp_table_n_columns(data));
  append_rows(table, data, -1, FALSE, cancellable);
  append_rows(table, earlier, series, is_recorded(earlier), cancellable);
  for (guint i = 0; i < ulp_table_n_provenance(data); i++) {
    const char *key, *value;
    ulp_table_get_provenance(data, i, &key, &value);
    ulp_table_set_provenance(table, key, value);
  }
  return table;
}
