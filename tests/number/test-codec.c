/* Every pattern of the small formats, the facts of codec.h about special values, and the compiler's own conversions. */
#include "tests/number/oracle.h"

#include <math.h>
#include <string.h>

static const UlpFormat small[] = {ULP_FORMAT_TF32, ULP_FORMAT_BF16, ULP_FORMAT_FP16, ULP_FORMAT_E5M2, ULP_FORMAT_E4M3};

static UlpBits convert(UlpFormat from, UlpFormat to, UlpBits bits, UlpRound round, UlpProfile profile) {
  return ulp_convert_bits(ulp_layout(from), ulp_layout(to), bits, round, profile);
}

static guint64 bits_of(double value) {
  guint64 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Class and value of every pattern from the definition of its fields; back to the same pattern, through fp64 too. */
static void test_exhaustive(void) {
  for (guint i = 0; i < G_N_ELEMENTS(small); i++) {
    const UlpLayout layout = ulp_layout(small[i]);
    const int e = layout.exponent_bits, f = layout.fraction_bits, ones = (1 << e) - 1;
    for (guint64 raw = 0; raw < 2u << (e + f); raw++) {
      const UlpBits bits = (UlpBits)raw << layout.pad_bits;
      const UlpUnpacked value = ulp_unpack(layout, bits);
      const int field = (raw >> f) & ones;
      const guint64 fraction = raw & ((1u << f) - 1);
      const gboolean ieee_special = field == ones && layout.nan == ULP_NAN_IEEE;
      const gboolean only_nan = field == ones && !ieee_special && fraction == (1u << f) - 1;

      g_assert_cmpint(value.negative, ==, raw >> (e + f));
      g_assert_false(value.sticky);
      if (ieee_special && fraction == 0) {
        g_assert_cmpint(value.class_, ==, ULP_CLASS_INFINITE);
      } else if (ieee_special || only_nan) {
        g_assert_cmpint(value.class_, ==,
                        only_nan || fraction >> (f - 1) ? ULP_CLASS_QUIET_NAN : ULP_CLASS_SIGNALLING_NAN);
        g_assert_bits(value.significand, ==, only_nan ? (UlpBits)1 << 126 : (UlpBits)fraction << (127 - f));
        const UlpBits quiet = bits | (UlpBits)1 << (f - 1 + layout.pad_bits);
        g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, quiet);
        continue;
      } else {
        const double magnitude =
            field ? ldexp(1 + ldexp(fraction, -f), field - layout.bias) : ldexp(fraction, 1 - layout.bias - f);
        g_assert_cmpint(value.class_, ==,
                        magnitude == 0 ? ULP_CLASS_ZERO
                        : field        ? ULP_CLASS_NORMAL
                                       : ULP_CLASS_SUBNORMAL);
        g_assert_true(ldexp((double)value.significand, value.exponent) == magnitude);
        g_assert_cmphex(convert(small[i], ULP_FORMAT_FP64, bits, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                        bits_of(value.negative ? -magnitude : magnitude));
      }
      for (UlpRound round = 0; round < ULP_N_ROUNDS; round++) {
        const UlpBits wide = convert(small[i], ULP_FORMAT_FP64, bits, round, ULP_PROFILE_IEEE);
        g_assert_bits(ulp_pack(layout, value, round, ULP_PROFILE_IEEE), ==, bits);
        g_assert_bits(convert(ULP_FORMAT_FP64, small[i], wide, round, ULP_PROFILE_IEEE), ==, bits);
      }
    }
  }
}

static void test_unused_bits(void) {
  const UlpLayout tf32 = ulp_layout(ULP_FORMAT_TF32), fp16 = ulp_layout(ULP_FORMAT_FP16);
  g_assert_bits(ulp_convert_bits(tf32, tf32, 0x3f801fff, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, 0x3f800000);
  g_assert_cmpint(ulp_unpack(tf32, 0x7f801fff).class_, ==, ULP_CLASS_INFINITE);
  g_assert_bits(ulp_convert_bits(fp16, fp16, ~(UlpBits)0xffff | 0x3c01, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, 0x3c01);
}

/* Sign and top payload bits are kept, the result is quiet, and a payload that does not fit leaves a NaN. */
static void test_nan(void) {
  static const struct {
    UlpFormat from, to;
    guint64 bits, wanted;
  } cases[] = {
      {ULP_FORMAT_FP64, ULP_FORMAT_FP32, 0x7ff8000000000000, 0x7fc00000},
      {ULP_FORMAT_FP64, ULP_FORMAT_FP32, 0x7ff0000000000001, 0x7fc00000},
      {ULP_FORMAT_FP64, ULP_FORMAT_FP32, 0xfff4000020000000, 0xffe00001},
      {ULP_FORMAT_FP32, ULP_FORMAT_FP64, 0xff800001, 0xfff8000020000000},
      {ULP_FORMAT_FP32, ULP_FORMAT_FP16, 0x7f800001, 0x7e00},
      {ULP_FORMAT_FP32, ULP_FORMAT_FP16, 0xffffffff, 0xffff},
      {ULP_FORMAT_FP32, ULP_FORMAT_TF32, 0x7f801fff, 0x7fc00000},
      {ULP_FORMAT_FP32, ULP_FORMAT_BF16, 0x7f812345, 0x7fc1},
      {ULP_FORMAT_FP64, ULP_FORMAT_E5M2, 0xfff0000000000001, 0xfe},
      {ULP_FORMAT_FP64, ULP_FORMAT_E5M2, 0x7ff4000000000000, 0x7f},
      {ULP_FORMAT_FP64, ULP_FORMAT_E4M3, 0x7ff0000000000001, 0x7f},
      {ULP_FORMAT_FP64, ULP_FORMAT_E4M3, 0xfff8000000000000, 0xff},
      {ULP_FORMAT_E4M3, ULP_FORMAT_FP32, 0xff, 0xffc00000},
      {ULP_FORMAT_E4M3, ULP_FORMAT_E4M3, 0x7f, 0x7f},
  };
  static const UlpProfile profiles[] = {ULP_PROFILE_IEEE, ULP_PROFILE_SATURATE, ULP_PROFILE_FLUSH, ULP_PROFILE_OCP};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (UlpRound round = 0; round < ULP_N_ROUNDS; round++)
      for (guint p = 0; p < G_N_ELEMENTS(profiles); p++)
        g_assert_bits(convert(cases[i].from, cases[i].to, cases[i].bits, round, profiles[p]), ==, cases[i].wanted);
}

/* The C casts convert as IEEE 754 says, to nearest. */
static void test_compiler(void) {
  guint64 state = 3;
  for (int i = 0; i < 200000; i++) {
    guint64 pattern = oracle_random(&state);
    if (i & 1) /* within and just beyond the range of fp32, ties frequent */
      pattern = (pattern & 0x800fffffffffffff) | (870 + oracle_random(&state) % 290) << 52;
    if (i & 2)
      pattern = pattern >> 28 << 28;
    double value;
    memcpy(&value, &pattern, sizeof value);
    const float narrow = (float)value;
    guint32 wanted;
    memcpy(&wanted, &narrow, sizeof wanted);
    if (!isnan(value))
      g_assert_cmphex(convert(ULP_FORMAT_FP64, ULP_FORMAT_FP32, pattern, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, wanted);
#ifdef __FLT16_MANT_DIG__
    if (!isnan(narrow)) {
      const _Float16 half = (_Float16)narrow;
      guint16 half_bits;
      memcpy(&half_bits, &half, sizeof half_bits);
      g_assert_cmphex(convert(ULP_FORMAT_FP32, ULP_FORMAT_FP16, wanted, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, half_bits);
    }
#endif
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/codec/exhaustive", test_exhaustive);
  g_test_add_func("/number/codec/unused-bits", test_unused_bits);
  g_test_add_func("/number/codec/nan", test_nan);
  g_test_add_func("/number/codec/compiler", test_compiler);
  return g_test_run();
}
