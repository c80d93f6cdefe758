/* The marks of one panel, as vectors or as an image. */
#include "ui/plot/plot-private.h"

#include <math.h>

#define LINE_WIDTH 1.6
#define MAX_RADIUS 5          /* of a marker, corners included */
#define SEGMENTS_PER_STROKE 8 /* cairo sorts all segments of a path: long ones take far more than their share */
#define MAX_LINE_MARKERS 120  /* of one series in one panel; a denser line is drawn without */

/* Draws line segments cut to a rectangle: a path far outside would overflow cairo's fixed-point coordinates. */
typedef struct {
  cairo_t *cr;
  UlpRect clip;
  guint n_segments;
  gboolean has_last, joined;
  double last_x, last_y;
} Pen;

/* Liang and Barsky, "A new concept and method for line clipping", ACM TOG 3(1), 1984. */
static gboolean clip_segment(const UlpRect *clip, double *x0, double *y0, double *x1, double *y1) {
  const double dx = *x1 - *x0, dy = *y1 - *y0;
  const double p[4] = {-dx, dx, -dy, dy};
  const double q[4] = {*x0 - clip->x, clip->x + clip->width - *x0, *y0 - clip->y, clip->y + clip->height - *y0};
  double enter = 0, leave = 1;
  for (int i = 0; i < 4; i++) {
    if (p[i] == 0 && q[i] < 0)
      return FALSE;
    if (p[i] < 0)
      enter = MAX(enter, q[i] / p[i]);
    else if (p[i] > 0)
      leave = MIN(leave, q[i] / p[i]);
  }
  if (enter > leave)
    return FALSE;
  *x1 = *x0 + leave * dx;
  *y1 = *y0 + leave * dy;
  *x0 += enter * dx;
  *y0 += enter * dy;
  return TRUE;
}

static void pen_to(Pen *pen, double x, double y) {
  double x0 = pen->last_x, y0 = pen->last_y, x1 = x, y1 = y;
  if (pen->has_last && clip_segment(&pen->clip, &x0, &y0, &x1, &y1)) {
    if (!pen->joined || x0 != pen->last_x || y0 != pen->last_y)
      cairo_move_to(pen->cr, x0, y0);
    cairo_line_to(pen->cr, x1, y1);
    pen->joined = x1 == x && y1 == y;
    if (++pen->n_segments % SEGMENTS_PER_STROKE == 0) {
      cairo_stroke(pen->cr);
      pen->joined = FALSE;
    }
  } else {
    pen->joined = FALSE;
  }
  pen->last_x = x;
  pen->last_y = y;
  pen->has_last = TRUE;
}

static void pen_lift(Pen *pen) { pen->has_last = pen->joined = FALSE; }

/* Consecutive points within one column of pixels: first, lowest, highest and last of them draw the same line as all
 * (Jugel et al., "M4", VLDB 2014). */
typedef struct {
  double x[4], y[4];
  guint order[4]; /* row order of first, lowest, highest, last */
  guint n;
} Column;

static void column_flush(Column *column, Pen *pen) {
  if (column->n == 0)
    return;
  const int low = column->order[1] <= column->order[2] ? 1 : 2, high = 3 - low;
  pen_to(pen, column->x[0], column->y[0]);
  const int middle[2] = {low, high};
  for (int i = 0; i < 2; i++)
    if (column->order[middle[i]] != column->order[0] && column->order[middle[i]] != column->order[3])
      pen_to(pen, column->x[middle[i]], column->y[middle[i]]);
  if (column->order[3] != column->order[0])
    pen_to(pen, column->x[3], column->y[3]);
  column->n = 0;
}

static gboolean column_has(const Column *column, double x) { return column->n > 0 && floor(x) == floor(column->x[0]); }

static void column_add(Column *column, Pen *pen, double x, double y) {
  if (!column_has(column, x))
    column_flush(column, pen);
  const guint order = column->n++;
  for (int i = 0; i < 4; i++) {
    if (order == 0 || i == 3 || (i == 1 && y > column->y[1]) || (i == 2 && y < column->y[2])) {
      column->x[i] = x;
      column->y[i] = y;
      column->order[i] = order;
    }
  }
}

