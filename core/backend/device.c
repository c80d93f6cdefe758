#include "core/backend/device.h"

#include "core/backend/backend-cpu.h"
#include "core/backend/loader.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#define CPU_ID "cpu"
#define CUDA_ID "cuda"

/* While `busy` one thread is inside the backend and owns `session` and `lost`; everything else is under `lock`. */
struct _UlpDevice {
  char *id;
  const UlpBackend *backend;
  UlpDeviceInfo info;
  UlpSession *session;
  GMutex lock;
  GCond idle;
  gboolean busy;
  GArray *garbage;  /* UlpHandle: released by other threads while busy */
  char *lost;       /* the reason, once the device is lost */
  UlpArray *placed; /* the input placed last */
  char *placed_key;
};

struct _UlpArray {
  gatomicrefcount references;
  UlpDevice *device;
  UlpHandle handle;
  UlpFormat format;
  guint64 count;
};

/* ---- the list ---- */

static UlpDeviceEntry *entry_new(const char *id, const char *reason, const UlpDeviceInfo *info) {
  UlpDeviceEntry *entry = g_new0(UlpDeviceEntry, 1);
  entry->id = g_strdup(id);
  entry->usable = reason == NULL;
  entry->reason = g_strdup(reason);
  entry->info = *info;
  return entry;
}

static void entry_free(gpointer data) {
  UlpDeviceEntry *entry = data;
  g_free(entry->id);
  g_free(entry->reason);
  g_free(entry);
}

/* One entry a device of the backend; one entry `id` with the reason where there is none. */
static void list_backend(GPtrArray *entries, const UlpBackend *backend, const char *id) {
  guint32 count = 0;
  for (guint32 index = 0; index == 0 || index < count; index++) {
    UlpDeviceInfo info = {0};
    UlpFault fault = {0};
    const gboolean usable = backend->probe(index, &count, &info, &fault);
    g_autofree char *numbered = count && strcmp(id, CPU_ID) ? g_strdup_printf("%s:%u", id, index) : g_strdup(id);
    g_ptr_array_add(entries, entry_new(numbered, usable ? NULL : fault.message, &info));
  }
}

GPtrArray *ulp_devices_list(void) {
  GPtrArray *entries = g_ptr_array_new_with_free_func(entry_free);
  list_backend(entries, ulp_backend_cpu(), CPU_ID);
  const char *reason = NULL;
  const UlpBackend *cuda = ulp_backend_cuda(&reason);
  const UlpDeviceInfo nothing = {0};
  if (cuda)
    list_backend(entries, cuda, CUDA_ID);
  else
    g_ptr_array_add(entries, entry_new(CUDA_ID, reason, &nothing));
  return entries;
}

/* ---- opening ---- */

static void set_fault(GError **error, const char *id, const UlpFault *fault) {
  const gboolean cancelled = fault->code == ULP_FAULT_CANCELLED;
  g_set_error(error, ULP_ERROR, cancelled ? ULP_ERROR_CANCELLED : ULP_ERROR_DEVICE, "%s: %s", id,
              cancelled ? _("cancelled") : fault->message);
}

static UlpDevice *device_new(const char *id, const UlpBackend *backend, guint32 index, GError **error) {
  guint32 count = 0;
  UlpDeviceInfo info = {0};
  UlpFault fault = {0};
  UlpSession *session = backend->probe(index, &count, &info, &fault) ? backend->open(index, &fault) : NULL;
  if (!session) {
    set_fault(error, id, &fault);
    return NULL;
  }
  UlpDevice *device = g_new0(UlpDevice, 1);
  device->id = g_strdup(id);
  device->backend = backend;
  device->info = info;
  device->session = session;
  device->garbage = g_array_new(FALSE, FALSE, sizeof(UlpHandle));
  g_mutex_init(&device->lock);
  g_cond_init(&device->idle);
  return device;
}

/* Backend and index of a name, and the name in full: "cuda" is "cuda:0". */
static gboolean parse_id(const char *text, const UlpBackend **backend, guint32 *index, char **id, GError **error) {
  guint64 number = 0;
  *index = 0;
  if (!strcmp(text, CPU_ID)) {
    *backend = ulp_backend_cpu();
    *id = g_strdup(CPU_ID);
    return TRUE;
  }
  const char *rest = g_str_has_prefix(text, CUDA_ID) ? text + strlen(CUDA_ID) : NULL;
  if (!rest || (*rest && !(*rest == ':' && g_ascii_string_to_unsigned(rest + 1, 10, 0, G_MAXUINT32, &number, NULL)))) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("device “%s”: expected cpu, cuda or cuda:K with K = 0, 1, ..."),
                text);
    return FALSE;
  }
  const char *reason = NULL;
  *backend = ulp_backend_cuda(&reason);
  *index = (guint32)number;
  *id = g_strdup_printf(CUDA_ID ":%u", *index);
  if (!*backend)
    g_set_error(error, ULP_ERROR, ULP_ERROR_DEVICE, "%s: %s", text, reason);
  return *backend != NULL;
}

