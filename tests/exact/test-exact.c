/* The exact accumulator on finite data, against MPFR. */
#include "tests/exact/oracle.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double random_fp64(guint64 *state) {
  double value;
  do {
    const guint64 bits = oracle_random(state);
    memcpy(&value, &bits, sizeof value);
  } while (!isfinite(value));
  return value;
}

static float random_fp32(guint64 *state) {
  float value;
  do {
    const guint32 bits = (guint32)(oracle_random(state) >> 32);
    memcpy(&value, &bits, sizeof value);
  } while (!isfinite(value));
  return value;
}

static void assert_sum_fp64(const double *values, guint64 count) {
  mpfr_t sum;
  UlpExact bulk, single;
  oracle_sum_fp64(sum, values, count);
  ulp_exact_clear(&bulk);
  ulp_exact_clear(&single);
  ulp_exact_add_fp64(&bulk, values, count);
  for (guint64 i = 0; i < count; i++)
    ulp_exact_add(&single, values[i]);
  oracle_assert_rounds(&bulk, sum);
  oracle_assert_rounds(&single, sum);
  mpfr_clear(sum);
}

static void assert_sum_fp32(const float *values, guint64 count) {
  mpfr_t sum;
  UlpExact bulk;
  oracle_sum_fp32(sum, values, count);
  ulp_exact_clear(&bulk);
  ulp_exact_add_fp32(&bulk, values, count);
  oracle_assert_rounds(&bulk, sum);
  mpfr_clear(sum);
}

static void test_full_range(void) {
  static const guint sizes[] = {0, 1, 2, 3, 5, 100, 1023, 1024, 1025, 1027, 2047, 2048, 2049, 4095, 4096, 4097, 30000};
  guint64 state = 1;
  for (guint s = 0; s < G_N_ELEMENTS(sizes); s++) {
    g_autofree double *wide = g_new(double, sizes[s] + 1);
    g_autofree float *narrow = g_new(float, sizes[s] + 1);
    for (guint i = 0; i < sizes[s]; i++) {
      wide[i] = random_fp64(&state);
      narrow[i] = random_fp32(&state);
    }
    assert_sum_fp64(wide, sizes[s]);
    assert_sum_fp32(narrow, sizes[s]);
  }
}

/* Every exponent alone, with the fullest significand, often enough to need several carries. */
static void test_every_exponent(void) {
  enum { COUNT = 4099 }; /* beyond the few that take the single path */
  g_autofree double *wide = g_new(double, COUNT);
  for (int exponent = -1074; exponent <= 1023; exponent += 1) {
    const double value = exponent < -1022 ? ldexp(1.0, exponent) : ldexp(2.0 - DBL_EPSILON, exponent);
    const guint count = exponent % 8 ? 3 : COUNT;
    for (guint i = 0; i < count; i++)
      wide[i] = exponent & 1 ? -value : value;
    assert_sum_fp64(wide, count);
  }
  g_autofree float *narrow = g_new(float, COUNT);
  for (int exponent = -149; exponent <= 127; exponent++) {
    const float value = exponent < -126 ? ldexpf(1.0f, exponent) : ldexpf(2.0f - FLT_EPSILON, exponent);
    for (guint i = 0; i < COUNT; i++)
      narrow[i] = exponent & 1 ? -value : value;
    assert_sum_fp32(narrow, COUNT);
  }
}

/* `accumulator` against value x count, which MPFR has exactly. */
static void assert_multiple(const UlpExact *accumulator, double value, guint count) {
  mpfr_t sum;
  mpfr_init2(sum, ORACLE_BITS);
  mpfr_set_d(sum, value, MPFR_RNDN);
  g_assert_cmpint(mpfr_mul_ui(sum, sum, count, MPFR_RNDN), ==, 0);
  oracle_assert_rounds(accumulator, sum);
  mpfr_clear(sum);
}

/* More than two blocks of the bulk paths, all in one bin: the fullest significand, and the fullest subnormal. */
static void test_long(void) {
  enum { COUNT = (1 << 18) * 2 + 7 };
  static const double wide_values[] = {0x1.fffffffffffffp0, -0x1.fffffffffffffp0, 0x0.fffffffffffffp-1022, -DBL_MAX};
  static const float narrow_values[] = {0x1.fffffep0f, -0x1.fffffep0f, 0x0.fffffep-126f, -FLT_MAX};
  g_autofree double *wide = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT);
  for (guint v = 0; v < G_N_ELEMENTS(wide_values); v++) {
    UlpExact exact;
    for (guint i = 0; i < COUNT; i++) {
      wide[i] = wide_values[v];
      narrow[i] = narrow_values[v];
    }
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, wide, COUNT);
    assert_multiple(&exact, wide_values[v], COUNT);
    ulp_exact_clear(&exact);
    ulp_exact_add_fp32(&exact, narrow, COUNT);
    assert_multiple(&exact, (double)narrow_values[v], COUNT);
  }
}

