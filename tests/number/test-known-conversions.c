/* Conversions where implementations are known to disagree: right values from exact rationals, the OCP OFP8 1.0
 * specification and IEEE 754-2019. */
#include "tests/number/oracle.h"

#include <math.h>

#define FROM_FP64(value, format, round, profile)                                                                       \
  ((guint)ulp_bits_from_double(ULP_FORMAT_##format, value, ULP_ROUND_##round, ULP_PROFILE_##profile))
#define RN(value, format) FROM_FP64(value, format, RN, IEEE)

static guint64 convert(UlpFormat from, UlpFormat to, UlpBits bits, UlpRound round, UlpProfile profile) {
  return (guint64)ulp_convert_bits(ulp_layout(from), ulp_layout(to), bits, round, profile);
}

static void test_e4m3_overflow(void) {
  const guint32 above = 0x43e80001; /* the fp32 after 464 */
  g_assert_cmphex(RN(464, E4M3), ==, 0x7e);
  g_assert_cmphex(FROM_FP64(464, E4M3, RN, SATURATE), ==, 0x7e);
  g_assert_cmphex(convert(ULP_FORMAT_FP32, ULP_FORMAT_E4M3, above, ULP_ROUND_RN, ULP_PROFILE_SATURATE), ==, 0x7e);
  g_assert_cmphex(convert(ULP_FORMAT_FP32, ULP_FORMAT_E4M3, above, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, 0x7f);
  g_assert_cmphex(FROM_FP64(-INFINITY, E4M3, RN, SATURATE), ==, 0xfe);
  g_assert_cmphex(RN(-INFINITY, E4M3), ==, 0xff);

  g_assert_cmphex(FROM_FP64(1e9, E4M3, RZ, IEEE), ==, 0x7e);
  g_assert_cmphex(FROM_FP64(1e9, E4M3, RU, IEEE), ==, 0x7f);
  g_assert_cmphex(FROM_FP64(1e9, E4M3, RD, IEEE), ==, 0x7e);
  g_assert_cmphex(FROM_FP64(-1e9, E4M3, RU, IEEE), ==, 0xfe);
  g_assert_cmphex(FROM_FP64(-1e9, E4M3, RD, IEEE), ==, 0xff);
  g_assert_cmphex(FROM_FP64(INFINITY, E4M3, RZ, IEEE), ==, 0x7f); /* an infinity is no overflow: no mode directs it */
  g_assert_cmphex(FROM_FP64(448.5, E4M3, RU, IEEE), ==, 0x7f);
  g_assert_cmphex(FROM_FP64(448.5, E4M3, RU, SATURATE), ==, 0x7e);
}

static void test_e5m2_overflow(void) {
  g_assert_cmphex(RN(61439, E5M2), ==, 0x7b);
  g_assert_cmphex(RN(61440, E5M2), ==, 0x7c);
  g_assert_cmphex(FROM_FP64(61440, E5M2, RN, SATURATE), ==, 0x7b);
  g_assert_cmphex(FROM_FP64(INFINITY, E5M2, RN, SATURATE), ==, 0x7b);
  g_assert_cmphex(FROM_FP64(-INFINITY, E5M2, RZ, IEEE), ==, 0xfc);
  g_assert_cmphex(FROM_FP64(-70000, E5M2, RU, IEEE), ==, 0xfb);
}

static void test_negative_zero(void) {
  g_assert_cmphex(RN(-1e-30, E4M3), ==, 0x80);
  g_assert_cmphex(RN(-1e-30, E5M2), ==, 0x80);
  g_assert_cmphex(RN(-0.0, FP16), ==, 0x8000);
  g_assert_cmphex(FROM_FP64(-1e-30, FP16, RU, IEEE), ==, 0x8000);
  g_assert_cmphex(FROM_FP64(-1e-30, FP16, RD, IEEE), ==, 0x8001);
  g_assert_cmphex(FROM_FP64(1e-30, FP16, RU, IEEE), ==, 0x0001);
}

static void test_subnormals_kept(void) {
  g_assert_cmphex(convert(ULP_FORMAT_FP32, ULP_FORMAT_BF16, 0x00400000, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, 0x0040);
  g_assert_cmphex(convert(ULP_FORMAT_BF16, ULP_FORMAT_FP32, 0x0040, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, 0x00400000);
  g_assert_cmphex(convert(ULP_FORMAT_BF16, ULP_FORMAT_FP64, 0x0001, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                  G_GUINT64_CONSTANT(0x37a0000000000000)); /* 2^-133 */
}

/* Direct, and through fp32, which rounds twice. */
static void test_double_rounding(void) {
  static const struct {
    double value;
    UlpFormat to;
    guint direct, through;
  } cases[] = {
      {1 + 0x1p-11 + 0x1p-40, ULP_FORMAT_FP16, 0x3c01, 0x3c00},
      {1 + 0x1p-8 + 0x1p-40, ULP_FORMAT_BF16, 0x3f81, 0x3f80},
      {1 + 0x1p-4 + 0x1p-40, ULP_FORMAT_E4M3, 0x39, 0x38},
      {63343.99805, ULP_FORMAT_FP16, 0x7bbb, 0x7bbc},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpBits middle = ulp_bits_from_double(ULP_FORMAT_FP32, cases[i].value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_assert_cmphex(ulp_bits_from_double(cases[i].to, cases[i].value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                    cases[i].direct);
    g_assert_cmphex(convert(ULP_FORMAT_FP32, cases[i].to, middle, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                    cases[i].through);
  }
}

static void test_tf32(void) {
  static const struct {
    double value;
    UlpRound round;
    double wanted;
  } cases[] = {{1024.5, ULP_ROUND_RN, 1024}, {1024.5, ULP_ROUND_RZ, 1024}, {1025.5, ULP_ROUND_RN, 1026},
               {1025.5, ULP_ROUND_RZ, 1025}, {1024.5, ULP_ROUND_RU, 1025}, {-1024.5, ULP_ROUND_RD, -1025}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpBits bits = ulp_bits_from_double(ULP_FORMAT_TF32, cases[i].value, cases[i].round, ULP_PROFILE_IEEE);
    g_assert_cmpfloat(ulp_bits_to_double(ULP_FORMAT_TF32, bits), ==, cases[i].wanted);
    g_assert_cmphex(bits & 0x1fff, ==, 0);
  }
}

static double through(UlpFormat format, double value) {
  return ulp_bits_to_double(format, ulp_bits_from_double(format, value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static void test_everyday_values(void) {
  g_assert_cmphex(RN(65519, FP16), ==, 0x7bff); /* 65504 */
  g_assert_cmphex(RN(65520, FP16), ==, 0x7c00);
  g_assert_cmphex(RN(1e-8, FP16), ==, 0);
  g_assert_cmpfloat(through(ULP_FORMAT_FP16, 1e-8 * 1024), ==, 172 * 0x1p-24); /* 1.0252e-5 */
  g_assert_cmpfloat(through(ULP_FORMAT_BF16, 1 + 0.003), ==, 1);
  g_assert_cmpfloat(through(ULP_FORMAT_E4M3, 0.1), ==, 0.1015625);
  g_assert_cmpfloat(through(ULP_FORMAT_E4M3, 17), ==, 16);
  g_assert_cmpfloat(through(ULP_FORMAT_FP32, 0x1p24 + 1), ==, 0x1p24);
  g_assert_cmpfloat(through(ULP_FORMAT_FP16, 2049), ==, 2048);
  g_assert_cmpfloat(through(ULP_FORMAT_BF16, 257), ==, 256);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/known/e4m3-overflow", test_e4m3_overflow);
  g_test_add_func("/number/known/e5m2-overflow", test_e5m2_overflow);
  g_test_add_func("/number/known/negative-zero", test_negative_zero);
  g_test_add_func("/number/known/subnormals-kept", test_subnormals_kept);
  g_test_add_func("/number/known/double-rounding", test_double_rounding);
  g_test_add_func("/number/known/tf32", test_tf32);
  g_test_add_func("/number/known/everyday-values", test_everyday_values);
  return g_test_run();
}
