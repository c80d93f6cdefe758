/* The picture is drawn once for each state and explored by wheel, drag, box and keys; the pointer finds the nearest
 * mark. */
#include "tests/widgets/press.h"
#include "tests/widgets/widget-test.h"
#include "ui/widgets/style.h"
#include "ui/widgets/plot-canvas.h"

#include <math.h>

static const UlpColumn columns[] = {
    {"x", ULP_COLUMN_REAL, "x", "s", "where"},
    {"y", ULP_COLUMN_REAL, "y", "1", "what"},
};
static const UlpPlotSpec spec = {.id = "p", .title = "Line", .x = "x", .y = "y"};

static UlpTable *line_of(guint n_rows) {
  UlpTable *table = ulp_table_new("t", "T", columns, 2);
  for (guint i = 0; i < n_rows; i++) {
    const UlpCell cells[] = {ulp_cell_real(i), ulp_cell_real(2.0 * i)};
    ulp_table_append(table, cells);
  }
  return table;
}

typedef struct {
  UlpTable *table;
  UlpPlot *plot;
  UlpPlotCanvas *canvas;
  GtkWidget *window;
  int row;
  guint hovers;
} Fixture;

static void on_hover(UlpPlotCanvas *canvas, int row, Fixture *fixture) {
  fixture->row = row;
  fixture->hovers++;
}

static void set_up(Fixture *fixture, gconstpointer n_rows) {
  fixture->table = line_of(GPOINTER_TO_UINT(n_rows));
  fixture->plot = ulp_plot_new(&spec, fixture->table);
  GtkWidget *canvas = ulp_plot_canvas_new();
  fixture->canvas = ULP_PLOT_CANVAS(canvas);
  ulp_plot_canvas_set_plot(fixture->canvas, fixture->plot);
  g_signal_connect(canvas, "hover", G_CALLBACK(on_hover), fixture);
  fixture->row = -1;
  fixture->window = ulp_test_window(canvas, 600, 400);
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  ulp_test_assert_gone(fixture->window, GTK_WIDGET(fixture->canvas));
  ulp_plot_free(fixture->plot);
  ulp_table_unref(fixture->table);
}

static gboolean view_at(Fixture *fixture, double x, double y, double *view_x, double *view_y) {
  const UlpPlotStyle style = {.no_legend = TRUE};
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  return ulp_plot_locate(fixture->plot, gtk_widget_get_width(widget), gtk_widget_get_height(widget), &style, x, y,
                         view_x, view_y);
}

static void assert_view(Fixture *fixture, double x0, double y0, double x1, double y1, double tolerance) {
  const UlpPlotView view = ulp_plot_view(fixture->plot);
  g_assert_cmpfloat_with_epsilon(view.x0, x0, tolerance);
  g_assert_cmpfloat_with_epsilon(view.y0, y0, tolerance);
  g_assert_cmpfloat_with_epsilon(view.x1, x1, tolerance);
  g_assert_cmpfloat_with_epsilon(view.y1, y1, tolerance);
}

static GtkEventController *controller(Fixture *fixture, GType type) {
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(GTK_WIDGET(fixture->canvas));
  for (guint i = 0;; i++) {
    g_autoptr(GtkEventController) found = g_list_model_get_item(controllers, i);
    g_assert_nonnull(found);
    if (G_OBJECT_TYPE(found) == type)
      return found;
  }
}

