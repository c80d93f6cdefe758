/* Values of expressions, against exact rationals and MPFR; refusals with their place. */
#include "core/base/error.h"
#include "core/expression/expression.h"
#include "tests/number/oracle.h"

#include <math.h>
#include <string.h>

static const UlpFormat binary128 =
    ULP_FORMAT_PACK(128, 0, ULP_CODING_BINARY, 15, 112, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE);

static UlpReal *real_of(const char *text) {
  g_autoptr(GError) error = NULL;
  UlpReal *real = ulp_expression_real(text, &error);
  g_test_message("%.60s", text);
  g_assert_no_error(error);
  g_assert_nonnull(real);
  return real;
}

static UlpBits bits_of(const char *text, UlpFormat format, UlpRound round) {
  g_autoptr(UlpReal) real = real_of(text);
  return ulp_real_round(real, format, round, ULP_PROFILE_IEEE);
}

static gboolean is_exact(const char *text, UlpFormat format) {
  g_autoptr(UlpReal) real = real_of(text);
  const UlpBits bits = ulp_real_round(real, format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  return ulp_real_fit(real, format, bits) == ULP_REAL_EXACT;
}

/* Equal to a number that is written without operations. */
static void test_arithmetic(void) {
  static const char *const equal[][2] = {
      {"1+2*3", "7"},
      {"(1+2)*3", "9"},
      {"2-3-4", "-5"},
      {"2/4/4", "0.125"},
      {"2^3^2", "512"},
      {"-2^2", "-4"},
      {"(-2)^2", "4"},
      {"2^-149", "0x1p-149"},
      {"2^-3^2", "0x1p-9"},
      {"--3", "3"},
      {"+-+3", "-3"},
      {"2--3", "5"},
      {"1 − 2 × 3", "-5"},
      {"0.1+0.2", "0.3"},
      {"1e-5*1e5", "1"},
      {"4^0.5", "2"},
      {"8^(2/3)", "4"},
      {"(4/9)^-1.5", "3.375"},
      {"sqrt(2.25)", "1.5"},
      {"sqrt ( 1/4 )", "0.5"},
      {"fma(3, 4, 5)", "17"},
      {"FMA(0.1,10,-1)", "0"},
      {"fp16:0x3c00+1", "2"},
      {"(3)*2", "6"},
      {"(fp16:0x4000)^(3)", "8"},
      {"((0.5))+(.5)", "1"},
      {"1-fp16:0x3c01 ", "-0x1p-10"},
      {"2*e4m3:0x7e", "896"},
      {"0x10*0x1p-4", "1"},
      {"(1/3)*3", "1"},
      {"10^400/10^399", "10"},
      {"(-8)^3", "-512"},
      {"(-1)^(10^20)", "1"},
      {"(-1)^(10^20+1)", "-1"},
      {"1^1e4000", "1"},
      {"sqrt(2)^2", "2"}, /* as far as anyone can see */
      {"sqrt(2)*sqrt(8)", "4"},
      {"pi-pi", "0"},
      {"pi/π", "1"},
      {"e^0", "1"},
      {"1+pi*0", "1"},
      {"2^16384*2^-16384", "1"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(equal); i++) {
    g_assert_bits(bits_of(equal[i][0], binary128, ULP_ROUND_RN), ==, bits_of(equal[i][1], binary128, ULP_ROUND_RN));
    g_assert_true(is_exact(equal[i][0], binary128) == is_exact(equal[i][1], binary128));
  }
  g_assert_false(is_exact("1/3", binary128));
  g_assert_false(is_exact("sqrt(2)", binary128));
  g_assert_true(is_exact("2^-149", ULP_FORMAT_FP32));
}

/* IEEE 754-2019: 6.1, 6.3, 7.2, 7.3, 9.2.1. */
static void test_special(void) {
  static const struct {
    const char *text;
    guint64 fp64;
  } cases[] = {
      {"1/0", 0x7ff0000000000000},
      {"-1/0", 0xfff0000000000000},
      {"1/-0", 0xfff0000000000000},
      {"0*-1", 0x8000000000000000},
      {"-0", 0x8000000000000000},
      {"-(0)", 0x8000000000000000},
      {"0-0", 0},
      {"1-1", 0},
      {"-0-0", 0x8000000000000000},
      {"-0+0", 0},
      {"sqrt(-0)", 0x8000000000000000},
      {"inf+pi", 0x7ff0000000000000},
      {"-inf*pi", 0xfff0000000000000},
      {"pi/inf", 0},
      {"pi/-inf", 0x8000000000000000},
      {"2^inf", 0x7ff0000000000000},
      {"0.5^inf", 0},
      {"0^-1", 0x7ff0000000000000},
      {"(-0)^-3", 0xfff0000000000000},
      {"(-0)^-2", 0x7ff0000000000000},
      {"0^0", 0x3ff0000000000000},
      {"nan^0", 0x3ff0000000000000},
      {"(-1)^inf", 0x3ff0000000000000},
      {"sqrt(inf)", 0x7ff0000000000000},
      {"infinity-1", 0x7ff0000000000000},
  };
  static const char *const none[] = {"0/0",      "inf-inf",      "0*inf",     "inf/inf",
                                     "sqrt(-1)", "nan+1",        "sqrt(-pi)", "(-8)^(1/3)",
                                     "(-pi)^pi", "fma(0,inf,1)", "pi*nan",    "sqrt(2)*0*inf"};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_bits(bits_of(cases[i].text, ULP_FORMAT_FP64, ULP_ROUND_RN), ==, cases[i].fp64);
  for (guint i = 0; i < G_N_ELEMENTS(none); i++)
    g_assert_cmpint(ulp_bits_class(ULP_FORMAT_FP64, bits_of(none[i], ULP_FORMAT_FP64, ULP_ROUND_RN)), ==,
                    ULP_CLASS_QUIET_NAN);
}

/* One rounding, in every mode and format, of what MPFR knows to 4000 bits. */
static void test_irrational(void) {
  static const char *const texts[] = {"pi",    "-pi",  "e",     "sqrt(2)",      "-sqrt(3)/7",
                                      "2^0.5", "pi^e", "e^-20", "sqrt(2)-1e-30"};
  mpfr_t x, y;
  mpfr_inits2(4000, x, y, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    mpfr_set_ui(y, 1, MPFR_RNDN);
    mpfr_exp(y, y, MPFR_RNDN);
    mpfr_const_pi(x, MPFR_RNDN);
    switch (i) {
    case 1:
      mpfr_neg(x, x, MPFR_RNDN);
      break;
    case 2:
      mpfr_set(x, y, MPFR_RNDN);
      break;
    case 3:
    case 5:
      mpfr_sqrt_ui(x, 2, MPFR_RNDN);
      break;
    case 4:
      mpfr_sqrt_ui(x, 3, MPFR_RNDN);
      mpfr_div_si(x, x, -7, MPFR_RNDN);
      break;
    case 6:
      mpfr_pow(x, x, y, MPFR_RNDN);
      break;
    case 7:
      mpfr_pow_si(x, y, -20, MPFR_RNDN);
      break;
    case 8:
      mpfr_set_str(y, "1e-30", 10, MPFR_RNDN);
      mpfr_sqrt_ui(x, 2, MPFR_RNDN);
      mpfr_sub(x, x, y, MPFR_RNDN);
      break;
    default:
      break;
    }
    for (guint format = 0; format < ULP_N_FORMATS; format++)
      for (guint round = 0; oracle_covers(oracle_layout(format)) && round <= ULP_ROUND_RD; round++)
        g_assert_bits(bits_of(texts[i], ulp_formats[format], (UlpRound)round), ==,
                      oracle_round(x, oracle_layout(format), (UlpRound)round, ULP_PROFILE_IEEE));
  }
  mpfr_clears(x, y, NULL);
}

/* A whole number of 24 bits and a half, and 2^-200 more: nothing but the last addend decides, and no middle rounding may. */
static void test_one_rounding(void) {
  g_assert_bits(bits_of("1+2^-24", ULP_FORMAT_FP32, ULP_ROUND_RN), ==, 0x3f800000);
  g_assert_bits(bits_of("1+2^-24+2^-2000", ULP_FORMAT_FP32, ULP_ROUND_RN), ==, 0x3f800001);
  g_assert_bits(bits_of("1+2^-24-2^-2000", ULP_FORMAT_FP32, ULP_ROUND_RN), ==, 0x3f800000);
  g_assert_bits(bits_of("1+2^-2000", ULP_FORMAT_FP32, ULP_ROUND_RU), ==, 0x3f800001);
  g_assert_bits(bits_of("1+2^-11+2^-40", ULP_FORMAT_FP16, ULP_ROUND_RN), ==, 0x3c01);
  g_assert_bits(bits_of("1+2^-24+sqrt(2)/2^200", ULP_FORMAT_FP32, ULP_ROUND_RN), ==, 0x3f800001);
  g_assert_bits(bits_of("1+2^-24-sqrt(2)/2^1000", ULP_FORMAT_FP32, ULP_ROUND_RN), ==, 0x3f800000);
}

static void test_refusals(void) {
  static const char *const cases[][2] = {
      {"", "found the end, expected a number"},
      {"1+", "“1+”: found the end, expected a number"},
      {"1 2", "found “2” at character 3, expected an operator"},
      {"2pi", "found “p” at character 2, expected an operator"},
      {"(1+2", "found the end, expected an operator or )"},
      {"1)", "found “)” at character 2"},
      {"1,5", "found “,” at character 2"},
      {"sqrt 2", "found “2” at character 6, expected ("},
      {"sqrt(1,2)", "found “,” at character 7"},
      {"fma(1,2)", "found “)” at character 8, expected a comma"},
      {"sine(1)", "found “s” at character 1, expected a number, pi, e"},
      {"2*fp16:0x12345", "found “5” at character 14, expected at most 16 bits"},
      {"1e+*2", "found “*” at character 4, expected a digit"},
      {"2^2^99", "“2^2^99”: found “^” at character 2, expected a result"},
      {"2^65536*2", "found “*” at character 8"},
      {"1e99999*1", "found “1” at character 1, expected a result"},
      {"1+2^-70000", "found “^” at character 4"},
      {"e^e^e^e", "found “^” at character 2, expected a result"},
      {"pi^1e30", "found “^” at character 3"},
      {"pi^-1e30", "found “^” at character 3"},
      {"1/(pi-pi)", "found “/” at character 2, expected operands"},
      {"π+?", "found “?” at character 3"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_test_message("%s", cases[i][0]);
    g_assert_null(ulp_expression_real(cases[i][0], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, cases[i][1]));
    g_assert_null(strchr(error->message, '\n'));
  }
}

/* Length, levels and digits have an end, before any time or memory is spent on them. */
static void test_limits(void) {
  static const char *const repeated[][3] = {{"(", "1", ")"},     {"-", "1", ""},  {"2^", "1", ""},
                                            {"sqrt(", "1", ")"}, {"1+", "1", ""}, {"(1/3)^9*", "1", ""}};
  for (guint i = 0; i < G_N_ELEMENTS(repeated); i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint k = 0; k < 400; k++)
      g_string_append(text, repeated[i][0]);
    g_string_append(text, repeated[i][1]);
    for (guint k = 0; k < 400; k++)
      g_string_append(text, repeated[i][2]);
    g_autoptr(GError) error = NULL;
    const gint64 before = g_get_monotonic_time();
    g_autoptr(UlpReal) real = ulp_expression_real(text->str, &error);
    g_assert_true(real != NULL || error != NULL);
    if (i < 4)
      g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    g_assert_cmpint(g_get_monotonic_time() - before, <, 20 * G_USEC_PER_SEC);
  }
  /* A number alone may be of any length. */
  g_autofree char *digits = g_strnfill(100000, '7');
  g_autoptr(UlpReal) number = real_of(digits);
  g_autoptr(GError) error = NULL;
  g_autofree char *sum = g_strconcat(digits, "+1", NULL);
  g_assert_null(ulp_expression_real(sum, &error));
  g_assert_nonnull(strstr(error->message, "at character 1001, expected at most 1000 characters"));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expression/value/arithmetic", test_arithmetic);
  g_test_add_func("/expression/value/special", test_special);
  g_test_add_func("/expression/value/irrational", test_irrational);
  g_test_add_func("/expression/value/one-rounding", test_one_rounding);
  g_test_add_func("/expression/value/refusals", test_refusals);
  g_test_add_func("/expression/value/limits", test_limits);
  return g_test_run();
}
