/* What the Bits page is about: a typed number and how it is rounded, with the history of both. */
#pragma once

#include "core/experiment/bits-table.h"

#include <gtk/gtk.h>

#define ULP_TYPE_BITS_VALUE (ulp_bits_value_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsValue, ulp_bits_value, ULP, BITS_VALUE, GtkBox)

/* Signal "changed": another number, rounding or profile. `beside` stands at the right end of the controls; NULL for nothing. */
GtkWidget *ulp_bits_value_new(GtkWidget *beside);

/* As if typed, but one step of the history by itself. */
void ulp_bits_value_set_text(UlpBitsValue *self, const char *text);
const char *ulp_bits_value_get_text(UlpBitsValue *self); /* what stands there */

/* Borrowed until the next "changed" has been emitted; its real is NULL before the first number. */
UlpTyped ulp_bits_value_get_typed(UlpBitsValue *self);

void ulp_bits_value_go(UlpBitsValue *self, gboolean back); /* through the history */
