/* A file asked for with the desktop's own dialog. */
#pragma once

#include <gtk/gtk.h>

/* `name` is the suggested name to save under; NULL asks for a file to open. `chosen` is called with the path, not when
 * the dialog is dismissed or `parent` has left its window. */
void ulp_file_dialog(GtkWidget *parent, const char *title, const char *name,
                     void (*chosen)(GtkWidget *parent, const char *path));
