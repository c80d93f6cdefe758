/* Stochastic rounding by its definition: of all 2^bits random words as many go up as the cut-off part has ulps / 2^bits. */
#include "core/job/job.h"
#include "tests/number/oracle.h"

#include <math.h>

#define BITS 8
#define WORDS (1u << BITS)

static UlpRound with_bits(guint random) { return ulp_round_stochastic(random << (32 - BITS), BITS); }

/* How many of the random words make `value` of fp64 `upper` in `format`; all others make it `lower`. */
static guint count_up(UlpFormat format, double value, guint64 lower, guint64 upper) {
  guint up = 0;
  for (guint random = 0; random < WORDS; random++) {
    const guint64 bits = (guint64)ulp_bits_from_double(format, value, with_bits(random), ULP_PROFILE_IEEE);
    g_assert_true(bits == lower || bits == upper);
    up += bits == upper && upper != lower;
  }
  return up;
}

static void test_representable_stay(void) {
  static const UlpFormat formats[] = {ULP_FORMAT_FP16,     ULP_FORMAT_E4M3, ULP_FORMAT_E5M2,
                                      ULP_FORMAT_E4M3FNUZ, ULP_FORMAT_E2M1, ULP_FORMAT_POSIT8};
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++)
    for (guint bits = 0; bits < 1u << MIN(ulp_layout(formats[f]).container_bits, 10); bits++)
      for (guint random = 0; random < WORDS; random += 51)
        if (ulp_bits_class(formats[f], bits) < ULP_CLASS_INFINITE) {
          const UlpFormat wide = ULP_FORMAT_FP64;
          const UlpBits same = ulp_convert_bits(ulp_layout(formats[f]), ulp_layout(wide), bits, 0, ULP_PROFILE_IEEE);
          g_assert_bits(
              ulp_convert_bits(ulp_layout(wide), ulp_layout(formats[f]), same, with_bits(random), ULP_PROFILE_IEEE), ==,
              bits);
        }
}

static void test_probability(void) {
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 0x1p-25, 0, 1), ==, WORDS / 2); /* minpos/2 */
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, -0x1p-25, 0x8000, 0x8001), ==, WORDS / 2);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 0x1p-26, 0, 1), ==, WORDS / 4);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 0x1p-24 / WORDS, 0, 1), ==, 1);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 0x1p-25 / WORDS, 0, 1), ==, 0); /* below what the bits weigh */
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 1 + 0x1p-10 * 0.75, 0x3c00, 0x3c01), ==, 3 * WORDS / 4);
  g_assert_cmpuint(count_up(ULP_FORMAT_E4M3, 1 + 0x1p-3 * 3 / WORDS, 0x38, 0x39), ==, 3);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 2 - 0x1p-12, 0x3fff, 0x4000), ==, 3 * WORDS / 4); /* the carry */
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 0x1p-14 - 0x1p-25, 0x03ff, 0x0400), ==, WORDS / 2);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 65504 + 16, 0x7bff, 0x7c00), ==, WORDS / 2); /* half way to 2^16 */
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, 1e6, 0x7c00, 0x7c00), ==, 0);
  g_assert_cmpuint(count_up(ULP_FORMAT_FP16, (double)INFINITY, 0x7c00, 0x7c00), ==, 0);
}

/* The mean over an array is the number: 0.3 of the way with 2^16 elements, within 5 standard deviations; and other seeds,
 * other elements, the same seed the same. */
static void test_array(void) {
  enum { COUNT = 1 << 16 };
  UlpConvertJob job = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_SR, .random_bits = 16, .seed = 7};
  guint up = 0, differ = 0;
  for (guint64 i = 0; i < COUNT; i++) {
    const double value = 1 + 0.3 * 0x1p-10;
    const UlpBits first = ulp_bits_from_double(job.to, value, ulp_convert_job_round(&job, i), ULP_PROFILE_IEEE);
    UlpConvertJob other = job;
    other.first = 1000;
    if (i >= 1000)
      g_assert_cmpuint(ulp_convert_job_round(&other, i - 1000), ==, ulp_convert_job_round(&job, i)); /* of a part */
    other.first = 0;
    other.seed = 8;
    up += first == 0x3c01;
    differ += first != ulp_bits_from_double(job.to, value, ulp_convert_job_round(&other, i), ULP_PROFILE_IEEE);
  }
  g_assert_cmpfloat(fabs(up - 0.3 * COUNT), <, 5 * sqrt(0.3 * 0.7 * COUNT));
  g_assert_cmpfloat(fabs(differ - 2 * 0.3 * 0.7 * COUNT), <, 5 * sqrt(0.42 * 0.58 * COUNT));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/stochastic/representable-stay", test_representable_stay);
  g_test_add_func("/number/stochastic/probability", test_probability);
  g_test_add_func("/number/stochastic/array", test_array);
  return g_test_run();
}
