/* Prints how long the main loop stood still at most while an experiment of many rows ran, when it ended, and the processor time from
 * another view of the plot to the frame that shows it, handed to the X server (budgets: 50 ms and 16 ms). Run it with
 * tests/run-in-xvfb.sh. */
#include "tests/pages/page-test.h"
#include "ui/widgets/plot-canvas.h"

#include <time.h>

#define FRAMES 40

static const struct {
  const char *id;
  const char *values[3][2];
} cases[] = {
    {"convert", {{"points", "1000000"}, {"to", "fp16"}}},
    {"convert", {{"points", "1000000"}}},
    {"repeat", {{"runs", "100000"}, {"input", "uniform:n=1000"}}},
    {"error-vs-n", {{"step", "1.001"}, {"n", "16:4000"}, {"algorithms", "all"}}},
};

static double milliseconds(gint64 since) { return (double)(g_get_monotonic_time() - since) / 1e3; }

/* The longest step of the main loop until the run is over; its last one shows the result. */
static double longest_step(UlpPageFixture *fixture) {
  double longest = 0;
  while (!ulp_page_idle(fixture)) {
    while (!g_main_context_pending(NULL))
      g_usleep(200);
    const gint64 start = g_get_monotonic_time();
    g_main_context_iteration(NULL, FALSE);
    longest = MAX(longest, milliseconds(start));
  }
  return longest;
}

/* Zooms in and out, then pans to and fro at the last zoom. */
static void change_view(UlpPlotCanvas *canvas, guint step) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  UlpPlot *plot = ulp_plot_canvas_plot(canvas);
  UlpPlotView view = ulp_plot_view(plot);
  if (step < FRAMES / 2) {
    ulp_plot_canvas_zoom(canvas, step % 5 == 4 ? 0.5 : 1.2, gtk_widget_get_width(widget) / 2.0,
                         gtk_widget_get_height(widget) / 2.0);
    return;
  }
  const double by = (step % 2 ? 0.02 : -0.02) * (view.x1 - view.x0);
  view.x0 += by;
  view.x1 += by;
  ulp_plot_set_view(plot, view);
  ulp_plot_canvas_changed(canvas);
}

static double frame(UlpPlotCanvas *canvas, guint step) {
  GdkFrameClock *frames = gtk_widget_get_frame_clock(GTK_WIDGET(canvas));
  const gint64 last = gdk_frame_clock_get_frame_counter(frames);
  const guint draws = ulp_plot_canvas_draws(canvas);
  const clock_t start = clock();
  change_view(canvas, step);
  while (gdk_frame_clock_get_frame_counter(frames) == last || ulp_plot_canvas_draws(canvas) == draws)
    g_main_context_iteration(NULL, TRUE);
  while (g_main_context_iteration(NULL, FALSE))
    ;
  return (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
}

int main(int argc, char **argv) {
  gtk_init();
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    UlpPageFixture fixture;
    ulp_page_open(&fixture, cases[k].id);
    for (guint i = 0; i < G_N_ELEMENTS(cases[k].values) && cases[k].values[i][0]; i++)
      ulp_page_set(&fixture, cases[k].values[i][0], cases[k].values[i][1]);
    ulp_page_do(&fixture, "run");
    const double step = longest_step(&fixture);
    ulp_test_settle(fixture.page);

    const UlpExperiment *experiment = ulp_experiment_find(cases[k].id, NULL);
    g_print("%s, %u rows: longest step %.0f ms\n", cases[k].id, ulp_page_rows(&fixture), step);
    for (guint p = 0; p < experiment->n_plots; p++) {
      const gint64 start = g_get_monotonic_time();
      ulp_result_view_show_plot(ulp_experiment_page_results(fixture.page), experiment->plots[p].id);
      const double shown = milliseconds(start);
      ulp_test_settle(fixture.page);
      GtkWidget *pane = GTK_WIDGET(ulp_result_view_visible_plot(ulp_experiment_page_results(fixture.page)));
      UlpPlotCanvas *canvas = ULP_PLOT_CANVAS(ulp_test_find(pane, ULP_TYPE_PLOT_CANVAS, 0));
      double longest = 0, total = 0;
      for (guint i = 0; i < FRAMES; i++) {
        const double one = frame(canvas, i);
        longest = MAX(longest, one);
        total += one;
      }
      g_print("  %-16s shown %5.1f ms, a frame %5.1f ms on average, %5.1f ms at most\n", experiment->plots[p].id, shown,
              total / FRAMES, longest);
    }
    ulp_page_close(&fixture);
  }
  return 0;
}
