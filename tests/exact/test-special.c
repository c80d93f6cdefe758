/* Infinities, NaN and signed zeros, and the error of a value against the sum. */
#include "tests/exact/oracle.h"

#include <float.h>
#include <gmp.h>
#include <math.h>

#define INF ((double)INFINITY)
#define QNAN ((double)NAN)

typedef struct {
  double terms[3];
  guint count;
  double sum;
  const char *text;
} Special;

static const Special specials[] = {
    {{0}, 0, 0.0, "0"},
    {{0.0}, 1, 0.0, "0"},
    {{-0.0}, 1, -0.0, "-0"},
    {{-0.0, -0.0, -0.0}, 3, -0.0, "-0"},
    {{-0.0, 0.0}, 2, 0.0, "0"},
    {{0.0, -0.0, -0.0}, 3, 0.0, "0"},
    {{-0.0, 1.0, -1.0}, 3, 0.0, "0"},
    {{-1.0, 1.0, -0.0}, 3, 0.0, "0"},
    {{INF}, 1, INF, "inf"},
    {{1.0, -INF, DBL_MAX}, 3, -INF, "-inf"},
    {{INF, INF, -0.0}, 3, INF, "inf"},
    {{INF, -INF}, 2, QNAN, "nan"},
    {{-INF, 1.0, INF}, 3, QNAN, "nan"},
    {{QNAN}, 1, QNAN, "nan"},
    {{-QNAN, 1.0}, 2, QNAN, "nan"},
    {{INF, QNAN}, 2, QNAN, "nan"},
    {{QNAN, -INF, -0.0}, 3, QNAN, "nan"},
};

/* A NaN is always the canonical one. */
static UlpBits expected_bits(UlpFormat format, double sum) {
  return isnan(sum) ? ulp_format_nan(format) : ulp_bits_from_double(format, sum, ULP_ROUND_RN, ULP_PROFILE_IEEE);
}

static void assert_special(const UlpExact *exact, const Special *special) {
  for (UlpRound round = ULP_ROUND_RN; round < ULP_N_ROUNDS; round++) {
    g_assert_true(ulp_exact_round(exact, ULP_FORMAT_FP64, round) == expected_bits(ULP_FORMAT_FP64, special->sum));
    g_assert_true(ulp_exact_round(exact, ULP_FORMAT_FP32, round) == expected_bits(ULP_FORMAT_FP32, special->sum));
  }
  g_autofree char *text = ulp_exact_to_decimal(exact);
  g_assert_cmpstr(text, ==, special->text);
}

static void test_singly(void) {
  for (guint i = 0; i < G_N_ELEMENTS(specials); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    for (guint j = 0; j < specials[i].count; j++)
      ulp_exact_add(&exact, specials[i].terms[j]);
    assert_special(&exact, &specials[i]);
  }
}

/* As arrays long enough for the bulk paths, the last term repeated (which keeps the rule's answer unless it is finite and
 * not zero, so those are followed by its opposite). */
static void test_bulk(void) {
  enum { COUNT = 5000 };
  g_autofree double *wide = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT);
  for (guint i = 0; i < G_N_ELEMENTS(specials); i++) {
    const Special *special = &specials[i];
    if (special->count == 0 || special->terms[2] == DBL_MAX)
      continue;
    const double last = special->terms[special->count - 1];
    for (guint j = 0; j < COUNT; j++)
      wide[j] = j < special->count ? special->terms[j] : isfinite(last) && last != 0.0 ? 0.0 : last;
    for (guint j = 0; j < COUNT; j++)
      narrow[j] = (float)wide[j];
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, wide, COUNT);
    assert_special(&exact, special);
    ulp_exact_clear(&exact);
    ulp_exact_add_fp32(&exact, narrow, COUNT);
    assert_special(&exact, special);
  }
}

static void test_merged(void) {
  for (guint i = 0; i < G_N_ELEMENTS(specials); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    for (guint j = 0; j < specials[i].count; j++) {
      UlpExact one;
      ulp_exact_clear(&one);
      ulp_exact_add(&one, specials[i].terms[specials[i].count - 1 - j]);
      ulp_exact_merge(&exact, &one);
    }
    assert_special(&exact, &specials[i]);
  }
}

/* -- error against the sum ---------------------------------------------------------------------------------------- */

typedef struct {
  double terms[3];
  double value; /* in fp32 */
  double error, ulps;
} Error;

