#include "ui/plot/plot-data.h"
#include "core/base/i18n.h"

#include <math.h>
#include <string.h>

#define MAX_TURNS 2000 /* of all lines together, from right to left */

/* The distinct texts of a column, numbered in order of appearance and named as people read them. */
typedef struct {
  const UlpTable *table;
  int column; /* -1: every row has index 0 */
  GPtrArray *names;
  GHashTable *indices; /* text -> index + 1 */
  guint32 *index_of;   /* TEXT: number of the text -> index + 1, 0 before it appeared */
} Grouping;

/* A column as an axis has it. */
typedef struct {
  Grouping grouping; /* names of a category scale */
  UlpScaleType type;
  gboolean log;
} Axis;

/* Rows that are looked at together: they fit into the cache. */
#define STRETCH 2048
typedef struct {
  double x[STRETCH], y[STRETCH]; /* value, or index of the category */
  guint32 panel[STRETCH], series[STRETCH];
} Stretch;

/* Of what can be drawn: logarithmic scales draw zeros apart. */
typedef struct {
  double lo, hi; /* values; lo > hi when there are none */
  gboolean zeros;
} Range;

static int find_column(const UlpTable *table, const char *id) {
  const int column = ulp_table_find(table, id);
  if (column < 0)
    g_error("a plot of table %s names a column %s that is not there", ulp_table_id(table), id);
  return column;
}

static void grouping_init(Grouping *grouping, const UlpTable *table, const char *id) {
  const int column = id != NULL ? find_column(table, id) : -1;
  const gboolean text = column >= 0 && ulp_table_column(table, (guint)column)->type == ULP_COLUMN_TEXT;
  *grouping = (Grouping){.table = table,
                         .column = column,
                         .names = g_ptr_array_new_with_free_func(g_free),
                         .indices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                         .index_of = text ? g_new0(guint32, ulp_table_n_texts(table)) : NULL};
}

/* Frees all but the names. */
static void grouping_clear(Grouping *grouping) {
  g_hash_table_unref(grouping->indices);
  g_free(grouping->index_of);
}

static guint grouping_add(Grouping *grouping, const char *text, char *name) {
  g_ptr_array_add(grouping->names, name);
  g_hash_table_insert(grouping->indices, g_strdup(text), GUINT_TO_POINTER(grouping->names->len));
  return grouping->names->len - 1;
}

/* The index of the text of a cell that is not TEXT. */
static guint grouping_index(Grouping *grouping, guint64 row) {
  g_autofree char *text = ulp_table_text(grouping->table, row, (guint)grouping->column);
  const guint index = GPOINTER_TO_UINT(g_hash_table_lookup(grouping->indices, text));
  return index > 0 ? index - 1 : grouping_add(grouping, text, g_strdup(text));
}

