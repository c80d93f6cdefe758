/* The legend: a column beside the panels when the plot is wide and names do not need the width, else rows above them.
 * Hidden series stay in it, struck through; what there is no room for is counted in a last entry. */
#include "ui/plot/plot-private.h"
#include "core/base/i18n.h"
#include "core/table/overlay.h"

#define RIGHT_FROM 40 /* em of plot width from which the column is preferred */
#define SAMPLE 2.2    /* em */
#define GAP 0.5       /* em */

/* One entry: a series, the reference line, or (ULP_LEGEND_TEXT) a text without a sample. */
#define ULP_LEGEND_TEXT (G_MAXUINT - 1)
typedef struct {
  guint series;
  PangoLayout *text;
  double x, y, width; /* set by flow() */
} Entry;

static void clear_entry(gpointer entry) { g_clear_object(&((Entry *)entry)->text); }

static double max_text_width(const UlpPlotLayout *layout, gboolean right) {
  const double available = right ? layout->width * 0.28 : layout->width - 4 * layout->em;
  return MAX(available - (SAMPLE + GAP) * layout->em, layout->em);
}

static void add(UlpTextSetter *setter, GArray *entries, guint series, const char *name, gboolean right) {
  Entry entry = {.series = series,
                 .text = ulp_text_new(setter, ULP_TEXT_NORMAL, name, max_text_width(setter->layout, right), 1)};
  double height;
  ulp_text_size(entry.text, &entry.width, &height);
  if (series != ULP_LEGEND_TEXT)
    entry.width += (SAMPLE + GAP) * setter->layout->em;
  g_array_append_val(entries, entry);
}

static void strike(PangoLayout *text) {
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_strikethrough_new(TRUE));
  pango_layout_set_attributes(text, attributes);
  pango_attr_list_unref(attributes);
}

/* Series need entries unless panels already carry their names, or there is only the one of a plot without series. */
static gboolean names_series(const UlpPlot *plot) {
  return plot->spec->series != NULL && !ulp_plot_series_are_panels(plot->spec, plot->table);
}

static GArray *list_entries(UlpTextSetter *setter, const UlpPlot *plot, gboolean right) {
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(Entry));
  g_array_set_clear_func(entries, clear_entry);
  if (names_series(plot) && !setter->layout->style.no_legend && plot->data->series->len > 0) {
    const int column = ulp_table_find(plot->table, ulp_plot_series_id(plot->spec, plot->table));
    add(setter, entries, ULP_LEGEND_TEXT, ulp_translated(ulp_table_column(plot->table, (guint)column)->title), right);
    for (guint i = 0; i < plot->data->series->len; i++) {
      add(setter, entries, i, g_ptr_array_index(plot->data->series, i), right);
      if (ulp_plot_is_hidden(plot, i))
        strike(g_array_index(entries, Entry, entries->len - 1).text);
    }
  }
  for (guint i = 0; i < plot->spec->n_bands && plot->data->series->len > 0; i++)
    if (plot->data->bands >> i & 1)
      add(setter, entries, ULP_LEGEND_BAND + i, ulp_translated(plot->spec->bands[i].title), right);
  if (plot->data->n_flagged > 0)
    add(setter, entries, ULP_LEGEND_FLAG, ulp_translated(plot->spec->flag_title), right);
  if (plot->data->has_reference)
    add(setter, entries, ULP_LEGEND_REFERENCE, plot->data->reference_text, right);
  return entries;
}

/* Places entries one under the other (right) or along rows of `width`; how many lines they take. */
static guint flow(GArray *entries, gboolean right, double width, double em, double line) {
  double x = 0;
  guint row = 0;
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index(entries, Entry, i);
    if (i > 0 && (right || x + entry->width > width)) {
      x = 0;
      row++;
    }
    entry->x = x;
    entry->y = row * line;
    x += entry->width + 1.2 * em;
  }
  return entries->len > 0 ? row + 1 : 0;
}

/* Cuts the list after `n_lines` lines; a last entry counts the series left out. */
static void cut(UlpTextSetter *setter, GArray *entries, gboolean right, double width, guint n_lines, double line) {
  const double em = setter->layout->em;
  guint left_out = 0;
  while (flow(entries, right, width, em, line) > n_lines && entries->len > 0) {
    if (left_out > 0)
      g_array_set_size(entries, entries->len - 1); /* the count of before */
    if (entries->len == 0)
      return;
    g_array_set_size(entries, entries->len - 1);
    left_out++;
    g_autofree char *more = g_strdup_printf(_("+ %u more"), left_out);
    add(setter, entries, ULP_LEGEND_TEXT, more, right);
  }
}

static GArray *fitted_entries(UlpTextSetter *setter, const UlpPlot *plot, gboolean right, double *width,
                              guint *n_lines) {
  const UlpPlotLayout *layout = setter->layout;
  const double line = ulp_text_line(setter, ULP_TEXT_NORMAL) * 1.15;
  GArray *entries = list_entries(setter, plot, right);
  const double row_width = layout->width - 2 * layout->em;
  const double height = right ? layout->height - 7 * layout->em : layout->height * 0.25;
  cut(setter, entries, right, row_width, (guint)MAX(height / line, 0), line);
  *n_lines = flow(entries, right, row_width, layout->em, line);
  *width = 0;
  for (guint i = 0; i < entries->len; i++) {
    const Entry *entry = &g_array_index(entries, Entry, i);
    *width = MAX(*width, entry->x + entry->width);
  }
  return entries;
}

UlpLegend ulp_legend_plan(UlpTextSetter *setter, const UlpPlot *plot) {
  const double em = setter->layout->em;
  UlpLegend legend = {.right = names_series(plot) && !setter->layout->style.no_legend &&
                               plot->spec->x_scale != ULP_SCALE_CATEGORY && setter->layout->width >= RIGHT_FROM * em};
  guint n_lines;
  g_autoptr(GArray) entries = fitted_entries(setter, plot, legend.right, &legend.width, &n_lines);
  legend.height = n_lines * ulp_text_line(setter, ULP_TEXT_NORMAL) * 1.15;
  return legend;
}

void ulp_legend_place(UlpTextSetter *setter, const UlpPlot *plot, const UlpLegend *legend, double x, double y) {
  const double em = setter->layout->em, line = ulp_text_line(setter, ULP_TEXT_NORMAL);
  double width;
  guint n_lines;
  g_autoptr(GArray) entries = fitted_entries(setter, plot, legend->right, &width, &n_lines);
  for (guint i = 0; i < entries->len; i++) {
    Entry *entry = &g_array_index(entries, Entry, i);
    const gboolean sample = entry->series != ULP_LEGEND_TEXT;
    const gboolean hidden = entry->series < plot->data->series->len && ulp_plot_is_hidden(plot, entry->series);
    const double text_x = x + entry->x + (sample ? (SAMPLE + GAP) * em : 0);
    const gboolean placed = ulp_text_place(setter, g_steal_pointer(&entry->text), text_x, y + entry->y, FALSE,
                                           sample && !hidden ? ULP_INK_TEXT : ULP_INK_MUTED);
    if (placed && sample) {
      const UlpLegendSample box = {{x + entry->x, y + entry->y, SAMPLE * em, line}, entry->series};
      g_array_append_val(setter->layout->samples, box);
    }
  }
}
