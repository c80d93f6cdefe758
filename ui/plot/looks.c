#include "ui/plot/looks.h"

#define N_DISTINCT 8 /* colours of the palette; others repeat them with another marker */

struct _UlpLooks {
  gatomicrefcount references;
  GPtrArray *owners; /* name by look; NULL for none */
};

UlpLooks *ulp_looks_new(void) {
  UlpLooks *looks = g_new0(UlpLooks, 1);
  g_atomic_ref_count_init(&looks->references);
  looks->owners = g_ptr_array_new_with_free_func(g_free);
  return looks;
}

UlpLooks *ulp_looks_ref(UlpLooks *looks) {
  g_atomic_ref_count_inc(&looks->references);
  return looks;
}

void ulp_looks_unref(UlpLooks *looks) {
  if (!g_atomic_ref_count_dec(&looks->references))
    return;
  g_ptr_array_unref(looks->owners);
  g_free(looks);
}

static gboolean contains(const GPtrArray *names, const char *name) {
  return g_ptr_array_find_with_equal_func((GPtrArray *)names, name, g_str_equal, NULL);
}

static guint look_for(UlpLooks *looks, const GPtrArray *names, const char *name) {
  guint look;
  if (g_ptr_array_find_with_equal_func(looks->owners, name, g_str_equal, &look))
    return look;
  look = looks->owners->len;
  for (guint i = 0; look >= N_DISTINCT && i < looks->owners->len; i++)
    if (!contains(names, g_ptr_array_index(looks->owners, i)))
      look = i;
  if (look == looks->owners->len) {
    g_ptr_array_add(looks->owners, g_strdup(name));
  } else {
    g_free(g_ptr_array_index(looks->owners, look));
    g_ptr_array_index(looks->owners, look) = g_strdup(name);
  }
  return look;
}

GArray *ulp_looks_of(UlpLooks *looks, const GPtrArray *names) {
  GArray *found = g_array_sized_new(FALSE, FALSE, sizeof(guint), names->len);
  for (guint i = 0; i < names->len; i++) {
    const guint look = look_for(looks, names, g_ptr_array_index(names, i));
    g_array_append_val(found, look);
  }
  return found;
}
