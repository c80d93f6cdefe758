/* Every experiment's page: made from its descriptor, runs on the CPU, shows, keeps and exports what was computed. */
#include "core/base/error.h"
#include "tests/pages/contrast-check.h"
#include "tests/pages/page-test.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/plot-canvas.h"
#include "ui/widgets/table-grid.h"

#include <glib/gstdio.h>
#include <string.h>
#include <time.h>

/* Small runs and the rows they have: 14 algorithms; 5 sizes x 2; 7 runs x 3; every element. */
static const struct {
  const char *id;
  const char *values[3][2];
  guint rows;
} cases[] = {
    {"sum", {{"input", "uniform:n=1000"}}, 14},
    {"error-vs-n", {{"n", "16:256"}, {"algorithms", "seq-fp32,strided:grid=2:block=4"}}, 10},
    {"repeat", {{"runs", "7"}, {"input", "uniform:n=3000"}}, 21},
    {"convert", {{"input", "normal:n=500"}, {"to", "e4m3"}}, 500},
};

static void set_small(UlpPageFixture *fixture, guint k) {
  for (guint i = 0; i < G_N_ELEMENTS(cases[k].values) && cases[k].values[i][0]; i++)
    ulp_page_set(fixture, cases[k].values[i][0], cases[k].values[i][1]);
}

static const char *const exports[] = {"export-csv", "export-json", "export-svg", "export-pdf", "export-png"};

static void assert_exports(UlpPageFixture *fixture, gboolean enabled) {
  for (guint i = 0; i < G_N_ELEMENTS(exports); i++)
    g_assert_cmpint(ulp_page_can(fixture, exports[i]), ==, enabled);
  g_assert_cmpint(ulp_page_can(fixture, "reset-zoom"), ==, enabled);
}

static void assert_starts(const char *path, const char *start, gsize length) {
  g_autofree char *contents = NULL;
  gsize size;
  g_assert_true(g_file_get_contents(path, &contents, &size, NULL));
  g_assert_cmpuint(size, >, length);
  g_assert_cmpmem(contents, length, start, length);
}

static void test_before_the_first_run(void) {
  for (guint i = 0; ulp_experiments[i]; i++) {
    UlpPageFixture fixture;
    ulp_page_open(&fixture, ulp_experiments[i]->id);
    g_assert_true(ulp_test_shows(fixture.page, "Press Run (F5)"));
    g_assert_true(ulp_test_shows(fixture.page, ulp_experiments[i]->summary));
    g_assert_true(ulp_page_can(&fixture, "run"));
    g_assert_false(ulp_page_can(&fixture, "cancel"));
    assert_exports(&fixture, FALSE);
    for (guint k = 0; k < ulp_experiments[i]->n_params; k++)
      g_assert_true(ulp_test_shows(fixture.page, ulp_experiments[i]->params[k].label));
    g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
    ulp_page_close(&fixture);
  }
}

static void assert_axes_have_units(UlpPlot *plot, const UlpPlotSpec *spec, const UlpTable *table) {
  guint n, found = 0;
  const UlpPlotText *texts = ulp_plot_texts(plot, &n);
  const char *const ids[] = {spec->x, spec->y};
  for (guint axis = 0; axis < 2; axis++) {
    const char *title = ulp_table_column(table, (guint)ulp_table_find(table, ids[axis]))->title;
    for (guint i = 0; i < n; i++)
      if (g_str_has_prefix(texts[i].text, title) && strchr(texts[i].text, '[') &&
          g_str_has_suffix(texts[i].text, "]")) {
        found++;
        break;
      }
  }
  g_assert_cmpuint(found, ==, 2);
}

