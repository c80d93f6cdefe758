/* What the agreement suite lets pass of a sum whose order is open. */
#include "agreement.h"

#define LARGEST ((double)FLT_MAX)

static void test_near(void) {
  g_assert_true(agreement_is_near(1, 1000, 10, 10));
  g_assert_true(agreement_is_near(1, 1000, 11, 10));
  g_assert_false(agreement_is_near(1, 1000, 11.01, 10));
  g_assert_false(agreement_is_near(1, 1000, (double)INFINITY, 10));
  g_assert_false(agreement_is_near(1, 1000, (double)NAN, 10));
}

/* Near fp32's end a sum may be lost, but is not anything. */
static void test_overflow(void) {
  g_assert_false(agreement_is_near(1, LARGEST / 4, (double)INFINITY, LARGEST / 4));
  for (double scale = LARGEST / 2; isfinite(scale); scale *= 1e30) {
    g_assert_true(agreement_is_near(1, scale, (double)INFINITY, 1));
    g_assert_true(agreement_is_near(1, scale, (double)NAN, 1));
    g_assert_true(agreement_is_near(1, scale, 1, 1));
  }
  g_assert_true(agreement_is_near(1, LARGEST / 2, LARGEST / 8, LARGEST / 8));
  g_assert_true(agreement_is_near(3, LARGEST, (double)NAN, (double)INFINITY)); /* -LARGEST, -LARGEST, infinity */
  g_assert_false(agreement_is_near(3, 1000, (double)NAN, (double)INFINITY));
  g_assert_true(agreement_is_near(3, LARGEST, -(double)INFINITY, (double)INFINITY)); /* -LARGEST, -LARGEST, 4 LARGEST */
  g_assert_false(agreement_is_near(3, 1000, -(double)INFINITY, (double)INFINITY));
  g_assert_false(agreement_is_near(1, LARGEST / 2, LARGEST / 8, LARGEST / 4));
  g_assert_false(agreement_is_near(1, LARGEST / 2, 0, LARGEST / 4));
}

/* Each addition may flush what is not a normal number of fp32, and no more than that. */
static void test_flushed(void) {
  g_assert_true(agreement_is_near(3, 0x1p-149, 0, 0x1.8p-148));
  g_assert_true(agreement_is_near(3, 0x1p-1074, 0, 0x1p-1073));
  g_assert_false(agreement_is_near(3, 0x1p-126, 0, 0x1p-124));
}

/* What holds an infinity or NaN sums to just that, whatever the other elements are. */
static void test_not_finite(void) {
  static const double none[] = {(double)INFINITY, (double)-INFINITY, (double)NAN};
  for (guint i = 0; i < G_N_ELEMENTS(none); i++) {
    for (guint k = 0; k < G_N_ELEMENTS(none); k++)
      g_assert_true(agreement_is_near(2, 1, none[k], none[i]) == (i == k));
    g_assert_false(agreement_is_near(2, LARGEST, 1, none[i]));
  }
}

/* A device is never compared with itself. */
static void test_pairs(void) {
  g_autoptr(GArray) pairs = agreement_pairs();
  for (guint i = 0; i < pairs->len; i++) {
    const AgreementPair *pair = &g_array_index(pairs, AgreementPair, i);
    g_assert_true(pair->device != pair->reference);
    g_assert_false(ulp_device_is_cpu(pair->device));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/agreement-rule/near", test_near);
  g_test_add_func("/agreement-rule/overflow", test_overflow);
  g_test_add_func("/agreement-rule/flushed", test_flushed);
  g_test_add_func("/agreement-rule/not-finite", test_not_finite);
  g_test_add_func("/agreement-rule/pairs", test_pairs);
  return g_test_run();
}
