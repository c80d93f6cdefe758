#include "ui/widgets/style.h"

#include "ulpscope-resources.h"

#define RESOURCES "/org/ulpscope/Ulpscope"
#define COLOURS_KEY "ulp-style-colours"

static void load_colours(GtkSettings *settings, GParamSpec *pspec, gpointer colours) {
  gboolean dark = FALSE;
  g_object_get(settings, "gtk-application-prefer-dark-theme", &dark, NULL);
  gtk_css_provider_load_from_resource(colours, dark ? RESOURCES "/dark.css" : RESOURCES "/light.css");
}

static void add_sheet(GdkDisplay *display, GtkCssProvider *sheet) {
  gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(sheet),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

void ulp_style_install(GdkDisplay *display) {
  if (g_object_get_data(G_OBJECT(display), COLOURS_KEY))
    return;
  ulpscope_register_resource();

  GtkCssProvider *colours = gtk_css_provider_new();
  GtkSettings *settings = gtk_settings_get_for_display(display);
  load_colours(settings, NULL, colours);
  g_signal_connect_object(settings, "notify::gtk-application-prefer-dark-theme", G_CALLBACK(load_colours), colours, 0);
  add_sheet(display, colours);
  g_object_set_data_full(G_OBJECT(display), COLOURS_KEY, colours, g_object_unref);

  g_autoptr(GtkCssProvider) sheet = gtk_css_provider_new();
  gtk_css_provider_load_from_resource(sheet, RESOURCES "/style.css");
  add_sheet(display, sheet);
  gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), RESOURCES "/icons");
}

gboolean ulp_style_is_dark(GdkDisplay *display) {
  gboolean dark = FALSE;
  g_object_get(gtk_settings_get_for_display(display), "gtk-application-prefer-dark-theme", &dark, NULL);
  return dark;
}

void ulp_style_set_dark(GdkDisplay *display, gboolean dark) {
  g_object_set(gtk_settings_get_for_display(display), "gtk-application-prefer-dark-theme", dark, NULL);
}

GdkRGBA ulp_style_colour(GtkWidget *widget, const char *name) {
  GdkRGBA colour = {1, 0, 1, 1};
  gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &colour);
  return colour;
}
