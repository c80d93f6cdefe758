/* A plot on the clipboard. */
#pragma once

#include "ui/plot/plot.h"

#include <gtk/gtk.h>

/* As it is seen, `width` x `height` at `dpi`, with its legend and provenance: image/png. */
void ulp_plot_copy_picture(GtkWidget *widget, UlpPlot *plot, int width, int height, double dpi, gboolean dark);
/* The rows of the marks in view, hidden series left out, of the columns that the plot is of: tab-separated text with headings. */
void ulp_plot_copy_values(GtkWidget *widget, UlpPlot *plot);
