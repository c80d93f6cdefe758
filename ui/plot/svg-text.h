/* Title and description in an SVG file that cairo has written. */
#pragma once

#include <glib.h>

/* A new file with <title> and <desc> after the root's opening tag, and with the identifiers that cairo numbers from a
 * counter of the whole process numbered from 1, so that the same plot gives the same file. `elements` (may
 * be NULL) are put in before its end. */
GByteArray *ulp_svg_describe(const GByteArray *svg, const char *title, const char *description, const char *elements);
