/* Classes and errors of single conversions, at the edges of the formats (OCP OFP8 1.0; IEEE 754-2019, 7.4). */
#include "core/experiment/conversion.h"

#include <math.h>
#include <string.h>

typedef struct {
  double value;
  UlpFormat to;
  UlpRound round;
  UlpProfile profile;
  UlpConverted expected;
  double error;
} Case;

static UlpConversionOutcome convert(UlpFormat from, const Case *test) {
  const UlpLayout source = ulp_layout(from), target = ulp_layout(test->to);
  UlpConvertedElement element = {.source = ulp_bits_from_double(from, test->value, ULP_ROUND_RN, ULP_PROFILE_IEEE)};
  element.converted = ulp_convert_bits(source, target, element.source, test->round, test->profile);
  element.back = ulp_convert_bits(target, source, element.converted, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const UlpConversion conversion = {from, test->to, test->round};
  return ulp_conversion_outcome(&conversion, &element);
}

#define E4M3 ULP_FORMAT_E4M3
#define FP16 ULP_FORMAT_FP16
#define RN ULP_ROUND_RN
#define RZ ULP_ROUND_RZ
#define RU ULP_ROUND_RU
#define RD ULP_ROUND_RD
#define IEEE ULP_PROFILE_IEEE
#define SATURATE ULP_PROFILE_SATURATE

/* Largest finite: e4m3 448, fp16 65504; smallest subnormal: e4m3 2^-9, fp16 2^-24. */
static const Case cases[] = {
    {1, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0},
    {0, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0},
    {-0.0, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0},
    {65504, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0},
    {0x1p-24, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0},
    {65519, FP16, RN, IEEE, ULP_CONVERTED_ROUNDED, -15},
    {65520, FP16, RN, IEEE, ULP_CONVERTED_OVERFLOW, NAN},
    {-65520, FP16, RN, IEEE, ULP_CONVERTED_OVERFLOW, NAN},
    {65519, FP16, RN, SATURATE, ULP_CONVERTED_ROUNDED, -15},
    {65520, FP16, RN, SATURATE, ULP_CONVERTED_OVERFLOW, -16},
    {65535, FP16, RZ, IEEE, ULP_CONVERTED_ROUNDED, -31},
    {65536, FP16, RZ, IEEE, ULP_CONVERTED_OVERFLOW, -32},
    {-65536, FP16, RZ, IEEE, ULP_CONVERTED_OVERFLOW, 32},
    {65505, FP16, RU, IEEE, ULP_CONVERTED_OVERFLOW, NAN},
    {-65535, FP16, RU, IEEE, ULP_CONVERTED_ROUNDED, 31},
    {-65536, FP16, RU, IEEE, ULP_CONVERTED_OVERFLOW, 32},
    {65535, FP16, RD, IEEE, ULP_CONVERTED_ROUNDED, -31},
    {-65505, FP16, RD, IEEE, ULP_CONVERTED_OVERFLOW, NAN},
    {464, E4M3, RN, IEEE, ULP_CONVERTED_ROUNDED, -16}, /* a tie, to even: 448 */
    {464.5, E4M3, RN, IEEE, ULP_CONVERTED_OVERFLOW, NAN},
    {464.5, E4M3, RN, SATURATE, ULP_CONVERTED_OVERFLOW, -16.5},
    {479, E4M3, RZ, IEEE, ULP_CONVERTED_ROUNDED, -31},
    {480, E4M3, RZ, IEEE, ULP_CONVERTED_OVERFLOW, -32},
    {0x1p-25, FP16, RN, IEEE, ULP_CONVERTED_TO_ZERO, -0x1p-25},
    {-0x1p-30, FP16, RN, IEEE, ULP_CONVERTED_TO_ZERO, 0x1p-30},
    {0x1p-30, FP16, RU, IEEE, ULP_CONVERTED_ROUNDED, 0x1p-24 - 0x1p-30},
    {1 + 0x1p-12, FP16, RN, IEEE, ULP_CONVERTED_ROUNDED, -0x1p-12},
    {INFINITY, FP16, RN, IEEE, ULP_CONVERTED_INFINITE, NAN},
    {-INFINITY, FP16, RN, SATURATE, ULP_CONVERTED_INFINITE, NAN},
    {INFINITY, E4M3, RN, IEEE, ULP_CONVERTED_INFINITE, NAN},
    {NAN, FP16, RN, IEEE, ULP_CONVERTED_NAN, NAN},
};

static void test_classes(void) {
  const UlpFormat sources[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};
  for (guint s = 0; s < G_N_ELEMENTS(sources); s++)
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
      const Case *test = &cases[i];
      const UlpConversionOutcome outcome = convert(sources[s], test);
      if (outcome.class_ != test->expected)
        g_test_message("%a to %s", test->value, ulp_format_info(test->to)->id);
      g_assert_cmpint(outcome.class_, ==, test->expected);
      if (isnan(test->error))
        g_assert_true(isnan(outcome.error) && isnan(outcome.relative));
      else
        g_assert_cmpfloat(outcome.error, ==, test->error);
      if (test->error == 0)
        g_assert_cmpfloat(outcome.relative, ==, 0);
      else if (!isnan(test->error))
        g_assert_cmpfloat(outcome.relative, ==, fabs(test->error) / fabs(test->value));
    }
}

