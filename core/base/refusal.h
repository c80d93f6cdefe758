/* The one way to say that a typed text does not fit. */
#pragma once

#include <glib.h>

/* ULP_ERROR_INPUT in one line: `text`, shortened, the character at `at` (in `text`) with its place or the end, and what was
 * expected there (translated). */
void ulp_refuse_text(const char *text, const char *at, const char *expected, GError **error);
