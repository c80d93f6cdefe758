/* What a page shows is of the settings beside it, or it says that it is not. */
#include "tests/pages/page-test.h"
#include "ui/widgets/message-bar.h"

#include <unistd.h>

static const char *why_stale(UlpPageFixture *fixture) {
  GtkWidget *label = ulp_test_find_named(fixture->page, "stale");
  return gtk_widget_get_visible(label) ? gtk_label_get_text(GTK_LABEL(label)) : NULL;
}

/* The parameter as the run had it whose rows are shown. */
static char *command(UlpPageFixture *fixture) {
  const UlpTable *data = ulp_page_shown(fixture).data;
  const char *key, *value;
  for (guint i = 0; i < ulp_table_n_provenance(data); i++) {
    ulp_table_get_provenance(data, i, &key, &value);
    if (g_str_equal(key, "command"))
      return g_strdup(value);
  }
  return NULL;
}

static gboolean is_fresh(gpointer fixture) { return !why_stale(fixture) && ulp_page_idle(fixture); }

/* For every experiment: another value of a parameter dims, the old one undims. */
static void test_dims(void) {
  static const struct {
    const char *id, *param, *other;
  } cases[] = {{"sum", "rtol", "0.25"},
               {"sum", "input", "uniform:n=3000000"},
               {"convert", "to", "bf16"},
               {"repeat", "runs", "7"},
               {"error-vs-n", "step", "4"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpPageFixture fixture;
    ulp_page_open(&fixture, cases[i].id);
    ulp_page_run(&fixture);
    g_assert_null(why_stale(&fixture));
    UlpParamField *field = ulp_param_panel_field(ulp_experiment_page_panel(fixture.page), cases[i].param);
    g_autofree char *before = ulp_param_field_text(field);
    ulp_page_set(&fixture, cases[i].param, cases[i].other);
    g_assert_nonnull(why_stale(&fixture));
    ulp_page_set(&fixture, cases[i].param, before);
    g_assert_null(why_stale(&fixture));
    ulp_experiment_page_set_device(fixture.page, "cuda:7");
    g_assert_nonnull(why_stale(&fixture));
    ulp_page_close(&fixture);
  }
}

/* A fast one computes itself anew; the rows are of the new settings then. */
static void test_live(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "convert");
  ulp_page_set(&fixture, "input", "normal:n=1000");
  ulp_page_run(&fixture);
  ulp_page_set(&fixture, "to", "bf16");
  g_assert_nonnull(why_stale(&fixture));
  ulp_test_wait(is_fresh, &fixture);
  g_autofree char *text = command(&fixture);
  g_assert_nonnull(strstr(text, "--to bf16"));
  ulp_page_close(&fixture);
}

static gboolean was_stopped(gpointer page) { return ulp_test_shows(page, "Takes longer with these settings"); }

/* One that comes to take long is stopped, the earlier result stays, dimmed, and the next change starts nothing. */
static void test_live_stops(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_set(&fixture, "runs", "3");
  ulp_page_run(&fixture);
  const guint rows = ulp_page_rows(&fixture);
  ulp_page_set(&fixture, "input", "uniform:n=30000000");
  ulp_page_set(&fixture, "runs", "1000");
  ulp_test_wait(was_stopped, fixture.page);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, rows);
  g_assert_nonnull(why_stale(&fixture));
  ulp_page_set(&fixture, "runs", "4");
  const gint64 start = g_get_monotonic_time();
  while (g_get_monotonic_time() - start < G_USEC_PER_SEC / 2)
    g_main_context_iteration(NULL, FALSE);
  g_assert_true(ulp_page_idle(&fixture));
  ulp_page_close(&fixture);
}

/* While a run goes, the older rows are dimmed; cancelled before its first one they stay. */
static void test_cancel_before_rows(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_run(&fixture);
  const guint rows = ulp_page_rows(&fixture);
  g_autofree char *before = command(&fixture);
  ulp_page_set(&fixture, "input", "normal:n=100000000");
  ulp_page_do(&fixture, "run");
  g_assert_nonnull(why_stale(&fixture));
  ulp_page_do(&fixture, "cancel");
  ulp_test_wait(ulp_page_idle, &fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, rows);
  g_autofree char *after = command(&fixture);
  g_assert_cmpstr(after, ==, before);
  g_assert_true(ulp_test_shows(fixture.page, "the earlier result stays"));
  g_assert_nonnull(why_stale(&fixture));
  ulp_page_close(&fixture);
}

static gboolean says_left(gpointer page) { return ulp_test_shows(page, " s left"); }

