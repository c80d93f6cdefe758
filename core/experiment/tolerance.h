/* The tolerance rule: pass when |result - exact| <= atol + rtol |exact|, both finite. */
#pragma once

#include "core/exact/exact.h"

/* The part of the rule that a result passes by: the first of these that is enough alone. */
typedef enum {
  ULP_PASSED_NOT,
  ULP_PASSED_EXACT, /* no deviation */
  ULP_PASSED_RTOL,  /* within rtol |exact| */
  ULP_PASSED_ATOL,  /* within atol */
  ULP_PASSED_BOTH,  /* within their sum only */
} UlpPassed;

extern const char *const ulp_passed_ids[]; /* "", exact, rtol, atol, atol+rtol */

/* Decided in exact arithmetic: `atol` and `rtol` (finite, not negative) stand for exactly what the doubles hold. A
 * result or an exact sum that is NaN or infinite never passes. */
UlpPassed ulp_tolerance_judge(const UlpExact *exact, UlpFormat format, UlpBits result, double atol, double rtol);

/* The absolute tolerance that the data ask for by themselves: u S, with u = 2^-53 and S the sum of |x|, rounded to
 * nearest. So much the exact sum moves when each element is off by the rounding of fp64 (N. J. Higham, Accuracy and
 * Stability of Numerical Algorithms, 2nd ed., 4.2: the condition of a sum is S / |sum|). 0 where S is not finite. */
double ulp_tolerance_of_data(const UlpExact *magnitudes);
