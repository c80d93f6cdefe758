#include "core/experiment/sum-parts.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/number/format.h"

#include <string.h>

void ulp_sum_parts_add_needs(const UlpInputSize *input, UlpNeeds *needs) {
  const guint64 count = MIN(input->count, ULP_SUM_PART_ELEMENTS) + 1;
  const UlpFormat summed = ulp_format_summed(input->format);
  needs->arrays += (summed ? ulp_needs_array(summed, count) : 0) + 2 * ulp_needs_array(ULP_FORMAT_FP64, count);
  needs->host += ulp_needs_array(ULP_FORMAT_FP64, count);
}

const char *ulp_sum_parts_refusal(const UlpSumPlan *plan) {
  if (plan->order != ULP_ORDER_GIVEN)
    return "takes the elements in another order";
  switch (plan->shape) {
#define ULP_ANY_ORDER(ID, name, accumulator, operations, refusal)                                                      \
  case ULP_SHAPE_##ID:                                                                                                 \
    return refusal;
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  case ULP_SHAPE_SEQUENTIAL:
    return ulp_step_rule(plan->step) == ULP_RULE_ADD ? NULL : "carries more than a sum from one element to the next";
  case ULP_SHAPE_PAIRWISE:
  case ULP_SHAPE_NUMPY:
    return "halves the whole array";
  case ULP_SHAPE_STRIDED:
  case ULP_SHAPE_WARPS:
    return "has lanes over the whole array";
  case ULP_SHAPE_LIBRARY:
    return "is a library's, for one array in memory";
  default:
    return "merges the sums of all blocks at its end";
  }
}

/* "pairwise and numpy-fp32 (halves the whole array); kahan (...)": grouped by why. */
static char *tell_left_out(const GArray *choices) {
  GString *text = g_string_new(NULL);
  g_autoptr(GPtrArray) told = g_ptr_array_new();
  for (guint i = 0; i < choices->len; i++) {
    const char *why = ulp_sum_parts_refusal(&g_array_index(choices, UlpAlgorithmChoice, i).plan);
    if (!why || g_ptr_array_find(told, why, NULL))
      continue;
    g_ptr_array_add(told, (gpointer)why);
    g_string_append(text, text->len ? "; " : "");
    for (guint k = i; k < choices->len; k++) {
      const UlpAlgorithmChoice *other = &g_array_index(choices, UlpAlgorithmChoice, k);
      if (ulp_sum_parts_refusal(&other->plan) == why)
        g_string_append_printf(text, "%s%s", k > i ? ", " : "", other->label);
    }
    g_string_append_printf(text, " (%s)", why);
  }
  return g_string_free(text, FALSE);
}

GArray *ulp_sum_parts_choose(const GArray *choices, char **left_out, GError **error) {
  g_autoptr(GArray) chosen = g_array_new(FALSE, FALSE, sizeof(UlpAlgorithmChoice));
  g_autofree char *text = tell_left_out(choices);
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    if (!ulp_sum_parts_refusal(&choice->plan))
      g_array_append_val(chosen, *choice);
  }
  if (chosen->len == 0) {
    ulp_set_error(error, ULP_ERROR_MEMORY,
                  _("not enough memory for the whole file, and none of the algorithms takes it in parts, as exact and "
                    "seq-fp32 do: %s"),
                  text);
    return NULL;
  }
  *left_out = g_steal_pointer(&text);
  return g_steal_pointer(&chosen);
}

/* A part of the input on the device. */
typedef struct {
  const GArray *choices;
  UlpArray *array;  /* as it is summed */
  double *elements; /* room for the sum before the part, then the part, exactly; NULL: no choice needs it */
  guint64 first, count;
  gboolean is_last;
} Part;

/* One accumulator over all parts: the sum so far goes before the elements of the next part, so that 0 + sum + x[0] + ... is what
 * it would have done. Between parts the sum is kept in the accumulator's own format. */
static gboolean add_in_order(const Part *part, const UlpSumPlan *plan, UlpSumRow *row, const UlpDeviceWatch *watch,
                             GError **error) {
  const gboolean is_first = part->first == 0;
  const UlpFormat kept = ulp_step_format(plan->step);
  UlpSumPlan piece = *plan;
  UlpSumRow sum;
  if (!part->is_last)
    piece.result = kept;
  if (!is_first)
    part->elements[0] = ulp_bits_to_double(kept, row->bits);
  const guint64 count = part->count + !is_first;
  g_autoptr(UlpArray) array =
      ulp_device_upload(ulp_array_device(part->array), ULP_FORMAT_FP64, part->elements + is_first, count, watch, error);
  if (!array || !ulp_array_sum(array, &piece, 0, count, &sum, watch, error))
    return FALSE;
  row->bits = sum.bits;
  row->device = sum.device;
  row->seconds += sum.seconds;
  return TRUE;
}

