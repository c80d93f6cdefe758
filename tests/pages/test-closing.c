/* Closing a window while an export runs: it stays until the export is written, or has stopped. */
#include "ui/pages/window.h"
#include "ui/widgets/result-export.h"
#include "ui/widgets/style.h"

#include "../widgets/widget-test.h"
#include "tests/table/sample.h"

#include <sys/stat.h>
#include <unistd.h>

/* A window with an export to a pipe that nobody reads yet. */
typedef struct {
  GtkApplication *app;
  GtkWidget *window;
  char *folder, *pipe;
  guint n_done;
  gboolean failed;
} Fixture;

static Fixture *shown; /* for done(), which gets a widget alone */

static void done(GtkWidget *widget, const char *path, const GError *error) {
  g_assert_true(widget == shown->window);
  shown->n_done++;
  shown->failed = error != NULL;
}

static void start_export(Fixture *fixture, const char *path) {
  g_autoptr(UlpTable) table = sample_table();
  const UlpShown what = {.data = table};
  ulp_result_export_async(&what, "csv", path, fixture->window, done);
}

static void set_up(Fixture *fixture, gconstpointer data) {
  fixture->app = gtk_application_new("org.ulpscope.Closing", G_APPLICATION_NON_UNIQUE);
  g_assert_true(g_application_register(G_APPLICATION(fixture->app), NULL, NULL));
  g_application_set_default(G_APPLICATION(fixture->app));
  fixture->folder = g_dir_make_tmp("ulp-closing-XXXXXX", NULL);
  fixture->pipe = g_build_filename(fixture->folder, "pipe", NULL);
  g_assert_cmpint(mkfifo(fixture->pipe, 0600), ==, 0);
  fixture->window = ulp_window_new(fixture->app);
  g_object_add_weak_pointer(G_OBJECT(fixture->window), (gpointer *)&fixture->window);
  gtk_widget_show(fixture->window);
  ulp_test_wait(ulp_test_is_mapped, fixture->window);
  shown = fixture;
  start_export(fixture, fixture->pipe);
}

static gboolean is_gone(gpointer fixture) { return ((Fixture *)fixture)->window == NULL; }
static gboolean none_runs(gpointer data) { return !ulp_result_exports_run(); }
static gboolean is_done(gpointer fixture) { return ((Fixture *)fixture)->n_done > 0; }

static void tear_down(Fixture *fixture, gconstpointer data) {
  if (fixture->window)
    gtk_window_destroy(GTK_WINDOW(fixture->window));
  ulp_test_wait(is_gone, fixture);
  g_assert_false(ulp_result_exports_run());
  g_application_set_default(NULL);
  g_object_unref(fixture->app);
  g_assert_cmpint(unlink(fixture->pipe), ==, 0);
  g_assert_cmpint(rmdir(fixture->folder), ==, 0); /* nothing else in it */
  g_free(fixture->pipe);
  g_free(fixture->folder);
}

static void close_window(Fixture *fixture) {
  gtk_window_close(GTK_WINDOW(fixture->window));
  for (int i = 0; i < 20; i++) {
    g_usleep(5000);
    while (g_main_context_iteration(NULL, FALSE))
      ;
  }
}

static void assert_waits(Fixture *fixture) {
  g_assert_nonnull(fixture->window);
  g_assert_true(gtk_widget_get_mapped(fixture->window));
  g_assert_true(ulp_test_shows(fixture->window, "An export is being written"));
}

static gpointer read_pipe(gpointer path) {
  char *text = NULL;
  g_file_get_contents(path, &text, NULL, NULL);
  return text;
}

static void test_waits(Fixture *fixture, gconstpointer data) {
  close_window(fixture);
  assert_waits(fixture);
  g_assert_cmpuint(fixture->n_done, ==, 0);
  GThread *reader = g_thread_new("reader", read_pipe, fixture->pipe);
  ulp_test_wait(is_gone, fixture);
  g_autofree char *text = g_thread_join(reader);
  g_assert_true(g_str_has_prefix(text, "# command"));
  g_assert_true(g_str_has_suffix(text, "\r\n"));
  g_assert_cmpuint(fixture->n_done, ==, 1);
  g_assert_false(fixture->failed);
}

static void test_again_stops(Fixture *fixture, gconstpointer data) {
  close_window(fixture);
  assert_waits(fixture);
  gtk_window_close(GTK_WINDOW(fixture->window));
  ulp_test_wait(is_gone, fixture);
  g_assert_cmpuint(fixture->n_done, ==, 1);
  g_assert_true(fixture->failed);
}

/* After an export that failed the window stays, so that its message can be read; then it closes as always. */
static void test_failure(Fixture *fixture, gconstpointer data) {
  close_window(fixture);
  start_export(fixture, "/nowhere/x.csv");
  ulp_test_wait(is_done, fixture);
  g_assert_true(fixture->failed);
  GThread *reader = g_thread_new("reader", read_pipe, fixture->pipe);
  ulp_test_wait(none_runs, NULL);
  g_free(g_thread_join(reader));
  g_assert_nonnull(fixture->window);
  g_assert_cmpuint(fixture->n_done, ==, 2);
  gtk_window_close(GTK_WINDOW(fixture->window));
  ulp_test_wait(is_gone, fixture);
}

/* An application without a window stays as long as its export runs. */
static void test_application(Fixture *fixture, gconstpointer data) {
  gtk_window_destroy(GTK_WINDOW(fixture->window));
  ulp_test_wait(is_gone, fixture);
  g_assert_true(ulp_result_exports_run());
  ulp_result_exports_cancel();
  ulp_test_wait(none_runs, NULL);
  g_assert_cmpuint(fixture->n_done, ==, 0);
}

#define ADD(name, function) g_test_add("/pages/closing/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  ADD("waits", test_waits);
  ADD("again-stops", test_again_stops);
  ADD("failure", test_failure);
  ADD("application", test_application);
  return g_test_run();
}
