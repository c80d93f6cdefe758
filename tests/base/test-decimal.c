/* Whole and real numbers as they are typed for parameters. */
#include "core/base/decimal.h"

static void test_counts(void) {
  static const struct {
    const char *text;
    guint64 count;
  } whole[] = {
      {"0", 0},
      {"1048576", 1048576},
      {"0001", 1},
      {"+7", 7},
      {"1e6", 1000000},
      {"1E+6", 1000000},
      {"1.5e3", 1500},
      {"12300e-2", 123},
      {"1.0", 1},
      {".5e1", 5},
      {"0e99999999999999999999", 0},
      {"2^20", 1048576},
      {"10^0", 1},
      {"2^63", (guint64)1 << 63},
      {"18446744073709551615", G_MAXUINT64},
      {"1844674407370955161.5e1", G_MAXUINT64},
  };
  static const char *const refused[] = {"",
                                        "-3",
                                        "1.5",
                                        "2.50",
                                        "1e-1",
                                        "1e",
                                        "e6",
                                        "1 000",
                                        "1,000",
                                        "0x10",
                                        "inf",
                                        "nan",
                                        "2^64",
                                        "10^20", /* modulo 2^64 it is no less than a smaller power */
                                        "3^41",
                                        "7^63",
                                        "2^^3",
                                        "^3",
                                        "2^",
                                        "-2^2",
                                        "2^-1",
                                        "2^1.5",
                                        "1e20",
                                        "18446744073709551616",
                                        "1e9999999999999999999",
                                        "1e6x",
                                        "３"};
  for (guint i = 0; i < G_N_ELEMENTS(whole); i++) {
    guint64 count = 77;
    if (!ulp_decimal_to_count(whole[i].text, &count))
      g_error("“%s” is refused", whole[i].text);
    g_assert_cmpuint(count, ==, whole[i].count);
  }
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    guint64 count;
    if (ulp_decimal_to_count(refused[i], &count))
      g_error("“%s” is taken for %" G_GUINT64_FORMAT, refused[i], count);
  }
}

static void test_reals(void) {
  static const char *const refused[] = {"",      "inf", "nan",   "0x",  "0xg", "0x1p", "0x1p1024", "0x1p3x",
                                        "1e400", "1e",  "1.2.3", "1,5", "2^3", " 1",   "1 ",       "."};
  double value;
  g_assert_true(ulp_decimal_to_real("-1.25e-2", &value));
  g_assert_cmpfloat(value, ==, -0.0125);
  g_assert_true(ulp_decimal_to_real("1e-400", &value));
  g_assert_cmpfloat(value, ==, 0);
  g_assert_true(ulp_decimal_to_real("5.", &value));
  g_assert_cmpfloat(value, ==, 5);
  g_assert_true(ulp_decimal_to_real("-0x1.8p3", &value));
  g_assert_cmpfloat(value, ==, -12);
  g_assert_true(ulp_decimal_to_real("0X.fp-4", &value));
  g_assert_cmpfloat(value, ==, 0.05859375);
  g_assert_true(ulp_decimal_to_real("0x1.00000000000008p0", &value)); /* a tie: to even */
  g_assert_cmpfloat(value, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++)
    if (ulp_decimal_to_real(refused[i], &value))
      g_error("“%s” is taken for %g", refused[i], value);
}

/* Where reading stops, and what the parts are. */
static void test_scan(void) {
  static const struct {
    const char *text;
    gsize read;
    gboolean complete;
  } cases[] = {{"12.5e-3x", 7, TRUE}, {"1.2.3", 3, TRUE}, {"1e+", 3, FALSE}, {"-", 1, FALSE},
               {"--1", 1, FALSE},     {".e3", 1, FALSE},  {"abc", 0, FALSE}, {"7 ", 1, TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    gboolean complete;
    const char *end = ulp_decimal_scan(cases[i].text, NULL, &complete);
    g_assert_cmpuint(end - cases[i].text, ==, cases[i].read);
    g_assert_cmpint(complete, ==, cases[i].complete);
  }
  UlpDecimal decimal;
  gboolean complete;
  ulp_decimal_scan("-12.345e-67", &decimal, &complete);
  g_assert_true(decimal.negative);
  g_assert_true(g_str_has_prefix(decimal.digits, "12.345"));
  g_assert_cmpuint(decimal.n_digits, ==, 5);
  g_assert_cmpuint(decimal.n_fraction, ==, 3);
  g_assert_cmpint(decimal.exponent, ==, -67);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/decimal/counts", test_counts);
  g_test_add_func("/base/decimal/reals", test_reals);
  g_test_add_func("/base/decimal/scan", test_scan);
  return g_test_run();
}
