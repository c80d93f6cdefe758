/* What became of array elements that were converted to another format and back, over a whole array: counts and errors,
 * from the reduction of the map `conversion` (core/job/map-conversion.h). */
#pragma once

#include "core/exact/exact.h"
#include "core/job/job.h"
#include "core/job/map-conversion.h"

extern const char *const ulp_converted_ids[]; /* what tables hold, in the order of UlpConverted */

/* Errors are of the elements that are finite there and back; NaN, all three, when there is none. */
typedef struct {
  guint64 count[ULP_N_CONVERTED];
  guint64 subnormal; /* exact or rounded elements whose converted value is */
  double max_error, mean_error, max_relative;
} UlpConversionTotals;

UlpConversionTotals ulp_conversion_totals(const UlpReduceResult *reduced);
