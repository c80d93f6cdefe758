/* One column of a table: along its last axis. */
#include "core/base/i18n.h"
#include "core/input/operation-take.h"

static const UlpParam params[] = {
    {"at", ULP_PARAM_COUNT, N_("At"), N_("index of the column, from 0"), "0", 0, 0x1p40, "", NULL},
};

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  const guint last = MAX(elements->info.n_dimensions, 1) - 1;
  return ulp_operation_take(elements, last, ulp_values_count(values, "at"), cancellable, error);
}

const UlpOperation ulp_operation_column = {
    "column", N_("column"),         N_("one column: the elements with this index along the last axis"),
    params,   G_N_ELEMENTS(params), apply,
};
