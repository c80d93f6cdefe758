/* What is pasted goes out in pieces, each from the main loop: GTK's own providers hand all of it over at once, for which GTK 4.8's
 * streams of the X server wait on the main thread, for ever where it is more than some hundred kilobytes. */
#pragma once

#include <gtk/gtk.h>

/* Appends the piece at *next, of some `size` bytes, and moves *next, 0 at first, behind it; nothing at the end. */
typedef void (*UlpPieceMaker)(GdkContentProvider *provider, guint64 *next, GString *piece, gsize size);

/* `task` (taken over) has the provider as its source and is returned TRUE when all was written, or the error. */
void ulp_content_write_pieces(GTask *task, GOutputStream *stream, UlpPieceMaker make);
