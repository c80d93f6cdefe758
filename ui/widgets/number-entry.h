/* An entry for a number or an expression, which keeps the last text that was one. */
#pragma once

#include "core/number/real.h"

#include <gtk/gtk.h>

#define ULP_TYPE_NUMBER_ENTRY (ulp_number_entry_get_type())
G_DECLARE_FINAL_TYPE(UlpNumberEntry, ulp_number_entry, ULP, NUMBER_ENTRY, GtkBox)

/* Signal "changed": there is another number. `caption` may have a mnemonic. `message` says `hint`, or why the text is no number;
 * it belongs to the caller, who puts it somewhere. */
GtkWidget *ulp_number_entry_new(const char *caption, GtkLabel *message, const char *hint);

/* As if typed: a text that is no number says why and leaves the number as it was. */
void ulp_number_entry_set_text(UlpNumberEntry *self, const char *text);
const char *ulp_number_entry_get_text(UlpNumberEntry *self); /* what stands there */

/* The last text that was a number, and that number, which stays until "changed" has been emitted for the next; NULL at first. */
const char *ulp_number_entry_get_typed(UlpNumberEntry *self);
const UlpReal *ulp_number_entry_get_real(UlpNumberEntry *self);
