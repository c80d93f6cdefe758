#include "ui/plot/plot-private.h"

#include "core/table/counted.h"

#include <math.h>
#include <string.h>

#define PICK_RADIUS 12

static const UlpPlotView whole = {0, 0, 1, 1};

static void find_looks(UlpPlot *plot) {
  g_clear_pointer(&plot->look_of, g_array_unref);
  plot->look_of = ulp_looks_of(plot->looks, plot->data->series);
}

static UlpTable *drawn_table(const UlpPlot *plot, UlpTable *table) {
  return plot->spec->counted ? ulp_table_counted(table, plot->spec, plot->cancellable) : ulp_table_ref(table);
}

UlpPlot *ulp_plot_new(const UlpPlotSpec *spec, UlpTable *table) { return ulp_plot_new_cancellable(spec, table, NULL); }

UlpPlot *ulp_plot_new_cancellable(const UlpPlotSpec *spec, UlpTable *table, GCancellable *cancellable) {
  UlpPlot *plot = g_new0(UlpPlot, 1);
  plot->cancellable = cancellable ? g_object_ref(cancellable) : NULL;
  plot->own = *spec;
  plot->spec = &plot->own;
  plot->table = drawn_table(plot, table);
  plot->data = ulp_plot_data_new(plot->spec, plot->table, plot->cancellable);
  plot->looks = ulp_looks_new();
  find_looks(plot);
  plot->hidden = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  plot->view = whole;
  plot->texts = g_array_new(FALSE, TRUE, sizeof(UlpPlotText));
  return plot;
}

static void forget_layout(UlpPlot *plot) { g_clear_pointer(&plot->layout, ulp_plot_layout_free); }

void ulp_plot_free(UlpPlot *plot) {
  forget_layout(plot);
  ulp_plot_data_free(plot->data);
  ulp_table_unref(plot->table);
  g_hash_table_unref(plot->hidden);
  g_array_unref(plot->look_of);
  ulp_looks_unref(plot->looks);
  g_array_unref(plot->texts);
  g_clear_object(&plot->cancellable);
  g_free(plot);
}

void ulp_plot_set_table(UlpPlot *plot, UlpTable *table) {
  UlpTable *drawn = drawn_table(plot, table);
  ulp_table_unref(plot->table);
  plot->table = drawn;
  ulp_plot_data_free(plot->data);
  plot->data = ulp_plot_data_new(plot->spec, drawn, plot->cancellable);
  find_looks(plot);
  forget_layout(plot);
}

UlpTable *ulp_plot_table(const UlpPlot *plot) { return plot->table; }

UlpLooks *ulp_plot_looks(const UlpPlot *plot) { return plot->looks; }

void ulp_plot_set_scale(UlpPlot *plot, gboolean vertical, UlpScaleType type) {
  UlpScaleType *scale = vertical ? &plot->own.y_scale : &plot->own.x_scale;
  g_return_if_fail(*scale != ULP_SCALE_CATEGORY && type != ULP_SCALE_CATEGORY);
  *scale = type;
  ulp_plot_data_free(plot->data);
  plot->data = ulp_plot_data_new(plot->spec, plot->table, plot->cancellable);
  find_looks(plot);
  plot->view = whole;
  forget_layout(plot);
}

void ulp_plot_set_looks(UlpPlot *plot, UlpLooks *looks) {
  ulp_looks_ref(looks);
  ulp_looks_unref(plot->looks);
  plot->looks = looks;
  find_looks(plot);
  forget_layout(plot);
}

guint ulp_plot_n_series(const UlpPlot *plot) { return plot->data->series->len; }

const char *ulp_plot_series_name(const UlpPlot *plot, guint series) {
  g_return_val_if_fail(series < plot->data->series->len, NULL);
  return g_ptr_array_index(plot->data->series, series);
}

gboolean ulp_plot_series_visible(const UlpPlot *plot, guint series) {
  g_return_val_if_fail(series < plot->data->series->len, FALSE);
  return !ulp_plot_is_hidden(plot, series);
}

void ulp_plot_set_series_visible(UlpPlot *plot, guint series, gboolean visible) {
  g_return_if_fail(series < plot->data->series->len);
  const char *name = g_ptr_array_index(plot->data->series, series);
  if (visible)
    g_hash_table_remove(plot->hidden, name);
  else
    g_hash_table_add(plot->hidden, g_strdup(name));
  forget_layout(plot);
}

void ulp_plot_series_colour(const UlpPlot *plot, guint series, double rgb[3]) {
  ulp_series_rgb(ulp_plot_series_look(plot, series), rgb);
}

UlpPlotView ulp_plot_view(const UlpPlot *plot) { return plot->view; }

void ulp_plot_set_view(UlpPlot *plot, UlpPlotView view) {
  g_return_if_fail(view.x1 > view.x0 && view.y1 > view.y0);
  plot->view = view;
  forget_layout(plot);
}

