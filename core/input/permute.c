/* Shuffling. */
#include "core/input/permute.h"

#include "core/base/error.h"
#include "core/input/random.h"

#define SLICE 0x8000 /* elements between two looks at a cancellable: their places are far apart in memory */

/* A number below `limit` (at most 2^40), each as likely as the next up to 2^-24. */
static guint64 below(guint64 limit, guint64 seed, guint64 index) {
  const guint64 random = ulp_random_low(ulp_random_in(ULP_RANDOM_PERMUTE, seed, index, 0));
  return (guint64)((unsigned __int128)random * limit >> 64);
}

gboolean ulp_permute(UlpFormat format, gpointer elements, guint64 count, guint64 seed, GCancellable *cancellable,
                     GError **error) {
  for (guint64 i = count; i-- > 1;) {
    const guint64 j = below(i + 1, seed, i);
    const UlpBits a = ulp_packed_load(format, elements, i), b = ulp_packed_load(format, elements, j);
    ulp_packed_store(format, elements, i, b);
    ulp_packed_store(format, elements, j, a);
    if (i % SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  return TRUE;
}
