/* The help of a command. */
#pragma once

#include "core/base/arguments.h"

/* Prints "Usage: `usage`", `summary` and the options to standard output. */
gboolean ulp_print_help(const char *usage, const char *summary, const GArray *options, GError **error);
