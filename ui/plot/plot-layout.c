/* Where everything but the marks goes. Margins are measured from the texts; a plot too small for all of it gives up the
 * legend first, then title and notes, then axis titles, then tick labels. */
#include "ui/plot/plot-private.h"
#include "core/base/i18n.h"
#include "core/table/overlay.h"
#include "ui/plot/plot-axis.h"

#include <math.h>

#define MIN_PANEL 3      /* em: a smaller panel shows nothing */
#define PANEL_GAP 1.4    /* em */
#define PANELS_ABREAST 6 /* more are set in two rows */
#define SIDE 0.2         /* of a panel */
#define ZERO_BAND 1.3    /* em */
#define ZERO_GAP 0.4     /* em */

typedef enum { LEVEL_ALL, LEVEL_NO_LEGEND, LEVEL_NO_TITLE, LEVEL_NO_AXIS_TITLES, LEVEL_NO_TICKS, N_LEVELS } Level;

typedef struct {
  const UlpPlot *plot;
  UlpPlotLayout *layout;
  UlpTextSetter setter;
  Level level;
  double em, line, margin;
  double left, right, top, bottom; /* what is left for panels with their axes, then for the panels alone */
  UlpLegend legend;
  double legend_x, legend_y;
  double alarm_y, notes_y, footer_y;
  double panel_width, panel_height, panel_title_height, row_gap; /* the gap has the axis of the row above and titles */
  UlpTextRole panel_role;
  UlpAxisLabels x, y;
} Builder;

static char *axis_title(const UlpPlot *plot, const char *id, const UlpTicks *ticks, UlpScaleType type) {
  const UlpColumn *column = ulp_table_column(plot->table, (guint)ulp_table_find(plot->table, id));
  /* A pure number has the unit one (SI Brochure, 9th edition, 2.3.3); categories are told apart by name. */
  const char *unit = type == ULP_SCALE_CATEGORY && column->unit[0] == '\0' ? _("name")
                     : column->unit[0] == '\0'                             ? "1"
                                                                           : ulp_translated(column->unit);
  if (ticks->offset == NULL)
    return g_strdup_printf("%s [%s]", ulp_translated(column->title), unit);
  return g_strdup_printf("%s %s %s [%s]", ulp_translated(column->title), ticks->offset_negative ? "+" : "\xe2\x88\x92",
                         ticks->offset, unit);
}

static char *notes_text(const UlpPlotData *data) {
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  if (data->n_non_finite > 0)
    g_ptr_array_add(notes, g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%u non-finite point not shown",
                                                       "%u non-finite points not shown", data->n_non_finite),
                                           data->n_non_finite));
  if (data->n_negative > 0)
    g_ptr_array_add(
        notes, g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%u negative point not shown on a logarithmic scale",
                                           "%u negative points not shown on a logarithmic scale", data->n_negative),
                               data->n_negative));
  g_ptr_array_add(notes, NULL);
  return g_strjoinv("; ", (char **)notes->pdata);
}

/* What made the picture, without the time: the file itself holds all of the provenance. */
static char *footer_text(const UlpTable *table) {
  static const char *const live[] = {"program", "version", "commit", "over", "command", "device_name", "input"};
  static const char *const recorded[] = {"program", "version", "commit", "recorded", "over", "command", "input"};
  const char *const *keys = ulp_table_provenance(table, "recorded") ? recorded : live;
  g_autoptr(GString) footer = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(live); i++) {
    const char *value = ulp_table_provenance(table, keys[i]);
    if (value == NULL)
      continue;
    if (footer->len > 0)
      g_string_append(footer, i < 3 ? " " : " \xc2\xb7 ");
    if (g_str_equal(keys[i], "over"))
      g_string_append_printf(footer, _("over what was %s"), value);
    else
      g_string_append(footer, value);
  }
  return g_string_free(g_steal_pointer(&footer), FALSE);
}

static double inner_width(const Builder *builder) { return MAX(builder->layout->width - 2 * builder->margin, 1); }

