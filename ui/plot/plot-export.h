/* A plot as SVG, PDF or PNG, with the provenance of its table inside the file. */
#pragma once

#include "core/table/export.h"
#include "ui/plot/plot.h"

typedef struct {
  double width, height; /* points (SVG, PDF) or pixels at 96 dpi (PNG); 0 for 960 x 600 */
  UlpPlotStyle style;
  gboolean reproducible;
} UlpPlotExportOptions;

/* The type is `target`'s ending: .svg, .pdf, .png (any case). ULP_ERROR_USAGE for another one. */
gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options, GError **error);