static void test_cache(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  const guint draws = ulp_plot_canvas_draws(fixture->canvas);
  g_assert_cmpuint(draws, ==, 1);
  ulp_test_settle(widget);
  ulp_plot_canvas_point_at(fixture->canvas, 300, 200);
  ulp_test_settle(widget);
  g_assert_cmpuint(ulp_plot_canvas_draws(fixture->canvas), ==, draws);
  ulp_plot_canvas_changed(fixture->canvas);
  ulp_test_settle(widget);
  g_assert_cmpuint(ulp_plot_canvas_draws(fixture->canvas), ==, draws + 1);
  ulp_style_set_dark(gtk_widget_get_display(widget), TRUE);
  ulp_test_settle(widget);
  g_assert_cmpuint(ulp_plot_canvas_draws(fixture->canvas), ==, draws + 2);
  ulp_plot_canvas_zoom(fixture->canvas, 2, 300, 200);
  ulp_test_settle(widget);
  g_assert_cmpuint(ulp_plot_canvas_draws(fixture->canvas), ==, draws + 3);
  ulp_style_set_dark(gtk_widget_get_display(widget), FALSE);
}

/* The wheel keeps what lies under the pointer. */
static void test_zoom(Fixture *fixture, gconstpointer data) {
  double x, y, after_x, after_y;
  g_assert_true(view_at(fixture, 350, 150, &x, &y));
  g_signal_emit_by_name(controller(fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", 350.0, 150.0);
  gboolean handled;
  g_signal_emit_by_name(controller(fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 0.0, -1.0, &handled);
  g_assert_true(handled);
  const UlpPlotView view = ulp_plot_view(fixture->plot);
  g_assert_cmpfloat_with_epsilon(view.x1 - view.x0, 0.8, 1e-9);
  g_assert_cmpfloat_with_epsilon(view.y1 - view.y0, 0.8, 1e-9);
  g_assert_true(view_at(fixture, 350, 150, &after_x, &after_y));
  g_assert_cmpfloat_with_epsilon(after_x, x, 0.02); /* labels of other widths may move the panel by some pixels */
  g_assert_cmpfloat_with_epsilon(after_y, y, 0.02);
  for (int i = 0; i < 200; i++)
    ulp_plot_canvas_zoom(fixture->canvas, 4, 350, 150); /* ends at what can be shown */
  g_assert_cmpfloat(ulp_plot_view(fixture->plot).x1, >, ulp_plot_view(fixture->plot).x0);
  for (int i = 0; i < 200; i++)
    g_signal_emit_by_name(controller(fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 0.0, 1.0, &handled);
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
}

static void test_outside(Fixture *fixture, gconstpointer data) {
  ulp_plot_canvas_zoom(fixture->canvas, 2, 2, 2); /* above the panel */
  ulp_plot_canvas_zoom_to_box(fixture->canvas, 2, 2, 300, 200);
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
  g_assert_cmpint(ulp_plot_canvas_point_at(fixture->canvas, 2, 2), ==, -1);
}

static void test_drag(Fixture *fixture, gconstpointer data) {
  GtkEventController *drag = controller(fixture, GTK_TYPE_GESTURE_DRAG);
  ulp_plot_set_view(fixture->plot, (UlpPlotView){0.4, 0.4, 0.6, 0.6});
  double x0, y0, x1, y1;
  g_assert_true(view_at(fixture, 300, 200, &x0, &y0));
  g_assert_true(view_at(fixture, 330, 180, &x1, &y1));
  g_signal_emit_by_name(drag, "drag-begin", 300.0, 200.0);
  g_signal_emit_by_name(drag, "drag-update", 30.0, -20.0); /* the picture follows the pointer */
  g_signal_emit_by_name(drag, "drag-end", 30.0, -20.0);
  assert_view(fixture, 0.4 - (x1 - x0), 0.4 - (y1 - y0), 0.6 - (x1 - x0), 0.6 - (y1 - y0), 1e-9);
  g_signal_emit_by_name(drag, "drag-begin", 300.0, 200.0);
  g_signal_emit_by_name(drag, "drag-update", 1e5, 0.0); /* stops at the edge */
  const UlpPlotView view = ulp_plot_view(fixture->plot);
  g_assert_cmpfloat_with_epsilon(view.x0, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(view.x1, 0.2, 1e-9);
}

static void test_box(Fixture *fixture, gconstpointer data) {
  double x0, y0, x1, y1;
  g_assert_true(view_at(fixture, 200, 250, &x0, &y0));
  g_assert_true(view_at(fixture, 400, 150, &x1, &y1));
  ulp_plot_canvas_zoom_to_box(fixture->canvas, 400, 150, 200, 250);
  assert_view(fixture, x0, y0, x1, y1, 1e-9);
  ulp_plot_canvas_reset(fixture->canvas);
  ulp_plot_canvas_zoom_to_box(fixture->canvas, 200, 250, 1e4, -1e4); /* cut off at the panel */
  assert_view(fixture, x0, y0, 1, 1, 1e-9);
}

static void test_keys(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  g_assert_true(gtk_widget_grab_focus(widget));
  g_assert_true(ulp_press(widget, GDK_KEY_plus, 0));
  assert_view(fixture, 0.1, 0.1, 0.9, 0.9, 1e-9);
  g_assert_true(ulp_press(widget, GDK_KEY_Right, 0));
  assert_view(fixture, 0.18, 0.1, 0.98, 0.9, 1e-9);
  g_assert_true(ulp_press(widget, GDK_KEY_Right, 0));
  assert_view(fixture, 0.2, 0.1, 1, 0.9, 1e-9);
  g_assert_true(ulp_press(widget, GDK_KEY_Up, 0));
  assert_view(fixture, 0.2, 0.18, 1, 0.98, 1e-9);
  g_assert_true(ulp_press(widget, GDK_KEY_Down, 0));
  g_assert_true(ulp_press(widget, GDK_KEY_Left, 0));
  assert_view(fixture, 0.12, 0.1, 0.92, 0.9, 1e-9);
  g_assert_true(ulp_press(widget, GDK_KEY_minus, 0));
  assert_view(fixture, 0, 0, 1, 1, 0.03);
  g_assert_true(ulp_press(widget, GDK_KEY_KP_Add, 0));
  g_assert_true(ulp_press(widget, GDK_KEY_0, 0));
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
}

/* As in Matplotlib: home, back, forward, zoom, pan, logarithmic axes. */
static void test_matplotlib_keys(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  ulp_plot_canvas_zoom_to_box(fixture->canvas, 200, 250, 400, 150);
  const UlpPlotView box = ulp_plot_view(fixture->plot);
  g_assert_true(ulp_press(widget, GDK_KEY_h, 0));
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
  g_assert_true(ulp_press(widget, GDK_KEY_c, 0));
  assert_view(fixture, box.x0, box.y0, box.x1, box.y1, 1e-12);
  g_assert_true(ulp_press(widget, GDK_KEY_c, 0));
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
  g_assert_true(ulp_press(widget, GDK_KEY_c, 0)); /* no more */
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
  g_assert_true(ulp_press(widget, GDK_KEY_v, 0));
  assert_view(fixture, box.x0, box.y0, box.x1, box.y1, 1e-12);
  g_assert_true(ulp_press(widget, GDK_KEY_r, 0));
  assert_view(fixture, 0, 0, 1, 1, 1e-12);

  GtkEventController *drag = controller(fixture, GTK_TYPE_GESTURE_DRAG);
  for (int boxes = 0; boxes < 2; boxes++) { /* o: a drag zooms; p: it moves, and all of a plot cannot be moved */
    g_assert_true(ulp_press(widget, boxes ? GDK_KEY_o : GDK_KEY_p, 0));
    g_signal_emit_by_name(drag, "drag-begin", 200.0, 250.0);
    g_signal_emit_by_name(drag, "drag-update", 200.0, -100.0);
    g_signal_emit_by_name(drag, "drag-end", 200.0, -100.0);
    g_assert_cmpint(ulp_plot_view(fixture->plot).x0 > 0, ==, boxes);
  }
  for (int vertical = 0; vertical < 2; vertical++) {
    const guint key = vertical ? GDK_KEY_l : GDK_KEY_k;
    g_assert_true(ulp_press(widget, key, 0));
    g_assert_cmpint(ulp_plot_scale(fixture->plot, vertical), ==, ULP_SCALE_LOG);
    assert_view(fixture, 0, 0, 1, 1, 1e-12);
    g_assert_true(ulp_press(widget, key, 0));
    g_assert_cmpint(ulp_plot_scale(fixture->plot, vertical), ==, ULP_SCALE_LINEAR);
  }
}

/* Typed ends of an axis are what is shown, inside the data or not; what is no range changes nothing. */
static void test_limits(Fixture *fixture, gconstpointer data) {
  double from, to;
  g_assert_true(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, 1.5, 3.25));
  g_assert_true(ulp_plot_limits(fixture->plot, FALSE, &from, &to));
  g_assert_cmpfloat_with_epsilon(from, 1.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(to, 3.25, 1e-12);
  g_assert_true(ulp_plot_canvas_set_limits(fixture->canvas, TRUE, -100, 200));
  g_assert_true(ulp_plot_limits(fixture->plot, TRUE, &from, &to));
  g_assert_cmpfloat_with_epsilon(from, -100, 1e-9);
  g_assert_cmpfloat_with_epsilon(to, 200, 1e-9);
  const UlpPlotView before = ulp_plot_view(fixture->plot);
  g_assert_false(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, 2, 2));
  g_assert_false(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, 3, 1));
  g_assert_false(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, NAN, 1));
  assert_view(fixture, before.x0, before.y0, before.x1, before.y1, 1e-15);
  ulp_press(GTK_WIDGET(fixture->canvas), GDK_KEY_k, 0);
  g_assert_false(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, 0, 1)); /* a logarithmic axis has no zero */
  g_assert_true(ulp_plot_canvas_set_limits(fixture->canvas, FALSE, 0.5, 2));
}

/* From mark to mark by keys, and the crosshair where the mark is. */
static void test_walk(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  for (int row = 0; row < 8; row++) {
    g_assert_true(ulp_press(widget, GDK_KEY_period, 0));
    g_assert_cmpint(fixture->row, ==, row);
  }
  g_assert_true(ulp_press(widget, GDK_KEY_period, 0)); /* the last one */
  g_assert_cmpint(fixture->row, ==, 7);
  g_assert_true(ulp_press(widget, GDK_KEY_m, 0));
  g_assert_cmpint(ulp_plot_canvas_anchor(fixture->canvas), ==, 7);
  g_assert_true(ulp_press(widget, GDK_KEY_comma, 0));
  g_assert_cmpint(fixture->row, ==, 6);
  double x, y;
  const UlpPlotStyle style = {.no_legend = TRUE, .font_size = ULP_PLOT_FONT_SIZE};
  g_assert_true(
      ulp_plot_find(fixture->plot, gtk_widget_get_width(widget), gtk_widget_get_height(widget), &style, 6, &x, &y));
  ulp_test_settle(widget);
  cairo_surface_t *with = ulp_test_picture(widget);
  ulp_plot_canvas_point_to(fixture->canvas, -1);
  ulp_test_settle(widget);
  cairo_surface_t *without = ulp_test_picture(widget);
  const int stride = cairo_image_surface_get_stride(with), column = (int)x;
  guint differ = 0;
  for (int line = 0; line < gtk_widget_get_height(widget); line++)
    differ += memcmp(cairo_image_surface_get_data(with) + line * stride + 4 * column,
                     cairo_image_surface_get_data(without) + line * stride + 4 * column, 4) != 0;
  g_assert_cmpuint(differ, >, (guint)gtk_widget_get_height(widget) * 9 / 10);
  cairo_surface_destroy(with);
  cairo_surface_destroy(without);
}

static void test_double_click(Fixture *fixture, gconstpointer data) {
  ulp_plot_canvas_zoom(fixture->canvas, 3, 300, 200);
  GtkEventController *click = controller(fixture, GTK_TYPE_GESTURE_CLICK);
  g_signal_emit_by_name(click, "pressed", 1, 300.0, 200.0);
  g_assert_true(gtk_widget_has_focus(GTK_WIDGET(fixture->canvas)));
  g_assert_cmpfloat(ulp_plot_view(fixture->plot).x0, >, 0);
  g_signal_emit_by_name(click, "pressed", 2, 300.0, 200.0);
  assert_view(fixture, 0, 0, 1, 1, 1e-12);
}

/* Every mark is found somewhere, and along the line from left to right. */
static void test_hover(Fixture *fixture, gconstpointer data) {
  gboolean found[8] = {FALSE};
  int last = -1;
  for (int x = 0; x < 600; x += 4)
    for (int y = 0; y < 400; y += 4) {
      const int row = ulp_plot_canvas_point_at(fixture->canvas, x, y);
      g_assert_cmpint(row, ==, fixture->row);
      if (row < 0)
        continue;
      g_assert_cmpint(row, >=, last);
      last = row;
      found[row] = TRUE;
    }
  for (int i = 0; i < 8; i++)
    g_assert_true(found[i]);
  ulp_plot_canvas_point_at(fixture->canvas, 2, 2);
  const guint hovers = fixture->hovers;
  ulp_plot_canvas_point_at(fixture->canvas, 3, 3); /* the same nothing: not told again */
  g_assert_cmpuint(fixture->hovers, ==, hovers);
}

/* The image on the screen is the one of ulp_plot_draw. */
static void test_pixels(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  cairo_surface_t *surfaces[] = {ulp_test_picture(widget),
                                 cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)};
  cairo_t *cr = cairo_create(surfaces[1]);
  ulp_plot_draw(fixture->plot, cr, width, height, &(UlpPlotStyle){.no_legend = TRUE});
  cairo_destroy(cr);
  cairo_surface_flush(surfaces[1]);
  g_assert_cmpmem(cairo_image_surface_get_data(surfaces[0]), cairo_image_surface_get_stride(surfaces[0]) * height,
                  cairo_image_surface_get_data(surfaces[1]), cairo_image_surface_get_stride(surfaces[1]) * height);
  cairo_surface_destroy(surfaces[0]);
  cairo_surface_destroy(surfaces[1]);
}

