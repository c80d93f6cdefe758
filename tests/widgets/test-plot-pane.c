/* The legend hides and shows series, the readout names a mark with its bits, and both survive later tables. */
#include "tests/widgets/widget-test.h"
#include "ui/widgets/plot-canvas.h"
#include "ui/widgets/plot-pane.h"
#include "ui/widgets/style.h"

static const UlpColumn columns[] = {
    {"algorithm", ULP_COLUMN_TEXT, "algorithm", "", "which"},
    {"n", ULP_COLUMN_COUNT, "N", "elements", "how many"},
    {"error", ULP_COLUMN_REAL, "error", "1", "how far"},
    {"result", ULP_COLUMN_VALUE, "result", "1", "bits"},
};
static const UlpPlotSpec by_series = {.id = "p", .title = "Error", .x = "n", .y = "error", .series = "algorithm"};
static const UlpPlotSpec by_facet = {
    .id = "f", .title = "Error", .x = "n", .y = "error", .series = "algorithm", .facet = "algorithm"};

static UlpTable *table_of(guint n_rows) {
  static const char *const names[] = {"kahan", "a-name:that=is:rather=long", "exact"};
  UlpTable *table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < n_rows; i++) {
    const UlpCell cells[] = {ulp_cell_text(names[i % 3]), ulp_cell_count(16 + i), ulp_cell_real(0.5 * i),
                             ulp_cell_value(ULP_FORMAT_FP32, 0x3dcccccd)};
    ulp_table_append(table, cells);
  }
  return table;
}

static GtkToggleButton *entry(GtkWidget *pane, guint n) {
  GtkWidget *found = ulp_test_find(ulp_test_find_named(pane, "legend"), GTK_TYPE_TOGGLE_BUTTON, n);
  g_assert_nonnull(found);
  return GTK_TOGGLE_BUTTON(found);
}

static void test_legend(void) {
  GtkWidget *pane = ulp_plot_pane_new(&by_series, NULL);
  GtkWidget *window = ulp_test_window(pane, 800, 400);
  g_assert_null(ulp_plot_pane_plot(ULP_PLOT_PANE(pane)));
  g_autoptr(UlpTable) two = table_of(2);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), two);
  ulp_test_settle(pane);
  g_assert_null(ulp_test_find(ulp_test_find_named(pane, "legend"), GTK_TYPE_TOGGLE_BUTTON, 2));
  g_assert_true(ulp_test_shows(pane, "kahan"));

  UlpPlot *plot = ulp_plot_pane_plot(ULP_PLOT_PANE(pane));
  g_assert_true(gtk_toggle_button_get_active(entry(pane, 1)));
  gtk_toggle_button_set_active(entry(pane, 1), FALSE);
  g_assert_true(ulp_plot_series_visible(plot, 0));
  g_assert_false(ulp_plot_series_visible(plot, 1));
  ulp_plot_set_view(plot, (UlpPlotView){0.25, 0, 0.5, 1});

  g_autoptr(UlpTable) nine = table_of(9); /* a third series appears */
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), nine);
  ulp_test_settle(pane);
  g_assert_true(ulp_plot_pane_plot(ULP_PLOT_PANE(pane)) == plot);
  g_assert_false(gtk_toggle_button_get_active(entry(pane, 1)));
  g_assert_true(gtk_toggle_button_get_active(entry(pane, 2)));
  g_assert_false(ulp_plot_series_visible(plot, 1));
  g_assert_cmpfloat(ulp_plot_view(plot).x0, ==, 0.25);
  gtk_toggle_button_set_active(entry(pane, 1), TRUE);
  g_assert_true(ulp_plot_series_visible(plot, 1));

  ulp_plot_pane_reset_view(ULP_PLOT_PANE(pane));
  g_assert_cmpfloat(ulp_plot_view(plot).x0, ==, 0);
  ulp_style_set_dark(gtk_widget_get_display(pane), TRUE);
  ulp_test_settle(pane);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), NULL);
  ulp_test_settle(pane);
  ulp_style_set_dark(gtk_widget_get_display(pane), FALSE);
  g_assert_null(ulp_plot_pane_plot(ULP_PLOT_PANE(pane)));
  g_assert_null(ulp_test_find(ulp_test_find_named(pane, "legend"), GTK_TYPE_TOGGLE_BUTTON, 0));
  ulp_test_assert_gone(window, pane);
}

static void test_panels_need_no_legend(void) {
  GtkWidget *pane = ulp_plot_pane_new(&by_facet, NULL);
  GtkWidget *window = ulp_test_window(pane, 800, 400);
  g_autoptr(UlpTable) empty = table_of(0);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), empty);
  ulp_test_settle(pane);
  g_autoptr(UlpTable) table = table_of(9);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), table);
  ulp_test_settle(pane);
  g_assert_null(ulp_test_find(ulp_test_find_named(pane, "legend"), GTK_TYPE_TOGGLE_BUTTON, 0));
  ulp_test_assert_gone(window, pane);
}

static void test_readout_text(void) {
  g_autoptr(UlpTable) table = table_of(4);
  g_autofree char *text = ulp_plot_readout(&by_series, table, 3);
  g_assert_cmpstr(text, ==,
                  "kahan · N 19 elements · error 1.5\n"
                  "result 0.10000000149011612 = 0x1.99999ap-4 (fp32 0x3dcccccd)");
  g_autofree char *facet = ulp_plot_readout(&by_facet, table, 3); /* the same column twice is said once */
  g_assert_cmpstr(facet, ==, text);
}

