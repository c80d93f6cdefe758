#include "core/table/overlay.h"

#include "core/base/i18n.h"
#include "core/number/format.h"

#include <math.h>
#include <string.h>

static const UlpColumn whose = {.id = "whose",
                                .type = ULP_COLUMN_TEXT,
                                .title = N_("results"),
                                .unit = "",
                                .meaning = N_("of this run, or of the one that it is drawn over"),
                                .flags = ULP_COLUMN_IS_HIDDEN | ULP_COLUMN_IS_SERIES};

const char *ulp_plot_series_id(const UlpPlotSpec *spec, const UlpTable *table) {
  for (guint i = 0; i < ulp_table_n_columns(table); i++)
    if (ulp_table_column(table, i)->flags & ULP_COLUMN_IS_SERIES)
      return ulp_table_column(table, i)->id;
  return spec->series;
}

gboolean ulp_plot_series_are_panels(const UlpPlotSpec *spec, const UlpTable *table) {
  return g_strcmp0(ulp_plot_series_id(spec, table), spec->facet) == 0;
}

/* The column of `earlier` that has what column i of `data` has; -1: none. */
static int same_column(const UlpTable *data, guint i, const UlpTable *earlier) {
  const UlpColumn *column = ulp_table_column(data, i);
  const int found = ulp_table_find(earlier, column->id);
  return found >= 0 && ulp_table_column(earlier, (guint)found)->type == column->type ? found : -1;
}

/* Whether `earlier` has what the plot needs; other columns may be of another version. */
static gboolean has_columns(const UlpTable *data, const UlpTable *earlier, const UlpPlotSpec *spec) {
  const char *const ids[] = {spec->x, spec->y, spec->x_to, spec->y_to, spec->series, spec->facet, spec->reference};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const int column = ids[i] ? ulp_table_find(data, ids[i]) : -1;
    if (column >= 0 && same_column(data, (guint)column, earlier) < 0)
      return FALSE;
  }
  return g_str_equal(ulp_table_id(data), ulp_table_id(earlier));
}

/* What stands where the earlier table has no such column. */
static UlpCell no_cell(const UlpColumn *column) {
  switch (column->type) {
  case ULP_COLUMN_TEXT:
    return ulp_cell_text("");
  case ULP_COLUMN_COUNT:
    return ulp_cell_count(0);
  case ULP_COLUMN_REAL:
    return ulp_cell_real((double)NAN);
  default:
    return ulp_cell_value(ULP_FORMAT_FP64, ulp_format_nan(ULP_FORMAT_FP64));
  }
}

/* How the rows of one table are told from those of the other. */
typedef struct {
  int series;         /* column whose texts say it, as in "a (kept)"; -1: none */
  const char *suffix; /* N_() */
  const char *whose;  /* text of the column `whose`; NULL: there is none */
} Naming;

static void append_rows(UlpTable *table, const UlpTable *data, const UlpTable *from, const Naming *naming,
                        GCancellable *cancellable) {
  const guint n = ulp_table_n_columns(data);
  g_autofree UlpCell *cells = g_new(UlpCell, n + 1);
  g_autofree int *column = g_new(int, n);
  for (guint i = 0; i < n; i++)
    column[i] = same_column(data, i, from);
  for (guint64 row = 0; row < ulp_table_n_rows(from) && !g_cancellable_is_cancelled(cancellable); row++) {
    g_autofree char *name = NULL;
    for (guint i = 0; i < n; i++)
      cells[i] = column[i] >= 0 ? ulp_table_cell(from, row, (guint)column[i]) : no_cell(ulp_table_column(data, i));
    if (naming->series >= 0) {
      name = g_strdup_printf("%s (%s)", cells[naming->series].text, _(naming->suffix));
      cells[naming->series].text = name;
    }
    if (naming->whose)
      cells[n] = ulp_cell_text(_(naming->whose));
    ulp_table_append(table, cells);
  }
}

static gboolean is_recorded(const UlpTable *table) { return ulp_table_provenance(table, "recorded") != NULL; }

static UlpTable *table_new(const UlpTable *data, gboolean with_whose) {
  const guint n = ulp_table_n_columns(data);
  g_autofree UlpColumn *columns = g_new(UlpColumn, n + 1);
  memcpy(columns, ulp_table_column(data, 0), n * sizeof *columns);
  columns[n] = whose;
  UlpTable *table = ulp_table_new(ulp_table_id(data), ulp_table_title(data), columns, n + (with_whose ? 1 : 0));
  for (guint i = 0; i < ulp_table_n_provenance(data); i++) {
    const char *key, *value;
    ulp_table_get_provenance(data, i, &key, &value);
    ulp_table_set_provenance(table, key, value);
  }
  return table;
}

UlpTable *ulp_table_overlay(const UlpTable *data, const UlpTable *earlier, const UlpPlotSpec *spec,
                            GCancellable *cancellable) {
  const int series = spec->series ? ulp_table_find(data, spec->series) : -1;
  if (series < 0 || ulp_table_column(data, (guint)series)->type != ULP_COLUMN_TEXT || !has_columns(data, earlier, spec))
    return NULL;
  const gboolean recorded = is_recorded(earlier), panels = !spec->counted && g_strcmp0(spec->series, spec->facet) == 0;
  const char *suffix = recorded ? N_("recorded") : N_("kept");
  const Naming now = {-1, NULL, panels ? (recorded ? N_("here") : N_("now")) : NULL};
  const Naming then = {panels ? -1 : series, suffix, panels ? suffix : NULL};
  UlpTable *table = table_new(data, panels);
  append_rows(table, data, data, &now, cancellable);
  append_rows(table, data, earlier, &then, cancellable);
  return table;
}
