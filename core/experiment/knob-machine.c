/* Knobs of the machine: other work beside the sum, the processor's handling of subnormal numbers, the device. */
#include "core/experiment/knobs.h"

#include "core/backend/other-work.h"
#include "core/base/error.h"

#if defined __SSE2__
#include <immintrin.h>
#define FLUSH_BITS 0x8040u /* flush to zero, denormals are zeros: Intel SDM 1, 10.2.3 */
#endif

static const char *const load_names[] = {"alone", "with other sums"};
static const char *const flush_names[] = {"kept", "flushed to zero"};
static const char *const device_ids[] = {"cpu", "cuda:0", "cuda:1"};

static const char *load_name(guint setting) { return load_names[setting]; }
static const char *flush_name(guint setting) { return flush_names[setting]; }
static const char *device_name(guint setting) { return device_ids[setting]; }

static gboolean load_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  g_autoptr(UlpOtherWork) other = setting ? ulp_other_work_start(work->run->device, error) : NULL;
  return (!setting || other) && ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
}

/* Threads that the sum starts have the settings of the one that starts them. */
static gboolean flush_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
#if defined __SSE2__
  if (setting == 0 || ulp_device_is_cpu(work->run->device)) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(setting ? before | FLUSH_BITS : before & ~FLUSH_BITS);
    const gboolean done = ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
    _mm_setcsr(before);
    return done;
  }
#else
  if (setting == 0)
    return ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
#endif
  ulp_set_error(error, ULP_ERROR_USAGE, _("this device has no such setting: its kernels are built with -ftz=false"));
  return FALSE;
}

static gboolean device_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  UlpRunPart none = {work->run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  watch.progress = NULL;
  g_autoptr(GError) reason = NULL;
  UlpDevice *device = ulp_device_open(device_ids[setting], &reason);
  if (!device || !ulp_device_supports_plan(device, work->plan, &reason)) {
    ulp_set_error(error, ULP_ERROR_USAGE, "%s", reason->message);
    return FALSE;
  }
  g_autoptr(UlpArray) array =
      ulp_device_upload(device, ulp_array_format(work->array), work->host, work->n, &watch, error);
  return array && ulp_array_sum(array, work->plan, 0, work->n, row, &watch, error);
}

const UlpKnob ulp_knob_load = {G_N_ELEMENTS(load_names), load_name, load_sum};
const UlpKnob ulp_knob_flush = {G_N_ELEMENTS(flush_names), flush_name, flush_sum};
const UlpKnob ulp_knob_device = {G_N_ELEMENTS(device_ids), device_name, device_sum};
