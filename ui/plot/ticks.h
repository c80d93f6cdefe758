/* Tick marks: round numbers (Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990, p. 61), powers of ten or
 * two.
 *
 * Labels are built from integers, never from rounded sums of steps. Where values agree in more digits than a label can
 * show, labels are what comes on top of a common `offset`, which belongs into the axis title. */
#pragma once

#include "ui/plot/scale.h"

typedef struct {
  double place; /* 0..1 of the whole range of the scale; may lie outside the view by no more than rounding */
  char *label;
} UlpTick;

typedef struct {
  GArray *ticks; /* UlpTick, in ascending order */
  GArray *minor; /* double: places of marks without a label */
  char *offset;  /* without its sign; NULL when labels are whole values */
  gboolean offset_negative;
} UlpTicks;

/* About `n` labelled ticks (n >= 1) for the part `from`..`to` of the range, at least two on a logarithmic one; none on an
 * empty one. Not for categories. */
UlpTicks *ulp_ticks_new(const UlpScale *scale, double from, double to, guint n);
/* One tick for each of `names` within that part. */
UlpTicks *ulp_ticks_new_categories(const UlpScale *scale, double from, double to, const GPtrArray *names);
void ulp_ticks_free(UlpTicks *ticks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpTicks, ulp_ticks_free)
