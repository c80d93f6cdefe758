#include "core/experiment/conversion.h"

const char *const ulp_converted_ids[] = {
    "exact", "rounded", "to-zero", "overflow", "nan", "infinite",
};

UlpConversionTotals ulp_conversion_totals(const UlpReduceResult *reduced) {
  const guint64 exact = reduced->classes[ULP_MAP_SUBNORMAL_EXACT];
  const guint64 rounded = reduced->classes[ULP_MAP_SUBNORMAL_ROUNDED];
  UlpConversionTotals totals = {
      .subnormal = exact + rounded,
      .max_error = reduced->value[0].max,
      .mean_error = ulp_exact_mean(&reduced->value[0].sum, reduced->value[0].count),
      .max_relative = reduced->value[1].max,
  };
  for (guint i = 0; i < ULP_N_CONVERTED; i++)
    totals.count[i] = reduced->classes[i];
  totals.count[ULP_CONVERTED_EXACT] += exact;
  totals.count[ULP_CONVERTED_ROUNDED] += rounded;
  return totals;
}