static void test_extremes(void) {
  const Case largest = {G_MAXDOUBLE, ULP_FORMAT_FP32, RZ, IEEE, ULP_CONVERTED_OVERFLOW, 0};
  const UlpConversionOutcome outcome = convert(ULP_FORMAT_FP64, &largest);
  g_assert_cmpint(outcome.class_, ==, ULP_CONVERTED_OVERFLOW);
  g_assert_cmpfloat(outcome.error, ==, (double)G_MAXFLOAT - G_MAXDOUBLE);
  const Case same = {G_MAXDOUBLE, ULP_FORMAT_FP64, RU, IEEE, ULP_CONVERTED_EXACT, 0};
  g_assert_cmpint(convert(ULP_FORMAT_FP64, &same).class_, ==, ULP_CONVERTED_EXACT);
  const Case smallest = {0x1p-1074, ULP_FORMAT_FP32, RN, IEEE, ULP_CONVERTED_TO_ZERO, 0};
  g_assert_cmpint(convert(ULP_FORMAT_FP64, &smallest).class_, ==, ULP_CONVERTED_TO_ZERO);
}

/* 1/3 in bf16 goes to fp16 and back exactly; 2^-20 (1 + 2^-7) becomes subnormal in fp16 and loses its last bits. */
static void test_between_16_bit_formats(void) {
  const Case third = {1.0 / 3, FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0};
  g_assert_cmpint(convert(ULP_FORMAT_BF16, &third).class_, ==, ULP_CONVERTED_EXACT);
  const Case small = {0x1p-20 * (1 + 0x1p-7), FP16, RN, IEEE, ULP_CONVERTED_ROUNDED, 0};
  const UlpConversionOutcome outcome = convert(ULP_FORMAT_BF16, &small);
  g_assert_cmpint(outcome.class_, ==, ULP_CONVERTED_ROUNDED);
  g_assert_true(outcome.subnormal);
  g_assert_cmpfloat(outcome.error, ==, -0x1p-27);
}

static void test_totals(void) {
  static UlpConversionTotals totals;
  const double values[] = {1, 65519, 65520, 0x1p-25, INFINITY, NAN, 0x1p-24};
  ulp_exact_clear(&totals.error_sum);
  g_assert_true(isnan(ulp_conversion_mean_error(&totals)));
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    const Case test = {values[i], FP16, RN, IEEE, ULP_CONVERTED_EXACT, 0};
    const UlpConversionOutcome outcome = convert(ULP_FORMAT_FP64, &test);
    ulp_conversion_count(&totals, &outcome);
  }
  const guint64 expected[ULP_N_CONVERTED] = {2, 1, 1, 1, 1, 1};
  g_assert_cmpmem(totals.count, sizeof totals.count, expected, sizeof expected);
  g_assert_cmpuint(totals.subnormal, ==, 1);
  g_assert_cmpuint(totals.measured, ==, 4);
  g_assert_cmpfloat(totals.max_error, ==, 15);
  g_assert_cmpfloat(totals.max_relative, ==, 1);
  g_assert_cmpfloat(ulp_conversion_mean_error(&totals), ==, (15 + 0x1p-25) / 4);
}

/* The sum of the errors lies beyond every double, their mean does not. */
static void test_mean_of_large_errors(void) {
  static UlpConversionTotals totals;
  const Case largest = {G_MAXDOUBLE, FP16, RZ, IEEE, ULP_CONVERTED_OVERFLOW, 0};
  const UlpConversionOutcome outcome = convert(ULP_FORMAT_FP64, &largest);
  ulp_exact_clear(&totals.error_sum);
  for (guint i = 0; i < 3; i++)
    ulp_conversion_count(&totals, &outcome);
  g_assert_cmpfloat(ulp_conversion_mean_error(&totals), ==, fabs(outcome.error));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/conversion/classes", test_classes);
  g_test_add_func("/experiment/conversion/extremes", test_extremes);
  g_test_add_func("/experiment/conversion/between-16-bit-formats", test_between_16_bit_formats);
  g_test_add_func("/experiment/conversion/totals", test_totals);
  g_test_add_func("/experiment/conversion/mean-of-large-errors", test_mean_of_large_errors);
  return g_test_run();
}
