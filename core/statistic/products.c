/* The exact sum of products of two doubles. */
#include "core/statistic/products.h"

#include <string.h>

#define LIMB_BITS 32
#define LOWEST_BIT 2148         /* 2^-this: the product of two smallest subnormals */
#define MOST_PENDING (1u << 29) /* parts of less than 2^32, so that 2^62 is not passed with what the limb holds */

typedef struct {
  uint64_t significand;
  int exponent; /* the value is significand 2^exponent */
  bool negative;
} Parts;

static Parts parts_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint64_t fraction = bits & 0xfffffffffffffu;
  const int field = (int)(bits >> 52 & 0x7ff);
  return (Parts){field ? fraction | (uint64_t)1 << 52 : fraction, (field ? field : 1) - 1075, bits >> 63};
}

/* Every limb but the last to 0 ... 2^32 - 1. */
static void carry(UlpProducts *products) {
  int64_t carried = 0;
  for (int i = 0; i < ULP_PRODUCTS_LIMBS - 1; i++) {
    const int64_t limb = products->limb[i] + carried;
    carried = limb >> LIMB_BITS;
    products->limb[i] = limb & 0xffffffff;
  }
  products->limb[ULP_PRODUCTS_LIMBS - 1] += carried;
  products->pending = 0;
}

static void add_special(UlpProducts *products, double product) {
  if (isnan(product))
    products->nan = true;
  else if (product > 0)
    products->positive_infinity = true;
  else
    products->negative_infinity = true;
}

void ulp_products_add(UlpProducts *products, double x, double y) {
  if (!isfinite(x) || !isfinite(y)) {
    add_special(products, x * y);
    return;
  }
  const Parts a = parts_of(x), b = parts_of(y);
  const unsigned place = (unsigned)(a.exponent + b.exponent + LOWEST_BIT), shift = place % LIMB_BITS;
  const unsigned __int128 product = (unsigned __int128)a.significand * b.significand;
  unsigned __int128 low = product << shift; /* 106 + 31 bits: the upper ones of the product are added apart */
  const uint64_t high = shift ? (uint64_t)(product >> (128 - shift)) : 0;
  int64_t *limb = products->limb + place / LIMB_BITS;
  const int64_t sign = a.negative == b.negative ? 1 : -1;
  for (int i = 0; i < 4; i++, low >>= LIMB_BITS)
    limb[i] += sign * (int64_t)(low & 0xffffffff);
  limb[4] += sign * (int64_t)high;
  if (++products->pending == MOST_PENDING)
    carry(products);
}

double ulp_products_get(const UlpProducts *products, mpq_t sum) {
  if (products->nan || (products->positive_infinity && products->negative_infinity))
    return (double)NAN;
  if (products->positive_infinity || products->negative_infinity)
    return products->positive_infinity ? (double)INFINITY : -(double)INFINITY;
  UlpProducts settled = *products;
  carry(&settled);
  uint32_t low[ULP_PRODUCTS_LIMBS - 1];
  for (int i = 0; i < ULP_PRODUCTS_LIMBS - 1; i++)
    low[i] = (uint32_t)settled.limb[i];
  mpz_t top;
  mpz_init_set_si(top, settled.limb[ULP_PRODUCTS_LIMBS - 1]);
  mpz_mul_2exp(top, top, LIMB_BITS * (ULP_PRODUCTS_LIMBS - 1));
  mpz_import(mpq_numref(sum), ULP_PRODUCTS_LIMBS - 1, -1, sizeof *low, 0, 0, low);
  mpz_add(mpq_numref(sum), mpq_numref(sum), top);
  mpz_set_ui(mpq_denref(sum), 1);
  mpq_div_2exp(sum, sum, LOWEST_BIT);
  mpz_clear(top);
  return 0;
}
