/* The window: pages in a sidebar, device chooser, light and dark, export menu, keys, and the message bar. */
#pragma once

#include "ui/pages/page.h"

#define ULP_TYPE_WINDOW (ulp_window_get_type())
G_DECLARE_FINAL_TYPE(UlpWindow, ulp_window, ULP, WINDOW, GtkApplicationWindow)

/* `app` may be NULL. The devices are looked up on another thread after the first frame. */
GtkWidget *ulp_window_new(GtkApplication *app);

/* Adds a page, made when it is first shown, below those that are there. Its value becomes the window's. */
void ulp_window_add_page(UlpWindow *self, const UlpPage *page);

/* Shows a page by its id, as typed after --page. ULP_ERROR_USAGE lists the ids. */
gboolean ulp_window_show_page(UlpWindow *self, const char *id, GError **error);
GtkWidget *ulp_window_get_page(UlpWindow *self); /* the one shown */

const char *ulp_window_page_id(UlpWindow *self);

/* Opens a run or data, as ulp_window_files_open has it. */
gboolean ulp_window_open(UlpWindow *self, const char *path, GError **error);

/* What every page has to keep, by its id: new table. To set one waits for the page to be made. */
GHashTable *ulp_window_page_states(UlpWindow *self);
void ulp_window_set_page_state(UlpWindow *self, const char *id, const char *state);

/* Asks for a device, "cpu" or "cuda:K": chosen at once or when the devices are known; when it is not usable, the message
 * bar says why and which one is selected. */
void ulp_window_set_device(UlpWindow *self, const char *device_id);
