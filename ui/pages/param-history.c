#include "ui/pages/param-history.h"

#define ONE_CHANGE G_USEC_PER_SEC /* typing: no single letters */

struct _UlpParamHistory {
  GPtrArray *states; /* UlpRunDocument */
  guint present;
  gint64 changed; /* when the newest state came; 0: it is no change that could go on */
};

UlpParamHistory *ulp_param_history_new(void) {
  UlpParamHistory *history = g_new0(UlpParamHistory, 1);
  history->states = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_run_document_unref);
  return history;
}

void ulp_param_history_free(UlpParamHistory *history) {
  g_ptr_array_unref(history->states);
  g_free(history);
}

void ulp_param_history_add(UlpParamHistory *history, UlpRunDocument *document) {
  const gint64 now = g_get_monotonic_time();
  const guint n = history->states->len;
  if (n > 0 && ulp_run_document_equal(g_ptr_array_index(history->states, history->present), document))
    return;
  if (n > 0)
    g_ptr_array_set_size(history->states, (int)history->present + 1);
  if (history->states->len > 1 && history->changed && now - history->changed < ONE_CHANGE)
    g_ptr_array_set_size(history->states, (int)history->states->len - 1);
  g_ptr_array_add(history->states, ulp_run_document_ref(document));
  history->present = history->states->len - 1;
  history->changed = n > 0 ? now : 0;
}

gboolean ulp_param_history_can_undo(const UlpParamHistory *history) { return history->present > 0; }

gboolean ulp_param_history_can_redo(const UlpParamHistory *history) {
  return history->present + 1 < history->states->len;
}

const UlpRunDocument *ulp_param_history_undo(UlpParamHistory *history) {
  history->changed = 0;
  return ulp_param_history_can_undo(history) ? g_ptr_array_index(history->states, --history->present) : NULL;
}

const UlpRunDocument *ulp_param_history_redo(UlpParamHistory *history) {
  history->changed = 0;
  return ulp_param_history_can_redo(history) ? g_ptr_array_index(history->states, ++history->present) : NULL;
}
