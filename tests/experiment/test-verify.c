/* What two converters make different bits of, by class: differences that are planted. */
#include "core/experiment/verify-classes.h"

#include "core/number/format.h"

static void test_classes(void) {
  const guint16 source[] = {0x0000, 0x3c00, 0x0001, 0x7c00, 0x7e00, 0x7bff, 0xbc00}; /* fp16: 65504 is beyond e4m3 */
  const guint8 expected[] = {0x00, 0x38, 0x00, 0x7e, 0x7f, 0x7e, 0xb8};
  const guint8 found[] = {0x80, 0x39, 0x00, 0x7f, 0x7f, 0x7f, 0xb9};
  const UlpConvertJob job = {.to = ULP_FORMAT_E4M3, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_CUDA};
  const UlpVerifyArrays arrays = {source, expected, found, G_N_ELEMENTS(source)};
  UlpVerifyClass classes[ULP_VERIFY_CLASSES] = {0};
  const guint64 wanted[ULP_VERIFY_CLASSES] = {
      [ULP_CLASS_ZERO] = 1, [ULP_CLASS_NORMAL] = 2, [ULP_CLASS_INFINITE] = 1, [ULP_VERIFY_OVERFLOW] = 1};
  ulp_verify_compare(classes, ULP_FORMAT_FP16, &job, &arrays);
  for (guint c = 0; c < ULP_VERIFY_CLASSES; c++)
    g_assert_cmpuint(classes[c].differ, ==, wanted[c]);
  g_assert_cmphex((guint64)classes[ULP_CLASS_NORMAL].example, ==, 0x3c00);
  g_assert_cmphex((guint64)classes[ULP_CLASS_NORMAL].expected, ==, 0x38);
  g_assert_cmphex((guint64)classes[ULP_CLASS_NORMAL].found, ==, 0x39);
  g_assert_cmpstr(ulp_verify_class_title(ULP_VERIFY_OVERFLOW), ==, "overflow");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/verify/classes", test_classes);
  return g_test_run();
}
