/* The window: pages, messages, keys, themes; contrast of every pair of colours; layout of every page. */
#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "ui/pages/bits-page.h"
#include "ui/pages/shortcuts.h"
#include "ui/pages/window.h"
#include "ui/widgets/device-chooser.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/style.h"

#include "../widgets/widget-test.h"
#include "contrast-check.h"
#include "layout-check.h"

#include <string.h>

static UlpWindow *open_window(void) {
  GtkWidget *window = ulp_window_new(NULL);
  gtk_widget_show(window);
  ulp_test_wait(ulp_test_is_mapped, window);
  ulp_test_settle(window);
  return ULP_WINDOW(window);
}

static gboolean is_gone(gpointer weak) { return *(gpointer *)weak == NULL; }

/* The window goes, also while its devices are still being looked up. */
static void close_window(UlpWindow *window) {
  gpointer weak = window;
  g_object_add_weak_pointer(G_OBJECT(window), &weak);
  gtk_window_destroy(GTK_WINDOW(window));
  ulp_test_wait(is_gone, &weak);
}

static GtkWidget *as_widget(UlpWindow *window) { return GTK_WIDGET(window); }

static void test_pages(void) {
  UlpWindow *window = open_window();
  g_autoptr(GError) error = NULL;
  g_assert_true(ULP_IS_BITS_PAGE(ulp_window_get_page(window)));
  for (guint i = 0; ulp_experiments[i]; i++) {
    g_assert_true(ulp_window_show_page(window, ulp_experiments[i]->id, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, ulp_experiments[i]->title);
    g_assert_true(ulp_test_shows(as_widget(window), ulp_experiments[i]->title));
  }
  GtkWidget *last = ulp_window_get_page(window);
  g_assert_false(ulp_window_show_page(window, "no-such-page", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "no-such-page"));
  g_assert_nonnull(strstr(error->message, "bits, "));
  g_assert_true(ulp_window_get_page(window) == last);

  gtk_widget_activate_action(as_widget(window), "win.next-page", NULL); /* from the last to the first */
  g_assert_true(ULP_IS_BITS_PAGE(ulp_window_get_page(window)));
  gtk_widget_activate_action(as_widget(window), "win.previous-page", NULL);
  g_assert_true(ulp_window_get_page(window) == last);
  gtk_widget_activate_action(as_widget(window), "win.page", "s", "bits");
  g_assert_true(ULP_IS_BITS_PAGE(ulp_window_get_page(window)));
  close_window(window);
}

/* The menu's actions are those of the page that is shown. */
static void test_page_actions(void) {
  UlpWindow *window = open_window();
  g_assert_true(gtk_widget_activate_action(as_widget(window), "page.focus-value", NULL));
  g_assert_false(gtk_widget_activate_action(as_widget(window), "page.cancel", NULL));
  ulp_window_show_page(window, ulp_experiments[0]->id, NULL);
  g_assert_false(gtk_widget_activate_action(as_widget(window), "page.focus-value", NULL));
  g_assert_true(gtk_widget_activate_action(as_widget(window), "page.cancel", NULL)); /* known, though nothing runs */
  close_window(window);
}

static void test_message(void) {
  UlpWindow *window = open_window();
  UlpBitsPage *page = ULP_BITS_PAGE(ulp_window_get_page(window));
  GtkWidget *message = ulp_test_find_named(as_widget(window), "window-message");
  ulp_bits_page_set_text(page, "42");
  g_assert_false(gtk_widget_get_mapped(message));
  ulp_message_show(GTK_WIDGET(ulp_bits_page_get_row(page, ULP_FORMAT_FP32)), "array.csv: row 3, column 2: found \"x\"");
  ulp_test_settle(as_widget(window));
  g_assert_true(ulp_test_shows(as_widget(window), "array.csv: row 3"));
  g_assert_true(gtk_label_get_selectable(GTK_LABEL(message)));
  g_assert_cmpstr(ulp_bits_page_get_text(page), ==, "42");
  gtk_widget_activate_action(as_widget(window), "win.close-message", NULL);
  g_assert_false(gtk_widget_get_mapped(message));

  g_autoptr(GString) words = g_string_new(NULL);
  for (guint i = 0; i < 60; i++)
    g_string_append(words, "/a-rather-long-folder-name");
  ulp_message_show(as_widget(window), words->str);
  ulp_test_settle(as_widget(window));
  g_assert_cmpuint(ulp_layout_check(as_widget(window)), ==, 0);
  close_window(window);
}

static gboolean message_shown(gpointer window) {
  return gtk_widget_get_mapped(ulp_test_find_named(window, "window-message"));
}

static void test_device(void) {
  UlpWindow *window = open_window();
  UlpDeviceChooser *chooser =
      ULP_DEVICE_CHOOSER(ulp_test_find(gtk_window_get_titlebar(GTK_WINDOW(window)), ULP_TYPE_DEVICE_CHOOSER, 0));
  ulp_window_set_device(window, "cuda:99");
  ulp_test_wait(message_shown, window); /* once the devices are known */
  g_assert_true(ulp_test_shows(as_widget(window), "device cuda:99: "));
  g_assert_true(ulp_test_shows(as_widget(window), "Selected instead: CPU.")); /* never silently */
  g_assert_cmpstr(ulp_device_chooser_get_id(chooser), ==, "cpu");
  gtk_widget_activate_action(as_widget(window), "win.close-message", NULL);
  ulp_window_set_device(window, "cpu");
  g_assert_false(message_shown(window));
  close_window(window);
}

static void test_close_at_once(void) {
  GtkWidget *window = ulp_window_new(NULL);
  gtk_widget_show(window);
  close_window(ULP_WINDOW(window));
}

/* --- keys --- */

static void test_keys(void) {
  g_autoptr(GtkApplication) app = gtk_application_new("org.ulpscope.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true(g_application_register(G_APPLICATION(app), NULL, NULL));
  ulp_shortcuts_install(app);
  GtkWidget *window = ulp_window_new(app);
  GActionGroup *window_actions = G_ACTION_GROUP(window);

  /* Every key does one thing, and every window action named by a key exists. */
  g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_auto(GStrv) described = gtk_application_list_action_descriptions(app);
  g_assert_cmpuint(g_strv_length(described), >, 10);
  for (guint i = 0; described[i]; i++) {
    g_auto(GStrv) accels = gtk_application_get_accels_for_action(app, described[i]);
    g_assert_cmpuint(g_strv_length(accels), >, 0);
    for (guint j = 0; accels[j]; j++)
      g_assert_true(g_hash_table_add(keys, g_strdup(accels[j])));
    g_autofree char *name = NULL;
    g_autoptr(GVariant) target = NULL;
    g_assert_true(g_action_parse_detailed_name(described[i], &name, &target, NULL));
    if (g_str_has_prefix(name, "win."))
      g_assert_true(g_action_group_has_action(window_actions, name + 4));
    else
      g_assert_true(g_str_has_prefix(name, "page."));
  }
  g_auto(GStrv) fourth = gtk_application_get_actions_for_accel(app, "<alt>4");
  g_autofree char *expected = g_strdup_printf("win.page::%s", ulp_experiments[0]->id);
  g_assert_cmpstr(fourth[0], ==, expected);
  g_auto(GStrv) run = gtk_application_get_actions_for_accel(app, "F5");
  g_assert_cmpstr(run[0], ==, "page.run");

  guint primary = 0; /* F10 opens it: the toolkit's own binding goes before those of the program */
  for (guint n = 0; ulp_test_find(gtk_window_get_titlebar(GTK_WINDOW(window)), GTK_TYPE_MENU_BUTTON, n); n++)
    primary += gtk_menu_button_get_primary(
        GTK_MENU_BUTTON(ulp_test_find(gtk_window_get_titlebar(GTK_WINDOW(window)), GTK_TYPE_MENU_BUTTON, n)));
  g_assert_cmpuint(primary, ==, 1);

  GtkWidget *help = ulp_shortcuts_window_new();
  gtk_widget_show(help);
  ulp_test_wait(ulp_test_is_mapped, help);
  g_assert_true(ulp_test_shows(help, "Flip the bit"));
  gtk_window_destroy(GTK_WINDOW(help));
  close_window(ULP_WINDOW(window));
}

static void test_icons(void) {
  GtkIconTheme *theme = gtk_icon_theme_get_for_display(gdk_display_get_default());
  static const char *const names[] = {"ulp-up-symbolic",   "ulp-down-symbolic",  "ulp-dark-symbolic",
                                      "ulp-menu-symbolic", "ulp-close-symbolic", "org.ulpscope.Ulpscope"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    g_assert_true(gtk_icon_theme_has_icon(theme, names[i]));
}

/* --- themes --- */

static void test_contrast(void) {
  static const struct {
    const char *text, *background;
    double least;
  } pairs[] = {
      {"ulp_fg", "ulp_bg", 7},
      {"ulp_fg", "ulp_card", 7},
      {"ulp_dim", "ulp_bg", 4.5},
      {"ulp_dim", "ulp_card", 4.5},
      {"ulp_dim", "ulp_unused_pale", 4.5},
      {"ulp_error", "ulp_bg", 4.5},
      {"ulp_error", "ulp_card", 4.5},
      {"ulp_error", "ulp_error_bg", 4.5},
      {"ulp_sign", "ulp_card", 4.5},
      {"ulp_sign", "ulp_sign_pale", 4.5},
      {"ulp_exponent", "ulp_card", 4.5},
      {"ulp_exponent", "ulp_exponent_pale", 4.5},
      {"ulp_significand", "ulp_card", 4.5},
      {"ulp_significand", "ulp_significand_pale", 4.5},
      {"ulp_on_strong", "ulp_sign", 4.5},
      {"ulp_on_strong", "ulp_exponent", 4.5},
      {"ulp_on_strong", "ulp_significand", 4.5},
      {"ulp_on_primary", "ulp_primary", 4.5},
      {"ulp_on_primary", "ulp_primary_pressed", 4.5},
      {"ulp_accent", "ulp_card", 3},
      {"ulp_fg", "ulp_selected", 7},
      {"ulp_accent", "ulp_selected", 3},
  };
  UlpWindow *window = open_window();
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
      const double found = ulp_contrast(ulp_style_colour(as_widget(window), pairs[i].text),
                                        ulp_style_colour(as_widget(window), pairs[i].background));
      g_test_message("%s on %s, %s: %.2f", pairs[i].text, pairs[i].background, dark ? "dark" : "light", found);
      g_assert_cmpfloat(found, >=, pairs[i].least);
    }
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
  close_window(window);
}

static void test_dark(void) {
  UlpWindow *window = open_window();
  const GdkRGBA light = ulp_style_colour(as_widget(window), "ulp_bg");
  gtk_widget_activate_action(as_widget(window), "win.dark", NULL);
  g_assert_true(ulp_style_is_dark(gdk_display_get_default()));
  const GdkRGBA dark = ulp_style_colour(as_widget(window), "ulp_bg");
  g_assert_cmpfloat(ulp_luminance(light), >, 0.8);
  g_assert_cmpfloat(ulp_luminance(dark), <, 0.05);
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(window), "dark");
  g_assert_true(g_variant_get_boolean(state));
  gtk_widget_activate_action(as_widget(window), "win.dark", NULL);
  g_assert_false(ulp_style_is_dark(gdk_display_get_default()));
  close_window(window);
}

/* --- layout --- */

static void test_layout(void) {
  UlpWindow *window = open_window();
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    for (guint i = 0; ulp_experiments[i]; i++) {
      ulp_window_show_page(window, ulp_experiments[i]->id, NULL);
      ulp_test_settle(as_widget(window));
      g_test_message("page %s, %s", ulp_experiments[i]->id, dark ? "dark" : "light");
      g_assert_cmpint(gtk_widget_get_width(as_widget(window)), <=, 1280);
      g_assert_cmpint(gtk_widget_get_height(as_widget(window)), <=, 800);
      g_assert_cmpuint(ulp_layout_check(as_widget(window)), ==, 0);
    }
    ulp_window_show_page(window, "bits", NULL);
    ulp_message_show(as_widget(window), "found 1, expected 2");
    ulp_test_settle(as_widget(window));
    g_assert_cmpuint(ulp_contrast_check(as_widget(window)), ==, 0);
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
  close_window(window);
}

/* A window of 900 x 640 shows every page, scrolled where the page is larger. */
static void test_small_window(void) {
  GtkWidget *window = ulp_window_new(NULL);
  gtk_window_set_default_size(GTK_WINDOW(window), 900, 640);
  gtk_widget_show(window);
  ulp_test_wait(ulp_test_is_mapped, window);
  GtkScrolledWindow *pages = GTK_SCROLLED_WINDOW(ulp_test_find_named(window, "pages"));
  for (int i = -1; i < 0 || ulp_experiments[i]; i++) {
    ulp_window_show_page(ULP_WINDOW(window), i < 0 ? "bits" : ulp_experiments[i]->id, NULL);
    ulp_test_settle(window);
    g_assert_cmpint(gtk_widget_get_width(window), <=, 900);
    g_assert_cmpint(gtk_widget_get_height(window), <=, 640);
    int width;
    gtk_widget_measure(ulp_window_get_page(ULP_WINDOW(window)), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                       NULL);
    g_assert_cmpfloat(gtk_adjustment_get_upper(gtk_scrolled_window_get_hadjustment(pages)), >=, width);
    GtkWidget *viewport = gtk_scrolled_window_get_child(pages);
    graphene_rect_t seen;
    g_assert_true(gtk_widget_compute_bounds(viewport, window, &seen));
    g_assert_cmpfloat(seen.origin.x + seen.size.width, <=, gtk_widget_get_width(window));
  }
  close_window(ULP_WINDOW(window));
}

/* The check itself finds what it is for. */
static void test_layout_check(void) {
  GtkWidget *fixed = gtk_fixed_new(), *first = gtk_label_new("first label"), *second = gtk_label_new("second label");
  gtk_fixed_put(GTK_FIXED(fixed), first, 10, 10);
  gtk_fixed_put(GTK_FIXED(fixed), second, 10, 60);
  GtkWidget *window = ulp_test_window(fixed, 300, 200);
  g_assert_cmpuint(ulp_layout_check(window), ==, 0);
  gtk_fixed_move(GTK_FIXED(fixed), second, 40, 12);
  ulp_test_settle(window);
  g_assert_cmpuint(ulp_layout_check(window), ==, 1); /* overlap */
  gtk_fixed_move(GTK_FIXED(fixed), second, -20, 100);
  ulp_test_settle(window);
  g_assert_cmpuint(ulp_layout_check(window), ==, 1); /* outside */
  gtk_fixed_move(GTK_FIXED(fixed), second, 10, 60);
  gtk_label_set_ellipsize(GTK_LABEL(second), PANGO_ELLIPSIZE_END);
  ulp_test_settle(window);
  g_assert_cmpuint(ulp_layout_check(window), ==, 1); /* shortened without a tooltip */
  gtk_widget_set_tooltip_text(second, "second label");
  g_assert_cmpuint(ulp_layout_check(window), ==, 0);
  gtk_window_destroy(GTK_WINDOW(window));
}

/* F10 opens the menu: GTK gives the key to the primary one. */
static void test_primary_menu(void) {
  GtkWidget *window = ulp_window_new(NULL);
  guint n_primary = 0;
  for (guint i = 0; ulp_test_find(window, GTK_TYPE_MENU_BUTTON, i); i++)
    n_primary += gtk_menu_button_get_primary(GTK_MENU_BUTTON(ulp_test_find(window, GTK_TYPE_MENU_BUTTON, i)));
  g_assert_cmpuint(n_primary, ==, 1);
  gtk_window_destroy(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add_func("/pages/window/pages", test_pages);
  g_test_add_func("/pages/window/page-actions", test_page_actions);
  g_test_add_func("/pages/window/message", test_message);
  g_test_add_func("/pages/window/device", test_device);
  g_test_add_func("/pages/window/close-at-once", test_close_at_once);
  g_test_add_func("/pages/window/keys", test_keys);
  g_test_add_func("/pages/window/icons", test_icons);
  g_test_add_func("/pages/window/contrast", test_contrast);
  g_test_add_func("/pages/window/dark", test_dark);
  g_test_add_func("/pages/window/layout", test_layout);
  g_test_add_func("/pages/window/small-window", test_small_window);
  g_test_add_func("/pages/window/layout-check", test_layout_check);
  g_test_add_func("/pages/window/primary-menu", test_primary_menu);
  return g_test_run();
}
