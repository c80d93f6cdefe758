/* The window without a pointer: Tab reaches every control of every page and changes nothing on its way. */
#include "tests/pages/page-test.h"
#include "tests/widgets/press.h"
#include "ui/widgets/bit-field.h"
#include "ui/widgets/plot-canvas.h"

#define MOST_STEPS 400

static gboolean is_control(GtkWidget *widget) {
  const GType types[] = {GTK_TYPE_BUTTON,      GTK_TYPE_CHECK_BUTTON, GTK_TYPE_TEXT,       GTK_TYPE_DROP_DOWN,
                         GTK_TYPE_COLUMN_VIEW, ULP_TYPE_BIT_FIELD,    ULP_TYPE_PLOT_CANVAS};
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_type_is_a(G_OBJECT_TYPE(widget), types[i]))
      return TRUE;
  return FALSE;
}

/* A control counts as reached with whatever is inside it; one of a window's own buttons is left out. */
static void find_unreached(GtkWidget *widget, GHashTable *reached, guint *n) {
  if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget) || GTK_IS_POPOVER(widget) ||
      GTK_IS_WINDOW_CONTROLS(widget) || g_hash_table_contains(reached, widget))
    return;
  if (is_control(widget) && gtk_widget_get_focusable(widget)) {
    g_test_message("not reached: %s %s", G_OBJECT_TYPE_NAME(widget), gtk_widget_get_name(widget));
    ++*n;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    find_unreached(child, reached, n);
}

/* The focus and everything that holds it. */
static void reach(GHashTable *reached, GtkWidget *focus) {
  for (; focus && is_control(focus); focus = gtk_widget_get_parent(focus))
    g_hash_table_add(reached, focus);
}

static void check_page(GtkWidget *window, const char *id) {
  g_autoptr(GHashTable) reached = g_hash_table_new(NULL, NULL);
  GtkWidget *first = NULL;
  guint unreached = 0;
  GtkWidget *page = ulp_window_get_page(ULP_WINDOW(window));
  for (guint i = 0; i < MOST_STEPS; i++) {
    gtk_widget_child_focus(window, GTK_DIR_TAB_FORWARD);
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    if (ulp_window_get_page(ULP_WINDOW(window)) != page)
      g_error("page %s: the step to %s changed the page to %s", id, G_OBJECT_TYPE_NAME(focus),
              gtk_window_get_title(GTK_WINDOW(window)));
    if (focus && focus == first)
      break;
    first = first ? first : focus;
    reach(reached, focus);
    g_assert_cmpuint(i, <, MOST_STEPS - 1);
  }
  g_test_message("page %s: %u places", id, g_hash_table_size(reached));
  find_unreached(window, reached, &unreached);
  g_assert_cmpuint(unreached, ==, 0);
}

static void test_tab(void) {
  static const char *const ids[] = {"bits", "sum", "error-vs-n", "repeat", "convert"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    UlpPageFixture fixture;
    ulp_page_open(&fixture, ids[i]);
    check_page(fixture.window, ids[i]);
    ulp_page_close(&fixture);
  }
}

static void test_tab_after_run(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_run(&fixture);
  check_page(fixture.window, "sum");
  ulp_page_close(&fixture);
}

/* Arrows in the list of pages go from page to page, and the focus stays there; a page from elsewhere moves the row. */
static void test_sidebar(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  GtkListBox *list = GTK_LIST_BOX(ulp_test_find(fixture.window, GTK_TYPE_LIST_BOX, 0));
  g_assert_true(gtk_widget_grab_focus(GTK_WIDGET(gtk_list_box_get_selected_row(list))));
  g_assert_true(ulp_press(GTK_WIDGET(list), GDK_KEY_Down, 0));
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(fixture.window)), ==, "Two values");
  g_assert_true(gtk_widget_get_focus_child(GTK_WIDGET(list)) == GTK_WIDGET(gtk_list_box_get_row_at_index(list, 1)));
  g_assert_true(ulp_press(GTK_WIDGET(list), GDK_KEY_Up, 0));
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(fixture.window)), ==, "Bits");

  ulp_window_show_page(ULP_WINDOW(fixture.window), "convert", NULL);
  g_assert_cmpint(gtk_list_box_row_get_index(gtk_list_box_get_selected_row(list)), ==, 6);
  g_assert_null(gtk_widget_get_focus_child(GTK_WIDGET(list)));
  ulp_page_close(&fixture);
}

/* A page asked for before the window is shown has the focus when it is. */
static void test_first_focus(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "repeat");
  GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(fixture.window));
  g_assert_nonnull(focus);
  g_assert_true(gtk_widget_is_ancestor(focus, fixture.page));
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/keyboard/tab", test_tab);
  g_test_add_func("/pages/keyboard/tab-after-run", test_tab_after_run);
  g_test_add_func("/pages/keyboard/sidebar", test_sidebar);
  g_test_add_func("/pages/keyboard/first-focus", test_first_focus);
  return g_test_run();
}