/* Values and their negatives in another order, plus a remainder far below them. */
static void test_cancellation(void) {
  enum { HALF = 2500 };
  static const double remainders[] = {0.0, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MIN, 1.0, -0x1.fffffffffffffp-500};
  guint64 state = 7;
  g_autofree double *values = g_new(double, 2 * HALF + 1);
  for (guint r = 0; r < G_N_ELEMENTS(remainders); r++) {
    for (guint i = 0; i < HALF; i++) {
      values[i] = random_fp64(&state);
      values[HALF + i] = -values[i];
    }
    values[2 * HALF] = remainders[r];
    for (guint i = 2 * HALF; i > 0; i--) {
      const guint pick = (guint)(oracle_random(&state) % (i + 1));
      const double swapped = values[i];
      values[i] = values[pick];
      values[pick] = swapped;
    }
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, values, 2 * HALF + 1);
    oracle_assert_bits(ulp_exact_round(&exact, ULP_FORMAT_FP64, ULP_ROUND_RN), ULP_FORMAT_FP64, remainders[r]);
    assert_sum_fp64(values, 2 * HALF + 1);
  }
}

static void test_subnormals(void) {
  guint64 state = 11;
  enum { COUNT = 5000 };
  double wide[COUNT];
  float narrow[COUNT];
  for (guint i = 0; i < COUNT; i++) {
    const guint64 random = oracle_random(&state);
    const guint64 bits = random & G_GUINT64_CONSTANT(0x800fffffffffffff);
    const guint32 bits32 = (guint32)(random >> 20) & 0x807fffffu;
    memcpy(&wide[i], &bits, sizeof bits);
    memcpy(&narrow[i], &bits32, sizeof bits32);
  }
  assert_sum_fp64(wide, COUNT);
  assert_sum_fp32(narrow, COUNT);
  assert_sum_fp64(wide, 1);
  assert_sum_fp32(narrow, 1);
}

/* The running sum leaves fp64's range and comes back; or stays there, and only the rounding overflows. */
static void test_near_max(void) {
  enum { COUNT = 5000 };
  g_autofree double *values = g_new(double, 2 * COUNT);
  UlpExact exact;
  for (guint i = 0; i < COUNT; i++) {
    values[i] = DBL_MAX;
    values[COUNT + i] = i ? -DBL_MAX : -DBL_MAX / 2;
  }
  assert_sum_fp64(values, COUNT);
  ulp_exact_clear(&exact);
  ulp_exact_add_fp64(&exact, values, COUNT);
  g_assert_true(isinf(ulp_exact_to_double(&exact)));
  g_assert_cmpfloat(ulp_bits_to_double(ULP_FORMAT_FP64, ulp_exact_round(&exact, ULP_FORMAT_FP64, ULP_ROUND_RZ)), ==,
                    DBL_MAX);
  ulp_exact_add_fp64(&exact, values + COUNT, COUNT);
  g_assert_cmpfloat(ulp_exact_to_double(&exact), ==, DBL_MAX / 2);
}

/* fp32's overflow threshold is 2^128 - 2^103: a tie there goes to infinity, anything below to the largest number. */
static void test_fp32_overflow(void) {
  const double threshold = 0x1.ffffffp127;
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, threshold);
  oracle_assert_bits(ulp_exact_round(&exact, ULP_FORMAT_FP32, ULP_ROUND_RN), ULP_FORMAT_FP32, (double)INFINITY);
  ulp_exact_add(&exact, -DBL_TRUE_MIN);
  oracle_assert_bits(ulp_exact_round(&exact, ULP_FORMAT_FP32, ULP_ROUND_RN), ULP_FORMAT_FP32, (double)FLT_MAX);
}

