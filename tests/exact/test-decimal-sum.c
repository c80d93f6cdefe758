/* Sums of decimals against hand-made values and GMP's rationals. */
#include "core/exact/decimal-sum.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

static UlpDecimalSum *sum_of(const char *const *texts, char point) {
  UlpDecimalSum *sum = ulp_decimal_sum_new();
  for (guint i = 0; texts[i] != NULL; i++)
    ulp_decimal_sum_add(sum, texts[i], strlen(texts[i]), point);
  return sum;
}

static void test_known(void) {
  static const struct {
    const char *texts[6], *sum;
  } cases[] = {
      {{"324.71", "181.51", "-506.22"}, "0"},
      {{"0.1", "0.2"}, "0.3"},
      {{"1e3", "+2.5E-1", "-.25", "5."}, "1005"},
      {{"99999999999999999999", "0.00000000000000000000000000000000000001"},
       "99999999999999999999.00000000000000000000000000000000000001"},
      {{"0x1.8p-2", "0x1p4", "-0XAp0"}, "6.375"},
      {{"1e20", "-1e20", "1e-40"}, "0.0000000000000000000000000000000000000001"},
      {{"-0.5"}, "-0.5"},
      {{"-100"}, "-100"},
      {{"1e-5001"}, NULL},
      {{"1", "inf"}, NULL},
      {{"nan"}, NULL},
      {{NULL}, "0"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpDecimalSum) sum = sum_of(cases[i].texts, '.');
    g_autofree char *text = ulp_decimal_sum_text(sum);
    g_assert_cmpstr(text, ==, cases[i].sum);
  }
  g_autoptr(UlpDecimalSum) comma = sum_of((const char *const[]){"1,5", "2,25", NULL}, ',');
  g_autofree char *text = ulp_decimal_sum_text(comma);
  g_assert_cmpstr(text, ==, "3.75");
  g_assert_cmpuint(ulp_decimal_sum_count(comma), ==, 2);
}

/* 324.71 + 181.51 - 506.22 is 0 as written and 2^-44 as stored in fp64: 324.71, 181.51 and 506.22 are, to the nearest multiple
 * of 2^-44 (324.71, 506.22) or 2^-45, off by parts that do not cancel. The right value comes from the doubles themselves. */
static void test_reading(void) {
  static const double x[] = {324.71, 181.51, -506.22};
  static const char *const texts[] = {"324.71", "181.51", "-506.22", NULL};
  g_autoptr(UlpDecimalSum) sum = sum_of(texts, '.');
  UlpExact exact;
  ulp_exact_clear(&exact);
  mpq_t expected, one;
  mpq_inits(expected, one, NULL);
  for (guint i = 0; i < 3; i++) {
    ulp_exact_add(&exact, x[i]);
    mpq_set_d(one, x[i]);
    mpq_add(expected, expected, one);
  }
  g_assert_cmpint(mpq_sgn(expected), !=, 0);
  g_assert_cmpfloat(ulp_decimal_sum_error_of(sum, &exact), ==, mpq_get_d(expected));
  mpq_clears(expected, one, NULL);
}

/* Random numbers of every length and exponent. */
static void test_random(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (guint run = 0; run < 300; run++) {
    g_autoptr(UlpDecimalSum) sum = ulp_decimal_sum_new();
    UlpExact stored;
    mpq_t written, one, held;
    mpz_t power;
    mpq_inits(written, one, held, NULL);
    mpz_init(power);
    ulp_exact_clear(&stored);
    for (guint i = 0; i < 50; i++) {
      const guint n = (guint)g_rand_int_range(random, 1, 30);
      const int exponent = run % 2 ? g_rand_int_range(random, -30, 10) : g_rand_int_range(random, -330, 270);
      GString *digits = g_string_new(g_rand_boolean(random) ? "-" : "");
      for (guint k = 0; k < n; k++)
        g_string_append_c(digits, (char)('0' + g_rand_int_range(random, 0, 10)));
      mpq_set_str(one, digits->str, 10);
      mpz_ui_pow_ui(power, 10, (gulong)ABS(exponent));
      mpz_mul(exponent < 0 ? mpq_denref(one) : mpq_numref(one), exponent < 0 ? mpq_denref(one) : mpq_numref(one),
              power);
      mpq_canonicalize(one);
      mpq_add(written, written, one);
      g_autofree char *text = g_strdup_printf("%se%d", digits->str, exponent);
      ulp_decimal_sum_add(sum, text, strlen(text), '.');
      const double value = g_ascii_strtod(text, NULL);
      ulp_exact_add(&stored, value);
      mpq_set_d(one, value);
      mpq_add(held, held, one);
      g_string_free(digits, TRUE);
    }
    mpq_sub(held, held, written);
    const double error = ulp_decimal_sum_error_of(sum, &stored), cut = mpq_get_d(held); /* towards zero */
    g_assert_true(error == cut || error == nextafter(cut, cut > 0 ? HUGE_VAL : -HUGE_VAL));
    mpq_clears(written, one, held, NULL);
    mpz_clear(power);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exact/decimal-sum/known", test_known);
  g_test_add_func("/exact/decimal-sum/reading", test_reading);
  g_test_add_func("/exact/decimal-sum/random", test_random);
  return g_test_run();
}
