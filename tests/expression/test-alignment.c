/* Operations by hand: every row says the number that it stands for, and the digits add up. */
#include "core/expression/alignment.h"
#include "core/number/big.h"
#include "tests/number/oracle.h"

#include <string.h>

typedef struct {
  UlpExpression *expression;
  GArray *steps;
  const UlpExpressionStep *step;
  UlpAlignment *alignment;
} Fixture;

static Fixture align(const char *text, UlpFormat format, UlpRound round) {
  const UlpArithmetic arithmetic = {format, round, ULP_PROFILE_IEEE};
  g_autoptr(GError) error = NULL;
  Fixture f = {.expression = ulp_expression_parse(text, &error)};
  g_assert_no_error(error);
  f.steps = ulp_expression_steps(f.expression, &arithmetic, &error);
  g_assert_no_error(error);
  f.step = &g_array_index(f.steps, UlpExpressionStep, f.steps->len - 1);
  f.alignment = ulp_step_alignment(f.step, format);
  return f;
}

static void tear_down(Fixture *f) {
  g_clear_pointer(&f->alignment, ulp_alignment_free);
  g_array_unref(f->steps);
  ulp_expression_free(f->expression);
}

static const UlpAlignedRow *row_named(const Fixture *f, const char *name) {
  for (guint i = 0; f->alignment && i < f->alignment->rows->len; i++)
    if (g_str_equal(g_array_index(f->alignment->rows, UlpAlignedRow, i).name, name))
      return &g_array_index(f->alignment->rows, UlpAlignedRow, i);
  return NULL;
}

static void assert_row(const Fixture *f, const char *name, const char *digits) {
  g_autofree char *found = g_strdup(row_named(f, name)->digits);
  g_assert_cmpstr(g_strchomp(found), ==, digits);
}

