/* What stands below the rows of the Bits page, about the number and one format: how it became bits, the steps of an expression, who
 * stores other bits, the neighbours on a ruler. */
#pragma once

#include "ui/widgets/ruler-view.h"

#define ULP_TYPE_BITS_DETAIL (ulp_bits_detail_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsDetail, ulp_bits_detail, ULP, BITS_DETAIL, GtkBox)

/* Signal "taken" (string): a value was chosen in the detail, with the text that a user would type for it. */
GtkWidget *ulp_bits_detail_new(void);

/* `typed` is copied but for its number, which stays until the next call; the part on view is made anew. */
void ulp_bits_detail_set(UlpBitsDetail *self, const UlpTyped *typed, UlpFormat format);

/* The table of the part on view: new reference; NULL where it shows none. */
UlpTable *ulp_bits_detail_get_table(UlpBitsDetail *self);
void ulp_bits_detail_show(UlpBitsDetail *self, const char *part); /* explained, steps, profiles or ruler */
void ulp_bits_detail_show_next(UlpBitsDetail *self);
UlpRulerView *ulp_bits_detail_get_ruler(UlpBitsDetail *self); /* NULL where it is not on view */
