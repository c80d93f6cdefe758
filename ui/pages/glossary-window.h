/* The glossary: every term with its line, paragraph and source, to search and to go through by links. One beside each window. */
#pragma once

#include "core/glossary/glossary.h"

#include <gtk/gtk.h>

#define ULP_TYPE_GLOSSARY_WINDOW (ulp_glossary_window_get_type())
G_DECLARE_FINAL_TYPE(UlpGlossaryWindow, ulp_glossary_window, ULP, GLOSSARY_WINDOW, GtkWindow)

/* Opens `parent`'s, or brings it to the front. `here` (UlpTerm; NULL: none) are listed first, under a heading of their own; their
 * strings are copied. It begins at the first of them, or at the term of that name, or as it was left. */
UlpGlossaryWindow *ulp_glossary_window_show(GtkWindow *parent, const char *name, const GArray *here);

/* The id of what is explained; borrowed. */
const char *ulp_glossary_window_term(UlpGlossaryWindow *glossary);

/* A paragraph with each term but `id` a link to it: markup; new string. */
char *ulp_glossary_markup(const char *text, const char *id);

/* Adds the actions glossary, all of it, and explain, what has the focus, to a window; and the lines at the pointer. */
void ulp_glossary_install(GtkWindow *window);
