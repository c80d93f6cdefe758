#include "core/experiment/components.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/memory.h"

#define SLICE (1u << 20) /* elements between two looks at whether to go on */

static const char *const names[ULP_COMPONENTS_MAX] = {"x", "y", "z", "w"};

static void component_clear(gpointer data) { g_clear_pointer(&((UlpComponent *)data)->array, ulp_array_unref); }

char *ulp_component_label(const UlpComponent *component, const char *label) {
  return component->name ? g_strdup_printf("%s, %s", label, component->name) : g_strdup(label);
}

void ulp_needs_add_components(const UlpValues *values, const UlpInputSize *input, UlpNeeds *needs) {
  const UlpFormat summed = ulp_format_summed(input->format);
  const guint64 k = ulp_values_count(values, "components");
  if (k == 1 || !summed)
    return;
  needs->arrays += ulp_needs_array(summed, input->count);
  needs->host += ulp_needs_array(summed, input->count + input->count / k);
}

static gpointer download(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  const guint64 n = ulp_array_count(array), bytes = ulp_packed_bytes(ulp_array_format(array), n);
  g_autofree gpointer host = ulp_try_allocate(bytes, 1);
  if (!host)
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GUINT64_FORMAT " bytes are not there"), bytes);
  return host && ulp_array_download(array, 0, n, host, watch, error) ? g_steal_pointer(&host) : NULL;
}

/* Every k-th element from `first` on, on the device. */
static UlpArray *pick(UlpArray *array, gconstpointer host, guint first, guint k, const UlpDeviceWatch *watch,
                      GError **error) {
  const UlpFormat format = ulp_array_format(array);
  const guint64 n = ulp_array_count(array) / k, bytes = ulp_packed_bytes(format, n);
  g_autofree gpointer part = ulp_try_allocate(bytes, 1);
  if (!part) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GUINT64_FORMAT " bytes are not there"), bytes);
    return NULL;
  }
  for (guint64 i = 0; i < n; i++) {
    ulp_packed_store(format, part, i, ulp_packed_load(format, host, first + i * k));
    if (i % SLICE == 0 && !ulp_go_on(watch->cancellable, error))
      return NULL;
  }
  return ulp_device_upload(ulp_array_device(array), format, part, n, watch, error);
}

static gboolean measure(const UlpRun *run, UlpComponent *component, GError **error) {
  component->n = ulp_array_count(component->array);
  const UlpArraySlice whole = {component->array, 0, component->n};
  return ulp_sum_measure(run, &whole, &component->measures, error);
}

static gboolean split(const UlpRun *run, UlpArray *array, GArray *all, GError **error) {
  UlpRunPart none = {run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  watch.progress = NULL;
  g_autofree gpointer host = download(array, &watch, error);
  for (guint i = 0; host && i < all->len; i++) {
    UlpComponent *component = &g_array_index(all, UlpComponent, i);
    component->name = names[i];
    component->array = pick(array, host, i, all->len, &watch, error);
    if (!component->array || !measure(run, component, error))
      return FALSE;
  }
  return host != NULL;
}

GArray *ulp_run_components(const UlpRun *run, UlpArray *array, GError **error) {
  const guint64 n = ulp_array_count(array), k = ulp_values_count(run->values, "components");
  g_autoptr(GArray) all = g_array_new(FALSE, TRUE, sizeof(UlpComponent));
  g_array_set_clear_func(all, component_clear);
  g_array_set_size(all, (guint)k);
  if (n % k) {
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("components: found %" G_GUINT64_FORMAT " elements, expected whole points of %" G_GUINT64_FORMAT), n,
                  k);
    return NULL;
  }
  if (k > 1)
    return split(run, array, all, error) ? g_steal_pointer(&all) : NULL;
  UlpComponent *only = &g_array_index(all, UlpComponent, 0);
  only->array = ulp_array_ref(array);
  return measure(run, only, error) ? g_steal_pointer(&all) : NULL;
}
