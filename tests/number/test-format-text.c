/* Exact and shortest decimals, hex floats and patterns. */
#include "tests/number/oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FP32 ULP_FORMAT_FP32
#define FP64 ULP_FORMAT_FP64

/* Right texts: exact rationals (Python's fractions and decimal), and repr() of the value in fp64 for the shortest. */
static const struct {
  UlpFormat format;
  guint64 bits;
  const char *decimal, *text, *hexfloat, *hex;
} texts[] = {
    {FP32, 0x3dcccccd, "0.100000001490116119384765625", "0.10000000149011612", "0x1.99999ap-4", "0x3dcccccd"},
    {FP64, 0x3fb999999999999a, "0.1000000000000000055511151231257827021181583404541015625", "0.1",
     "0x1.999999999999ap-4", "0x3fb999999999999a"},
    {FP64, 0x3fd3333333333334, "0.3000000000000000444089209850062616169452667236328125", "0.30000000000000004",
     "0x1.3333333333334p-2", "0x3fd3333333333334"},
    {FP64, 0xc068000000000000, "-192", "-192", "-0x1.8p+7", "0xc068000000000000"},
    {FP64, 0x4341c37937e08000, "10000000000000000", "1e16", "0x1.1c37937e08p+53", "0x4341c37937e08000"},
    {FP64, 0x430c6bf526340000, "1000000000000000", "1000000000000000", "0x1.c6bf52634p+49", "0x430c6bf526340000"},
    {FP64, 0x44b52d02c7e14af6, "99999999999999991611392", "1e23", "0x1.52d02c7e14af6p+76", "0x44b52d02c7e14af6"},
    {FP64, 0x3ee4f8b588e368f1, "0.000010000000000000000818030539140313095458623138256371021270751953125", "0.00001",
     "0x1.4f8b588e368f1p-17", "0x3ee4f8b588e368f1"},
    {FP64, 0x3eb0c6f7a0b5ed8d, "0.000000999999999999999954748111825886258685613938723690807819366455078125", "1e-6",
     "0x1.0c6f7a0b5ed8dp-20", "0x3eb0c6f7a0b5ed8d"},
    /* 2^-44: the nearest decimal of 16 digits, 5.684341886080801e-14, does not read back; the one above it does */
    {FP64, 0x3d30000000000000, "0.00000000000005684341886080801486968994140625", "5.684341886080802e-14", "0x1p-44",
     "0x3d30000000000000"},
    {FP32, 0x00000001,
     "0.00000000000000000000000000000000000000000000140129846432481707092372958328991613128026194187651577175706828388979108"
     "268586060148663818836212158203125",
     "1.401298464324817e-45", "0x1p-149", "0x00000001"},
    {FP32, 0x80400000,
     "-0.0000000000000000000000000000000000000058774717541114375398436826861112283890933277838604376075437585313920862972736"
     "358642578125",
     "-5.877471754111438e-39", "-0x1p-127", "0x80400000"},
    {FP32, 0x7f7fffff, "340282346638528859811704183484516925440", "3.4028234663852886e38", "0x1.fffffep+127",
     "0x7f7fffff"},
    {FP32, 0x80000000, "-0", "-0", "-0x0p+0", "0x80000000"},
    {FP32, 0x00000000, "0", "0", "0x0p+0", "0x00000000"},
    {FP32, 0x7f800000, "inf", "inf", "inf", "0x7f800000"},
    {FP32, 0xff800000, "-inf", "-inf", "-inf", "0xff800000"},
    {FP32, 0xffc00001, "nan", "nan", "nan", "0xffc00001"},
    {ULP_FORMAT_TF32, 0x3dccc000, "0.0999755859375", "0.0999755859375", "0x1.998p-4", "0x3dccc000"},
    {ULP_FORMAT_BF16, 0x3dcd, "0.10009765625", "0.10009765625", "0x1.9ap-4", "0x3dcd"},
    {ULP_FORMAT_FP16, 0x2e66, "0.0999755859375", "0.0999755859375", "0x1.998p-4", "0x2e66"},
    {ULP_FORMAT_FP16, 0x0001, "0.000000059604644775390625", "5.960464477539063e-8", "0x1p-24", "0x0001"},
    {ULP_FORMAT_FP16, 0x7bff, "65504", "65504", "0x1.ffcp+15", "0x7bff"},
    {ULP_FORMAT_E5M2, 0x2e, "0.09375", "0.09375", "0x1.8p-4", "0x2e"},
    {ULP_FORMAT_E5M2, 0x60, "512", "512", "0x1p+9", "0x60"},
    {ULP_FORMAT_E4M3, 0x1d, "0.1015625", "0.1015625", "0x1.ap-4", "0x1d"},
    {ULP_FORMAT_E4M3, 0x7f, "nan", "nan", "nan", "0x7f"},
};

