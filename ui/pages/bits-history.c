#include "ui/pages/bits-history.h"

#define TYPING (1 * G_USEC_PER_SEC)

struct _UlpBitsHistory {
  GArray *states; /* UlpBitsState */
  guint present;
  gboolean typed; /* the newest one */
  gint64 time;
};

static void state_clear(gpointer data) { g_free(((UlpBitsState *)data)->text); }

UlpBitsHistory *ulp_bits_history_new(void) {
  UlpBitsHistory *history = g_new0(UlpBitsHistory, 1);
  history->states = g_array_new(FALSE, FALSE, sizeof(UlpBitsState));
  g_array_set_clear_func(history->states, state_clear);
  return history;
}

void ulp_bits_history_free(UlpBitsHistory *history) {
  g_array_unref(history->states);
  g_free(history);
}

static UlpBitsState *at(UlpBitsHistory *history, guint index) {
  return &g_array_index(history->states, UlpBitsState, index);
}

void ulp_bits_history_add(UlpBitsHistory *history, const UlpBitsState *state, gboolean typed) {
  const gint64 now = g_get_monotonic_time();
  const guint n = history->states->len;
  UlpBitsState copy = *state;
  if (n) {
    const UlpBitsState *present = at(history, history->present);
    if (g_str_equal(present->text, state->text) && present->round == state->round && present->profile == state->profile)
      return;
    const gboolean newest = history->present + 1 == n;
    const gboolean replaces = newest && n > 1 && typed && history->typed && now - history->time < TYPING;
    g_array_set_size(history->states, history->present + !replaces);
  }
  copy.text = g_strdup(state->text);
  g_array_append_val(history->states, copy);
  history->present = history->states->len - 1;
  history->typed = typed;
  history->time = now;
}

const UlpBitsState *ulp_bits_history_go(UlpBitsHistory *history, gboolean back) {
  if (back ? history->present == 0 : history->present + 1 >= history->states->len)
    return NULL;
  history->present += back ? -1 : 1;
  history->typed = FALSE;
  return at(history, history->present);
}
