/* The cells of a grid: what they show, and what the pointer finds out. */
#include "ui/widgets/explain.h"
#include "ui/widgets/grid-cell.h"
#include "ui/widgets/table-grid-private.h"

#include <string.h>

#define SHORT_LENGTH 9

/* A number derived from others is shown to six digits, the rest of it in the tooltip; values are shown whole. */
char *ulp_table_grid_short_text(UlpCell cell, const char *text) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (cell.type != ULP_COLUMN_REAL || strlen(text) <= SHORT_LENGTH)
    return g_strdup(text);
  return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.6g", cell.real));
}

static gboolean is_number(const UlpColumn *column) { return column->type != ULP_COLUMN_TEXT; }

static void show_cell(UlpTableGrid *grid, GtkListItem *item, guint column) {
  UlpTable *table = ulp_row_list_table(grid->rows);
  const guint place = ulp_row_index(gtk_list_item_get_item(item));
  if (!table || place >= ulp_table_n_rows(table))
    return;
  const guint row = ulp_row_list_row(grid->rows, place);
  GtkWidget *label = GTK_WIDGET(ulp_grid_cell_label(gtk_list_item_get_child(item)));
  const UlpCell cell = ulp_table_cell(table, row, column);
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = ulp_table_grid_short_text(cell, text);
  gtk_label_set_text(GTK_LABEL(label), shown);
  if (ulp_cell_is_alarm(ulp_table_column(table, column), cell))
    gtk_widget_add_css_class(label, "ulp-error");
  else
    gtk_widget_remove_css_class(label, "ulp-error");
}

char *ulp_table_grid_tooltip(GtkWidget *widget, guint row, guint column) {
  UlpTable *table = ulp_row_list_table(((UlpTableGrid *)widget)->rows);
  const UlpCell cell = ulp_table_cell(table, row, column);
  char *detail = ulp_cell_detail(cell);
  if (detail)
    return detail;
  g_autofree char *text = ulp_table_text(table, row, column);
  g_autofree char *shown = ulp_table_grid_short_text(cell, text);
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
  g_autofree char *text = ulp_table_grid_tooltip(
      GTK_WIDGET(grid), ulp_row_list_row(grid->rows, ulp_row_index(gtk_list_item_get_item(item))), column - 1);
  gtk_tooltip_set_text(tooltip, text);
  return text != NULL;
}

static guint column_of(GtkSignalListItemFactory *factory) {
  return GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(factory), "column"));
}

static void on_setup(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  GtkWidget *cell = ulp_grid_cell_new(), *label = GTK_WIDGET(ulp_grid_cell_label(cell));
  const gboolean number = is_number(ulp_table_column(grid->headings, column_of(factory)));
  gtk_label_set_xalign(GTK_LABEL(label), number ? 1 : 0);
  if (number) {
    gtk_widget_add_css_class(label, "numeric");
    gtk_widget_set_direction(label, GTK_TEXT_DIR_LTR); /* "−5" has no letter that says so */
  }
  gtk_widget_set_has_tooltip(label, TRUE);
  g_object_set_data(G_OBJECT(label), "item", item);
  g_signal_connect(label, "query-tooltip", G_CALLBACK(on_tooltip), grid);
  gtk_list_item_set_child(item, cell);
}

static void on_bind(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  g_hash_table_insert(grid->cells, item, GUINT_TO_POINTER(column_of(factory) + 1));
  show_cell(grid, item, column_of(factory));
}

static void on_unbind(GtkSignalListItemFactory *factory, GtkListItem *item, UlpTableGrid *grid) {
  g_hash_table_remove(grid->cells, item);
}

GtkListItemFactory *ulp_table_grid_factory(UlpTableGrid *grid, guint column) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_object_set_data(G_OBJECT(factory), "column", GUINT_TO_POINTER(column));
  g_signal_connect(factory, "setup", G_CALLBACK(on_setup), grid);
  g_signal_connect(factory, "bind", G_CALLBACK(on_bind), grid);
  g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), grid);
  return factory;
}

void ulp_table_grid_show_cells(UlpTableGrid *grid) {
  GHashTableIter cells;
  gpointer item, column;
  g_hash_table_iter_init(&cells, grid->cells);
  while (g_hash_table_iter_next(&cells, &item, &column))
    show_cell(grid, item, GPOINTER_TO_UINT(column) - 1);
}
