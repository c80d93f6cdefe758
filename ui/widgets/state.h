/* What the window remembers from one start to the next: texts under a group and a key, in ulpscope/state.ini in the user's
 * configuration folder. A file that cannot be read or written is as none: nothing of it is work that could be lost. */
#pragma once

#include <glib.h>

char *ulp_state_get(const char *group, const char *key); /* new string; NULL when there is none */
void ulp_state_set(const char *group, const char *key, const char *text);
