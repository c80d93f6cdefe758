/* Whether a column says something that differs from row to row. */
#pragma once

#include "core/table/table.h"

/* Whether the cells of all rows are equal, two at least: the same text, number or bits of one format. */
gboolean ulp_cells_are_same(const UlpTable *table, guint column);
