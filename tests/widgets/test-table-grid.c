/* The grid shows a table's cells as a person reads them, keeps the exact bits at hand and follows later tables. */
#include "tests/widgets/widget-test.h"
#include "ui/widgets/row-list.h"
#include "ui/widgets/row-order.h"
#include "ui/widgets/table-grid.h"

#include <math.h>

static const UlpColumn columns[] = {
    {"name", ULP_COLUMN_TEXT, "name", "", "a word"},
    {"n", ULP_COLUMN_COUNT, "N", "elements", "a count"},
    {"ratio", ULP_COLUMN_REAL, "ratio", "1", "a number"},
    {"value", ULP_COLUMN_VALUE, "result", "1", "bits"},
};

static UlpTable *table_of(guint n_rows) {
  UlpTable *table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < n_rows; i++) {
    const UlpCell cells[] = {ulp_cell_text(i % 2 ? "odd" : "even"), ulp_cell_count(i), ulp_cell_real(i / 4.0),
                             ulp_cell_value(ULP_FORMAT_FP32, 0x3dcccccd)};
    ulp_table_append(table, cells);
  }
  return table;
}

static void test_empty(void) {
  GtkWidget *grid = ulp_table_grid_new("Nothing here");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_assert_true(ulp_test_shows(grid, "Nothing here"));
  g_autofree char *text = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(text, ==, "");
  g_autoptr(UlpTable) empty = table_of(0);
  ulp_table_grid_set_table(grid, empty);
  ulp_test_settle(grid);
  g_assert_true(ulp_test_shows(grid, "Nothing here"));
  ulp_test_assert_gone(window, grid);
}

static void test_cells(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(3);
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  g_assert_false(ulp_test_shows(grid, "empty"));
  g_assert_true(ulp_test_shows(grid, "N [elements]"));
  g_assert_true(ulp_test_shows(grid, "even"));
  g_assert_true(ulp_test_shows(grid, "0.25"));
  g_autofree char *text = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(
      text, ==,
      "name\tN [elements]\tratio\tresult\n"
      "even\t0\t0\t0.10000000149011612\nodd\t1\t0.25\t0.10000000149011612\neven\t2\t0.5\t0.10000000149011612\n");
  ulp_test_assert_gone(window, grid);
}

/* Setting a tooltip asks the display server something each time; cells are asked for theirs instead. */
static void test_tooltip(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(3);
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  g_autofree char *bits = ulp_table_grid_tooltip(grid, 1, 3);
  g_assert_cmpstr(bits, ==, "0x1.99999ap-4 (fp32 0x3dcccccd)");
  g_assert_null(ulp_table_grid_tooltip(grid, 1, 2));

  g_autoptr(UlpTable) third = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  ulp_table_append(third, (UlpCell[]){ulp_cell_text("third"), ulp_cell_count(1), ulp_cell_real(1 / 3.0),
                                      ulp_cell_value(ULP_FORMAT_FP32, 0)});
  ulp_table_grid_set_table(grid, third);
  ulp_test_settle(grid);
  g_autofree char *digits = ulp_table_grid_tooltip(grid, 0, 2);
  g_assert_cmpstr(digits, ==, "0.3333333333333333");
  g_assert_true(ulp_test_shows(grid, "0.333333"));
  for (guint n = 0; ulp_test_find(grid, GTK_TYPE_LABEL, n); n++) {
    GtkWidget *label = ulp_test_find(grid, GTK_TYPE_LABEL, n);
    if (g_str_equal(gtk_label_get_text(GTK_LABEL(label)), "0.333333")) {
      gboolean shown = FALSE;
      GtkTooltip *tooltip = g_object_new(GTK_TYPE_TOOLTIP, NULL);
      g_signal_emit_by_name(label, "query-tooltip", 0, 0, FALSE, tooltip, &shown);
      g_assert_true(shown);
      g_object_unref(tooltip);
    }
  }
  ulp_test_assert_gone(window, grid);
}

static void test_selected_rows(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(5);
  ulp_table_grid_set_table(grid, table);
  GtkWidget *view = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0);
  gtk_selection_model_select_item(gtk_column_view_get_model(GTK_COLUMN_VIEW(view)), 3, TRUE);
  g_autofree char *text = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(text, ==, "name\tN [elements]\tratio\tresult\nodd\t3\t0.75\t0.10000000149011612\n");
  ulp_test_assert_gone(window, grid);
}