static gboolean at_zero(const UlpPlotMark *mark) { return mark->x == ULP_AT_ZERO || mark->y == ULP_AT_ZERO; }

/* Left of the view, in it, right of it. */
static int side(const UlpPlot *plot, const UlpPlotMark *mark) {
  return mark->x < plot->view.x0 ? -1 : mark->x > plot->view.x1;
}

/* Whether the line to and from the mark lies on one side of the view. */
static gboolean is_beside_view(const UlpPlot *plot, const UlpPlotMark *marks, guint i, guint n) {
  const int own = side(plot, &marks[i]);
  return own != 0 && i > 0 && i + 1 < n && side(plot, &marks[i - 1]) == own && side(plot, &marks[i + 1]) == own;
}

static void draw_line(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, const UlpPlotMark *marks, guint n,
                      double width) {
  Pen pen = {.cr = cr, .clip = box->main};
  Column column = {0};
  gboolean gap = FALSE; /* not seen inside a column of pixels */
  cairo_set_line_width(cr, width);
  cairo_set_line_join(cr, n > MAX_LINE_MARKERS ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    if (is_beside_view(plot, marks, i, n))
      continue;
    gap = gap || at_zero(&marks[i]);
    if (at_zero(&marks[i]))
      continue;
    const double x = ulp_plot_x_at(plot, box, marks[i].x), y = ulp_plot_y_at(plot, box, marks[i].y);
    if (gap && !column_has(&column, x)) {
      column_flush(&column, &pen);
      pen_lift(&pen);
    }
    gap = FALSE;
    column_add(&column, &pen, x, y);
  }
  column_flush(&column, &pen);
  cairo_stroke(cr);
}

/* Neighbours on the line of zeros are joined; one off it is joined faintly, for zero is infinitely far away. */
static void draw_zero_line(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, const UlpPlotMark *marks, guint n,
                           gboolean both, double width) {
  for (guint i = 1; i < n && ulp_plot_goes_on(plot, i); i++) {
    double x0, y0, x1, y1;
    const int zeros = at_zero(&marks[i - 1]) + at_zero(&marks[i]);
    if (zeros == (both ? 2 : 1) && ulp_plot_mark_position(plot, box, &marks[i - 1], &x0, &y0) &&
        ulp_plot_mark_position(plot, box, &marks[i], &x1, &y1)) {
      cairo_move_to(cr, x0, y0);
      cairo_line_to(cr, x1, y1);
    }
  }
  cairo_set_line_width(cr, both ? width : width / 2);
  cairo_stroke(cr);
}

static double marker_radius(guint n) { return n <= 300 ? 3.4 : n <= 3000 ? 2.2 : 1.2; }

/* Squares, no two in the same half pixel. A few in one path keep vector files small; many cost cairo a long sort. */
static void draw_small(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, const UlpPlotMark *marks, guint n,
                       double radius) {
  const gsize columns = (gsize)(box->area.width * 2) + 2, rows = (gsize)(box->area.height * 2) + 2;
  g_autofree guint8 *taken = g_malloc0(columns * rows / 8 + 1);
  guint drawn = 0;
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    double x, y;
    if (!ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
      continue;
    const gsize cell = (gsize)((y - box->area.y) * 2) * columns + (gsize)((x - box->area.x) * 2);
    if (taken[cell / 8] >> cell % 8 & 1)
      continue;
    taken[cell / 8] |= (guint8)(1 << cell % 8);
    cairo_rectangle(cr, x - radius, y - radius, 2 * radius, 2 * radius);
    if (++drawn % 32 == 0)
      cairo_fill(cr);
  }
  cairo_fill(cr);
}

static void draw_markers(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, const UlpPanel *box,
                         guint series, const UlpPlotMark *marks, guint n, double radius) {
  const guint look = ulp_plot_series_look(plot, series);
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    double x, y;
    if (ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
      ulp_series_marker(cr, look, x, y, radius, layout->style.dark);
  }
}

static gboolean has_lines(const UlpPlot *plot) {
  return plot->spec->mark == ULP_MARK_SEGMENTS || (plot->spec->mark == ULP_MARK_LINE && !plot->data->tangled);
}

