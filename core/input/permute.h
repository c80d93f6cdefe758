/* A random order of an array in memory. */
#pragma once

#include "core/array/packing.h"

#include <gio/gio.h>

/* Durstenfeld's shuffle (Algorithm 235, CACM 7(7), 1964) with the random numbers of `seed`: the same order for the same count
 * and seed everywhere. FALSE with ULP_ERROR_CANCELLED, the elements then being in some order. */
gboolean ulp_permute(UlpFormat format, gpointer elements, guint64 count, guint64 seed, GCancellable *cancellable,
                     GError **error);