static void test_without_plot(Fixture *fixture, gconstpointer data) {
  GtkWidget *widget = GTK_WIDGET(fixture->canvas);
  ulp_plot_canvas_set_plot(fixture->canvas, NULL);
  ulp_test_settle(widget);
  ulp_plot_canvas_zoom(fixture->canvas, 2, 300, 200);
  ulp_plot_canvas_reset(fixture->canvas);
  g_assert_cmpint(ulp_plot_canvas_point_at(fixture->canvas, 300, 200), ==, -1);
  g_assert_false(ulp_press(widget, GDK_KEY_plus, 0));
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  const struct {
    const char *path;
    void (*run)(Fixture *fixture, gconstpointer data);
  } tests[] = {
      {"/widgets/plot-canvas/cache", test_cache},
      {"/widgets/plot-canvas/zoom", test_zoom},
      {"/widgets/plot-canvas/outside", test_outside},
      {"/widgets/plot-canvas/drag", test_drag},
      {"/widgets/plot-canvas/box", test_box},
      {"/widgets/plot-canvas/keys", test_keys},
      {"/widgets/plot-canvas/matplotlib-keys", test_matplotlib_keys},
      {"/widgets/plot-canvas/limits", test_limits},
      {"/widgets/plot-canvas/walk", test_walk},
      {"/widgets/plot-canvas/double-click", test_double_click},
      {"/widgets/plot-canvas/hover", test_hover},
      {"/widgets/plot-canvas/pixels", test_pixels},
      {"/widgets/plot-canvas/without-plot", test_without_plot},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].path, Fixture, GUINT_TO_POINTER(8), set_up, tests[i].run, tear_down);
  return g_test_run();
}
