#include "core/experiment/sizes.h"

GArray *ulp_sizes_by_factor(guint64 first, guint64 last, double step) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint64 n = first; n < last; n = MAX(n + 1, (guint64)((double)n * step)))
    g_array_append_val(list, n);
  g_array_append_val(list, last);
  return list;
}

GArray *ulp_sizes_evenly(guint64 first, guint64 last, guint points) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint64));
  const guint64 apart = last - first, parts = MIN(MAX(points, 2) - 1, MAX(apart, 1));
  for (guint64 i = 0; i < parts && apart > 0; i++) {
    const guint64 n = first + (guint64)((unsigned __int128)apart * i / parts);
    g_array_append_val(list, n);
  }
  g_array_append_val(list, last);
  return list;
}
