/* How far two values lie apart in formats, and whether that is within tolerances that are typed. */
#pragma once

#include "core/experiment/distance-table.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PAIR_DISTANCE (ulp_pair_distance_get_type())
G_DECLARE_FINAL_TYPE(UlpPairDistance, ulp_pair_distance, ULP, PAIR_DISTANCE, GtkBox)

/* Signal "changed": other tolerances. Its entries are named atol, rtol and ulps. */
GtkWidget *ulp_pair_distance_new(void);
/* In `format` and the usual ones: new reference, which is also shown. */
UlpTable *ulp_pair_distance_show(UlpPairDistance *self, const UlpTyped *a, const UlpTyped *b, UlpFormat format);