/* Takes the lines above, below and beside the panels off the space. */
static void reserve_surroundings(Builder *builder) {
  const UlpPlot *plot = builder->plot;
  const UlpPlotLayout *layout = builder->layout;
  builder->left = builder->margin;
  builder->right = layout->width - builder->margin;
  builder->top = builder->margin;
  builder->bottom = layout->height - builder->margin;
  if (builder->level < LEVEL_NO_TITLE) {
    builder->top += ulp_text_line(&builder->setter, ULP_TEXT_TITLE) + 0.5 * builder->em;
    builder->alarm_y = builder->top;
    if (plot->data->alarm_text)
      builder->top += builder->line + 0.5 * builder->em;
    if (layout->style.footer) {
      builder->bottom -= ulp_text_line(&builder->setter, ULP_TEXT_SMALL);
      builder->footer_y = builder->bottom;
      builder->bottom -= 0.3 * builder->em;
    }
    if (plot->data->n_non_finite + plot->data->n_negative > 0) {
      builder->bottom -= ulp_text_line(&builder->setter, ULP_TEXT_SMALL);
      builder->notes_y = builder->bottom;
      builder->bottom -= 0.3 * builder->em;
    }
  }
  builder->legend = (UlpLegend){0};
  if (builder->level < LEVEL_NO_LEGEND)
    builder->legend = ulp_legend_plan(&builder->setter, plot);
  builder->legend_x = builder->left;
  builder->legend_y = builder->top;
  if (builder->legend.right && builder->legend.width > 0) {
    builder->right -= builder->legend.width + builder->em;
    builder->legend_x = builder->right + builder->em;
  } else if (builder->legend.height > 0) {
    builder->top += builder->legend.height + 0.4 * builder->em;
  }
}

static guint n_panels(const Builder *builder) { return builder->plot->data->panels->len; }

static guint n_rows(const Builder *builder) { return n_panels(builder) > PANELS_ABREAST ? 2 : 1; }
static guint n_abreast(const Builder *builder) { return (n_panels(builder) + n_rows(builder) - 1) / n_rows(builder); }

static double zero_space(const Builder *builder, const UlpScale *scale) {
  return scale->zeros ? (ZERO_BAND + ZERO_GAP) * builder->em : 0;
}

/* Of a panel's width, for the histogram. */
static double side_space(const Builder *builder) {
  return builder->plot->spec->histogram ? SIDE * builder->panel_width : 0;
}

static PangoLayout *panel_title(Builder *builder, guint panel) {
  PangoLayout *text = ulp_text_new(&builder->setter, builder->panel_role,
                                   g_ptr_array_index(builder->plot->data->panels, panel), builder->panel_width, 2);
  if (builder->panel_role == ULP_TEXT_PANEL)
    pango_layout_set_wrap(text, PANGO_WRAP_WORD);
  pango_layout_set_alignment(text, PANGO_ALIGN_CENTER);
  return text;
}

/* Height of the tallest in `role`; `whole` tells whether none is cut or broken within a word. */
static double measure_panel_titles(Builder *builder, UlpTextRole role, gboolean *whole) {
  double tallest = 0;
  builder->panel_role = role;
  *whole = TRUE;
  for (guint i = 0; i < n_panels(builder) && builder->plot->spec->facet != NULL; i++) {
    g_autoptr(PangoLayout) text = panel_title(builder, i);
    double width, height;
    ulp_text_size(text, &width, &height);
    tallest = MAX(tallest, height + 0.3 * builder->em);
    *whole = *whole && width <= builder->panel_width && !pango_layout_is_ellipsized(text);
  }
  return tallest;
}

/* All in bold type, or all in small type where that is too wide. */
static double fit_panel_titles(Builder *builder) {
  gboolean whole;
  const double height = measure_panel_titles(builder, ULP_TEXT_PANEL, &whole);
  return whole ? height : measure_panel_titles(builder, ULP_TEXT_SMALL, &whole);
}

/* Axis labels need the panels' size and the other way round: two rounds settle it. FALSE when there is no room. */
static gboolean fit_axes(Builder *builder) {
  const UlpPlot *plot = builder->plot;
  const double left = builder->left, right = builder->right, top = builder->top, bottom = builder->bottom;
  const double title = builder->level < LEVEL_NO_AXIS_TITLES ? builder->line + 0.3 * builder->em : 0;
  const double tick = 0.7 * builder->em;
  const guint n = n_abreast(builder), rows = n_rows(builder);
  const gboolean labels = builder->level < LEVEL_NO_TICKS;
  builder->panel_title_height = 0;
  double x_height = builder->line, y_width = 3 * builder->em;
  for (int round = 0; round < 2; round++) {
    const double overhang = MIN(builder->x.end_half_width, 5 * builder->em);
    builder->left = left + title + (labels ? y_width + tick : 0);
    builder->right = MAX(right - MAX(overhang - 0.5 * builder->em, 0), builder->left + 1);
    builder->panel_width = (builder->right - builder->left - (n - 1) * PANEL_GAP * builder->em) / n;
    if (labels)
      builder->panel_title_height = fit_panel_titles(builder);
    builder->top = top + builder->panel_title_height;
    builder->bottom = bottom - title - (labels ? x_height + tick : 0);
    const double main_width = builder->panel_width - side_space(builder) - zero_space(builder, &plot->data->x);
    builder->row_gap = builder->panel_title_height + (labels ? x_height + tick : 0.5 * builder->em);
    builder->panel_height = (builder->bottom - builder->top - (rows - 1) * builder->row_gap) / rows;
    const double main_height = builder->panel_height - zero_space(builder, &plot->data->y);
    if (main_width < (n > 1 ? 1.5 : MIN_PANEL) * builder->em || main_height < MIN_PANEL * builder->em)
      return FALSE;
    ulp_axis_labels_clear(&builder->x);
    ulp_axis_labels_clear(&builder->y);
    builder->x = ulp_axis_labels_x(&builder->setter, plot, main_width);
    builder->y = ulp_axis_labels_y(&builder->setter, plot, main_height);
    x_height = builder->x.size;
    y_width = builder->y.size;
  }
  return TRUE;
}

