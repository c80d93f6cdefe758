/* A plot to explore: the picture, a legend of toggles beside it and what lies under the pointer below it. */
#pragma once

#include "ui/plot/plot.h"

#include "ui/widgets/plot-readout.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PLOT_PANE (ulp_plot_pane_get_type())
G_DECLARE_FINAL_TYPE(UlpPlotPane, ulp_plot_pane, ULP, PLOT_PANE, GtkWidget)

/* `looks` is referenced: what plots side by side share; NULL for its own. */
GtkWidget *ulp_plot_pane_new(const UlpPlotSpec *spec, UlpLooks *looks);

/* A later state of the table keeps the view and the hidden series. NULL: nothing yet. */
void ulp_plot_pane_set_table(UlpPlotPane *pane, UlpTable *table);
void ulp_plot_pane_reset_view(UlpPlotPane *pane);

/* Reads the mark of a row, as the pointer would; -1: none. */
void ulp_plot_pane_show_row(UlpPlotPane *pane, int row);
GtkWidget *ulp_plot_pane_canvas(UlpPlotPane *pane); /* UlpPlotCanvas */

/* What is shown, borrowed; NULL before there is a table. */
UlpPlot *ulp_plot_pane_plot(UlpPlotPane *pane);
