/* How far two stored values lie apart, counted in the values of their format. */
#pragma once

#include "core/number/format.h"

/* The number of steps to a neighbour (ulp_bits_neighbour) that lead from `a` to `b`, in decimal, with a minus sign where they lead
 * down; +0 and -0 are one value, infinities are the ends. New string; NULL where either is NaN. */
char *ulp_bits_steps_between(UlpFormat format, UlpBits a, UlpBits b);
