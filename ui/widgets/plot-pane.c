#include "ui/widgets/plot-pane.h"

#include "core/base/i18n.h"
#include "core/table/overlay.h"
#include "ui/plot/palette.h"
#include "ui/widgets/plot-canvas.h"
#include "ui/widgets/plot-readout.h"
#include "ui/widgets/plot-tools.h"
#include "ui/widgets/style.h"

#define LEGEND_CHARS 18 /* longer names are broken */
#define LEGEND_LINES 3

struct _UlpPlotPane {
  GtkWidget parent;
  const UlpPlotSpec *spec;
  UlpLooks *looks;
  UlpPlot *plot; /* NULL before there is a table */
  UlpTable *table;
  int row; /* in the readout, -1 for none */

  GtkWidget *box, *canvas, *legend, *legend_title, *legend_scroller, *readout;
};

G_DEFINE_TYPE(UlpPlotPane, ulp_plot_pane, GTK_TYPE_WIDGET)

/* Readout. */

static gboolean is_row(UlpPlotPane *pane, int row) {
  return pane->table && row >= 0 && (guint64)row < ulp_table_n_rows(pane->table);
}

static void show_row(UlpPlotPane *pane, int row) {
  const int anchor = ulp_plot_canvas_anchor(ULP_PLOT_CANVAS(pane->canvas));
  pane->row = row;
  if (!is_row(pane, row)) {
    gtk_label_set_text(
        GTK_LABEL(pane->readout),
        _("Point at a mark, or walk with comma and period, for its value and bits. Wheel: zoom. Drag: pan. "
          "Shift + drag: box. Double click: all. F1: every key."));
    return;
  }
  g_autofree char *text = ulp_plot_readout(pane->spec, pane->table, (guint)row);
  g_autofree char *distance = is_row(pane, anchor) && anchor != row
                                  ? ulp_plot_readout_distance(pane->spec, pane->table, (guint)anchor, (guint)row)
                                  : NULL;
  g_autofree char *both = distance ? g_strconcat(text, " · ", distance, NULL) : g_steal_pointer(&text);
  gtk_label_set_text(GTK_LABEL(pane->readout), both);
}

static void on_hover(UlpPlotCanvas *canvas, int row, UlpPlotPane *pane) { show_row(pane, row); }

/* Legend. */

static void draw_swatch(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data) {
  UlpPlotPane *pane = ULP_PLOT_PANE(gtk_widget_get_ancestor(GTK_WIDGET(area), ULP_TYPE_PLOT_PANE));
  const guint series = GPOINTER_TO_UINT(data);
  double rgb[3];
  ulp_plot_series_colour(pane->plot, series, rgb);
  cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
  if (pane->spec->mark == ULP_MARK_LINE) {
    cairo_set_line_width(cr, 1.5);
    ulp_series_dash(cr, ulp_plot_series_look(pane->plot, series));
    cairo_move_to(cr, 0, height / 2.0);
    cairo_line_to(cr, width, height / 2.0);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
  }
  ulp_series_marker(cr, ulp_plot_series_look(pane->plot, series), width / 2.0, height / 2.0, 4,
                    ulp_style_is_dark(gtk_widget_get_display(GTK_WIDGET(area))));
}

static void on_toggled(GtkToggleButton *button, UlpPlotPane *pane) {
  const guint series = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(button), "series"));
  ulp_plot_set_series_visible(pane->plot, series, gtk_toggle_button_get_active(button));
  ulp_plot_canvas_changed(ULP_PLOT_CANVAS(pane->canvas));
}

static GtkWidget *legend_entry(UlpPlotPane *pane, guint series) {
  const char *name = ulp_plot_series_name(pane->plot, series);
  GtkWidget *swatch = gtk_drawing_area_new();
  gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(swatch), 24);
  gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(swatch), 14);
  gtk_widget_set_valign(swatch, GTK_ALIGN_CENTER);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(swatch), draw_swatch, GUINT_TO_POINTER(series), NULL);

  GtkWidget *label = gtk_label_new(name);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines(GTK_LABEL(label), LEGEND_LINES);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars(GTK_LABEL(label), (int)MIN(g_utf8_strlen(name, -1) + 1, LEGEND_CHARS));
  gtk_label_set_max_width_chars(GTK_LABEL(label), LEGEND_CHARS);
  gtk_widget_set_tooltip_text(label, name);

  GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(content), swatch);
  gtk_box_append(GTK_BOX(content), label);

  GtkWidget *button = gtk_toggle_button_new();
  gtk_button_set_child(GTK_BUTTON(button), content);
  gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
  gtk_widget_add_css_class(button, "ulp-legend");
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), ulp_plot_series_visible(pane->plot, series));
  g_object_set_data(G_OBJECT(button), "series", GUINT_TO_POINTER(series));
  g_autofree char *tooltip = g_strdup_printf(_("Show or hide %s"), name);
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect(button, "toggled", G_CALLBACK(on_toggled), pane);
  return button;
}

static gboolean legend_is_current(UlpPlotPane *pane, guint n_series) {
  GtkWidget *child = gtk_widget_get_next_sibling(pane->legend_title);
  for (guint i = 0; i < n_series; i++, child = gtk_widget_get_next_sibling(child)) {
    if (!child || g_strcmp0(g_object_get_data(G_OBJECT(child), "name"), ulp_plot_series_name(pane->plot, i)))
      return FALSE;
  }
  return child == NULL;
}

