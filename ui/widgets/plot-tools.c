#include "ui/widgets/plot-tools.h"

#include "core/base/i18n.h"

#include <math.h>

typedef struct {
  UlpPlotCanvas *canvas;
  GtkWidget *box, *log[2], *limits[2][2], *why;
} Tools;

/* --- limits --- */

static void show_limits(Tools *tools) {
  UlpPlot *plot = ulp_plot_canvas_plot(tools->canvas);
  for (guint vertical = 0; vertical < 2; vertical++) {
    double ends[2];
    const gboolean has = plot && ulp_plot_limits(plot, (gboolean)vertical, &ends[0], &ends[1]);
    for (guint i = 0; i < 2; i++) {
      char text[G_ASCII_DTOSTR_BUF_SIZE];
      gtk_widget_set_sensitive(tools->limits[vertical][i], has);
      gtk_editable_set_text(GTK_EDITABLE(tools->limits[vertical][i]),
                            has ? g_ascii_formatd(text, sizeof text, "%.9g", ends[i]) : "");
    }
  }
  gtk_label_set_text(GTK_LABEL(tools->why), "");
}

static gboolean read_number(GtkWidget *entry, double *number) {
  const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
  char *end;
  *number = g_ascii_strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*number);
}

static void set_limits(Tools *tools) {
  for (guint vertical = 0; vertical < 2; vertical++) {
    double from, to;
    if (!gtk_widget_get_sensitive(tools->limits[vertical][0]))
      continue;
    if (!read_number(tools->limits[vertical][0], &from) || !read_number(tools->limits[vertical][1], &to)) {
      gtk_label_set_text(GTK_LABEL(tools->why), _("Type numbers, such as 0.5 or 1e-6."));
      return;
    }
    if (!ulp_plot_canvas_set_limits(tools->canvas, (gboolean)vertical, from, to)) {
      gtk_label_set_text(
          GTK_LABEL(tools->why),
          ulp_plot_scale(ulp_plot_canvas_plot(tools->canvas), (gboolean)vertical) == ULP_SCALE_LINEAR
              ? _("Type a smaller number first, then a larger one.")
              : _("Type a smaller number first, then a larger one; a logarithmic axis needs both above 0."));
      return;
    }
  }
  gtk_label_set_text(GTK_LABEL(tools->why), "");
}

static GtkWidget *limits_popover(Tools *tools) {
  static const char *const axes[] = {N_("Horizontal axis"), N_("Vertical axis")};
  GtkWidget *popover = gtk_popover_new(), *grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
  for (int vertical = 0; vertical < 2; vertical++) {
    GtkWidget *label = gtk_label_new(_(axes[vertical]));
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_grid_attach(GTK_GRID(grid), label, 0, vertical, 1, 1);
    for (int i = 0; i < 2; i++) {
      GtkWidget *entry = tools->limits[vertical][i] = gtk_entry_new();
      gtk_editable_set_width_chars(GTK_EDITABLE(entry), 12);
      gtk_widget_set_direction(entry, GTK_TEXT_DIR_LTR);
      gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                     i ? _("last value") : _("first value"), -1);
      g_signal_connect_swapped(entry, "activate", G_CALLBACK(set_limits), tools);
      gtk_grid_attach(GTK_GRID(grid), entry, 1 + i, vertical, 1, 1);
    }
  }
  GtkWidget *set = gtk_button_new_with_label(_("Show this range"));
  g_signal_connect_swapped(set, "clicked", G_CALLBACK(set_limits), tools);
  gtk_grid_attach(GTK_GRID(grid), set, 1, 2, 2, 1);
  tools->why = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(tools->why), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(tools->why), 40);
  gtk_widget_add_css_class(tools->why, "ulp-error");
  gtk_grid_attach(GTK_GRID(grid), tools->why, 0, 3, 3, 1);
  gtk_popover_set_child(GTK_POPOVER(popover), grid);
  g_signal_connect_swapped(popover, "show", G_CALLBACK(show_limits), tools);
  return popover;
}

