/* What is said of one mark of a plot. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

/* The row in words and numbers, exact bits and hexadecimal digits on lines of their own. New string. */
char *ulp_plot_readout(const UlpPlotSpec *spec, UlpTable *table, guint row);
/* How far two rows lie apart in the plot's y: the difference, and steps of their format where they have one. New string. */
char *ulp_plot_readout_distance(const UlpPlotSpec *spec, UlpTable *table, guint from, guint to);
