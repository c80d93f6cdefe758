/* A plot as SVG, PDF or PNG, with the provenance of its table inside the file. */
#pragma once

#include "core/table/export.h"
#include "ui/plot/plot.h"

typedef struct {
  double width, height; /* points (SVG, PDF) or pixels at 96 dpi (PNG); 0 for 960 x 600 */
  UlpPlotStyle style;
  gboolean reproducible;
} UlpPlotExportOptions;

/* As ulp_picture_export() writes it. */
gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                         GCancellable *cancellable, GError **error);
