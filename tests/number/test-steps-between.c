/* Steps between stored values: as many as neighbours lie between them. */
#include "core/number/steps-between.h"
#include "tests/number/oracle.h"

static void check(UlpFormat format, UlpBits a, UlpBits b, const char *wanted) {
  g_autofree char *steps = ulp_bits_steps_between(format, a, b);
  g_assert_cmpstr(steps, ==, wanted);
}

/* Every number of the small formats, by walking. */
static void test_walk(void) {
  static const char *const ids[] = {"e4m3", "e5m2", "e4m3fnuz", "e2m1", "e3m2", "e8m0", "int8-mx", "posit8"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    UlpFormat format = 0;
    g_assert_true(ulp_format_from_id(ids[i], &format, NULL));
    const UlpBits start = ulp_format_smallest(format);
    UlpBits at = start;
    for (int direction = 0; direction < 2; direction++) {
      at = start;
      for (int n = 1; n < 300; n++) {
        const UlpBits next = ulp_bits_neighbour(format, at, direction == 0);
        if (next == at || ulp_bits_class(format, next) > ULP_CLASS_INFINITE)
          break;
        at = next;
        g_autofree char *wanted = g_strdup_printf("%d", direction == 0 ? n : -n);
        g_test_message("%s 0x%x", ids[i], (guint)at);
        check(format, start, at, wanted);
      }
    }
  }
}

static void test_known(void) {
  check(ULP_FORMAT_FP32, 0x3f800000, 0x3f800001, "1");
  check(ULP_FORMAT_FP32, 0x3f800000, 0x40000000, "8388608"); /* 2^23 values a power of two */
  check(ULP_FORMAT_FP32, 0x80000000, 0, "0");
  check(ULP_FORMAT_FP32, 0x80000001, 1, "2");
  check(ULP_FORMAT_FP32, 0xff800000, 0x7f800000, "4278190080"); /* 2 * 0x7f800000 */
  check(ULP_FORMAT_FP32, 0x7fc00000, 0, NULL);
  check(ULP_FORMAT_TF32, 0x3f800000, 0x3f802000, "1");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/steps-between/walk", test_walk);
  g_test_add_func("/number/steps-between/known", test_known);
  return g_test_run();
}