/* Panels that carry the names of the series need no legend. */
static void update_legend(UlpPlotPane *pane) {
  const gboolean named = pane->plot && pane->spec->series && !ulp_plot_series_are_panels(pane->spec, pane->table);
  const guint n_series = named ? ulp_plot_n_series(pane->plot) : 0;
  gtk_widget_set_visible(pane->legend_scroller, n_series > 1);
  if (legend_is_current(pane, n_series))
    return;
  for (GtkWidget *child; (child = gtk_widget_get_next_sibling(pane->legend_title));)
    gtk_box_remove(GTK_BOX(pane->legend), child);
  const int column = named ? ulp_table_find(pane->table, ulp_plot_series_id(pane->spec, pane->table)) : -1;
  gtk_label_set_text(GTK_LABEL(pane->legend_title),
                     column < 0 ? "" : ulp_translated(ulp_table_column(pane->table, (guint)column)->title));
  for (guint i = 0; i < n_series; i++) {
    GtkWidget *entry = legend_entry(pane, i);
    g_object_set_data_full(G_OBJECT(entry), "name", g_strdup(ulp_plot_series_name(pane->plot, i)), g_free);
    gtk_box_append(GTK_BOX(pane->legend), entry);
  }
}

/* What the picture says, for those who do not see it. */
static void describe(UlpPlotPane *pane) {
  g_autofree char *summary = pane->plot ? g_strdup_printf(_("%" G_GUINT64_FORMAT " rows, %u series"),
                                                          ulp_table_n_rows(pane->table), ulp_plot_n_series(pane->plot))
                                        : g_strdup(_("nothing yet"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(pane->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, _(pane->spec->title),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
}

void ulp_plot_pane_set_table(UlpPlotPane *pane, UlpTable *table) {
  UlpTable *old = g_steal_pointer(&pane->table);
  if (!table) {
    ulp_plot_canvas_set_plot(ULP_PLOT_CANVAS(pane->canvas), NULL);
    g_clear_pointer(&pane->plot, ulp_plot_free);
  } else if (pane->plot) {
    ulp_plot_set_table(pane->plot, table);
    pane->table = ulp_table_ref(ulp_plot_table(pane->plot));
    ulp_plot_canvas_changed(ULP_PLOT_CANVAS(pane->canvas));
  } else {
    pane->plot = ulp_plot_new(pane->spec, table);
    pane->table = ulp_table_ref(ulp_plot_table(pane->plot));
    ulp_plot_set_looks(pane->plot, pane->looks);
    ulp_plot_canvas_set_plot(ULP_PLOT_CANVAS(pane->canvas), pane->plot);
  }
  g_clear_pointer(&old, ulp_table_unref);
  update_legend(pane);
  describe(pane);
  show_row(pane, pane->row);
}

void ulp_plot_pane_reset_view(UlpPlotPane *pane) { ulp_plot_canvas_reset(ULP_PLOT_CANVAS(pane->canvas)); }

void ulp_plot_pane_show_row(UlpPlotPane *pane, int row) {
  ulp_plot_canvas_point_to(ULP_PLOT_CANVAS(pane->canvas), row);
}

GtkWidget *ulp_plot_pane_canvas(UlpPlotPane *pane) { return pane->canvas; }

UlpPlot *ulp_plot_pane_plot(UlpPlotPane *pane) { return pane->plot; }

GtkWidget *ulp_plot_pane_new(const UlpPlotSpec *spec, UlpLooks *looks) {
  UlpPlotPane *pane = g_object_new(ULP_TYPE_PLOT_PANE, NULL);
  pane->spec = spec;
  pane->looks = looks ? ulp_looks_ref(looks) : ulp_looks_new();
  update_legend(pane);
  describe(pane);
  show_row(pane, -1);
  return GTK_WIDGET(pane);
}

static void ulp_plot_pane_init(UlpPlotPane *pane) {
  pane->row = -1;
  pane->canvas = ulp_plot_canvas_new();
  g_signal_connect(pane->canvas, "hover", G_CALLBACK(on_hover), pane);

  pane->legend = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_name(pane->legend, "legend");
  pane->legend_title = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(pane->legend_title), 0);
  gtk_widget_add_css_class(pane->legend_title, "ulp-dim");
  gtk_box_append(GTK_BOX(pane->legend), pane->legend_title);
  gtk_accessible_update_property(GTK_ACCESSIBLE(pane->legend), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Legend"), -1);
  pane->legend_scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(pane->legend_scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(pane->legend_scroller), pane->legend);

  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(row), pane->canvas);
  gtk_box_append(GTK_BOX(row), pane->legend_scroller);

  pane->readout = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(pane->readout), 0);
  gtk_label_set_yalign(GTK_LABEL(pane->readout), 0);
  gtk_label_set_wrap(GTK_LABEL(pane->readout), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(pane->readout), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_name(pane->readout, "readout");
  gtk_widget_add_css_class(pane->readout, "ulp-readout");

  pane->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_box_append(GTK_BOX(pane->box), row);
  gtk_box_append(GTK_BOX(pane->box), ulp_plot_tools_new(ULP_PLOT_CANVAS(pane->canvas)));
  gtk_box_append(GTK_BOX(pane->box), pane->readout);
  gtk_widget_set_parent(pane->box, GTK_WIDGET(pane));
}

static void dispose(GObject *object) {
  UlpPlotPane *pane = ULP_PLOT_PANE(object);
  if (pane->box)
    ulp_plot_canvas_set_plot(ULP_PLOT_CANVAS(pane->canvas), NULL);
  g_clear_pointer(&pane->box, gtk_widget_unparent);
  g_clear_pointer(&pane->plot, ulp_plot_free);
  g_clear_pointer(&pane->looks, ulp_looks_unref);
  g_clear_pointer(&pane->table, ulp_table_unref);
  G_OBJECT_CLASS(ulp_plot_pane_parent_class)->dispose(object);
}

static void ulp_plot_pane_class_init(UlpPlotPaneClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}
