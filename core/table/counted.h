/* A histogram of a table's column, as a table. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

#include <gio/gio.h>

#define ULP_COUNTED_SHARE "share" /* id of the column that a counted plot has as y */

/* For a plot that is `counted`: of each series, and of each bin of a factor of two of |x|, the share of the series' rows: new table
 * of the columns x (the bin's geometric middle; 0 for zeros, which have a bin of their own), share and series, with the
 * provenance of `table`. Rows whose x is not finite are in no bin, but count in the whole. A table that has a column `share`
 * is one already: a reference to it. Once `cancellable` (NULL: never) was cancelled not every row is counted. */
UlpTable *ulp_table_counted(UlpTable *table, const UlpPlotSpec *spec, GCancellable *cancellable);
