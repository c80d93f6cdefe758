/* Places of stored values: neighbours differ by 1, and the way back. */
#include "core/number/ordinal.h"
#include "tests/number/oracle.h"

#include <math.h>

static const char *const ids[] = {"e4m3", "e5m2", "e4m3fnuz", "e2m1",    "e3m2",   "e2m3",
                                  "e8m0", "int8", "uint8",    "int8-mx", "posit8", "e4m3-unsigned"};

static void test_every_pattern(void) {
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    UlpFormat format = 0;
    UlpOrdinal first, last;
    g_assert_true(ulp_format_from_id(ids[i], &format, NULL));
    g_test_message("%s", ids[i]);
    ulp_format_ordinals(format, &first, &last);
    double before = -HUGE_VAL;
    for (UlpOrdinal at = first; at <= last; at++) {
      UlpOrdinal again;
      const UlpBits bits = ulp_ordinal_bits(format, at);
      g_assert_true(ulp_bits_ordinal(format, bits, &again));
      g_assert_true(again == at);
      g_assert_cmpfloat(before, <, ulp_bits_to_double(format, bits)); /* every one fits fp64 */
      if (at > first)
        g_assert_true(ulp_bits_neighbour(format, bits, FALSE) == ulp_ordinal_bits(format, at - 1));
      before = ulp_bits_to_double(format, bits);
    }
    /* Nothing finite lies beyond the ends. */
    for (int up = 0; up < 2; up++) {
      const UlpBits end = ulp_ordinal_bits(format, up ? last : first), beyond = ulp_bits_neighbour(format, end, up);
      g_assert_true(beyond == end || ulp_bits_class(format, beyond) >= ULP_CLASS_INFINITE);
    }
  }
}

static void test_known(void) {
  UlpOrdinal ordinal, first, last;
  g_assert_false(ulp_bits_ordinal(ULP_FORMAT_FP32, 0x7fc00000, &ordinal));
  g_assert_true(ulp_bits_ordinal(ULP_FORMAT_FP32, 0xbf800000, &ordinal));
  g_assert_true(ordinal == -0x3f800000);
  g_assert_true(ulp_bits_ordinal(ULP_FORMAT_FP32, 0x80000000, &ordinal) && ordinal == 0);
  g_assert_true(ulp_bits_ordinal(ULP_FORMAT_TF32, 0x3f802000, &ordinal) && ordinal == 0x1fc01);
  ulp_format_ordinals(ULP_FORMAT_FP128, &first, &last);
  g_assert_true(last == ((UlpOrdinal)0x7fff << 112) - 1 && first == -last);
  ulp_format_ordinals(ULP_FORMAT_FP80, &first, &last); /* whose leading bit is not counted */
  g_assert_true(last == ((UlpOrdinal)0x7fff << 63) - 1);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/ordinal/every-pattern", test_every_pattern);
  g_test_add_func("/number/ordinal/known", test_known);
  return g_test_run();
}
