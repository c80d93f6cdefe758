/* NumPy's .npz: a ZIP archive of npy files, stored (numpy.savez) or deflated (numpy.savez_compressed):
 * https://numpy.org/doc/stable/reference/generated/numpy.savez.html */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/npy-header.h"
#include "core/input/zip-entries.h"
#include "core/number/number-params.h"

#include <string.h>

typedef struct {
  UlpZip *zip;
  UlpFormat type;
  GPtrArray *members; /* UlpMember, whose number is that of its entry, from 1 */
  UlpSource *chosen;
} Npz;

static char *array_name(const char *entry) {
  return g_str_has_suffix(entry, ".npy") ? g_strndup(entry, strlen(entry) - 4) : g_strdup(entry);
}

/* The array of an entry; one that cannot be read says why. NULL: cancelled. */
static UlpMember *read_member(Npz *npz, guint entry, GCancellable *cancellable, GError **error) {
  g_autoptr(GError) refused = NULL;
  g_autoptr(UlpSource) source = ulp_zip_source(npz->zip, entry, &refused);
  UlpMember *member = source != NULL ? ulp_npy_read(source, npz->type, cancellable, &refused) : NULL;
  if (g_error_matches(refused, ULP_ERROR, ULP_ERROR_CANCELLED)) {
    g_propagate_error(error, g_steal_pointer(&refused));
    return NULL;
  }
  if (member == NULL) {
    member = ulp_member_new();
    member->info = ulp_array_info(ULP_FORMAT_UINT(8), 0);
    member->refused = g_strdup(refused->message);
  }
  member->name = array_name(ulp_zip_name(npz->zip, entry));
  member->number = entry + 1;
  return member;
}

static gboolean read_members(Npz *npz, GCancellable *cancellable, GError **error) {
  for (guint entry = 0; entry < ulp_zip_n_entries(npz->zip); entry++) {
    UlpMember *member = ulp_go_on(cancellable, error) ? read_member(npz, entry, cancellable, error) : NULL;
    if (member == NULL)
      return FALSE;
    g_ptr_array_add(npz->members, member);
  }
  return TRUE;
}

static void npz_close(gpointer state) {
  Npz *npz = state;
  ulp_source_free(npz->chosen);
  g_ptr_array_unref(npz->members);
  g_clear_pointer(&npz->zip, ulp_zip_free);
  g_free(npz);
}

static gpointer npz_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  Npz *npz = g_new0(Npz, 1);
  npz->type = ulp_values_format(reading->options, "type");
  npz->members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  npz->zip = ulp_zip_open(reading->source, cancellable, error);
  if (npz->zip == NULL || !read_members(npz, cancellable, error)) {
    npz_close(npz);
    return NULL;
  }
  ulp_zip_set_cancellable(npz->zip, NULL); /* reads are asked by their own source */
  return npz;
}

static GPtrArray *npz_list(gpointer npz) { return ulp_members_copy(((Npz *)npz)->members); }

static UlpMember *npz_choose(gpointer state, const char *name, GCancellable *cancellable, GError **error) {
  Npz *npz = state;
  g_clear_pointer(&npz->chosen, ulp_source_free);
  g_autoptr(UlpMember) member = ulp_members_choose(npz->members, name, error);
  npz->chosen = member != NULL ? ulp_zip_source(npz->zip, (guint)member->number - 1, error) : NULL;
  if (npz->chosen == NULL)
    return NULL;
  member->source = npz->chosen;
  return g_steal_pointer(&member);
}

static const char *const endings[] = {".npz", NULL};

const UlpReader ulp_reader_npz = {.endings = endings,
                                  .params = &ulp_reader_type_param,
                                  .n_params = 1,
                                  .open = npz_open,
                                  .close = npz_close,
                                  .list = npz_list,
                                  .choose = npz_choose};
