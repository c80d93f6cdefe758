/* A page is a kind and a value: others than the window's own appear, are shown, run and export like them. */
#include "tests/pages/page-test.h"
#include "ui/pages/bits-page.h"

#include <glib/gstdio.h>
#include <string.h>

static guint n_rows(GtkListBox *list) {
  guint n = 0;
  while (gtk_list_box_get_row_at_index(list, (int)n))
    n++;
  return n;
}

static GtkListBox *sidebar(GtkWidget *window) { return GTK_LIST_BOX(ulp_test_find(window, GTK_TYPE_LIST_BOX, 0)); }

static void free_document(gpointer document) { ulp_run_document_unref(document); }

/* A second page of an experiment, of a run that was written down as a command. */
static void test_same_experiment(void) {
  UlpPageFixture first;
  ulp_page_open(&first, "sum");
  GtkWidget *window = first.window;
  const guint before = n_rows(sidebar(window));
  UlpRunDocument *document =
      ulp_run_document_from_text("ulp run sum --input tenths:n=100 --algorithms kahan,seq-fp32", NULL);
  g_assert_nonnull(document);
  ulp_window_add_page(ULP_WINDOW(window),
                      &(UlpPage){&ulp_page_kind_experiment, "tenths", "A hundred tenths", document, free_document});
  ulp_test_settle(window);
  g_assert_cmpuint(n_rows(sidebar(window)), ==, before + 1);
  g_assert_true(ulp_test_shows(GTK_WIDGET(sidebar(window)), "A hundred tenths"));
  g_assert_true(ulp_window_get_page(ULP_WINDOW(window)) == first.page); /* not shown by itself */

  gtk_list_box_select_row(sidebar(window), gtk_list_box_get_row_at_index(sidebar(window), (int)before));
  ulp_test_settle(window);
  UlpPageFixture second = {window, ulp_window_get_page(ULP_WINDOW(window)), NULL};
  second.actions = ulp_experiment_page_actions(second.page);
  g_assert_true(second.page != first.page);
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "A hundred tenths");
  g_autoptr(GVariant) state = g_action_group_get_action_state(G_ACTION_GROUP(window), "page");
  g_assert_cmpstr(g_variant_get_string(state, NULL), ==, "tenths");
  g_assert_cmpuint(ulp_layout_check(window), ==, 0);

  g_assert_true(gtk_widget_activate_action(window, "page.run", NULL)); /* the menu's and keys' */
  ulp_test_wait(ulp_page_idle, &second);
  g_assert_cmpuint(ulp_page_rows(&second), ==, 2);
  g_assert_cmpuint(ulp_page_rows(&first), ==, 0);
  g_assert_true(ulp_test_shows(second.page, "ulp run sum --input tenths:n=100"));
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL), *path = g_build_filename(folder, "sum.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_experiment_page_export(second.page, "csv", path, &error));
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "tenths:n=100"));
  g_remove(path);
  g_rmdir(folder);

  g_assert_true(ulp_window_show_page(ULP_WINDOW(window), "sum", NULL));
  g_assert_true(ulp_window_get_page(ULP_WINDOW(window)) == first.page);
  gtk_widget_activate_action(window, "win.previous-page", NULL);
  ulp_test_assert_gone(window, first.page);
}

/* --- a kind that the program does not have --- */

typedef struct {
  const char *text;
  guint n_made, n_exports, n_freed;
} Note;

static void export_note(GSimpleAction *action, GVariant *parameter, gpointer note) { ((Note *)note)->n_exports++; }

static GtkWidget *create_note(gconstpointer value) {
  static const GActionEntry entries[] = {{.name = "export-json", .activate = export_note}};
  Note *note = (Note *)value;
  note->n_made++;
  GSimpleActionGroup *actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, G_N_ELEMENTS(entries), note);
  GtkWidget *label = gtk_label_new(note->text);
  g_object_set_data_full(G_OBJECT(label), "actions", actions, g_object_unref);
  return label;
}

static GActionGroup *note_actions(GtkWidget *page) { return g_object_get_data(G_OBJECT(page), "actions"); }

static void free_note(gpointer value) { ((Note *)value)->n_freed++; }

static const UlpPageKind note_kind = {.create = create_note, .actions = note_actions};

static void test_other_kind(void) {
  Note one = {"What a ulp is"}, two = {"Why sums differ"};
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  GtkWidget *window = fixture.window;
  ulp_window_add_page(ULP_WINDOW(window), &(UlpPage){&note_kind, "note-1", "First note", &one, free_note});
  ulp_window_add_page(ULP_WINDOW(window), &(UlpPage){&note_kind, "note-2", "Second note", &two, free_note});
  g_assert_cmpuint(one.n_made + two.n_made, ==, 0); /* not before it is shown */

  gtk_widget_activate_action(window, "win.page", "s", "note-1");
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "First note");
  g_assert_true(ulp_test_shows(window, "What a ulp is"));
  g_assert_true(gtk_widget_activate_action(window, "page.export-json", NULL));
  g_assert_false(gtk_widget_activate_action(window, "page.run", NULL));
  gtk_widget_activate_action(window, "win.next-page", NULL);
  g_assert_true(ulp_test_shows(window, "Why sums differ"));
  gtk_widget_activate_action(window, "win.next-page", NULL); /* round to the first */
  g_assert_true(ulp_window_get_page(ULP_WINDOW(window)) == fixture.page);
  gtk_widget_activate_action(window, "win.page", "s", "note-1");
  g_assert_cmpuint(one.n_made, ==, 1);
  g_assert_cmpuint(one.n_exports, ==, 1);
  g_assert_cmpuint(two.n_exports, ==, 0);
  g_assert_cmpuint(one.n_freed, ==, 0);
  ulp_test_assert_gone(window, fixture.page);
  g_assert_cmpuint(one.n_freed, ==, 1);
  g_assert_cmpuint(two.n_freed, ==, 1);
}

/* A page of the window's own kind with formats that the program has no names for. */
static void test_bits(void) {
  static const UlpBitsStart start = {"0.1", "e3m1,e15m100"};
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "bits");
  ulp_window_add_page(ULP_WINDOW(fixture.window),
                      &(UlpPage){&ulp_page_kind_bits, "narrow", "Narrow and wide", (gpointer)&start, NULL});
  g_assert_true(ulp_window_show_page(ULP_WINDOW(fixture.window), "narrow", NULL));
  ulp_test_settle(fixture.window);
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL), *path = g_build_filename(folder, "bits.csv", NULL);
  g_autofree char *text = NULL;
  GtkWidget *page = ulp_window_get_page(ULP_WINDOW(fixture.window));
  g_assert_true(ulp_bits_page_export(ULP_BITS_PAGE(page), "csv", path, NULL));
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "0x0003ffb999999999999999999999999a"));
  g_assert_null(strstr(text, "fp16"));
  g_remove(path);
  g_rmdir(folder);
  ulp_test_assert_gone(fixture.window, fixture.page);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/added-page/same-experiment", test_same_experiment);
  g_test_add_func("/pages/added-page/other-kind", test_other_kind);
  g_test_add_func("/pages/added-page/bits", test_bits);
  return g_test_run();
}
