/* Knobs of the machine: other work beside the sum, the processor's handling of subnormal numbers, the device. */
#include "core/experiment/knobs.h"

#include "core/backend/other-work.h"
#include "core/base/error.h"

#if defined __SSE2__
#include <immintrin.h>
#define FLUSH_BITS 0x8040u /* flush to zero, denormals are zeros: Intel SDM 1, 10.2.3 */
#endif

static const char *const load_names[] = {"alone", "beside 1 other", "beside 4 others"};
static const guint load_others[] = {0, 1, 4};
static const char *const flush_names[] = {"kept", "flushed to zero"};
static const char *const device_ids[] = {"cpu", "cuda:0", "cuda:1"};

static const char *load_name(const UlpKnobWork *work, guint setting) { return load_names[setting]; }
static const char *flush_name(const UlpKnobWork *work, guint setting) { return flush_names[setting]; }
static const char *device_name(const UlpKnobWork *work, guint setting) { return device_ids[setting]; }

static gboolean load_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_other_work_stop);
  for (guint i = 0; i < load_others[setting]; i++) {
    UlpOtherWork *other = ulp_other_work_start(work->run->device, error);
    if (!other)
      return FALSE;
    g_ptr_array_add(others, other);
  }
  return ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
}

static gboolean sum_of_flushed(const UlpKnobWork *work, UlpSumRow *row, GError **error) {
  g_autoptr(UlpArray) flushed = ulp_knob_transform(work, ULP_TRANSFORM_FLUSH, error);
  return flushed && ulp_knob_sum(work, work->plan, flushed, 0, work->n, row, error);
}

/* Threads that the sum starts have the settings of the one that starts them. */
static gboolean flush_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
#if defined __SSE2__
  if (ulp_device_is_cpu(work->run->device)) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(setting ? before | FLUSH_BITS : before & ~FLUSH_BITS);
    const gboolean done = ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
    _mm_setcsr(before);
    return done;
  }
#endif
  return setting ? sum_of_flushed(work, row, error)
                 : ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
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
const UlpKnob ulp_knob_flush = {G_N_ELEMENTS(flush_names), flush_name, flush_sum, NULL, 1};
const UlpKnob ulp_knob_device = {G_N_ELEMENTS(device_ids), device_name, device_sum, NULL, 1};
