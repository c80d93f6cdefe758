#include "ui/pages/window-header.h"

#include "core/base/i18n.h"

static GtkMenuButton *new_menu_button(const char *const (*items)[2], guint n_items) {
  g_autoptr(GMenu) menu = g_menu_new();
  for (guint i = 0; i < n_items; i++)
    g_menu_append(menu, _(items[i][0]), items[i][1]);
  GtkWidget *button = gtk_menu_button_new();
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
  return GTK_MENU_BUTTON(button);
}

static void append_section(GMenu *menu, const char *const (*items)[2], guint n_items) {
  g_autoptr(GMenu) section = g_menu_new();
  for (guint i = 0; i < n_items; i++)
    g_menu_append(section, _(items[i][0]), items[i][1]);
  g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
}

static GtkMenuButton *build_menu(UlpWindowHeader *parts) {
  static const char *const files[][2] = {
      {N_("_New window"), "win.new-window"}, {N_("_Open…"), "win.open"}, {N_("_Save the run…"), "win.save"}};
  static const char *const shown[][2] = {{N_("_Keep the result to compare"), "page.pin"},
                                         {N_("_Settings beside the result"), "page.panel"},
                                         {N_("The _plot alone"), "page.plot-only"},
                                         {N_("P_resent"), "win.present"},
                                         {N_("_Larger"), "win.larger"},
                                         {N_("S_maller"), "win.smaller"}};
  static const char *const others[][2] = {{N_("_Glossary"), "win.glossary"},
                                          {N_("_Keys"), "win.shortcuts"},
                                          {N_("_About Ulpscope"), "win.about"},
                                          {N_("_Quit"), "win.quit"}};
  g_autoptr(GMenu) menu = g_menu_new();
  parts->recent = g_menu_new();
  append_section(menu, files, G_N_ELEMENTS(files));
  g_menu_append_submenu(menu, _("Opened _before"), G_MENU_MODEL(parts->recent));
  append_section(menu, shown, G_N_ELEMENTS(shown));
  append_section(menu, others, G_N_ELEMENTS(others));
  GtkWidget *button = gtk_menu_button_new();
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
  gtk_menu_button_set_primary(GTK_MENU_BUTTON(button), TRUE); /* F10 is the toolkit's own key for it */
  return GTK_MENU_BUTTON(button);
}

GtkWidget *ulp_window_header_new(UlpWindowHeader *parts) {
  static const char *const exports[][2] = {
      {N_("Data as _CSV…"), "page.export-csv"},    {N_("Data as _JSON…"), "page.export-json"},
      {N_("Picture as _SVG…"), "page.export-svg"}, {N_("Picture as P_DF…"), "page.export-pdf"},
      {N_("Picture as _PNG…"), "page.export-png"}, {N_("Picture, with its _look…"), "page.export-picture"},
      {N_("Cop_y the plot"), "page.copy-picture"}, {N_("Copy its _values"), "page.copy-values"},
  };
  GtkWidget *header = gtk_header_bar_new();

  parts->devices = ULP_DEVICE_CHOOSER(ulp_device_chooser_new());
  GtkWidget *device_label = gtk_label_new(_("Device"));
  gtk_widget_set_margin_start(device_label, 6);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(header), device_label);
  gtk_header_bar_pack_start(GTK_HEADER_BAR(header), GTK_WIDGET(parts->devices));

  parts->menu = build_menu(parts);
  gtk_menu_button_set_icon_name(parts->menu, "ulp-menu-symbolic");
  gtk_menu_button_set_primary(parts->menu, TRUE); /* F10 */
  gtk_widget_set_tooltip_text(GTK_WIDGET(parts->menu), _("Menu (F10)"));
  gtk_header_bar_pack_end(GTK_HEADER_BAR(header), GTK_WIDGET(parts->menu));

  GtkWidget *dark = gtk_toggle_button_new();
  gtk_button_set_icon_name(GTK_BUTTON(dark), "ulp-dark-symbolic");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(dark), "win.dark");
  gtk_widget_set_tooltip_text(dark, _("Light or dark (Ctrl+D)"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(dark), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Dark"), -1);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(header), dark);

  parts->exports = new_menu_button(exports, G_N_ELEMENTS(exports));
  gtk_menu_button_set_label(parts->exports, _("Export"));
  gtk_widget_set_tooltip_text(GTK_WIDGET(parts->exports), _("Export (Ctrl+E)"));
  gtk_header_bar_pack_end(GTK_HEADER_BAR(header), GTK_WIDGET(parts->exports));
  return header;
}
