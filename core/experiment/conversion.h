/* What became of array elements that were converted to another format and back, over a whole array: counts and errors,
 * from the reductions of the maps that begin with `conversion` (core/job). */
#pragma once

#include "core/backend/device.h"
#include "core/exact/exact.h"
#include "core/job/job.h"
#include "core/job/map-conversion.h"

extern const char *const ulp_converted_ids[]; /* what tables hold, in the order of UlpConverted */

/* ulp_conversion_outcome for elements of one pair of formats: with constant layouts where the pair is one of
 * core/backend/convert-pairs.def. */
typedef UlpConversionOutcome (*UlpConversionOutcomeOf)(UlpFormat from, UlpFormat to, UlpRound round, UlpBits source,
                                                       UlpBits converted, UlpBits back);
UlpConversionOutcomeOf ulp_conversion_outcome_of(UlpFormat from, UlpFormat to);

/* Format whose values are those of `format` divided by 2^log2: what is multiplied by 2^log2, converted and divided again goes to a
 * value of it. 0 where there is none. */
UlpFormat ulp_format_scaled(UlpFormat format, guint log2);

/* What the reductions of the maps conversion, conversion_ulps and conversion_signal know of an array, or of its parts together. */
typedef struct {
  UlpReduceResult errors, ulps, signal;
} UlpConversionSums;

void ulp_conversion_sums_init(UlpConversionSums *sums);

/* The next part of an array on its device: source, converted and back, of one length; `offset` elements came before it.
 * `seconds` are those of the device. */
gboolean ulp_conversion_sums_add(UlpConversionSums *sums, UlpArray *const *arrays, UlpRound round, guint64 offset,
                                 const UlpDeviceWatch *watch, GError **error);

/* Errors are of the elements that are finite there and back; NaN, all of them, when there is none. */
typedef struct {
  guint64 count[ULP_N_CONVERTED];
  guint64 subnormal;                  /* exact or rounded elements whose converted value is */
  guint64 saturated;                  /* of those that overflowed, those for which a finite value stands */
  double max_error, mean_error, bias; /* |error| and error */
  double max_relative, mean_relative;
  double max_ulps, mean_ulps; /* |error| in ulps of the target format at the element */
  double rmse;                /* root of the mean of the squared errors, each rounded once */
  double sqnr;                /* 10 log10 (sum of squared elements / sum of squared errors); infinite without errors */
  guint64 worst, worst_relative; /* index of the first with the largest; 0 where there is none */
} UlpConversionTotals;

UlpConversionTotals ulp_conversion_totals(const UlpConversionSums *sums);