/* Pointing at a mark, leaving it, and a table in which it no longer is. */
static void test_readout_follows(void) {
  GtkWidget *pane = ulp_plot_pane_new(&by_series, NULL);
  GtkWidget *window = ulp_test_window(pane, 800, 400);
  g_autoptr(UlpTable) four = table_of(4);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), four);
  ulp_test_settle(pane);
  GtkWidget *canvas = ulp_test_find(pane, ULP_TYPE_PLOT_CANVAS, 0);
  const int width = gtk_widget_get_width(canvas), height = gtk_widget_get_height(canvas);
  for (int k = 0; k < width * height / 9; k++)
    if (ulp_plot_canvas_point_at(ULP_PLOT_CANVAS(canvas), k % (width / 3) * 3, k / (width / 3) * 3) == 3)
      break;
  g_assert_true(ulp_test_shows(pane, "N 19 elements"));
  g_assert_true(ulp_test_shows(pane, "0x1.99999ap-4 (fp32 0x3dcccccd)"));
  ulp_test_settle(pane);
  g_assert_cmpint(gtk_widget_get_height(canvas), ==, height); /* the text takes no room from the picture */

  g_autoptr(UlpTable) two = table_of(2);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), two);
  g_assert_false(ulp_test_shows(pane, "N 19 elements"));
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), four);
  ulp_plot_canvas_point_at(ULP_PLOT_CANVAS(canvas), 1, 1);
  g_assert_false(ulp_test_shows(pane, "N 19 elements"));
  ulp_test_assert_gone(window, pane);
}

/* The longest values, a long name and a full error, in the width that the plot has in the window at its default size. */
static void test_readout_is_whole(void) {
  static const UlpColumn wide[] = {
      {"algorithm", ULP_COLUMN_TEXT, "algorithm", "", "which"},
      {"determinism", ULP_COLUMN_TEXT, "determinism", "", "which kind"},
      {"error", ULP_COLUMN_REAL, "relative error", "1", "how far"},
      {"result", ULP_COLUMN_VALUE, "result", "1", "bits"},
      {"exact", ULP_COLUMN_VALUE, "exact sum", "1", "bits"},
  };
  static const UlpPlotSpec spec = {
      .id = "w", .title = "W", .x = "algorithm", .y = "error", .series = "determinism", .x_scale = ULP_SCALE_CATEGORY};
  g_autoptr(UlpTable) table = ulp_table_new("w", "W", wide, G_N_ELEMENTS(wide));
  const UlpCell lowest = ulp_cell_value(ULP_FORMAT_FP64, 0xffefffffffffffff);
  const UlpCell cells[] = {ulp_cell_text("unordered-sim (simulated schedule)"),
                           ulp_cell_text("may differ from run to run"), ulp_cell_real(-2.2250738585072011e-308), lowest,
                           lowest};
  ulp_table_append(table, cells);
  GtkWidget *pane = ulp_plot_pane_new(&spec, NULL);
  GtkWidget *window = ulp_test_window(pane, 755, 330);
  ulp_plot_pane_set_table(ULP_PLOT_PANE(pane), table);
  ulp_test_settle(pane);
  GtkWidget *canvas = ulp_test_find(pane, ULP_TYPE_PLOT_CANVAS, 0), *readout = ulp_test_find_named(pane, "readout");
  const int height = gtk_widget_get_height(canvas);
  g_signal_emit_by_name(canvas, "hover", 0);
  ulp_test_settle(pane);
  PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(readout));
  g_assert_false(pango_layout_is_ellipsized(layout));
  g_assert_cmpint(pango_layout_get_line_count(layout), ==, 3);
  g_assert_true(
      g_str_has_suffix(gtk_label_get_text(GTK_LABEL(readout)),
                       "\nexact sum -1.7976931348623157e308 = -0x1.fffffffffffffp+1023 (fp64 0xffefffffffffffff)"));
  g_assert_cmpint(gtk_widget_get_height(canvas), ==, height);
  ulp_test_assert_gone(window, pane);
}

/* Steps of the format between two values, over zero and a power of two, from the bits alone. */
static void test_distance(void) {
  static const UlpColumn value_columns[] = {{"x", ULP_COLUMN_COUNT, "x", "1", ""},
                                            {"y", ULP_COLUMN_VALUE, "y", "1", ""}};
  static const UlpPlotSpec of_values = {.id = "p", .title = "P", .x = "x", .y = "y"};
  static const struct {
    guint32 from, to;
    const char *steps;
  } cases[] = {{0x3f800000, 0x3f800001, " 1 ulp step"}, /* 1 and its neighbour */
               {0x3f800001, 0x3f800000, " -1 ulp step"},
               {0x3f7fffff, 0x3f800001, " 2 ulp steps"}, /* over 1 */
               {0x80000001, 0x00000001, " 2 ulp steps"}, /* over 0 */
               {0x80000000, 0x00000000, " 0 ulp steps"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpTable) table = ulp_table_new("t", "T", value_columns, 2);
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(0), ulp_cell_value(ULP_FORMAT_FP32, cases[i].from)});
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(1), ulp_cell_value(ULP_FORMAT_FP32, cases[i].to)});
    g_autofree char *text = ulp_plot_readout_distance(&of_values, table, 0, 1);
    g_assert_true(g_str_has_suffix(text, cases[i].steps));
  }
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add_func("/widgets/plot-pane/legend", test_legend);
  g_test_add_func("/widgets/plot-pane/panels-need-no-legend", test_panels_need_no_legend);
  g_test_add_func("/widgets/plot-pane/readout-text", test_readout_text);
  g_test_add_func("/widgets/plot-pane/readout-follows", test_readout_follows);
  g_test_add_func("/widgets/plot-pane/readout-is-whole", test_readout_is_whole);
  g_test_add_func("/widgets/plot-pane/distance", test_distance);
  return g_test_run();
}
