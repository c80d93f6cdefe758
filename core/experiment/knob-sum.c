/* How knobs sum. */
#include "core/experiment/knobs.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

static UlpDeviceWatch quiet_watch(UlpRunPart *part) {
  UlpDeviceWatch watch = ulp_run_watch(part);
  watch.progress = NULL;
  return watch;
}

gboolean ulp_knob_sum(const UlpKnobWork *work, const UlpSumPlan *plan, UlpArray *array, guint64 offset, guint64 n,
                      UlpSumRow *row, GError **error) {
  UlpRunPart none = {work->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  return ulp_array_sum(array, plan, offset, n, row, &watch, error);
}

gboolean ulp_knob_run_sum(const UlpKnobWork *work, const UlpSumJob *sum, UlpSumRow *row, GError **error) {
  UlpRunPart none = {work->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = *sum};
  const UlpFormat formats[ULP_JOB_INPUTS] = {ulp_array_format(work->array)};
  const UlpArraySlice whole = {work->array, 0, work->n};
  return ulp_device_supports(work->run->device, &job, formats, error) &&
         ulp_array_run_sum(&whole, sum, row, &watch, error);
}

UlpArray *ulp_knob_transform(const UlpKnobWork *work, UlpTransform transform, GError **error) {
  UlpRunPart none = {work->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  const UlpJob job = {.kind = ULP_JOB_TRANSFORM, .transform = {transform}};
  const UlpFormat formats[ULP_JOB_INPUTS] = {ulp_array_format(work->array)};
  const UlpArraySlice whole = {work->array, 0, work->n};
  UlpJobResult result;
  UlpArray *out = NULL;
  return ulp_device_supports(work->run->device, &job, formats, error) &&
                 ulp_device_run(work->run->device, &job, &whole, 1, &result, &out, &watch, error)
             ? out
             : NULL;
}

gboolean ulp_knob_sum_elements(const UlpKnobWork *work, gconstpointer elements, guint64 pad, UlpSumRow *row,
                               GError **error) {
  UlpRunPart none = {work->run, 0, 0};
  const UlpDeviceWatch watch = quiet_watch(&none);
  const UlpFormat format = ulp_array_format(work->array);
  const gsize width = ulp_format_bytes(format), bytes = (work->n + pad) * width;
  g_autofree guint8 *padded = pad ? g_try_malloc0(bytes) : NULL;
  if (pad && !padded) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GSIZE_FORMAT " bytes are not there"), bytes);
    return FALSE;
  }
  if (pad)
    memcpy(padded + pad * width, elements, work->n * width);
  g_autoptr(UlpArray) array =
      ulp_device_upload(work->run->device, format, pad ? padded : elements, work->n + pad, &watch, error);
  return array && ulp_knob_sum(work, work->plan, array, pad, work->n, row, error);
}