static void add_panels(Builder *builder) {
  const UlpPlotData *data = builder->plot->data;
  const double band_x = zero_space(builder, &data->x), band_y = zero_space(builder, &data->y);
  for (guint i = 0; i < n_panels(builder); i++) {
    UlpPanel panel = {0};
    const guint row = i / n_abreast(builder), column = i % n_abreast(builder);
    panel.area = (UlpRect){builder->left + column * (builder->panel_width + PANEL_GAP * builder->em),
                           builder->top + row * (builder->panel_height + builder->row_gap), builder->panel_width,
                           builder->panel_height};
    panel.area.width -= side_space(builder);
    panel.side = (UlpRect){panel.area.x + panel.area.width, panel.area.y, side_space(builder), panel.area.height};
    panel.main = (UlpRect){panel.area.x + band_x, panel.area.y, panel.area.width - band_x, panel.area.height - band_y};
    g_array_append_val(builder->layout->panels, panel);
  }
}

/* Axis titles keep their end, the unit, when they are cut. */
static void place_axis_titles(Builder *builder) {
  const UlpPlot *plot = builder->plot;
  const double height = builder->bottom - builder->top, width = builder->right - builder->left;
  g_autofree char *x_title = axis_title(plot, plot->spec->x, builder->layout->x_ticks, plot->spec->x_scale);
  g_autofree char *y_title = axis_title(plot, plot->spec->y, builder->layout->y_ticks, plot->spec->y_scale);
  double text_width, text_height;

  PangoLayout *x = ulp_text_new(&builder->setter, ULP_TEXT_NORMAL, x_title, width, 1);
  pango_layout_set_ellipsize(x, PANGO_ELLIPSIZE_MIDDLE);
  ulp_text_size(x, &text_width, &text_height);
  const double below = builder->bottom + 0.7 * builder->em + builder->x.size + 0.3 * builder->em;
  ulp_text_place(&builder->setter, x, builder->left + (width - text_width) / 2, below, FALSE, ULP_INK_TEXT);

  PangoLayout *y = ulp_text_new(&builder->setter, ULP_TEXT_NORMAL, y_title, height, 1);
  pango_layout_set_ellipsize(y, PANGO_ELLIPSIZE_MIDDLE);
  ulp_text_size(y, &text_width, &text_height);
  ulp_text_place(&builder->setter, y, builder->margin, builder->top + (height - text_width) / 2, TRUE, ULP_INK_TEXT);
}

/* Muted when the panel's own series is hidden; a table without rows has a panel and no series. */
static UlpInk panel_ink(const UlpPlot *plot, guint panel) {
  const gboolean own = ulp_plot_series_are_panels(plot->spec, plot->table) && panel < plot->data->series->len;
  return own && ulp_plot_is_hidden(plot, panel) ? ULP_INK_MUTED : ULP_INK_TEXT;
}

static void place_panel_titles(Builder *builder) {
  for (guint i = 0; i < n_panels(builder) && builder->plot->spec->facet != NULL; i++) {
    const UlpPanel *panel = &g_array_index(builder->layout->panels, UlpPanel, i);
    PangoLayout *text = panel_title(builder, i);
    double width, height;
    ulp_text_size(text, &width, &height);
    ulp_text_place(&builder->setter, text, panel->area.x + (panel->area.width - width) / 2,
                   panel->area.y - 0.3 * builder->em - height, FALSE, panel_ink(builder->plot, i));
  }
}

static void place_line(Builder *builder, UlpTextRole role, const char *text, double y, UlpInk ink) {
  if (text[0] != '\0')
    ulp_text_place(&builder->setter, ulp_text_new(&builder->setter, role, text, inner_width(builder), 1),
                   builder->margin, y, FALSE, ink);
}

