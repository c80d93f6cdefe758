#include "ui/plot/plot-data.h"

#include "core/base/i18n.h"
#include "ui/plot/plot-reader.h"

#include <math.h>
#include <string.h>

/* Turns of all lines together, from right to left, and, where there are many marks, each stretch between two of which crosses many
 * columns of pixels. */
#define MAX_TURNS 2000
#define MAX_TURNS_OF_MANY 50
#define MANY 200000

/* Of what can be drawn: logarithmic scales draw zeros apart. */
typedef struct {
  double lo, hi; /* values; lo > hi when there are none */
  gboolean zeros;
} Range;

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
static gboolean add_band(UlpReader *reader, const char *id, Range *y) {
  double values[ULP_STRETCH];
  const gboolean log = reader->y.log;
  gboolean any = FALSE;
  const guint column = ulp_reader_column(reader->table, id);
  for (guint first = 0; ulp_reader_has(reader, first); first += ULP_STRETCH) {
    const guint n = MIN(reader->n_rows - first, ULP_STRETCH);
    ulp_table_numbers(reader->table, column, first, n, values);
    for (guint i = 0; i < n; i++)
      if (isfinite(values[i]) && (values[i] > 0 || !log)) {
        range_add(y, log, values[i]);
        any = TRUE;
      }
  }
  return any;
}

static void add_bands(UlpPlotData *data, const UlpPlotSpec *spec, UlpReader *reader, Range *y) {
  for (guint i = 0; i < spec->n_bands; i++) {
    add_band(reader, spec->bands[i].low, y);
    if (add_band(reader, spec->bands[i].high, y))
      data->bands |= 1u << i;
  }
}

static void find_flags(UlpPlotData *data, const UlpPlotSpec *spec, UlpReader *reader) {
  data->flag = spec->flag ? (int)ulp_reader_column(reader->table, spec->flag) : -1;
  for (guint row = 0; data->flag >= 0 && ulp_reader_has(reader, row); row++)
    data->n_flagged += *ulp_table_cell(reader->table, row, (guint)data->flag).text != '\0';
}

static gboolean has_alarm(const UlpPlotData *data, UlpReader *reader, guint series) {
  for (guint panel = 0; panel < data->panels->len; panel++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(data, panel, series, &n);
    for (guint i = 0; i < n && ulp_reader_has(reader, i); i++)
      if (ulp_plot_data_is_alarm(data, reader->table, marks[i].row))
        return TRUE;
  }
  return FALSE;
}

