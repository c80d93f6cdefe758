/* What a page says and shows of what the person did: a run that starts, a file that was written, a choice. */
#include "tests/pages/page-test.h"
#include "ui/widgets/message-bar.h"

#include <glib/gstdio.h>
#include <math.h>

static void run_small(UlpPageFixture *fixture) {
  ulp_page_set(fixture, "input", "uniform:n=1000");
  ulp_page_run(fixture);
}

/* Neither an older run's message nor its command stands beside a run that is going. */
static void test_start_clears(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  run_small(&fixture);
  g_assert_true(ulp_test_shows(fixture.page, "ulp run sum --input uniform:n=1000"));
  ulp_message_show(fixture.page, "found 1, expected 2");
  g_assert_true(ulp_test_shows(fixture.window, "found 1, expected 2"));
  ulp_page_set(&fixture, "input", "uniform:n=2000");
  ulp_page_do(&fixture, "run");
  g_assert_false(ulp_test_shows(fixture.window, "found 1, expected 2"));
  g_assert_false(ulp_test_shows(fixture.page, "ulp run"));
  ulp_test_wait(ulp_page_idle, &fixture);
  g_assert_true(ulp_test_shows(fixture.page, "ulp run sum --input uniform:n=2000"));
  ulp_page_close(&fixture);
}

/* Refused with the command line's own words, and the page is as it was. */
static void test_too_large(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "input", "uniform:n=1e12");
  ulp_page_run(&fixture);
  g_assert_true(ulp_test_shows(fixture.window, "not enough memory: the run needs 3.7 TiB, "));
  g_assert_true(ulp_test_shows(fixture.window, " elements fit"));
  run_small(&fixture);
  g_assert_false(ulp_test_shows(fixture.window, "not enough memory"));
  g_assert_true(ulp_test_shows(fixture.page, "PASS"));
  ulp_page_close(&fixture);
}

static gboolean says_wrote(gpointer page) { return ulp_test_shows(page, "Wrote "); }

/* The verdict stays beside the name of the file. */
static void test_export_keeps_the_verdict(void) {
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "out.csv", NULL);
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  run_small(&fixture);
  g_assert_true(ulp_test_shows(fixture.page, "PASS"));
  ulp_experiment_page_export_async(fixture.page, "csv", path);
  ulp_test_wait(says_wrote, fixture.page);
  ulp_test_settle(fixture.page);
  g_assert_true(ulp_test_shows(fixture.page, path));
  g_assert_true(ulp_test_shows(fixture.page, "PASS"));
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);

  ulp_experiment_page_export_async(fixture.page, "csv", "/nowhere/out.csv");
  while (says_wrote(fixture.page))
    g_main_context_iteration(NULL, TRUE);
  g_assert_true(ulp_test_shows(fixture.window, "/nowhere/out.csv: "));
  ulp_page_run(&fixture);
  g_assert_false(says_wrote(fixture.page));
  g_assert_cmpint(g_unlink(path), ==, 0);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
  ulp_page_close(&fixture);
}

/* Pixels of exactly this colour in the widget's place and the padding round it. */
static guint count_pixels(cairo_surface_t *image, GtkWidget *widget, float padding_x, float padding_y, GdkRGBA colour) {
  graphene_rect_t place;
  g_assert_true(gtk_widget_compute_bounds(widget, GTK_WIDGET(gtk_widget_get_root(widget)), &place));
  graphene_rect_inset(&place, -padding_x, -padding_y);
  const guint32 wanted =
      (guint32)(lroundf(colour.red * 255) << 16 | lroundf(colour.green * 255) << 8 | lroundf(colour.blue * 255));
  guint n = 0;
  for (int y = (int)place.origin.y; y < (int)(place.origin.y + place.size.height); y++) {
    const guint8 *line = cairo_image_surface_get_data(image) + (gsize)y * (gsize)cairo_image_surface_get_stride(image);
    const guint32 *pixels = (const guint32 *)(gconstpointer)line;
    for (int x = (int)place.origin.x; x < (int)(place.origin.x + place.size.width); x++)
      n += (pixels[x] & 0xffffff) == wanted;
  }
  return n;
}

/* What is chosen has its tint and bar, and nothing else does. */
static void test_chosen_is_seen(void) {
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    UlpPageFixture fixture;
    ulp_page_open(&fixture, "sum");
    run_small(&fixture);
    cairo_surface_t *image = ulp_test_picture(fixture.window);
    const GdkRGBA tint = ulp_style_colour(fixture.window, "ulp_selected");
    const GdkRGBA bar = ulp_style_colour(fixture.window, "ulp_accent");
    guint chosen = 0, others = 0;
    for (guint n = 0;; n++) {
      GtkWidget *button = ulp_test_find(fixture.page, GTK_TYPE_TOGGLE_BUTTON, n);
      if (!button)
        break;
      if (!gtk_widget_get_mapped(button) || !gtk_widget_has_css_class(gtk_widget_get_parent(button), "ulp-tabs"))
        continue;
      const gboolean active = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button));
      *(active ? &chosen : &others) += 1;
      g_assert_cmpint(count_pixels(image, button, 0, 6, tint) > 200, ==, active);
      g_assert_cmpint(count_pixels(image, button, 0, 6, bar) > 60, ==, active);
    }
    g_assert_cmpuint(chosen, ==, 2);                                         /* a plot and a table */
    g_assert_cmpuint(others, ==, ulp_experiment_find("sum", NULL)->n_plots); /* the other plots, and the other table */
    guint selected = 0;
    for (guint n = 0;; n++) {
      GtkWidget *row = ulp_test_find(fixture.window, GTK_TYPE_LIST_BOX_ROW, n);
      if (!row)
        break;
      if (gtk_widget_has_css_class(gtk_widget_get_parent(row), "ulp-sidebar")) {
        const gboolean active = gtk_list_box_row_is_selected(GTK_LIST_BOX_ROW(row));
        selected += (guint)active;
        g_assert_cmpint(count_pixels(image, row, 14, 0, tint) > 200, ==, active);
        g_assert_cmpint(count_pixels(image, row, 14, 0, bar) > 60, ==, active);
      }
    }
    g_assert_cmpuint(selected, ==, 1);
    cairo_surface_destroy(image);
    ulp_page_close(&fixture);
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/feedback/start-clears", test_start_clears);
  g_test_add_func("/pages/feedback/too-large", test_too_large);
  g_test_add_func("/pages/feedback/export-keeps-the-verdict", test_export_keeps_the_verdict);
  g_test_add_func("/pages/feedback/chosen-is-seen", test_chosen_is_seen);
  return g_test_run();
}