static void grouping_read(Grouping *grouping, guint64 first, guint n, guint32 *indices) {
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

static void axis_read(Axis *axis, guint64 first, guint n, double *values) {
  guint32 indices[STRETCH];
  if (axis->type != ULP_SCALE_CATEGORY) {
    ulp_table_numbers(axis->grouping.table, (guint)axis->grouping.column, first, n, values);
    return;
  }
  grouping_read(&axis->grouping, first, n, indices);
  for (guint i = 0; i < n; i++)
    values[i] = indices[i];
}

/* As ulp_scale_coordinate() has it, without the logarithm. */
static inline gboolean can_be_drawn(gboolean log, double value) { return isfinite(value) && (value >= 0 || !log); }

static inline void range_add(Range *range, gboolean log, double value) {
  if (log && value == 0) {
    range->zeros = TRUE;
    return;
  }
  range->lo = MIN(range->lo, value);
  range->hi = MAX(range->hi, value);
}

/* A category keeps its place even where its value cannot be drawn. */
static UlpScale make_scale(UlpScaleType type, const Range *range, const GPtrArray *categories) {
  UlpScale scale = {.type = type, .zeros = range->zeros && ulp_scale_is_log(type)};
  if (type == ULP_SCALE_CATEGORY)
    ulp_scale_set_range(&scale, 0, (double)categories->len - 1);
  else if (range->lo > range->hi)
    ulp_scale_set_range(&scale, 1, 0);
  else /* the logarithm grows with the value */
    ulp_scale_set_range(&scale, ulp_scale_coordinate(type, range->lo), ulp_scale_coordinate(type, range->hi));
  return scale;
}

static int compare_doubles(gconstpointer a, gconstpointer b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Bands lie inside the range, too. */
static gboolean add_band(const UlpTable *table, const char *id, guint n_rows, gboolean log, Range *y) {
  double values[STRETCH];
  gboolean any = FALSE;
  const guint column = (guint)find_column(table, id);
  for (guint first = 0; first < n_rows; first += STRETCH) {
    const guint n = MIN(n_rows - first, STRETCH);
    ulp_table_numbers(table, column, first, n, values);
    for (guint i = 0; i < n; i++)
      if (isfinite(values[i]) && (values[i] > 0 || !log)) {
        range_add(y, log, values[i]);
        any = TRUE;
      }
  }
  return any;
}

static void add_bands(UlpPlotData *data, const UlpPlotSpec *spec, const UlpTable *table, guint n_rows, Range *y) {
  for (guint i = 0; i < spec->n_bands; i++) {
    add_band(table, spec->bands[i].low, n_rows, ulp_scale_is_log(spec->y_scale), y);
    if (add_band(table, spec->bands[i].high, n_rows, ulp_scale_is_log(spec->y_scale), y))
      data->bands |= 1u << i;
  }
}

static void find_flags(UlpPlotData *data, const UlpPlotSpec *spec, const UlpTable *table, guint n_rows) {
  data->flag = spec->flag ? find_column(table, spec->flag) : -1;
  for (guint row = 0; data->flag >= 0 && row < n_rows; row++)
    data->n_flagged += *ulp_table_cell(table, row, (guint)data->flag).text != '\0';
}

static gboolean has_alarm(const UlpPlotData *data, const UlpTable *table, guint series) {
  for (guint panel = 0; panel < data->panels->len; panel++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(data, panel, series, &n);
    for (guint i = 0; i < n; i++)
      if (ulp_plot_data_is_alarm(data, table, marks[i].row))
        return TRUE;
  }
  return FALSE;
}

/* After the marks have their places. */
static void find_alarms(UlpPlotData *data, const UlpPlotSpec *spec, const UlpTable *table) {
  g_autoptr(GString) names = g_string_new(NULL);
  data->alarm = spec->alarm ? ulp_table_find(table, spec->alarm) : -1;
  for (guint series = 0; series < data->series->len && data->alarm >= 0; series++)
    if (has_alarm(data, table, series))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "",
                             (const char *)g_ptr_array_index(data->series, series));
  if (names->len)
    data->alarm_text = g_strdup_printf("%s: %s", names->str, ulp_translated(spec->alarm_title));
}

/* The table through the description, stretch after stretch. */
typedef struct {
  Axis x, y;
  Grouping series, panels;
  guint n_rows; /* those that a mark can name */
} Reader;

static guint read_stretch(Reader *reader, guint first, Stretch *stretch) {
  const guint n = MIN(reader->n_rows - first, STRETCH);
  axis_read(&reader->x, first, n, stretch->x);
  axis_read(&reader->y, first, n, stretch->y);
  grouping_read(&reader->panels, first, n, stretch->panel);
  grouping_read(&reader->series, first, n, stretch->series);
  return n;
}

/* How many marks each group has: `room_panels` rows of `room_series`. */
typedef struct {
  guint room_panels, room_series;
  guint *counts;
} Counts;

static void counts_make_room(Counts *counts, guint n_panels, guint n_series) {
  if (n_panels <= counts->room_panels && n_series <= counts->room_series)
    return;
  const Counts old = *counts;
  counts->room_panels = n_panels <= old.room_panels ? old.room_panels : MAX(n_panels, 2 * old.room_panels);
  counts->room_series = n_series <= old.room_series ? old.room_series : MAX(n_series, 2 * old.room_series);
  counts->counts = g_new0(guint, (gsize)counts->room_panels * counts->room_series);
  for (guint panel = 0; panel < old.room_panels; panel++)
    memcpy(counts->counts + (gsize)panel * counts->room_series, old.counts + (gsize)panel * old.room_series,
           old.room_series * sizeof(guint));
  g_free(old.counts);
}

/* The first look: ranges, what is left out, and how long the groups are. */
static void survey(Reader *reader, UlpPlotData *data, Range *x, Range *y, Counts *counts) {
  g_autofree Stretch *stretch = g_new(Stretch, 1);
  const gboolean log_x = reader->x.log, log_y = reader->y.log;
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = read_stretch(reader, first, stretch);
    counts_make_room(counts, reader->panels.names->len, reader->series.names->len);
    for (guint i = 0; i < n; i++) {
      const double at_x = stretch->x[i], at_y = stretch->y[i];
      if (!can_be_drawn(log_x, at_x) || !can_be_drawn(log_y, at_y)) {
        const gboolean finite = isfinite(at_x) && isfinite(at_y);
        data->n_negative += finite ? 1 : 0;
        data->n_non_finite += finite ? 0 : 1;
        continue;
      }
      range_add(x, log_x, at_x);
      range_add(y, log_y, at_y);
      counts->counts[(gsize)stretch->panel[i] * counts->room_series + stretch->series[i]]++;
    }
  }
}

