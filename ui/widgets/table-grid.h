/* A table as a scrolling grid: numbers to the right, the exact bits of a value in its tooltip, rows copied with Ctrl+C.
 */
#pragma once

#include "core/table/table.h"

#include <gtk/gtk.h>

/* `empty_text` is what a table without rows says. */
GtkWidget *ulp_table_grid_new(const char *empty_text);

/* NULL shows the empty text. A later state of the same columns keeps the scroll position. The table must not change. */
void ulp_table_grid_set_table(GtkWidget *grid, UlpTable *table);

/* The tooltip of a cell: bits of a value, digits that are not shown; NULL where the cell says all. New string. */
char *ulp_table_grid_tooltip(GtkWidget *grid, guint row, guint column);

/* Title and rows, tab-separated: those selected, or all when none is. New string. */
char *ulp_table_grid_to_text(GtkWidget *grid);

/* The title of a column with its unit, pure numbers without one: "error [ulp]". New string. */
char *ulp_column_heading(const UlpColumn *column);
/* What a cell's text leaves out: hex float and bits of a value, NULL for another cell. New string. */
char *ulp_cell_detail(UlpCell cell);
