/* A table as a scrolling grid: numbers to the right, the exact bits of a value in its tooltip, alarms in the error colour, rows
 * copied with Ctrl+C. The first column and the verdict stay in sight as the others scroll sideways; a click on a heading sorts;
 * what all rows have in common is said once, above. A menu shows and hides columns, for this table and those to come. */
#pragma once

#include "core/table/table.h"

#include <gtk/gtk.h>

#define ULP_TYPE_TABLE_GRID (ulp_table_grid_get_type())
G_DECLARE_FINAL_TYPE(UlpTableGrid, ulp_table_grid, ULP, TABLE_GRID, GtkWidget)

/* `empty_text` is what a table without rows says. */
GtkWidget *ulp_table_grid_new(const char *empty_text);

/* NULL shows the empty text. A later state of the same columns keeps the scroll position. The table must not change. */
void ulp_table_grid_set_table(GtkWidget *grid, UlpTable *table);

/* Marks a row and scrolls to it. `selected` is called when a person marks another single row. */
void ulp_table_grid_select(GtkWidget *grid, guint row);
void ulp_table_grid_on_selected(GtkWidget *grid, void (*selected)(guint row, gpointer data), gpointer data);

/* The tooltip of a cell: bits of a value, digits that are not shown; NULL where the cell says all. New string. */
char *ulp_table_grid_tooltip(GtkWidget *grid, guint row, guint column);

/* Headings and rows of the columns on view, tab-separated: those selected, or all when none is. New string. */
char *ulp_table_grid_to_text(GtkWidget *grid);

/* The same to the clipboard; rows of any number. */
void ulp_table_grid_copy(GtkWidget *grid);

/* The cells of columns that are code, a line each: of the rows selected, or of the first row when none is. New string; NULL where
 * no column is code. */
char *ulp_table_grid_code(GtkWidget *grid);
