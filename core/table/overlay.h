/* A result drawn over an earlier one: one that was kept, or a recording. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

#include <gio/gio.h>

/* The rows of `data`, then those of `earlier`, whose series say that they were kept or, where its provenance says so, recorded:
 * new table. NULL when the two have other columns, or the plot no series to tell them apart.
 * Once `cancellable` (NULL: never) was cancelled not every row is there. */
UlpTable *ulp_table_overlay(const UlpTable *data, const UlpTable *earlier, const UlpPlotSpec *spec,
                            GCancellable *cancellable);