/* The first of each panel that can be drawn; before they have their places on the scale these are values. */
static void find_references(Reader *reader, UlpPlotData *data, const UlpPlotSpec *spec, Range *y) {
  g_autofree Stretch *stretch = g_new(Stretch, 1);
  const UlpTable *table = reader->y.grouping.table;
  data->references = g_new(double, MAX(reader->panels.names->len, 1));
  for (guint i = 0; i < MAX(reader->panels.names->len, 1); i++)
    data->references[i] = NAN;
  if (spec->reference == NULL || spec->y_scale == ULP_SCALE_CATEGORY)
    return;
  const guint column = (guint)find_column(table, spec->reference);
  const char *title = spec->reference_title ? spec->reference_title : ulp_table_column(table, column)->title;
  double only = NAN;
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = read_stretch(reader, first, stretch);
    for (guint i = 0; i < n; i++) {
      double *own = &data->references[stretch->panel[i]];
      if (!isnan(*own) || !can_be_drawn(reader->y.log, ulp_table_number(table, first + i, column)))
        continue;
      *own = ulp_table_number(table, first + i, column);
      range_add(y, reader->y.log, *own);
      g_autofree char *text = ulp_table_text(table, first + i, column);
      if (!data->has_reference)
        data->reference_text = g_strdup_printf("%s = %s", ulp_translated(title), text);
      else if (*own != only) {
        g_free(data->reference_text);
        data->reference_text = g_strdup(ulp_translated(title));
      }
      only = data->has_reference ? only : *own;
      data->has_reference = TRUE;
    }
  }
}

/* How far from `centre` marks may be that the scale reaches: a hundred times the usual distance, the upper median of the panels'
 * largest, and of what a number of 24 bits, or an error in ulps, can be off by itself. */
static double reach(Reader *reader, double centre) {
  g_autofree Stretch *stretch = g_new(Stretch, 1);
  g_autoptr(GArray) largest = g_array_new(FALSE, TRUE, sizeof(double));
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = read_stretch(reader, first, stretch);
    if (largest->len < reader->panels.names->len)
      g_array_set_size(largest, reader->panels.names->len);
    for (guint i = 0; i < n; i++) {
      double *own = &g_array_index(largest, double, stretch->panel[i]);
      if (isfinite(stretch->y[i]))
        *own = MAX(*own, fabs(stretch->y[i] - centre));
    }
  }
  g_array_sort(largest, compare_doubles);
  const double usual = largest->len ? g_array_index(largest, double, largest->len / 2) : 0;
  return 100 * MAX(usual, centre != 0 ? fabs(centre) * 0x1p-23 : 1);
}

static void beyond_add(UlpBeyond *beyond, guint row, gboolean farther) {
  if (beyond->n++ == 0 || farther)
    beyond->row = row;
}

/* The range of the marks and references within reach of the first reference, or of 0, in place of all; other marks are listed. */
static void survey_beyond(Reader *reader, UlpPlotData *data, Range *y) {
  g_autofree Stretch *stretch = g_new(Stretch, 1);
  double centre = 0;
  for (guint i = reader->panels.names->len; data->has_reference && i-- > 0;)
    centre = isnan(data->references[i]) ? centre : data->references[i];
  const double limit = reach(reader, centre);
  const guint column = (guint)reader->y.grouping.column;
  *y = (Range){G_MAXDOUBLE, -G_MAXDOUBLE, FALSE};
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = read_stretch(reader, first, stretch);
    if (data->beyond->len < reader->panels.names->len)
      g_array_set_size(data->beyond, reader->panels.names->len);
    for (guint i = 0; i < n; i++) {
      UlpPanelBeyond *own = &g_array_index(data->beyond, UlpPanelBeyond, stretch->panel[i]);
      const double value = stretch->y[i];
      UlpBeyond *beyond = !isfinite(value) ? &own->no_number : value > centre ? &own->above : &own->below;
      if (fabs(value - centre) <= limit)
        range_add(y, FALSE, value);
      else
        beyond_add(beyond, first + i,
                   fabs(value) > fabs(ulp_table_number(reader->y.grouping.table, beyond->row, column)));
      data->n_non_finite -= !isfinite(value) && isfinite(stretch->x[i]);
    }
  }
  for (guint i = 0; i < reader->panels.names->len; i++)
    if (fabs(data->references[i] - centre) <= limit)
      range_add(y, FALSE, data->references[i]);
}