/* Whatever mark is pointed at, all of its values and bits can be read and the picture keeps its size. */
static void assert_readouts_are_whole(UlpPageFixture *fixture) {
  const UlpShown shown = ulp_page_shown(fixture);
  const UlpTable *table = ulp_plot_table(shown.plot);
  GtkWidget *pane = GTK_WIDGET(ulp_result_view_visible_plot(ulp_experiment_page_results(fixture->page)));
  GtkWidget *canvas = ulp_test_find(pane, ULP_TYPE_PLOT_CANVAS, 0), *readout = ulp_test_find_named(pane, "readout");
  const int height = gtk_widget_get_height(canvas);
  guint longest = 0;
  gsize most = 0;
  for (guint row = 0; row < ulp_table_n_rows(table); row++) {
    g_signal_emit_by_name(canvas, "hover", row);
    const gsize length = strlen(gtk_label_get_text(GTK_LABEL(readout)));
    longest = length > most ? row : longest;
    most = MAX(most, length);
    for (guint i = 0; i < ulp_table_n_columns(table); i++) {
      g_autofree char *detail = ulp_cell_detail(ulp_table_cell(table, row, i));
      g_autofree char *value = ulp_table_text(table, row, i);
      if (detail)
        g_assert_true(ulp_test_shows(readout, detail) && ulp_test_shows(readout, value));
    }
  }
  g_signal_emit_by_name(canvas, "hover", longest);
  ulp_test_settle(fixture->page);
  g_test_message("%s", gtk_label_get_text(GTK_LABEL(readout)));
  g_assert_false(pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(readout))));
  g_assert_cmpint(gtk_widget_get_height(canvas), ==, height);
  g_assert_cmpuint(ulp_layout_check(fixture->window), ==, 0);
  g_signal_emit_by_name(canvas, "hover", -1);
}

static void test_run(gconstpointer data) {
  const guint k = GPOINTER_TO_UINT(data);
  UlpPageFixture fixture;
  ulp_page_open(&fixture, cases[k].id);
  set_small(&fixture, k);
  ulp_page_run(&fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, cases[k].rows);
  g_assert_true(ulp_test_shows(fixture.page, "Executed by"));
  g_autofree char *command = g_strdup_printf("ulp run %s --", cases[k].id);
  g_assert_true(ulp_test_shows(fixture.page, command));
  assert_exports(&fixture, TRUE);

  const UlpExperiment *experiment = ulp_experiment_find(cases[k].id, NULL);
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    for (guint i = 0; i < experiment->n_plots; i++) {
      ulp_result_view_show_plot(ulp_experiment_page_results(fixture.page), experiment->plots[i].id);
      ulp_test_settle(fixture.page);
      const UlpShown shown = ulp_page_shown(&fixture);
      g_assert_true(shown.spec == &experiment->plots[i]);
      assert_axes_have_units(shown.plot, shown.spec, ulp_plot_table(shown.plot));
      g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
      g_assert_cmpint(gtk_widget_get_width(fixture.window), <=, 1280); /* no long text has widened it */
      g_assert_cmpint(gtk_widget_get_height(fixture.window), <=, 800);
      if (!dark)
        assert_readouts_are_whole(&fixture);
    }
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
  ulp_page_close(&fixture);
}

/* Classes in words and simulations named as such, in the legend, the plot and the table; ids in the CSV. */
static void test_words(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  set_small(&fixture, 0);
  ulp_page_run(&fixture);
  GtkWidget *pane = GTK_WIDGET(ulp_result_view_visible_plot(ulp_experiment_page_results(fixture.page)));
  static const char *const words[] = {"determinism", "may differ from run to run", "the same bits on every device",
                                      "the same bits in any order of the elements"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    g_assert_true(ulp_test_shows(pane, words[i]));
  ulp_page_close(&fixture);

  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "algorithms", "unordered-sim,exact");
  set_small(&fixture, 2);
  ulp_page_run(&fixture);
  guint n, found = 0;
  const UlpPlotText *texts = ulp_plot_texts(ulp_page_shown(&fixture).plot, &n);
  for (guint i = 0; i < n; i++)
    found += g_str_equal(texts[i].text, "unordered-sim (simulated schedule)");
  g_assert_cmpuint(found, ==, 1);
  GtkWidget *grid = ulp_test_find(fixture.page, GTK_TYPE_COLUMN_VIEW, 0);
  g_assert_true(ulp_test_shows(grid, "unordered-sim (simulated schedule)"));
  ulp_page_close(&fixture);
}