/* The exact sums of x and |x|; the choices that are exact are rounded from the first, which took `seconds`. */
static gboolean add_exact(const Part *part, UlpSumParts *sums, const UlpDeviceWatch *watch, GError **error) {
  const UlpJob job = ulp_exact_job(FALSE);
  const UlpArraySlice slice = {part->array, 0, part->count};
  UlpJobResult result;
  if (!ulp_device_run(ulp_array_device(part->array), &job, &slice, 1, &result, NULL, watch, error) ||
      !ulp_array_add_exact(part->array, TRUE, 0, part->count, &sums->magnitudes, watch, error))
    return FALSE;
  ulp_exact_merge(&sums->exact, &result.sum.exact);
  for (guint i = 0; i < part->choices->len; i++) {
    const UlpSumPlan *plan = &g_array_index(part->choices, UlpAlgorithmChoice, i).plan;
    if (plan->shape != ULP_SHAPE_UNORDERED)
      continue;
    sums->rows[i].bits = ulp_exact_round(&sums->exact, plan->result, ULP_ROUND_RN);
    sums->rows[i].device = result.device;
    sums->rows[i].seconds += result.seconds;
  }
  return TRUE;
}

/* The part's elements as fp64, which holds each, from the second place on. */
static gboolean fetch_elements(const Part *part, const UlpDeviceWatch *watch, GError **error) {
  const UlpConvertJob job = {.to = ULP_FORMAT_FP64, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  if (!part->elements)
    return TRUE;
  g_autoptr(UlpArray) doubles = ulp_array_format(part->array) == ULP_FORMAT_FP64
                                    ? ulp_array_ref(part->array)
                                    : ulp_array_convert(part->array, &job, NULL, watch, error);
  return doubles && ulp_array_download(doubles, 0, part->count, part->elements + 1, watch, error);
}

static gboolean add_part(const UlpRun *run, Part *part, UlpRunPart *progress, UlpSumParts *sums, GError **error) {
  UlpRunPart silent = {run, progress->start, 0};
  const UlpDeviceWatch watch = ulp_run_watch(&silent);
  if (!ulp_run_go_on(run, progress->start, error))
    return FALSE;
  g_autoptr(UlpArray) source = ulp_run_place_part(progress, part->first, part->count, error);
  g_autoptr(UlpArray) array = source ? ulp_array_as_summed(source, &watch, error) : NULL;
  g_clear_pointer(&source, ulp_array_unref);
  part->array = array;
  if (!array || !add_exact(part, sums, &watch, error) || !fetch_elements(part, &watch, error))
    return FALSE;
  for (guint i = 0; i < part->choices->len; i++) {
    const UlpSumPlan *plan = &g_array_index(part->choices, UlpAlgorithmChoice, i).plan;
    if (plan->shape == ULP_SHAPE_SEQUENTIAL && !add_in_order(part, plan, &sums->rows[i], &watch, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean has_sequential(const GArray *choices) {
  for (guint i = 0; i < choices->len; i++)
    if (g_array_index(choices, UlpAlgorithmChoice, i).plan.shape == ULP_SHAPE_SEQUENTIAL)
      return TRUE;
  return FALSE;
}

gboolean ulp_run_sum_parts(const UlpRunPart *whole, const GArray *choices, UlpSumParts *sums, GError **error) {
  const guint64 count = ulp_input_count(ulp_run_input(whole->run));
  g_autofree double *elements = NULL;
  if (has_sequential(choices)) {
    elements = ulp_try_allocate(ULP_SUM_PART_ELEMENTS + 1, sizeof *elements);
    if (!elements) {
      ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for a part of %" G_GUINT64_FORMAT " elements"),
                    ULP_SUM_PART_ELEMENTS);
      return FALSE;
    }
  }
  ulp_exact_clear(&sums->exact);
  ulp_exact_clear(&sums->magnitudes);
  memset(sums->rows, 0, choices->len * sizeof *sums->rows);
  ulp_run_say(whole->run, N_("reading and summing in parts"), 0, 0);
  for (guint64 first = 0; first < count; first += ULP_SUM_PART_ELEMENTS) {
    const guint64 most = MIN(ULP_SUM_PART_ELEMENTS, count - first);
    Part part = {choices, NULL, elements, first, most, first + most == count};
    UlpRunPart progress = {whole->run, whole->start + whole->share * (double)first / (double)count,
                           whole->share * (double)most / (double)count};
    if (!add_part(whole->run, &part, &progress, sums, error))
      return FALSE;
  }
  return TRUE;
}