/* The second look: every mark to its place, by panel and series, row order kept. */
static void place_marks(Reader *reader, UlpPlotData *data, const Counts *counts) {
  const guint n_series = data->series->len, n_groups = data->panels->len * n_series;
  g_autofree Stretch *stretch = g_new(Stretch, 1);
  data->first = g_new0(guint, n_groups + 1);
  for (guint group = 0; group < n_groups; group++) {
    const guint panel = group / n_series, series = group % n_series;
    data->first[group + 1] =
        data->first[group] + (counts->counts ? counts->counts[(gsize)panel * counts->room_series + series] : 0);
  }
  data->marks = g_new(UlpPlotMark, data->first[n_groups]);
  g_autofree guint *next = g_memdup2(data->first, n_groups * sizeof(guint));
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = read_stretch(reader, first, stretch);
    ulp_scale_places(&data->x, stretch->x, n);
    ulp_scale_places(&data->y, stretch->y, n);
    for (guint i = 0; i < n; i++) {
      if (!isnan(stretch->x[i]) && !isnan(stretch->y[i]))
        data->marks[next[stretch->panel[i] * n_series + stretch->series[i]]++] =
            (UlpPlotMark){.x = stretch->x[i], .y = stretch->y[i], .row = first + i};
    }
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
  Reader reader = {.x = {.type = spec->x_scale, .log = ulp_scale_is_log(spec->x_scale)},
                   .y = {.type = spec->y_scale, .log = ulp_scale_is_log(spec->y_scale)},
                   .n_rows = (guint)MIN(ulp_table_n_rows(table), G_MAXINT)};
  grouping_init(&reader.x.grouping, table, spec->x);
  grouping_init(&reader.y.grouping, table, spec->y);
  grouping_init(&reader.series, table, spec->series);
  grouping_init(&reader.panels, table, spec->facet);
  if (spec->series == NULL)
    grouping_add(&reader.series, "",
                 g_strdup(ulp_translated(ulp_table_column(table, (guint)reader.y.grouping.column)->title)));
  if (spec->facet == NULL)
    grouping_add(&reader.panels, "", g_strdup(""));

  Counts counts = {0};
  Range x = {G_MAXDOUBLE, -G_MAXDOUBLE, FALSE}, y = x;
  survey(&reader, data, &x, &y, &counts);
  find_references(&reader, data, spec, &y);
  data->beyond = g_array_new(FALSE, TRUE, sizeof(UlpPanelBeyond));
  if (spec->off_scale && spec->y_scale == ULP_SCALE_LINEAR && y.lo <= y.hi)
    survey_beyond(&reader, data, &y);
  add_bands(data, spec, table, reader.n_rows, &y);
  find_flags(data, spec, table, reader.n_rows);

  data->x_categories = reader.x.grouping.names;
  data->y_categories = reader.y.grouping.names;
  data->series = reader.series.names;
  data->panels = reader.panels.names;
  if (data->panels->len == 0)
    g_ptr_array_add(data->panels, g_strdup(""));
  data->x = make_scale(spec->x_scale, &x, data->x_categories);
  data->y = make_scale(spec->y_scale, &y, data->y_categories);
  for (guint i = 0; i < data->panels->len; i++)
    data->references[i] = isnan(data->references[i])
                              ? NAN
                              : ulp_scale_place(&data->y, ulp_scale_coordinate(spec->y_scale, data->references[i]));
  place_marks(&reader, data, &counts);
  g_free(counts.counts);
  grouping_clear(&reader.x.grouping);
  grouping_clear(&reader.y.grouping);
  grouping_clear(&reader.series);
  grouping_clear(&reader.panels);
  find_alarms(data, spec, table);
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
  g_free(data->references);
  g_free(data->reference_text);
  g_free(data->alarm_text);
  g_array_unref(data->beyond);
  g_free(data);
}

const UlpPlotMark *ulp_plot_data_marks(const UlpPlotData *data, guint panel, guint series, guint *n_marks) {
  const guint group = panel * data->series->len + series;
  *n_marks = data->first[group + 1] - data->first[group];
  return data->marks + data->first[group];
}

guint ulp_plot_data_n_marks(const UlpPlotData *data) { return data->first[data->panels->len * data->series->len]; }

gboolean ulp_plot_data_is_alarm(const UlpPlotData *data, const UlpTable *table, guint row) {
  return data->alarm >= 0 &&
         ulp_cell_is_alarm(ulp_table_column(table, (guint)data->alarm), ulp_table_cell(table, row, (guint)data->alarm));
}