static void test_texts(void) {
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *decimal = ulp_bits_to_decimal(texts[i].format, texts[i].bits);
    g_autofree char *text = ulp_bits_to_text(texts[i].format, texts[i].bits);
    g_autofree char *hexfloat = ulp_bits_to_hexfloat(texts[i].format, texts[i].bits);
    g_autofree char *hex = ulp_bits_to_hex(texts[i].format, texts[i].bits);
    g_assert_cmpstr(decimal, ==, texts[i].decimal);
    g_assert_cmpstr(text, ==, texts[i].text);
    g_assert_cmpstr(hexfloat, ==, texts[i].hexfloat);
    g_assert_cmpstr(hex, ==, texts[i].hex);
  }
}

/* Significant digits of a shortest decimal: without zeros before the first and after the last. */
static gsize count_digits(const char *text) {
  gsize n = 0, last = 0;
  for (; *text && *text != 'e'; text++) {
    if (!g_ascii_isdigit(*text) || (*text == '0' && n == 0))
      continue;
    n++;
    if (*text != '0')
      last = n;
  }
  return last;
}

/* Reads back as fp64; no decimal with a digit less does: neither of the two that enclose the value. */
static void check_shortest(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format), wide = ulp_layout(FP64);
  g_autofree char *text = ulp_bits_to_text(format, bits);
  const gsize n = count_digits(text);
  mpfr_t exact, back;
  mpfr_inits2(2000, exact, back, (mpfr_ptr)0);

  oracle_decode(exact, layout, bits);
  mpfr_set_str(back, text, 10, MPFR_RNDN);
  const UlpBits as_fp64 = oracle_round(exact, wide, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_assert_bits(oracle_round(back, wide, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, as_fp64);
  for (int up = 0; n > 1 && up < 2; up++) {
    char shorter[64], digits[64];
    mpfr_exp_t exponent;
    mpfr_get_str(digits, &exponent, 10, n - 1, exact, up ? MPFR_RNDU : MPFR_RNDD);
    g_snprintf(shorter, sizeof shorter, "%s0.%se%ld", *digits == '-' ? "-" : "", digits + (*digits == '-'),
               (long)exponent);
    mpfr_set_str(back, shorter, 10, MPFR_RNDN);
    g_assert_bits(oracle_round(back, wide, ULP_ROUND_RN, ULP_PROFILE_IEEE), !=, as_fp64);
  }
  mpfr_clears(exact, back, (mpfr_ptr)0);
}

static void test_shortest(void) {
  guint64 state = 11;
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat format = ulp_formats[index];
    const UlpLayout layout = ulp_layout(format);
    if (!oracle_covers(layout) || !ulp_format_fits_fp64(format))
      continue;
    for (guint i = 0; i < 1500; i++) {
      UlpBits bits = oracle_random_bits(&state, layout.container_bits) & oracle_mask(layout);
      if (i % 3 == 0) /* a power of two, where the gap below is half the gap above */
        bits = bits >> (layout.fraction_bits + layout.pad_bits) << (layout.fraction_bits + layout.pad_bits);
      const UlpClass class_ = ulp_bits_class(format, bits);
      if (class_ == ULP_CLASS_NORMAL || class_ == ULP_CLASS_SUBNORMAL)
        check_shortest(format, bits);
    }
  }
}

/* The largest values of formats without infinity and NaN read back from any larger number, too, which is not
 * their text. */
static void test_shortest_where_formats_saturate(void) {
  static const struct {
    UlpFormat format;
    const char *id; /* NULL: `format` */
    UlpBits bits;
    const char *text;
  } cases[] = {
      {ULP_FORMAT_PACK(64, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0), NULL, G_MAXINT64,
       "9.223372036854775807e18"},
      {ULP_FORMAT_PACK(64, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0), NULL, (guint64)G_MININT64,
       "-9.223372036854775808e18"},
      {0, "e2m60-noinf-nonan", ((UlpBits)1 << 62) - 1, "7.999999999999999996"}, /* 8 - 2^-58 */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpFormat format = cases[i].format;
    g_assert_true(!cases[i].id || ulp_format_from_id(cases[i].id, &format, NULL));
    g_autofree char *text = ulp_bits_to_text(format, cases[i].bits);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

/* glibc's exact %.*f and %a (C17 leaves the leading digit of a subnormal open, so normal values only). */
static void test_against_printf(void) {
  guint64 state = 12;
  for (guint i = 0; i < 2000; i++) {
    const guint64 bits = oracle_random(&state);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value))
      continue;
    g_autofree char *decimal = ulp_bits_to_decimal(FP64, bits);
    const char *point = strchr(decimal, '.');
    g_autofree char *wanted = g_strdup_printf("%.*f", point ? (int)strlen(point + 1) : 0, value);
    g_assert_cmpstr(decimal, ==, wanted);
    g_assert_true(!point || decimal[strlen(decimal) - 1] != '0');
    g_assert_true(strtod(decimal, NULL) == value);
    if (isnormal(value)) {
      g_autofree char *hexfloat = ulp_bits_to_hexfloat(FP64, bits);
      g_autofree char *wanted_hex = g_strdup_printf("%a", value);
      g_assert_cmpstr(hexfloat, ==, wanted_hex);
    }
  }
}