/* Ties to even, the same with the last possible bit beside them, and one rounding where two would differ. */
static void test_ties(void) {
  static const struct {
    double terms[4];
    float fp32;
    double fp64;
  } cases[] = {
      {{1.0, 0x1p-24}, 1.0f, 0x1.000001p0},
      {{1.0, 0x1p-23, 0x1p-24}, 0x1.000004p0f, 0x1.000003p0},
      {{1.0, 0x1p-24, 0x1p-1074}, 0x1.000002p0f, 0x1.000001p0},
      {{1.0, 0x1p-24, -0x1p-1074}, 1.0f, 0x1.000001p0},
      {{1.0, 0x1p-24, 0x1p-60}, 0x1.000002p0f, 0x1.000001p0}, /* through fp64: 1 */
      {{-1.0, -0x1p-24, -0x1p-60}, -0x1.000002p0f, -0x1.000001p0},
      {{1.0, 0x1p-53}, 1.0f, 1.0},
      {{1.0, 0x1p-52, 0x1p-53}, 1.0f, 0x1.0000000000002p0},
      {{1.0, 0x1p-53, 0x1p-1074}, 1.0f, 0x1.0000000000001p0},
      {{1.0, 0x1p-53, -0x1p-1074}, 1.0f, 1.0},
      {{-1.0, -0x1p-53, -0x1p-1074}, -1.0f, -0x1.0000000000001p0},
      {{0x1p-149, 0x1p-150}, 0x1p-148f, 0x1.8p-149},
      {{0x1p-150}, 0.0f, 0x1p-150},
      {{0x1p-150, 0x1p-1074}, 0x1p-149f, 0x1p-150},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, cases[i].terms, G_N_ELEMENTS(cases[i].terms));
    oracle_assert_bits(ulp_exact_round(&exact, ULP_FORMAT_FP32, ULP_ROUND_RN), ULP_FORMAT_FP32, (double)cases[i].fp32);
    oracle_assert_bits(ulp_exact_round(&exact, ULP_FORMAT_FP64, ULP_ROUND_RN), ULP_FORMAT_FP64, cases[i].fp64);
    assert_sum_fp64(cases[i].terms, G_N_ELEMENTS(cases[i].terms));
  }
}

/* Any order, and any split merged in any way, gives the same bits. */
static void test_order_and_merge(void) {
  enum { COUNT = 6000, PARTS = 5 };
  guint64 state = 3;
  g_autofree double *values = g_new(double, COUNT);
  for (guint i = 0; i < COUNT; i++)
    values[i] = random_fp64(&state);
  mpfr_t sum;
  oracle_sum_fp64(sum, values, COUNT);
  for (guint round = 0; round < 10; round++) {
    UlpExact parts[PARTS];
    for (guint i = COUNT - 1; i > 0; i--) {
      const guint pick = (guint)(oracle_random(&state) % (i + 1));
      const double swapped = values[i];
      values[i] = values[pick];
      values[pick] = swapped;
    }
    for (guint p = 0; p < PARTS; p++) {
      ulp_exact_clear(&parts[p]);
      for (guint i = p * (COUNT / PARTS); i < (p + 1) * (COUNT / PARTS); i++)
        ulp_exact_add(&parts[p], values[i]);
    }
    for (guint p = PARTS - 1; p > 0; p--)
      ulp_exact_merge(&parts[(p * round) % p], &parts[p]);
    oracle_assert_rounds(&parts[0], sum);
  }
  mpfr_clear(sum);
}

/* Merges between additions, all into one limb, which fills it as fast as it can be filled. */
static void test_merge_between(void) {
  const double value = 0x1.fffffffffffffp0; /* its last bit is the last of a limb */
  UlpExact exact, one;
  ulp_exact_clear(&exact);
  ulp_exact_clear(&one);
  ulp_exact_add(&one, value);
  for (guint round = 0; round < 5; round++) {
    for (guint i = 0; i < 2040; i++)
      ulp_exact_add(&exact, value);
    ulp_exact_merge(&exact, &one);
  }
  assert_multiple(&exact, value, 5 * 2041);
}

/* One bit at every distance below a tie decides it, and directed roundings. */
static void test_sticky(void) {
  for (int distance = 54; distance <= 1074; distance++) {
    const double above[] = {1.0, 0x1p-53, ldexp(1.0, -distance)}, alone[] = {-1.0, -ldexp(1.0, -distance)};
    assert_sum_fp64(above, 3);
    assert_sum_fp64(alone, 2);
  }
}

/* Merging with itself doubles. */
static void test_merge_with_itself(void) {
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, -1.5);
  for (guint i = 0; i < 80; i++)
    ulp_exact_merge(&exact, &exact);
  g_assert_cmpfloat(ulp_exact_to_double(&exact), ==, -0x1.8p80);
}

