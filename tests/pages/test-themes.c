/* Whatever sets the toolkit's theme, pages are readable in it, and words for dark and light are true. */
#include "tests/pages/contrast-check.h"
#include "tests/pages/page-test.h"

static void set_theme(const char *name, gboolean prefers_dark) {
  g_object_set(gtk_settings_get_default(), "gtk-theme-name", name, "gtk-application-prefer-dark-theme", prefers_dark,
               NULL);
}

static GdkRGBA colour_of_pixel(GtkWidget *widget, int x, int y) {
  cairo_surface_t *image = ulp_test_picture(widget);
  const guint8 *row = cairo_image_surface_get_data(image) + (gsize)y * cairo_image_surface_get_stride(image);
  const GdkRGBA colour = ulp_contrast_rgba(((const guint32 *)(gconstpointer)row)[x]);
  cairo_surface_destroy(image);
  return colour;
}

/* Every page, one of them with a result, in the theme that is set. */
static void check_pages(gboolean dark) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_run(&fixture);
  g_assert_cmpint(ulp_style_is_dark(gdk_display_get_default()), ==, dark);
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(fixture.window), "dark");
  g_assert_cmpint(g_variant_get_boolean(state), ==, dark);
  g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
  /* The picture is of the same side. */
  GtkWidget *canvas = ulp_test_find(fixture.page, g_type_from_name("UlpPlotCanvas"), 0);
  const double brightness = ulp_luminance(colour_of_pixel(canvas, 2, 2));
  g_assert_true(dark ? brightness < 0.1 : brightness > 0.8);
  for (guint i = 0; ulp_experiments[i]; i++) {
    ulp_window_show_page(ULP_WINDOW(fixture.window), ulp_experiments[i]->id, NULL);
    ulp_test_settle(fixture.window);
    g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
  }
  ulp_window_show_page(ULP_WINDOW(fixture.window), "bits", NULL);
  ulp_test_settle(fixture.window);
  g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
  ulp_page_close(&fixture);
}

static const struct {
  const char *name;
  gboolean prefers_dark, dark;
} themes[] = {
    {"Adwaita", FALSE, FALSE},       {"Adwaita", TRUE, TRUE},          {"Adwaita-dark", FALSE, TRUE},
    {"HighContrast", FALSE, FALSE},  {"Default-hc-dark", FALSE, TRUE}, {"HighContrast", TRUE, TRUE},
    {"no such theme", FALSE, FALSE},
};

static void test_named(void) {
  for (guint i = 0; i < G_N_ELEMENTS(themes); i++) {
    g_test_message("%s, dark ones preferred: %d", themes[i].name, themes[i].prefers_dark);
    set_theme(themes[i].name, themes[i].prefers_dark);
    check_pages(themes[i].dark);
  }
  set_theme("Adwaita", FALSE);
}

/* A window follows while it is open, and its own switch reaches the light side of a theme that is dark by name. */
static void test_change(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  set_theme("Adwaita-dark", FALSE);
  ulp_test_settle(fixture.window);
  g_assert_true(ulp_style_is_dark(gdk_display_get_default()));
  g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
  gtk_widget_activate_action(fixture.window, "win.dark", NULL);
  ulp_test_settle(fixture.window);
  g_assert_false(ulp_style_is_dark(gdk_display_get_default()));
  g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
  gtk_widget_activate_action(fixture.window, "win.dark", NULL);
  g_assert_true(ulp_style_is_dark(gdk_display_get_default()));
  ulp_page_close(&fixture);
  set_theme("Adwaita", FALSE);
}

/* GTK_THEME is read once: a process of its own. */
static void test_environment(void) {
  if (g_test_subprocess()) {
    check_pages(g_str_has_suffix(g_getenv("GTK_THEME"), "dark"));
    return;
  }
  static const char *const values[] = {"Adwaita:dark", "Default-hc-dark", "Adwaita"};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    g_setenv("GTK_THEME", values[i], TRUE);
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
  }
  g_unsetenv("GTK_THEME");
}

static void set_text_scale(double scale) {
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", (int)(scale * 96 * 1024), NULL);
}

/* Larger text: nothing is cut, nothing leaves the window, and the plots' text has grown with it. */
static void test_large_text(void) {
  UlpPageFixture fixture;
  double heights[2];
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_run(&fixture);
  for (int large = 0; large < 2; large++) {
    set_text_scale(large ? 1.5 : 1);
    ulp_test_settle(fixture.window);
    guint n;
    const UlpPlotText *texts = ulp_plot_texts(ulp_page_shown(&fixture).plot, &n);
    g_assert_cmpuint(n, >, 5);
    heights[large] = texts[0].height;
    g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
    g_assert_cmpint(gtk_widget_get_width(fixture.window), <=, 1280);
    g_assert_cmpint(gtk_widget_get_height(fixture.window), <=, 800);
  }
  g_assert_cmpfloat_with_epsilon(heights[1] / heights[0], 1.5, 0.1);
  for (guint i = 0; ulp_experiments[i]; i++) {
    ulp_window_show_page(ULP_WINDOW(fixture.window), ulp_experiments[i]->id, NULL);
    ulp_test_settle(fixture.window);
    g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  }
  ulp_page_close(&fixture);
  set_text_scale(1);
}

/* From right to left: a number without letters keeps its sign in front, in a cell, in an entry and in a sentence. */
static void test_right_to_left(void) {
  gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_run(&fixture);
  guint numbers = 0;
  for (guint n = 0; ulp_test_find(fixture.page, GTK_TYPE_LABEL, n); n++) {
    GtkWidget *label = ulp_test_find(fixture.page, GTK_TYPE_LABEL, n);
    if (!gtk_widget_has_css_class(label, "numeric"))
      continue;
    numbers++;
    g_assert_cmpint(gtk_widget_get_direction(label), ==, GTK_TEXT_DIR_LTR);
  }
  g_assert_cmpuint(numbers, >, 10);
  for (guint n = 0; ulp_test_find(fixture.page, GTK_TYPE_ENTRY, n); n++)
    g_assert_cmpint(gtk_widget_get_direction(ulp_test_find(fixture.page, GTK_TYPE_ENTRY, n)), ==, GTK_TEXT_DIR_LTR);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_autofree char *readout = ulp_plot_readout(shown.spec, shown.data, 0);
  g_assert_nonnull(strstr(readout, "\xe2\x81\xa6"
                                   "16\xe2\x81\xa9"));
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  ulp_page_close(&fixture);
  gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/themes/named", test_named);
  g_test_add_func("/pages/themes/change", test_change);
  g_test_add_func("/pages/themes/environment", test_environment);
  g_test_add_func("/pages/themes/large-text", test_large_text);
  g_test_add_func("/pages/themes/right-to-left", test_right_to_left);
  return g_test_run();
}
