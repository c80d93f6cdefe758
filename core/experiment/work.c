#include "core/experiment/work.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/number/format.h"
#include "core/sum/algorithms-param.h"

#include <string.h>

gboolean ulp_run_go_on(const UlpRun *run, double fraction, GError **error) {
  if (!ulp_go_on(run->cancellable, error) || (run->result->data && !ulp_table_check(run->result->data, error)))
    return FALSE;
  if (run->progress)
    run->progress(fraction, run->data);
  return TRUE;
}

void ulp_run_say(const UlpRun *run, const char *what, guint index, guint n) {
  if (run->phase)
    run->phase(&(UlpRunPhase){what, index, n}, run->data);
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

UlpFormat ulp_format_summed(UlpFormat format) {
  static const UlpFormat summed[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};
  for (guint i = 0; i < G_N_ELEMENTS(summed); i++)
    if (format == summed[i])
      return format;
  for (guint i = 0; i < G_N_ELEMENTS(summed); i++)
    if (ulp_format_fits(format, summed[i]))
      return summed[i];
  return 0;
}

/* On the run's elements, as they will be summed. */
static gboolean is_supported(const UlpRun *run, const UlpSumPlan *plan, GError **error) {
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = *plan}};
  const UlpFormat format = run->n_inputs ? ulp_format_summed(ulp_input_format(ulp_run_input(run))) : 0;
  const UlpFormat formats[ULP_JOB_INPUTS] = {format ? format : ulp_plan_elements(plan)};
  return ulp_device_supports(run->device, &job, formats, error);
}

GArray *ulp_run_algorithms(const UlpRun *run, GError **error) {
  const char *list = ulp_values_text(run->values, "algorithms");
  const GArray *all = ulp_values_algorithms(run->values, "algorithms");
  g_autoptr(GArray) choices = g_array_sized_new(FALSE, FALSE, sizeof(UlpAlgorithmChoice), all->len);
  for (guint i = 0; i < all->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(all, UlpAlgorithmChoice, i);
    g_autoptr(GError) refused = NULL;
    if (is_supported(run, &choice->plan, &refused)) {
      g_array_append_val(choices, *choice);
    } else if (is_named(list, choice->label)) {
      g_prefix_error(&refused, _("algorithm “%s”: "), choice->label);
      g_propagate_error(error, g_steal_pointer(&refused));
      return NULL;
    }
  }
  return g_steal_pointer(&choices);
}

UlpInputRun ulp_run_input_run(const UlpValues *values) {
  UlpInputRun run = {0};
  guint64 first;
  const UlpParam *n = ulp_values_param(values, "n");
  if (n && n->type == ULP_PARAM_COUNT_RANGE)
    ulp_values_count_range(values, "n", &first, &run.count);
  else if (n && n->type == ULP_PARAM_COUNT)
    run.count = ulp_values_count(values, "n");
  if (ulp_values_param(values, "seed"))
    run.seed = ulp_values_count(values, "seed");
  return run;
}

UlpArray *ulp_run_place(const UlpRun *run, double share, GError **error) {
  UlpRunPart part = {run, 0, share};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  ulp_run_say(run, N_("making or reading the input"), 0, 0);
  return ulp_device_place(run->device, ulp_run_input(run), &watch, error);
}

UlpArray *ulp_run_place_part(UlpRunPart *part, guint64 first, guint64 count, GError **error) {
  UlpInput *input = ulp_run_input(part->run);
  const UlpFormat format = ulp_input_format(input);
  const UlpDeviceWatch watch = ulp_run_watch(part);
  const guint64 bytes = ulp_packed_bytes(format, count);
  g_autofree gpointer elements = ulp_try_allocate(bytes, 1);
  if (!elements) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for a part of %" G_GUINT64_FORMAT " bytes"), bytes);
    return NULL;
  }
  return ulp_input_read(input, first, count, elements, part->run->cancellable, error)
             ? ulp_device_upload(part->run->device, format, elements, count, &watch, error)
             : NULL;
}

