/* The exact accumulator as plain data, for C and nvcc: what a backend returns, and core merges and rounds (exact.h).
 *
 * Limb k counts units of 2^(ULP_EXACT_SPACING k + ULP_EXACT_UNIT_EXPONENT) and has a sign; limbs need not be reduced. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdint.h>

#define ULP_EXACT_LIMBS 68
#define ULP_EXACT_SPACING 32
#define ULP_EXACT_UNIT_EXPONENT (-1075) /* half fp64's smallest subnormal */

/* Kinds of elements met. */
enum {
  ULP_SEEN_NAN = 1 << 0,
  ULP_SEEN_POSITIVE_INFINITY = 1 << 1,
  ULP_SEEN_NEGATIVE_INFINITY = 1 << 2,
  ULP_SEEN_NEGATIVE_ZERO = 1 << 3,
  ULP_SEEN_OTHER = 1 << 4, /* anything but -0 */
};

typedef struct {
  int64_t limb[ULP_EXACT_LIMBS];
  uint32_t pending; /* additions since the last carry propagation: a limb lies within 2^33 + pending 2^52 of 0 */
  uint32_t seen;
} UlpExact;

/* Brings every limb but the last into [0, 2^32); the last one keeps the sign. */
ULP_HD void ulp_exact_state_propagate(UlpExact *exact) {
  for (int k = 0; k + 1 < ULP_EXACT_LIMBS; k++) {
    exact->limb[k + 1] += exact->limb[k] >> ULP_EXACT_SPACING;
    exact->limb[k] &= ((int64_t)1 << ULP_EXACT_SPACING) - 1;
  }
  exact->pending = 0;
}

/* Adds value * 2^exponent, a whole number of units, to an accumulator whose limbs are reduced, and leaves them so. */
ULP_HD void ulp_exact_state_add(UlpExact *exact, int64_t value, int exponent) {
  const int position = exponent - ULP_EXACT_UNIT_EXPONENT, shift = position % ULP_EXACT_SPACING;
  const __int128 shifted = (__int128)value * ((int64_t)1 << shift);
  int64_t *limb = exact->limb + position / ULP_EXACT_SPACING;
  const int64_t mask = ((int64_t)1 << ULP_EXACT_SPACING) - 1;
  limb[0] += (int64_t)(shifted & mask);
  limb[1] += (int64_t)(shifted >> ULP_EXACT_SPACING & mask);
  limb[2] += (int64_t)(shifted >> 2 * ULP_EXACT_SPACING);
  ulp_exact_state_propagate(exact);
}