/* A window of 1000 x 640 holds every page after a run without scrolling. */
static void test_small_window(void) {
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    UlpPageFixture fixture;
    ulp_page_open(&fixture, cases[k].id);
    set_small(&fixture, k);
    ulp_page_run(&fixture);
    int width, height;
    const int sidebar = gtk_widget_get_width(fixture.window) - gtk_widget_get_width(fixture.page);
    const int header = gtk_widget_get_height(gtk_window_get_titlebar(GTK_WINDOW(fixture.window)));
    gtk_widget_measure(fixture.page, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
    gtk_widget_measure(fixture.page, GTK_ORIENTATION_VERTICAL, 1000 - sidebar, &height, NULL, NULL, NULL);
    g_test_message("%s: %d x %d", cases[k].id, sidebar + width, header + height);
    g_assert_cmpint(sidebar + width, <=, 1000);
    g_assert_cmpint(header + height, <=, 640);
    ulp_page_close(&fixture);
  }
}

/* WCAG 2.1, 1.4.3 for all text of a page, a wrong parameter and a selected row included. */
static void test_contrast(void) {
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
      UlpPageFixture fixture;
      ulp_page_open(&fixture, cases[k].id);
      g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
      set_small(&fixture, k);
      ulp_page_run(&fixture);
      GtkColumnView *rows = GTK_COLUMN_VIEW(ulp_test_find(fixture.page, GTK_TYPE_COLUMN_VIEW, 0));
      gtk_selection_model_select_item(gtk_column_view_get_model(rows), 1, TRUE);
      ulp_page_set(&fixture, "seed", "-1");
      ulp_message_show(fixture.page, "found 1, expected 2");
      ulp_test_settle(fixture.page);
      g_test_message("%s, %s", cases[k].id, dark ? "dark" : "light");
      g_assert_cmpuint(ulp_contrast_check(fixture.window), ==, 0);
      ulp_page_close(&fixture);
    }
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
}

static void test_determinism_explains(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  set_small(&fixture, 2);
  ulp_page_run(&fixture);
  g_assert_true(ulp_test_shows(fixture.page, "One horizontal line means the same bits"));
  g_assert_true(ulp_test_shows(fixture.page, "distinct results"));
  g_assert_true(ulp_test_shows(fixture.page, "spread [ulp]"));
  g_assert_true(ulp_test_shows(fixture.page, "largest |error|"));
  g_assert_true(ulp_test_shows(fixture.page, "median time [s]"));
  ulp_result_view_show_plot(ulp_experiment_page_results(fixture.page), "time");
  ulp_test_settle(fixture.page);
  g_assert_false(ulp_test_shows(fixture.page, "One horizontal line means the same bits"));
  ulp_page_close(&fixture);
}

static void test_wrong_parameter(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "runs", "0");
  g_assert_false(ulp_page_can(&fixture, "run"));
  ulp_page_set(&fixture, "runs", "3");
  g_assert_true(ulp_page_can(&fixture, "run"));
  ulp_page_close(&fixture);
}

/* The best of a few attempts: the machine may be busy, the program must not be. */
static void test_cancel(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "runs", "100000");
  gint64 best = G_MAXINT64;
  double best_work = G_MAXDOUBLE; /* seconds of the processor, to the frame that shows it */
  for (int attempt = 0; attempt < 3; attempt++) {
    ulp_page_do(&fixture, "run");
    g_assert_false(ulp_page_can(&fixture, "run"));
    ulp_test_wait(ulp_page_has_rows, &fixture);
    const gint64 start = g_get_monotonic_time();
    const clock_t worked = clock();
    ulp_page_do(&fixture, "cancel");
    ulp_test_wait(ulp_page_idle, &fixture);
    GdkFrameClock *frames = gtk_widget_get_frame_clock(fixture.page);
    for (const gint64 frame = gdk_frame_clock_get_frame_counter(frames);
         gdk_frame_clock_get_frame_counter(frames) == frame;)
      g_main_context_iteration(NULL, TRUE);
    best = MIN(best, g_get_monotonic_time() - start);
    best_work = MIN(best_work, (double)(clock() - worked) / CLOCKS_PER_SEC);
  }
  g_assert_cmpint(best, <, ULP_TEST_CANCEL_LIMIT);
  g_test_message("from a cancel to its frame: %.0f ms of the processor", 1e3 * best_work);