/* 2^62 times the largest number, less all but one of them. */
static void test_room(void) {
  UlpExact sum, negative;
  ulp_exact_clear(&sum);
  ulp_exact_add(&sum, DBL_MAX);
  negative = sum;
  for (guint i = 0; i < 62; i++)
    ulp_exact_merge(&sum, &sum);
  ulp_exact_clear(&negative);
  ulp_exact_add(&negative, -DBL_MAX);
  UlpExact one = negative;
  for (guint i = 0; i < 62; i++)
    ulp_exact_merge(&negative, &negative);
  g_assert_true(ulp_exact_to_double(&negative) == -(double)INFINITY);
  ulp_exact_merge(&sum, &negative);
  g_assert_cmpfloat(ulp_exact_to_double(&sum), ==, 0.0);
  ulp_exact_merge(&sum, &one);
  g_assert_cmpfloat(ulp_exact_to_double(&sum), ==, -DBL_MAX);
}

/* The exact sums of known inputs, to the last digit: k x float(0.1) from 13421773 x 2^-27. */
static void test_known_sums(void) {
  static const struct {
    guint count;
    const char *digits;
  } tenths[] = {
      {1000, "100.00000149011611938476562500"},
      {10000, "1000.0000149011611938476562500"},
      {1000003, "100000.301490120589733123779296875"},
      {10000000, "1000000.0149011611938476562500"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tenths); i++) {
    g_autofree float *values = g_new(float, tenths[i].count);
    for (guint j = 0; j < tenths[i].count; j++)
      values[j] = 0.1f;
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp32(&exact, values, tenths[i].count);
    g_autofree char *expected = g_strdup(tenths[i].digits);
    for (char *end = expected + strlen(expected) - 1; *end == '0'; end--)
      *end = '\0';
    g_autofree char *text = ulp_exact_to_decimal(&exact);
    g_assert_cmpstr(text, ==, expected);
  }
  static const float two[] = {1e8f, 1.0f, -1e8f, 1.0f}, zero[] = {1e8f, 1.0f, -1e8f, -1.0f};
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add_fp32(&exact, two, 4);
  g_assert_cmpfloat(ulp_exact_to_double(&exact), ==, 2.0);
  ulp_exact_clear(&exact);
  ulp_exact_add_fp32(&exact, zero, 4);
  g_assert_true(ulp_exact_round(&exact, ULP_FORMAT_FP64, ULP_ROUND_RN) == 0);
}

static void test_decimal(void) {
  guint64 state = 5;
  for (guint i = 0; i < 300; i++) {
    double values[3] = {random_fp64(&state), i & 1 ? random_fp64(&state) : 0.0, i & 2 ? DBL_TRUE_MIN : 0.0};
    mpfr_t sum;
    char *digits;
    oracle_sum_fp64(sum, values, 3);
    mpfr_asprintf(&digits, "%.1075RNf", sum);
    char *end = digits + strlen(digits);
    while (end[-1] == '0')
      *--end = '\0';
    if (end[-1] == '.')
      *--end = '\0';
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, values, 3);
    g_autofree char *text = ulp_exact_to_decimal(&exact);
    g_assert_cmpstr(text, ==, digits);
    mpfr_free_str(digits);
    mpfr_clear(sum);
  }
}

/* A limb that is as full as it may be when it is merged leaves room for as many additions again. */
static void test_merge_full(void) {
  enum { MOST = 2047 };                                /* additions between carries, each of 2^52 at most to one limb */
  const double value = ldexp(0x1p53 - 1, 1055 - 1075); /* 1055 is 31 above a multiple of 32: the widest upper part */
  for (guint negative = 0; negative < 2; negative++) {
    const double signed_value = negative ? -value : value;
    UlpExact sum, full;
    ulp_exact_clear(&sum);
    ulp_exact_clear(&full);
    for (guint i = 0; i < MOST; i++)
      ulp_exact_add(&full, signed_value);
    ulp_exact_merge(&sum, &full);
    for (guint i = 0; i < MOST; i++)
      ulp_exact_add(&sum, signed_value);
    ulp_exact_merge(&sum, &full);
    g_assert_cmpfloat(ulp_exact_mean(&sum, 3 * MOST), ==, signed_value);
  }
}

