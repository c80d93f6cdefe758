#include "ui/widgets/table-grid.h"

#include "core/base/i18n.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/row-list.h"
#include "ui/widgets/table-content.h"

#include <string.h>

#define SHORT_LENGTH 9
#define MIN_HEIGHT 110 /* the headings and four rows */

struct _UlpTableGrid {
  GtkWidget parent;
  GtkWidget *stack, *empty, *view;
  UlpRowList *rows;
  GtkSelectionModel *selection;
  GHashTable *cells; /* bound GtkListItem -> its column + 1 */
  void (*selected)(guint row, gpointer data);
  gpointer selected_data;
  gboolean selecting;      /* not by a person */
  GStringChunk *explained; /* what was said of the columns last */
  UlpTable *headings;      /* without rows: the columns that the view was built for; NULL at first */
};

G_DEFINE_TYPE(UlpTableGrid, ulp_table_grid, GTK_TYPE_WIDGET)

/* A number derived from others is shown to six digits, the rest of it in the tooltip; values are shown whole. */
static char *short_text(UlpCell cell, const char *text) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (cell.type != ULP_COLUMN_REAL || strlen(text) <= SHORT_LENGTH)
    return g_strdup(text);
  return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.6g", cell.real));
}

static gboolean is_number(const UlpColumn *column) { return column->type != ULP_COLUMN_TEXT; }

static void show_cell(UlpTableGrid *grid, GtkListItem *item, guint column) {
  UlpTable *table = ulp_row_list_table(grid->rows);
  const guint row = ulp_row_index(gtk_list_item_get_item(item));
  if (row >= ulp_table_n_rows(table))
    return;
  GtkWidget *label = gtk_list_item_get_child(item);
  const UlpCell cell = ulp_table_cell(table, row, column);
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = short_text(cell, text);
  gtk_label_set_text(GTK_LABEL(label), shown);
  if (ulp_cell_is_alarm(ulp_table_column(table, column), cell))
    gtk_widget_add_css_class(label, "ulp-error");
  else
    gtk_widget_remove_css_class(label, "ulp-error");
}

char *ulp_table_grid_tooltip(GtkWidget *widget, guint row, guint column) {
  UlpTable *table = ulp_row_list_table(ULP_TABLE_GRID(widget)->rows);
  const UlpCell cell = ulp_table_cell(table, row, column);
  char *detail = ulp_cell_detail(cell);
  if (detail)
    return detail;
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = short_text(cell, text);
  g_autofree char *explained = ulp_explain_text("", text);
  if (*explained)
    return g_str_equal(shown, text) ? g_steal_pointer(&explained) : g_strdup_printf("%s\n%s", text, explained);
  return g_str_equal(shown, text) ? NULL : g_steal_pointer(&text);
}

/* Asked for, not set: GTK asks the display server for the pointer's place each time that a tooltip is set. */
static gboolean on_tooltip(GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, UlpTableGrid *grid) {
  GtkListItem *item = g_object_get_data(G_OBJECT(label), "item");
  const guint column = GPOINTER_TO_UINT(g_hash_table_lookup(grid->cells, item));
  if (column == 0)
    return FALSE;
  g_autofree char *text =
      ulp_table_grid_tooltip(GTK_WIDGET(grid), ulp_row_index(gtk_list_item_get_item(item)), column - 1);
  gtk_tooltip_set_text(tooltip, text);
  return text != NULL;
}

static guint column_of(GtkSignalListItemFactory *factory) {
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(factory), "column"));
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  GtkWidget *label = gtk_label_new(NULL);
  const gboolean number = is_number(ulp_table_column(grid->headings, column_of(factory)));
  gtk_label_set_xalign(GTK_LABEL(label), number ? 1 : 0);
  if (number) {
    gtk_widget_add_css_class(label, "numeric");
    gtk_widget_set_direction(label, GTK_TEXT_DIR_LTR); /* "−5" has no letter that says so */
  }
  gtk_widget_set_has_tooltip(label, TRUE);
  g_object_set_data(G_OBJECT(label), "item", item);
  g_signal_connect(label, "query-tooltip", G_CALLBACK(on_tooltip), grid);
  gtk_list_item_set_child(item, label);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  g_hash_table_insert(grid->cells, item, GUINT_TO_POINTER(column_of(factory) + 1));
  show_cell(grid, item, column_of(factory));
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  g_hash_table_remove(grid->cells, item);
}

/* GtkColumnView has no way to align a heading over its numbers: the label inside it is asked instead. */
static void align_heading(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget)) {
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_label_set_xalign(GTK_LABEL(widget), 1);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    align_heading(child);
}

