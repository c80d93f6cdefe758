/* Typed values: one rounding whatever was typed, errors right to 17 digits, clear refusals. */
#include "core/base/error.h"
#include "core/number/real.h"
#include "tests/number/oracle.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static UlpReal *parse(const char *text) {
  g_autoptr(GError) error = NULL;
  UlpReal *real = ulp_real_parse(text, &error);
  g_assert_no_error(error);
  return real;
}

static guint64 round_text(const char *text, UlpFormat format, UlpRound round) {
  g_autoptr(UlpReal) real = parse(text);
  return (guint64)ulp_real_round(real, format, round, ULP_PROFILE_IEEE);
}

#define RN(text, format) round_text(text, ULP_FORMAT_##format, ULP_ROUND_RN)

/* Patterns and errors in ulps from exact rationals. */
static void test_tenth(void) {
  static const struct {
    UlpFormat format;
    guint64 bits;
    double error, ulps;
  } cases[] = {
      {ULP_FORMAT_FP64, 0x3fb999999999999a, 5.551115123125783e-18, 0.4},
      {ULP_FORMAT_FP32, 0x3dcccccd, 1.4901161193847657e-09, 0.2},
      {ULP_FORMAT_TF32, 0x3dccc000, -2.44140625e-05, -0.4},
      {ULP_FORMAT_BF16, 0x3dcd, 9.765625e-05, 0.2},
      {ULP_FORMAT_FP16, 0x2e66, -2.44140625e-05, -0.4},
      {ULP_FORMAT_E5M2, 0x2e, -0.00625, -0.4},
      {ULP_FORMAT_E4M3, 0x1d, 0.0015625, 0.2},
  };
  g_autoptr(UlpReal) real = parse("0.1");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpBits bits = ulp_real_round(real, cases[i].format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_bits(bits, ==, cases[i].bits);
    g_assert_cmpfloat(ulp_real_error(real, cases[i].format, bits), ==, cases[i].error);
    g_assert_cmpfloat(ulp_real_error_ulps(real, cases[i].format, bits), ==, cases[i].ulps);
  }
}

static void test_syntax(void) {
  g_assert_cmphex(RN("1", FP64), ==, 0x3ff0000000000000);
  g_assert_cmphex(RN(" \t+1.50e+0\n", FP64), ==, 0x3ff8000000000000);
  g_assert_cmphex(RN(".5", FP16), ==, 0x3800);
  g_assert_cmphex(RN("5.", FP16), ==, 0x4500);
  g_assert_cmphex(RN("-0", FP16), ==, 0x8000);
  g_assert_cmphex(RN("-0e999999999999999999999", FP16), ==, 0x8000);
  g_assert_cmphex(RN("0x1p-3", FP16), ==, 0x3000);
  g_assert_cmphex(RN("-0X1.8P+1", FP32), ==, 0xc0400000);
  g_assert_cmphex(RN("0x.8", FP32), ==, 0x3f000000);
  g_assert_cmphex(RN("0x10", FP32), ==, 0x41800000);
  g_assert_cmphex(RN("0x1e5", FP32), ==, 0x43f28000); /* 485: e is a digit here */
  g_assert_cmphex(RN("inf", FP16), ==, 0x7c00);
  g_assert_cmphex(RN("-Infinity ", FP16), ==, 0xfc00);
  g_assert_cmphex(RN("+INF", E4M3), ==, 0x7f);
  g_assert_cmphex(RN("nan", FP32), ==, 0x7fc00000);
  g_assert_cmphex(RN("-NaN", FP32), ==, 0xffc00000);
  g_assert_cmphex(RN("-nan", E4M3), ==, 0xff);
}

