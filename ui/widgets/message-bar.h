/* One line that tells what went wrong, above the page that stays as it is. The text can be selected and copied. */
#pragma once

#include <gtk/gtk.h>

/* The one of `window`, which has no other; not visible at first. Its button activates "win.close-message". */
GtkWidget *ulp_message_bar_new(GtkWindow *window);

/* Shows one line in the message bar of the window that holds `any_widget_inside`; the page stays as it is, the text can be
 * selected and copied. A widget that is in no such window only logs it. */
void ulp_message_show(GtkWidget *any_widget_inside, const char *message);
void ulp_message_hide(GtkWidget *any_widget_inside);