static gboolean same_columns(const UlpTable *a, const UlpTable *b) {
  gboolean same = ulp_table_n_columns(a) == ulp_table_n_columns(b);
  for (guint i = 0; same && i < ulp_table_n_columns(a); i++) {
    const UlpColumn *x = ulp_table_column(a, i), *y = ulp_table_column(b, i);
    same = g_str_equal(x->id, y->id) && x->type == y->type && g_str_equal(x->title, y->title) &&
           g_str_equal(x->unit, y->unit) && g_str_equal(x->meaning, y->meaning) && x->flags == y->flags;
  }
  return same;
}

static void remove_columns(GtkColumnView *view) {
  GListModel *columns = gtk_column_view_get_columns(view);
  while (g_list_model_get_n_items(columns)) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, 0);
    gtk_column_view_remove_column(view, column);
  }
}

static GtkColumnViewColumn *column_new(UlpTableGrid *grid, guint index, const char *heading) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_object_set_data(G_OBJECT(factory), "column", GUINT_TO_POINTER(index));
  g_signal_connect(factory, "setup", G_CALLBACK(on_setup), grid);
  g_signal_connect(factory, "bind", G_CALLBACK(on_bind), grid);
  g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), grid);
  GtkColumnViewColumn *column = gtk_column_view_column_new(heading, factory);
  gtk_column_view_column_set_resizable(column, TRUE);
  gtk_column_view_column_set_visible(column, !(ulp_table_column(grid->headings, index)->flags & ULP_COLUMN_IS_HIDDEN));
  return column;
}

/* Whether a column is on view is the state of an action that a menu at every heading shows. */
static void build_columns(UlpTableGrid *grid, UlpTable *table) {
  GtkColumnView *view = GTK_COLUMN_VIEW(grid->view);
  const guint n = ulp_table_n_columns(table);
  remove_columns(view);
  g_clear_pointer(&grid->headings, ulp_table_unref);
  grid->headings = ulp_table_new(ulp_table_id(table), ulp_table_title(table), ulp_table_column(table, 0), n);
  g_autoptr(GMenu) menu = g_menu_new();
  g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new();
  for (guint i = 0; i < n; i++) {
    const UlpColumn *info = ulp_table_column(grid->headings, i);
    g_autofree char *heading = ulp_column_heading(info), *name = g_strdup_printf("columns.%u", i);
    g_autoptr(GtkColumnViewColumn) column = column_new(grid, i, heading);
    g_autoptr(GPropertyAction) action = g_property_action_new(strchr(name, '.') + 1, column, "visible");
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    g_menu_append(menu, heading, name);
    gtk_column_view_column_set_header_menu(column, G_MENU_MODEL(menu));
    gtk_column_view_column_set_expand(column, i == n - 1); /* rows as wide as the grid */
    gtk_column_view_append_column(view, column);
  }
  gtk_widget_insert_action_group(GTK_WIDGET(grid), "columns", G_ACTION_GROUP(actions));
  GtkWidget *heading = gtk_widget_get_first_child(gtk_widget_get_first_child(grid->view));
  for (guint i = 0; i < n && heading; i++, heading = gtk_widget_get_next_sibling(heading)) {
    const UlpColumn *info = ulp_table_column(grid->headings, i);
    g_autofree char *title = ulp_column_heading(info),
                    *tooltip = ulp_explain_text(ulp_translated(info->meaning), title);
    gtk_widget_set_tooltip_text(heading, tooltip);
    if (is_number(info))
      align_heading(heading);
  }
}

void ulp_table_grid_set_table(GtkWidget *widget, UlpTable *table) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  if (table && !(grid->headings && same_columns(grid->headings, table))) {
    ulp_row_list_set_table(grid->rows, NULL);
    build_columns(grid, table);
  }
  ulp_row_list_set_table(grid->rows, table);
  GHashTableIter cells;
  gpointer item, column;
  g_hash_table_iter_init(&cells, grid->cells);
  while (table && g_hash_table_iter_next(&cells, &item, &column))
    show_cell(grid, item, GPOINTER_TO_UINT(column) - 1);
  gtk_stack_set_visible_child_name(GTK_STACK(grid->stack), table && ulp_table_n_rows(table) ? "rows" : "empty");
}

static gboolean is_shown(UlpTableGrid *grid, guint index) {
  GListModel *columns = gtk_column_view_get_columns(GTK_COLUMN_VIEW(grid->view));
  g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, index);
  return gtk_column_view_column_get_visible(column);
}

