#include "core/experiment/conversion.h"

const char *const ulp_converted_ids[] = {
    "exact", "rounded", "to-zero", "overflow", "nan", "infinite",
};

static UlpConversionOutcome outcome_of_any(UlpFormat from, UlpFormat to, UlpRound round, UlpBits source,
                                           UlpBits converted, UlpBits back) {
  return ulp_conversion_outcome(from, to, round, source, converted, back);
}

#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  static UlpConversionOutcome outcome_of_##FROM##_##TO(UlpFormat from, UlpFormat to, UlpRound round, UlpBits source,   \
                                                       UlpBits converted, UlpBits back) {                              \
    return ulp_conversion_outcome(ULP_FORMAT_##FROM, ULP_FORMAT_##TO, round, source, converted, back);                 \
  }
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR

UlpConversionOutcomeOf ulp_conversion_outcome_of(UlpFormat from, UlpFormat to) {
#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  if (from == ULP_FORMAT_##FROM && to == ULP_FORMAT_##TO)                                                              \
    return outcome_of_##FROM##_##TO;
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
  return outcome_of_any;
}

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
