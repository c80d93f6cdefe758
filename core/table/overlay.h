/* A result drawn over an earlier one: one that was kept, or a recording. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

#include <gio/gio.h>

/* The rows of `data`, then those of `earlier`, whose series say that they were kept or, where its provenance says so, recorded:
 * new table. Where each series has a panel both are in it, told apart by a column of their own. What `earlier` has of columns is
 * taken; it may be of another version. NULL when it lacks one that the plot names, or the plot has no series to tell them apart.
 * Once `cancellable` (NULL: never) was cancelled not every row is there. */
UlpTable *ulp_table_overlay(const UlpTable *data, const UlpTable *earlier, const UlpPlotSpec *spec,
                            GCancellable *cancellable);

/* The id of the column that tells a plot's series apart over this table: the description's, or an overlay's own; NULL: none. */
const char *ulp_plot_series_id(const UlpPlotSpec *spec, const UlpTable *table);
/* Whether each series has a panel of its own, whose title is its name. */
gboolean ulp_plot_series_are_panels(const UlpPlotSpec *spec, const UlpTable *table);