/* Other cells in the same rows, more rows, fewer rows. */
/* Lines to be copied into a program: of the rows selected, or of the first one; none where no column is code. */
static void test_code(void) {
  static const UlpColumn with_code[] = {
      {"name", ULP_COLUMN_TEXT, "name", "", "a word"},
      {"test", ULP_COLUMN_TEXT, "test", "", "a line", .flags = ULP_COLUMN_IS_CODE},
  };
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_assert_null(ulp_table_grid_code(grid));
  g_autoptr(UlpTable) plain = table_of(3);
  ulp_table_grid_set_table(grid, plain);
  g_assert_null(ulp_table_grid_code(grid));
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", with_code, 2);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *line = g_strdup_printf("assert(%u);", i);
    ulp_table_append(table, (UlpCell[]){ulp_cell_text("C"), ulp_cell_text(line)});
  }
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  g_autofree char *first = ulp_table_grid_code(grid);
  g_assert_cmpstr(first, ==, "assert(0);\n");
  GtkColumnView *view = GTK_COLUMN_VIEW(ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0));
  gtk_selection_model_select_item(gtk_column_view_get_model(view), 1, TRUE);
  gtk_selection_model_select_item(gtk_column_view_get_model(view), 2, FALSE);
  g_autofree char *selected = ulp_table_grid_code(grid);
  g_assert_cmpstr(selected, ==, "assert(1);\nassert(2);\n");
  ulp_test_assert_gone(window, grid);
}

static void test_follows(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) first = table_of(1);
  ulp_table_grid_set_table(grid, first);
  ulp_test_settle(grid);
  g_assert_false(ulp_test_shows(grid, "42.5"));

  g_autoptr(UlpTable) other = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  const UlpCell cells[] = {ulp_cell_text("changed"), ulp_cell_count(7), ulp_cell_real(42.5),
                           ulp_cell_value(ULP_FORMAT_FP64, 0)};
  ulp_table_append(other, cells);
  ulp_table_grid_set_table(grid, other);
  ulp_test_settle(grid);
  g_assert_true(ulp_test_shows(grid, "42.5"));
  g_assert_true(ulp_test_shows(grid, "changed"));

  g_autoptr(UlpTable) more = table_of(4);
  ulp_table_grid_set_table(grid, more);
  ulp_test_settle(grid);
  g_assert_true(ulp_test_shows(grid, "0.75"));
  g_assert_false(ulp_test_shows(grid, "changed"));
  ulp_table_grid_set_table(grid, first);
  ulp_test_settle(grid);
  g_assert_false(ulp_test_shows(grid, "0.75"));
  ulp_table_grid_set_table(grid, NULL);
  ulp_test_settle(grid);
  g_assert_true(ulp_test_shows(grid, "empty"));
  ulp_test_assert_gone(window, grid);
}

/* A long table makes as many cells as are seen, give or take, not as many as it has. */
static void test_long(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(200000);
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  guint labels = 0;
  while (ulp_test_find(grid, GTK_TYPE_LABEL, labels))
    labels++;
  g_assert_cmpuint(labels, <, 4000);
  ulp_test_assert_gone(window, grid);
}

/* Hidden columns come on view by the menu of a heading; alarms have the error colour. */
static void test_flags(void) {
  static const UlpColumn flagged[] = {
      {"name", ULP_COLUMN_TEXT, "name", "", "a word"},
      {"more", ULP_COLUMN_COUNT, "more", "1", "a count", .flags = ULP_COLUMN_IS_HIDDEN},
      {"verdict", ULP_COLUMN_TEXT, "verdict", "", "a verdict", .flags = ULP_COLUMN_IS_ALARM},
  };
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", flagged, G_N_ELEMENTS(flagged));
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("good"), ulp_cell_count(77), ulp_cell_text("PASS")});
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("bad"), ulp_cell_count(78), ulp_cell_text("FAIL")});
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  g_autofree char *before = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(before, ==, "name\tverdict\ngood\tPASS\nbad\tFAIL\n");
  guint alarms = 0;
  for (guint n = 0; ulp_test_find(grid, GTK_TYPE_LABEL, n); n++) {
    GtkWidget *label = ulp_test_find(grid, GTK_TYPE_LABEL, n);
    const gboolean alarm = gtk_widget_has_css_class(label, "ulp-error");
    g_assert_true(alarm == g_str_equal(gtk_label_get_text(GTK_LABEL(label)), "FAIL"));
    alarms += alarm;
  }
  g_assert_cmpuint(alarms, ==, 1);

  gtk_widget_activate_action(ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0), "columns.show-more", NULL);
  ulp_test_settle(grid);
  g_autofree char *after = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(after, ==, "name\tmore\tverdict\ngood\t77\tPASS\nbad\t78\tFAIL\n");
  ulp_table_grid_set_table(grid, table); /* the user's choice stays */
  g_autofree char *still = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(still, ==, after);
  ulp_test_assert_gone(window, grid);
}

