/* A result drawn over an earlier one that was kept. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

/* The rows of `data`, then those of `pinned` with the names of their series marked as kept: new table. NULL when the two have
 * other columns, or the plot no series to tell them apart. */
UlpTable *ulp_table_over_pinned(const UlpTable *data, const UlpTable *pinned, const UlpPlotSpec *spec);
