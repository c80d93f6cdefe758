
#include "core/base/i18n.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/table-content.h"
#include "ui/widgets/table-grid-private.h"

#include <string.h>

#define MIN_HEIGHT 92 /* the headings and some rows */

G_DEFINE_TYPE(UlpTableGrid, ulp_table_grid, GTK_TYPE_WIDGET)

static gboolean same_columns(const UlpTable *a, const UlpTable *b) {
  gboolean same = ulp_table_n_columns(a) == ulp_table_n_columns(b);
  for (guint i = 0; same && i < ulp_table_n_columns(a); i++) {
    const UlpColumn *x = ulp_table_column(a, i), *y = ulp_table_column(b, i);
    same = g_str_equal(x->id, y->id) && x->type == y->type && g_str_equal(x->title, y->title) &&
           g_str_equal(x->unit, y->unit) && g_str_equal(x->meaning, y->meaning) && x->flags == y->flags;
  }
  return same;
}

void ulp_table_grid_set_table(GtkWidget *widget, UlpTable *table) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  g_autoptr(GArray) selected = ulp_table_grid_selected_rows(grid);
  if (table && !(grid->headings && same_columns(grid->headings, table))) {
    ulp_row_list_set_table(grid->rows, NULL);
    ulp_table_grid_build_columns(grid, table);
  }
  ulp_row_list_set_table(grid->rows, table);
  if (table)
    ulp_table_grid_update_columns(grid, table, selected);
  ulp_table_grid_show_cells(grid);
  gtk_stack_set_visible_child_name(GTK_STACK(grid->stack), table && ulp_table_n_rows(table) ? "rows" : "empty");
}

/* For the glossary: the columns on view, each with its cell of the row selected, or of the first one. */
static GArray *explain_columns(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  g_autoptr(GtkBitset) selected = gtk_selection_model_get_selection(grid->selection);
  const guint row =
      gtk_bitset_is_empty(selected) ? 0 : ulp_row_list_row(grid->rows, (guint)gtk_bitset_get_minimum(selected));
  g_string_chunk_clear(grid->explained);
  for (guint i = 0; table && row < ulp_table_n_rows(table) && i < ulp_table_n_columns(table); i++) {
    if (!ulp_table_grid_is_said(grid, i))
      continue;
    const UlpColumn *column = ulp_table_column(table, i);
    g_autofree char *heading = ulp_column_heading(column), *text = ulp_table_text(table, row, i);
    g_autofree char *detail = ulp_cell_detail(ulp_table_cell(table, row, i));
    g_autofree char *more =
        g_strdup_printf(_("In row %u: %s%s%s"), row + 1, text, detail ? "; " : "", detail ? detail : "");
    const UlpTerm entry = {g_string_chunk_insert(grid->explained, heading), "", ulp_translated(column->meaning),
                           g_string_chunk_insert(grid->explained, more),    "", ULP_TERM_WORD};
    g_array_append_val(entries, entry);
  }
  return entries;
}

/* The rows selected, or all where none is, in the order on view, of the columns that are said. */
static GdkContentProvider *content_of(UlpTableGrid *grid, UlpTable *table) {
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(guint)), rows = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < ulp_table_n_columns(table); i++)
    if (ulp_table_grid_is_said(grid, i))
      g_array_append_val(columns, i);
  g_autoptr(GtkBitset) own = gtk_selection_model_get_selection(grid->selection), selected = gtk_bitset_copy(own);
  if (gtk_bitset_is_empty(selected))
    gtk_bitset_add_range(selected, 0, g_list_model_get_n_items(G_LIST_MODEL(grid->rows)));
  GtkBitsetIter iter;
  guint position;
  for (gboolean valid = gtk_bitset_iter_init_first(&iter, selected, &position); valid;
       valid = gtk_bitset_iter_next(&iter, &position)) {
    const guint row = ulp_row_list_row(grid->rows, position);
    g_array_append_val(rows, row);
  }
  return ulp_table_content_new(table, columns, rows);
}

char *ulp_table_grid_to_text(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  if (!table)
    return g_strdup("");
  g_autoptr(GdkContentProvider) content = content_of(grid, table);
  return ulp_table_content_text(content);
}

void ulp_table_grid_copy(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  if (!table)
    return;
  g_autoptr(GdkContentProvider) content = content_of(grid, table);
  gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), content);
}

char *ulp_table_grid_code(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  const guint n_rows = table ? (guint)g_list_model_get_n_items(G_LIST_MODEL(grid->rows)) : 0;
  g_autoptr(GtkBitset) selected = gtk_selection_model_get_selection(grid->selection);
  GString *code = g_string_new(NULL);
  gboolean is_code = FALSE;
  for (guint i = 0; table && i < ulp_table_n_columns(table); i++) {
    if (!(ulp_table_column(table, i)->flags & ULP_COLUMN_IS_CODE))
      continue;
    is_code = TRUE;
    for (guint place = 0; place < n_rows; place++) {
      g_autofree char *text = ulp_table_text(table, ulp_row_list_row(grid->rows, place), i);
      if (gtk_bitset_is_empty(selected) ? place == 0 : gtk_bitset_contains(selected, place))
        g_string_append_printf(code, "%s\n", text);
    }
  }
  return g_string_free(code, !is_code);
}

static gboolean copy(GtkWidget *widget, GVariant *arguments, gpointer data) {
  ulp_table_grid_copy(widget);
  return TRUE;
}