UlpDevice *ulp_device_open(const char *text, GError **error) {
  static GMutex lock;
  static GPtrArray *open_devices;

  const UlpBackend *backend = NULL;
  guint32 index = 0;
  g_autofree char *id = NULL;
  if (!parse_id(text, &backend, &index, &id, error))
    return NULL;

  g_mutex_lock(&lock);
  if (!open_devices)
    open_devices = g_ptr_array_new();
  UlpDevice *device = NULL;
  for (guint i = 0; i < open_devices->len && !device; i++) {
    UlpDevice *open_device = g_ptr_array_index(open_devices, i);
    if (!strcmp(open_device->id, id))
      device = open_device;
  }
  if (!device) {
    device = device_new(id, backend, index, error);
    if (device)
      g_ptr_array_add(open_devices, device);
  }
  g_mutex_unlock(&lock);
  if (!device)
    return NULL;

  g_mutex_lock(&device->lock);
  g_autofree char *lost = g_strdup(device->lost);
  g_mutex_unlock(&device->lock);
  if (lost) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_DEVICE, "%s: %s", id, lost);
    return NULL;
  }
  return device;
}

const char *ulp_device_id(const UlpDevice *device) { return device->id; }
const UlpDeviceInfo *ulp_device_info(const UlpDevice *device) { return &device->info; }
gboolean ulp_device_is_cpu(const UlpDevice *device) { return device->backend == ulp_backend_cpu(); }

/* ---- one call at a time ---- */

static gboolean is_cancelled(const UlpDeviceWatch *watch) {
  return watch && watch->cancellable && g_cancellable_is_cancelled(watch->cancellable);
}

/* Waits for the device; FALSE when cancelled meanwhile or when the device is lost. */
static gboolean enter(UlpDevice *device, const UlpDeviceWatch *watch, GError **error) {
  UlpFault fault = {ULP_FAULT_NONE, ""};
  g_mutex_lock(&device->lock);
  while (device->busy && !is_cancelled(watch))
    g_cond_wait_until(&device->idle, &device->lock, g_get_monotonic_time() + 20 * G_TIME_SPAN_MILLISECOND);
  if (is_cancelled(watch)) {
    fault.code = ULP_FAULT_CANCELLED;
  } else if (device->lost) {
    fault.code = ULP_FAULT_LOST;
    g_strlcpy(fault.message, device->lost, sizeof fault.message);
  } else {
    device->busy = TRUE;
  }
  g_mutex_unlock(&device->lock);
  if (fault.code == ULP_FAULT_NONE)
    return TRUE;
  set_fault(error, device->id, &fault);
  return FALSE;
}

/* Ends the call, takes out what was released meanwhile, and turns the fault into an error. TRUE without a fault. */
static gboolean leave(UlpDevice *device, const UlpFault *fault, GError **error) {
  g_mutex_lock(&device->lock);
  while (device->garbage->len) {
    const UlpHandle handle = g_array_index(device->garbage, UlpHandle, device->garbage->len - 1);
    g_array_set_size(device->garbage, device->garbage->len - 1);
    g_mutex_unlock(&device->lock);
    device->backend->release(device->session, handle);
    g_mutex_lock(&device->lock);
  }
  if (fault->code == ULP_FAULT_LOST && !device->lost)
    device->lost = g_strdup(fault->message);
  device->busy = FALSE;
  g_cond_signal(&device->idle);
  g_mutex_unlock(&device->lock);
  if (fault->code != ULP_FAULT_NONE)
    set_fault(error, device->id, fault);
  return fault->code == ULP_FAULT_NONE;
}

static bool forward_progress(double fraction, void *data) {
  const UlpDeviceWatch *watch = data;
  if (watch->progress)
    watch->progress(fraction, watch->data);
  return !is_cancelled(watch);
}

static UlpWatch backend_watch(const UlpDeviceWatch *watch) {
  const UlpWatch forwarded = {watch ? forward_progress : NULL, (void *)watch};
  return forwarded;
}

/* ---- arrays ---- */

static UlpArray *array_new(UlpDevice *device, UlpHandle handle, UlpFormat format, guint64 count) {
  UlpArray *array = g_new0(UlpArray, 1);
  g_atomic_ref_count_init(&array->references);
  array->device = device;
  array->handle = handle;
  array->format = format;
  array->count = count;
  return array;
}

UlpArray *ulp_array_ref(UlpArray *array) {
  g_atomic_ref_count_inc(&array->references);
  return array;
}

void ulp_array_unref(UlpArray *array) {
  if (!array || !g_atomic_ref_count_dec(&array->references))
    return;
  UlpDevice *device = array->device;
  g_mutex_lock(&device->lock);
  g_array_append_val(device->garbage, array->handle);
  const gboolean busy = device->busy;
  device->busy = TRUE;
  g_mutex_unlock(&device->lock);
  const UlpFault none = {ULP_FAULT_NONE, ""};
  if (!busy)
    leave(device, &none, NULL);
  g_free(array);
}

