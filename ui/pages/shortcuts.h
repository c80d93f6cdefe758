/* Every key of the program, in one list: the accelerators and the window that explains them. */
#pragma once

#include <gtk/gtk.h>

void ulp_shortcuts_install(GtkApplication *app);
/* "Alt+N" shows the Nth page; N from 1 to 9. */
void ulp_shortcuts_install_page(GtkApplication *app, guint n, const char *page_id);

GtkWidget *ulp_shortcuts_window_new(void);
