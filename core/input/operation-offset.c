/* x + offset. */
#include "core/base/i18n.h"
#include "core/input/operation-arithmetic.h"

#include <float.h>

static const UlpParam params[] = {
    {"by", ULP_PARAM_REAL, N_("By"), N_("a number of fp64"), "1", -DBL_MAX, DBL_MAX, "", NULL},
};

static double add(double x, double by, double *error) {
  const double sum = x + by, part = sum - x;
  *error = (x - (sum - part)) + (by - part); /* TwoSum, Knuth */
  return sum;
}

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  return ulp_operation_map(elements, add, ulp_values_real(values, "by"), cancellable, error);
}

const UlpOperation ulp_operation_offset = {
    "offset", N_("offset"),         N_("each element plus a number, rounded once to the elements' format"),
    params,   G_N_ELEMENTS(params), apply,
};
