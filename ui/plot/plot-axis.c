#include "ui/plot/plot-axis.h"

#include <math.h>

#define ZERO_LABEL "0"
#define TICK_SPACE 0.5 /* em between the axis and its labels */

static PangoLayout *label_new(UlpTextSetter *setter, const UlpAxisLabels *labels, const char *text) {
  PangoLayout *label = ulp_text_new(setter, labels->role, text, labels->label_length, labels->lines);
  if (labels->lines > 1) {
    pango_layout_set_wrap(label, PANGO_WRAP_WORD);
    pango_layout_set_alignment(label, labels->style == ULP_LABELS_VERTICAL ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_CENTER);
  }
  return label;
}

static double tick_position(const UlpTick *tick, double from, double to, double length) {
  return (tick->place - from) / (to - from) * length;
}

static UlpTick *tick_at(const UlpTicks *ticks, guint index) { return &g_array_index(ticks->ticks, UlpTick, index); }

/* Sizes of all labels: the widest and the tallest. */
static void measure(UlpTextSetter *setter, const UlpAxisLabels *labels, double *width, double *height, gboolean *cut) {
  *width = *height = 0;
  *cut = FALSE;
  for (guint i = 0; i < labels->ticks->ticks->len; i++) {
    g_autoptr(PangoLayout) label = label_new(setter, labels, tick_at(labels->ticks, i)->label);
    double w, h;
    ulp_text_size(label, &w, &h);
    *width = MAX(*width, w);
    *height = MAX(*height, h);
    *cut = *cut || pango_layout_is_ellipsized(label);
  }
}

/* Whether labels keep `gap` between each other: their heights (beside an axis) or their widths (under one). */
static gboolean apart(UlpTextSetter *setter, const UlpAxisLabels *labels, double from, double to, double length,
                      double gap, gboolean heights) {
  double end = -G_MAXDOUBLE;
  for (guint i = 0; i < labels->ticks->ticks->len; i++) {
    const UlpTick *tick = tick_at(labels->ticks, i);
    g_autoptr(PangoLayout) label = label_new(setter, labels, tick->label);
    double w, h;
    ulp_text_size(label, &w, &h);
    const double half = (heights ? h : w) / 2, centre = tick_position(tick, from, to, length);
    if (centre - half < end + gap)
      return FALSE;
    end = centre + half;
  }
  return TRUE;
}

/* Keeps every k-th label so that lines of text fit side by side. */
static void thin_out(UlpTicks *ticks, double spacing, double needed) {
  const guint every = (guint)ceil(needed / spacing);
  if (every <= 1)
    return;
  for (guint i = ticks->ticks->len; i-- > 0;)
    if (i % every != 0)
      g_array_remove_index(ticks->ticks, i);
}

static double last_name_width(UlpTextSetter *setter, const UlpAxisLabels *labels) {
  if (labels->ticks->ticks->len == 0)
    return 0;
  g_autoptr(PangoLayout) label =
      label_new(setter, labels, tick_at(labels->ticks, labels->ticks->ticks->len - 1)->label);
  double width, height;
  ulp_text_size(label, &width, &height);
  return width;
}

/* Whether every name fits whole into `space`; how tall the tallest is. */
static gboolean names_fit(UlpTextSetter *setter, UlpAxisLabels *labels, double space, double *height) {
  double width;
  gboolean cut;
  labels->label_length = MAX(space, 1);
  measure(setter, labels, &width, height, &cut);
  return width <= labels->label_length && !cut;
}

/* Upright names, small, as short as two lines make them where there is room for two. */
static void fit_upright_names(UlpTextSetter *setter, UlpAxisLabels *labels, double slot) {
  double width, height;
  gboolean cut;
  labels->style = ULP_LABELS_VERTICAL;
  labels->label_length = MAX(setter->layout->height * 0.4, 1);
  measure(setter, labels, &width, &height, &cut);
  if (2.2 * height <= slot) {
    const double whole = width;
    labels->lines = 2;
    for (int tenths = 5; tenths <= 10 && !names_fit(setter, labels, whole * tenths / 10, &height); tenths++)
      ;
  }
  measure(setter, labels, &width, &height, &cut);
  thin_out(labels->ticks, slot, height * 1.1);
  labels->size = width;
}

/* Names side by side: in one row, wrapped and smaller if need be, in two rows by turns, or upright. */
static void fit_names(UlpTextSetter *setter, const UlpPlot *plot, UlpAxisLabels *labels, double length) {
  static const UlpTextRole roles[] = {ULP_TEXT_NORMAL, ULP_TEXT_SMALL};
  const double em = setter->layout->em;
  labels->ticks = ulp_ticks_new_categories(&plot->data->x, plot->view.x0, plot->view.x1, plot->data->x_categories);
  const double span = (double)(plot->data->x.hi - plot->data->x.lo) * (plot->view.x1 - plot->view.x0);
  const double slot = length / span;
  double height;
  labels->style = ULP_LABELS_WRAPPED;
  labels->lines = 3;
  for (guint i = 0; i < G_N_ELEMENTS(roles); i++) {
    labels->role = roles[i];
    if (names_fit(setter, labels, slot - 0.35 * em, &height)) {
      labels->size = height;
      return;
    }
  }
  labels->style = ULP_LABELS_STAGGERED;
  labels->lines = 1;
  for (guint i = 0; i < G_N_ELEMENTS(roles); i++) {
    labels->role = roles[i];
    if (names_fit(setter, labels, 2 * slot - 0.6 * em, &height) && last_name_width(setter, labels) <= slot + em) {
      labels->size = 2 * height;
      return;
    }
  }
  fit_upright_names(setter, labels, slot);
}

