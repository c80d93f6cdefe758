/* The rows of the Bits page, one a format, and the editor of their parts. */
#pragma once

#include "ui/pages/bits-row.h"

#define ULP_TYPE_BITS_LIST (ulp_bits_list_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsList, ulp_bits_list, ULP, BITS_LIST, GtkBox)

/* Signals "edited" (string): bits were chosen in a row, with the text that a user would type for them; "current": another row is
 * the one that the keyboard or the pointer was in; "pointed" (string): a bit is pointed at, with what it stands for, "" for none. */
GtkWidget *ulp_bits_list_new(const char *caption); /* before the format of each row; NULL for none */

/* `names` as ulp_formats_parse() takes them; without a number until the next call of _set_typed. The first row is current. */
void ulp_bits_list_set_formats(UlpBitsList *self, const char *names);
void ulp_bits_list_set_typed(UlpBitsList *self, const UlpTyped *typed);

GArray *ulp_bits_list_get_formats(UlpBitsList *self); /* of the rows, from top to bottom: new array of UlpFormat */
UlpFormat ulp_bits_list_get_current(UlpBitsList *self);
UlpBitsRow *ulp_bits_list_get_row(UlpBitsList *self, UlpFormat format); /* NULL when there is none */

void ulp_bits_list_edit(UlpBitsList *self); /* opens the editor of the current row */