/* Significand, power and words of the exponent, of every kind of format. */
static void test_parts(void) {
  static const struct {
    const char *id; /* NULL: `format` */
    UlpFormat format;
    const char *typed, *significand;
    int power;
    const char *words;
  } cases[] = {
      {"fp32", 0, "0xc3400000", "1.5", 7, "stored exponent 134 - bias 127 = 7"},
      {"fp16", 0, "0x0001", "0.0009765625", -14,
       "stored exponent 0: no hidden 1, the exponent is that of 1: 1 - bias 15 = -14"},
      {"fp16", 0, "0x0000", "0", -14, "stored exponent 0: no hidden 1, the exponent is that of 1: 1 - bias 15 = -14"},
      {"fp16", 0, "0x7c00", NULL, 0, "exponent field all ones"},
      {"e4m3", 0, "0x7f", NULL, 0, "exponent field all ones"},
      {"e2m1-noinf-nonan", 0, "0x7", "1.5", 2, "stored exponent 3 - bias 1 = 2"},
      {"e4m3-noinf-zeronan", 0, "0x80", NULL, 0, NULL}, /* NaN where -0 would be */
      {"e8m0", 0, "0x00", "1", -127, "stored exponent 0 - bias 127 = -127"},
      {"e8m0-noinf-onenan-nosubnormals-unsigned-nozero", 0, "0xff", NULL, 0, "exponent field all ones"},
      {"e15m112", 0, "0x3ffb999999999999999999999999999a", "about 1.6", -4, "stored exponent 16379 - bias 16383 = -4"},
      {"e15m63-leadingbit", 0, "0x3fffc000000000000000", "1.5", 0, "stored exponent 16383 - bias 16383 = 0"},
      {"e15m10", 0, "0x0000001", "0.0009765625", -16382,
       "stored exponent 0: no hidden 1, the exponent is that of 1: 1 - bias 16383 = -16382"},
      {NULL, ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0), "0x25", "1.625", -4,
       "regime -1, exponent 0"},
      {NULL, ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0), "0x7f", "1", 24,
       "regime 6, exponent 0"},
      {NULL, ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0), "0x80", NULL, 0, NULL},
      {NULL, ULP_FORMAT_PACK(64, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0), "0x7fffffffffffffff",
       "about 1.9999999999999999998", 62, NULL},
      {NULL, ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 4, ULP_NAN_NONE, 0), "0xfe", "1", -3, NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpFormat format = cases[i].format;
    UlpBits bits = 0;
    for (const char *digit = cases[i].typed + 2; *digit; digit++)
      bits = bits << 4 | (guint)g_ascii_xdigit_value(*digit);
    g_assert_true(!cases[i].id || ulp_format_from_id(cases[i].id, &format, NULL));
    g_autofree char *words = ulp_bits_exponent_words(format, bits);
    g_assert_cmpstr(words, ==, cases[i].words);
    if (!cases[i].significand)
      continue;
    int power;
    g_autofree char *significand = ulp_bits_to_significand(format, bits, &power);
    g_assert_cmpstr(significand, ==, cases[i].significand);
    g_assert_cmpint(power, ==, cases[i].power);
  }
}

static void test_powers(void) {
  static const struct {
    int exponent;
    const char *text;
  } cases[] = {{0, "1"},
               {-1, "0.5"},
               {-8, "0.00390625"},
               {-9, "about 0.00195312"}, /* 0.001953125, to even */
               {-27, "about 7.45058e-09"},
               {19, "524288"},
               {20, "about 1.04858e+06"},
               {-14, "about 6.10352e-05"},
               {-13, "about 0.00012207"},
               {-16494, "about 6.47518e-4966"},
               {16383, "about 5.94866e+4931"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = ulp_power_to_text(cases[i].exponent);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/text/known", test_texts);
  g_test_add_func("/number/text/shortest", test_shortest);
  g_test_add_func("/number/text/shortest-at-the-end", test_shortest_where_formats_saturate);
  g_test_add_func("/number/text/printf", test_against_printf);
  g_test_add_func("/number/text/parts", test_parts);
  g_test_add_func("/number/text/powers", test_powers);
  return g_test_run();
}
