/* How a plot is exported as a picture, chosen with the picture beside the choices. */
#pragma once

#include "ui/plot/plot-export.h"

#include <gtk/gtk.h>

/* A window over that of `parent`, not yet shown. `plot` is taken over. `chosen` is called with "svg", "pdf" or "png", not when the
 * window is dismissed or `parent` has left its own. */
GtkWidget *ulp_picture_dialog_new(GtkWidget *parent, UlpPlot *plot,
                                  void (*chosen)(GtkWidget *parent, const char *format,
                                                 const UlpPlotExportOptions *options));
