/* Buttons beside a plot for what its gestures and keys do: back, forward, all, boxes, scales, limits, copies. */
#pragma once

#include "ui/widgets/plot-canvas.h"

GtkWidget *ulp_plot_tools_new(UlpPlotCanvas *canvas);
