/* Exact sums of products against GMP's rationals, on adversarial arrays. */
#include "core/statistic/products.h"

#include <glib.h>
#include <string.h>

#define N_ARRAYS 10000

static guint64 state = 0x243f6a8885a308d3u;

static guint64 draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1du;
}

static double of_bits(guint64 bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Any finite number; some near both ends of the range, zeros among them. */
static double draw_finite(guint kind) {
  const guint64 fraction = draw() >> 12, sign = draw() & G_GUINT64_CONSTANT(1) << 63;
  guint64 field = draw() % 2047;
  if (kind == 1)
    field = draw() % 3; /* subnormal and the smallest normal */
  else if (kind == 2)
    field = 2046 - draw() % 3;
  else if (kind == 3)
    field = 1023 + draw() % 40;
  return of_bits(sign | field << 52 | (draw() % 8 ? fraction : 0));
}

static void add_exactly(mpq_t sum, double x, double y) {
  mpq_t a, b;
  mpq_inits(a, b, NULL);
  mpq_set_d(a, x);
  mpq_set_d(b, y);
  mpq_mul(a, a, b);
  mpq_add(sum, sum, a);
  mpq_clears(a, b, NULL);
}

static void test_adversarial(void) {
  mpq_t expected, found;
  mpq_inits(expected, found, NULL);
  for (guint array = 0; array < N_ARRAYS; array++) {
    UlpProducts products = {0};
    double last_x = 0, last_y = 0;
    mpq_set_ui(expected, 0, 1);
    for (guint i = 0, n = 1 + (guint)(draw() % 30); i < n; i++) {
      double x = draw_finite(array % 5), y = draw_finite(array / 5 % 5);
      if (i % 3 == 2 && array % 2) /* cancels */
        x = -last_x, y = last_y;
      ulp_products_add(&products, x, y);
      add_exactly(expected, x, y);
      last_x = x, last_y = y;
    }
    g_assert_true(ulp_products_get(&products, found) == 0);
    g_assert_true(mpq_equal(expected, found));
  }
  mpq_clears(expected, found, NULL);
}

/* So many of one sign that limbs pass what they hold, unless carries go on: 2^12 times in the middle of what is pending, by hand. */
static void test_carries(void) {
  static const double extremes[][2] = {{0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023},
                                       {-0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023},
                                       {0x1p-1074, 0x1p-1074},
                                       {0x1.fffffffffffffp-1, 0x1.fffffffffffffp-3}};
  mpq_t expected, found, times;
  mpq_inits(expected, found, times, NULL);
  for (guint k = 0; k < G_N_ELEMENTS(extremes); k++) {
    const guint n = 3000000;
    UlpProducts products = {0};
    for (guint i = 0; i < n; i++) {
      ulp_products_add(&products, extremes[k][0], extremes[k][1]);
      if (i % 1000 == 0) /* as if there had been as many as it takes */
        products.pending = (1u << 29) - 1;
    }
    mpq_set_ui(expected, 0, 1);
    add_exactly(expected, extremes[k][0], extremes[k][1]);
    mpq_set_ui(times, n, 1);
    mpq_mul(expected, expected, times);
    g_assert_true(ulp_products_get(&products, found) == 0);
    g_assert_true(mpq_equal(expected, found));
  }
  mpq_clears(expected, found, times, NULL);
}

static double special_of(const double (*pairs)[2], guint n) {
  UlpProducts products = {0};
  mpq_t sum;
  mpq_init(sum);
  for (guint i = 0; i < n; i++)
    ulp_products_add(&products, pairs[i][0], pairs[i][1]);
  const double special = ulp_products_get(&products, sum);
  mpq_clear(sum);
  return special;
}

static void test_special(void) {
  static const double inf = INFINITY;
  g_assert_true(isnan(special_of((const double[][2]){{0, inf}}, 1)));
  g_assert_true(isnan(special_of((const double[][2]){{1, (double)NAN}}, 1)));
  g_assert_true(isnan(special_of((const double[][2]){{1, inf}, {-1, inf}}, 2)));
  g_assert_true(special_of((const double[][2]){{-1, inf}, {1e308, 1e308}}, 2) == -inf);
  g_assert_true(special_of((const double[][2]){{-inf, -inf}}, 1) == inf);
  g_assert_true(special_of((const double[][2]){{1e308, 1e308}, {-1e308, 1e308}}, 2) == 0); /* nothing overflows */
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/products/adversarial", test_adversarial);
  g_test_add_func("/products/carries", test_carries);
  g_test_add_func("/products/special", test_special);
  return g_test_run();
}
