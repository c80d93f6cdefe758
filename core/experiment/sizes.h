/* The numbers of elements of a curve. */
#pragma once

#include <glib.h>

/* guint64 elements, rising, from first to last: each the one before times `step` (above 1), rounded down; or `points` of them
 * evenly apart. Free with g_array_unref. */
GArray *ulp_sizes_by_factor(guint64 first, guint64 last, double step);
GArray *ulp_sizes_evenly(guint64 first, guint64 last, guint points);
