/* The picture of a plot: drawn once into an image by the function that exports use, and explored by pointer and keys.
 *
 * Wheel or +, -: zoom; drag or arrows: pan; Shift + drag or right drag: zoom to a box; double click, h, r, 0 or Home: all.
 * c and v: back and forward through views; o and p: what a drag does, box or pan; l and k: logarithmic or linear y and x.
 * Comma and period: the mark that is read is the last or next of its series, brackets: of another; m: compare with it.
 * Ctrl+C copies the picture, Ctrl+Shift+C its values. */
#pragma once

#include "ui/plot/plot.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PLOT_CANVAS (ulp_plot_canvas_get_type())
/* Signals: "hover" (int row): the row that is read, whose mark is nearest to the pointer or was walked to, -1 for none;
 * also when what it is compared with changes. "picked" (int row): its mark was clicked. "view-changed": another part or scale is shown. */
G_DECLARE_FINAL_TYPE(UlpPlotCanvas, ulp_plot_canvas, ULP, PLOT_CANVAS, GtkWidget)

GtkWidget *ulp_plot_canvas_new(void);

/* NULL draws nothing. The plot is borrowed and outlives its stay; call _changed after every change to it. */
void ulp_plot_canvas_set_plot(UlpPlotCanvas *canvas, UlpPlot *plot);
UlpPlot *ulp_plot_canvas_plot(UlpPlotCanvas *canvas);
void ulp_plot_canvas_changed(UlpPlotCanvas *canvas);

/* What the gestures do, in widget pixels; a `factor` above 1 is nearer. Points outside every panel do nothing. */
void ulp_plot_canvas_zoom(UlpPlotCanvas *canvas, double factor, double x, double y);
void ulp_plot_canvas_zoom_to_box(UlpPlotCanvas *canvas, double x0, double y0, double x1, double y1);
void ulp_plot_canvas_reset(UlpPlotCanvas *canvas);
gboolean ulp_plot_canvas_go(UlpPlotCanvas *canvas,
                            int by); /* back (-1) or forward (1) through the views; FALSE: no more */
/* Values at the ends of an axis; FALSE when it has no such range. */
gboolean ulp_plot_canvas_set_limits(UlpPlotCanvas *canvas, gboolean vertical, double from, double to);
gboolean ulp_plot_canvas_toggle_log(UlpPlotCanvas *canvas, gboolean vertical); /* FALSE: it has names */
void ulp_plot_canvas_set_boxes(UlpPlotCanvas *canvas, gboolean boxes); /* what a drag does: zoom to a box, or pan */
void ulp_plot_canvas_point_to(UlpPlotCanvas *canvas, int row);         /* the same without a pointer */
/* The row that others are compared with, -1 for none. */
int ulp_plot_canvas_anchor(UlpPlotCanvas *canvas);
void ulp_plot_canvas_set_anchor(UlpPlotCanvas *canvas, int row);
/* As the pointer at (x, y) sees it; emits "hover" when it changes. */
int ulp_plot_canvas_point_at(UlpPlotCanvas *canvas, double x, double y);

/* Puts the picture as it is seen, or the values of what is in view, on the clipboard. */
void ulp_plot_canvas_copy_picture(UlpPlotCanvas *canvas);
void ulp_plot_canvas_copy_values(UlpPlotCanvas *canvas);

/* Times the image was drawn anew: a test of the cache. */
guint ulp_plot_canvas_draws(UlpPlotCanvas *canvas);
