/* The style sheet and icons of the program, for one display; light or dark follows the toolkit's
 * gtk-application-prefer-dark-theme. Named colours: ui/resources/light.css and dark.css. */
#pragma once

#include <gtk/gtk.h>

void ulp_style_install(GdkDisplay *display); /* a second call does nothing */

gboolean ulp_style_is_dark(GdkDisplay *display);
void ulp_style_set_dark(GdkDisplay *display, gboolean dark);

/* A named colour of the sheet as `widget` sees it; magenta when there is no such name. */
GdkRGBA ulp_style_colour(GtkWidget *widget, const char *name);
