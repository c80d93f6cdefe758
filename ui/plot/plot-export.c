#include "ui/plot/plot-export.h"

#include "core/base/i18n.h"
#include "ui/plot/picture.h"
#include "ui/plot/plot-private.h"

typedef struct {
  UlpPlot *plot;
  const UlpPlotStyle *style;
} Drawing;

static void draw(gpointer data, cairo_t *cr, double width, double height) {
  const Drawing *drawing = data;
  ulp_plot_draw(drawing->plot, cr, width, height, drawing->style);
}

gboolean ulp_plot_export(UlpPlot *plot, const char *target, const UlpPlotExportOptions *options,
                         GCancellable *cancellable, GError **error) {
  Drawing drawing = {plot, &options->style};
  const UlpPicture picture = {.title = _(plot->spec->title),
                              .table = plot->table,
                              .width = options->width > 0 ? options->width : 960,
                              .height = options->height > 0 ? options->height : 600,
                              .reproducible = options->reproducible,
                              .draw = draw,
                              .data = &drawing};
  GCancellable *own = plot->cancellable;
  plot->cancellable = cancellable;
  const gboolean written = ulp_picture_export(&picture, target, cancellable, error);
  plot->cancellable = own;
  return written;
}
