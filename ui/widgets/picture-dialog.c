#include "ui/widgets/picture-dialog.h"

#include "core/base/i18n.h"
#include "ui/widgets/style.h"

static const char *const formats[] = {"svg", "pdf", "png"};
enum { SVG, PDF, PNG };

typedef struct {
  GtkWidget *parent, *window, *preview, *grid;
  GtkWidget *format, *width, *height, *dpi, *font_size, *theme, *text, *says, *export;
  UlpPlot *plot;
  UlpPlotExportOptions options; /* as the controls say */
  void (*chosen)(GtkWidget *parent, const char *format, const UlpPlotExportOptions *options);
} Dialog;

static double number_of(GtkWidget *spin) { return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin)); }
static guint choice_of(GtkWidget *list) { return gtk_drop_down_get_selected(GTK_DROP_DOWN(list)); }

/* What comes out, or why nothing would. */
static void say(Dialog *dialog) {
  const UlpPlotExportOptions *options = &dialog->options;
  g_autoptr(GError) error = NULL;
  const gboolean good = ulp_plot_export_check(options, &error);
  g_autofree char *text = NULL;
  if (good && choice_of(dialog->format) == PNG)
    text = g_strdup_printf(_("%.0f × %.0f pixels"), options->width * options->dpi / 96,
                           options->height * options->dpi / 96);
  else if (good)
    text = g_strdup_printf(_("%.1f × %.1f cm"), options->width / 72 * 2.54, options->height / 72 * 2.54);
  gtk_label_set_text(GTK_LABEL(dialog->says), good ? text : error->message);
  gtk_widget_set_sensitive(dialog->export, good);
}

static void follow(Dialog *dialog) {
  const guint format = choice_of(dialog->format);
  gtk_widget_set_sensitive(dialog->dpi, format == PNG);
  gtk_widget_set_sensitive(dialog->text, format == SVG);
  dialog->options = (UlpPlotExportOptions){
      .width = number_of(dialog->width),
      .height = number_of(dialog->height),
      .dpi = format == PNG ? number_of(dialog->dpi) : 96,
      .text = format == SVG && gtk_check_button_get_active(GTK_CHECK_BUTTON(dialog->text)),
      .style = {.dark = choice_of(dialog->theme) == 1, .font_size = number_of(dialog->font_size), .footer = TRUE}};
  say(dialog);
  gtk_widget_queue_draw(dialog->preview);
}

static void draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data) {
  const Dialog *dialog = data;
  const UlpPlotExportOptions *options = &dialog->options;
  const double scale = MIN(width / options->width, height / options->height);
  cairo_translate(cr, (width - scale * options->width) / 2, (height - scale * options->height) / 2);
  cairo_scale(cr, scale, scale);
  ulp_plot_draw(dialog->plot, cr, options->width, options->height, &options->style);
}

static void on_export(Dialog *dialog) {
  const UlpPlotExportOptions options = dialog->options;
  const char *format = formats[choice_of(dialog->format)];
  void (*chosen)(GtkWidget *, const char *, const UlpPlotExportOptions *) = dialog->chosen;
  g_autoptr(GtkWidget) parent = g_object_ref(dialog->parent);
  gtk_window_destroy(GTK_WINDOW(dialog->window));
  if (gtk_widget_get_root(parent))
    chosen(parent, format, &options);
}

/* -- building ---------------------------------------------------------------------------------------------------------- */

static GtkWidget *add(Dialog *dialog, const char *title, GtkWidget *control, const char *name) {
  const int row = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(dialog->grid), "rows"));
  GtkWidget *label = gtk_label_new_with_mnemonic(title);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), control);
  gtk_widget_set_name(control, name);
  gtk_grid_attach(GTK_GRID(dialog->grid), label, 0, row, 1, 1);
  gtk_grid_attach(GTK_GRID(dialog->grid), control, 1, row, 1, 1);
  g_object_set_data(G_OBJECT(dialog->grid), "rows", GINT_TO_POINTER(row + 1));
  return control;
}

static GtkWidget *add_number(Dialog *dialog, const char *title, const char *name, double low, double high,
                             double value) {
  GtkWidget *spin = gtk_spin_button_new_with_range(low, high, 1);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
  g_signal_connect_swapped(spin, "value-changed", G_CALLBACK(follow), dialog);
  return add(dialog, title, spin, name);
}

static GtkWidget *add_choice(Dialog *dialog, const char *title, const char *name, const char *const *choices,
                             guint chosen) {
  GtkWidget *list = gtk_drop_down_new_from_strings(choices);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(list), chosen);
  g_signal_connect_swapped(list, "notify::selected", G_CALLBACK(follow), dialog);
  return add(dialog, title, list, name);
}