/* A long run names what it does and the time that is left. */
static void test_phase(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "input", "uniform:n=1000000");
  ulp_page_set(&fixture, "runs", "2000");
  ulp_page_do(&fixture, "run");
  ulp_test_wait(says_left, fixture.page);
  g_assert_true(ulp_test_shows(fixture.page, " of 2000"));
  ulp_page_do(&fixture, "cancel");
  ulp_test_wait(ulp_page_idle, &fixture);
  g_assert_false(ulp_test_shows(fixture.page, " s left"));
  ulp_page_close(&fixture);
}

static const char *text_of(UlpPageFixture *fixture, const char *id) {
  return ulp_values_text(ulp_param_panel_values(ulp_experiment_page_panel(fixture->page)), id);
}

static void pause_typing(void) {
  const gint64 start = g_get_monotonic_time();
  while (g_get_monotonic_time() - start < G_USEC_PER_SEC * 11 / 10)
    g_main_context_iteration(NULL, FALSE);
}

static void test_undo(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "convert");
  g_assert_false(ulp_page_can(&fixture, "undo"));
  g_autofree char *to = g_strdup(text_of(&fixture, "to")), *points = g_strdup(text_of(&fixture, "points"));
  ulp_page_set(&fixture, "to", "bf16");
  pause_typing();
  ulp_page_set(&fixture, "points", "1");
  ulp_page_set(&fixture, "points", "12"); /* one change */
  ulp_page_do(&fixture, "undo");
  g_assert_cmpstr(text_of(&fixture, "points"), ==, points);
  g_assert_cmpstr(text_of(&fixture, "to"), ==, "bf16");
  ulp_page_do(&fixture, "undo");
  g_assert_cmpstr(text_of(&fixture, "to"), ==, to);
  g_assert_false(ulp_page_can(&fixture, "undo"));
  ulp_page_do(&fixture, "redo");
  ulp_page_do(&fixture, "redo");
  g_assert_cmpstr(text_of(&fixture, "to"), ==, "bf16");
  g_assert_cmpstr(text_of(&fixture, "points"), ==, "12");
  g_assert_false(ulp_page_can(&fixture, "redo"));
  ulp_page_do(&fixture, "undo");
  ulp_page_set(&fixture, "points", "99");
  g_assert_false(ulp_page_can(&fixture, "redo")); /* another way was taken */
  ulp_page_close(&fixture);
}

static gboolean says_why(gpointer page) { return ulp_test_shows(page, "/nowhere/out.csv"); }

/* An export's error is its page's, and nothing moves for it. */
static void test_export_error(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_run(&fixture);
  graphene_rect_t before, after;
  GtkWidget *results = GTK_WIDGET(ulp_experiment_page_results(fixture.page));
  g_assert_true(gtk_widget_compute_bounds(results, fixture.window, &before));
  ulp_experiment_page_export_async(fixture.page, "csv", "/nowhere/out.csv");
  ulp_test_wait(says_why, fixture.page);
  ulp_test_settle(fixture.window);
  g_assert_true(gtk_widget_compute_bounds(results, fixture.window, &after));
  g_assert_true(graphene_rect_equal(&before, &after));
  ulp_window_show_page(ULP_WINDOW(fixture.window), "convert", NULL);
  ulp_test_settle(fixture.window);
  g_assert_false(ulp_test_shows(fixture.window, "/nowhere/out.csv"));
  ulp_page_close(&fixture);
}

/* Choosing "cancellation, sum 2" sums to 2, whatever was chosen before; choosing another brings no 4 along. */
static void test_promise(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  UlpParamField *field = ulp_param_panel_field(ulp_experiment_page_panel(fixture.page), "input");
  ulp_page_set(&fixture, "input", "uniform:n=1000000");
  GtkDropDown *kind = GTK_DROP_DOWN(ulp_test_find(GTK_WIDGET(field), GTK_TYPE_DROP_DOWN, 0));
  GListModel *titles = gtk_drop_down_get_model(kind);
  for (guint i = 0; i < g_list_model_get_n_items(titles); i++)
    if (g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(titles), i), "cancellation, sum 2"))
      gtk_drop_down_set_selected(kind, i);
  ulp_page_run(&fixture);
  const UlpTable *summary = ulp_page_shown(&fixture).summary;
  const int exact = ulp_table_find(summary, "exact_decimal");
  g_assert_cmpint(exact, >=, 0);
  g_autofree char *sum = ulp_table_text(summary, 0, (guint)exact);
  g_assert_cmpstr(sum, ==, "2");
  gtk_drop_down_set_selected(kind, 0);
  g_assert_null(strstr(text_of(&fixture, "input"), "n=4"));
  ulp_page_close(&fixture);
}