/* --- sorting --- */

static const UlpColumn mixed_columns[] = {
    {"name", ULP_COLUMN_TEXT, "name", "", "a word"},
    {"verdict", ULP_COLUMN_TEXT, "verdict", "", "as it should be or not", .flags = ULP_COLUMN_IS_ALARM},
    {"ratio", ULP_COLUMN_REAL, "ratio", "1", "a number"},
    {"bits", ULP_COLUMN_TEXT, "bits", "", "a pattern"},
    {"value", ULP_COLUMN_VALUE, "result", "1", "a value"},
    {"device", ULP_COLUMN_TEXT, "device", "", "where"},
};

/* -2 0 0.5 -0 and 1 in fp16, and a NaN. */
static UlpTable *mixed_table(void) {
  static const struct {
    const char *name, *verdict;
    double ratio;
    const char *bits;
    guint value;
  } rows[] = {{"fp16", "PASS", 2, "0x3c01", 0xc000}, {"fp8", "FAIL", NAN, "0x0a", 0x0000},
              {"fp128", "PASS", -1, "", 0x3800},     {"bf16", "PASS", 10, "0x0000000b", 0x8000},
              {"fp8", "PASS", 2, "9", 0x7e00},       {"tree-fp32", "FAIL", 0.5, "none", 0x3c00}};
  UlpTable *table = ulp_table_new("mixed", "T", mixed_columns, G_N_ELEMENTS(mixed_columns));
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_text(rows[i].name), ulp_cell_text(rows[i].verdict),
                                        ulp_cell_real(rows[i].ratio), ulp_cell_text(rows[i].bits),
                                        ulp_cell_value(ULP_FORMAT_FP16, rows[i].value), ulp_cell_text("CPU")});
  return table;
}

static void test_order(void) {
  static const struct {
    guint column;
    gboolean falling;
    guint32 rows[6];
  } cases[] = {
      {0, FALSE, {3, 1, 4, 0, 2, 5}}, /* bf16 fp8 fp8 fp16 fp128 tree-fp32 */
      {0, TRUE, {5, 2, 0, 1, 4, 3}},  /* equal ones stay in order */
      {2, FALSE, {2, 5, 0, 4, 3, 1}}, /* -1 0.5 2 2 10 NaN */
      {2, TRUE, {3, 0, 4, 5, 2, 1}},  /* NaN is last, too */
      {3, FALSE, {4, 1, 3, 0, 2, 5}}, /* 9 10 11 15361, then what is no number */
      {4, FALSE, {0, 1, 3, 2, 5, 4}}, /* -2 0 -0 0.5 1 NaN */
  };
  g_autoptr(UlpTable) table = mixed_table();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree guint32 *order = ulp_row_order(table, cases[i].column, cases[i].falling);
    for (guint k = 0; k < 6; k++)
      g_assert_cmpuint(order[k], ==, cases[i].rows[k]);
  }
}

static GtkColumnViewColumn *column_at(GtkWidget *view, guint index) {
  g_autoptr(GtkColumnViewColumn) column =
      g_list_model_get_item(gtk_column_view_get_columns(GTK_COLUMN_VIEW(view)), index);
  return column;
}

