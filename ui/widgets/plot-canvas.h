/* The picture of a plot: drawn once into an image by the function that exports use, and explored by pointer and keys.
 *
 * Wheel or +, -: zoom; drag or arrows: pan; Shift + drag or right drag: zoom to a box; double click, 0 or Home: all. */
#pragma once

#include "ui/plot/plot.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PLOT_CANVAS (ulp_plot_canvas_get_type())
/* Signals: "hover" (int row): the row whose mark is nearest to the pointer, -1 for none. */
G_DECLARE_FINAL_TYPE(UlpPlotCanvas, ulp_plot_canvas, ULP, PLOT_CANVAS, GtkWidget)

GtkWidget *ulp_plot_canvas_new(void);

/* NULL draws nothing. The plot is borrowed and outlives its stay; call _changed after every change to it. */
void ulp_plot_canvas_set_plot(UlpPlotCanvas *canvas, UlpPlot *plot);
void ulp_plot_canvas_changed(UlpPlotCanvas *canvas);

/* What the gestures do, in widget pixels; a `factor` above 1 is nearer. Points outside every panel do nothing. */
void ulp_plot_canvas_zoom(UlpPlotCanvas *canvas, double factor, double x, double y);
void ulp_plot_canvas_zoom_to_box(UlpPlotCanvas *canvas, double x0, double y0, double x1, double y1);
void ulp_plot_canvas_reset(UlpPlotCanvas *canvas);
/* As the pointer at (x, y) sees it; emits "hover" when it changes. */
int ulp_plot_canvas_point_at(UlpPlotCanvas *canvas, double x, double y);

/* Times the image was drawn anew: a test of the cache. */
guint ulp_plot_canvas_draws(UlpPlotCanvas *canvas);
