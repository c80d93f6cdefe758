/* Every term is explained at the pointer and by a key, and the glossary is gone through by search and links. */
#include "tests/pages/page-test.h"
#include "ui/pages/glossary-window.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/table-grid.h"

static GtkWidget *find_label(GtkWidget *root, const char *text) {
  for (guint n = 0;; n++) {
    GtkWidget *label = ulp_test_find(root, GTK_TYPE_LABEL, n);
    if (!label || g_str_equal(gtk_label_get_text(GTK_LABEL(label)), text))
      return label;
  }
}

static void close_glossary(UlpGlossaryWindow *glossary) {
  gtk_window_destroy(GTK_WINDOW(glossary));
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

static void test_search_and_links(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  UlpGlossaryWindow *glossary = ulp_glossary_window_show(GTK_WINDOW(fixture.window), "tie", NULL);
  ulp_test_wait(ulp_test_is_mapped, glossary);
  g_assert_cmpstr(ulp_glossary_window_term(glossary), ==, "tie");
  g_assert_true(ulp_test_shows(GTK_WIDGET(glossary), "exactly in the middle"));

  GtkWidget *more = NULL;
  for (guint n = 0; !more && ulp_test_find(GTK_WIDGET(glossary), GTK_TYPE_LABEL, n); n++) {
    GtkWidget *label = ulp_test_find(GTK_WIDGET(glossary), GTK_TYPE_LABEL, n);
    more = strstr(gtk_label_get_label(GTK_LABEL(label)), "href=\"fp16\"") ? label : NULL;
  }
  g_assert_nonnull(more);
  g_assert_true(gtk_widget_get_focusable(more)); /* Tab reaches its links */
  gboolean taken = FALSE;
  g_signal_emit_by_name(more, "activate-link", "fp16", &taken);
  g_assert_true(taken);
  g_assert_cmpstr(ulp_glossary_window_term(glossary), ==, "fp16");
  g_assert_true(ulp_test_shows(GTK_WIDGET(glossary), "65504"));

  GtkWidget *search = ulp_test_find(GTK_WIDGET(glossary), GTK_TYPE_SEARCH_ENTRY, 0);
  gtk_editable_set_text(GTK_EDITABLE(search), "too small leading");
  g_signal_emit_by_name(search, "search-changed");
  ulp_test_settle(GTK_WIDGET(glossary));
  GtkWidget *list = ulp_test_find_named(GTK_WIDGET(glossary), "terms");
  g_assert_true(ulp_test_shows(list, "subnormal"));
  g_assert_false(ulp_test_shows(list, "kahan"));
  g_assert_cmpstr(ulp_glossary_window_term(glossary), ==, "subnormal"); /* the only one */
  close_glossary(glossary);
  ulp_page_close(&fixture);
}

static void test_markup(void) {
  g_autofree char *markup = ulp_glossary_markup("An ulp of <fp16> & subnormals", "ulp");
  g_assert_cmpstr(markup, ==, "An ulp of &lt;<a href=\"fp16\">fp16</a>&gt; &amp; <a href=\"subnormal\">subnormals</a>");
}

/* The key opens the glossary at what has the focus: an algorithm, the words round an entry. */
static void test_focus(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  GtkWidget *check = gtk_widget_get_parent(find_label(fixture.page, "seq-fp32"));
  gtk_widget_grab_focus(check);
  gtk_widget_activate_action(fixture.window, "win.explain", NULL);
  UlpGlossaryWindow *glossary = g_object_get_data(G_OBJECT(fixture.window), "ulp-glossary");
  g_assert_nonnull(glossary);
  ulp_test_wait(ulp_test_is_mapped, glossary);
  g_assert_cmpstr(ulp_glossary_window_term(glossary), ==, "seq-fp32");
  g_assert_true(ulp_test_shows(GTK_WIDGET(glossary), "What has the focus"));
  close_glossary(glossary);

  gtk_widget_activate_action(fixture.window, "win.glossary", NULL);
  glossary = g_object_get_data(G_OBJECT(fixture.window), "ulp-glossary");
  ulp_test_wait(ulp_test_is_mapped, glossary);
  g_assert_cmpstr(ulp_glossary_window_term(glossary), ==, "accumulator");
  close_glossary(glossary);
  ulp_page_close(&fixture);
}

/* Whatever has the focus on whatever page, the key finds something to say. */
static void test_everywhere(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  for (guint i = 0; i < 30; i++) {
    gtk_widget_child_focus(fixture.window, GTK_DIR_TAB_FORWARD);
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(fixture.window));
    g_autoptr(GArray) here = ulp_explain_here(focus);
    g_assert_cmpuint(here->len, >, 0);
  }
  ulp_page_close(&fixture);
}

