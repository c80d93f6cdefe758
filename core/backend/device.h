/* Devices as the rest of the program sees them: "cpu" and "cuda:K", over the backend ABI, with GError and GCancellable. */
#pragma once

#include "core/backend/backend.h"
#include "core/input/input.h"

typedef struct {
  char *id; /* "cpu", "cuda:0"; "cuda" when there is no device to number */
  gboolean usable;
  char *reason; /* why it is not usable; NULL when it is */
  UlpDeviceInfo info;
} UlpDeviceEntry;

/* Every device, the CPU first; asks the CUDA module (loader.h). Slow: call it off the main thread. UlpDeviceEntry elements;
 * free with g_ptr_array_unref. */
GPtrArray *ulp_devices_list(void);

typedef struct _UlpDevice UlpDevice;

/* "cpu", "cuda" (the first) or "cuda:K". ULP_ERROR_USAGE for another word, ULP_ERROR_DEVICE with the reason. Never another
 * device than the one named. A device is opened once, shared, and stays open to the end of the program, so that the input
 * placed last is still there: the pointer is borrowed. A lost one gives its reason from then on. Calls are serialised: one that waits for its turn
 * can be cancelled. */
UlpDevice *ulp_device_open(const char *id, GError **error);

const char *ulp_device_id(const UlpDevice *device);
const UlpDeviceInfo *ulp_device_info(const UlpDevice *device);
gboolean ulp_device_is_cpu(const UlpDevice *device);

/* Progress of one call; cancelled through `cancellable`. Both may be NULL. */
typedef struct {
  GCancellable *cancellable;
  void (*progress)(double fraction, gpointer data);
  gpointer data;
} UlpDeviceWatch;

/* An array on a device, released with the last reference, at once or when the call in progress ends. */
typedef struct _UlpArray UlpArray;
UlpArray *ulp_array_ref(UlpArray *array);
void ulp_array_unref(UlpArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpArray, ulp_array_unref)
UlpFormat ulp_array_format(const UlpArray *array);
guint64 ulp_array_count(const UlpArray *array);

/* Puts the whole input there: generated on the device, or uploaded. The last input placed stays resident and is found again
 * without a second upload: a generator by its job, a file by its hash. */
UlpArray *ulp_device_place(UlpDevice *device, UlpInput *input, const UlpDeviceWatch *watch, GError **error);
UlpArray *ulp_device_upload(UlpDevice *device, UlpFormat format, gconstpointer data, guint64 count,
                            const UlpDeviceWatch *watch, GError **error);
gboolean ulp_array_download(UlpArray *array, guint64 offset, guint64 count, gpointer out, const UlpDeviceWatch *watch,
                            GError **error);
UlpArray *ulp_array_convert(UlpArray *array, const UlpConvertJob *job, double *seconds, const UlpDeviceWatch *watch,
                            GError **error);
/* As UlpBackend.sum: every row is filled; FALSE with the first fault. ULP_ERROR_CANCELLED or ULP_ERROR_DEVICE. */
gboolean ulp_array_sum(UlpArray *array, const UlpSumCase *cases, guint64 n_cases, UlpSumRow *rows,
                       const UlpDeviceWatch *watch, GError **error);
