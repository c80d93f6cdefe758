/* NumPy's .npy: floating point, integers and bool of either byte order; elements in the order in which the file stores
 * them. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/npy-header.h"
#include "core/number/number-params.h"

#include <string.h>

static gpointer npy_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  return ulp_npy_read(reading->source, ulp_values_format(reading->options, "type"), cancellable, error);
}

static void npy_close(gpointer member) { ulp_member_free(member); }

static GPtrArray *npy_list(gpointer member) {
  GPtrArray *members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  g_ptr_array_add(members, ulp_member_copy(member));
  return members;
}

static UlpMember *npy_choose(gpointer member, const char *name, GCancellable *cancellable, GError **error) {
  if (name == NULL)
    return ulp_member_copy(member);
  g_autofree char *found = ulp_reader_quote(name, strlen(name));
  ulp_set_error(error, ULP_ERROR_USAGE, _("found #%s, but an npy file holds one array, which has no name"), found);
  return NULL;
}

static const char *const endings[] = {".npy", NULL};

const UlpReader ulp_reader_npy = {.endings = endings,
                                  .params = &ulp_reader_type_param,
                                  .n_params = 1,
                                  .open = npy_open,
                                  .close = npy_close,
                                  .list = npy_list,
                                  .choose = npy_choose};
