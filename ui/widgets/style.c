#include "ui/widgets/style.h"

#include "ui/plot/palette.h"
#include "ulpscope-resources.h"

#include <math.h>
#include <string.h>

#define RESOURCES "/org/ulpscope/Ulpscope"
#define COLOURS_KEY "ulp-style-colours"

typedef struct {
  GtkCssProvider *provider;
  int desktop_dpi; /* 1024ths, before any zoom; 0 while there is none */
  double zoom;
  gboolean dark;
} Colours;

static void colours_free(gpointer colours) {
  g_object_unref(((Colours *)colours)->provider);
  g_free(colours);
}

static Colours *colours_of(GdkDisplay *display) { return g_object_get_data(G_OBJECT(display), COLOURS_KEY); }

static double brightness(GdkRGBA colour) {
  return 0.2126 * (double)colour.red + 0.7152 * (double)colour.green + 0.0722 * (double)colour.blue;
}

/* What the theme really has, whatever chose it: its own name, GTK_THEME, the preference for dark ones. `has_colours`: it
 * names the four that pages take over. */
static gboolean theme_is_dark(GdkDisplay *display, gboolean *has_colours) {
  static const char *const names[] = {"theme_bg_color", "theme_fg_color", "theme_base_color", "borders"};
  GdkRGBA found[G_N_ELEMENTS(names)];
  GtkWidget *probe = g_object_ref_sink(gtk_label_new(NULL));
  GtkStyleContext *context = gtk_widget_get_style_context(probe);
  gtk_style_context_set_display(context, display);
  *has_colours = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    *has_colours = gtk_style_context_lookup_color(context, names[i], &found[i]) && *has_colours;
  g_object_unref(probe);
  if (*has_colours)
    return brightness(found[0]) < brightness(found[1]);
  gboolean preferred = FALSE;
  g_object_get(gtk_settings_get_for_display(display), "gtk-application-prefer-dark-theme", &preferred, NULL);
  return preferred;
}

