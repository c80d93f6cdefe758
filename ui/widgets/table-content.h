/* Rows of a table for the clipboard, as tab-separated text of any size.
 *
 * The text is made piece by piece as it is asked for, so copying costs no time and pasting no memory; every piece is
 * handed over without waiting. (The toolkit's own text provider closes its stream on the main thread, which on X11 then
 * waits for itself: GTK 4.8 with more than one piece left.) */
#pragma once

#include "core/table/table.h"

#include <gtk/gtk.h>

/* Headings and `rows` (row numbers, in the order in which they are written) of `columns`; all three are referenced. The
 * table must not change any more. Formats: text/plain, text/plain;charset=utf-8, text/tab-separated-values. */
GdkContentProvider *ulp_table_content_new(UlpTable *table, GArray *columns, GArray *rows);

/* All of the text at once; new string. */
char *ulp_table_content_text(GdkContentProvider *content);
