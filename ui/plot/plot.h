/* Drawing of a plot description over a table, on any cairo surface: the window, SVG, PDF and PNG are drawn by the same
 * function. No GTK. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"
#include "ui/plot/looks.h"

#include <cairo.h>
#include <gio/gio.h>

#define ULP_PLOT_FONT_SIZE 10.0 /* points; lines and marks grow with larger ones */

typedef struct {
  gboolean dark;
  double font_size;   /* points; 0 for ULP_PLOT_FONT_SIZE */
  gboolean footer;    /* one line of provenance under the plot: exports have it */
  gboolean no_text;   /* without any text: of an SVG that has it as text */
  gboolean no_legend; /* no series in the legend: the window has toggles of its own beside the picture */
} UlpPlotStyle;

typedef struct _UlpPlot UlpPlot;

/* Memory that a drawn plot takes at most: in all, and for each row of its table. */
#define ULP_PLOT_BYTES (32 << 20)
#define ULP_PLOT_ROW_BYTES 32

/* Keeps references to neither more nor less than `table`; `spec` is borrowed (a descriptor's constant). A table without
 * rows draws axes with the text that there is nothing to show yet. */
UlpPlot *ulp_plot_new(const UlpPlotSpec *spec, UlpTable *table);
/* The same; making it and drawing it stop soon after `cancellable` (referenced; may be NULL) was cancelled, and what it shows is no
 * picture of the table then. */
UlpPlot *ulp_plot_new_cancellable(const UlpPlotSpec *spec, UlpTable *table, GCancellable *cancellable);
void ulp_plot_free(UlpPlot *plot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpPlot, ulp_plot_free)
/* Another state of the same table; hidden series and the view stay. */
void ulp_plot_set_table(UlpPlot *plot, UlpTable *table);
UlpTable *ulp_plot_table(const UlpPlot *plot); /* borrowed */
/* Has the colours of other plots: `looks`, of its own at first. */
UlpLooks *ulp_plot_looks(const UlpPlot *plot);
void ulp_plot_set_looks(UlpPlot *plot, UlpLooks *looks);

/* Series in order of appearance; one, named after y, where the description has no series. */
guint ulp_plot_n_series(const UlpPlot *plot);
const char *ulp_plot_series_name(const UlpPlot *plot, guint series);
gboolean ulp_plot_series_visible(const UlpPlot *plot, guint series);
void ulp_plot_set_series_visible(UlpPlot *plot, guint series, gboolean visible);
/* What the palette knows the series by. */
guint ulp_plot_series_look(const UlpPlot *plot, guint series);
/* Colour of a series, at least 3:1 against the background of either theme. */
void ulp_plot_series_colour(const UlpPlot *plot, guint series, double rgb[3]);

/* The view in scale coordinates, 0..1 of the whole data range in each axis; {0, 0, 1, 1} is all of it. */
typedef struct {
  double x0, y0, x1, y1;
} UlpPlotView;
UlpPlotView ulp_plot_view(const UlpPlot *plot);
void ulp_plot_set_view(UlpPlot *plot, UlpPlotView view);
void ulp_plot_reset_view(UlpPlot *plot);

/* Paints width x height pixels (points for SVG and PDF) from (0, 0). Text that would not fit is left out, never
 * overlapped. */
void ulp_plot_draw(UlpPlot *plot, cairo_t *cr, double width, double height, const UlpPlotStyle *style);

/* The texts of the last drawing as elements of an SVG: what a reader selects, searches and edits. New string. */
char *ulp_plot_svg_texts(const UlpPlot *plot);

/* Geometry of the last drawing of that size, for pointers: the panel under (x, y) as view coordinates. */
gboolean ulp_plot_locate(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, double x, double y,
                         double *view_x, double *view_y);
/* The row whose mark is nearest to (x, y), within 12 pixels, among visible series; -1 when there is none. */
int ulp_plot_pick(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, double x, double y);

/* Where the row's mark is drawn; FALSE when none is. */
gboolean ulp_plot_find(UlpPlot *plot, double width, double height, const UlpPlotStyle *style, guint row, double *x,
                       double *y);

/* --- plot-walk.c --- */

/* The row of the next (by = 1) or last (-1) mark of the same series in view, and of the mark nearest in x of the next or
 * last series; the same row at the end, the first mark in view for no row (-1), -1 where there is none. */
int ulp_plot_next_mark(const UlpPlot *plot, int row, int by);
int ulp_plot_next_series(const UlpPlot *plot, int row, int by);

/* Rows of the marks in view, those of hidden series left out, by panel, series and row; and the columns that the plot is of:
 * panels, series, x and y. Arrays of guint. */
GArray *ulp_plot_rows_seen(const UlpPlot *plot);
GArray *ulp_plot_columns(const UlpPlot *plot);

/* The values at the ends of the view along one axis; FALSE for names and where there is nothing. */
gboolean ulp_plot_limits(const UlpPlot *plot, gboolean vertical, double *from, double *to);
/* Sets those ends in `view`; FALSE when the scale has no such range. */
gboolean ulp_plot_view_of_limits(const UlpPlot *plot, gboolean vertical, double from, double to, UlpPlotView *view);
UlpScaleType ulp_plot_scale(const UlpPlot *plot, gboolean vertical);
/* Another scale of numbers than the description's: the view is of all then. Not for names. */
void ulp_plot_set_scale(UlpPlot *plot, gboolean vertical, UlpScaleType type);

/* What the last drawing placed, for tests and accessibility: each text with its rectangle. */
typedef struct {
  char text[96];
  double x, y, width, height;
} UlpPlotText;
const UlpPlotText *ulp_plot_texts(const UlpPlot *plot, guint *n_texts);
