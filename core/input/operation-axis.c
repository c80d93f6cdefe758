/* The part of an array at one place of an axis. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/operation-take.h"

static const UlpParam params[] = {
    {"axis", ULP_PARAM_COUNT, N_("Axis"), N_("number of the axis, from 0"), "0", 0, ULP_ARRAY_MAX_DIMENSIONS - 1, "",
     NULL},
    {"at", ULP_PARAM_COUNT, N_("At"), N_("index along the axis, from 0"), "0", 0, 0x1p40, "", NULL},
};

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  const guint64 axis = ulp_values_count(values, "axis");
  if (axis < elements->info.n_dimensions)
    return ulp_operation_take(elements, (guint)axis, ulp_values_count(values, "at"), cancellable, error);
  ulp_set_error(error, ULP_ERROR_USAGE,
                _("axis: found %" G_GUINT64_FORMAT ", expected less than %u, the number of axes"), axis,
                elements->info.n_dimensions);
  return FALSE;
}

const UlpOperation ulp_operation_axis = {
    "axis", N_("axis"), N_("the part of an array with this index along an axis"), params, G_N_ELEMENTS(params), apply,
};