UlpFormat ulp_array_format(const UlpArray *array) { return array->format; }
guint64 ulp_array_count(const UlpArray *array) { return array->count; }

UlpArray *ulp_device_upload(UlpDevice *device, UlpFormat format, gconstpointer data, guint64 count,
                            const UlpDeviceWatch *watch, GError **error) {
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  if (!enter(device, watch, error))
    return NULL;
  const UlpHandle handle = device->backend->upload(device->session, format, data, count, &forwarded, &fault);
  return leave(device, &fault, error) ? array_new(device, handle, format, count) : NULL;
}

static UlpArray *device_generate(UlpDevice *device, const UlpGenerateJob *job, const UlpDeviceWatch *watch,
                                 GError **error) {
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  if (!enter(device, watch, error))
    return NULL;
  const UlpHandle handle = device->backend->generate(device->session, job, &forwarded, &fault);
  return leave(device, &fault, error) ? array_new(device, handle, job->format, job->count) : NULL;
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
  g_string_append_printf(key, "generator %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, job->generator, job->format,
                         job->count, job->seed);
  for (guint i = 0; i < ULP_GENERATOR_MAX_VALUES; i++) {
    guint64 bits;
    memcpy(&bits, &job->values[i], sizeof bits);
    g_string_append_printf(key, " %" G_GINT64_MODIFIER "x", bits);
  }
  return g_string_free(key, FALSE);
}

/* The placed input when it has `key`; otherwise NULL, and the one that is there gives its memory back first. */
static UlpArray *take_placed(UlpDevice *device, const char *key) {
  g_mutex_lock(&device->lock);
  const gboolean same = !g_strcmp0(device->placed_key, key);
  UlpArray *found = same ? ulp_array_ref(device->placed) : NULL;
  UlpArray *old = same ? NULL : g_steal_pointer(&device->placed);
  if (!same)
    g_clear_pointer(&device->placed_key, g_free);
  g_mutex_unlock(&device->lock);
  ulp_array_unref(old);
  return found;
}

UlpArray *ulp_device_place(UlpDevice *device, UlpInput *input, const UlpDeviceWatch *watch, GError **error) {
  GCancellable *cancellable = watch ? watch->cancellable : NULL;
  g_autofree char *key = input_key(input, cancellable, error);
  if (!key)
    return NULL;
  UlpArray *array = take_placed(device, key);
  if (array)
    return array;

  const UlpGenerateJob *job = ulp_input_job(input);
  if (job) {
    array = device_generate(device, job, watch, error);
  } else {
    gconstpointer data = ulp_input_data(input, cancellable, error);
    if (data)
      array = ulp_device_upload(device, ulp_input_format(input), data, ulp_input_count(input), watch, error);
  }
  if (!array)
    return NULL;

  g_mutex_lock(&device->lock);
  UlpArray *old = g_steal_pointer(&device->placed);
  g_free(device->placed_key);
  device->placed = ulp_array_ref(array);
  device->placed_key = g_steal_pointer(&key);
  g_mutex_unlock(&device->lock);
  ulp_array_unref(old);
  return array;
}

gboolean ulp_array_download(UlpArray *array, guint64 offset, guint64 count, gpointer out, const UlpDeviceWatch *watch,
                            GError **error) {
  UlpDevice *device = array->device;
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  if (!enter(device, watch, error))
    return FALSE;
  device->backend->download(device->session, array->handle, offset, count, out, &forwarded, &fault);
  return leave(device, &fault, error);
}

UlpArray *ulp_array_convert(UlpArray *array, const UlpConvertJob *job, double *seconds, const UlpDeviceWatch *watch,
                            GError **error) {
  UlpDevice *device = array->device;
  UlpFault fault = {0};
  double ignored;
  const UlpWatch forwarded = backend_watch(watch);
  if (!enter(device, watch, error))
    return NULL;
  const UlpHandle handle = device->backend->convert(device->session, array->handle, job, seconds ? seconds : &ignored,
                                                    &forwarded, &fault);
  return leave(device, &fault, error) ? array_new(device, handle, job->to, array->count) : NULL;
}

/* Rows for cases that no backend saw. */
static void fail_rows(UlpSumRow *rows, guint64 n_rows, const GError *error) {
  for (guint64 i = 0; i < n_rows; i++) {
    const gboolean cancelled = g_error_matches(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    const UlpSumRow row = {.fault = cancelled ? ULP_FAULT_CANCELLED : ULP_FAULT_LOST};
    rows[i] = row;
  }
}

gboolean ulp_array_sum(UlpArray *array, const UlpSumCase *cases, guint64 n_cases, UlpSumRow *rows,
                       const UlpDeviceWatch *watch, GError **error) {
  UlpDevice *device = array->device;
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  g_autoptr(GError) refused = NULL;
  if (!enter(device, watch, &refused)) {
    fail_rows(rows, n_cases, refused);
    g_propagate_error(error, g_steal_pointer(&refused));
    return FALSE;
  }
  device->backend->sum(device->session, array->handle, cases, n_cases, rows, &forwarded, &fault);
  return leave(device, &fault, error);
}
