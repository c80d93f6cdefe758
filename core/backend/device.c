#include "core/backend/device.h"

#include "core/backend/backend-cpu.h"
#include "core/backend/device-private.h"
#include "core/backend/loader.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

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
  GArray *garbage;        /* UlpHandle: released by other threads while busy */
  char *lost;             /* the reason, once the device is lost */
  UlpPlacedInputs placed; /* under its own lock */
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

/* The backend's answer; the name of a device of a module that is there for tests says so, wherever it is shown. */
static gboolean probe(const UlpBackend *backend, guint32 index, guint32 *count, UlpDeviceInfo *info, UlpFault *fault) {
  if (!backend->probe(index, count, info, fault))
    return FALSE;
  if (backend != ulp_backend_cpu() && ulp_backend_cuda_named())
    g_strlcat(info->name, " (ULP_CUDA_MODULE)", sizeof info->name);
  return TRUE;
}

/* One entry a device of the backend; one entry `id` with the reason where there is none. */
static void list_backend(GPtrArray *entries, const UlpBackend *backend, const char *id) {
  guint32 count = 0;
  for (guint32 index = 0; index == 0 || index < count; index++) {
    UlpDeviceInfo info = {0};
    UlpFault fault = {0};
    const gboolean usable = probe(backend, index, &count, &info, &fault);
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
  const gboolean host = fault->code == ULP_FAULT_MEMORY && !strcmp(id, CPU_ID);
  ulp_set_error(error,
                cancelled ? ULP_ERROR_CANCELLED
                : host    ? ULP_ERROR_MEMORY
                          : ULP_ERROR_DEVICE,
                "%s: %s", id, cancelled ? _("cancelled") : fault->message);
}

static UlpDevice *device_new(const char *id, const UlpBackend *backend, guint32 index, GError **error) {
  guint32 count = 0;
  UlpDeviceInfo info = {0};
  UlpFault fault = {0};
  UlpSession *session = probe(backend, index, &count, &info, &fault) ? backend->open(index, &fault) : NULL;
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
  g_mutex_init(&device->placed.lock);
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
    ulp_set_error(error, ULP_ERROR_USAGE, _("device “%s”: expected cpu, cuda or cuda:K with K = 0, 1, ..."), text);
    return FALSE;
  }
  const char *reason = NULL;
  *backend = ulp_backend_cuda(&reason);
  *index = (guint32)number;
  *id = g_strdup_printf(CUDA_ID ":%u", *index);
  if (!*backend)
    ulp_set_error(error, ULP_ERROR_DEVICE, "%s: %s", text, reason);
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
    ulp_set_error(error, ULP_ERROR_DEVICE, "%s: %s", id, lost);
    return NULL;
  }
  return device;
}

const char *ulp_device_id(const UlpDevice *device) { return device->id; }
const UlpDeviceInfo *ulp_device_info(const UlpDevice *device) { return &device->info; }
gboolean ulp_device_is_cpu(const UlpDevice *device) { return device->backend == ulp_backend_cpu(); }
UlpPlacedInputs *ulp_device_placed(UlpDevice *device) { return &device->placed; }

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

UlpDevice *ulp_array_device(const UlpArray *array) { return array->device; }
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

/* ---- jobs ---- */

gboolean ulp_device_supports(const UlpDevice *device, const UlpJob *job, const UlpFormat *formats, GError **error) {
  UlpFault fault = {0};
  if (device->backend->supports(job, formats, &fault))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, "%s: %s", device->id, fault.message);
  return FALSE;
}

/* The array that a job made, with its format, of its first input or another, and length. */
static UlpArray *made_array(UlpDevice *device, const UlpJob *job, UlpFormat format, UlpHandle handle) {
  switch (job->kind) {
  case ULP_JOB_GENERATE:
    return array_new(device, handle, job->generate.format, job->generate.count);
  case ULP_JOB_CONVERT:
    return array_new(device, handle, job->convert.to, job->in[0].count);
  case ULP_JOB_TRANSFORM:
    return array_new(device, handle, format, job->in[0].count);
  case ULP_JOB_SUM:
  case ULP_JOB_REDUCE:
  case ULP_JOB_READ:
  case ULP_N_JOBS:
    break;
  }
  g_error("a job of kind %d makes no array", job->kind);
}

gboolean ulp_device_run(UlpDevice *device, const UlpJob *job, const UlpArraySlice *in, guint n_in, UlpJobResult *result,
                        UlpArray **out, const UlpDeviceWatch *watch, GError **error) {
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  UlpJob over = *job;
  g_return_val_if_fail(n_in <= ULP_JOB_INPUTS, FALSE);
  for (guint i = 0; i < n_in; i++) {
    g_return_val_if_fail(in[i].array->device == device, FALSE);
    over.in[i] = (UlpSlice){in[i].array->handle, in[i].offset, in[i].count};
  }
  memset(result, 0, sizeof *result);
  if (!enter(device, watch, error))
    return FALSE;
  device->backend->run(device->session, &over, result, &forwarded, &fault);
  if (!leave(device, &fault, error))
    return FALSE;
  if (result->out)
    *out = made_array(device, &over, n_in ? in[0].array->format : 0, result->out);
  return TRUE;
}

gboolean ulp_array_download(UlpArray *array, guint64 offset, guint64 count, gpointer out, const UlpDeviceWatch *watch,
                            GError **error) {
  UlpDevice *device = array->device;
  UlpFault fault = {0};
  const UlpWatch forwarded = backend_watch(watch);
  const UlpSlice slice = {array->handle, offset, count};
  if (!enter(device, watch, error))
    return FALSE;
  device->backend->download(device->session, &slice, out, &forwarded, &fault);
  return leave(device, &fault, error);
}
