/* What a page shows, written to a file: the same formats and bytes as the command line. */
#pragma once

#include "core/table/table.h"
#include "ui/plot/picture.h"
#include "ui/plot/plot-export.h"

#include <gtk/gtk.h>

typedef struct {
  UlpTable *data, *summary; /* summary may be NULL */
  const UlpPlotSpec *spec;
  UlpPlot *plot;                /* whose view and hidden series the picture has; NULL for all of it */
  UlpPlotExportOptions options; /* of a plot's picture; a footer it has always */
  const UlpPicture *picture; /* drawn at once, in place of a plot; NULL for none. Its provenance is that of the data. */
} UlpShown;

/* `format`: csv (data), json (every table), svg, pdf, png (the plot, as `options` have it, with its provenance). ULP_ERROR_OUTPUT;
 * ULP_ERROR_USAGE for another format, a path that does not end in it (pictures), or when there is nothing to write. */
gboolean ulp_result_export(const UlpShown *shown, const char *format, const char *path, GError **error);

/* A plot of what is shown, with the same view and series: new. */
UlpPlot *ulp_shown_plot(const UlpShown *shown);

/* The same on a thread; `done` is called in this context with the error or NULL. When `widget` is gone by then, an error
 * goes to standard error. The application stays until it is done. */
void ulp_result_export_async(const UlpShown *shown, const char *format, const char *path, GtkWidget *widget,
                             void (*done)(GtkWidget *widget, const char *path, const GError *error));

/* For a window that closes: whether exports run in this process, and their end. */
gboolean ulp_result_exports_run(void);
void ulp_result_exports_cancel(void);
/* `ended` is called once, when no export runs any more, unless `object` is gone by then; `written`: none has failed since. */
void ulp_result_exports_wait(GObject *object, void (*ended)(gpointer object, gboolean written));