/* A quotient just above the middle of two doubles, by less than any number of bits that is kept, is rounded up. */
static void test_quotients(void) {
  UlpExact sum, divisor;
  const double above_one = 1 + DBL_EPSILON;
  ulp_exact_clear(&sum);
  ulp_exact_clear(&divisor);
  ulp_exact_add(&sum, 1);
  ulp_exact_add(&sum, 0x1p-53);
  ulp_exact_add(&divisor, 1);
  g_assert_cmpfloat(ulp_exact_mean(&sum, 1), ==, 1); /* the middle itself */
  g_assert_cmpfloat(ulp_exact_ratio(&sum, &divisor), ==, 1);
  ulp_exact_add(&sum, 0x1p-1000);
  g_assert_cmpfloat(ulp_exact_mean(&sum, 1), ==, above_one);
  g_assert_cmpfloat(ulp_exact_ratio(&sum, &divisor), ==, above_one);

  ulp_exact_clear(&sum);
  ulp_exact_clear(&divisor);
  ulp_exact_add(&sum, 0x1p1000);
  ulp_exact_add(&sum, 0x1p947);
  ulp_exact_add(&divisor, 0x1p1000);
  g_assert_cmpfloat(ulp_exact_ratio(&sum, &divisor), ==, 1);
  ulp_exact_add(&sum, 0x1p-1074);
  g_assert_cmpfloat(ulp_exact_ratio(&sum, &divisor), ==, above_one);
}

/* No error is -0, whatever zeros were summed. */
static void test_error_of_zeros(void) {
  UlpExact sum;
  ulp_exact_clear(&sum);
  ulp_exact_add(&sum, -0.0);
  for (guint negative = 0; negative < 2; negative++) {
    const UlpBits zero = ulp_bits_from_double(ULP_FORMAT_FP32, negative ? -0.0 : 0.0, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_cmpfloat(ulp_exact_error(&sum, ULP_FORMAT_FP32, zero), ==, 0);
    g_assert_false(signbit(ulp_exact_error(&sum, ULP_FORMAT_FP32, zero)));
    g_assert_false(signbit(ulp_exact_error_ulps(&sum, ULP_FORMAT_FP32, zero)));
  }
}

/* Sums of |x|, short and in bulk, are sums of the magnitudes; of -0 alone that is +0. */
static void test_magnitudes(void) {
  enum { COUNT = 300001 };
  static const guint64 counts[] = {1, 7, 1023, 1024, 4095, 4096, 4099, COUNT};
  g_autofree double *wide = g_new(double, COUNT), *wide_magnitudes = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT), *narrow_magnitudes = g_new(float, COUNT);
  guint64 state = 41;
  for (guint zeros = 0; zeros < 2; zeros++) {
    for (guint i = 0; i < COUNT; i++) {
      wide[i] = zeros ? -0.0 : random_fp64(&state);
      narrow[i] = zeros ? -0.0f : random_fp32(&state);
      wide_magnitudes[i] = fabs(wide[i]);
      narrow_magnitudes[i] = fabsf(narrow[i]);
    }
    for (guint c = 0; c < G_N_ELEMENTS(counts); c++) {
      UlpExact found[2], expected[2];
      for (guint f = 0; f < 2; f++) {
        ulp_exact_clear(&found[f]);
        ulp_exact_clear(&expected[f]);
      }
      ulp_exact_add_magnitudes_fp64(&found[0], wide, counts[c]);
      ulp_exact_add_fp64(&expected[0], wide_magnitudes, counts[c]);
      ulp_exact_add_magnitudes_fp32(&found[1], narrow, counts[c]);
      ulp_exact_add_fp32(&expected[1], narrow_magnitudes, counts[c]);
      for (guint f = 0; f < 2; f++) {
        g_autofree char *sum = ulp_exact_to_decimal(&found[f]), *right = ulp_exact_to_decimal(&expected[f]);
        g_assert_cmpstr(sum, ==, right);
        g_assert_cmphex(found[f].seen, ==, ULP_SEEN_OTHER);
      }
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exact/full-range", test_full_range);
  g_test_add_func("/exact/every-exponent", test_every_exponent);
  g_test_add_func("/exact/long", test_long);
  g_test_add_func("/exact/cancellation", test_cancellation);
  g_test_add_func("/exact/subnormals", test_subnormals);
  g_test_add_func("/exact/near-max", test_near_max);
  g_test_add_func("/exact/fp32-overflow", test_fp32_overflow);
  g_test_add_func("/exact/ties", test_ties);
  g_test_add_func("/exact/order-and-merge", test_order_and_merge);
  g_test_add_func("/exact/merge-between", test_merge_between);
  g_test_add_func("/exact/sticky", test_sticky);
  g_test_add_func("/exact/merge-with-itself", test_merge_with_itself);
  g_test_add_func("/exact/room", test_room);
  g_test_add_func("/exact/known-sums", test_known_sums);
  g_test_add_func("/exact/decimal", test_decimal);
  g_test_add_func("/exact/magnitudes", test_magnitudes);
  g_test_add_func("/exact/merge-full", test_merge_full);
  g_test_add_func("/exact/quotients", test_quotients);
  g_test_add_func("/exact/error-of-zeros", test_error_of_zeros);
  return g_test_run();
}
