/* The ruler of the Bits page, with what it is compared with, what is read and buttons for its view. */
#pragma once

#include "ui/widgets/ruler-view.h"

#define ULP_TYPE_BITS_RULER (ulp_bits_ruler_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsRuler, ulp_bits_ruler, ULP, BITS_RULER, GtkBox)

/* Signal "taken" (string): a value on the ruler was chosen, with the bit pattern that a user would type for it. */
GtkWidget *ulp_bits_ruler_new(void);
/* `typed` is copied but for its number, which stays until the next call. */
void ulp_bits_ruler_set(UlpBitsRuler *self, const UlpTyped *typed, UlpFormat format);
UlpRulerView *ulp_bits_ruler_get_view(UlpBitsRuler *self);