/* For the glossary: the columns on view, each with its cell of the row selected, or of the first one. */
static GArray *explain_columns(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  g_autoptr(GtkBitset) selected = gtk_selection_model_get_selection(grid->selection);
  const guint row = gtk_bitset_is_empty(selected) ? 0 : (guint)gtk_bitset_get_minimum(selected);
  g_string_chunk_clear(grid->explained);
  for (guint i = 0; table && row < ulp_table_n_rows(table) && i < ulp_table_n_columns(table); i++) {
    if (!is_shown(grid, i))
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

/* The rows selected, or all where none is, of the columns on view. */
static GdkContentProvider *content_of(UlpTableGrid *grid, UlpTable *table) {
  g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(guint)), rows = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < ulp_table_n_columns(table); i++)
    if (is_shown(grid, i))
      g_array_append_val(columns, i);
  g_autoptr(GtkBitset) own = gtk_selection_model_get_selection(grid->selection), selected = gtk_bitset_copy(own);
  if (gtk_bitset_is_empty(selected))
    gtk_bitset_add_range(selected, 0, g_list_model_get_n_items(G_LIST_MODEL(grid->rows)));
  GtkBitsetIter iter;
  guint row;
  for (gboolean valid = gtk_bitset_iter_init_first(&iter, selected, &row); valid;
       valid = gtk_bitset_iter_next(&iter, &row))
    g_array_append_val(rows, row);
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
    for (guint row = 0; row < n_rows; row++) {
      g_autofree char *text = ulp_table_text(table, row, i);
      if (gtk_bitset_is_empty(selected) ? row == 0 : gtk_bitset_contains(selected, row))
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
  grid->selecting = TRUE;
  gtk_selection_model_select_item(grid->selection, row, TRUE);
  grid->selecting = FALSE;
  GtkWidget *list = gtk_widget_get_last_child(grid->view); /* of the rows; the headings come before it */
  gtk_widget_activate_action(list, "list.scroll-to-item", "u", row);
}

void ulp_table_grid_on_selected(GtkWidget *widget, void (*selected)(guint row, gpointer data), gpointer data) {
  ULP_TABLE_GRID(widget)->selected = selected;
  ULP_TABLE_GRID(widget)->selected_data = data;
}

static void on_selection_changed(UlpTableGrid *grid) {
  g_autoptr(GtkBitset) rows = gtk_selection_model_get_selection(grid->selection);
  if (grid->selected && !grid->selecting && gtk_bitset_get_size(rows) == 1)
    grid->selected(gtk_bitset_get_nth(rows, 0), grid->selected_data);
}

GtkWidget *ulp_table_grid_new(const char *empty_text) {
  UlpTableGrid *grid = g_object_new(ULP_TYPE_TABLE_GRID, NULL);
  gtk_label_set_text(GTK_LABEL(grid->empty), empty_text);
  return GTK_WIDGET(grid);
}

static void ulp_table_grid_init(UlpTableGrid *grid) {
  grid->cells = g_hash_table_new(NULL, NULL);
  grid->rows = ulp_row_list_new();
  grid->explained = g_string_chunk_new(256);
  grid->selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(grid->rows))));
  g_signal_connect_object(grid->selection, "selection-changed", G_CALLBACK(on_selection_changed), grid,
                          G_CONNECT_SWAPPED);
  grid->view = gtk_column_view_new(g_object_ref(grid->selection));
  gtk_column_view_set_show_row_separators(GTK_COLUMN_VIEW(grid->view), TRUE);
  gtk_widget_add_css_class(grid->view, "data-table"); /* the toolkit's narrow rows */
  gtk_widget_add_css_class(grid->view, "ulp-table");

  grid->empty = gtk_label_new(NULL);
  gtk_label_set_wrap(GTK_LABEL(grid->empty), TRUE);
  gtk_widget_add_css_class(grid->empty, "ulp-dim");

  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scroller), MIN_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), grid->view);
  grid->stack = gtk_stack_new();
  gtk_stack_add_named(GTK_STACK(grid->stack), grid->empty, "empty");
  gtk_stack_add_named(GTK_STACK(grid->stack), scroller, "rows");
  gtk_widget_set_parent(grid->stack, GTK_WIDGET(grid));
  ulp_explain_set_entries(GTK_WIDGET(grid), explain_columns);
}

static void dispose(GObject *object) {
  UlpTableGrid *grid = ULP_TABLE_GRID(object);
  g_clear_pointer(&grid->stack, gtk_widget_unparent);
  g_clear_object(&grid->selection);
  g_clear_object(&grid->rows);
  g_clear_pointer(&grid->cells, g_hash_table_unref);
  g_clear_pointer(&grid->headings, ulp_table_unref);
  g_clear_pointer(&grid->explained, g_string_chunk_free);
  G_OBJECT_CLASS(ulp_table_grid_parent_class)->dispose(object);
}

static void ulp_table_grid_class_init(UlpTableGridClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding(GTK_WIDGET_CLASS(class), GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}
