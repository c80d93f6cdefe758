/* One line that tells what went wrong, above the page that stays as it is. The text can be selected and copied. */
#pragma once

#include <gtk/gtk.h>

/* Not visible at first; its button activates "win.close-message". */
GtkWidget *ulp_message_bar_new(void);
void ulp_message_bar_show(GtkWidget *bar, const char *message);
