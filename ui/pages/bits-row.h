/* One format's row of the Bits page: its bits and what they say. */
#pragma once

#include "core/experiment/bits-table.h"
#include "ui/widgets/bit-field.h"

#define ULP_TYPE_BITS_ROW (ulp_bits_row_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsRow, ulp_bits_row, ULP, BITS_ROW, GtkBox)

/* Signals "edited": the user chose other bits, those of ulp_bits_row_get_bits; "focused": the keyboard went into the row; "opened": its
 * parts are to be typed. The widget's name is the format's id; its
 * labels are named value, exact, shortest, hex, sign, significand, power, error, ulp, class. `names`: of the rows that stand under each
 * other, whose first columns are as wide as the widest. */
GtkWidget *ulp_bits_row_new(UlpFormat format, GtkSizeGroup *names);

/* Which number it is, before the format. */
void ulp_bits_row_set_caption(UlpBitsRow *self, const char *caption);

void ulp_bits_row_set_typed(UlpBitsRow *self, const UlpTyped *typed);

UlpFormat ulp_bits_row_get_format(UlpBitsRow *self);
UlpBits ulp_bits_row_get_bits(UlpBitsRow *self);
UlpBitField *ulp_bits_row_get_field(UlpBitsRow *self);
