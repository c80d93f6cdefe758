/* Any drawing as SVG, PDF or PNG, with the provenance of a table inside the file. */
#pragma once

#include "core/table/table.h"

#include <cairo.h>
#include <gio/gio.h>

typedef struct {
  const char *title;
  const UlpTable *table; /* whose provenance the file has */
  double width, height;  /* points (SVG, PDF) or pixels at 96 dpi (PNG) */
  gboolean reproducible; /* without what differs from run to run */
  void (*draw)(gpointer data, cairo_t *cr, double width, double height);
  gpointer data;
  double dpi; /* of a PNG, which has more pixels by it; 0 for 96 */
  /* NULL, or what an SVG has at its end besides what was drawn: elements as a new string, asked for after `draw`. */
  char *(*elements)(gpointer data);
} UlpPicture;

/* Whether `target` ends in .svg, .pdf or .png (any case), with a name before it; else ULP_ERROR_USAGE. */
gboolean ulp_picture_check(const char *target, GError **error);

/* What a file of the type that `target`'s ending names, as ulp_picture_check() has it, would hold: new reference. ULP_ERROR_OUTPUT;
 * ULP_ERROR_CANCELLED (`cancellable` may be NULL). */
GBytes *ulp_picture_bytes(const UlpPicture *picture, const char *target, GCancellable *cancellable, GError **error);
/* The same, written there. */
gboolean ulp_picture_export(const UlpPicture *picture, const char *target, GCancellable *cancellable, GError **error);