void ulp_table_grid_select(GtkWidget *widget, guint row) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  if (row >= g_list_model_get_n_items(G_LIST_MODEL(grid->rows)))
    return;
  const guint position = ulp_row_list_position(grid->rows, row);
  grid->selecting = TRUE;
  gtk_selection_model_select_item(grid->selection, position, TRUE);
  grid->selecting = FALSE;
  GtkWidget *list = gtk_widget_get_last_child(grid->view); /* of the rows; the headings come before it */
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", position);
}

void ulp_table_grid_on_selected(GtkWidget *widget, void (*selected)(guint row, gpointer data), gpointer data) {
  ULP_TABLE_GRID(widget)->selected = selected;
  ULP_TABLE_GRID(widget)->selected_data = data;
}

static void on_selection_changed(UlpTableGrid *grid) {
  g_autoptr(GtkBitset) rows = gtk_selection_model_get_selection(grid->selection);
  if (grid->selected && !grid->selecting && gtk_bitset_get_size(rows) == 1)
    grid->selected(ulp_row_list_row(grid->rows, gtk_bitset_get_nth(rows, 0)), grid->selected_data);
}

GtkWidget *ulp_table_grid_new(const char *empty_text) {
  UlpTableGrid *grid = g_object_new(ULP_TYPE_TABLE_GRID, NULL);
  gtk_label_set_text(GTK_LABEL(grid->empty), empty_text);
  return GTK_WIDGET(grid);
}

static GtkWidget *view_new(UlpTableGrid *grid, const char *label) {
  GtkWidget *view = gtk_column_view_new(g_object_ref(grid->selection));
  gtk_column_view_set_show_row_separators(GTK_COLUMN_VIEW(view), TRUE);
  gtk_widget_add_css_class(view, "data-table"); /* the toolkit's narrow rows */
  gtk_widget_add_css_class(view, "ulp-table");
  gtk_accessible_update_property(GTK_ACCESSIBLE(view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return view;
}

static GtkWidget *scroller_new(GtkWidget *view) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), MIN_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), view);
  return scroller;
}

/* Side by side, scrolled down together. */
static GtkWidget *build_views(UlpTableGrid *grid) {
  grid->pinned = view_new(grid, _("Rows"));
  grid->view = view_new(grid, _("Their other columns"));
  gtk_widget_add_css_class(grid->pinned, "ulp-pinned");
  GtkWidget *pinned = scroller_new(grid->pinned), *others = scroller_new(grid->view);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(pinned), GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_vadjustment(GTK_SCROLLED_WINDOW(pinned),
                                      gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(others)));
  gtk_widget_set_hexpand(others, TRUE);
  GtkWidget *views = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append(GTK_BOX(views), pinned);
  gtk_box_append(GTK_BOX(views), others);
  gtk_widget_set_vexpand(views, TRUE);
  return views;
}

/* What all rows have, and the menu of the columns. */
static GtkWidget *build_head(UlpTableGrid *grid) {
  grid->said = gtk_label_new(NULL);
  gtk_widget_set_name(grid->said, "said-once");
  gtk_label_set_xalign(GTK_LABEL(grid->said), 0);
  gtk_label_set_ellipsize(GTK_LABEL(grid->said), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand(grid->said, TRUE);
  gtk_widget_add_css_class(grid->said, "ulp-dim");
  grid->menu = gtk_menu_button_new();
  gtk_menu_button_set_label(GTK_MENU_BUTTON(grid->menu), _("Columns"));
  gtk_widget_add_css_class(grid->menu, "ulp-tool");
  gtk_widget_set_tooltip_text(grid->menu, _("Which columns are shown, and by which the rows are sorted"));
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(head), grid->said);
  gtk_box_append(GTK_BOX(head), grid->menu);
  return head;
}

static void ulp_table_grid_init(UlpTableGrid *grid) {
  grid->cells = g_hash_table_new(NULL, NULL);
  grid->rows = ulp_row_list_new();
  grid->explained = g_string_chunk_new(256);
  grid->selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(grid->rows))));
  g_signal_connect_object(grid->selection, "selection-changed", G_CALLBACK(on_selection_changed), grid,
                          G_CONNECT_SWAPPED);

  grid->empty = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(grid->empty), TRUE);
  gtk_widget_add_css_class(grid->empty, "ulp-dim");

  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_box_append(GTK_BOX(box), build_head(grid));
  gtk_box_append(GTK_BOX(box), build_views(grid));
  grid->stack = gtk_stack_new();
  gtk_stack_add_named(GTK_STACK(grid->stack), grid->empty, "empty");
  gtk_stack_add_named(GTK_STACK(grid->stack), box, "rows");
  gtk_widget_set_parent(grid->stack, GTK_WIDGET(grid));
  ulp_explain_set_entries(GTK_WIDGET(grid), explain_columns);
  ulp_table_grid_init_columns(grid);
}

static void dispose(GObject *object) {
  UlpTableGrid *grid = ULP_TABLE_GRID(object);
  grid->sorting = TRUE; /* views that go let go of their sorters, which asks for no other order */
  g_clear_pointer(&grid->stack, gtk_widget_unparent);
  g_clear_object(&grid->selection);
  g_clear_object(&grid->rows);
  g_clear_pointer(&grid->cells, g_hash_table_unref);
  g_clear_pointer(&grid->headings, ulp_table_unref);
  g_clear_pointer(&grid->explained, g_string_chunk_free);
  g_clear_pointer(&grid->columns, g_ptr_array_unref);
  g_clear_pointer(&grid->same, g_array_unref);
  g_clear_pointer(&grid->choice, g_array_unref);
  G_OBJECT_CLASS(ulp_table_grid_parent_class)->dispose(object);
}

static void ulp_table_grid_class_init(UlpTableGridClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding(GTK_WIDGET_CLASS(class), GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}
