/* Text in PNG files, which cairo cannot write (PNG Specification, 3rd edition, 11.3.3). */
#pragma once

#include <glib.h>

/* Appends a tEXt chunk, or iTXt for what is not ASCII. `key` is cut to 79 characters. */
void ulp_png_append_text(GByteArray *chunks, const char *key, const char *value);
/* Puts chunks after the header of a PNG file. */
void ulp_png_insert(GByteArray *png, const GByteArray *chunks);