/* ulps of fp32 at the exact sum: 2^(floor(log2 |sum|) - 23), at least 2^-149, at most 2^104. */
static const Error errors[] = {
    {{1.0}, 1.0, 0.0, 0.0},
    {{1.0}, 0x1.000002p0, 0x1p-23, 1.0},
    {{1.0}, 0x1.fffffep-1, -0x1p-24, -0.5},         /* the ulp is that of 1, not of the value below it */
    {{1.0, -0x1p-1074}, 1.0, 0x1p-1074, 0x1p-1050}, /* the sum lies below 1, where the ulp is 2^-24 */
    {{-1.0, 0x1p-1074}, -1.0, -0x1p-1074, -0x1p-1050},
    {{1.5, 0x1p-25}, 1.5, -0x1p-25, -0.25},
    {{0.0}, 0x1p-149, 0x1p-149, 1.0},
    {{0.0}, -0x1p-126, -0x1p-126, -0x1p23},
    {{0x1p-150}, 0.0, -0x1p-150, -0.5},
    {{-0x1p-140}, 0x1p-140, 0x1p-139, 0x1p10},
    {{0x1p300}, 0x1p127, 0x1p127 - 0x1p300, (0x1p127 - 0x1p300) / 0x1p104},
    {{0x1p128}, FLT_MAX, -0x1p104, -1.0},
    {{-0.0}, 0.0, 0.0, 0.0},
    {{0.0}, -0.0, 0.0, 0.0},
};

static void test_error(void) {
  for (guint i = 0; i < G_N_ELEMENTS(errors); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, errors[i].terms, G_N_ELEMENTS(errors[i].terms));
    const UlpBits value = ulp_bits_from_double(ULP_FORMAT_FP32, errors[i].value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_cmpfloat(ulp_exact_error(&exact, ULP_FORMAT_FP32, value), ==, errors[i].error);
    g_assert_cmpfloat(ulp_exact_error_ulps(&exact, ULP_FORMAT_FP32, value), ==, errors[i].ulps);
    g_assert_false(signbit(ulp_exact_error(&exact, ULP_FORMAT_FP32, value)) && errors[i].error == 0.0);
  }
}

/* In ulps of fp64 the difference of two large numbers is exact although the sum is no fp64 number. */
static void test_error_fp64(void) {
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, 0x1p53);
  ulp_exact_add(&exact, 1.0);
  const UlpBits value = ulp_bits_from_double(ULP_FORMAT_FP64, 0x1p53, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_assert_cmpfloat(ulp_exact_error(&exact, ULP_FORMAT_FP64, value), ==, -1.0);
  g_assert_cmpfloat(ulp_exact_error_ulps(&exact, ULP_FORMAT_FP64, value), ==, -0.5);
  ulp_exact_add(&exact, -0x1p53);
  ulp_exact_add(&exact, -1.0);
  const UlpBits tiny = 1;
  g_assert_cmpfloat(ulp_exact_error(&exact, ULP_FORMAT_FP64, tiny), ==, DBL_TRUE_MIN);
  g_assert_cmpfloat(ulp_exact_error_ulps(&exact, ULP_FORMAT_FP64, tiny), ==, 1.0);
}

static void test_error_special(void) {
  static const struct {
    double sum, value, error;
  } cases[] = {
      {INF, INF, QNAN},  {-INF, -INF, QNAN}, {INF, -INF, -INF}, {-INF, INF, INF},   {INF, 1.0, -INF},
      {-INF, 1.0, INF},  {1.0, INF, INF},    {1.0, -INF, -INF}, {QNAN, QNAN, QNAN}, {1.0, QNAN, QNAN},
      {QNAN, 1.0, QNAN}, {QNAN, INF, QNAN},  {INF, QNAN, QNAN},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add(&exact, cases[i].sum);
    const UlpBits value = expected_bits(ULP_FORMAT_FP32, cases[i].value);
    const double error = ulp_exact_error(&exact, ULP_FORMAT_FP32, value);
    const double ulps = ulp_exact_error_ulps(&exact, ULP_FORMAT_FP32, value);
    g_assert_true(isnan(cases[i].error) ? isnan(error) && isnan(ulps)
                                        : error == cases[i].error && ulps == cases[i].error);
    g_assert_true(isnan(ulp_exact_relative_error(&exact, ULP_FORMAT_FP32, value)));
  }
  /* A finite sum beyond the range is no infinity. */
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add(&exact, DBL_MAX);
  ulp_exact_add(&exact, DBL_MAX);
  const UlpBits overflowed = expected_bits(ULP_FORMAT_FP64, INF);
  g_assert_cmpfloat(ulp_exact_error(&exact, ULP_FORMAT_FP64, overflowed), ==, INF);
  g_assert_cmpfloat(ulp_exact_error_ulps(&exact, ULP_FORMAT_FP64, overflowed), ==, INF);
}

/* |value - sum| / |sum| as a fraction of GMP integers, rounded once by MPFR to fp64. */
static double relative_oracle(const double *terms, guint count, double value) {
  const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
  mpq_t sum, error, term;
  mpfr_t rounded;
  mpq_inits(sum, error, term, NULL);
  for (guint i = 0; i < count; i++) {
    mpq_set_d(term, terms[i]);
    mpq_add(sum, sum, term);
  }
  mpq_set_d(term, value);
  mpq_sub(error, term, sum);
  mpq_div(error, error, sum);
  mpq_abs(error, error);
  mpfr_init2(rounded, DBL_MANT_DIG);
  mpfr_set_emin(DBL_MIN_EXP - DBL_MANT_DIG + 1);
  mpfr_set_emax(DBL_MAX_EXP);
  const int ternary = mpfr_set_q(rounded, error, MPFR_RNDN);
  mpfr_subnormalize(rounded, ternary, MPFR_RNDN);
  const double relative = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  mpq_clears(sum, error, term, NULL);
  return relative;
}

