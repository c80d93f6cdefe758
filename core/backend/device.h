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
UlpDevice *ulp_array_device(const UlpArray *array);
UlpFormat ulp_array_format(const UlpArray *array);
guint64 ulp_array_count(const UlpArray *array);

/* Whether the device runs this job on inputs of these formats; ULP_ERROR_USAGE with the backend's reason. */
gboolean ulp_device_supports(const UlpDevice *device, const UlpJob *job, const UlpFormat *formats, GError **error);
/* The same of a plan, on elements of its result's format. */
gboolean ulp_device_supports_plan(const UlpDevice *device, const UlpSumPlan *plan, GError **error);
/* Ids of the kinds of devices, of those that are here to be asked, that run the plan: "cpu, cuda"; of a library's routine that
 * none has "none: " and why. New string. */
char *ulp_devices_that_run(const UlpSumPlan *plan);

/* Puts whole inputs there: generated on the device, or uploaded. Those placed last stay resident and are found again
 * without a second upload: a generator by its job, a file by its hash. What is not among these inputs gives its memory
 * back first. `arrays` gets a reference to each, or nothing on an error. */
gboolean ulp_device_place_all(UlpDevice *device, UlpInput *const *inputs, guint n_inputs, UlpArray **arrays,
                              const UlpDeviceWatch *watch, GError **error);
UlpArray *ulp_device_place(UlpDevice *device, UlpInput *input, const UlpDeviceWatch *watch, GError **error);

/* Bytes of the inputs that stay there. */
guint64 ulp_device_placed_bytes(UlpDevice *device);
void ulp_device_forget_placed(UlpDevice *device); /* those that nobody works on give their memory back */

/* `data` holds `count` packed elements (core/array/packing.h). */
UlpArray *ulp_device_upload(UlpDevice *device, UlpFormat format, gconstpointer data, guint64 count,
                            const UlpDeviceWatch *watch, GError **error);
gboolean ulp_array_download(UlpArray *array, guint64 offset, guint64 count, gpointer out, const UlpDeviceWatch *watch,
                            GError **error);

/* Elements [offset, offset + count) of an array. */
typedef struct {
  UlpArray *array;
  guint64 offset, count;
} UlpArraySlice;

/* One job over slices of arrays of this device, which take the place of job->in. `out`, which may be NULL for a job that
 * makes no array, gets a new reference. ULP_ERROR_CANCELLED, ULP_ERROR_DEVICE or, where the CPU is short of it,
 * ULP_ERROR_MEMORY. */
gboolean ulp_device_run(UlpDevice *device, const UlpJob *job, const UlpArraySlice *in, guint n_in, UlpJobResult *result,
                        UlpArray **out, const UlpDeviceWatch *watch, GError **error);

/* The whole array converted; `seconds` may be NULL. */
UlpArray *ulp_array_convert(UlpArray *array, const UlpConvertJob *job, double *seconds, const UlpDeviceWatch *watch,
                            GError **error);

typedef struct {
  UlpBits bits; /* of plan.result: where the sum is exact, rounded here */
  double seconds;
  const char *device; /* that executed it; borrowed */
  UlpGuards guards;   /* with `guarded` */
  double allocation;  /* seconds, of a library's routine */
} UlpSumRow;

/* One sum over elements [offset, offset + count). */
gboolean ulp_array_sum(UlpArray *array, const UlpSumPlan *plan, guint64 offset, guint64 count, UlpSumRow *row,
                       const UlpDeviceWatch *watch, GError **error);
/* The same with all that a job may say; the slice is the job's input. */
gboolean ulp_array_run_sum(const UlpArraySlice *slice, const UlpSumJob *job, UlpSumRow *row,
                           const UlpDeviceWatch *watch, GError **error);
/* The job whose result is the exact sum of x, or of |x|. */
UlpJob ulp_exact_job(gboolean magnitudes);
/* The exact sum of x, or of |x|, over [offset, offset + count), added to `exact`. */
gboolean ulp_array_add_exact(UlpArray *array, gboolean magnitudes, guint64 offset, guint64 count, UlpExact *exact,
                             const UlpDeviceWatch *watch, GError **error);
