/* Prints the processor time of the first frame, of one typed value from the entry to the drawn page, and of one flipped bit until
 * its frame is painted, with all formats in sight (budgets: 300, 16 and 16 ms). Run it with tests/run-in-xvfb.sh. */
#include "ui/pages/bits-detail.h"
#include "ui/pages/bits-page.h"
#include "ui/pages/window.h"
#include "ui/widgets/style.h"

#include "../widgets/widget-test.h"

#include <stdlib.h>
#include <time.h>

#define REPEATS 100
#define ROWS_HEIGHT 2300 /* pixels: 19 rows, two of them of 128 bits, and what is below */

static double milliseconds(clock_t since) { return (double)(clock() - since) * 1e3 / CLOCKS_PER_SEC; }

/* A frame, at a size that the caller keeps: the widget's own is less its padding. */
static void draw(GtkWidget *widget, int width, int height) {
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_allocate(widget, width, height, -1, NULL);
  GTK_WIDGET_GET_CLASS(widget)->snapshot(widget, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create(surface);
  gsk_render_node_draw(node, cr);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  gsk_render_node_unref(node);
}

static int compare(gconstpointer a, gconstpointer b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Bits flipped with every named format on the page, all rows in sight, and what is below on `part`: from the flip until the window has
 * painted its next frame. */
static void bench_flips(const char *part) {
  const UlpBitsStart start = {"0.1", "all"};
  GtkWidget *page = ulp_bits_page_new(&start), *window = ulp_test_window(page, 1280, ROWS_HEIGHT);
  ulp_bits_detail_show(ULP_BITS_DETAIL(ulp_test_find(page, ULP_TYPE_BITS_DETAIL, 0)), part);
  ulp_test_settle(window);
  UlpBitField *field = ulp_bits_row_get_field(ulp_bits_page_get_row(ULP_BITS_PAGE(page), ULP_FORMAT_FP32));
  GdkFrameClock *clock_of_frames = gtk_widget_get_frame_clock(page);
  double times[REPEATS];
  for (guint j = 0; j < REPEATS; j++) {
    const clock_t before = clock();
    const gint64 frame = gdk_frame_clock_get_frame_counter(clock_of_frames);
    ulp_bit_field_flip(field, j % 20);
    while (gdk_frame_clock_get_frame_counter(clock_of_frames) == frame)
      g_main_context_iteration(NULL, TRUE);
    times[j] = milliseconds(before);
  }
  qsort(times, REPEATS, sizeof times[0], compare);
  g_print("a flip, %d formats in sight, %s: median %.1f ms, worst %.1f ms\n", ULP_N_FORMATS, part, times[REPEATS / 2],
          times[REPEATS - 1]);
  gtk_window_destroy(GTK_WINDOW(window));
}

int main(void) {
  static const char *const texts[] = {"1", "0.1", "0.3333333333333333333333333333333333333333",
                                      "1.7976931348623157e308", "4.9e-324"};
  const clock_t start = clock();
  gtk_init();
  GtkWidget *window = ulp_window_new(NULL);
  gtk_widget_show(window);
  ulp_test_wait(ulp_test_is_mapped, window);
  ulp_test_settle(window);
  g_print("first frames: %.0f ms\n", milliseconds(start));

  UlpBitsPage *page = ULP_BITS_PAGE(ulp_window_get_page(ULP_WINDOW(window)));
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *negative = g_strconcat("-", texts[i], NULL);
    const clock_t before = clock();
    for (guint j = 0; j < REPEATS; j++) {
      ulp_bits_page_set_text(page, j % 2 ? texts[i] : negative);
      draw(GTK_WIDGET(page), 1120, 740);
    }
    g_print("%s: %.2f ms\n", texts[i], milliseconds(before) / REPEATS);
  }
  gtk_window_destroy(GTK_WINDOW(window));
  ulp_style_install(gdk_display_get_default());
  bench_flips("explained");
  bench_flips("ruler");
  return 0;
}
