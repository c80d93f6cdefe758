/* The header of NumPy's .npy, versions 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * It is a Python dictionary literal, read by a parser of exactly the three keys NumPy writes; nothing is evaluated. */
#pragma once

#include "core/input/reader.h"

/* The array of an npy file, or of one in another file, whose bytes `source` has: no name, and nothing behind it. `type`:
 * what the elements are whatever the header says, as long as they have room in what it says; 0: as it says. */
UlpMember *ulp_npy_read(UlpSource *source, UlpFormat type, GCancellable *cancellable, GError **error);
