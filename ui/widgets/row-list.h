/* The rows of a table as a list model: an item is made when it is asked for and knows its row only. */
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
UlpTable *ulp_row_list_table(UlpRowList *list);
guint ulp_row_index(UlpRow *row);
