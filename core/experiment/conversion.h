/* What became of array elements that were converted to another format and back: a class for each, counts and errors of
 * all. Everything is decided on exact values. */
#pragma once

#include "core/exact/exact.h"
#include "core/number/format.h"

typedef enum {
  ULP_CONVERTED_EXACT,     /* the same value */
  ULP_CONVERTED_ROUNDED,   /* another finite value, not zero, without overflow */
  ULP_CONVERTED_TO_ZERO,   /* a finite value that is not zero became zero */
  ULP_CONVERTED_OVERFLOW,  /* finite, and the rounded value would lie beyond the largest one (IEEE 754-2019, 7.4) */
  ULP_CONVERTED_NAN,       /* was a NaN */
  ULP_CONVERTED_INFINITE,  /* was an infinity */
  ULP_N_CONVERTED
} UlpConverted;

extern const char *const ulp_converted_ids[]; /* what tables hold */

typedef struct {
  UlpFormat from, to;
  UlpRound round;
} UlpConversion;

/* One element: its bits in `from`, converted to `to`, and back in `from`. */
typedef struct {
  UlpBits source, converted, back;
} UlpConvertedElement;

typedef struct {
  UlpConverted class_;
  gboolean subnormal; /* the converted value is */
  double error;       /* back minus source, rounded once; NaN when either is not finite */
  double relative;    /* |error| / |source|; 0 when the error is 0, NaN when the error is */
} UlpConversionOutcome;

UlpConversionOutcome ulp_conversion_outcome(const UlpConversion *conversion, const UlpConvertedElement *element);

/* Over many elements; clear with memset 0. */
typedef struct {
  guint64 count[ULP_N_CONVERTED];
  guint64 subnormal;
  guint64 measured;      /* elements whose error is a number */
  double max_error, max_relative;
  UlpExact error_sum;    /* of |error| */
} UlpConversionTotals;

void ulp_conversion_count(UlpConversionTotals *totals, const UlpConversionOutcome *outcome);
double ulp_conversion_mean_error(const UlpConversionTotals *totals); /* NaN when no error is a number */