/* As a click on a heading does; the row that is selected goes with its place, and copies are in the order on view. */
static void test_sorted(void) {
  GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = mixed_table();
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  GtkWidget *pinned = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0),
            *others = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 1);
  ulp_table_grid_select(grid, 2);
  gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(others), column_at(others, 0), GTK_SORT_ASCENDING);
  ulp_test_settle(grid);
  GtkSelectionModel *model = gtk_column_view_get_model(GTK_COLUMN_VIEW(others));
  g_assert_true(model == gtk_column_view_get_model(GTK_COLUMN_VIEW(pinned)));
  g_assert_true(gtk_selection_model_is_selected(model, 0)); /* -1 is the smallest */
  g_autofree char *one = ulp_table_grid_to_text(grid);
  g_assert_nonnull(strstr(one, "\nfp128\tPASS\t-1\t"));
  g_autoptr(UlpTable) later = mixed_table();
  ulp_table_append(later, (UlpCell[]){ulp_cell_text("fp4"), ulp_cell_text("PASS"), ulp_cell_real(-3),
                                      ulp_cell_text("x"), ulp_cell_value(ULP_FORMAT_FP16, 0), ulp_cell_text("CPU")});
  ulp_table_grid_set_table(grid, later); /* in the same order */
  ulp_test_settle(grid);
  g_autofree char *still = ulp_table_grid_to_text(grid);
  g_assert_cmpstr(still, ==, one);
  g_assert_true(gtk_selection_model_is_selected(model, 1));

  gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(pinned), column_at(pinned, 0), GTK_SORT_DESCENDING);
  ulp_test_settle(grid);
  gtk_selection_model_unselect_all(model);
  g_autofree char *all = ulp_table_grid_to_text(grid);
  g_assert_true(strstr(all, "\ntree-fp32") < strstr(all, "\nfp128"));
  g_assert_true(strstr(all, "\nfp128") < strstr(all, "\nbf16"));

  gtk_widget_activate_action(pinned, "columns.sort", "s", ""); /* by keys, from the menu */
  ulp_test_settle(grid);
  g_autofree char *as_computed = ulp_table_grid_to_text(grid);
  g_assert_nonnull(strstr(as_computed, "device\nfp16\t"));
  ulp_test_assert_gone(window, grid);
}

/* The first column and the verdict are in the view that does not scroll sideways, and rows of both lie side by side. */
static void test_pinned(void) {
  GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 300, 300);
  g_autoptr(UlpTable) table = mixed_table();
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("∑ 東京 ⁻¹"), ulp_cell_text("PASS"), ulp_cell_real(1),
                                      ulp_cell_text("x"), ulp_cell_value(ULP_FORMAT_FP16, 0), ulp_cell_text("GPU")});
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  GtkWidget *pinned = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0),
            *others = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 1);
  g_assert_true(ulp_test_shows(pinned, "fp16"));
  g_assert_true(ulp_test_shows(pinned, "FAIL"));
  g_assert_false(ulp_test_shows(others, "FAIL"));
  g_assert_true(gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(pinned)) ==
                gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(others)));
  GtkAdjustment *sideways = gtk_scrollable_get_hadjustment(GTK_SCROLLABLE(pinned));
  g_assert_cmpfloat(gtk_adjustment_get_upper(sideways), <=, gtk_adjustment_get_page_size(sideways));
  GtkWidget *left = gtk_widget_get_first_child(gtk_widget_get_last_child(pinned)),
            *right = gtk_widget_get_first_child(gtk_widget_get_last_child(others));
  for (; left && right; left = gtk_widget_get_next_sibling(left), right = gtk_widget_get_next_sibling(right))
    g_assert_cmpint(gtk_widget_get_height(left), ==, gtk_widget_get_height(right));
  g_assert_true(!left && !right);
  ulp_test_assert_gone(window, grid);
}

static void test_said_once(void) {
  GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = mixed_table();
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  GtkWidget *said = ulp_test_find_named(grid, "said-once"), *others = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 1);
  g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(said)), ==, "In all rows: device: CPU");
  g_assert_false(ulp_test_shows(others, "CPU"));
  g_autofree char *text = ulp_table_grid_to_text(grid);
  g_assert_nonnull(strstr(text, "\tCPU\n")); /* copied all the same */
  g_autoptr(UlpTable) later = mixed_table();
  ulp_table_append(later, (UlpCell[]){ulp_cell_text("last"), ulp_cell_text("PASS"), ulp_cell_real(1),
                                      ulp_cell_text("x"), ulp_cell_value(ULP_FORMAT_FP16, 0), ulp_cell_text("GPU")});
  ulp_table_grid_set_table(grid, later);
  ulp_test_settle(grid);
  g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(said)), ==, "");
  g_assert_true(ulp_test_shows(others, "GPU"));
  ulp_test_assert_gone(window, grid);
}

/* Where the first column says nothing, the next one stays in sight. */
static void test_first_same(void) {
  GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < 3; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_text("always"), ulp_cell_count(100 + i), ulp_cell_real(i),
                                        ulp_cell_value(ULP_FORMAT_FP32, i)});
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  GtkWidget *pinned = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0);
  g_assert_true(ulp_test_shows(pinned, "101"));
  g_assert_true(ulp_test_shows(pinned, "N [elements]"));
  g_assert_false(ulp_test_shows(pinned, "always"));
  g_assert_true(ulp_test_shows(grid, "In all rows: name: always"));
  g_autoptr(UlpTable) other = table_of(3);
  ulp_table_grid_set_table(grid, other);
  ulp_test_settle(grid);
  g_assert_true(ulp_test_shows(pinned, "even"));
  g_assert_false(ulp_test_shows(pinned, "N [elements]"));
  ulp_test_assert_gone(window, grid);
}

