/* The parts of the Bits page that do not change with the number. */
#pragma once

#include <gtk/gtk.h>

/* Numbers to try, as buttons: `chosen` (of `data`) is called with the text of one. */
GtkWidget *ulp_bits_examples_new(void (*chosen)(gpointer data, const char *text), gpointer data);

/* What the colours and lines of bits stand for, and at the end a line that says `text`, or where that is "" what bits do. */
GtkWidget *ulp_bits_legend_new(void);
void ulp_bits_legend_say(GtkWidget *legend, const char *text);

/* A drop-down with its caption, which has a mnemonic, appended to `box`. */
GtkDropDown *ulp_bits_add_drop_down(GtkWidget *box, const char *caption, const char *const *titles, guint n_titles);