#ifdef NDEBUG /* not under a sanitizer */
  g_assert_cmpfloat(best_work, <, 0.1);
#endif
  ulp_test_settle(fixture.page);
  g_assert_true(ulp_test_shows(fixture.page, "Cancelled"));
  g_assert_cmpuint(ulp_page_rows(&fixture), >, 0);
  assert_exports(&fixture, TRUE);
  g_assert_true(ulp_page_can(&fixture, "run"));
  ulp_page_close(&fixture);
}

static void test_close_while_running(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  ulp_page_set(&fixture, "runs", "100000");
  ulp_page_do(&fixture, "run");
  ulp_test_wait(ulp_page_has_rows, &fixture);
  ulp_page_close(&fixture);
}

static void test_bad_file_keeps_the_page(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  set_small(&fixture, 0);
  ulp_page_run(&fixture);
  ulp_page_set(&fixture, "input", "/nowhere/no-such-file.npy");
  ulp_page_run(&fixture);
  g_assert_true(ulp_test_shows(fixture.window, "no-such-file.npy: "));
  g_assert_true(ulp_test_shows(fixture.page, "ulp run sum --input uniform:n=1000")); /* of the rows that stay */
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, cases[0].rows);
  g_assert_cmpstr(ulp_values_text(ulp_param_panel_values(ulp_experiment_page_panel(fixture.page)), "input"), ==,
                  "/nowhere/no-such-file.npy");
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  assert_exports(&fixture, TRUE);
  ulp_page_close(&fixture);
}

static GtkWidget *button_with(GtkWidget *root, const char *text) {
  for (guint n = 0;; n++) {
    GtkWidget *button = ulp_test_find(root, GTK_TYPE_BUTTON, n);
    if (!button || g_strcmp0(gtk_button_get_label(GTK_BUTTON(button)), text) == 0)
      return button;
  }
}

/* A refused device computes nothing until the person says so. */
static void test_refused_device(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  set_small(&fixture, 0);
  ulp_experiment_page_set_device(fixture.page, "cuda:99");
  GtkWidget *cpu = button_with(fixture.page, "Run on the CPU instead");
  g_assert_nonnull(cpu);
  ulp_page_run(&fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, 0);
  g_assert_true(ulp_test_shows(fixture.page, "cuda:99"));
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  g_signal_emit_by_name(cpu, "clicked");
  ulp_test_wait(ulp_page_idle, &fixture);
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, cases[0].rows);
  ulp_page_run(&fixture); /* the choice of the device is still the person's */
  g_assert_true(ulp_test_shows(fixture.page, "cuda:99"));
  g_assert_cmpuint(ulp_page_rows(&fixture), ==, cases[0].rows);
  ulp_page_close(&fixture);
}

