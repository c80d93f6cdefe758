/* A popover that edits one stored value by its parts: hex pattern, decimal, exponent, significand. */
#pragma once

#include "core/experiment/bits-table.h"

#include <gtk/gtk.h>

#define ULP_TYPE_BITS_EDIT (ulp_bits_edit_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsEdit, ulp_bits_edit, ULP, BITS_EDIT, GtkPopover)

/* Signal "edited" (UlpBitsEdit): other bits were chosen. Entries are named hex, decimal, exponent, significand; each takes effect on
 * Enter, and each but hex takes an expression, which is rounded to nearest. */
GtkWidget *ulp_bits_edit_new(void);
void ulp_bits_edit_set(UlpBitsEdit *self, UlpFormat format, UlpBits bits);
UlpFormat ulp_bits_edit_get_format(UlpBitsEdit *self);
UlpBits ulp_bits_edit_get_bits(UlpBitsEdit *self);
