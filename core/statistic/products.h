/* The exact sum of products of two doubles: the oracle of dot products, norms and variances.
 *
 * A fixed-point number that covers every bit of a product, from 2^-2148 to 2^2047, with room for 2^63 additions, in limbs of
 * 32 bits that are held in 64, so that carries are rare (Kulisch). Nothing is rounded, so the order of additions cannot matter.
 *
 * Special values as IEEE 754-2019 has them for the products and for addition in any order: a NaN, 0 times an infinity, or both
 * infinities, give NaN; one infinity gives itself. */
#pragma once

#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define ULP_PRODUCTS_LIMBS 135 /* (2148 + 2047 + 1 + 63 + 31) / 32 + 1, and one of the sign */

typedef struct {
  int64_t limb[ULP_PRODUCTS_LIMBS]; /* sum of limb[i] 2^(32 i - 2148) */
  uint32_t pending;                 /* products since the carries went on */
  bool nan, positive_infinity, negative_infinity;
} UlpProducts; /* all 0: nothing was added */

void ulp_products_add(UlpProducts *products, double x, double y);

/* 0 where the sum is a number, which `sum` becomes; else what it is: an infinity or NaN. */
double ulp_products_get(const UlpProducts *products, mpq_t sum);
