/* gettext: _() where a text is shown, N_() where it is stored in a descriptor. */
#pragma once

#include <glib.h>
#include <glib/gi18n-lib.h>
