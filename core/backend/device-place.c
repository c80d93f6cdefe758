#include "core/backend/device-private.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

typedef struct {
  char *key;
  UlpArray *array;
} Placed;

static void placed_free(gpointer data) {
  Placed *placed = data;
  ulp_array_unref(placed->array);
  g_free(placed->key);
  g_free(placed);
}

/* Two inputs with the same key hold the same bits. NULL with ULP_ERROR_CANCELLED. */
static char *input_key(UlpInput *input, GCancellable *cancellable, GError **error) {
  const UlpGenerateJob *job = ulp_input_job(input);
  if (!job) {
    const char *hash = ulp_input_hash(input, cancellable);
    if (!hash)
      g_set_error_literal(error, ULP_ERROR, ULP_ERROR_CANCELLED, _("cancelled"));
    return hash ? g_strdup_printf("file %" G_GUINT64_FORMAT " %s", ulp_input_format(input), hash) : NULL;
  }
  GString *key = g_string_new(NULL);
  g_string_append_printf(
      key, "generator %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT32_FORMAT,
      job->generator, job->format, job->count, job->seed, job->stream);
  for (guint i = 0; i < ULP_GENERATOR_MAX_VALUES; i++) {
    guint64 bits;
    memcpy(&bits, &job->values[i], sizeof bits);
    g_string_append_printf(key, " %" G_GINT64_MODIFIER "x", bits);
  }
  return g_string_free(key, FALSE);
}

static gboolean is_among(const char *key, char *const *keys) {
  for (; *keys; keys++)
    if (g_str_equal(key, *keys))
      return TRUE;
  return FALSE;
}

/* Placed inputs that are not among these give their memory back. */
static void keep_only(UlpPlacedInputs *inputs, char *const *keys) {
  g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func(placed_free); /* freed without the lock */
  g_mutex_lock(&inputs->lock);
  if (!inputs->list)
    inputs->list = g_ptr_array_new_with_free_func(placed_free);
  for (guint i = inputs->list->len; i-- > 0;) {
    const Placed *placed = g_ptr_array_index(inputs->list, i);
    if (!is_among(placed->key, keys))
      g_ptr_array_add(others, g_ptr_array_steal_index(inputs->list, i));
  }
  g_mutex_unlock(&inputs->lock);
}

void ulp_device_forget_placed(UlpDevice *device) { keep_only(ulp_device_placed(device), (char *[]){NULL}); }

static UlpArray *find_placed(UlpPlacedInputs *inputs, const char *key) {
  UlpArray *found = NULL;
  g_mutex_lock(&inputs->lock);
  for (guint i = 0; i < inputs->list->len && !found; i++) {
    const Placed *placed = g_ptr_array_index(inputs->list, i);
    if (g_str_equal(placed->key, key))
      found = ulp_array_ref(placed->array);
  }
  g_mutex_unlock(&inputs->lock);
  return found;
}

static void remember(UlpPlacedInputs *inputs, const char *key, UlpArray *array) {
  Placed *placed = g_new(Placed, 1);
  *placed = (Placed){g_strdup(key), ulp_array_ref(array)};
  g_mutex_lock(&inputs->lock);
  g_ptr_array_add(inputs->list, placed);
  g_mutex_unlock(&inputs->lock);
}

guint64 ulp_device_placed_bytes(UlpDevice *device) {
  UlpPlacedInputs *inputs = ulp_device_placed(device);
  guint64 bytes = 0;
  g_mutex_lock(&inputs->lock);
  for (guint i = 0; inputs->list && i < inputs->list->len; i++) {
    const Placed *placed = g_ptr_array_index(inputs->list, i);
    bytes += ulp_packed_bytes(ulp_array_format(placed->array), ulp_array_count(placed->array));
  }
  g_mutex_unlock(&inputs->lock);
  return bytes;
}

static UlpArray *make_input(UlpDevice *device, UlpInput *input, const UlpDeviceWatch *watch, GError **error) {
  const UlpGenerateJob *generate = ulp_input_job(input);
  UlpArray *array = NULL;
  if (generate) {
    const UlpJob job = {.kind = ULP_JOB_GENERATE, .generate = *generate};
    UlpJobResult result;
    ulp_device_run(device, &job, NULL, 0, &result, &array, watch, error);
    return array;
  }
  gconstpointer data = ulp_input_data(input, watch ? watch->cancellable : NULL, error);
  return data ? ulp_device_upload(device, ulp_input_format(input), data, ulp_input_count(input), watch, error) : NULL;
}

gboolean ulp_device_place_all(UlpDevice *device, UlpInput *const *inputs, guint n_inputs, UlpArray **arrays,
                              const UlpDeviceWatch *watch, GError **error) {
  UlpPlacedInputs *placed = ulp_device_placed(device);
  g_auto(GStrv) keys = g_new0(char *, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    if (!(keys[i] = input_key(inputs[i], watch ? watch->cancellable : NULL, error)))
      return FALSE;
  keep_only(placed, keys);
  for (guint i = 0; i < n_inputs; i++) {
    if ((arrays[i] = find_placed(placed, keys[i])))
      continue;
    if ((arrays[i] = make_input(device, inputs[i], watch, error))) {
      remember(placed, keys[i], arrays[i]);
      continue;
    }
    while (i-- > 0)
      g_clear_pointer(&arrays[i], ulp_array_unref);
    return FALSE;
  }
  return TRUE;
}

UlpArray *ulp_device_place(UlpDevice *device, UlpInput *input, const UlpDeviceWatch *watch, GError **error) {
  UlpArray *array = NULL;
  return ulp_device_place_all(device, &input, 1, &array, watch, error) ? array : NULL;
}