static void place_surroundings(Builder *builder) {
  if (builder->level < LEVEL_NO_TITLE) {
    place_line(builder, ULP_TEXT_TITLE, _(builder->plot->spec->title), builder->margin, ULP_INK_TEXT);
    g_autofree char *notes = notes_text(builder->plot->data), *footer = footer_text(builder->plot->table);
    if (builder->layout->style.footer)
      place_line(builder, ULP_TEXT_SMALL, footer, builder->footer_y, ULP_INK_MUTED);
    if (builder->plot->data->alarm_text)
      place_line(builder, ULP_TEXT_NORMAL, builder->plot->data->alarm_text, builder->alarm_y, ULP_INK_ALARM);
    place_line(builder, ULP_TEXT_SMALL, notes, builder->notes_y, ULP_INK_MUTED);
  }
  if (builder->legend.height > 0)
    ulp_legend_place(&builder->setter, builder->plot, &builder->legend, builder->legend_x, builder->legend_y);
}

static void place_empty_text(Builder *builder) {
  const UlpPanel *panel = &g_array_index(builder->layout->panels, UlpPanel, 0);
  const char *message =
      ulp_table_n_rows(builder->plot->table) == 0 ? _("Nothing to show yet") : _("No point can be shown");
  PangoLayout *text = ulp_text_new(&builder->setter, ULP_TEXT_NORMAL, message, MAX(panel->main.width, 1), 2);
  double width, height;
  ulp_text_size(text, &width, &height);
  ulp_text_place(&builder->setter, text, panel->main.x + (panel->main.width - width) / 2,
                 panel->main.y + (panel->main.height - height) / 2, FALSE, ULP_INK_MUTED);
}

static void clear_text(gpointer text) { g_object_unref(((UlpPlacedText *)text)->layout); }

static void clear_panel(gpointer panel) { g_clear_pointer(&((UlpPanel *)panel)->raster, cairo_surface_destroy); }

UlpPlotLayout *ulp_plot_layout_new(const UlpPlot *plot, double width, double height, const UlpPlotStyle *style) {
  UlpPlotLayout *layout = g_new0(UlpPlotLayout, 1);
  layout->width = width;
  layout->height = height;
  layout->style = *style;
  layout->em = (style->font_size > 0 ? style->font_size : ULP_PLOT_FONT_SIZE) * 96 / 72;
  layout->thick = MAX(1, layout->em * 72 / 96 / ULP_PLOT_FONT_SIZE);
  layout->texts = g_array_new(FALSE, FALSE, sizeof(UlpPlacedText));
  layout->panels = g_array_new(FALSE, TRUE, sizeof(UlpPanel));
  layout->samples = g_array_new(FALSE, FALSE, sizeof(UlpLegendSample));
  g_array_set_clear_func(layout->texts, clear_text);
  g_array_set_clear_func(layout->panels, clear_panel);

  Builder builder = {.plot = plot, .layout = layout, .em = layout->em, .margin = 0.6 * layout->em};
  ulp_text_setter_init(&builder.setter, layout);
  builder.line = ulp_text_line(&builder.setter, ULP_TEXT_NORMAL);
  gboolean fits = FALSE;
  for (builder.level = LEVEL_ALL; builder.level < N_LEVELS; builder.level++) {
    reserve_surroundings(&builder);
    fits = fit_axes(&builder);
    if (fits)
      break;
  }
  if (fits) {
    layout->x_ticks = g_steal_pointer(&builder.x.ticks);
    layout->y_ticks = g_steal_pointer(&builder.y.ticks);
    add_panels(&builder);
    if (builder.level < LEVEL_NO_AXIS_TITLES)
      place_axis_titles(&builder);
    place_surroundings(&builder);
    if (builder.level < LEVEL_NO_TICKS) {
      place_panel_titles(&builder);
      ulp_axis_place_labels(&builder.setter, plot, &builder.x, &builder.y);
      for (guint i = 0; i < plot->data->beyond->len; i++)
        ulp_plot_place_edge_texts(&builder.setter, plot, i);
    }
    if (ulp_plot_data_n_marks(plot->data) == 0)
      place_empty_text(&builder);
  }
  ulp_axis_labels_clear(&builder.x);
  ulp_axis_labels_clear(&builder.y);
  ulp_text_setter_clear(&builder.setter);
  return layout;
}

void ulp_plot_layout_free(UlpPlotLayout *layout) {
  g_array_unref(layout->texts);
  g_array_unref(layout->panels);
  g_array_unref(layout->samples);
  g_clear_pointer(&layout->x_ticks, ulp_ticks_free);
  g_clear_pointer(&layout->y_ticks, ulp_ticks_free);
  g_free(layout);
}
