/* A plot as SVG, PDF or PNG, with the provenance of its table inside the file. */
#pragma once

#include "core/table/export.h"
#include "ui/plot/plot.h"

typedef struct {
  double width, height; /* points (SVG, PDF) or pixels at 96 dpi (PNG); 0 for 960 x 600 */
  UlpPlotStyle style;
  gboolean reproducible;
} UlpPlotExportOptions;

/* Whether `target` ends in .svg, .pdf or .png (any case), with a name before it; else ULP_ERROR_USAGE. */
gboolean ulp_plot_export_check(const char *target, GError **error);

/* The type is `target`'s ending, as ulp_plot_export_check has it. ULP_ERROR_OUTPUT; ULP_ERROR_CANCELLED (`cancellable` may
 * be NULL). */
gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                         GCancellable *cancellable, GError **error);
