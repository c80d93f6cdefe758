/* Many points as an image: each is counted into pixels, and where more lie the colour is denser. */
#include "ui/plot/plot-private.h"

#include <math.h>
#include <string.h>

#define OPACITY 0.5  /* of one point */
#define MAX_COUNT 16 /* beyond it the colour is full; nine of it fit into a byte */

/* One count a pixel, with a frame of pixels around that stays empty: what is widened ends at the edges. */
typedef struct {
  int width, height; /* without the frame */
  gsize stride;
  guint8 *counts;
} Counts;

static guint8 *row_of(const Counts *counts, int y) { return counts->counts + (gsize)(y + 1) * counts->stride + 1; }

/* One axis of a panel in pixels of the image: what ulp_plot_mark_position() gives, without a division for each mark. */
typedef struct {
  double from, to; /* places in view */
  double at, per;  /* pixel of the place 0, pixels of a place */
  double zero;     /* pixel of the line of zeros */
} Pixels;

static Pixels pixels_of(double from, double to, double start, double end, double zero) {
  const double per = (end - start) / (to - from) * ULP_RASTER_SCALE;
  return (Pixels){from, to, start * ULP_RASTER_SCALE - from * per, per, zero * ULP_RASTER_SCALE};
}

static inline gboolean pixel_at(const Pixels *pixels, double place, gsize *pixel) {
  if (place >= pixels->from && place <= pixels->to)
    *pixel = (gsize)MAX(pixels->at + place * pixels->per, 0);
  else if (place == ULP_AT_ZERO)
    *pixel = (gsize)pixels->zero;
  else
    return FALSE;
  return TRUE;
}

/* Points of one series in each pixel, by the middle of the point. */
static void count_points(const UlpPlot *plot, const UlpPanel *box, const UlpPlotMark *marks, guint n, Counts *counts) {
  const UlpRect *area = &box->area, *main = &box->main;
  const double left = main->x - area->x, top = main->y - area->y;
  const Pixels across = pixels_of(plot->view.x0, plot->view.x1, left, left + main->width,
                                  ulp_plot_x_at(plot, box, ULP_AT_ZERO) - area->x);
  const Pixels down =
      pixels_of(plot->view.y0, plot->view.y1, top + main->height, top, ulp_plot_y_at(plot, box, ULP_AT_ZERO) - area->y);
  for (guint i = 0; i < n && ulp_plot_goes_on(plot, i); i++) {
    gsize column, row;
    if (!pixel_at(&across, marks[i].x, &column) || !pixel_at(&down, marks[i].y, &row))
      continue;
    guint8 *count = &counts->counts[(row + 1) * counts->stride + column + 1];
    *count += *count < MAX_COUNT;
  }
}

static void add_three(guint8 *restrict sum, const guint8 *a, const guint8 *b, const guint8 *c, int n) {
  for (int i = 0; i < n; i++)
    sum[i] = (guint8)(a[i] + b[i] + c[i]);
}

/* A point covers 3 x 3 pixels: first 3 in its row, then the rows beside it, which blend() adds. */
static void widen_rows(Counts *counts, guint8 *scratch) {
  for (int y = 0; y < counts->height; y++) {
    guint8 *row = row_of(counts, y);
    add_three(scratch, row - 1, row, row + 1, counts->width);
    memcpy(row, scratch, (gsize)counts->width);
  }
}

/* What `n` points that lie in one pixel give: premultiplied red, green, blue and alpha. */
static void colours_of(guint look, guint32 source[MAX_COUNT + 1][4]) {
  double rgb[3];
  ulp_series_rgb(look, rgb);
  for (int n = 0; n <= MAX_COUNT; n++) {
    const double alpha = n == MAX_COUNT ? 1 : 1 - pow(1 - OPACITY, n);
    for (int c = 0; c < 3; c++)
      source[n][c] = (guint32)lround(255 * alpha * rgb[c]);
    source[n][3] = (guint32)lround(255 * alpha);
  }
}

static guint32 over(const guint32 *source, guint32 under) {
  const guint32 rest = 255 - source[3];
  const guint32 red = source[0] + (under >> 16 & 0xff) * rest / 255,
                green = source[1] + (under >> 8 & 0xff) * rest / 255;
  const guint32 blue = source[2] + (under & 0xff) * rest / 255, alpha = source[3] + (under >> 24) * rest / 255;
  return alpha << 24 | red << 16 | green << 8 | blue;
}

/* Lays one series over what is in the image (premultiplied ARGB32). */
static void blend(cairo_surface_t *image, const Counts *counts, guint look, guint8 *sums) {
  const int stride = cairo_image_surface_get_stride(image);
  guint32 source[MAX_COUNT + 1][4];
  colours_of(look, source);
  for (int y = 0; y < counts->height; y++) {
    guint32 *pixels = (guint32 *)(gpointer)(cairo_image_surface_get_data(image) + (gsize)y * stride);
    add_three(sums, row_of(counts, y - 1), row_of(counts, y), row_of(counts, y + 1), counts->width);
    for (int x = 0; x < counts->width; x++) {
      guint64 eight;
      if (x + 8 <= counts->width && (memcpy(&eight, sums + x, 8), eight == 0))
        x += 7; /* most of a picture is empty */
      else if (sums[x] > 0)
        pixels[x] = over(source[MIN(sums[x], MAX_COUNT)], pixels[x]);
    }
  }
}

cairo_surface_t *ulp_plot_raster_new(const UlpPlot *plot, const UlpPanel *box, guint panel) {
  /* One pixel more: a mark may lie on the far edge. */
  const int width = (int)ceil(box->area.width * ULP_RASTER_SCALE) + 1;
  const int height = (int)ceil(box->area.height * ULP_RASTER_SCALE) + 1;
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS)
    return image; /* drawn as nothing */
  Counts counts = {.width = width, .height = height, .stride = (gsize)width + 2};
  const gsize n_bytes = counts.stride * ((gsize)height + 2);
  counts.counts = g_malloc(n_bytes);
  g_autofree guint8 *scratch = g_malloc((gsize)width);
  for (guint series = 0; series < plot->data->series->len; series++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    if (n == 0 || ulp_plot_is_hidden(plot, series))
      continue;
    memset(counts.counts, 0, n_bytes);
    count_points(plot, box, marks, n, &counts);
    widen_rows(&counts, scratch);
    blend(image, &counts, ulp_plot_series_look(plot, series), scratch);
  }
  g_free(counts.counts);
  cairo_surface_mark_dirty(image);
  return image;
}
