/* The glossary at the pointer and under the keys: what a widget says is explained where it stands.
 *
 * A window that is installed shows the line of the term under the pointer in every label that has no tooltip of its own. Pages say
 * no more than what stands for a term without naming it (ulp_explain_set). The terms of what has the focus are found the same
 * way, for a key that opens the glossary at them. */
#pragma once

#include "core/glossary/glossary.h"

#include <gtk/gtk.h>

void ulp_explain_install(GtkWidget *window);

/* `widget` stands for the term of that name, in any spelling: its line is the tooltip, after `text` where there is one (may be
 * NULL), and the accessible description. An unknown name leaves the text alone. */
void ulp_explain_set(GtkWidget *widget, const char *name, const char *text);

/* `text` with a line for each term that `said` or `text` names, each once; new string. */
char *ulp_explain_text(const char *text, const char *said);

/* "ulp: the gap between neighbouring numbers": new string, translated. */
char *ulp_explain_line(const UlpTerm *term);

/* What `widget` can say of itself when it is asked with a key: more entries for the glossary than terms, such as the columns of a
 * table. `entries`: UlpTerm whose strings `widget` keeps until it is asked again. */
void ulp_explain_set_entries(GtkWidget *widget, GArray *(*entries)(GtkWidget *widget));

/* What there is to explain at `focus`: its own entries and terms, then those of the nearest part of the window around it that has
 * some. UlpTerm elements, each id once; free with g_array_unref. */
GArray *ulp_explain_here(GtkWidget *focus);
