/* Finds labels whose text is too faint on what is drawn behind it: the style's colour against the most frequent pixel of
 * the place where the text stands. Widgets that cannot be used now may be faint (WCAG 2.1, 1.4.3). */
#pragma once

#include "tests/widgets/widget-test.h"

#include <math.h>

/* WCAG 2.1: relative luminance and contrast. */
static inline double ulp_linear(double c) { return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4); }

static inline double ulp_luminance(GdkRGBA c) {
  return 0.2126 * ulp_linear(c.red) + 0.7152 * ulp_linear(c.green) + 0.0722 * ulp_linear(c.blue);
}

static inline double ulp_contrast(GdkRGBA a, GdkRGBA b) {
  const double x = ulp_luminance(a), y = ulp_luminance(b);
  return (MAX(x, y) + 0.05) / (MIN(x, y) + 0.05);
}

static inline GdkRGBA ulp_contrast_rgba(guint32 pixel) {
  return (GdkRGBA){(float)(pixel >> 16 & 0xff) / 255, (float)(pixel >> 8 & 0xff) / 255, (float)(pixel & 0xff) / 255, 1};
}

/* Boyer and Moore's majority vote: more than half of the pixels of a line of text are ground. */
static inline GdkRGBA ulp_contrast_ground(cairo_surface_t *image, const graphene_rect_t *place) {
  const guint8 *data = cairo_image_surface_get_data(image);
  const int right = MIN((int)(place->origin.x + place->size.width), cairo_image_surface_get_width(image));
  const int bottom = MIN((int)(place->origin.y + place->size.height), cairo_image_surface_get_height(image));
  guint32 winner = 0;
  int votes = 0;
  for (int y = MAX((int)place->origin.y, 0); y < bottom; y++) {
    const guint32 *row = (const guint32 *)(gconstpointer)(data + (gsize)y * cairo_image_surface_get_stride(image));
    for (int x = MAX((int)place->origin.x, 0); x < right; x++) {
      if (votes == 0)
        winner = row[x];
      votes += row[x] == winner ? 1 : -1;
    }
  }
  return ulp_contrast_rgba(winner);
}

/* A label that scrolling hides, wholly or all but its first letters, has no contrast. */
static inline gboolean ulp_contrast_ok(GtkWidget *label, GtkWidget *root, const graphene_rect_t *clip,
                                       cairo_surface_t *image) {
  graphene_rect_t place;
  GdkRGBA colour;
  if (*gtk_label_get_text(GTK_LABEL(label)) == '\0' || !gtk_widget_compute_bounds(label, root, &place) ||
      !graphene_rect_intersection(&place, clip, &place) || place.size.width < 40 || place.size.height < 12)
    return TRUE;
  const GdkRGBA ground = ulp_contrast_ground(image, &place);
  gtk_style_context_get_color(gtk_widget_get_style_context(label), &colour);
  const GdkRGBA seen = {ground.red + (colour.red - ground.red) * colour.alpha,
                        ground.green + (colour.green - ground.green) * colour.alpha,
                        ground.blue + (colour.blue - ground.blue) * colour.alpha, 1};
  const double found = ulp_contrast(seen, ground);
  if (found < 4.5)
    g_test_message("contrast %.2f: \"%s\"", found, gtk_label_get_text(GTK_LABEL(label)));
  return found >= 4.5;
}

static inline guint ulp_contrast_count(GtkWidget *widget, GtkWidget *root, const graphene_rect_t *clip,
                                       cairo_surface_t *image) {
  graphene_rect_t own;
  guint faults = 0;
  if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget))
    return 0;
  if (GTK_IS_LABEL(widget))
    faults += !ulp_contrast_ok(widget, root, clip, image);
  if (GTK_IS_SCROLLED_WINDOW(widget) && gtk_widget_compute_bounds(widget, root, &own) &&
      graphene_rect_intersection(&own, clip, &own))
    clip = &own;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    if (!GTK_IS_NATIVE(child))
      faults += ulp_contrast_count(child, root, clip, image);
  return faults;
}

/* Number of faults, each printed as a diagnostic line of the test. */
static inline guint ulp_contrast_check(GtkWidget *root) {
  cairo_surface_t *image = ulp_test_picture(root);
  const graphene_rect_t all =
      GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(root), (float)gtk_widget_get_height(root));
  const guint faults = ulp_contrast_count(root, root, &all, image);
  cairo_surface_destroy(image);
  return faults;
}
