/* The ruler: the values of formats around a number, zoomed from all of them down to one ulp.
 *
 * Wheel or +, -: zoom; drag or Left, Right: move; h, r, 0 or Home: all values; End or double click: around the number. Comma and
 * period: read the last or next value of a line, brackets: of another line; Enter or a click takes the value that is read. */
#pragma once

#include "core/experiment/bits-table.h"
#include "ui/picture/ruler-picture.h"

#include <gtk/gtk.h>

#define ULP_TYPE_RULER_VIEW (ulp_ruler_view_get_type())
G_DECLARE_FINAL_TYPE(UlpRulerView, ulp_ruler_view, ULP, RULER_VIEW, GtkDrawingArea)

/* Signals: "reading": another value is read, or none; "taken": the value that is read was chosen. */
GtkWidget *ulp_ruler_view_new(void);

/* `typed` is copied but for its number, which stays until the next call. The view stays as wide as it is, in ulps, around the number. */
void ulp_ruler_view_set(UlpRulerView *self, const UlpTyped *typed, const UlpFormat *formats, guint n_formats);

/* What the gestures do; `x` in widget pixels. */
void ulp_ruler_view_zoom(UlpRulerView *self, double factor, double x);
void ulp_ruler_view_zoom_middle(UlpRulerView *self, double factor); /* about the number where it is in view */
void ulp_ruler_view_show_all(UlpRulerView *self);
void ulp_ruler_view_show_number(UlpRulerView *self);

/* What is shown, for exports and tests: borrowed until the next change; its ruler is NULL before the first number. */
const UlpRulerPicture *ulp_ruler_view_get_picture(UlpRulerView *self);
/* The value that is read; FALSE for none. */
gboolean ulp_ruler_view_get_read(UlpRulerView *self, UlpFormat *format, UlpBits *bits);
