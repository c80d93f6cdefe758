/* What the files of the picture of a plot share. */
#pragma once

#include "ui/widgets/plot-canvas.h"

struct _UlpPlotCanvas {
  GtkWidget parent;
  UlpPlot *plot;
  UlpPlotStyle style;

  GdkTexture *image; /* NULL when it has to be drawn anew */
  int image_width, image_height, image_scale;
  guint draws;

  double pointer_x, pointer_y; /* of the last motion */
  int hover;                   /* row that is read, -1 for none */
  int anchor;                  /* row that others are compared with, -1 for none */

  GArray *views;  /* UlpPlotView: where one was; back and forward go through them */
  guint view;     /* the present one */
  gint64 moved;   /* when it came, monotonic */
  gboolean boxes; /* a drag zooms to a box, as Shift + drag does at any time */
  gboolean boxing;
  UlpPlotView drag_view;   /* at the start of the drag */
  double drag_x, drag_y;   /* where it started */
  double box_x, box_y;     /* the other corner */
  double scale_x, scale_y; /* view units per pixel during the drag */
};

/* plot-view.c */
gboolean ulp_plot_canvas_locate(UlpPlotCanvas *canvas, double x, double y, double *view_x, double *view_y);
/* View units per pixel at (x, y), where the mapping is linear; 0 outside every panel. */
double ulp_plot_canvas_axis_scale(UlpPlotCanvas *canvas, double x, double y, gboolean vertical);
void ulp_plot_canvas_show_view(UlpPlotCanvas *canvas, UlpPlotView view);                   /* as far as there is data */
void ulp_plot_canvas_zoom_about(UlpPlotCanvas *canvas, double factor, double x, double y); /* view coordinates */
void ulp_plot_canvas_forget_views(UlpPlotCanvas *canvas);

/* plot-explore.c: gestures and keys. */
void ulp_plot_canvas_add_gestures(UlpPlotCanvas *canvas);
void ulp_plot_canvas_add_keys(GtkWidgetClass *widget_class);
