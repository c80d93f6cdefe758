/* Many points as an image: each is counted into pixels, and where more lie the colour is denser. */
#include "ui/plot/plot-private.h"

#include <math.h>
#include <string.h>

#define OPACITY 0.5  /* of one point */
#define MAX_COUNT 16 /* beyond it the colour is full; nine of it fit into a byte */

/* Points of one series in each pixel, by the middle of the point. */
static void count_points(const UlpPlot *plot, const UlpPanel *box, const UlpPlotMark *marks, guint n, guint8 *counts,
                         int width) {
  for (guint i = 0; i < n; i++) {
    double x, y;
    if (!ulp_plot_mark_position(plot, box, &marks[i], &x, &y))
      continue;
    const gsize column = (gsize)((x - box->area.x) * ULP_RASTER_SCALE),
                row = (gsize)((y - box->area.y) * ULP_RASTER_SCALE);
    guint8 *count = &counts[row * (gsize)width + column];
    *count += *count < MAX_COUNT;
  }
}

/* Each pixel becomes the sum of itself and its two neighbours `stride` apart. */
static void widen(guint8 *counts, guint8 *copy, gsize n, gsize stride) {
  memcpy(copy, counts, n);
  for (gsize i = stride; i + stride < n; i++)
    counts[i] = (guint8)(copy[i - stride] + copy[i] + copy[i + stride]);
}

/* Lays one series over what is in the image (premultiplied ARGB32). */
static void blend(cairo_surface_t *image, const guint8 *counts, guint series) {
  const int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
  const int stride = cairo_image_surface_get_stride(image);
  double rgb[3];
  ulp_series_rgb(series, rgb);
  guint32 source[MAX_COUNT + 1][4];
  for (int n = 0; n <= MAX_COUNT; n++) {
    const double alpha = n == MAX_COUNT ? 1 : 1 - pow(1 - OPACITY, n);
    for (int c = 0; c < 3; c++)
      source[n][c] = (guint32)lround(255 * alpha * rgb[c]);
    source[n][3] = (guint32)lround(255 * alpha);
  }
  for (int y = 0; y < height; y++) {
    guint32 *row = (guint32 *)(gpointer)(cairo_image_surface_get_data(image) + (gsize)y * stride);
    for (int x = 0; x < width; x++) {
      const guint8 count = counts[(gsize)y * width + x];
      if (count == 0)
        continue;
      const guint32 *over = source[MIN(count, MAX_COUNT)];
      const guint32 rest = 255 - over[3], under = row[x];
      const guint32 red = over[0] + (under >> 16 & 0xff) * rest / 255,
                    green = over[1] + (under >> 8 & 0xff) * rest / 255;
      const guint32 blue = over[2] + (under & 0xff) * rest / 255, alpha = over[3] + (under >> 24) * rest / 255;
      row[x] = alpha << 24 | red << 16 | green << 8 | blue;
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
  const gsize n_pixels = (gsize)width * (gsize)height;
  g_autofree guint8 *counts = g_malloc(n_pixels), *copy = g_malloc(n_pixels);
  for (guint series = 0; series < plot->data->series->len; series++) {
    guint n;
    const UlpPlotMark *marks = ulp_plot_data_marks(plot->data, panel, series, &n);
    if (n == 0 || ulp_plot_is_hidden(plot, series))
      continue;
    memset(counts, 0, n_pixels);
    count_points(plot, box, marks, n, counts, width);
    widen(counts, copy, n_pixels, 1); /* a point covers 3 x 3 pixels */
    widen(counts, copy, n_pixels, (gsize)width);
    blend(image, counts, series);
  }
  cairo_surface_mark_dirty(image);
  return image;
}
