/* Which colour, marker and dash each series has: the same for a name in every plot and every run that shares them. */
#pragma once

#include <glib.h>

typedef struct _UlpLooks UlpLooks;

UlpLooks *ulp_looks_new(void);
UlpLooks *ulp_looks_ref(UlpLooks *looks);
void ulp_looks_unref(UlpLooks *looks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpLooks, ulp_looks_unref)

/* The looks of `names` (index into the palette, no two the same), in their order: new array of guint. A name keeps what it
 * had; a new one has the first that no other had, and beyond eight the first that none of `names` has. */
GArray *ulp_looks_of(UlpLooks *looks, const GPtrArray *names);
