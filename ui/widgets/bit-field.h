/* The bits of one value, drawn as a row of cells in three colours: sign, exponent, significand. A bit is flipped by a click
 * or by the keyboard: Left, Right, Home and End move the cursor, Space and Enter flip, Ctrl+Up and Ctrl+Down go to the next
 * and the previous value. Fields of every format drawn at the same width have cells of the same width, so that signs,
 * exponents and significands stand under each other; of more than 64 bits, the others stand in a second line. Under each group of
 * four stands its hex digit. */
#pragma once

#include "core/number/format.h"

#include <gtk/gtk.h>

#define ULP_TYPE_BIT_FIELD (ulp_bit_field_get_type())
G_DECLARE_FINAL_TYPE(UlpBitField, ulp_bit_field, ULP, BIT_FIELD, GtkWidget)

/* Signals "edited": the user changed the bits, which are those of ulp_bit_field_get_bits; "pointed": another bit, or the same with
 * another meaning, is pointed at, or none. */
GtkWidget *ulp_bit_field_new(UlpFormat format);

UlpFormat ulp_bit_field_get_format(UlpBitField *self);
void ulp_bit_field_set_bits(UlpBitField *self, UlpBits bits);
UlpBits ulp_bit_field_get_bits(UlpBitField *self);

/* As the keyboard does; they emit "edited". Bits that the format does not use cannot be flipped. */
void ulp_bit_field_flip(UlpBitField *self, guint bit);
void ulp_bit_field_step(UlpBitField *self, gboolean up);

/* The bit with the cursor; 0 is the least significant one of the container. The most significant at first. */
guint ulp_bit_field_get_cursor(UlpBitField *self);
void ulp_bit_field_set_cursor(UlpBitField *self, guint bit); /* the nearest used bit */

/* The bit under the pointer, or with the keyboard's cursor while the field has the focus; -1: none. */
int ulp_bit_field_get_pointed(UlpBitField *self);

/* Where a bit's cell lies in the widget, and which bit lies there (-1: none). */
graphene_rect_t ulp_bit_field_cell(UlpBitField *self, guint bit);
int ulp_bit_field_bit_at(UlpBitField *self, double x, double y);

/* "bit 20, significand, 1: weight 2^-3 = 0.125": the accessible label's and the tooltip's words. */
char *ulp_bit_field_describe(UlpBitField *self, guint bit);
