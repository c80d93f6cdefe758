#include "ui/plot/plot-export.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "ui/plot/picture.h"
#include "ui/plot/plot-private.h"

#include <string.h>

#define SMALLEST 100 /* points: of a side */

typedef struct {
  UlpPlot *plot;
  UlpPlotStyle style;
} Drawing;

static void draw(gpointer data, cairo_t *cr, double width, double height) {
  const Drawing *drawing = data;
  ulp_plot_draw(drawing->plot, cr, width, height, &drawing->style);
}

static char *texts(gpointer data) { return ulp_plot_svg_texts(((const Drawing *)data)->plot); }

static double width_of(const UlpPlotExportOptions *options) { return options->width > 0 ? options->width : 960; }
static double height_of(const UlpPlotExportOptions *options) { return options->height > 0 ? options->height : 600; }

gboolean ulp_plot_export_check(const UlpPlotExportOptions *options, GError **error) {
  const double width = width_of(options), height = height_of(options), dpi = options->dpi > 0 ? options->dpi : 96;
  if (!(width >= SMALLEST && width <= ULP_PLOT_EXPORT_SIZE && height >= SMALLEST && height <= ULP_PLOT_EXPORT_SIZE))
    ulp_set_error(error, ULP_ERROR_USAGE, _("found a size of %g x %g, expected %d to %d for each side"), width, height,
                  SMALLEST, ULP_PLOT_EXPORT_SIZE);
  else if (!(dpi >= 24 && dpi <= ULP_PLOT_EXPORT_DPI))
    ulp_set_error(error, ULP_ERROR_USAGE, _("found %g dpi, expected 24 to %d"), dpi, ULP_PLOT_EXPORT_DPI);
  else if (width * height * (dpi / 96) * (dpi / 96) > ULP_PLOT_EXPORT_PIXELS)
    ulp_set_error(error, ULP_ERROR_USAGE, _("found %g x %g at %g dpi, expected at most %g pixels"), width, height, dpi,
                  ULP_PLOT_EXPORT_PIXELS);
  else
    return TRUE;
  return FALSE;
}

guint64 ulp_plot_export_image_bytes(const UlpPlotExportOptions *options) {
  const double units = width_of(options) * height_of(options), scale = options->dpi > 0 ? options->dpi / 96 : 1;
  const double beyond = MAX(units - 960 * 600, 0) * ULP_RASTER_SCALE * ULP_RASTER_SCALE; /* of the image of the marks */
  return (guint64)(4 * (beyond + units * scale * scale));
}

GBytes *ulp_plot_export_bytes(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                              GCancellable *cancellable, GError **error) {
  const char *ending = strrchr(target, '.');
  const gboolean as_text = options->text && ending && g_ascii_strcasecmp(ending, ".svg") == 0;
  Drawing drawing = {plot, options->style};
  drawing.style.no_text = as_text;
  const UlpPicture picture = {.title = _(plot->spec->title),
                              .table = plot->table,
                              .width = width_of(options),
                              .height = height_of(options),
                              .dpi = options->dpi,
                              .reproducible = options->reproducible,
                              .draw = draw,
                              .elements = as_text ? texts : NULL,
                              .data = &drawing};
  if (!ulp_plot_export_check(options, error))
    return NULL;
  GCancellable *own = plot->cancellable;
  plot->cancellable = cancellable;
  GBytes *bytes = ulp_picture_bytes(&picture, target, cancellable, error);
  plot->cancellable = own;
  return bytes;
}

gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                         GCancellable *cancellable, GError **error) {
  g_autoptr(GBytes) bytes = ulp_plot_export_bytes(plot, target, options, cancellable, error);
  return bytes && ulp_export_write(target, bytes, cancellable, error);
}
