#include "core/experiment/work.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

#define EXACT_CHUNK (G_GUINT64_CONSTANT(1) << 18) /* about a millisecond of additions */

gboolean ulp_run_go_on(const UlpRun *run, double fraction, GError **error) {
  if (!ulp_go_on(run->cancellable, error) || (run->result->data && !ulp_table_check(run->result->data, error)))
    return FALSE;
  if (run->progress)
    run->progress(fraction, run->data);
  return TRUE;
}

static void watch_progress(double fraction, gpointer data) {
  const UlpRunPart *part = data;
  if (part->run->progress)
    part->run->progress(part->start + fraction * part->share, part->run->data);
}

UlpDeviceWatch ulp_run_watch(UlpRunPart *part) {
  return (UlpDeviceWatch){.cancellable = part->run->cancellable, .progress = watch_progress, .data = part};
}

static gboolean is_named(const char *list, const char *label) {
  g_auto(GStrv) names = g_strsplit(list, ",", -1);
  for (guint i = 0; names[i]; i++)
    if (g_str_equal(g_strstrip(names[i]), label))
      return TRUE;
  return FALSE;
}

GArray *ulp_run_algorithms(const UlpRun *run, GError **error) {
  const char *list = ulp_values_text(run->values, "algorithms");
  g_autoptr(GArray) choices = ulp_algorithms_parse(list, error);
  if (!choices)
    return NULL;
  for (guint i = choices->len; i-- > 0;) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    if (!choice->algorithm->cpu_only || ulp_device_is_cpu(run->device))
      continue;
    if (is_named(list, choice->label)) {
      g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("algorithm “%s” runs on the CPU only, not on %s"),
                  choice->label, ulp_device_id(run->device));
      return NULL;
    }
    g_array_remove_index(choices, i);
  }
  return g_steal_pointer(&choices);
}

UlpArray *ulp_run_place(const UlpRun *run, double share, GError **error) {
  UlpRunPart part = {run, 0, share};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  return ulp_device_place(run->device, ulp_run_input(run), &watch, error);
}

gboolean ulp_run_add_exact(const UlpRun *run, guint64 offset, guint64 count, UlpExact *exact, GError **error) {
  gconstpointer data = ulp_input_data(ulp_run_input(run), run->cancellable, error);
  if (!data)
    return FALSE;
  const gboolean fp32 = ulp_input_format(ulp_run_input(run)) == ULP_FORMAT_FP32;
  for (guint64 done = 0; done < count;) {
    const guint64 chunk = MIN(count - done, EXACT_CHUNK);
    if (!ulp_go_on(run->cancellable, error))
      return FALSE;
    if (fp32)
      ulp_exact_add_fp32(exact, (const float *)data + offset + done, chunk);
    else
      ulp_exact_add_fp64(exact, (const double *)data + offset + done, chunk);
    done += chunk;
  }
  return TRUE;
}

gboolean ulp_run_sum(UlpRunPart *part, UlpArray *array, const UlpSumPlan *plan, guint64 count, UlpSumRow *row,
                     GError **error) {
  const UlpSumCase sum_case = {.plan = *plan, .offset = 0, .count = count};
  const UlpDeviceWatch watch = ulp_run_watch(part);
  return ulp_array_sum(array, &sum_case, 1, row, &watch, error);
}

UlpDeviation ulp_deviation(const UlpExact *exact, UlpFormat format, UlpBits result) {
  return (UlpDeviation){.error = ulp_exact_error(exact, format, result),
                        .ulps = ulp_exact_error_ulps(exact, format, result),
                        .relative = ulp_exact_relative_error(exact, format, result)};
}

gboolean ulp_run_judge_sum(const UlpExact *exact, UlpResult *result) {
  /* A finite sum may well lie beyond fp64. */
  g_autofree char *sum = ulp_exact_to_decimal(exact);
  if (!strstr(sum, "inf") && !strstr(sum, "nan"))
    return TRUE;
  result->verdict = ULP_VERDICT_FAIL;
  result->verdict_reason = g_strdup_printf(_("the sum of the input is not finite: %s"), sum);
  return FALSE;
}