/* --- buttons --- */

static void go_back(Tools *tools) { ulp_plot_canvas_go(tools->canvas, -1); }
static void go_forward(Tools *tools) { ulp_plot_canvas_go(tools->canvas, 1); }
static void show_all(Tools *tools) { ulp_plot_canvas_reset(tools->canvas); }

static void on_boxes(GtkToggleButton *button, Tools *tools) {
  ulp_plot_canvas_set_boxes(tools->canvas, gtk_toggle_button_get_active(button));
}

static void follow_scales(Tools *tools) {
  UlpPlot *plot = ulp_plot_canvas_plot(tools->canvas);
  for (guint vertical = 0; vertical < 2 && plot; vertical++) {
    const UlpScaleType type = ulp_plot_scale(plot, (gboolean)vertical);
    gtk_widget_set_sensitive(tools->log[vertical], type != ULP_SCALE_CATEGORY);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(tools->log[vertical]),
                                 type == ULP_SCALE_LOG || type == ULP_SCALE_LOG2);
  }
}

static void on_log(GtkToggleButton *button, Tools *tools) {
  const gboolean vertical = GTK_WIDGET(button) == tools->log[1];
  UlpPlot *plot = ulp_plot_canvas_plot(tools->canvas);
  if (plot && gtk_toggle_button_get_active(button) == (ulp_plot_scale(plot, vertical) == ULP_SCALE_LINEAR))
    ulp_plot_canvas_toggle_log(tools->canvas, vertical);
}

static GtkWidget *add(Tools *tools, GtkWidget *button, const char *text, const char *help) {
  if (GTK_IS_MENU_BUTTON(button))
    gtk_menu_button_set_label(GTK_MENU_BUTTON(button), text);
  else
    gtk_button_set_child(GTK_BUTTON(button), gtk_label_new(text));
  gtk_widget_add_css_class(button, "ulp-tool");
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_valign(button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text(button, help);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, help, -1);
  gtk_box_append(GTK_BOX(tools->box), button);
  return button;
}

static void add_button(Tools *tools, const char *text, const char *help, void (*clicked)(Tools *tools)) {
  GtkWidget *button = add(tools, gtk_button_new(), text, help);
  g_signal_connect_swapped(button, "clicked", G_CALLBACK(clicked), tools);
}

GtkWidget *ulp_plot_tools_new(UlpPlotCanvas *canvas) {
  Tools *tools = g_new0(Tools, 1);
  tools->canvas = canvas;
  tools->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_name(tools->box, "plot-tools");
  g_object_set_data_full(G_OBJECT(tools->box), "tools", tools, g_free);
  add_button(tools, "\xe2\x86\x90", _("Back to the view before (c)"), go_back);
  add_button(tools, "\xe2\x86\x92", _("Forward to the next view (v)"), go_forward);
  add_button(tools, _("All"), _("Show the whole plot (h)"), show_all);
  GtkWidget *boxes =
      add(tools, gtk_toggle_button_new(), _("Box"), _("Dragging zooms to a box (o), or moves the plot (p)"));
  g_signal_connect(boxes, "toggled", G_CALLBACK(on_boxes), tools);
  for (guint vertical = 0; vertical < 2; vertical++) {
    tools->log[vertical] = add(tools, gtk_toggle_button_new(), vertical ? _("log y") : _("log x"),
                               vertical ? _("Logarithmic vertical axis (l)") : _("Logarithmic horizontal axis (k)"));
    g_signal_connect(tools->log[vertical], "toggled", G_CALLBACK(on_log), tools);
  }
  GtkWidget *limits = add(tools, gtk_menu_button_new(), _("Range"), _("Type the ends of the axes"));
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(limits), limits_popover(tools));
  g_signal_connect_swapped(canvas, "view-changed", G_CALLBACK(follow_scales), tools);
  return tools->box;
}