static void test_table(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "sum");
  ulp_page_set(&fixture, "input", "uniform:n=1000");
  ulp_page_run(&fixture);
  GtkWidget *grid = ulp_test_find(fixture.page, ulp_table_grid_get_type(), 1);
  g_autoptr(GArray) here = ulp_explain_here(grid);
  gboolean meaning = FALSE, value = FALSE;
  for (guint i = 0; i < here->len; i++) {
    const UlpTerm *term = &g_array_index(here, UlpTerm, i);
    meaning = meaning || (g_str_equal(term->id, "result") && *term->line);
    value = value || strstr(term->more, "In row 1: seq-fp32");
  }
  g_assert_true(meaning);
  g_assert_true(value);
  g_autofree char *tooltip = ulp_table_grid_tooltip(grid, 0, 0);
  g_assert_true(g_str_has_prefix(tooltip, "seq-fp32: "));
  ulp_page_close(&fixture);
}

/* At the pointer: the word of a label, not its neighbours. */
static void test_pointer(void) {
  GtkWidget *label = gtk_label_new("errors in ulps of bf16"), *window = ulp_test_window(label, 400, 100);
  ulp_explain_install(window);
  int left, top;
  gtk_label_get_layout_offsets(GTK_LABEL(label), &left, &top);
  static const struct {
    guint byte;
    const char *line;
  } words[] = {{2, NULL}, {11, "ulp: the gap"}, {20, "bf16: bfloat16"}};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
    PangoRectangle place;
    double x, y;
    pango_layout_index_to_pos(gtk_label_get_layout(GTK_LABEL(label)), (int)words[i].byte, &place);
    gtk_widget_translate_coordinates(label, window, left + (place.x + place.width / 2.0) / PANGO_SCALE,
                                     top + (place.y + place.height / 2.0) / PANGO_SCALE, &x, &y);
    gboolean shown = FALSE;
    GtkTooltip *tooltip = g_object_new(GTK_TYPE_TOOLTIP, NULL);
    g_signal_emit_by_name(window, "query-tooltip", (int)x, (int)y, FALSE, tooltip, &shown);
    g_assert_true(shown == (words[i].line != NULL));
    g_object_unref(tooltip);
  }
  ulp_test_assert_gone(window, label);
}

static void test_set(void) {
  GtkWidget *label = gtk_label_new("x"), *window = ulp_test_window(label, 200, 100);
  ulp_explain_set(label, "rz", "Rounding");
  g_assert_cmpstr(gtk_widget_get_tooltip_text(label), ==, "Rounding\nrz: toward zero");
  gtk_test_accessible_check_property(GTK_ACCESSIBLE(label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                     "Rounding\nrz: toward zero");
  g_autoptr(GArray) here = ulp_explain_here(label);
  g_assert_cmpuint(here->len, >=, 1);
  g_assert_cmpstr(g_array_index(here, UlpTerm, 0).id, ==, "rz");
  ulp_explain_set(label, "no such term", "Rounding");
  g_assert_cmpstr(gtk_widget_get_tooltip_text(label), ==, "Rounding");
  ulp_test_assert_gone(window, label);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/glossary/search-and-links", test_search_and_links);
  g_test_add_func("/pages/glossary/markup", test_markup);
  g_test_add_func("/pages/glossary/focus", test_focus);
  g_test_add_func("/pages/glossary/everywhere", test_everywhere);
  g_test_add_func("/pages/glossary/table", test_table);
  g_test_add_func("/pages/glossary/pointer", test_pointer);
  g_test_add_func("/pages/glossary/set", test_set);
  return g_test_run();
}
