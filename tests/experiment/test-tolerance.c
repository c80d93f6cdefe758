/* The tolerance rule at its edge, where rounding anywhere would decide wrongly. All numbers are dyadic, so that the
 * right answer can be read off. */
#include "core/experiment/tolerance.h"

#include <math.h>

static gboolean passes(const double *values, guint n, double result, double atol, double rtol) {
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add_fp64(&exact, values, n);
  const UlpBits bits = ulp_bits_from_double(ULP_FORMAT_FP64, result, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  return ulp_tolerance_judge(&exact, ULP_FORMAT_FP64, bits, atol, rtol) != ULP_PASSED_NOT;
}

static void test_absolute(void) {
  const double one[] = {1};
  g_assert_true(passes(one, 1, 1.25, 0.25, 0));
  g_assert_true(passes(one, 1, 0.75, 0.25, 0));
  g_assert_false(passes(one, 1, 1.25, nextafter(0.25, 0), 0));
  g_assert_false(passes(one, 1, 0.75, nextafter(0.25, 0), 0));
  g_assert_false(passes(one, 1, nextafter(1.25, 2), 0.25, 0));
  g_assert_true(passes(one, 1, 1, 0, 0));
}

static void test_relative(void) {
  const double minus_four[] = {-4};
  g_assert_true(passes(minus_four, 1, -5, 0, 0.25));
  g_assert_true(passes(minus_four, 1, -3, 0, 0.25));
  g_assert_false(passes(minus_four, 1, -5, 0, nextafter(0.25, 0)));
  g_assert_true(passes(minus_four, 1, -6, 1, 0.25)); /* both together, exactly */
  g_assert_false(passes(minus_four, 1, nextafter(-6, -7), 1, 0.25));
  g_assert_true(passes(minus_four, 1, 4, 0, 2));
}

/* The exact sum 1 + 2^-100 is no double: rounded to one, the deviation would be 0, or 2^-52 and not a little less. */
static void test_beyond_double(void) {
  const double values[] = {1, ldexp(1, -100)};
  g_assert_false(passes(values, 2, 1, 0, 0));
  g_assert_true(passes(values, 2, 1, ldexp(1, -100), 0));
  g_assert_false(passes(values, 2, 1, nextafter(ldexp(1, -100), 0), 0));
  const double almost = ldexp(1, -52) * (1 - ldexp(1, -48)); /* 2^-52 - 2^-100 */
  g_assert_true(passes(values, 2, 1 + ldexp(1, -52), almost, 0));
  g_assert_false(passes(values, 2, 1 + ldexp(1, -52), nextafter(almost, 0), 0));
}

/* rtol |exact| + atol needs more digits than a double has. */
static void test_allowance_is_not_rounded(void) {
  const double exact = 1 + ldexp(1, -52), rtol = 1 + ldexp(1, -52);
  const double values[] = {exact};
  /* rtol * exact = 1 + 2^-51 + 2^-104, the deviation of 0 is exact itself; of -2^-52: 1 + 2^-51 */
  g_assert_true(passes(values, 1, -ldexp(1, -52), 0, rtol));
  g_assert_false(passes(values, 1, -ldexp(1, -51), 0, rtol)); /* 1 + 3 2^-52 */
  const double tiny[] = {ldexp(1, -1074)};
  g_assert_true(passes(tiny, 1, 0, 0, 1));
  g_assert_false(passes(tiny, 1, 0, 0, nextafter(1, 0))); /* the product lies below every double */
}

static void test_zero(void) {
  const double values[] = {1e8, 1, -1e8, -1};
  g_assert_true(passes(values, 4, 0, 0, 0));
  g_assert_true(passes(values, 4, -0.0, 0, 0));
  g_assert_false(passes(values, 4, ldexp(1, -1074), 0, 1e300));
  g_assert_true(passes(values, 4, ldexp(1, -1074), ldexp(1, -1074), 0));
}

static void test_not_finite(void) {
  const double one[] = {1}, infinite[] = {INFINITY}, nan[] = {NAN}, both[] = {INFINITY, -INFINITY};
  const double large[] = {G_MAXDOUBLE, G_MAXDOUBLE};
  g_assert_false(passes(one, 1, INFINITY, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(one, 1, NAN, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(infinite, 1, INFINITY, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(infinite, 1, 1, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(nan, 1, NAN, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(both, 2, 0, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_false(passes(large, 2, INFINITY, G_MAXDOUBLE, G_MAXDOUBLE));
  g_assert_true(passes(large, 2, G_MAXDOUBLE, 0, 0.5)); /* a sum beyond every double still has a deviation */
  g_assert_false(passes(large, 2, G_MAXDOUBLE, 0, nextafter(0.5, 0)));
}

/* 2^24 + 1 does not fit fp32: its neighbours are 1 off. */
static void test_fp32_result(void) {
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, 16777217);
  const UlpBits bits = ulp_exact_round(&exact, ULP_FORMAT_FP32, ULP_ROUND_RN);
  g_assert_cmpint(ulp_tolerance_judge(&exact, ULP_FORMAT_FP32, bits, 1, 0), ==, ULP_PASSED_ATOL);
  g_assert_cmpint(ulp_tolerance_judge(&exact, ULP_FORMAT_FP32, bits, 0.99, 0), ==, ULP_PASSED_NOT);
}

/* The part that was enough. */
static void test_parts(void) {
  const struct {
    double result, atol, rtol;
    UlpPassed passed;
  } cases[] = {{4, 0, 0, ULP_PASSED_EXACT},   {4, 1, 1, ULP_PASSED_EXACT},    {5, 0, 0.25, ULP_PASSED_RTOL},
               {5, 1, 0.25, ULP_PASSED_RTOL}, {5, 1, 0.125, ULP_PASSED_ATOL}, {5, 0.5, 0.125, ULP_PASSED_BOTH},
               {5, 0.5, 0.1, ULP_PASSED_NOT}, {NAN, 1, 1, ULP_PASSED_NOT}};
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, 4);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpBits bits = ulp_bits_from_double(ULP_FORMAT_FP64, cases[i].result, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_cmpint(ulp_tolerance_judge(&exact, ULP_FORMAT_FP64, bits, cases[i].atol, cases[i].rtol), ==,
                    cases[i].passed);
  }
}

/* It grows and shrinks with the data, and not with how many they are. */
static void test_of_data(void) {
  UlpExact magnitudes;
  ulp_exact_clear(&magnitudes);
  g_assert_cmpfloat(ulp_tolerance_of_data(&magnitudes), ==, 0);
  ulp_exact_add(&magnitudes, 0x1p-20);
  g_assert_cmpfloat(ulp_tolerance_of_data(&magnitudes), ==, 0x1p-73);
  ulp_exact_add(&magnitudes, 1);
  g_assert_cmpfloat(ulp_tolerance_of_data(&magnitudes), ==, 0x1p-53 + 0x1p-73);
  ulp_exact_add(&magnitudes, INFINITY);
  g_assert_cmpfloat(ulp_tolerance_of_data(&magnitudes), ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/tolerance/absolute", test_absolute);
  g_test_add_func("/experiment/tolerance/relative", test_relative);
  g_test_add_func("/experiment/tolerance/beyond-double", test_beyond_double);
  g_test_add_func("/experiment/tolerance/allowance-is-not-rounded", test_allowance_is_not_rounded);
  g_test_add_func("/experiment/tolerance/zero", test_zero);
  g_test_add_func("/experiment/tolerance/not-finite", test_not_finite);
  g_test_add_func("/experiment/tolerance/fp32-result", test_fp32_result);
  g_test_add_func("/experiment/tolerance/parts", test_parts);
  g_test_add_func("/experiment/tolerance/of-data", test_of_data);
  return g_test_run();
}
