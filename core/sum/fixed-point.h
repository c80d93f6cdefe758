/* FIXED_POINT (plan.h): what becomes of an element, and of the total. For C and nvcc.
 *
 * Elements are whole numbers of units, 2^-fraction, of 64 bits, and integers add up to the same whatever the order: S. Le Grand,
 * A. W. Goetz, R. C. Walker, "SPFP: Speed without compromise", Comput. Phys. Commun. 184, 2013. There a sum that is too large
 * wraps around unseen; here totals have 128 bits, so that whether it fits does not depend on the order either. */
#pragma once

#include "core/exact/exact-state.h"

#include <math.h>
#include <string.h>

/* The total as two words; an element's flags are those of UlpExact. */
typedef struct {
  uint64_t low;
  int64_t high;
} UlpFixed;

/* 2^fraction. */
ULP_HD double ulp_fixed_scale(unsigned fraction) { return ldexp(1.0, (int)fraction); }

/* The element in units, to nearest even; 0 with its flag in *seen where it is an infinity or NaN, or too large: a NaN of the
 * sum, too. The product is exact or too large: scale is at most 2^1023. */
ULP_HD int64_t ulp_fixed_of(double x, double scale, uint32_t *seen) {
  const double scaled = x * scale;
  if (scaled > -0x1p63 && scaled < 0x1p63) /* below 2^63 fp64 has whole numbers from 2^52 on: rounding stays below */
#ifdef __CUDA_ARCH__
    return __double2ll_rn(scaled);
#else
    return (int64_t)rint(scaled);
#endif
  *seen |= x - x == 0 || x != x ? ULP_SEEN_NAN : x > 0 ? ULP_SEEN_POSITIVE_INFINITY : ULP_SEEN_NEGATIVE_INFINITY;
  return 0;
}

ULP_HD void ulp_fixed_add(UlpFixed *total, uint64_t low, int64_t high) {
  total->low += low;
  total->high += high + (total->low < low);
}

/* As an accumulator that core rounds; NaN where the total is no integer of 64 bits. */
ULP_HD void ulp_fixed_to_exact(UlpFixed total, uint32_t seen, unsigned fraction, UlpExact *exact) {
  memset(exact, 0, sizeof *exact);
  const int64_t sum = (int64_t)total.low;
  const int fits = total.high == sum >> 63;
  exact->seen = seen | (uint32_t)ULP_SEEN_OTHER | (fits ? 0 : (uint32_t)ULP_SEEN_NAN);
  if (fits && seen == 0)
    ulp_exact_state_add(exact, sum, -(int)fraction);
}