static void append_sheet(GString *css, const char *resource) {
  g_autoptr(GBytes) bytes = g_resources_lookup_data(resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_string_append_len(css, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
}

static void define_colour(GString *css, const char *name, const double rgb[3]) {
  g_string_append_printf(css, "@define-color %s #", name);
  for (guint i = 0; i < 3; i++)
    g_string_append_printf(css, "%02x", (guint)lround(rgb[i] * 255));
  g_string_append(css, ";\n");
}

/* Those of bits, which pictures have, too. */
static void append_fields(GString *css, gboolean dark) {
  static const struct {
    UlpField field;
    gboolean pale;
    const char *name;
  } colours[] = {{ULP_FIELD_SIGN, FALSE, "ulp_sign"},
                 {ULP_FIELD_SIGN, TRUE, "ulp_sign_pale"},
                 {ULP_FIELD_EXPONENT, FALSE, "ulp_exponent"},
                 {ULP_FIELD_EXPONENT, TRUE, "ulp_exponent_pale"},
                 {ULP_FIELD_SIGNIFICAND, FALSE, "ulp_significand"},
                 {ULP_FIELD_SIGNIFICAND, TRUE, "ulp_significand_pale"},
                 {ULP_FIELD_UNUSED, FALSE, "ulp_unused"},
                 {ULP_FIELD_UNUSED, TRUE, "ulp_unused_pale"}};
  double rgb[3];
  for (guint i = 0; i < G_N_ELEMENTS(colours); i++) {
    ulp_field_rgb(colours[i].field, colours[i].pale, dark, rgb);
    define_colour(css, colours[i].name, rgb);
  }
  ulp_on_field_rgb(dark, rgb);
  define_colour(css, "ulp_on_strong", rgb);
}

static void load_colours(GdkDisplay *display) {
  Colours *colours = colours_of(display);
  gboolean has_colours;
  g_autoptr(GString) css = g_string_new(NULL);
  colours->dark = theme_is_dark(display, &has_colours);
  append_sheet(css, colours->dark ? RESOURCES "/dark.css" : RESOURCES "/light.css");
  append_fields(css, colours->dark);
  if (has_colours)
    append_sheet(css, RESOURCES "/theme.css"); /* later definitions win */
  gtk_css_provider_load_from_data(colours->provider, css->str, (gssize)css->len);
}

static void add_sheet(GdkDisplay *display, GtkCssProvider *sheet) {
  gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(sheet),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

void ulp_style_install(GdkDisplay *display) {
  if (g_object_get_data(G_OBJECT(display), COLOURS_KEY))
    return;
  ulpscope_register_resource();

  Colours *colours = g_new0(Colours, 1);
  colours->provider = gtk_css_provider_new();
  g_object_set_data_full(G_OBJECT(display), COLOURS_KEY, colours, colours_free);
  load_colours(display);
  ulp_style_connect_changed(display, G_OBJECT(display), load_colours);
  add_sheet(display, colours->provider);

  g_autoptr(GtkCssProvider) sheet = gtk_css_provider_new();
  gtk_css_provider_load_from_resource(sheet, RESOURCES "/style.css");
  add_sheet(display, sheet);
  gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), RESOURCES "/icons");
}

gboolean ulp_style_is_dark(GdkDisplay *display) {
  const Colours *colours = colours_of(display);
  return colours && colours->dark;
}

/* A theme of its own that is dark goes by its light one's name and "-dark", as the toolkit's does. */
void ulp_style_set_dark(GdkDisplay *display, gboolean dark) {
  GtkSettings *settings = gtk_settings_get_for_display(display);
  g_autofree char *name = NULL;
  g_object_set(settings, "gtk-application-prefer-dark-theme", dark, NULL);
  g_object_get(settings, "gtk-theme-name", &name, NULL);
  if (!dark && ulp_style_is_dark(display) && name && g_str_has_suffix(name, "-dark")) {
    name[strlen(name) - strlen("-dark")] = '\0';
    g_object_set(settings, "gtk-theme-name", name, NULL);
  }
}

void ulp_style_connect_changed(GdkDisplay *display, gpointer object, gpointer changed) {
  GtkSettings *settings = gtk_settings_get_for_display(display);
  static const char *const what[] = {"notify::gtk-theme-name", "notify::gtk-application-prefer-dark-theme",
                                     "notify::gtk-xft-dpi"};
  for (guint i = 0; i < G_N_ELEMENTS(what); i++)
    g_signal_connect_object(settings, what[i], G_CALLBACK(changed), object, G_CONNECT_SWAPPED);
}

double ulp_style_zoom(GdkDisplay *display) {
  const Colours *colours = colours_of(display);
  return colours && colours->zoom > 0 ? colours->zoom : 1;
}

void ulp_style_set_zoom(GdkDisplay *display, double zoom) {
  Colours *colours = colours_of(display);
  GtkSettings *settings = gtk_settings_get_for_display(display);
  zoom = CLAMP(zoom, 0.5, 3);
  if (zoom == ulp_style_zoom(display))
    return;
  if (colours->desktop_dpi == 0)
    g_object_get(settings, "gtk-xft-dpi", &colours->desktop_dpi, NULL);
  const int dpi = colours->desktop_dpi > 0 ? colours->desktop_dpi : 96 * 1024;
  colours->zoom = zoom;
  g_object_set(settings, "gtk-xft-dpi", (int)(dpi * zoom), NULL);
}

double ulp_style_text_scale(GdkDisplay *display) {
  int dpi = 0; /* 1024ths */
  g_object_get(gtk_settings_get_for_display(display), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (96.0 * 1024) : 1;
}

char *ulp_style_formula(const char *text) {
  const gboolean isolated = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL;
  return isolated ? g_strconcat("\xe2\x81\xa6", text, "\xe2\x81\xa9", NULL) : g_strdup(text);
}

GdkRGBA ulp_style_colour(GtkWidget *widget, const char *name) {
  GdkRGBA colour = {1, 0, 1, 1};
  gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &colour);
  return colour;
}
