/* Every so many elements from one on, in the order in which they lie. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/operation.h"

static const UlpParam params[] = {
    {"first", ULP_PARAM_COUNT, N_("First"), N_("index of the first element, from 0"), "0", 0, 0x1p40, "", NULL},
    {"n", ULP_PARAM_COUNT, N_("Elements"), N_("how many; 0: all that there are"), "0", 0, 0x1p40, N_("elements"), NULL},
    {"step", ULP_PARAM_COUNT, N_("Step"), N_("each is so many further on"), "1", 1, 0x1p40, "", NULL},
};

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  const UlpFormat format = elements->info.format;
  const guint64 first = ulp_values_count(values, "first"), step = ulp_values_count(values, "step");
  guint64 count, n = ulp_values_count(values, "n");
  ulp_array_info_count(&elements->info, &count);
  if (first >= count) {
    ulp_set_error(
        error, ULP_ERROR_USAGE,
        _("first: found %" G_GUINT64_FORMAT ", expected less than %" G_GUINT64_FORMAT ", the number of elements"),
        first, count);
    return FALSE;
  }
  const guint64 there = (count - first - 1) / step + 1;
  if (n > there) {
    ulp_set_error(
        error, ULP_ERROR_USAGE,
        _("n: found %" G_GUINT64_FORMAT ", expected at most %" G_GUINT64_FORMAT ", the elements from first on"), n,
        there);
    return FALSE;
  }
  n = n == 0 ? there : n;
  for (guint64 i = 0; i < n; i++) {
    ulp_packed_store(format, elements->data, i, ulp_packed_load(format, elements->data, first + i * step));
    if (i % ULP_OPERATION_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  elements->info = ulp_array_info(format, n);
  return TRUE;
}

const UlpOperation ulp_operation_slice = {
    "slice", N_("slice"), N_("a part: n elements from first on, every step-th"), params, G_N_ELEMENTS(params), apply,
};