UlpArray *ulp_array_as_summed(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  const UlpFormat format = ulp_array_format(array), summed = ulp_format_summed(format);
  const UlpConvertJob job = {.to = summed, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  if (summed)
    return summed == format ? ulp_array_ref(array) : ulp_array_convert(array, &job, NULL, watch, error);
  ulp_set_error(
      error, ULP_ERROR_USAGE,
      _("elements of %s do not fit fp64: sums take formats whose numbers fp32 or fp64 holds; a file's are rounded "
        "where :format=fp64 follows its name"),
      ulp_format_info(format)->id);
  return NULL;
}

/* Arrays that a sum makes besides its elements: a sort has one to read and one to write. */
static guint ordered_copies(UlpOrder order) {
  return order == ULP_ORDER_GIVEN ? 0 : order == ULP_ORDER_REVERSED ? 1 : 2;
}

void ulp_needs_add_sums(const UlpValues *values, const UlpInputSize *input, UlpNeeds *needs) {
  const UlpFormat summed = ulp_format_summed(input->format);
  const GArray *choices = ulp_values_algorithms(values, "algorithms");
  guint copies = summed != input->format, most = 0;
  for (guint i = 0; i < choices->len; i++)
    most = MAX(most, ordered_copies(g_array_index(choices, UlpAlgorithmChoice, i).plan.order));
  copies += most;
  if (summed && copies)
    needs->arrays += copies * ulp_needs_array(summed, input->count);
}

guint ulp_needs_algorithms(const UlpValues *values) { return ulp_values_algorithms(values, "algorithms")->len; }

UlpArray *ulp_run_place_summed(const UlpRun *run, double share, GError **error) {
  UlpRunPart part = {run, share / 2, share / 2};
  const UlpDeviceWatch watch = ulp_run_watch(&part);
  g_autoptr(UlpArray) array = ulp_run_place(run, share / 2, error);
  return array ? ulp_array_as_summed(array, &watch, error) : NULL;
}

char *ulp_run_elements(const UlpRun *run) {
  const UlpFormat format = ulp_input_format(ulp_run_input(run));
  const char *own = ulp_format_info(format)->id, *summed = ulp_format_info(ulp_format_summed(format))->id;
  return g_str_equal(own, summed) ? g_strdup(own) : g_strdup_printf("%s as %s", own, summed);
}

gboolean ulp_run_add_exact(UlpRunPart *part, UlpArray *array, guint64 offset, guint64 count, UlpExact *exact,
                           GError **error) {
  const UlpDeviceWatch watch = ulp_run_watch(part);
  return ulp_array_add_exact(array, FALSE, offset, count, exact, &watch, error);
}

void ulp_oracle_clear(UlpOracle *oracle) {
  ulp_exact_clear(&oracle->sum);
  ulp_exact_clear(&oracle->magnitudes);
}

gboolean ulp_run_add_oracle(UlpRunPart *part, UlpArray *array, guint64 offset, guint64 count, const GArray *algorithms,
                            UlpOracle *oracle, GError **error) {
  gboolean of_magnitudes = FALSE;
  for (guint i = 0; i < algorithms->len; i++)
    of_magnitudes |= ulp_plan_of_magnitudes(&g_array_index(algorithms, UlpAlgorithmChoice, i).plan);
  UlpRunPart half = {part->run, part->start, of_magnitudes ? part->share / 2 : part->share};
  UlpRunPart rest = {part->run, half.start + half.share, part->share - half.share};
  const UlpDeviceWatch watch = ulp_run_watch(&rest);
  ulp_run_say(part->run, N_("summing exactly"), 0, 0);
  return ulp_run_add_exact(&half, array, offset, count, &oracle->sum, error) &&
         (!of_magnitudes || ulp_array_add_exact(array, TRUE, offset, count, &oracle->magnitudes, &watch, error));
}

gboolean ulp_run_sum(UlpRunPart *part, UlpArray *array, const UlpSumPlan *plan, guint64 count, UlpSumRow *row,
                     GError **error) {
  const UlpDeviceWatch watch = ulp_run_watch(part);
  return ulp_array_sum(array, plan, 0, count, row, &watch, error);
}

UlpDeviation ulp_deviation(const UlpExact *exact, UlpFormat elements, UlpFormat format, UlpBits result) {
  return (UlpDeviation){.error = ulp_exact_error(exact, format, result),
                        .ulps = ulp_exact_error_ulps(exact, format, result),
                        .common = ulp_exact_error_in_ulps_of(exact, format, result, elements),
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
