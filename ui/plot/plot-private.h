/* What the files of the plot share. */
#pragma once

#include "ui/plot/palette.h"
#include "ui/plot/plot-data.h"
#include "ui/plot/plot-reader.h"
#include "ui/plot/plot.h"
#include "ui/plot/ticks.h"

#include <pango/pangocairo.h>

#define ULP_RASTER_MARKS 100000 /* a plot with more points than this draws them as an image */
#define ULP_RASTER_SCALE 2      /* pixels of that image for one unit of the plot */

typedef struct {
  double x, y, width, height;
} UlpRect;

typedef struct {
  PangoLayout *layout;
  UlpRect rect;
  gboolean vertical; /* reads upwards */
  UlpInk ink;
} UlpPlacedText;

/* One panel: `main` holds the range; `area` also the lines of zeros below and left of it. */
typedef struct {
  UlpRect area, main;
  UlpRect side;            /* of the histogram, right of `area`; no width where there is none */
  cairo_surface_t *raster; /* of `area`; made when it is first drawn */
} UlpPanel;

#define ULP_LEGEND_REFERENCE G_MAXUINT
#define ULP_LEGEND_FLAG (G_MAXUINT - 2)
#define ULP_LEGEND_BAND (G_MAXUINT / 2) /* and the band's number */
typedef struct {
  UlpRect rect;
  guint series; /* or one of these */
} UlpLegendSample;

/* Everything but the marks, placed for one size, style, view and state of the data. */
typedef struct {
  double width, height;
  UlpPlotStyle style;
  double em;       /* font size in units of the surface */
  double thick;    /* lines and marks beside those of the usual font size; at least 1 */
  GArray *texts;   /* UlpPlacedText */
  GArray *panels;  /* UlpPanel; empty when there is no room */
  GArray *samples; /* UlpLegendSample */
  UlpTicks *x_ticks, *y_ticks;
} UlpPlotLayout;

struct _UlpPlot {
  const UlpPlotSpec *spec; /* `own`, the description with the scales that were chosen */
  UlpPlotSpec own;
  UlpTable *table;
  UlpPlotData *data;
  UlpLooks *looks;
  GArray *look_of;    /* guint by series */
  GHashTable *hidden; /* names of series */
  UlpPlotView view;
  UlpPlotLayout *layout;     /* the last one; NULL when something it shows has changed */
  GArray *texts;             /* UlpPlotText of the last drawing */
  GCancellable *cancellable; /* NULL: never */
};

/* In loops over marks: whether the i-th is to be drawn. Looks now and then whether drawing was cancelled. */
static inline gboolean ulp_plot_goes_on(const UlpPlot *plot, guint i) {
  return i % ULP_STRETCH != 0 || !g_cancellable_is_cancelled(plot->cancellable);
}

UlpPlotLayout *ulp_plot_layout_new(const UlpPlot *plot, double width, double height, const UlpPlotStyle *style);
void ulp_plot_layout_free(UlpPlotLayout *layout);

/* plot-text.c: texts are measured without a surface and unhinted, so that they lie the same on every surface. */
typedef enum { ULP_TEXT_NORMAL, ULP_TEXT_TITLE, ULP_TEXT_PANEL, ULP_TEXT_SMALL } UlpTextRole;

typedef struct {
  UlpPlotLayout *layout;
  PangoContext *context;
} UlpTextSetter;

void ulp_text_setter_init(UlpTextSetter *setter, UlpPlotLayout *layout);
void ulp_text_setter_clear(UlpTextSetter *setter);
/* A text of at most `lines` lines of `width`, ellipsised at the end; `width` < 0 for one line of any width. */
PangoLayout *ulp_text_new(UlpTextSetter *setter, UlpTextRole role, const char *text, double width, int lines);
void ulp_text_size(PangoLayout *text, double *width, double *height);
double ulp_text_line(UlpTextSetter *setter, UlpTextRole role); /* height of one line */
/* Takes `text` over and puts its box with the upper left corner at (x, y); drops it when it would leave the plot or
 * touch a text that is there already. */
gboolean ulp_text_place(UlpTextSetter *setter, PangoLayout *text, double x, double y, gboolean vertical, UlpInk ink);

/* plot-draw.c */
void ulp_plot_paint(const UlpPlot *plot, cairo_t *cr, UlpPlotLayout *layout);

/* plot-legend.c */
typedef struct {
  gboolean right;       /* beside the panels; else above them */
  double width, height; /* what it takes from them; 0 for no legend */
} UlpLegend;
/* How the legend of a plot of this size is set, and setting it with its upper left corner at (x, y). */
UlpLegend ulp_legend_plan(UlpTextSetter *setter, const UlpPlot *plot);
void ulp_legend_place(UlpTextSetter *setter, const UlpPlot *plot, const UlpLegend *legend, double x, double y);

/* plot-layers.c: what lies behind and around the marks. */
void ulp_plot_draw_areas(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel);
void ulp_plot_draw_flags(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel);
void ulp_plot_draw_alarms(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel);
void ulp_plot_draw_area_sample(cairo_t *cr, guint band, const UlpRect *rect, gboolean dark);
void ulp_plot_draw_flag_sample(cairo_t *cr, const UlpRect *rect, gboolean dark);

/* plot-side.c: the histogram beside a panel, and what the scale does not reach at its edges. */
void ulp_plot_draw_side(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel);
void ulp_plot_draw_edges(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, guint panel);
/* Their values at the upper and lower edge. */
void ulp_plot_place_edge_texts(UlpTextSetter *setter, const UlpPlot *plot, guint panel);

/* plot-marks.c, plot-raster.c */
void ulp_plot_draw_marks(const UlpPlot *plot, cairo_t *cr, UlpPlotLayout *layout, guint panel);
cairo_surface_t *ulp_plot_raster_new(const UlpPlot *plot, const UlpPanel *box, guint panel);

/* plot-position.c */
/* Position of a mark in a panel's coordinates; FALSE when the view does not show it. */
gboolean ulp_plot_mark_position(const UlpPlot *plot, const UlpPanel *box, const UlpPlotMark *mark, double *x,
                                double *y);
gboolean ulp_plot_is_hidden(const UlpPlot *plot, guint series);
/* Position of a place on the scale, inside the view or not. */
double ulp_plot_x_at(const UlpPlot *plot, const UlpPanel *box, double place);
double ulp_plot_y_at(const UlpPlot *plot, const UlpPanel *box, double place);
