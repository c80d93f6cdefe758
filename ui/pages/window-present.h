/* A window before a class: full screen, large type and thick lines, nothing beside the results; and larger or smaller text
 * at any time. */
#pragma once

#include "ui/pages/page-stack.h"

/* Adds the actions present (a switch), larger, smaller and usual-size to the window. */
void ulp_window_present_install(GtkWindow *window, UlpPageStack *pages, GtkWidget *sidebar);
