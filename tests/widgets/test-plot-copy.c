/* A plot is pasted into another client of the X server: its picture, and the values of what is in view. */
#include "tests/plot/sample-tables.h"
#include "tests/widgets/widget-test.h"
#include "tests/widgets/x11-reader.h"
#include "ui/plot/plot-export.h"
#include "ui/widgets/plot-canvas.h"
#include "ui/widgets/plot-copy.h"

#include <stdio.h>
#include <string.h>

static const UlpColumn columns[] = {{"x", ULP_COLUMN_COUNT, "N", "elements", ""},
                                    {"other", ULP_COLUMN_REAL, "Other", "1", ""},
                                    {"y", ULP_COLUMN_REAL, "Y", "1", ""},
                                    {"series", ULP_COLUMN_TEXT, "Series", "", ""}};
static const UlpPlotSpec spec = {.id = "p", .title = "P", .x = "x", .y = "y", .series = "series"};

static const char *program;

static UlpTable *table_of(guint n) {
  UlpTable *table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < n; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(i), ulp_cell_real(7), ulp_cell_real(i * 0.25),
                                        ulp_cell_text(i % 2 ? "odd" : "even")});
  sample_provenance(table);
  return table;
}

static void on_ended(GObject *process, GAsyncResult *result, gpointer output) {
  g_autoptr(GError) error = NULL;
  g_subprocess_communicate_utf8_finish(G_SUBPROCESS(process), result, output, NULL, &error);
  g_assert_no_error(error);
}

static gboolean has_output(gpointer output) { return *(char **)output != NULL; }

/* The checksum of what another process gets. */
static char *paste(const char *target) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--paste", target, NULL);
  g_assert_no_error(error);
  char *output = NULL;
  g_subprocess_communicate_utf8_async(process, NULL, NULL, on_ended, &output);
  ulp_test_wait(has_output, &output);
  return output;
}

static char *checksum(gconstpointer data, gsize size) {
  return g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
}

/* Large ones, too: the marks of many rows make a picture of some hundred kilobytes. */
static void test_picture(void) {
  const guint sizes[] = {20, 150000};
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autoptr(UlpTable) table = i ? sample_convert_table(sizes[i]) : table_of(sizes[i]);
    g_autoptr(UlpPlot) plot = ulp_plot_new(i ? &sample_convert_spec : &spec, table);
    GtkWidget *label = gtk_label_new("plot"), *window = ulp_test_window(label, 300, 200);
    const UlpPlotExportOptions options = {
        .width = 1400, .height = 900, .dpi = 192, .style = {.dark = TRUE, .footer = TRUE}};
    g_autoptr(GBytes) png = ulp_plot_export_bytes(plot, "p.png", &options, NULL, NULL);
    g_autofree char *expected = checksum(g_bytes_get_data(png, NULL), g_bytes_get_size(png));
    ulp_plot_copy_picture(label, plot, 1400, 900, 192, TRUE);
    g_autofree char *pasted = paste("image/png");
    g_assert_cmpstr(pasted, ==, expected);
    g_test_message("%" G_GSIZE_FORMAT " bytes", g_bytes_get_size(png));
    ulp_test_assert_gone(window, label);
  }
}

/* What the view shows of the series that are shown, of the plot's own columns. */
static void test_values(void) {
  g_autoptr(UlpTable) table = table_of(8);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&spec, table);
  GtkWidget *label = gtk_label_new("plot"), *window = ulp_test_window(label, 300, 200);
  UlpPlotView view = {0, 0, 1, 1};
  g_assert_true(ulp_plot_view_of_limits(plot, FALSE, 1.5, 5.5, &view));
  ulp_plot_set_view(plot, view);
  const struct {
    gboolean even;
    const char *text;
  } cases[] = {{TRUE, "Series\tN [elements]\tY\neven\t2\t0.5\neven\t4\t1\nodd\t3\t0.75\nodd\t5\t1.25\n"},
               {FALSE, "Series\tN [elements]\tY\nodd\t3\t0.75\nodd\t5\t1.25\n"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    ulp_plot_set_series_visible(plot, 0, cases[i].even);
    ulp_plot_copy_values(label, plot);
    g_autofree char *pasted = paste("text/tab-separated-values");
    g_autofree char *expected = checksum(cases[i].text, strlen(cases[i].text));
    g_assert_cmpstr(pasted, ==, expected);
  }
  ulp_test_assert_gone(window, label);
}

/* The other client: prints what it got as a checksum. */
static int paste_and_print(const char *target) {
  GString *text = ulp_test_x11_paste(target);
  g_autofree char *sum = text ? checksum(text->str, text->len) : g_strdup("refused");
  fputs(sum, stdout);
  if (text)
    g_string_free(text, TRUE);
  return 0;
}

int main(int argc, char **argv) {
  program = argv[0];
  if (argc == 3 && g_str_equal(argv[1], "--paste"))
    return paste_and_print(argv[2]);
  gtk_test_init(&argc, &argv);
  g_test_add_func("/plot-copy/picture", test_picture);
  g_test_add_func("/plot-copy/values", test_values);
  return g_test_run();
}
