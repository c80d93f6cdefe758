/* The states that a page's parameters have had, for undo and redo. */
#pragma once

#include "core/experiment/document.h"

typedef struct _UlpParamHistory UlpParamHistory;

UlpParamHistory *ulp_param_history_new(void);
void ulp_param_history_free(UlpParamHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpParamHistory, ulp_param_history_free)

/* Keeps `document` as the newest state unless the present one equals it; what was undone is forgotten then. Changes that
 * follow each other within a second are one. */
void ulp_param_history_add(UlpParamHistory *history, UlpRunDocument *document);
/* The state to go to, borrowed; NULL when there is none. */
const UlpRunDocument *ulp_param_history_undo(UlpParamHistory *history);
const UlpRunDocument *ulp_param_history_redo(UlpParamHistory *history);
gboolean ulp_param_history_can_undo(const UlpParamHistory *history);
gboolean ulp_param_history_can_redo(const UlpParamHistory *history);
