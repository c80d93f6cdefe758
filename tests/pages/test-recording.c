/* Recordings on the page of their experiment. */
#include "tests/pages/page-test.h"

#include "core/table/export.h"

#include <glib/gstdio.h>

static char *record(UlpPageFixture *fixture, const char *folder) {
  char *path = g_build_filename(folder, "recording.json", NULL);
  g_autoptr(GError) error = NULL;
  ulp_page_set(fixture, "runs", "7");
  ulp_page_set(fixture, "input", "uniform:n=500");
  ulp_page_set(fixture, "algorithms", "fixed,exact");
  ulp_page_run(fixture);
  g_assert_cmpuint(ulp_page_rows(fixture), ==, 14);
  g_assert_true(ulp_experiment_page_export(fixture->page, "json", path, &error));
  g_assert_no_error(error);
  return path;
}

/* What was exported in one window is opened in another: rows, controls, and whence it is; a run then takes its place. */
static void test_open(void) {
  UlpPageFixture fixture;
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("ulp-recording-XXXXXX", NULL);
  ulp_page_open(&fixture, "repeat");
  g_autofree char *path = record(&fixture, folder);
  ulp_page_close(&fixture);

  ulp_page_open(&fixture, "sum");
  g_assert_true(ulp_window_open(ULP_WINDOW(fixture.window), path, &error));
  g_assert_no_error(error);
  ulp_test_settle(fixture.window);
  fixture.page = ulp_window_get_page(ULP_WINDOW(fixture.window));
  fixture.actions = ulp_experiment_page_actions(fixture.page);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, 14);
  g_assert_true(g_str_has_prefix(ulp_table_provenance(ulp_page_shown(&fixture).data, "recorded"), "recorded on "));
  g_autoptr(UlpRunDocument) document = ulp_experiment_page_document(fixture.page);
  g_assert_cmpstr(ulp_values_text(ulp_run_document_values(document), "runs"), ==, "7");
  g_assert_cmpstr(ulp_run_document_device(document), ==, "cpu");
  g_assert_true(ulp_page_can(&fixture, "export-svg"));
  ulp_page_set(&fixture, "runs", "3");
  ulp_page_run(&fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, 6);
  g_assert_null(ulp_table_provenance(ulp_page_shown(&fixture).data, "recorded"));
  ulp_page_close(&fixture);
  g_unlink(path);
  g_rmdir(folder);
}

/* A recording that is kept is drawn under the next run, panel by panel, and what made the two is told field by field. */
static void test_against(void) {
  UlpPageFixture fixture;
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("ulp-recording-XXXXXX", NULL);
  ulp_page_open(&fixture, "repeat");
  g_autofree char *path = record(&fixture, folder);
  g_assert_true(ulp_window_open(ULP_WINDOW(fixture.window), path, &error));
  g_assert_no_error(error);
  ulp_test_settle(fixture.window);
  GtkWidget *against = ulp_test_find_named(fixture.page, "against");
  GtkStack *tables = GTK_STACK(gtk_widget_get_parent(against));
  g_assert_false(gtk_stack_page_get_visible(gtk_stack_get_page(tables, against)));
  g_action_group_change_action_state(fixture.actions, "pin", g_variant_new_boolean(TRUE));
  g_assert_false(gtk_stack_page_get_visible(gtk_stack_get_page(tables, against)));
  ulp_page_set(&fixture, "runs", "5");
  ulp_page_run(&fixture);
  const UlpPlot *plot = ulp_page_shown(&fixture).plot;
  g_assert_cmpuint(ulp_plot_n_series(plot), ==, 2);
  g_assert_cmpstr(ulp_plot_series_name(plot, 0), ==, "here");
  g_assert_cmpstr(ulp_plot_series_name(plot, 1), ==, "recorded");
  g_assert_true(gtk_stack_page_get_visible(gtk_stack_get_page(tables, against)));
  g_action_group_change_action_state(fixture.actions, "pin", g_variant_new_boolean(FALSE));
  g_assert_false(gtk_stack_page_get_visible(gtk_stack_get_page(tables, against)));
  ulp_page_close(&fixture);
  g_unlink(path);
  g_rmdir(folder);
}

/* One message, with the file's name, and the page stays as it is. */
static void test_refuse(void) {
  UlpPageFixture fixture;
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("ulp-recording-XXXXXX", NULL),
                  *path = g_build_filename(folder, "x.csv", NULL);
  ulp_page_open(&fixture, "repeat");
  g_assert_true(g_file_set_contents(path, "# program: ulpscope\n# table: id=nothing; title=T\na,b\n1,2\n", -1, NULL));
  g_assert_false(ulp_window_open(ULP_WINDOW(fixture.window), path, &error));
  g_assert_nonnull(strstr(error->message, "x.csv"));
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, 0);
  ulp_page_close(&fixture);
  g_unlink(path);
  g_rmdir(folder);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv);
  g_test_add_func("/pages/recording/open", test_open);
  g_test_add_func("/pages/recording/against", test_against);
  g_test_add_func("/pages/recording/refuse", test_refuse);
  return g_test_run();
}
