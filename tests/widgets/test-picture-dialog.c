/* The choices of an exported picture, its preview, and what is asked for in the end. */
#include "tests/plot/sample-tables.h"
#include "tests/widgets/widget-test.h"
#include "ui/widgets/picture-dialog.h"
#include "ui/widgets/style.h"

static char *format;
static UlpPlotExportOptions asked;

static void on_chosen(GtkWidget *parent, const char *chosen, const UlpPlotExportOptions *options) {
  format = g_strdup(chosen);
  asked = *options;
}

static void set_number(GtkWidget *dialog, const char *name, double value) {
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(ulp_test_find_named(dialog, name)), value);
}

static void choose(GtkWidget *dialog, const char *name, guint choice) {
  gtk_drop_down_set_selected(GTK_DROP_DOWN(ulp_test_find_named(dialog, name)), choice);
}

/* The ground of the preview at the right edge of its middle row, where the picture has no text. */
static guint32 ground(GtkWidget *dialog) {
  GtkWidget *preview = ulp_test_find_named(dialog, "preview");
  ulp_test_settle(dialog);
  cairo_surface_t *image = ulp_test_picture(preview);
  const int stride = cairo_image_surface_get_stride(image), height = cairo_image_surface_get_height(image);
  const guint32 *row = (const guint32 *)(gpointer)(cairo_image_surface_get_data(image) + (gsize)stride * (height / 2));
  const guint32 pixel = row[cairo_image_surface_get_width(image) - 2] & 0xffffff;
  cairo_surface_destroy(image);
  return pixel;
}

static GtkWidget *open_dialog(GtkWidget *parent, UlpTable *table) {
  GtkWidget *dialog = ulp_picture_dialog_new(parent, ulp_plot_new(&sample_error_spec, table), on_chosen);
  gtk_window_present(GTK_WINDOW(dialog));
  ulp_test_wait(ulp_test_is_mapped, dialog);
  ulp_test_settle(dialog);
  return dialog;
}

static void test_choices(void) {
  g_autoptr(UlpTable) table = sample_error_table(3);
  GtkWidget *parent = gtk_label_new("page"), *window = ulp_test_window(parent, 900, 600);
  GtkWidget *dialog = open_dialog(parent, table);
  g_assert_true(gtk_widget_get_sensitive(ulp_test_find_named(dialog, "text")));
  g_assert_false(gtk_widget_get_sensitive(ulp_test_find_named(dialog, "dpi")));
  set_number(dialog, "width", 1600); /* wide: the preview's right edge is the picture's */
  set_number(dialog, "height", 400);
  g_assert_cmphex(ground(dialog), ==, 0xffffff);
  choose(dialog, "theme", 1);
  g_assert_cmphex(ground(dialog), ==, 0x1e1e1e);
  g_assert_true(ulp_test_shows(dialog, "56.4 × 14.1 cm")); /* 1600/72 and 400/72 inches of 2.54 cm */

  choose(dialog, "format", 2);
  g_assert_false(gtk_widget_get_sensitive(ulp_test_find_named(dialog, "text")));
  set_number(dialog, "dpi", 192);
  set_number(dialog, "font-size", 14);
  g_assert_true(ulp_test_shows(dialog, "3200 × 800 pixels"));
  set_number(dialog, "height", 9000);
  set_number(dialog, "width", 9000);
  g_assert_false(gtk_widget_get_sensitive(ulp_test_find_named(dialog, "export")));
  set_number(dialog, "width", 1600);
  set_number(dialog, "height", 400);
  g_signal_emit_by_name(ulp_test_find_named(dialog, "export"), "clicked");
  g_assert_cmpstr(format, ==, "png");
  g_assert_cmpfloat(asked.width, ==, 1600);
  g_assert_cmpfloat(asked.height, ==, 400);
  g_assert_cmpfloat(asked.dpi, ==, 192);
  g_assert_cmpfloat(asked.style.font_size, ==, 14);
  g_assert_true(asked.style.dark);
  g_assert_true(asked.style.footer);
  g_assert_false(asked.text);
  g_clear_pointer(&format, g_free);
  ulp_test_assert_gone(window, parent);
}

static void test_dismissed(void) {
  g_autoptr(UlpTable) table = sample_error_table(3);
  GtkWidget *parent = gtk_label_new("page"), *window = ulp_test_window(parent, 900, 600);
  GtkWidget *dialog = open_dialog(parent, table);
  ulp_test_assert_gone(dialog, ulp_test_find_named(dialog, "preview"));
  g_assert_null(format);
  ulp_test_assert_gone(window, parent);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv);
  g_test_add_func("/picture-dialog/choices", test_choices);
  g_test_add_func("/picture-dialog/dismissed", test_dismissed);
  return g_test_run();
}