static void test_patterns(void) {
  g_assert_cmphex(RN("fp16:0x3c00", FP64), ==, 0x3ff0000000000000);
  g_assert_cmphex(RN(" fp16:0X3C01 ", FP16), ==, 0x3c01);
  g_assert_cmphex(RN("fp64:0x0000000000000001", FP64), ==, 1);
  g_assert_cmphex(RN("e4m3:0x7e", FP32), ==, 0x43e00000);
  g_assert_cmphex(RN("fp32:0x7f800001", FP32), ==, 0x7f800001); /* signalling NaN: its own format keeps it */
  g_assert_cmphex(RN("fp32:0x7f800001", FP64), ==, 0x7ff8000020000000);
  g_assert_cmphex(RN("fp16:0x00003c00", FP16), ==, 0x3c00); /* leading zeros are no bits too many */

  g_autoptr(UlpReal) real = ulp_real_from_bits(ULP_FORMAT_FP32, 0x3dcccccd);
  g_assert_bits(ulp_real_round(real, ULP_FORMAT_FP16, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, 0x2e67);
  g_assert_cmpfloat(ulp_real_error(real, ULP_FORMAT_FP16, 0x2e66), ==, 0x1.998p-4 - 0x1.99999ap-4);
}

static void test_double_rounding(void) {
  /* 1 + 2^-11 + 2^-40 and its like, and the decimal that lies just above a midpoint of fp16 */
  g_assert_cmphex(RN("1.0004882812509094947017729282379150390625", FP16), ==, 0x3c01);
  g_assert_cmphex(RN("1.0039062500009094947017729282379150390625", BF16), ==, 0x3f81);
  g_assert_cmphex(RN("1.0625000000009094947017729282379150390625", E4M3), ==, 0x39);
  g_assert_cmphex(RN("63343.99805", FP16), ==, 0x7bbb);
  g_assert_cmphex(RN("1.000000059604644775390625", FP32), ==, 0x3f800000);
  g_assert_cmphex(RN("1.00000005960464477539062500000000000000000000000001", FP32), ==, 0x3f800001);
  g_assert_cmphex(RN("0x1.000001", FP32), ==, 0x3f800000);
  g_assert_cmphex(RN("0x1.00000100000000000000000000000000000000000000000000000001", FP32), ==, 0x3f800001);
}

/* The decimal of `twice` * 2^(`exponent` - 1) with `places` digits after the point, moved by `direction` units there. */
static char *perturbed(UlpBits twice, int exponent, int places, int direction) {
  mpz_t integer, power;
  mpz_inits(integer, power, NULL);
  mpz_set_ui(integer, (gulong)(twice >> 64));
  mpz_mul_2exp(integer, integer, 64);
  mpz_add_ui(integer, integer, (gulong)twice);
  mpz_ui_pow_ui(power, 10, places);
  mpz_mul(integer, integer, power);
  if (exponent > 0)
    mpz_mul_2exp(integer, integer, exponent - 1);
  else
    mpz_divexact(integer, integer, (mpz_ui_pow_ui(power, 2, 1 - exponent), power));
  if (direction < 0)
    mpz_sub_ui(integer, integer, 1);
  else
    mpz_add_ui(integer, integer, direction);
  g_autofree char *digits = mpz_get_str(NULL, 10, integer);
  mpz_clears(integer, power, NULL);
  return g_strdup_printf("%se-%d", digits, places);
}

/* Decimals of thousands of digits within 10^-5000 of a midpoint or of a representable value. */
static void test_long_decimals(void) {
  guint64 state = 5;
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat format = ulp_formats[index];
    const UlpLayout layout = ulp_layout(format);
    const UlpBits unit = (UlpBits)1 << layout.pad_bits;
    if (!oracle_covers(layout) || !ulp_format_fits_fp64(format)) /* 5000 places reach the middles of fp64 */
      continue;
    for (int i = 0; i < 12; i++) {
      UlpBits below = oracle_random_bits(&state, layout.container_bits - 1) & oracle_mask(layout);
      if (i < 3) /* 0, the smallest subnormal, and the largest but one */
        below = i < 2 ? unit * (UlpBits)i : ulp_format_largest(format) - unit;
      if (below + unit > ulp_format_largest(format))
        continue;
      const UlpUnpacked value = ulp_unpack(layout, below);
      const gboolean odd = value.significand & 1;
      for (int direction = -1; direction <= 1; direction++) {
        g_autofree char *tie = perturbed(2 * value.significand + 1, value.exponent, 5000, direction);
        g_autoptr(UlpReal) middle = parse(tie);
        const gboolean up = direction > 0 || (direction == 0 && odd);
        g_assert_bits(ulp_real_round(middle, format, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, below + unit * up);
        g_assert_bits(ulp_real_round(middle, format, ULP_ROUND_RZ, ULP_PROFILE_IEEE), ==, below);
        g_assert_bits(ulp_real_round(middle, format, ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, below);
        g_assert_bits(ulp_real_round(middle, format, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, below + unit);
        g_assert_cmpfloat(ulp_real_error_ulps(middle, format, below), ==, -0.5);

        if (direction == 0 || (below == 0 && direction < 0))
          continue;
        g_autofree char *near = perturbed(2 * value.significand, value.exponent, 5000, direction);
        g_autoptr(UlpReal) beside = parse(near);
        g_assert_bits(ulp_real_round(beside, format, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, below);
        g_assert_bits(ulp_real_round(beside, format, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==,
                      below + unit * (direction > 0));
        if (direction < 0)
          g_assert_bits(ulp_real_round(beside, format, ULP_ROUND_RZ, ULP_PROFILE_IEEE), ==, below - unit);
      }
    }
  }
}

/* Differences far below the value itself, and below the smallest subnormal. */
static void test_small_errors(void) {
  g_autofree char *zeros = g_strnfill(299, '0');
  g_autofree char *text = g_strconcat("1.", zeros, "1234567890123456789", NULL);
  g_autoptr(UlpReal) real = parse(text);
  const UlpBits one = ulp_real_round(real, ULP_FORMAT_FP64, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_assert_cmphex(one, ==, 0x3ff0000000000000);
  g_assert_cmpfloat(ulp_real_error(real, ULP_FORMAT_FP64, one), ==, -1.234567890123456789e-300);
  g_assert_cmpfloat(ulp_real_error_ulps(real, ULP_FORMAT_FP64, one), ==, -5.559999489923579e-285);

  /* the same beside the largest power of two */
  g_autofree char *power = ulp_bits_to_decimal(ULP_FORMAT_FP64, 0x7fe0000000000000);
  g_autofree char *big_text = g_strconcat(power, text + 1, NULL);
  g_autoptr(UlpReal) big = parse(big_text);
  g_assert_cmpfloat(ulp_real_error(big, ULP_FORMAT_FP64, 0x7fe0000000000000), ==, -1.234567890123456789e-300);

  g_autoptr(UlpReal) tiny = parse("1e-320");
  const UlpBits stored = ulp_real_round(tiny, ULP_FORMAT_FP64, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_assert_cmphex(stored, ==, 2024); /* 1e-320 = 2024.022... 2^-1074 */
  g_assert_cmpfloat(ulp_real_error_ulps(tiny, ULP_FORMAT_FP64, stored), ==, -0.022533073106183524);
}

/* One ulp is that of the format at the number itself: a value just below a power of two that rounds up to it is measured
 * in the smaller ulp below, and one beyond the range in that of the largest value. */
static void test_ulps_at_the_number(void) {
  static const struct {
    const char *text;
    UlpFormat format;
    guint64 stored;
    double ulps;
  } cases[] = {
      {"0x0.fffp0", ULP_FORMAT_FP16, 0x3c00, 0.5}, /* 1 - 2^-12 to 1; the ulp is 2^-11 */
      {"-0x0.fffp0", ULP_FORMAT_FP16, 0xbc00, -0.5},
      {"0x1.001p0", ULP_FORMAT_FP16, 0x3c00, -0.25}, /* above 1 it is 2^-10 */
      {"0x0.fffp0", ULP_FORMAT_FP16, 0x3bff, -0.5},
      {"0x1.fffp0", ULP_FORMAT_FP16, 0x4000, 0.25},
      {"0x0.ffcp-14", ULP_FORMAT_FP16, 0x0400, 1}, /* among the subnormals it stays 2^-24 */
      {"0x1p-25", ULP_FORMAT_FP16, 0x0000, -0.5},
      {"0x1p-100", ULP_FORMAT_FP16, 0x0001, 1 - 0x1p-76},
      {"0", ULP_FORMAT_FP16, 0x0001, 1},
      {"65536", ULP_FORMAT_FP16, 0x7bff, -1}, /* beyond the range: the ulp of 65504, 32 */
      {"0x1p+40", ULP_FORMAT_FP16, 0x7bff, (65504 - 0x1p40) / 32},
      {"480", ULP_FORMAT_E4M3, 0x7e, -1},
      {"fp64:0x3feffe0000000000", ULP_FORMAT_FP16, 0x3c00, 0.5}, /* 1 - 2^-12, as a pattern */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpReal) real = parse(cases[i].text);
    g_assert_cmpfloat(ulp_real_error_ulps(real, cases[i].format, cases[i].stored), ==, cases[i].ulps);
  }
}

static void test_huge_exponents(void) {
  static const char *const huge[] = {"1e400", "1e999999999", "9e99999999999999999999999", "0x1p99999999999999999999"};
  static const char *const tiny[] = {"1e-400", "1e-999999999", "9e-99999999999999999999999",
                                     "0x1p-99999999999999999999"};
  for (guint i = 0; i < G_N_ELEMENTS(huge); i++) {
    g_assert_cmphex(RN(huge[i], FP64), ==, 0x7ff0000000000000);
    g_assert_cmphex(round_text(huge[i], ULP_FORMAT_FP64, ULP_ROUND_RZ), ==, 0x7fefffffffffffff);
    g_assert_cmphex(RN(tiny[i], FP64), ==, 0);
    g_assert_cmphex(round_text(tiny[i], ULP_FORMAT_FP64, ULP_ROUND_RU), ==, 1);
    g_autofree char *negative = g_strconcat("-", tiny[i], NULL);
    g_assert_cmphex(RN(negative, E4M3), ==, 0x80);
    g_assert_cmphex(round_text(negative, ULP_FORMAT_E4M3, ULP_ROUND_RD), ==, 0x81);
  }
}

static void test_errors_of_specials(void) {
  g_autoptr(UlpReal) infinite = parse("inf"), minus_infinite = parse("-inf"), nan = parse("nan");
  g_autoptr(UlpReal) big = parse("1e39"), zero = parse("0");
  const UlpBits inf32 = 0x7f800000, minus_inf32 = 0xff800000, nan32 = 0x7fc00000, largest = 0x7f7fffff;
  const struct {
    const UlpReal *real;
    UlpBits stored;
    double error;
  } specials[] = {
      {infinite, inf32, NAN},
      {minus_infinite, minus_inf32, NAN},
      {infinite, minus_inf32, -INFINITY},
      {minus_infinite, inf32, INFINITY},
      {infinite, largest, -INFINITY},
      {minus_infinite, 0, INFINITY},
      {big, inf32, INFINITY},
      {zero, minus_inf32, -INFINITY},
      {nan, nan32, NAN},
      {nan, 0, NAN},
      {nan, inf32, NAN},
      {infinite, nan32, NAN},
      {big, nan32, NAN},
  };
  for (guint i = 0; i < G_N_ELEMENTS(specials); i++) {
    const double error = ulp_real_error(specials[i].real, ULP_FORMAT_FP32, specials[i].stored);
    const double ulps = ulp_real_error_ulps(specials[i].real, ULP_FORMAT_FP32, specials[i].stored);
    g_assert_true(isnan(specials[i].error) ? isnan(error) && isnan(ulps)
                                           : error == specials[i].error && ulps == specials[i].error);
  }
  g_assert_cmpfloat(ulp_real_error(zero, ULP_FORMAT_FP32, 0), ==, 0);
  g_assert_cmpfloat(ulp_real_error(zero, ULP_FORMAT_FP32, 1), ==, 0x1p-149);
  g_assert_cmpfloat(ulp_real_error_ulps(zero, ULP_FORMAT_FP32, 1), ==, 1);
  /* 340282346638528859811704183484516925440 - 10^39 */
  g_assert_cmpfloat(ulp_real_error(big, ULP_FORMAT_FP32, largest), ==, -6.5971765336147116e38);
}

/* Texts of errors, from exact rationals: of any size, with the sign, and never exact where they are not. */
static void test_error_texts(void) {
  const UlpFormat posit8 = ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0);
  const UlpFormat integer8 = ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0);
  UlpFormat e8m0, e2m1, binary128;
  g_assert_true(ulp_format_from_id("e8m0-noinf-onenan-nosubnormals-unsigned-nozero", &e8m0, NULL));
  g_assert_true(ulp_format_from_id("e2m1-noinf-nonan", &e2m1, NULL));
  g_assert_true(ulp_format_from_id("e15m112", &binary128, NULL));
  g_autofree char *zeros = g_strnfill(700, '0');
  g_autofree char *half = g_strconcat("0.5", zeros, "1", NULL), *minus_half = g_strconcat("-", half, NULL);
  const struct {
    const char *typed;
    UlpFormat format;
    UlpProfile profile;
    UlpRealFit fit;
    const char *error, *ulps;
  } cases[] = {
      {"0.1", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about +5.55112e-18", "+0.4"},
      {"0.1", ULP_FORMAT_BF16, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about +9.76562e-05",
       "+0.2"}, /* 9.765625e-5: to even */
      {"0.9999995", integer8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "+5e-07", "+5e-07"},
      {"-0.9999996", integer8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-4e-07", "-4e-07"},
      {"999999.5", e2m1, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -999994",
       "about -499997"}, /* 999993.5 and 499996.75 */
      {"1000005.5", e2m1, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -1e+06",
       "about -500000"}, /* 999999.5 and 499999.75 */
      {"17", ULP_FORMAT_E4M3, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-1", "-0.5"},
      {"1e7", ULP_FORMAT_E5M2, ULP_PROFILE_SATURATE, ULP_REAL_ROUNDED, "about -9.94266e+06", "about -1213.7"},
      {"1e309", ULP_FORMAT_FP64, ULP_PROFILE_SATURATE, ULP_REAL_ROUNDED, "about -8.20231e+308", "about -4.1097e+16"},
      {"-1e309", ULP_FORMAT_FP64, ULP_PROFILE_SATURATE, ULP_REAL_ROUNDED, "about +8.20231e+308", "about +4.1097e+16"},
      {"1e309", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_OVERFLOW, "overflow", "overflow"},
      {"1e309", binary128, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -2.14802e+274", "about -0.155104"},
      {"1e309", e2m1, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -1e+309", "about -5e+308"},
      {"9e99999999999999999999999", ULP_FORMAT_FP64, ULP_PROFILE_SATURATE, ULP_REAL_ROUNDED, "below -1e+161614248",
       "below -1e+161614248"},
      {"1e-5000", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-1e-5000", "about -2.02402e-4677"},
      {"-1e-9000", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "below 4.94066e-324", "below 4.94066e-324"},
      {"1e-9000", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "above -4.94066e-324", "above -4.94066e-324"},
      {"5e-324", ULP_FORMAT_FP16, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-5e-324", "about -8.38861e-317"},
      {"1e-5000", binary128, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-1e-5000", "about -1.54436e-35"},
      {"0x1p-1075", ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -2.47033e-324", "-0.5"},
      {half, ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-1e-702", "about -9.0072e-687"},
      {minus_half, ULP_FORMAT_FP64, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "+1e-702", "about +9.0072e-687"},
      {"1.0000005", integer8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-5e-07", "-5e-07"},
      {"1000", integer8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "-873", "-873"}, /* held at 127 in every rounding */
      {"127", integer8, ULP_PROFILE_IEEE, ULP_REAL_EXACT, "0 (exact)", "0 (exact)"},
      {"inf", integer8, ULP_PROFILE_IEEE, ULP_REAL_SATURATED, "saturated", "saturated"},
      {"0.1", posit8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "+0.0015625", "+0.2"},
      {"1e30", posit8, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "about -1e+30", "about -5.96046e+22"}, /* held at 2^24 */
      {"inf", posit8, ULP_PROFILE_IEEE, ULP_REAL_OVERFLOW, "overflow", "overflow"},
      {"nan", posit8, ULP_PROFILE_IEEE, ULP_REAL_NAN, "none", "none"},
      {"0.1", e8m0, ULP_PROFILE_IEEE, ULP_REAL_ROUNDED, "+0.025", "+0.4"},
      {"-1", e8m0, ULP_PROFILE_IEEE, ULP_REAL_OVERFLOW, "overflow", "overflow"},
      {"0", ULP_FORMAT_FP16, ULP_PROFILE_IEEE, ULP_REAL_EXACT, "0 (exact)", "0 (exact)"},
      {"-inf", ULP_FORMAT_FP16, ULP_PROFILE_IEEE, ULP_REAL_EXACT, "0 (exact)", "0 (exact)"},
      {"-inf", ULP_FORMAT_FP16, ULP_PROFILE_SATURATE, ULP_REAL_SATURATED, "saturated", "saturated"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpReal) real = parse(cases[i].typed);
    const UlpBits bits = ulp_real_round(real, cases[i].format, ULP_ROUND_RN, cases[i].profile);
    g_autofree char *error = ulp_real_error_text(real, cases[i].format, bits);
    g_autofree char *ulps = ulp_real_error_ulps_text(real, cases[i].format, bits);
    g_assert_cmpstr(error, ==, cases[i].error);
    g_assert_cmpstr(ulps, ==, cases[i].ulps);
    g_assert_cmpint(ulp_real_fit(real, cases[i].format, bits), ==, cases[i].fit);
  }
}

/* The same as glibc's printf, wherever that has an answer. */
static void test_error_texts_against_printf(void) {
  guint64 state = 21;
  for (guint i = 0; i < 3000; i++) {
    const UlpBits bits = oracle_random(&state) & 0x7fffffffffffffff;
    const double value = ulp_bits_to_double(ULP_FORMAT_FP64, bits);
    if (!isfinite(value) || value == 0)
      continue;
    g_autoptr(UlpReal) real = ulp_real_from_bits(ULP_FORMAT_FP64, bits);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *wanted = g_strconcat("about -", g_ascii_formatd(number, sizeof number, "%.6g", value), NULL);
    g_autofree char *text = ulp_real_error_text(real, ULP_FORMAT_FP64, 0); /* 0 - value */
    g_assert_cmpstr(text, ==, wanted);
  }
}

static void test_refusals(void) {
  static const struct {
    const char *text, *part; /* of the message */
  } cases[] = {
      {"", "found the end, expected a decimal number"},
      {"   ", "found the end"},
      {"1.2.3", "found “.” at character 4, expected nothing more"},
      {"abc", "found “a” at character 1, expected a decimal number"},
      {"1e", "found the end, expected a digit"},
      {"1e+", "found the end, expected a digit"},
      {"--1", "found “-” at character 2"},
      {".", "found the end, expected a digit"},
      {"1,5", "found “,” at character 2, expected nothing more"},
      {"1\n2", "“1 2”: found “2” at character 3"},
      {"1 2", "found “2” at character 3, expected nothing more"},
      {" １", "found “１” at character 2"},
      {"1٣", "found “٣” at character 2"},
      {"1\xff", "at character 2"},
      {"0x", "found the end, expected a hexadecimal digit"},
      {"0x.p1", "found “p” at character 4, expected a hexadecimal digit"},
      {"0x1p", "found the end, expected a digit"},
      {"0x1g", "found “g” at character 4, expected nothing more"},
      {"infinite", "found “i” at character 4, expected nothing more"},
      {"nan(1)", "found “(” at character 4, expected nothing more"},
      {"fp16:0x12345", "found “5” at character 12, expected at most 16 bits"},
      {"fp16:0x", "found the end, expected a hexadecimal digit"},
      {"fp16:1.5", "found “1” at character 6, expected 0x and a bit pattern"},
      {"fp16:0x3g", "found “g” at character 9"},
      {"fp12:0x3", "unknown format “fp12”"},
      {"1:2", "found “:” at character 2"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_real_parse(cases[i].text, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    if (!strstr(error->message, cases[i].part))
      g_error("“%s” gives: %s", cases[i].text, error->message);
    g_assert_null(ulp_real_parse(cases[i].text, NULL));
  }
  g_autofree char *digits = g_strnfill(5000, '7');
  g_autofree char *text = g_strconcat(digits, "x", NULL);
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_real_parse(text, &error));
  g_assert_nonnull(strstr(error->message, "at character 5001"));
  g_assert_cmpuint(strlen(error->message), <, 200);
}

/* A locale with a decimal comma changes nothing. */
static void test_locale(void) {
  static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  g_autofree char *old = g_strdup(setlocale(LC_NUMERIC, NULL));
  const char *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(commas) && !found; i++)
    found = setlocale(LC_NUMERIC, commas[i]);
  if (found) {
    g_autofree char *text = ulp_bits_to_text(ULP_FORMAT_FP16, 0x3e00);
    g_assert_cmphex(RN("1.5", FP16), ==, 0x3e00);
    g_assert_cmphex(RN("0x1.8p0", FP16), ==, 0x3e00);
    g_assert_null(ulp_real_parse("1,5", NULL));
    g_assert_cmpstr(text, ==, "1.5");
  } else {
    g_test_skip("no locale with a decimal comma is installed");
  }
  setlocale(LC_NUMERIC, old);
}

/* What is not exact never looks exact, and its sign is right, however small the error. */
static void test_never_looks_exact(void) {
  g_autofree char *zeros = g_strnfill(700, '0');
  g_autofree char *long_half = g_strdup_printf("0.5%s1", zeros), *negative = g_strdup_printf("-0.5%s1", zeros);
  const struct {
    const char *text;
    UlpFormat format;
    double error;
  } cases[] = {
      {"1e-5000", ULP_FORMAT_FP64, -0x1p-1074},
      {"-1e-5000", ULP_FORMAT_FP64, 0x1p-1074},
      {"0x1p-1075", ULP_FORMAT_FP64, -0x1p-1074},
      {"0x1p-1074", ULP_FORMAT_FP64, 0},
      {"0x1.8p-1074", ULP_FORMAT_FP64, 0x1p-1074},
      {long_half, ULP_FORMAT_FP64, -0x1p-1074},
      {negative, ULP_FORMAT_E4M3, 0x1p-1074},
      {"1e-9999999", ULP_FORMAT_FP16, -0x1p-1074},
      {"0", ULP_FORMAT_FP16, 0},
      {"-0", ULP_FORMAT_FP16, 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpReal) real = parse(cases[i].text);
    const UlpBits bits = ulp_real_round(real, cases[i].format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    const double error = ulp_real_error(real, cases[i].format, bits);
    const double ulps = ulp_real_error_ulps(real, cases[i].format, bits);
    g_assert_cmpfloat(error, ==, cases[i].error);
    g_assert_false(error == 0 && signbit(error));
    g_assert_true(error == 0 ? ulps == 0 : ulps != 0 && signbit(ulps) == signbit(error));
  }
}

/* 1 + 2^-60 + 2^-113 + 2^-20000: the error of 1 lies just beyond the midpoint of two doubles, by a bit that no precision
 * here holds. */
static void test_errors_of_endless_digits(void) {
  GString *text = g_string_new("0x1.");
  for (guint digit = 1; digit <= 5000; digit++)
    g_string_append_c(text, digit == 15 || digit == 5000 ? '1' : digit == 29 ? '8' : '0');
  const char *const signs[] = {"", "-"};
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
    g_autofree char *whole = g_strconcat(signs[i], text->str, NULL);
    g_autoptr(UlpReal) real = parse(whole);
    const double sign = i ? -1 : 1;
    const UlpBits one = ulp_bits_from_double(ULP_FORMAT_FP64, sign, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_cmpfloat(ulp_real_error(real, ULP_FORMAT_FP64, one), ==, -sign * 0x1.0000000000001p-60);
  }
  g_string_free(text, TRUE);
}

/* No bit of a pattern is lost without a word, and formats are found in any case. */
static void test_pattern_bits(void) {
  static const char *const refused[] = {"tf32:0x3dcccccd",
                                        "tf32:0x3f801fff",
                                        "fp16:0x13c00",
                                        "e4m3:0x17f",
                                        "e2m1-noinf-nonan:0x10",
                                        "fp64:0x10000000000000000",
                                        "e15m112:0x100000000000000000000000000000000"};
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autoptr(GError) error = NULL;
    if (ulp_real_parse(refused[i], &error))
      g_error("%s was taken", refused[i]);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
  }
  g_assert_cmphex(RN("tf32:0x3f802000", TF32), ==, 0x3f802000);
  g_assert_cmphex(RN("FP16:0x3c00", FP16), ==, 0x3c00);
  g_assert_cmphex(RN("Fp16:0X3C00", FP32), ==, 0x3f800000);
  g_assert_cmphex(RN("e2m1-noinf-nonan:0xf", FP32), ==, 0xc0c00000); /* -6 */
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/real/tenth", test_tenth);
  g_test_add_func("/number/real/syntax", test_syntax);
  g_test_add_func("/number/real/patterns", test_patterns);
  g_test_add_func("/number/real/double-rounding", test_double_rounding);
  g_test_add_func("/number/real/long-decimals", test_long_decimals);
  g_test_add_func("/number/real/small-errors", test_small_errors);
  g_test_add_func("/number/real/ulps-at-the-number", test_ulps_at_the_number);
  g_test_add_func("/number/real/huge-exponents", test_huge_exponents);
  g_test_add_func("/number/real/errors-of-specials", test_errors_of_specials);
  g_test_add_func("/number/real/error-texts", test_error_texts);
  g_test_add_func("/number/real/error-texts-printf", test_error_texts_against_printf);
  g_test_add_func("/number/real/refusals", test_refusals);
  g_test_add_func("/number/real/locale", test_locale);
  g_test_add_func("/number/real/never-looks-exact", test_never_looks_exact);
  g_test_add_func("/number/real/endless-digits", test_errors_of_endless_digits);
  g_test_add_func("/number/real/pattern-bits", test_pattern_bits);
  return g_test_run();
}