static void build_choices(Dialog *dialog) {
  const char *const kinds[] = {"SVG", "PDF", "PNG", NULL}, *const themes[] = {_("Light"), _("Dark"), NULL};
  dialog->grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(dialog->grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(dialog->grid), 12);
  dialog->format = add_choice(dialog, _("_Format"), "format", kinds, SVG);
  dialog->width = add_number(dialog, _("_Width"), "width", 100, ULP_PLOT_EXPORT_SIZE, 960);
  dialog->height = add_number(dialog, _("_Height"), "height", 100, ULP_PLOT_EXPORT_SIZE, 600);
  dialog->dpi = add_number(dialog, _("_Dots per inch"), "dpi", 24, ULP_PLOT_EXPORT_DPI, 96);
  dialog->font_size = add_number(dialog, _("Font _size"), "font-size", 4, 72, ULP_PLOT_FONT_SIZE);
  dialog->theme = add_choice(dialog, _("_Ground"), "theme", themes, 0);
  dialog->text = gtk_check_button_new_with_label(_("to search and edit, in the reader's font"));
  g_signal_connect_swapped(dialog->text, "toggled", G_CALLBACK(follow), dialog);
  add(dialog, _("_Text as text"), dialog->text, "text");
}

static GtkWidget *build_buttons(Dialog *dialog) {
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *cancel = gtk_button_new_with_mnemonic(_("_Cancel"));
  dialog->export = gtk_button_new_with_mnemonic(_("_Export…"));
  gtk_widget_set_name(dialog->export, "export");
  gtk_widget_add_css_class(dialog->export, "suggested-action");
  gtk_widget_set_halign(buttons, GTK_ALIGN_END);
  gtk_box_append(GTK_BOX(buttons), cancel);
  gtk_box_append(GTK_BOX(buttons), dialog->export);
  g_signal_connect_swapped(cancel, "clicked", G_CALLBACK(gtk_window_destroy), dialog->window);
  g_signal_connect_swapped(dialog->export, "clicked", G_CALLBACK(on_export), dialog);
  return buttons;
}

static GtkWidget *build(Dialog *dialog) {
  build_choices(dialog);
  dialog->preview = gtk_drawing_area_new();
  gtk_widget_set_name(dialog->preview, "preview");
  gtk_widget_set_size_request(dialog->preview, 320, 240);
  gtk_widget_set_hexpand(dialog->preview, TRUE);
  gtk_widget_set_vexpand(dialog->preview, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(dialog->preview), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Preview"), -1);
  dialog->says = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(dialog->says), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(dialog->says), 30);
  gtk_label_set_xalign(GTK_LABEL(dialog->says), 0);

  GtkWidget *left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12), *all = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
  gtk_box_append(GTK_BOX(left), dialog->grid);
  gtk_box_append(GTK_BOX(left), dialog->says);
  GtkWidget *buttons = build_buttons(dialog);
  gtk_widget_set_vexpand(buttons, TRUE);
  gtk_widget_set_valign(buttons, GTK_ALIGN_END);
  gtk_box_append(GTK_BOX(left), buttons);
  gtk_box_append(GTK_BOX(all), left);
  gtk_box_append(GTK_BOX(all), dialog->preview);
  gtk_widget_add_css_class(all, "ulp-page");
  g_object_set(all, "margin-start", 12, "margin-end", 12, "margin-top", 12, "margin-bottom", 12, NULL);
  return all;
}

static void dialog_free(gpointer data) {
  Dialog *dialog = data;
  ulp_plot_free(dialog->plot);
  g_object_unref(dialog->parent);
  g_free(dialog);
}

GtkWidget *ulp_picture_dialog_new(GtkWidget *parent, UlpPlot *plot,
                                  void (*chosen)(GtkWidget *parent, const char *format,
                                                 const UlpPlotExportOptions *options)) {
  GtkRoot *root = gtk_widget_get_root(parent);
  Dialog *dialog = g_new0(Dialog, 1);
  dialog->parent = g_object_ref(parent);
  dialog->plot = plot;
  dialog->chosen = chosen;
  dialog->window = gtk_window_new();
  gtk_window_set_title(GTK_WINDOW(dialog->window), _("Export the picture"));
  gtk_window_set_modal(GTK_WINDOW(dialog->window), TRUE);
  gtk_window_set_default_size(GTK_WINDOW(dialog->window), 900, 440);
  if (GTK_IS_WINDOW(root))
    gtk_window_set_transient_for(GTK_WINDOW(dialog->window), GTK_WINDOW(root));
  gtk_window_set_child(GTK_WINDOW(dialog->window), build(dialog));
  gtk_window_set_default_widget(GTK_WINDOW(dialog->window), dialog->export);
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), gtk_named_action_new("window.close")));
  gtk_widget_add_controller(dialog->window, keys);
  follow(dialog);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(dialog->preview), draw, dialog, NULL);
  g_object_set_data_full(G_OBJECT(dialog->window), "dialog", dialog, dialog_free);
  return dialog->window;
}
