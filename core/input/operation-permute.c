/* A random order. */
#include "core/base/i18n.h"
#include "core/input/operation.h"
#include "core/input/permute.h"

static const UlpParam params[] = {
    {"seed", ULP_PARAM_COUNT, N_("Seed"), N_("the same seed gives the same order everywhere"), "1", 0, 0x1p53L, "",
     NULL},
};

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  guint64 count;
  ulp_array_info_count(&elements->info, &count);
  return ulp_permute(elements->info.format, elements->data, count, ulp_values_count(values, "seed"), cancellable,
                     error);
}

const UlpOperation ulp_operation_permute = {
    "permute", N_("permute"), N_("a random order"), params, G_N_ELEMENTS(params), apply,
};