/* After the marks have their places. */
static void find_alarms(UlpPlotData *data, const UlpPlotSpec *spec, UlpReader *reader) {
  g_autoptr(GString) names = g_string_new(NULL);
  data->alarm = spec->alarm ? ulp_table_find(reader->table, spec->alarm) : -1;
  for (guint series = 0; series < data->series->len && data->alarm >= 0; series++)
    if (has_alarm(data, reader, series))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "",
                             (const char *)g_ptr_array_index(data->series, series));
  if (names->len)
    data->alarm_text = g_strdup_printf("%s: %s", names->str, ulp_translated(spec->alarm_title));
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
static void survey(UlpReader *reader, UlpPlotData *data, Range *x, Range *y, Counts *counts) {
  g_autofree UlpStretch *stretch = g_new(UlpStretch, 1);
  const gboolean log_x = reader->x.log, log_y = reader->y.log;
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = ulp_reader_read(reader, first, stretch);
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

/* One reference's words, or what is said where panels have several. */
static void name_reference(UlpPlotData *data, const UlpPlotSpec *spec, const UlpTable *table, guint row) {
  const guint column = ulp_reader_column(table, spec->reference);
  const char *title = spec->reference_title ? spec->reference_title : ulp_table_column(table, column)->title;
  g_autofree char *value = ulp_table_text(table, row, column);
  g_autofree char *text = g_strdup_printf("%s = %s", ulp_translated(title), value);
  const gboolean other = data->reference_text && !g_str_equal(data->reference_text, text);
  g_free(data->reference_text);
  data->reference_text = other ? g_strdup(ulp_translated(title)) : g_steal_pointer(&text);
}

/* The first of each panel that can be drawn: values, until the scale is there. After the survey, which has met all panels. */
static void find_references(UlpReader *reader, UlpPlotData *data, const UlpPlotSpec *spec, Range *y) {
  g_autofree UlpStretch *stretch = g_new(UlpStretch, 1);
  const guint n_panels = MAX(reader->panels.names->len, 1);
  guint left = n_panels;
  data->references = g_new(double, n_panels);
  for (guint i = 0; i < n_panels; i++)
    data->references[i] = NAN;
  if (spec->reference == NULL || spec->y_scale == ULP_SCALE_CATEGORY)
    return;
  const guint column = ulp_reader_column(reader->table, spec->reference);
  for (guint first = 0, n; first < reader->n_rows && left; first += n) {
    n = ulp_reader_read(reader, first, stretch);
    for (guint i = 0; i < n && left; i++) {
      double *own = &data->references[stretch->panel[i]];
      const double value = isnan(*own) ? ulp_table_number(reader->table, first + i, column) : NAN;
      if (!can_be_drawn(reader->y.log, value))
        continue;
      *own = value;
      left--;
      data->has_reference = TRUE;
      range_add(y, reader->y.log, value);
      name_reference(data, spec, reader->table, first + i);
    }
  }
}

/* How far from `centre` marks may be that the scale reaches: a hundred times the usual distance, the upper median of the panels'
 * largest, and of what a number of 24 bits, or an error in ulps, can be off by itself. */
static double reach(UlpReader *reader, double centre) {
  g_autofree UlpStretch *stretch = g_new(UlpStretch, 1);
  g_autoptr(GArray) largest = g_array_new(FALSE, TRUE, sizeof(double));
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = ulp_reader_read(reader, first, stretch);
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
static void survey_beyond(UlpReader *reader, UlpPlotData *data, Range *y) {
  g_autofree UlpStretch *stretch = g_new(UlpStretch, 1);
  const guint n_panels = reader->panels.names->len;
  double centre = 0;
  for (guint i = n_panels; data->has_reference && i-- > 0;)
    centre = isnan(data->references[i]) ? centre : data->references[i];
  const double limit = reach(reader, centre);
  const guint column = (guint)reader->y.grouping.column;
  *y = (Range){G_MAXDOUBLE, -G_MAXDOUBLE, FALSE};
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = ulp_reader_read(reader, first, stretch);
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
  for (guint i = 0; i < n_panels; i++)
    if (fabs(data->references[i] - centre) <= limit)
      range_add(y, FALSE, data->references[i]);
}

/* The second look: every mark to its place, by panel and series, row order kept. */
static void place_marks(UlpReader *reader, UlpPlotData *data, const Counts *counts) {
  const guint n_series = data->series->len, n_groups = data->panels->len * n_series;
  g_autofree UlpStretch *stretch = g_new(UlpStretch, 1);
  data->first = g_new0(guint, n_groups + 1);
  for (guint group = 0; group < n_groups; group++) {
    const guint panel = group / n_series, series = group % n_series;
    data->first[group + 1] =
        data->first[group] + (counts->counts ? counts->counts[(gsize)panel * counts->room_series + series] : 0);
  }
  data->marks = g_new(UlpPlotMark, data->first[n_groups]);
  g_autofree guint *next = g_memdup2(data->first, n_groups * sizeof(guint));
  for (guint first = 0, n; first < reader->n_rows; first += n) {
    n = ulp_reader_read(reader, first, stretch);
    ulp_scale_places(&data->x, stretch->x, n);
    ulp_scale_places(&data->y, stretch->y, n);
    for (guint i = 0; i < n; i++) {
      if (!isnan(stretch->x[i]) && !isnan(stretch->y[i]))
        data->marks[next[stretch->panel[i] * n_series + stretch->series[i]]++] =
            (UlpPlotMark){.x = stretch->x[i], .y = stretch->y[i], .row = first + i};
    }
  }
}

static gboolean turns_too_often(const UlpPlotData *data, UlpReader *reader) {
  const guint n_groups = data->panels->len * data->series->len;
  guint turns = 0;
  for (guint group = 0; group < n_groups; group++)
    for (guint i = data->first[group] + 1; i < data->first[group + 1] && ulp_reader_has(reader, i); i++)
      turns += data->marks[i].x < data->marks[i - 1].x;
  return turns > (ulp_plot_data_n_marks(data) > MANY ? MAX_TURNS_OF_MANY : MAX_TURNS);
}

UlpPlotData *ulp_plot_data_new(const UlpPlotSpec *spec, const UlpTable *table, GCancellable *cancellable) {
  UlpPlotData *data = g_new0(UlpPlotData, 1);
  UlpReader reader;
  ulp_reader_init(&reader, spec, table, cancellable);
  Counts counts = {0};
  Range x = {G_MAXDOUBLE, -G_MAXDOUBLE, FALSE}, y = x;
  survey(&reader, data, &x, &y, &counts);
  find_references(&reader, data, spec, &y);
  data->beyond = g_array_new(FALSE, TRUE, sizeof(UlpPanelBeyond));
  if (spec->off_scale && spec->y_scale == ULP_SCALE_LINEAR && y.lo <= y.hi)
    survey_beyond(&reader, data, &y);
  add_bands(data, spec, &reader, &y);
  find_flags(data, spec, &reader);

  data->x_categories = reader.x.grouping.names;
  data->y_categories = reader.y.grouping.names;
  data->series = reader.series.names;
  data->panels = reader.panels.names;
  if (data->panels->len == 0)
    g_ptr_array_add(data->panels, g_strdup(""));
  data->x = make_scale(spec->x_scale, &x, data->x_categories);
  data->y = make_scale(spec->y_scale, &y, data->y_categories);
  for (guint i = 0; i < data->panels->len; i++)
    if (!isnan(data->references[i]))
      data->references[i] = ulp_scale_place(&data->y, ulp_scale_coordinate(spec->y_scale, data->references[i]));
  place_marks(&reader, data, &counts);
  g_free(counts.counts);
  find_alarms(data, spec, &reader);
  data->tangled = spec->mark == ULP_MARK_LINE && turns_too_often(data, &reader);
  if (reader.n_rows == 0) /* stopped: not every mark has its place */
    memset(data->first, 0, ((gsize)data->panels->len * data->series->len + 1) * sizeof *data->first);
  ulp_reader_clear(&reader);
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