/* A result that was kept is drawn under the next one, named so; the tables and the file of data are the new one's alone. */
static void test_pin(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_set(&fixture, "n", "16:256");
  ulp_page_run(&fixture);
  const guint rows = ulp_page_rows(&fixture), series = ulp_plot_n_series(ulp_page_shown(&fixture).plot);
  g_action_group_change_action_state(fixture.actions, "pin", g_variant_new_boolean(TRUE));
  ulp_page_set(&fixture, "step", "4");
  ulp_page_run(&fixture);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), <, rows);
  g_assert_cmpuint(ulp_table_n_rows(ulp_plot_table(shown.plot)), ==, rows + ulp_page_rows(&fixture));
  g_assert_cmpuint(ulp_plot_n_series(shown.plot), ==, 2 * series);
  g_assert_true(ulp_test_shows(fixture.page, "exact (kept)"));
  g_action_group_change_action_state(fixture.actions, "pin", g_variant_new_boolean(FALSE));
  g_assert_cmpuint(ulp_plot_n_series(ulp_page_shown(&fixture).plot), ==, series);
  ulp_page_close(&fixture);
}

/* A mark that is clicked marks its row, and a row that is marked its mark. */
static void test_select_together(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_set(&fixture, "n", "16:256");
  ulp_page_run(&fixture);
  GtkWidget *canvas = ulp_test_find(fixture.page, g_type_from_name("UlpPlotCanvas"), 0);
  GtkWidget *grid = ulp_test_find(fixture.page, GTK_TYPE_COLUMN_VIEW, 3); /* after the summary's two */
  GtkSelectionModel *rows = gtk_column_view_get_model(GTK_COLUMN_VIEW(grid));
  g_signal_emit_by_name(canvas, "picked", 5);
  g_assert_true(gtk_selection_model_is_selected(rows, 5));
  g_assert_true(gtk_widget_get_mapped(grid)); /* the table that has the row comes on view */
  gtk_selection_model_select_item(rows, 2, TRUE);
  g_autofree char *readout = ulp_plot_readout(ulp_page_shown(&fixture).spec, ulp_page_shown(&fixture).data, 2);
  g_assert_true(ulp_test_shows(fixture.page, readout));
  ulp_page_close(&fixture);
}

/* F9 hides the settings, F8 all but the plot. */
static void test_more_room(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  ulp_page_set(&fixture, "n", "16:256");
  ulp_page_run(&fixture);
  GtkWidget *canvas = ulp_test_find(fixture.page, g_type_from_name("UlpPlotCanvas"), 0);
  const int width = gtk_widget_get_width(canvas), height = gtk_widget_get_height(canvas);
  g_action_group_change_action_state(fixture.actions, "panel", g_variant_new_boolean(FALSE));
  ulp_test_settle(fixture.window);
  g_assert_cmpint(gtk_widget_get_width(canvas), >=, width + 250);
  g_action_group_change_action_state(fixture.actions, "plot-only", g_variant_new_boolean(TRUE));
  ulp_test_settle(fixture.window);
  g_assert_cmpint(gtk_widget_get_height(canvas), >=, height + 150);
  g_action_group_change_action_state(fixture.actions, "plot-only", g_variant_new_boolean(FALSE));
  ulp_test_settle(fixture.window);
  g_assert_cmpint(gtk_widget_get_width(canvas), ==, width);
  ulp_page_close(&fixture);
}

/* MiB that the process holds. */
static double resident(void) {
  g_autofree char *statm = NULL;
  g_assert_true(g_file_get_contents("/proc/self/statm", &statm, NULL, NULL));
  const char *second = strchr(statm, ' ');
  return g_ascii_strtod(second, NULL) * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

/* A run's arrays are gone with it: what stays is what is shown. */
static void test_memory(void) {
#ifdef __SANITIZE_ADDRESS__
  g_test_skip("freed memory is kept for a while");
  return;
#endif
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "algorithms", "exact,tree-fp32");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_run(&fixture);
  const double before = resident();
  ulp_page_set(&fixture, "input", "uniform:n=50000000"); /* 200 MB */
  ulp_page_run(&fixture);
  const double after = resident();
  g_test_message("%.0f MiB before, %.0f MiB after", before, after);
  g_assert_cmpfloat(after, <, before + 20);
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/stale/dims", test_dims);
  g_test_add_func("/pages/stale/live", test_live);
  g_test_add_func("/pages/stale/live-stops", test_live_stops);
  g_test_add_func("/pages/stale/cancel-before-rows", test_cancel_before_rows);
  g_test_add_func("/pages/stale/phase", test_phase);
  g_test_add_func("/pages/stale/undo", test_undo);
  g_test_add_func("/pages/stale/export-error", test_export_error);
  g_test_add_func("/pages/stale/promise", test_promise);
  g_test_add_func("/pages/stale/pin", test_pin);
  g_test_add_func("/pages/stale/select-together", test_select_together);
  g_test_add_func("/pages/stale/more-room", test_more_room);
  g_test_add_func("/pages/stale/memory", test_memory);
  return g_test_run();
}
