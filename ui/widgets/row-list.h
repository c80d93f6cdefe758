/* The rows of a table as a list model, as they are or in another order: an item is made when it is asked for and knows its place only. */
#pragma once

#include "core/table/table.h"

#include <gio/gio.h>

#define ULP_TYPE_ROW_LIST (ulp_row_list_get_type())
G_DECLARE_FINAL_TYPE(UlpRowList, ulp_row_list, ULP, ROW_LIST, GObject)
#define ULP_TYPE_ROW (ulp_row_get_type())
G_DECLARE_FINAL_TYPE(UlpRow, ulp_row, ULP, ROW, GObject)

UlpRowList *ulp_row_list_new(void);
/* Rows that both tables have are not reported as changed: whoever shows them looks again. */
void ulp_row_list_set_table(UlpRowList *list, UlpTable *table);
/* Rows in another order than the table's: `order` has as many row numbers as the table rows and becomes the list's; NULL: as they
 * are, as the next table's are at first. Nothing is reported as changed: whoever shows rows looks again. (A report of 1e6 changed
 * rows takes the toolkit's lists two seconds.) */
void ulp_row_list_set_order(UlpRowList *list, guint32 *order);
/* Where a row of the table stands in the list, and which row stands at a place. */
guint ulp_row_list_position(UlpRowList *list, guint row);
guint ulp_row_list_row(UlpRowList *list, guint position);
UlpTable *ulp_row_list_table(UlpRowList *list);
guint ulp_row_index(UlpRow *row); /* its place in the list */
