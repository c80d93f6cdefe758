/* What comes back at the next start, what a file opens, and a window before a class. */
#include "tests/pages/page-test.h"
#include "ui/pages/bits-page.h"
#include "ui/pages/session.h"
#include "ui/widgets/recent-files.h"

#include <glib/gstdio.h>

static const char *text_of(UlpPageFixture *fixture, const char *id) {
  return ulp_values_text(ulp_param_panel_values(ulp_experiment_page_panel(fixture->page)), id);
}

/* Page, size and values, of pages that are not shown, too. */
static void test_comes_back(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  ulp_bits_page_set_text(ULP_BITS_PAGE(fixture.page), "2.75");
  ulp_page_close(&fixture);

  ulp_page_open(&fixture, "convert");
  ulp_page_set(&fixture, "to", "bf16");
  gtk_window_set_default_size(GTK_WINDOW(fixture.window), 1100, 700);
  ulp_test_settle(fixture.window);
  ulp_window_set_page_state(ULP_WINDOW(fixture.window), "bits", "2.75");
  ulp_session_save(ULP_WINDOW(fixture.window));
  ulp_page_close(&fixture);

  GtkWidget *window = ulp_window_new(NULL);
  ulp_session_restore(ULP_WINDOW(window));
  int width, height;
  gtk_window_get_default_size(GTK_WINDOW(window), &width, &height);
  g_assert_cmpint(width, ==, 1100);
  g_assert_cmpint(height, ==, 700);
  g_assert_cmpstr(ulp_window_page_id(ULP_WINDOW(window)), ==, "convert");
  fixture.page = ulp_window_get_page(ULP_WINDOW(window));
  g_assert_cmpstr(text_of(&fixture, "to"), ==, "bf16");
  g_assert_true(ulp_window_show_page(ULP_WINDOW(window), "bits", NULL));
  g_assert_cmpstr(ulp_bits_page_get_text(ULP_BITS_PAGE(ulp_window_get_page(ULP_WINDOW(window)))), ==, "2.75");
  gtk_window_destroy(GTK_WINDOW(window));
}

/* A run that was written is opened, shown and run; so is data; what is neither is said. */
static void test_open(void) {
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  g_autofree char *run = g_build_filename(folder, "run.json", NULL), *data = g_build_filename(folder, "my.csv", NULL);
  g_autofree char *bad = g_build_filename(folder, "bad.json", NULL);
  const char *json =
      "{\"ulp-run\": 1, \"experiment\": \"error-vs-n\", \"parameters\": {\"n\": \"16:64\", \"step\": \"4\"}}";
  g_assert_true(g_file_set_contents(run, json, -1, NULL));
  g_assert_true(g_file_set_contents(data, "x\n0.5\n0.25\n0.125\n", -1, NULL));
  g_assert_true(g_file_set_contents(bad, "{}", -1, NULL));

  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  g_autoptr(GError) error = NULL;
  UlpWindow *window = ULP_WINDOW(fixture.window);
  g_assert_true(ulp_window_open(window, run, &error));
  g_assert_cmpstr(ulp_window_page_id(window), ==, "error-vs-n");
  fixture.page = ulp_window_get_page(window);
  fixture.actions = ulp_experiment_page_actions(fixture.page);
  ulp_test_wait(ulp_page_has_rows, &fixture);
  ulp_test_wait(ulp_page_idle, &fixture);
  g_assert_cmpstr(text_of(&fixture, "step"), ==, "4");

  g_assert_true(ulp_window_open(window, data, &error));
  fixture.page = ulp_window_get_page(window);
  fixture.actions = ulp_experiment_page_actions(fixture.page);
  ulp_test_wait(ulp_page_has_rows, &fixture);
  ulp_test_wait(ulp_page_idle, &fixture);
  ulp_test_settle(fixture.window);
  g_assert_true(ulp_test_shows(fixture.page, "0.875"));

  g_assert_false(ulp_window_open(window, bad, &error));
  g_assert_nonnull(strstr(error->message, "bad.json"));
  g_auto(GStrv) recent = ulp_recent_files();
  g_assert_cmpstr(recent[0], ==, data);
  g_assert_cmpstr(recent[1], ==, run);
  g_assert_null(recent[2]);
  ulp_page_close(&fixture);
  g_remove(run);
  g_remove(data);
  g_remove(bad);
  g_rmdir(folder);
}

/* Larger text, no sidebar, no settings; and back as it was. */
static void test_present(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_set(&fixture, "n", "16:256");
  ulp_page_run(&fixture);
  GdkDisplay *display = gtk_widget_get_display(fixture.window);
  const double before = ulp_style_text_scale(display);
  for (int on = 1; on >= 0; on--) {
    g_action_group_change_action_state(G_ACTION_GROUP(fixture.window), "present", g_variant_new_boolean(on));
    ulp_test_settle(fixture.window);
    g_assert_cmpfloat_with_epsilon(ulp_style_text_scale(display), on ? 1.6 * before : before, 0.01);
    g_assert_cmpint(gtk_widget_get_mapped(GTK_WIDGET(ulp_experiment_page_panel(fixture.page))), ==, !on);
  }
  gtk_widget_activate_action(fixture.window, "win.larger", NULL);
  g_assert_cmpfloat(ulp_style_text_scale(display), >, before);
  gtk_widget_activate_action(fixture.window, "win.usual-size", NULL);
  g_assert_cmpfloat_with_epsilon(ulp_style_text_scale(display), before, 0.001);
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/session/comes-back", test_comes_back);
  g_test_add_func("/pages/session/open", test_open);
  g_test_add_func("/pages/session/present", test_present);
  return g_test_run();
}