UlpAxisLabels ulp_axis_labels_x(UlpTextSetter *setter, const UlpPlot *plot, double length) {
  const double em = setter->layout->em, from = plot->view.x0, to = plot->view.x1;
  UlpAxisLabels labels = {.style = ULP_LABELS_FLAT, .lines = 1, .label_length = -1};
  double width, height;
  gboolean cut;
  if (plot->data->x.type == ULP_SCALE_CATEGORY) {
    fit_names(setter, plot, &labels, length);
    return labels;
  }
  for (guint n = (guint)CLAMP(length / (3 * em), 2, 12); n >= 1; n--) {
    g_clear_pointer(&labels.ticks, ulp_ticks_free);
    labels.ticks = ulp_ticks_new(&plot->data->x, from, to, n);
    if (apart(setter, &labels, from, to, length, 0.9 * em, FALSE))
      break;
  }
  measure(setter, &labels, &width, &height, &cut);
  labels.size = MAX(height, ulp_text_line(setter, ULP_TEXT_NORMAL));
  if (labels.ticks->ticks->len > 0) {
    const UlpTick *last = tick_at(labels.ticks, labels.ticks->ticks->len - 1);
    labels.end_half_width = MAX(width / 2 - (length - tick_position(last, from, to, length)), 0);
  }
  return labels;
}

UlpAxisLabels ulp_axis_labels_y(UlpTextSetter *setter, const UlpPlot *plot, double length) {
  const double line = ulp_text_line(setter, ULP_TEXT_NORMAL), from = plot->view.y0, to = plot->view.y1;
  UlpAxisLabels labels = {.style = ULP_LABELS_FLAT, .lines = 1, .label_length = -1};
  double width, height;
  gboolean cut;
  if (plot->data->y.type == ULP_SCALE_CATEGORY) {
    labels.label_length = MAX(setter->layout->width * 0.3, 1);
    labels.ticks = ulp_ticks_new_categories(&plot->data->y, from, to, plot->data->y_categories);
    const double span = (double)(plot->data->y.hi - plot->data->y.lo) * (to - from);
    thin_out(labels.ticks, length / span, line);
  } else {
    for (guint n = (guint)CLAMP(length / (2.2 * line), 2, 10); n >= 1; n--) {
      g_clear_pointer(&labels.ticks, ulp_ticks_free);
      labels.ticks = ulp_ticks_new(&plot->data->y, from, to, n);
      if (apart(setter, &labels, from, to, length, 0.3 * line, TRUE))
        break;
    }
  }
  measure(setter, &labels, &width, &height, &cut);
  labels.size = MAX(width, setter->layout->em);
  return labels;
}

void ulp_axis_labels_clear(UlpAxisLabels *labels) { g_clear_pointer(&labels->ticks, ulp_ticks_free); }

static void place_x(UlpTextSetter *setter, const UlpAxisLabels *labels, const char *text, double centre, double top) {
  PangoLayout *label = label_new(setter, labels, text);
  double w, h;
  ulp_text_size(label, &w, &h);
  const gboolean vertical = labels->style == ULP_LABELS_VERTICAL;
  ulp_text_place(setter, label, centre - (vertical ? h : w) / 2, top, vertical, ULP_INK_TEXT);
}

static void place_y(UlpTextSetter *setter, const UlpAxisLabels *labels, const char *text, double right, double centre) {
  PangoLayout *label = label_new(setter, labels, text);
  double w, h;
  ulp_text_size(label, &w, &h);
  ulp_text_place(setter, label, right - w, centre - h / 2, FALSE, ULP_INK_TEXT);
}

void ulp_axis_place_labels(UlpTextSetter *setter, const UlpPlot *plot, const UlpAxisLabels *x, const UlpAxisLabels *y) {
  const UlpPlotLayout *layout = setter->layout;
  const double space = TICK_SPACE * layout->em;
  for (guint p = 0; p < layout->panels->len; p++) {
    const UlpPanel *panel = &g_array_index(layout->panels, UlpPanel, p);
    const double top = panel->area.y + panel->area.height + space;
    if (plot->data->x.zeros)
      place_x(setter, x, ZERO_LABEL, ulp_plot_x_at(plot, panel, ULP_AT_ZERO), top);
    for (guint i = 0; i < layout->x_ticks->ticks->len; i++) {
      const UlpTick *tick = tick_at(layout->x_ticks, i);
      const double row = x->style == ULP_LABELS_STAGGERED && i % 2 == 1 ? x->size / 2 : 0;
      place_x(setter, x, tick->label, ulp_plot_x_at(plot, panel, tick->place), top + row);
    }
  }
  const double left = g_array_index(layout->panels, UlpPanel, 0).area.x;
  for (guint p = 0; p < layout->panels->len; p++) {
    const UlpPanel *panel = &g_array_index(layout->panels, UlpPanel, p);
    if (panel->area.x > left) /* not the first of a row */
      continue;
    if (plot->data->y.zeros)
      place_y(setter, y, ZERO_LABEL, left - space, ulp_plot_y_at(plot, panel, ULP_AT_ZERO));
    for (guint i = 0; i < layout->y_ticks->ticks->len; i++) {
      const UlpTick *tick = tick_at(layout->y_ticks, i);
      place_y(setter, y, tick->label, left - space, ulp_plot_y_at(plot, panel, tick->place));
    }
  }
}