/* 1 + 2^-4 (1 + 2^-3) in e4m3, whose significands have four digits: 1.000 and 1.001 four places to the right. */
static void test_sum_by_hand(void) {
  Fixture f = align("1 + 0.0703125", ULP_FORMAT_E4M3, ULP_ROUND_RN);
  assert_row(&f, "first", "1000");
  assert_row(&f, "second", "    1001");
  assert_row(&f, "exact", "10001001");
  assert_row(&f, "stored", "1001");
  g_assert_null(row_named(&f, "carries"));
  g_assert_cmpint(row_named(&f, "second")->shift, ==, 4);
  g_assert_cmpint(row_named(&f, "first")->shift, ==, 0);
  g_assert_cmpuint(f.alignment->cut, ==, 4);
  g_assert_cmpint(g_array_index(f.alignment->powers, int, 0), ==, 0);
  g_assert_true(f.step->rounding.guard && !f.step->rounding.round && f.step->rounding.sticky);
  tear_down(&f);

  f = align("1.875 + 1.625", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 1111 + 1101 = 11100 */
  assert_row(&f, "carries", "1111");
  assert_row(&f, "first", " 1111");
  assert_row(&f, "exact", "11100");
  assert_row(&f, "stored", "1110");
  tear_down(&f);

  f = align("1 - 0.9375", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 10000 - 01111 = 1 */
  assert_row(&f, "first", "1000");
  assert_row(&f, "second", " 1111");
  assert_row(&f, "borrows", "1111");
  assert_row(&f, "exact", "    1");
  g_assert_true(row_named(&f, "second")->negative);
  tear_down(&f);
}

static void test_other_operations(void) {
  Fixture f = align("1.375 * 1.25", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 1011 * 1010 = 110 1110 */
  assert_row(&f, "first", "1011");
  assert_row(&f, "second", "1010");
  assert_row(&f, "exact", "1101110");
  assert_row(&f, "stored", "1110");
  g_assert_false(row_named(&f, "first")->is_placed);
  g_assert_cmpuint(f.alignment->cut, ==, 4);
  tear_down(&f);

  f = align("1 / 3", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 0.010101... */
  g_assert_true(g_str_has_prefix(row_named(&f, "exact")->digits, "1010101010"));
  assert_row(&f, "stored", "1011");
  g_assert_true(f.alignment->more);
  tear_down(&f);

  f = align("sqrt(2)", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 1.01101010000010... */
  g_assert_true(g_str_has_prefix(row_named(&f, "exact")->digits, "10110101000001"));
  assert_row(&f, "stored", "1011");
  tear_down(&f);

  f = align("fma(1.5, 1.5, -2)", ULP_FORMAT_E4M3, ULP_ROUND_RN); /* 1100 * 1100 = 1001 0000 at 2^-6: 2.25 */
  assert_row(&f, "product", "10010000");
  assert_row(&f, "third", "1000");
  assert_row(&f, "exact", "   10000");
  tear_down(&f);
}

/* Far from each other the columns between are left out, of the exact result, too. */
static void test_far_apart(void) {
  Fixture f = align("1e30 + 1", ULP_FORMAT_FP64, ULP_ROUND_RN);
  g_assert_cmpuint(f.alignment->powers->len, <, 2 * 53 + 8);
  g_assert_nonnull(strchr(row_named(&f, "exact")->digits, '~'));
  g_assert_null(strchr(row_named(&f, "first")->digits, '~'));
  g_assert_cmpint(row_named(&f, "second")->shift, ==, 99);
  tear_down(&f);
  f = align("1 + 1", ULP_FORMAT_FP128, ULP_ROUND_RN);
  g_assert_cmpuint(f.alignment->powers->len, <, 120);
  tear_down(&f);
}

static void test_none(void) {
  static const char *const texts[] = {"0.1", "2^10", "inf + 1", "1 / 0", "sqrt(-1)", "nan * 2", "0 / 0"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    Fixture f = align(texts[i], ULP_FORMAT_FP32, ULP_ROUND_RN);
    g_assert_null(f.alignment);
    tear_down(&f);
  }
}

/* The number that a row of digits in the columns says. */
static gboolean value_of(const Fixture *f, const UlpAlignedRow *row, mpq_t value) {
  mpq_t digit;
  mpq_init(digit);
  mpq_set_ui(value, 0, 1);
  gboolean all = TRUE;
  for (guint i = 0; i < f->alignment->powers->len; i++) {
    const int power = g_array_index(f->alignment->powers, int, i);
    all = all && row->digits[i] != '~';
    if (row->digits[i] != '1' || power == ULP_COLUMNS_LEFT_OUT)
      continue;
    mpq_set_ui(digit, 1, 1);
    if (power >= 0)
      mpq_mul_2exp(digit, digit, (mp_bitcnt_t)power);
    else
      mpq_div_2exp(digit, digit, (mp_bitcnt_t)-power);
    mpq_add(value, value, digit);
  }
  if (row->negative)
    mpq_neg(value, value);
  mpq_clear(digit);
  return all;
}

/* Random sums and products: the terms add up to the exact row, which is what exact arithmetic has, and what is stored is stored. */
static void test_adds_up(void) {
  static const UlpFormat formats[] = {ULP_FORMAT_E4M3, ULP_FORMAT_FP16, ULP_FORMAT_BF16,
                                      ULP_FORMAT_FP32, ULP_FORMAT_FP64, ULP_FORMAT_POSIT16};
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);
  guint n = 0;
  for (guint i = 0; i < 3000; i++) {
    const UlpFormat format = formats[i % G_N_ELEMENTS(formats)];
    const UlpBits mask = ulp_low_bits(ulp_layout(format).container_bits);
    UlpBits bits[2];
    char *texts[2];
    for (guint k = 0; k < 2; k++) {
      bits[k] = ((UlpBits)g_rand_int(rand) << 32 | g_rand_int(rand)) & mask;
      if (k == 1 && g_rand_boolean(rand)) /* near the first */
        bits[1] = bits[0] ^ (UlpBits)g_rand_int_range(rand, 0, 16);
      g_autofree char *hex = ulp_bits_to_hex(format, bits[k]);
      texts[k] = g_strdup_printf("%s:%s", ulp_format_info(format)->id, hex);
    }
    const char sign = "+-*"[i / 7 % 3];
    g_autofree char *text = g_strdup_printf("%s %c %s", texts[0], sign, texts[1]);
    g_free(texts[0]);
    g_free(texts[1]);
    Fixture f = align(text, format, (UlpRound)(i / 11 % ULP_N_ROUNDS));
    if (!f.alignment) {
      tear_down(&f);
      continue;
    }
    mpq_t terms[2], exact, found, wanted;
    mpq_inits(terms[0], terms[1], exact, found, wanted, NULL);
    if (value_of(&f, row_named(&f, "exact"), found)) {
      for (guint k = 0; k < 2; k++) {
        mpfr_t value;
        mpfr_init2(value, 256);
        ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(format), bits[k]), value);
        mpfr_get_q(terms[k], value);
        mpfr_clear(value);
      }
      if (sign == '*')
        mpq_mul(wanted, terms[0], terms[1]);
      else if (sign == '+')
        mpq_add(wanted, terms[0], terms[1]);
      else
        mpq_sub(wanted, terms[0], terms[1]);
      g_test_message("%s", text);
      g_assert_true(mpq_equal(found, wanted));
      if (sign != '*') {
        g_assert_true(value_of(&f, row_named(&f, "first"), found) && mpq_equal(found, terms[0]));
        value_of(&f, row_named(&f, "second"), found);
        mpq_add(found, found, terms[0]);
        g_assert_true(mpq_equal(found, wanted));
      }
      n++;
    }
    const UlpAlignedRow *stored = row_named(&f, "stored");
    if (stored && value_of(&f, stored, found)) {
      mpfr_t value;
      mpfr_init2(value, 256);
      ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(format), f.step->rounding.stored), value);
      mpfr_get_q(wanted, value);
      g_assert_true(mpq_equal(found, wanted));
      mpfr_clear(value);
    }
    mpq_clears(terms[0], terms[1], exact, found, wanted, NULL);
    tear_down(&f);
  }
  g_assert_cmpuint(n, >, 1000);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expression/alignment/sum-by-hand", test_sum_by_hand);
  g_test_add_func("/expression/alignment/other-operations", test_other_operations);
  g_test_add_func("/expression/alignment/far-apart", test_far_apart);
  g_test_add_func("/expression/alignment/none", test_none);
  g_test_add_func("/expression/alignment/adds-up", test_adds_up);
  return g_test_run();
}
