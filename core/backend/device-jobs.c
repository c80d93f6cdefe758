/* Jobs that are asked for often, and who runs them. */
#include "core/backend/backend-cpu.h"
#include "core/backend/device.h"
#include "core/backend/loader.h"
#include "core/base/i18n.h"
#include "core/job/sum-result.h"

static UlpJob sum_job(const UlpSumPlan *plan, gboolean magnitudes) {
  return (UlpJob){.kind = ULP_JOB_SUM, .sum = {.plan = *plan, .magnitudes = magnitudes}};
}

gboolean ulp_device_supports_plan(const UlpDevice *device, const UlpSumPlan *plan, GError **error) {
  const UlpJob job = sum_job(plan, FALSE);
  const UlpFormat formats[ULP_JOB_INPUTS] = {ulp_plan_elements(plan)};
  return ulp_device_supports(device, &job, formats, error);
}

char *ulp_devices_that_run(const UlpSumPlan *plan) {
  const char *reason = NULL;
  const UlpBackend *const backends[] = {ulp_backend_cpu(), ulp_backend_cuda(&reason)};
  const UlpJob job = sum_job(plan, FALSE);
  const UlpFormat formats[ULP_JOB_INPUTS] = {ulp_plan_elements(plan)};
  GString *ids = g_string_new(NULL);
  UlpFault fault = {0};
  for (guint i = 0; i < G_N_ELEMENTS(backends); i++)
    if (backends[i] && backends[i]->supports(&job, formats, &fault))
      g_string_append_printf(ids, "%s%s", ids->len ? ", " : "", backends[i]->id);
  if (!ids->len && plan->shape == ULP_SHAPE_LIBRARY)
    g_string_append_printf(ids, _("none: %s"), reason ? reason : fault.message);
  return g_string_free(ids, FALSE);
}

UlpArray *ulp_array_convert(UlpArray *array, const UlpConvertJob *convert, double *seconds, const UlpDeviceWatch *watch,
                            GError **error) {
  const UlpJob job = {.kind = ULP_JOB_CONVERT, .convert = *convert};
  const UlpArraySlice whole = {array, 0, ulp_array_count(array)};
  UlpJobResult result;
  UlpArray *out = NULL;
  if (ulp_device_run(ulp_array_device(array), &job, &whole, 1, &result, &out, watch, error) && seconds)
    *seconds = result.seconds;
  return out;
}

gboolean ulp_array_sum(UlpArray *array, const UlpSumPlan *plan, guint64 offset, guint64 count, UlpSumRow *row,
                       const UlpDeviceWatch *watch, GError **error) {
  const UlpSumJob job = {.plan = *plan};
  const UlpArraySlice slice = {array, offset, count};
  return ulp_array_run_sum(&slice, &job, row, watch, error);
}

gboolean ulp_array_run_sum(const UlpArraySlice *slice, const UlpSumJob *sum, UlpSumRow *row,
                           const UlpDeviceWatch *watch, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = *sum};
  UlpJobResult result;
  *row = (UlpSumRow){0};
  if (!ulp_device_run(ulp_array_device(slice->array), &job, slice, 1, &result, NULL, watch, error))
    return FALSE;
  *row = (UlpSumRow){.bits = ulp_sum_result_bits(sum, &result.sum),
                     .seconds = result.seconds,
                     .device = result.device,
                     .guards = result.sum.guards,
                     .allocation = result.sum.allocation};
  return TRUE;
}

UlpJob ulp_exact_job(gboolean magnitudes) {
  static const UlpSumPlan plan = {
      .step = ULP_STEP_EXACT, .shape = ULP_SHAPE_UNORDERED, .merge = ULP_MERGE_NONE, .result = ULP_FORMAT_FP64};
  return sum_job(&plan, magnitudes);
}

gboolean ulp_array_add_exact(UlpArray *array, gboolean magnitudes, guint64 offset, guint64 count, UlpExact *exact,
                             const UlpDeviceWatch *watch, GError **error) {
  const UlpJob job = ulp_exact_job(magnitudes);
  const UlpArraySlice slice = {array, offset, count};
  UlpJobResult result;
  if (!ulp_device_run(ulp_array_device(array), &job, &slice, 1, &result, NULL, watch, error))
    return FALSE;
  ulp_exact_merge(exact, &result.sum.exact);
  return TRUE;
}
