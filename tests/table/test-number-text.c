/* The fast texts are those of core/number, which its own tests hold against MPFR. */
#include "core/table/number-text.h"

#include <math.h>
#include <string.h>

static double double_of(guint64 bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void check(guint64 bits) {
  char text[ULP_NUMBER_SIZE + 1], hexfloat[ULP_NUMBER_SIZE + 1];
  text[ulp_double_write(double_of(bits), text)] = '\0';
  hexfloat[ulp_double_write_hexfloat(double_of(bits), hexfloat)] = '\0';
  g_autofree char *expected = ulp_bits_to_text(ULP_FORMAT_FP64, bits);
  g_autofree char *expected_hexfloat = ulp_bits_to_hexfloat(ULP_FORMAT_FP64, bits);
  g_assert_cmpstr(text, ==, expected);
  g_assert_cmpstr(hexfloat, ==, expected_hexfloat);
}

static void check_both_signs(guint64 bits) {
  check(bits);
  check(bits | G_GUINT64_CONSTANT(1) << 63);
}

static void test_special(void) {
  static const guint64 bits[] = {0,
                                 1,
                                 2,
                                 0x000fffffffffffff,
                                 0x0010000000000000,
                                 0x7fefffffffffffff,
                                 0x7ff0000000000000,
                                 0x7ff8000000000000,
                                 0x3fb999999999999a,
                                 0x433fffffffffffff,
                                 0x4341c37937e07fff,
                                 0x4341c37937e08000,
                                 0x3ee4f8b588e368f0,
                                 0x3ee4f8b588e368f1,
                                 0x3ee4f8b588e368f2};
  for (guint i = 0; i < G_N_ELEMENTS(bits); i++)
    check_both_signs(bits[i]);
}

/* Powers of two: the gap below is half the gap above. */
static void test_powers(void) {
  for (guint64 exponent = 0; exponent < 0x7ff; exponent++) {
    check(exponent << 52);
    check((exponent << 52) + 1);
    if (exponent > 0)
      check((exponent << 52) - 1);
  }
  for (guint bit = 0; bit < 52; bit++)
    check(G_GUINT64_CONSTANT(1) << bit);
}

static void test_random(void) {
  guint64 state = 1;
  for (guint i = 0; i < 5000; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX generator */
    const guint64 bits = state ^ state >> 29;
    check(bits);
    check((guint64)ulp_bits_from_double(ULP_FORMAT_FP64, (double)(float)(double)(gint64)bits, ULP_ROUND_RN,
                                        ULP_PROFILE_IEEE));
  }
}

static void test_count(void) {
  static const struct {
    guint64 count;
    const char *text;
  } cases[] = {{0, "0"}, {9, "9"}, {10, "10"}, {G_MAXUINT64, "18446744073709551615"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    char text[ULP_NUMBER_SIZE + 1];
    text[ulp_count_write(cases[i].count, text)] = '\0';
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

/* Every format of the list: its values are written as core/number writes them. */
static void test_formats(void) {
  for (guint i = 0; ulp_format_ids[i]; i++) {
    UlpFormat format;
    g_assert_true(ulp_format_from_id(ulp_format_ids[i], &format, NULL));
    const UlpValueStyle style = ulp_value_style(format);
    const UlpBits all = ~(UlpBits)0 >> (128 - ulp_layout(format).container_bits);
    for (UlpBits k = 0; k < 300; k++) {
      const UlpBits bits = k * (all / 299);
      char text[ULP_NUMBER_SIZE + 1];
      text[ulp_bits_write_hex(&style, bits, text)] = '\0';
      g_autofree char *hex = ulp_bits_to_hex(format, bits), *hexfloat = ulp_bits_to_hexfloat(format, bits);
      g_assert_cmpstr(text, ==, hex);
      if (!style.in_double)
        continue;
      text[ulp_double_write_hexfloat(ulp_bits_to_double(format, bits), text)] = '\0';
      g_assert_cmpstr(text, ==, hexfloat);
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/number-text/special", test_special);
  g_test_add_func("/table/number-text/powers", test_powers);
  g_test_add_func("/table/number-text/random", test_random);
  g_test_add_func("/table/number-text/count", test_count);
  g_test_add_func("/table/number-text/formats", test_formats);
  return g_test_run();
}
