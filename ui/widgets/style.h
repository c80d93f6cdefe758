/* The style sheet and icons of the program, for one display. Pages have the colours of the toolkit's theme, and light or
 * dark ones beside them as that theme really is, whatever chose it. Named colours: ui/resources/light.css, dark.css and
 * theme.css. */
#pragma once

#include <gtk/gtk.h>

void ulp_style_install(GdkDisplay *display); /* a second call does nothing; first of what is below */

gboolean ulp_style_is_dark(GdkDisplay *display);
/* Asks for the theme's dark or light side; GTK_THEME in the environment allows neither. */
void ulp_style_set_dark(GdkDisplay *display, gboolean dark);

/* Text and plots larger or smaller than the desktop has them, 0.5 to 3; 1 at first. */
void ulp_style_set_zoom(GdkDisplay *display, double zoom);
double ulp_style_zoom(GdkDisplay *display);

/* The size of text in units of the usual one (96 dots per inch). */
double ulp_style_text_scale(GdkDisplay *display);

/* `changed` (of `object`) is called after the theme or the size of text changed, while `object` lives. */
void ulp_style_connect_changed(GdkDisplay *display, gpointer object, gpointer changed);

/* A number or formula within a sentence, so that it reads from left to right in every language: isolated (Unicode Annex
 * 9) where the interface goes from right to left, else as it is. New string. */
char *ulp_style_formula(const char *text);

/* A named colour of the sheet as `widget` sees it; magenta when there is no such name. */
GdkRGBA ulp_style_colour(GtkWidget *widget, const char *name);