void ulp_plot_reset_view(UlpPlot *plot) { ulp_plot_set_view(plot, whole); }

static gboolean same_style(const UlpPlotStyle *a, const UlpPlotStyle *b) {
  return !a->dark == !b->dark && a->font_size == b->font_size && !a->footer == !b->footer &&
         !a->no_text == !b->no_text && !a->no_legend == !b->no_legend;
}

/* The layout for that size and style: the last one, or a new one. */
static UlpPlotLayout *layout_for(UlpPlot *plot, double width, double height, const UlpPlotStyle *style) {
  UlpPlotLayout *last = plot->layout;
  if (last != NULL && last->width == width && last->height == height && same_style(&last->style, style))
    return last;
  forget_layout(plot);
  plot->layout = ulp_plot_layout_new(plot, width, height, style);
  return plot->layout;
}

static void keep_texts(UlpPlot *plot) {
  g_array_set_size(plot->texts, 0);
  for (guint i = 0; i < plot->layout->texts->len; i++) {
    const UlpPlacedText *placed = &g_array_index(plot->layout->texts, UlpPlacedText, i);
    UlpPlotText text = {
        .x = placed->rect.x, .y = placed->rect.y, .width = placed->rect.width, .height = placed->rect.height};
    const char *all = pango_layout_get_text(placed->layout), *end = all + strlen(all);
    while (end - all >= (gssize)sizeof text.text)
      end = g_utf8_find_prev_char(all, end);
    memcpy(text.text, all, (gsize)(end - all));
    g_array_append_val(plot->texts, text);
  }
}

void ulp_plot_draw(UlpPlot *plot, cairo_t *cr, double width, double height, const UlpPlotStyle *style) {
  UlpPlotLayout *layout = layout_for(plot, width, height, style);
  ulp_plot_paint(plot, cr, layout);
  keep_texts(plot);
  if (g_cancellable_is_cancelled(plot->cancellable))
    forget_layout(plot); /* its image may not have every mark */
}

const UlpPlotText *ulp_plot_texts(const UlpPlot *plot, guint *n_texts) {
  *n_texts = plot->texts->len;
  return (const UlpPlotText *)(gconstpointer)plot->texts->data;
}

static gboolean inside(const UlpRect *rect, double x, double y) {
  return x >= rect->x && x <= rect->x + rect->width && y >= rect->y && y <= rect->y + rect->height;
}

gboolean ulp_plot_locate(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, double x, double y,
                         double *view_x, double *view_y) {
  const UlpPlotLayout *layout = layout_for(plot, width, height, style);
  const UlpPlotView *view = &plot->view;
  for (guint i = 0; i < layout->panels->len; i++) {
    const UlpPanel *panel = &g_array_index(layout->panels, UlpPanel, i);
    if (!inside(&panel->area, x, y))
      continue;
    const UlpRect *main = &panel->main;
    const double across = MAX((x - main->x) / main->width, 0);
    const double up = MAX((main->y + main->height - y) / main->height, 0);
    *view_x = view->x0 + across * (view->x1 - view->x0);
    *view_y = view->y0 + up * (view->y1 - view->y0);
    return TRUE;
  }
  return FALSE;
}

gboolean ulp_plot_find(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, guint row, double *x,
                       double *y) {
  const UlpPlotLayout *layout = layout_for(plot, width, height, style);
  for (guint p = 0; p < layout->panels->len; p++)
    for (guint series = 0; series < plot->data->series->len; series++) {
      guint n;
      const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, p, series, &n);
      for (guint i = 0; i < n && !ulp_plot_is_hidden(plot, series); i++)
        if (marks[i].row == row)
          return ulp_plot_mark_position(plot, &g_array_index(layout->panels, UlpPanel, p), &marks[i], x, y);
    }
  return FALSE;
}

int ulp_plot_pick(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, double x, double y) {
  const UlpPlotLayout *layout = layout_for(plot, width, height, style);
  double nearest = PICK_RADIUS * PICK_RADIUS;
  int row = -1;
  for (guint p = 0; p < layout->panels->len; p++) {
    const UlpPanel *panel = &g_array_index(layout->panels, UlpPanel, p);
    for (guint series = 0; series < plot->data->series->len; series++) {
      guint n;
      const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, p, series, &n);
      if (ulp_plot_is_hidden(plot, series))
        continue;
      for (guint i = 0; i < n; i++) {
        double mark_x, mark_y;
        if (!ulp_plot_mark_position(plot, panel, &marks[i], &mark_x, &mark_y))
          continue;
        const double distance = (mark_x - x) * (mark_x - x) + (mark_y - y) * (mark_y - y);
        if (distance <= nearest) {
          nearest = distance;
          row = (int)marks[i].row;
        }
      }
    }
  }
  return row;
}
