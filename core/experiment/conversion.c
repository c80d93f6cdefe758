#include "core/experiment/conversion.h"

#include "core/backend/reduce-merge.h"
#include "core/job/map-conversion-ulps.h"

#include <math.h>

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

UlpFormat ulp_format_scaled(UlpFormat format, guint log2) {
  const UlpLayout layout = ulp_layout(format);
  if (log2 == 0)
    return format;
  if (layout.coding == ULP_CODING_POSIT || layout.bias + (gint64)log2 >= ULP_FORMAT_BIAS_OFFSET)
    return 0;
  const UlpFormat scaled = format + ((UlpFormat)log2 << ULP_FORMAT_BIAS_SHIFT);
  return ulp_format_is_valid(scaled) ? scaled : 0;
}

void ulp_conversion_sums_init(UlpConversionSums *sums) {
  ulp_reduce_init(&sums->errors);
  ulp_reduce_init(&sums->ulps);
  ulp_reduce_init(&sums->signal);
}

gboolean ulp_conversion_sums_add(UlpConversionSums *sums, UlpArray *const *arrays, UlpRound round, guint64 offset,
                                 const UlpDeviceWatch *watch, GError **error) {
  const struct {
    UlpMap map;
    UlpReduceResult *total;
  } maps[] = {{ULP_MAP_CONVERSION, &sums->errors},
              {ULP_MAP_CONVERSION_ULPS, &sums->ulps},
              {ULP_MAP_CONVERSION_SIGNAL, &sums->signal}};
  UlpArraySlice in[ULP_JOB_INPUTS];
  for (guint i = 0; i < ULP_JOB_INPUTS; i++)
    in[i] = (UlpArraySlice){arrays[i], 0, ulp_array_count(arrays[0])};
  for (guint i = 0; i < G_N_ELEMENTS(maps); i++) {
    const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = {.map = maps[i].map, .round = round}};
    UlpJobResult result;
    if (!ulp_device_run(ulp_array_device(arrays[0]), &job, in, G_N_ELEMENTS(in), &result, NULL, watch, error))
      return FALSE;
    ulp_reduce_merge(maps[i].total, &result.reduce, offset);
  }
  return TRUE;
}

static double mean_of(const UlpReduced *value) { return ulp_exact_mean(&value->sum, value->count); }

/* Of sums of squares as means, which are within fp64 where the squares are; NaN where nothing is known. */
static double quality(double signal, double noise) { return 10 * log10(signal / noise); }

UlpConversionTotals ulp_conversion_totals(const UlpConversionSums *sums) {
  const UlpReduceResult *errors = &sums->errors, *ulps = &sums->ulps, *signal = &sums->signal;
  const guint64 exact = errors->classes[ULP_MAP_SUBNORMAL_EXACT], rounded = errors->classes[ULP_MAP_SUBNORMAL_ROUNDED];
  const double noise = mean_of(&ulps->value[1]);
  UlpConversionTotals totals = {
      .subnormal = exact + rounded,
      .saturated = ulps->classes[ULP_LOSS_SATURATED],
      .max_error = errors->value[0].max,
      .mean_error = mean_of(&errors->value[0]),
      .bias = mean_of(&signal->value[1]),
      .max_relative = errors->value[1].max,
      .mean_relative = mean_of(&errors->value[1]),
      .max_ulps = ulps->value[0].max,
      .mean_ulps = mean_of(&ulps->value[0]),
      .rmse = sqrt(noise),
      .sqnr = quality(mean_of(&signal->value[0]), noise),
      .worst = errors->value[0].max_index,
      .worst_relative = errors->value[1].max_index,
  };
  for (guint i = 0; i < ULP_N_CONVERTED; i++)
    totals.count[i] = errors->classes[i];
  totals.count[ULP_CONVERTED_EXACT] += exact;
  totals.count[ULP_CONVERTED_ROUNDED] += rounded;
  return totals;
}
