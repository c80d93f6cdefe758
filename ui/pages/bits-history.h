/* What was typed, flipped and chosen on the Bits page, for undo and redo. */
#pragma once

#include <glib.h>

typedef struct {
  char *text;
  guint round, profile; /* places in their lists */
} UlpBitsState;

typedef struct _UlpBitsHistory UlpBitsHistory;

UlpBitsHistory *ulp_bits_history_new(void);
void ulp_bits_history_free(UlpBitsHistory *history);

/* After a change. What was undone is forgotten; a state that follows a typed one within a second, itself typed, takes its place. */
void ulp_bits_history_add(UlpBitsHistory *history, const UlpBitsState *state, gboolean typed);
/* The state to go to, borrowed; NULL where there is none. */
const UlpBitsState *ulp_bits_history_go(UlpBitsHistory *history, gboolean back);