static double place_of(const UlpScale *scale, double value) {
  return ulp_scale_place(scale, ulp_scale_coordinate(scale->type, value));
}

/* The branches of a tree: each ends where another mark is, so that the ranges of the axes hold it. */
static void draw_segments(const UlpPlot *plot, cairo_t *cr, const UlpPanel *box, const UlpPlotMark *marks, guint n,
                          double width) {
  const guint x_to = (guint)ulp_table_find(plot->table, plot->spec->x_to);
  const guint y_to = (guint)ulp_table_find(plot->table, plot->spec->y_to);
  Pen pen = {.cr = cr, .clip = box->main};
  cairo_set_line_width(cr, n > MAX_LINE_MARKERS ? width / 2 : width);
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    const double x = place_of(&plot->data->x, ulp_table_number(plot->table, marks[i].row, x_to));
    const double y = place_of(&plot->data->y, ulp_table_number(plot->table, marks[i].row, y_to));
    const double x0 = ulp_plot_x_at(plot, box, marks[i].x), y1 = ulp_plot_y_at(plot, box, y);
    pen_lift(&pen);
    pen_to(&pen, x0, ulp_plot_y_at(plot, box, marks[i].y));
    pen_to(&pen, x0, y1);
    pen_to(&pen, ulp_plot_x_at(plot, box, x), y1);
  }
  cairo_stroke(cr);
}

static void draw_series(const UlpPlot *plot, cairo_t *cr, const UlpPlotLayout *layout, const UlpPanel *box,
                        guint series, const UlpPlotMark *marks, guint n) {
  const guint look = ulp_plot_series_look(plot, series);
  double rgb[3];
  ulp_series_rgb(look, rgb);
  cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
  const double width = LINE_WIDTH * layout->thick;
  double radius = marker_radius(ulp_plot_data_n_marks(plot->data)) * layout->thick;
  if (plot->spec->mark == ULP_MARK_SEGMENTS) {
    draw_segments(plot, cr, box, marks, n, width);
    return;
  }
  if (has_lines(plot)) {
    ulp_series_dash(cr, look);
    draw_line(plot, cr, box, marks, n, width);
    draw_zero_line(plot, cr, box, marks, n, TRUE, width);
    cairo_set_source_rgba(cr, rgb[0], rgb[1], rgb[2], 0.6);
    if (n <= MAX_LINE_MARKERS)
      draw_zero_line(plot, cr, box, marks, n, FALSE, width);
    cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
    cairo_set_dash(cr, NULL, 0, 0);
    if (n > MAX_LINE_MARKERS)
      return;
    radius = MIN(radius, 3 * layout->thick);
  }
  if (radius < 2 * layout->thick)
    draw_small(plot, cr, box, marks, n, radius);
  else
    draw_markers(plot, cr, layout, box, series, marks, n, radius);
}

void ulp_plot_draw_marks(const UlpPlot *plot, cairo_t *cr, UlpPlotLayout *layout, guint panel) {
  UlpPanel *box = &g_array_index(layout->panels, UlpPanel, panel);
  cairo_save(cr);
  /* Marks are chosen by their middle, so that one on the edge is drawn whole. */
  const double reach = MAX_RADIUS * layout->thick;
  cairo_rectangle(cr, box->area.x - reach, box->area.y - reach, box->area.width + 2 * reach,
                  box->area.height + 2 * reach);
  cairo_clip(cr);
  if (!has_lines(plot) && ulp_plot_data_n_marks(plot->data) > ULP_RASTER_MARKS) {
    if (box->raster == NULL)
      box->raster = ulp_plot_raster_new(plot, box, panel);
    cairo_translate(cr, box->area.x, box->area.y);
    cairo_scale(cr, 1.0 / ULP_RASTER_SCALE, 1.0 / ULP_RASTER_SCALE);
    cairo_set_source_surface(cr, box->raster, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_paint(cr);
  } else {
    for (guint series = 0; series < plot->data->series->len; series++) {
      guint n;
      const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
      if (n > 0 && !ulp_plot_is_hidden(plot, series))
        draw_series(plot, cr, layout, box, series, marks, n);
    }
  }
  cairo_restore(cr);
}
