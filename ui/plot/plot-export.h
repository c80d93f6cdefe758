/* A plot as SVG, PDF or PNG, with the provenance of its table inside the file. */
#pragma once

#include "core/table/export.h"
#include "ui/plot/plot.h"

typedef struct {
  double width, height; /* points (SVG, PDF) or pixels at 96 dpi (PNG); 0 for 960 x 600 */
  double dpi;           /* of a PNG; 0 for 96 */
  gboolean text;        /* an SVG has text as text, in the reader's own font, not as shapes */
  UlpPlotStyle style;
  gboolean reproducible;
} UlpPlotExportOptions;

/* The most that they may be: a picture of as many pixels takes 400 MB. */
#define ULP_PLOT_EXPORT_SIZE 10000
#define ULP_PLOT_EXPORT_DPI 600
#define ULP_PLOT_EXPORT_PIXELS 1e8
/* FALSE with ULP_ERROR_USAGE where they are more, or nothing that can be drawn. */
gboolean ulp_plot_export_check(const UlpPlotExportOptions *options, GError **error);
/* Memory that their images take beyond ULP_PLOT_BYTES. */
guint64 ulp_plot_export_image_bytes(const UlpPlotExportOptions *options);

/* As ulp_picture_export() writes it. */
GBytes *ulp_plot_export_bytes(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                              GCancellable *cancellable, GError **error);
gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                         GCancellable *cancellable, GError **error);
