/* Names of files, and other texts of users, where people read them. */
#pragma once

#include <glib.h>

/* `name` as one line of valid UTF-8 that does nothing to a terminal and shows what is in it: what is no printable character
 * is written \n, \t, \r, \xHH (a byte that is no UTF-8, or a control character) or \u{H...}. Other backslashes stay as
 * they are. */
char *ulp_name_shown(const char *name);

/* The one of `names` (NULL-terminated) that was meant by `typed`, in any case: as far as a letter left out, put in, changed or
 * swapped with its neighbour, one for every three that were typed; of several the first. NULL: none is near. Borrowed. */
const char *ulp_name_meant(const char *typed, const char *const *names);
