#include "ui/plot/plot-data.h"
#include "core/base/i18n.h"

#include <math.h>

#define MAX_TURNS 2000 /* of all lines together, from right to left */

/* The distinct texts of a column, numbered in order of appearance and named as people read them. Cells of one table that hold the same text hold the
 * same pointer, so most lookups end at the last one. */
typedef struct {
  const UlpTable *table;
  int column; /* -1: every row has index 0 */
  GPtrArray *names;
  GHashTable *indices; /* text -> index + 1 */
  const char *last;
  guint last_index;
} Grouping;

/* A row before the ranges and the number of series are known. */
typedef struct {
  double x, y; /* coordinates */
  guint row, panel, series;
} Point;

typedef struct {
  double lo, hi;
  gboolean zeros;
} Range;

static int find_column(const UlpTable *table, const char *id) {
  const int column = ulp_table_find(table, id);
  if (column < 0)
    g_error("a plot of table %s names a column %s that is not there", ulp_table_id(table), id);
  return column;
}

static void grouping_init(Grouping *grouping, const UlpTable *table, const char *id) {
  *grouping = (Grouping){.table = table,
                         .column = id != NULL ? find_column(table, id) : -1,
                         .names = g_ptr_array_new_with_free_func(g_free),
                         .indices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
}

/* Frees all but the names. */
static GPtrArray *grouping_finish(Grouping *grouping) {
  g_hash_table_unref(grouping->indices);
  return grouping->names;
}

static guint grouping_add(Grouping *grouping, const char *text, char *name) {
  g_ptr_array_add(grouping->names, name);
  g_hash_table_insert(grouping->indices, g_strdup(text), GUINT_TO_POINTER(grouping->names->len));
  return grouping->names->len - 1;
}

static guint grouping_find(Grouping *grouping, const char *text, guint row) {
  const guint index = GPOINTER_TO_UINT(g_hash_table_lookup(grouping->indices, text));
  return index > 0 ? index - 1
                   : grouping_add(grouping, text, ulp_table_text(grouping->table, row, (guint)grouping->column));
}

static guint grouping_index(Grouping *grouping, guint row) {
  if (grouping->column < 0)
    return 0;
  const UlpCell cell = ulp_table_cell(grouping->table, row, (guint)grouping->column);
  if (cell.type != ULP_COLUMN_TEXT) {
    g_autofree char *text = ulp_table_text(grouping->table, row, (guint)grouping->column);
    return grouping_find(grouping, text, row);
  }
  if (cell.text != grouping->last) {
    grouping->last = cell.text;
    grouping->last_index = grouping_find(grouping, cell.text, row);
  }
  return grouping->last_index;
}

static void range_add(Range *range, double coordinate) {
  if (coordinate == ULP_AT_ZERO) {
    range->zeros = TRUE;
    return;
  }
  range->lo = MIN(range->lo, coordinate);
  range->hi = MAX(range->hi, coordinate);
}

/* A category keeps its place even where its value cannot be drawn. */
static UlpScale make_scale(UlpScaleType type, const Range *range, const GPtrArray *categories) {
  UlpScale scale = {.type = type, .zeros = range->zeros && ulp_scale_is_log(type)};
  if (type == ULP_SCALE_CATEGORY)
    ulp_scale_set_range(&scale, 0, (double)categories->len - 1);
  else
    ulp_scale_set_range(&scale, range->lo, range->hi);
  return scale;
}

/* The coordinate of a row on one axis; NaN where it cannot be drawn. */
static double coordinate(Grouping *column, UlpScaleType type, guint row, gboolean *finite) {
  if (type == ULP_SCALE_CATEGORY)
    return grouping_index(column, row);
  const double value = ulp_table_number(column->table, row, (guint)column->column);
  *finite = *finite && isfinite(value);
  return ulp_scale_coordinate(type, value);
}

static void find_reference(UlpPlotData *data, const UlpPlotSpec *spec, const UlpTable *table, Range *y) {
  if (spec->reference == NULL || spec->y_scale == ULP_SCALE_CATEGORY)
    return;
  const guint column = (guint)find_column(table, spec->reference);
  for (guint row = 0; row < ulp_table_n_rows(table) && !data->has_reference; row++) {
    const double at = ulp_scale_coordinate(spec->y_scale, ulp_table_number(table, row, column));
    if (isnan(at))
      continue;
    g_autofree char *text = ulp_table_text(table, row, column);
    const char *title = spec->reference_title != NULL ? spec->reference_title : ulp_table_column(table, column)->title;
    data->has_reference = TRUE;
    data->reference = at;
    data->reference_text = g_strdup_printf("%s = %s", _(title), text);
    range_add(y, at);
  }
}

/* Counting sort by panel and series, row order kept. */
static void sort_marks(UlpPlotData *data, const Point *points, guint n_points) {
  const guint n_series = data->series->len, n_groups = data->panels->len * n_series;
  data->first = g_new0(guint, n_groups + 1);
  data->marks = g_new(UlpPlotMark, n_points);
  for (guint i = 0; i < n_points; i++)
    data->first[points[i].panel * n_series + points[i].series + 1]++;
  for (guint group = 0; group < n_groups; group++)
    data->first[group + 1] += data->first[group];
  g_autofree guint *next = g_memdup2(data->first, n_groups * sizeof(guint));
  for (guint i = 0; i < n_points; i++) {
    const Point *point = &points[i];
    data->marks[next[point->panel * n_series + point->series]++] = (UlpPlotMark){
        .x = ulp_scale_place(&data->x, point->x), .y = ulp_scale_place(&data->y, point->y), .row = point->row};
  }
}

static gboolean turns_too_often(const UlpPlotData *data) {
  const guint n_groups = data->panels->len * data->series->len;
  guint turns = 0;
  for (guint group = 0; group < n_groups; group++)
    for (guint i = data->first[group] + 1; i < data->first[group + 1]; i++)
      turns += data->marks[i].x < data->marks[i - 1].x;
  return turns > MAX_TURNS;
}

UlpPlotData *ulp_plot_data_new(const UlpPlotSpec *spec, const UlpTable *table) {
  UlpPlotData *data = g_new0(UlpPlotData, 1);
  Grouping x_column, y_column, series, panels;
  grouping_init(&x_column, table, spec->x);
  grouping_init(&y_column, table, spec->y);
  grouping_init(&series, table, spec->series);
  grouping_init(&panels, table, spec->facet);
  if (spec->series == NULL)
    grouping_add(&series, "", g_strdup(_(ulp_table_column(table, (guint)y_column.column)->title)));
  if (spec->facet == NULL)
    grouping_add(&panels, "", g_strdup(""));

  const guint n_rows = ulp_table_n_rows(table);
  g_autofree Point *points = g_new(Point, n_rows);
  guint n_points = 0;
  Range x = {G_MAXDOUBLE, -G_MAXDOUBLE, FALSE}, y = x;
  for (guint row = 0; row < n_rows; row++) {
    gboolean finite = TRUE;
    const Point point = {.x = coordinate(&x_column, spec->x_scale, row, &finite),
                         .y = coordinate(&y_column, spec->y_scale, row, &finite),
                         .row = row,
                         .panel = grouping_index(&panels, row),
                         .series = grouping_index(&series, row)};
    if (isnan(point.x) || isnan(point.y)) {
      data->n_negative += finite ? 1 : 0;
      data->n_non_finite += finite ? 0 : 1;
      continue;
    }
    range_add(&x, point.x);
    range_add(&y, point.y);
    points[n_points++] = point;
  }
  find_reference(data, spec, table, &y);

  data->x_categories = grouping_finish(&x_column);
  data->y_categories = grouping_finish(&y_column);
  data->series = grouping_finish(&series);
  data->panels = grouping_finish(&panels);
  if (data->panels->len == 0)
    g_ptr_array_add(data->panels, g_strdup(""));
  data->x = make_scale(spec->x_scale, &x, data->x_categories);
  data->y = make_scale(spec->y_scale, &y, data->y_categories);
  if (data->has_reference)
    data->reference = ulp_scale_place(&data->y, data->reference);
  sort_marks(data, points, n_points);
  data->tangled = spec->mark == ULP_MARK_LINE && turns_too_often(data);
  return data;
}

void ulp_plot_data_free(UlpPlotData *data) {
  g_ptr_array_unref(data->x_categories);
  g_ptr_array_unref(data->y_categories);
  g_ptr_array_unref(data->series);
  g_ptr_array_unref(data->panels);
  g_free(data->marks);
  g_free(data->first);
  g_free(data->reference_text);
  g_free(data);
}

const UlpPlotMark *ulp_plot_data_marks(const UlpPlotData *data, guint panel, guint series, guint *n_marks) {
  const guint group = panel * data->series->len + series;
  *n_marks = data->first[group + 1] - data->first[group];
  return data->marks + data->first[group];
}

guint ulp_plot_data_n_marks(const UlpPlotData *data) {
  return data->first[data->panels->len * data->series->len];
}
