/* Two typed numbers in formats, as a table: what `ulp distance` prints. */
#pragma once

#include "core/experiment/bits-table.h"

/* Tolerances; NaN: not asked for. */
typedef struct {
  double absolute, relative, ulps;
} UlpNearness;

/* One row for each format: both numbers as it stores them, by `a`'s rounding and profile, the steps between them, their difference in
 * ulps at the first, absolute and relative to the first, and what each tolerance says of that. `all`: none was exceeded. */
UlpTable *ulp_distance_table_new(const UlpTyped *a, const UlpTyped *b, const GArray *formats,
                                 const UlpNearness *nearness, gboolean *all);
