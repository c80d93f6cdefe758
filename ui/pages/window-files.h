/* Files of a window: runs and data that are opened, dropped on it or come back from the list of the last ones, and the run
 * of a page that is saved. */
#pragma once

#include "ui/pages/page-stack.h"

/* Adds the actions open, open-recent (path), save and new-window to the window, takes drops, and keeps `recent` filled. */
void ulp_window_files_install(GtkWindow *window, UlpPageStack *pages, GMenu *recent);

/* A run as JSON goes to its page; anything else is data for the first experiment's. Either is run at once. An export of a run, as
 * JSON or CSV, is shown as a recording. ULP_ERROR_INPUT for what is no run; what is wrong with data is the run's to say. */
gboolean ulp_window_files_open(GtkWindow *window, UlpPageStack *pages, const char *path, GError **error);
