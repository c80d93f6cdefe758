/* Memory for long arrays. */
#pragma once

#include <glib.h>

/* `count` elements of `bytes` each, at least one byte; NULL when memory is short. A system that lends more than it has
 * would end the program only when the array is filled, so what is not available now counts as short. Free with g_free. */
gpointer ulp_try_allocate(guint64 count, gsize bytes);

/* Whether that many bytes are available now, for what grows piece by piece; costs some ten microseconds. */
gboolean ulp_memory_is_left(guint64 bytes);
