/* What comes back at the next start: page, size, size of text, and the values on every page. */
#pragma once

#include "ui/pages/window.h"

/* Of the user's own file; what cannot be read is left as it is in a new window. */
void ulp_session_restore(UlpWindow *window);
void ulp_session_save(UlpWindow *window);