/* Columns that were chosen are chosen for the next grid of such tables, too, as at the next start. */
static void test_kept(void) {
  for (guint i = 0; i < 3; i++) {
    GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 600, 300);
    g_autoptr(UlpTable) table = mixed_table();
    ulp_table_grid_set_table(grid, table);
    ulp_test_settle(grid);
    g_assert_true(ulp_test_shows(grid, "0x3c01") == (i != 1));
    if (i < 2)
      gtk_widget_activate_action(ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 0), "columns.show-bits", NULL);
    ulp_test_assert_gone(window, grid);
  }
}

/* A million rows are there, and sorted, before a person notices. */
static void test_million(void) {
  static const guint n = 1000000;
  GtkWidget *grid = ulp_table_grid_new("empty"), *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(n);
  const gint64 zero = g_get_monotonic_time();
  g_free(ulp_row_order(table, 2, TRUE));
  const gint64 begun = g_get_monotonic_time();
  g_test_message("order in %.0f ms", (begun - zero) / 1e3);
  ulp_table_grid_set_table(grid, table);
  ulp_test_settle(grid);
  const gint64 shown = g_get_monotonic_time();
  GtkWidget *others = ulp_test_find(grid, GTK_TYPE_COLUMN_VIEW, 1);
  gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(others), column_at(others, 1), GTK_SORT_DESCENDING);
  ulp_test_settle(grid);
  const gint64 sorted = g_get_monotonic_time();
  g_test_message("shown in %.0f ms, sorted in %.0f ms", (shown - begun) / 1e3, (sorted - shown) / 1e3);
  g_assert_true(ulp_test_shows(grid, "249999")); /* (n - 1) / 4 */
  g_assert_cmpint(shown - begun, <, ULP_TEST_CANCEL_LIMIT * 10);
  g_assert_cmpint(sorted - shown, <, ULP_TEST_CANCEL_LIMIT * 10);
  ulp_test_assert_gone(window, grid);
}

static void on_items_changed(GListModel *list, guint position, guint removed, guint added, guint changes[3]) {
  changes[0] = position, changes[1] = removed, changes[2] = added;
}

static void test_row_list(void) {
  UlpRowList *list = ulp_row_list_new();
  guint changes[3] = {99, 99, 99};
  g_signal_connect(list, "items-changed", G_CALLBACK(on_items_changed), changes);
  g_autoptr(UlpTable) two = table_of(2);
  g_autoptr(UlpTable) five = table_of(5);
  ulp_row_list_set_table(list, two);
  g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(list)), ==, 2);
  ulp_row_list_set_table(list, five);
  g_assert_cmpuint(changes[0], ==, 2);
  g_assert_cmpuint(changes[1], ==, 0);
  g_assert_cmpuint(changes[2], ==, 3);
  g_autoptr(UlpRow) row = g_list_model_get_item(G_LIST_MODEL(list), 4);
  g_assert_cmpuint(ulp_row_index(row), ==, 4);
  g_assert_null(g_list_model_get_item(G_LIST_MODEL(list), 5));
  ulp_row_list_set_table(list, NULL);
  g_assert_cmpuint(changes[1], ==, 5);
  g_assert_finalize_object(list);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/widgets/table-grid/empty", test_empty);
  g_test_add_func("/widgets/table-grid/cells", test_cells);
  g_test_add_func("/widgets/table-grid/tooltip", test_tooltip);
  g_test_add_func("/widgets/table-grid/selected-rows", test_selected_rows);
  g_test_add_func("/widgets/table-grid/code", test_code);
  g_test_add_func("/widgets/table-grid/follows", test_follows);
  g_test_add_func("/widgets/table-grid/long", test_long);
  g_test_add_func("/widgets/table-grid/flags", test_flags);
  g_test_add_func("/widgets/table-grid/row-list", test_row_list);
  g_test_add_func("/widgets/table-grid/order", test_order);
  g_test_add_func("/widgets/table-grid/sorted", test_sorted);
  g_test_add_func("/widgets/table-grid/pinned", test_pinned);
  g_test_add_func("/widgets/table-grid/said-once", test_said_once);
  g_test_add_func("/widgets/table-grid/first-same", test_first_same);
  g_test_add_func("/widgets/table-grid/kept", test_kept);
  g_test_add_func("/widgets/table-grid/million", test_million);
  return g_test_run();
}
