/* Sums of arrays, whichever way their blocks go, against one addition after the other, which test-exact.c holds against MPFR:
 * the very limbs. */
#include "core/exact/exact.h"
#include "core/number/fp64.h"

#include <math.h>
#include <string.h>

static guint64 random64(GRand *random) { return (guint64)g_rand_int(random) << 32 | g_rand_int(random); }

/* A number whose exponent lies in [low, low + width], 0 to 2047 all in all. */
static guint64 random_bits(GRand *random, guint low, guint width) {
  const guint exponent = MIN(low + (guint)g_rand_int_range(random, 0, (gint)width + 1), 2046);
  return (random64(random) & ~(G_GUINT64_CONSTANT(0x7ff) << 52)) | (guint64)exponent << 52;
}

typedef enum { PLAIN, FEW_BITS, ZEROS, SUBNORMALS, SPECIAL_ONES, ONE_FAR, ALL_EQUAL, NEAR_MAX, N_KINDS } Kind;

static guint64 spoiled(GRand *random, Kind kind, guint64 bits) {
  static const guint64 special[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000001};
  const guint dice = (guint)g_rand_int_range(random, 0, 1000);
  switch (kind) {
  case FEW_BITS:
    return bits & ~G_GUINT64_CONSTANT(0xffffffffff);
  case ZEROS:
    return dice < 500 ? bits & G_GUINT64_CONSTANT(1) << 63 : bits;
  case SUBNORMALS:
    return dice < 500 ? bits & ~(G_GUINT64_CONSTANT(0x7ff) << 52) : bits;
  case SPECIAL_ONES:
    return dice < 2 ? special[g_rand_int_range(random, 0, 4)] : bits;
  case ONE_FAR:
    return dice < 1 ? random_bits(random, 0, 2046) : bits;
  case NEAR_MAX:
    return bits | G_GUINT64_CONSTANT(0x7fe) << 52;
  default:
    return bits;
  }
}

static void fill(GRand *random, double *values, guint count) {
  const Kind kind = (Kind)g_rand_int_range(random, 0, N_KINDS);
  static const guint widths[] = {0,  1,  10,  24,  26,  27,  28,  29,  49,  50,  51,  52,
                                 79, 80, 102, 103, 153, 154, 155, 206, 258, 259, 400, 2046};
  const guint width = widths[g_rand_int_range(random, 0, G_N_ELEMENTS(widths))];
  const guint low = (guint)g_rand_int_range(random, 0, 2047 - (gint)width);
  guint64 bits = random_bits(random, low, width);
  for (guint i = 0; i < count; i++) {
    bits = kind == ALL_EQUAL ? bits : spoiled(random, kind, random_bits(random, low, width));
    values[i] = ulp_double_of_bits(bits);
  }
}

static guint random_count(GRand *random) {
  static const guint edges[] = {1, 511, 512, 513, 2047, 2048, 2049, 4095, 4096, 4097, 6145, 70 * 2048 + 5};
  return g_rand_int_range(random, 0, 100) < 2 ? edges[G_N_ELEMENTS(edges) - 1]
                                              : edges[g_rand_int_range(random, 0, G_N_ELEMENTS(edges) - 1)];
}

static void assert_same(UlpExact *a, UlpExact *b) {
  ulp_exact_state_propagate(a);
  ulp_exact_state_propagate(b);
  g_assert_cmpmem(a->limb, sizeof a->limb, b->limb, sizeof b->limb);
  /* whether there was a -0 matters only where there was nothing else */
  const guint32 both = a->seen & b->seen & ULP_SEEN_OTHER ? ~(guint32)ULP_SEEN_NEGATIVE_ZERO : ~0u;
  g_assert_cmphex(a->seen & both, ==, b->seen & both);
}

static void test_fp64(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(11);
  g_autofree double *values = g_new(double, 70 * 2048 + 5);
  for (guint run = 0; run < 6000; run++) {
    const guint count = random_count(random);
    const gboolean magnitudes = run % 3 == 0;
    UlpExact bulk, single;
    ulp_exact_clear(&bulk);
    ulp_exact_clear(&single);
    fill(random, values, count);
    (magnitudes ? ulp_exact_add_magnitudes_fp64 : ulp_exact_add_fp64)(&bulk, values, count);
    for (guint i = 0; i < count; i++)
      ulp_exact_add(&single, magnitudes ? fabs(values[i]) : values[i]);
    assert_same(&bulk, &single);
  }
}

static void test_fp32(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(12);
  g_autofree double *wide = g_new(double, 70 * 2048 + 5);
  g_autofree float *values = g_new(float, 70 * 2048 + 5);
  for (guint run = 0; run < 6000; run++) {
    const guint count = random_count(random);
    const gboolean magnitudes = run % 3 == 0, as_bits = run % 2 == 0;
    UlpExact bulk, single;
    ulp_exact_clear(&bulk);
    ulp_exact_clear(&single);
    fill(random, wide, count);
    for (guint i = 0; i < count; i++) {
      const guint32 bits = (guint32)(ulp_double_bits(wide[i]) >> 32);
      if (as_bits)
        memcpy(&values[i], &bits, sizeof bits);
      else
        values[i] = (float)wide[i];
    }
    (magnitudes ? ulp_exact_add_magnitudes_fp32 : ulp_exact_add_fp32)(&bulk, values, count);
    for (guint i = 0; i < count; i++)
      ulp_exact_add(&single, magnitudes ? fabs((double)values[i]) : (double)values[i]);
    assert_same(&bulk, &single);
  }
}

/* A bin that overflows many times, and the largest sums there can be of a block. */
static void test_full_bins(void) {
  enum { N = 1 << 20 };
  static const guint64 patterns[] = {0x7fefffffffffffff, 0x000fffffffffffff, 0x0010000000000000,
                                     0x3fffffffffffffff, 0xffefffffffffffff, 0x0000000000000001};
  g_autofree double *values = g_new(double, N);
  for (guint p = 0; p < G_N_ELEMENTS(patterns); p++)
    for (guint other = 0; other < 2; other++) {
      UlpExact bulk, expected;
      ulp_exact_clear(&bulk);
      ulp_exact_clear(&expected);
      for (guint i = 0; i < N; i++) /* others far away, so that blocks go to the bins */
        values[i] = ulp_double_of_bits(other && i % 1024 == 7 ? (i & 1024 ? 0x7fe0000000000000 : 1) : patterns[p]);
      ulp_exact_add_fp64(&bulk, values, N);
      for (guint i = 0; i < N; i++)
        ulp_exact_add(&expected, values[i]);
      assert_same(&bulk, &expected);
    }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exact/bulk/fp64", test_fp64);
  g_test_add_func("/exact/bulk/fp32", test_fp32);
  g_test_add_func("/exact/bulk/full-bins", test_full_bins);
  return g_test_run();
}
