/* Memory for long arrays, within every limit that is set for this process. */
#pragma once

#include <glib.h>

#define ULP_MEMORY_WORTH_ASKING (4 << 20) /* bytes: for less, nobody looks at the limits first */

/* Bytes that may be taken now: the least of what the control groups of a container, RLIMIT_AS, RLIMIT_DATA and the machine
 * leave, with some headroom. Costs some ten microseconds to a few hundred. */
guint64 ulp_memory_left(void);

/* Whether that many bytes are left, for what grows piece by piece and takes them at once: most calls cost nothing, as the
 * limits are looked at again only when a sixteenth of what was left is taken. Thread-safe. */
gboolean ulp_memory_is_left(guint64 bytes);

/* For programs, before their first thread: where the address space is limited, threads share one heap. Each would reserve
 * 64 MiB of its own (glibc, malloc/arena.c), which arrays then lack. */
void ulp_memory_share_heap(void);

/* `count` elements of `bytes` each, at least one byte; NULL when memory is short. A system that lends more than it has
 * would end the program only when the array is filled, so what is not left now counts as short. Free with g_free. */
gpointer ulp_try_allocate(guint64 count, gsize bytes);

/* "1.2 GiB", "300 MiB". New string. */
char *ulp_memory_text(guint64 bytes);
