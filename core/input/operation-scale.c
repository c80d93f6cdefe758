/* x times a factor. */
#include "core/base/i18n.h"
#include "core/input/operation-arithmetic.h"

#include <float.h>

static const UlpParam params[] = {
    {"by", ULP_PARAM_REAL, N_("By"), N_("a number of fp64; a power of two rounds nothing"), "2", -DBL_MAX, DBL_MAX, "",
     NULL},
};

static double multiply(double x, double by, double *error) {
  const double product = x * by;
  *error = __builtin_fma(x, by, -product);
  return product;
}

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  return ulp_operation_map(elements, multiply, ulp_values_real(values, "by"), cancellable, error);
}

const UlpOperation ulp_operation_scale = {
    "scale", N_("scale"),          N_("each element times a number, rounded once to the elements' format"),
    params,  G_N_ELEMENTS(params), apply,
};