static double relative_of(const double *terms, guint count, double value) {
  UlpExact exact;
  ulp_exact_clear(&exact);
  ulp_exact_add_fp64(&exact, terms, count);
  return ulp_exact_relative_error(&exact, ULP_FORMAT_FP64, expected_bits(ULP_FORMAT_FP64, value));
}

static void test_relative_error(void) {
  static const struct {
    double terms[3], value;
  } cases[] = {
      {{DBL_MAX, 0x1p969, 0x1p969}, DBL_MAX}, /* the sum is beyond fp64 */
      {{DBL_MAX, DBL_MAX, DBL_MAX}, -DBL_MAX},
      {{1.0, 0x1p-1074}, 1.0}, /* the difference is that last bit */
      {{3.0, 0x1p-1074}, 3.0}, /* a third of it: rounds to 0 */
      {{-1.0, 0x1p-1074}, 1.0},
      {{DBL_MAX, -0x1p-1074}, DBL_MAX}, /* far below every fp64 number */
      {{0x1p-1074}, DBL_MAX},           /* beyond every fp64 number */
      {{-0x1p-1074}, 0x1p-1074},
      {{3.0}, 4.0},
      {{0x1p60, 1.0}, 0x1p60},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpfloat(relative_of(cases[i].terms, 3, cases[i].value), ==,
                      relative_oracle(cases[i].terms, 3, cases[i].value));
  /* 2^970 / (2^1024 - 2^971 + 2^970), a little above 2^-54 */
  g_assert_cmpfloat(relative_of(cases[0].terms, 3, DBL_MAX), ==, 0x1p-54);
  g_assert_cmpfloat(relative_of((const double[]){3.0, 3.0}, 2, 4.0), ==, 1.0 / 3.0);
  g_assert_cmpfloat(relative_of((const double[]){-0.5}, 1, -0.5), ==, 0.0);
  g_assert_true(isnan(relative_of((const double[]){1.0, -1.0}, 2, 1.0)));
  g_assert_true(isnan(relative_of((const double[]){1.0, -1.0}, 2, 0.0)));
  guint64 state = 21;
  for (guint i = 0; i < 2000; i++) {
    double terms[3], value;
    for (guint k = 0; k < 3; k++) {
      const guint64 word = oracle_random(&state);
      terms[k] = ldexp((double)(gint64)word, (int)(oracle_random(&state) % 200) - 163);
    }
    value = i % 2 ? terms[0] + terms[1] + terms[2] : nextafter(terms[0], terms[1]);
    g_assert_cmpfloat(relative_of(terms, 3, value), ==, relative_oracle(terms, 3, value));
  }
}

/* Means of sums that are no double, against quotients that are exact, or ties, or nearly ties. */
static void test_mean(void) {
  static const struct {
    double terms[3];
    guint64 count;
    double mean;
  } cases[] = {
      {{DBL_MAX, DBL_MAX, 0.0}, 2, DBL_MAX},
      {{-DBL_MAX, -DBL_MAX, -DBL_MAX}, 3, -DBL_MAX},
      {{DBL_MAX, DBL_MAX, DBL_MAX}, 1, INF},
      {{1.0}, 3, 1.0 / 3.0},
      {{DBL_TRUE_MIN}, 2, 0.0}, /* a tie, to even */
      {{DBL_TRUE_MIN, 2 * DBL_TRUE_MIN}, 2, 2 * DBL_TRUE_MIN},
      {{1.0, 0x1p-53, 0x1p-1074}, 1, 1.0 + 0x1p-52}, /* above the tie by the last bit of all */
      {{3.0, 3 * 0x1p-53}, 3, 1.0},
      {{3.0, 3 * 0x1p-53, 0x1p-1074}, 3, 1.0 + 0x1p-52}, /* above it by a third of that */
      {{1.0}, G_MAXUINT64, 0x1p-64},
      {{INF}, 7, INF},
      {{-INF}, 7, -INF},
      {{0.0}, 5, 0.0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpExact exact;
    ulp_exact_clear(&exact);
    ulp_exact_add_fp64(&exact, cases[i].terms, G_N_ELEMENTS(cases[i].terms));
    g_assert_cmpfloat(ulp_exact_mean(&exact, cases[i].count), ==, cases[i].mean);
  }
  UlpExact nothing;
  ulp_exact_clear(&nothing);
  g_assert_true(isnan(ulp_exact_mean(&nothing, 0)));
  ulp_exact_add(&nothing, QNAN);
  g_assert_true(isnan(ulp_exact_mean(&nothing, 1)));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exact/special/singly", test_singly);
  g_test_add_func("/exact/special/bulk", test_bulk);
  g_test_add_func("/exact/special/merged", test_merged);
  g_test_add_func("/exact/error/fp32", test_error);
  g_test_add_func("/exact/error/fp64", test_error_fp64);
  g_test_add_func("/exact/error/special", test_error_special);
  g_test_add_func("/exact/error/relative", test_relative_error);
  g_test_add_func("/exact/mean", test_mean);
  return g_test_run();
}