static void test_exports(void) {
  UlpPageFixture fixture;
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  ulp_page_open(&fixture, "error-vs-n");
  g_autoptr(GError) nothing = NULL;
  g_assert_false(ulp_experiment_page_export(fixture.page, "csv", "/nowhere/x.csv", &nothing));
  g_assert_error(nothing, ULP_ERROR, ULP_ERROR_USAGE);

  set_small(&fixture, 1);
  ulp_page_run(&fixture);
  static const struct {
    const char *format, *start;
    gsize length;
  } formats[] = {
      {"csv", "# ", 2}, {"json", "{", 1}, {"svg", "<?xml", 5}, {"pdf", "%PDF-", 5}, {"png", "\x89PNG\r\n\x1a\n", 8}};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_autofree char *path = g_strdup_printf("%s/out.%s", folder, formats[i].format);
    g_autoptr(GError) error = NULL;
    ulp_experiment_page_export(fixture.page, formats[i].format, path, &error);
    g_assert_no_error(error);
    assert_starts(path, formats[i].start, formats[i].length);
    g_assert_cmpint(g_unlink(path), ==, 0);

    g_assert_false(ulp_experiment_page_export(fixture.page, formats[i].format, "/nowhere/out.csv", &error));
    g_assert_error(error, ULP_ERROR,
                   (i < 2 ? ULP_ERROR_OUTPUT : ULP_ERROR_USAGE)); /* pictures: the wrong ending first */
  }
  g_autofree char *wrong = g_strdup_printf("%s/plot.csv", folder);
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_experiment_page_export(fixture.page, "svg", wrong, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_false(g_file_test(wrong, G_FILE_TEST_EXISTS));
  g_assert_cmpint(g_rmdir(folder), ==, 0);
  ulp_page_close(&fixture);
}

static char *exported_svg(UlpPageFixture *fixture) {
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "out.svg", NULL);
  char *contents = NULL;
  g_autoptr(GError) error = NULL;
  ulp_experiment_page_export(fixture->page, "svg", path, &error);
  g_assert_no_error(error);
  g_assert_true(g_file_get_contents(path, &contents, NULL, NULL));
  g_assert_cmpint(g_unlink(path), ==, 0);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
  return contents;
}

/* The picture has the zoom and the hidden series of the page, and none of its theme. */
static void test_export_is_what_is_seen(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "error-vs-n");
  set_small(&fixture, 1);
  ulp_page_run(&fixture);
  UlpPlot *plot = ulp_page_shown(&fixture).plot;
  g_autofree char *whole = exported_svg(&fixture);
  ulp_style_set_dark(gdk_display_get_default(), TRUE);
  g_autofree char *dark = exported_svg(&fixture);
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
  ulp_plot_set_series_visible(plot, 0, FALSE);
  g_autofree char *hidden = exported_svg(&fixture);
  ulp_plot_set_series_visible(plot, 0, TRUE);
  ulp_plot_set_view(plot, (UlpPlotView){0.25, 0.25, 0.75, 0.75});
  g_autofree char *zoomed = exported_svg(&fixture);
  g_assert_cmpstr(whole, ==, dark);
  g_assert_cmpstr(whole, !=, hidden);
  g_assert_cmpstr(whole, !=, zoomed);
  ulp_page_do(&fixture, "reset-zoom");
  g_autofree char *again = exported_svg(&fixture);
  g_assert_cmpstr(whole, ==, again);
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/experiment/before-the-first-run", test_before_the_first_run);
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    g_autofree char *path = g_strdup_printf("/pages/experiment/run/%s", cases[k].id);
    g_test_add_data_func(path, GUINT_TO_POINTER(k), test_run);
  }
  g_test_add_func("/pages/experiment/words", test_words);
  g_test_add_func("/pages/experiment/small-window", test_small_window);
  g_test_add_func("/pages/experiment/contrast", test_contrast);
  g_test_add_func("/pages/experiment/determinism-explains", test_determinism_explains);
  g_test_add_func("/pages/experiment/wrong-parameter", test_wrong_parameter);
  g_test_add_func("/pages/experiment/cancel", test_cancel);
  g_test_add_func("/pages/experiment/close-while-running", test_close_while_running);
  g_test_add_func("/pages/experiment/bad-file-keeps-the-page", test_bad_file_keeps_the_page);
  g_test_add_func("/pages/experiment/refused-device", test_refused_device);
  g_test_add_func("/pages/experiment/exports", test_exports);
  g_test_add_func("/pages/experiment/export-is-what-is-seen", test_export_is_what_is_seen);
  return g_test_run();
}
