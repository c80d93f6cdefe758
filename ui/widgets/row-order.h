/* The rows of a table in the order of one column. */
#pragma once

#include "core/table/table.h"

/* Row numbers, first to last; free with g_free. Numbers and values go by their size, texts by it, too, where they are numbers (decimal or
 * hexadecimal), and else as people read them, with numbers in names by size: fp8, fp16. NaN is last either way, numbers come before
 * other texts, and equal cells stay in the order of the table. */
guint32 *ulp_row_order(const UlpTable *table, guint column, gboolean falling);
