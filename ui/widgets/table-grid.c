#include "ui/widgets/table-grid.h"

#include "core/base/i18n.h"
#include "ui/widgets/row-list.h"

#include <string.h>

#define SHORT_LENGTH 9
#define MIN_HEIGHT 110 /* the headings and four rows */

#define ULP_TYPE_TABLE_GRID (ulp_table_grid_get_type())
G_DECLARE_FINAL_TYPE(UlpTableGrid, ulp_table_grid, ULP, TABLE_GRID, GtkWidget)

struct _UlpTableGrid {
  GtkWidget parent;
  GtkWidget *stack, *empty, *view;
  UlpRowList *rows;
  GtkSelectionModel *selection;
  GHashTable *cells;        /* bound GtkListItem -> its column + 1 */
  const UlpColumn *columns; /* those the view was built for */
  guint n_columns;
};

G_DEFINE_TYPE(UlpTableGrid, ulp_table_grid, GTK_TYPE_WIDGET)

char *ulp_column_heading(const UlpColumn *column) {
  return *column->unit && strcmp(column->unit, "1") ? g_strdup_printf("%s [%s]", _(column->title), _(column->unit))
                                                    : g_strdup(_(column->title));
}

char *ulp_cell_detail(UlpCell cell) {
  if (cell.type != ULP_COLUMN_VALUE)
    return NULL;
  g_autofree char *hexfloat = ulp_bits_to_hexfloat(cell.format, cell.bits);
  g_autofree char *hex = ulp_bits_to_hex(cell.format, cell.bits);
  return g_strdup_printf("%s (%s %s)", hexfloat, ulp_format_info(cell.format)->id, hex);
}

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
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = short_text(ulp_table_cell(table, row, column), text);
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), shown);
}

char *ulp_table_grid_tooltip(GtkWidget *widget, guint row, guint column) {
  UlpTable *table = ulp_row_list_table(ULP_TABLE_GRID(widget)->rows);
  const UlpCell cell = ulp_table_cell(table, row, column);
  char *detail = ulp_cell_detail(cell);
  if (detail)
    return detail;
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = short_text(cell, text);
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
  const gboolean number = is_number(&grid->columns[column_of(factory)]);
  gtk_label_set_xalign(GTK_LABEL(label), number ? 1 : 0);
  if (number)
    gtk_widget_add_css_class(label, "numeric");
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

static void build_columns(UlpTableGrid *grid, UlpTable *table) {
  GtkColumnView *view = GTK_COLUMN_VIEW(grid->view);
  GListModel *old = gtk_column_view_get_columns(view);
  while (g_list_model_get_n_items(old)) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(old, 0);
    gtk_column_view_remove_column(view, column);
  }
  grid->n_columns = ulp_table_n_columns(table);
  grid->columns = ulp_table_column(table, 0);
  for (guint i = 0; i < grid->n_columns; i++) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_object_set_data(G_OBJECT(factory), "column", GUINT_TO_POINTER(i));
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), grid);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), grid);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), grid);
    g_autofree char *heading = ulp_column_heading(&grid->columns[i]);
    g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new(heading, factory);
    gtk_column_view_column_set_resizable(column, TRUE);
    gtk_column_view_column_set_expand(column, i == grid->n_columns - 1); /* rows as wide as the grid */
    gtk_column_view_append_column(view, column);
  }
  GtkWidget *heading = gtk_widget_get_first_child(gtk_widget_get_first_child(grid->view));
  for (guint i = 0; i < grid->n_columns && heading; i++, heading = gtk_widget_get_next_sibling(heading)) {
    gtk_widget_set_tooltip_text(heading, _(grid->columns[i].meaning));
    if (is_number(&grid->columns[i]))
      align_heading(heading);
  }
}

void ulp_table_grid_set_table(GtkWidget *widget, UlpTable *table) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  if (table && (grid->columns != ulp_table_column(table, 0) || grid->n_columns != ulp_table_n_columns(table))) {
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

static void append_row(GString *text, UlpTable *table, guint row) {
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    g_autofree char *cell = ulp_table_text(table, row, i);
    g_string_append_printf(text, "%s%s", i ? "\t" : "", cell);
  }
  g_string_append_c(text, '\n');
}

char *ulp_table_grid_to_text(GtkWidget *widget) {
  UlpTableGrid *grid = ULP_TABLE_GRID(widget);
  UlpTable *table = ulp_row_list_table(grid->rows);
  GString *text = g_string_new(NULL);
  if (!table)
    return g_string_free(text, FALSE);
  for (guint i = 0; i < grid->n_columns; i++) {
    g_autofree char *heading = ulp_column_heading(&grid->columns[i]);
    g_string_append_printf(text, "%s%s", i ? "\t" : "", heading);
  }
  g_string_append_c(text, '\n');
  g_autoptr(GtkBitset) selected = gtk_selection_model_get_selection(grid->selection);
  if (gtk_bitset_is_empty(selected))
    gtk_bitset_add_range(selected, 0, ulp_table_n_rows(table));
  GtkBitsetIter iter;
  guint row;
  for (gboolean valid = gtk_bitset_iter_init_first(&iter, selected, &row); valid;
       valid = gtk_bitset_iter_next(&iter, &row))
    append_row(text, table, row);
  return g_string_free(text, FALSE);
}

static gboolean copy(GtkWidget *widget, GVariant *arguments, gpointer data) {
  g_autofree char *text = ulp_table_grid_to_text(widget);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
  return TRUE;
}

GtkWidget *ulp_table_grid_new(const char *empty_text) {
  UlpTableGrid *grid = g_object_new(ULP_TYPE_TABLE_GRID, NULL);
  gtk_label_set_text(GTK_LABEL(grid->empty), empty_text);
  return GTK_WIDGET(grid);
}

static void ulp_table_grid_init(UlpTableGrid *grid) {
  grid->cells = g_hash_table_new(NULL, NULL);
  grid->rows = ulp_row_list_new();
  grid->selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(grid->rows))));
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
}

static void dispose(GObject *object) {
  UlpTableGrid *grid = ULP_TABLE_GRID(object);
  g_clear_pointer(&grid->stack, gtk_widget_unparent);
  g_clear_object(&grid->selection);
  g_clear_object(&grid->rows);
  g_clear_pointer(&grid->cells, g_hash_table_unref);
  G_OBJECT_CLASS(ulp_table_grid_parent_class)->dispose(object);
}

static void ulp_table_grid_class_init(UlpTableGridClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding(GTK_WIDGET_CLASS(class), GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}
