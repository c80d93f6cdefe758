/* What the page of two values is about: the numbers a, b and, for fma, c, the format that stores them, an operation and its rounding. */
#pragma once

#include "core/experiment/arithmetic-table.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PAIR_INPUT (ulp_pair_input_get_type())
G_DECLARE_FINAL_TYPE(UlpPairInput, ulp_pair_input, ULP, PAIR_INPUT, GtkBox)

#define ULP_PAIR_NUMBERS 3

/* Signal "changed": another number, format, operation or rounding; also once at the start. */
GtkWidget *ulp_pair_input_new(void);

/* To be stored to nearest, whatever the rounding of the operation; `index`: 0 for a, 1 for b, 2 for c; borrowed until the next "changed" has been emitted. */
UlpTyped ulp_pair_input_get_typed(UlpPairInput *self, guint index);
UlpFormat ulp_pair_input_get_format(UlpPairInput *self);
guint ulp_pair_input_get_operation(UlpPairInput *self); /* of ulp_arithmetic_ids */
UlpRound ulp_pair_input_get_round(UlpPairInput *self);

void ulp_pair_input_set_text(UlpPairInput *self, guint index, const char *text); /* as if typed */
void ulp_pair_input_set_operation(UlpPairInput *self, guint operation, guint round);

/* All of it as lines of text, and from such: what it does not know stays. */
char *ulp_pair_input_get_state(UlpPairInput *self);
void ulp_pair_input_set_state(UlpPairInput *self, const char *state);

void ulp_pair_input_go(UlpPairInput *self, gboolean back); /* through its history */
