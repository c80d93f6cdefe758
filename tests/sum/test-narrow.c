/* The rounding of narrow accumulators against the codec, and their sums against rationals that fp64 holds. */
#include "core/number/format.h"
#include "core/sum/step.h"

#include <math.h>

static const UlpFormat formats[] = {ULP_FORMAT_FP16, ULP_FORMAT_BF16};

static double by_codec(UlpFormat format, double x) {
  return ulp_bits_to_double(format, ulp_bits_from_double(format, x, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static void assert_same(double found, double expected) {
  if (isnan(expected)) {
    g_assert_true(isnan(found));
    return;
  }
  g_assert_cmpfloat(found, ==, expected);
  g_assert_cmpint(signbit(found) != 0, ==, signbit(expected) != 0);
}

/* Around every number of the format: itself, the ties beside it, and what is a little off those. */
static void test_rounding(void) {
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    for (guint bits = 0; bits < 1 << 16; bits++) {
      const double x = ulp_bits_to_double(formats[f], bits);
      assert_same(ulp_narrowed(formats[f], (float)x), x);
      if (!isfinite(x))
        continue;
      const double tie = x + ldexp(1.0, ulp_bits_ulp_exponent(formats[f], bits) - 1);
      const double tried[] = {tie, nextafter(tie, -INFINITY), nextafter(tie, INFINITY), tie - ldexp(tie - x, -20)};
      for (guint i = 0; i < G_N_ELEMENTS(tried); i++) {
        assert_same(ulp_narrowed_double(formats[f], tried[i]), by_codec(formats[f], tried[i]));
        assert_same(ulp_narrowed(formats[f], (float)tried[i]), by_codec(formats[f], (float)tried[i]));
      }
    }
  }
}

/* Every addition of two numbers is rounded once: 2^20 pairs of each. */
static void test_additions(void) {
  guint64 state = 5;
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    const UlpStep step = f ? ULP_STEP_ADD_BF16 : ULP_STEP_ADD_FP16;
    for (guint i = 0; i < 1 << 20; i++) {
      state = state * G_GUINT64_CONSTANT(6364136223846793005) + G_GUINT64_CONSTANT(1442695040888963407);
      const double a = ulp_bits_to_double(formats[f], state >> 48),
                   b = ulp_bits_to_double(formats[f], state >> 32 & 0xffff);
      UlpSum sum = ulp_sum_of(step, a);
      ulp_sum_add(step, &sum, b);
      /* fp64 holds the sum of two fp16 numbers; of bf16 ones far apart only its rounding, by rules that keep the sticky bit. */
      if (formats[f] == ULP_FORMAT_FP16 || fabs(log2(fabs(a)) - log2(fabs(b))) < 40)
        assert_same(ulp_sum_value(step, sum), by_codec(formats[f], a + b));
    }
  }
}

/* Adding 1 stops where the gap becomes 2. */
static void test_ceilings(void) {
  static const struct {
    UlpStep step;
    double ceiling;
  } cases[] = {{ULP_STEP_ADD_FP16, 2048}, {ULP_STEP_ADD_BF16, 256}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpSum sum = ulp_sum_zero();
    for (guint k = 1; k <= 5000; k++) {
      ulp_sum_add(cases[i].step, &sum, 1);
      g_assert_cmpfloat(ulp_sum_value(cases[i].step, sum), ==, fmin(k, cases[i].ceiling));
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/narrow/rounding", test_rounding);
  g_test_add_func("/sum/narrow/additions", test_additions);
  g_test_add_func("/sum/narrow/ceilings", test_ceilings);
  return g_test_run();
}
