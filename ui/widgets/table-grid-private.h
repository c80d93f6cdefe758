/* What the files of the grid share. Two views of the same rows lie side by side: one of the columns that are always seen, and one
 * of the others, which scrolls sideways. Both have one selection and one vertical adjustment, and rows of one height. */
#pragma once

#include "ui/widgets/row-list.h"
#include "ui/widgets/table-grid.h"

struct _UlpTableGrid {
  GtkWidget parent;
  GtkWidget *stack, *empty, *pinned, *view, *said, *menu;
  UlpRowList *rows;
  GtkSelectionModel *selection;
  GHashTable *cells; /* bound GtkListItem -> its column + 1 */
  void (*selected)(guint row, gpointer data);
  gpointer selected_data;
  gboolean selecting;      /* not by a person */
  UlpTable *headings;      /* without rows: the columns that the views were built for; NULL at first */
  GPtrArray *columns;      /* GtkColumnViewColumn, of each column of it */
  GArray *same;            /* gboolean, of each: its cells are equal in all rows */
  GArray *choice;          /* int, of each: a person wants it shown (1), hidden (0), or has said nothing (-1) */
  GStringChunk *explained; /* what was said of the columns last */
  guint first;             /* the column that stays in sight */
  int sorted;              /* the column, -1: none */
  gboolean falling;
  int probed;       /* which column a sorter asks about */
  gboolean sorting; /* a view's sorter is set, not clicked */
};

/* table-grid-cells.c */
GtkListItemFactory *ulp_table_grid_factory(UlpTableGrid *grid, guint column);
void ulp_table_grid_show_cells(UlpTableGrid *grid);              /* those that are bound, again */
char *ulp_table_grid_short_text(UlpCell cell, const char *text); /* new string */

/* table-grid-columns.c: which columns are seen, and the order of the rows. */
void ulp_table_grid_init_columns(UlpTableGrid *grid); /* once the views are there */
void ulp_table_grid_build_columns(UlpTableGrid *grid, UlpTable *table);
/* Of the table, not their places; guint, free with g_array_unref. */
GArray *ulp_table_grid_selected_rows(UlpTableGrid *grid);
/* After another table, in which `selected` stay so: cells that are equal in all rows are said once, above; rows are in the order that was chosen. */
void ulp_table_grid_update_columns(UlpTableGrid *grid, UlpTable *table, const GArray *selected);
gboolean ulp_table_grid_is_shown(UlpTableGrid *grid, guint column); /* in the views */
gboolean ulp_table_grid_is_said(UlpTableGrid *grid, guint column);  /* in them, or once above them */
