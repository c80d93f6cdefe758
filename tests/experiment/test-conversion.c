/* Classes and errors of single conversions, at the edges of the formats (OCP OFP8 1.0; IEEE 754-2019, 7.4). */
#include "core/backend/device.h"
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
  const UlpBits element = ulp_bits_from_double(from, test->value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const UlpBits converted = ulp_convert_bits(source, target, element, test->round, test->profile);
  const UlpBits back = ulp_convert_bits(target, source, converted, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const UlpConversionOutcome outcome = ulp_conversion_outcome(from, test->to, test->round, element, converted, back);
  const UlpConversionOutcome same =
      ulp_conversion_outcome_of(from, test->to)(from, test->to, test->round, element, converted, back);
  g_assert_true(outcome.class_ == same.class_ && outcome.subnormal == same.subnormal);
  g_assert_cmpmem(&outcome.error, sizeof outcome.error, &same.error, sizeof same.error);
  return outcome;
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

/* 2^63 - 1 becomes an infinity in fp16, from which int64 saturates back to it: no error was measured. */
static void test_not_finite_between(void) {
  const UlpFormat int64 = ULP_FORMAT_PACK(64, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0);
  const UlpConversionOutcome outcome =
      ulp_conversion_outcome_of(int64, FP16)(int64, FP16, RN, G_MAXINT64, 0x7c00, G_MAXINT64);
  g_assert_cmpint(outcome.class_, ==, ULP_CONVERTED_OVERFLOW);
  g_assert_true(isnan(outcome.error) && isnan(outcome.relative));
}

/* Totals of an array that goes to `to` and back on the CPU. */
static UlpConversionTotals totals_of(const double *values, guint n, UlpFormat to, UlpRound round) {
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open("cpu", &error);
  const UlpConvertJob there = {to, round, IEEE}, back = {ULP_FORMAT_FP64, RN, IEEE};
  g_autoptr(UlpArray) source = ulp_device_upload(device, ULP_FORMAT_FP64, values, n, NULL, &error);
  g_autoptr(UlpArray) converted = ulp_array_convert(source, &there, NULL, NULL, &error);
  g_autoptr(UlpArray) again = ulp_array_convert(converted, &back, NULL, NULL, &error);
  UlpArray *const arrays[] = {source, converted, again};
  UlpConversionSums sums;
  ulp_conversion_sums_init(&sums);
  ulp_conversion_sums_add(&sums, arrays, round, 0, NULL, &error);
  g_assert_no_error(error);
  return ulp_conversion_totals(&sums);
}

static void test_totals(void) {
  const double values[] = {1, 65519, 65520, 0x1p-25, (double)INFINITY, (double)NAN, 0x1p-24};
  const UlpConversionTotals totals = totals_of(values, G_N_ELEMENTS(values), FP16, RN);
  const guint64 expected[ULP_N_CONVERTED] = {2, 1, 1, 1, 1, 1};
  g_assert_cmpmem(totals.count, sizeof totals.count, expected, sizeof expected);
  g_assert_cmpuint(totals.subnormal, ==, 1);
  g_assert_cmpfloat(totals.max_error, ==, 15);
  g_assert_cmpfloat(totals.max_relative, ==, 1);
  g_assert_cmpfloat(totals.mean_error, ==, (15 + 0x1p-25) / 4);
}

/* Where nothing could be measured nothing is claimed. */
static void test_nothing_measured(void) {
  const double values[] = {1e10, -1e10, (double)INFINITY, (double)NAN};
  const UlpConversionTotals totals = totals_of(values, G_N_ELEMENTS(values), FP16, RN);
  g_assert_cmpuint(totals.count[ULP_CONVERTED_OVERFLOW], ==, 2);
  g_assert_true(isnan(totals.max_error) && isnan(totals.mean_error) && isnan(totals.max_relative));
}

/* The sum of the errors lies beyond every double, their mean does not. */
static void test_mean_of_large_errors(void) {
  const double values[] = {G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE};
  const Case largest = {G_MAXDOUBLE, FP16, RZ, IEEE, ULP_CONVERTED_OVERFLOW, 0};
  const UlpConversionTotals totals = totals_of(values, G_N_ELEMENTS(values), FP16, RZ);
  g_assert_cmpfloat(totals.mean_error, ==, fabs(convert(ULP_FORMAT_FP64, &largest).error));
}

/* Errors 0.25, -0.5 and 0 of 1.25, 2.5 and 4 in e2m1 (whose values are 0, 0.5, 1, 1.5, 2, 3, 4, 6; ties go to even): 1.25 -> 1
 * by half an ulp of 0.5, 2.5 -> 2 by half an ulp of 1; and 7 beyond it, which stays 6. */
static void test_measures(void) {
  const double values[] = {1.25, 2.5, 4, 7};
  const UlpConversionTotals e2m1 = totals_of(values, 3, ULP_FORMAT_E2M1, RN);
  g_assert_cmpuint(e2m1.count[ULP_CONVERTED_ROUNDED], ==, 2);
  g_assert_cmpuint(e2m1.saturated, ==, 0);
  g_assert_cmpfloat(e2m1.max_error, ==, 0.5);
  g_assert_cmpfloat(e2m1.mean_error, ==, 0.25);
  g_assert_cmpfloat(e2m1.bias, ==, -0.25);
  g_assert_cmpfloat(e2m1.max_relative, ==, 0.2);
  g_assert_cmpfloat(e2m1.mean_relative, ==, 0.4 / 3);
  g_assert_cmpfloat(e2m1.max_ulps, ==, 0.5);
  g_assert_cmpfloat(e2m1.mean_ulps, ==, 1.0 / 3);
  g_assert_cmpfloat(e2m1.rmse, ==, sqrt(0.3125 / 3));
  /* 10 log10 (23.8125 / 0.3125) */
  g_assert_cmpfloat_with_epsilon(e2m1.sqnr, 18.819549, 1e-6);
  g_assert_cmpuint(e2m1.worst, ==, 1);
  g_assert_cmpuint(e2m1.worst_relative, ==, 0); /* both are 0.2: the first */
  const UlpConversionTotals all = totals_of(values, 4, ULP_FORMAT_E2M1, RN);
  g_assert_cmpuint(all.count[ULP_CONVERTED_OVERFLOW], ==, 1);
  g_assert_cmpuint(all.saturated, ==, 1);
  g_assert_cmpfloat(all.max_ulps, ==, 0.5); /* 1 of ulps of 2 */
  const UlpConversionTotals exact = totals_of(values, 4, ULP_FORMAT_FP32, RN);
  g_assert_cmpfloat(exact.rmse, ==, 0);
  g_assert_true(isinf(exact.sqnr) && exact.sqnr > 0);
}

/* In two parts as in one. */
static void test_parts(void) {
  const double values[] = {1, 65519, 65520, 0x1p-25, 3.0001, 0x1p-24, 1e5, 0.1, 1e-9};
  const guint n = G_N_ELEMENTS(values);
  const UlpConvertJob there = {FP16, RN, IEEE}, back = {ULP_FORMAT_FP64, RN, IEEE};
  const UlpConversionTotals whole = totals_of(values, n, FP16, RN);
  UlpDevice *device = ulp_device_open("cpu", NULL);
  for (guint cut = 1; cut < n; cut++) {
    UlpConversionSums sums;
    ulp_conversion_sums_init(&sums);
    for (guint part = 0; part < 2; part++) {
      const guint first = part * cut, count = part ? n - cut : cut;
      g_autoptr(UlpArray) source = ulp_device_upload(device, ULP_FORMAT_FP64, values + first, count, NULL, NULL);
      g_autoptr(UlpArray) converted = ulp_array_convert(source, &there, NULL, NULL, NULL);
      g_autoptr(UlpArray) again = ulp_array_convert(converted, &back, NULL, NULL, NULL);
      UlpArray *const arrays[] = {source, converted, again};
      g_assert_true(ulp_conversion_sums_add(&sums, arrays, RN, first, NULL, NULL));
    }
    const UlpConversionTotals totals = ulp_conversion_totals(&sums);
    g_assert_cmpmem(&totals, sizeof totals, &whole, sizeof whole);
  }
}

/* 1e-8 is lost in fp16, and 1e-8 1024 becomes 1.0252e-5, which is the nearest multiple of 2^-24. */
static void test_scale(void) {
  const double values[] = {1e-8, 60000, 65};
  const UlpFormat scaled = ulp_format_scaled(FP16, 10);
  g_assert_cmpuint(totals_of(values, 3, FP16, RN).count[ULP_CONVERTED_TO_ZERO], ==, 1);
  const UlpConversionTotals totals = totals_of(values, 3, scaled, RN);
  g_assert_cmpuint(totals.count[ULP_CONVERTED_TO_ZERO], ==, 0);
  g_assert_cmpuint(totals.count[ULP_CONVERTED_OVERFLOW], ==, 2); /* 60000 and 65 times 1024 are beyond 65504 */
  const double stored = 172 * 0x1p-24 / 1024;                    /* 1e-8 1024 2^24 is 171.8 */
  g_assert_cmpfloat(totals.max_error, ==, stored - 1e-8);
  g_assert_cmpfloat_with_epsilon(stored * 1024, 1.0252e-5, 1e-9);
  g_assert_cmpuint(ulp_format_scaled(FP16, 0), ==, FP16);
  g_assert_cmpuint(ulp_format_scaled(ULP_FORMAT_POSIT8, 1), ==, 0);
  g_assert_cmpuint(ulp_format_scaled(ULP_FORMAT_FP128, 62), ==, 0); /* below every exponent that is allowed */
}

static UlpFormat typed(const char *id) {
  g_autoptr(GError) error = NULL;
  UlpFormat format;
  ulp_format_from_id(id, &format, &error);
  g_assert_no_error(error);
  return format;
}

/* Overflow is what lies beyond the largest value after rounding in the same format with exponents without end. */
static void test_overflow(void) {
  static const struct {
    const char *id, *endless;
  } formats[] = {{"e2m1-noinf-nonan", "e8m1-bias1-ieee"},
                 {"e4m3", "e8m3-bias7-ieee"},
                 {"e5m2", "e8m2-bias15-ieee"},
                 {"e3m2-noinf-nonan", "e8m2-bias3-ieee"},
                 {"fp16", "e8m10-bias15-ieee"},
                 {"e4m3-noinf-zeronan", "e8m3-bias7-ieee"}};
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    const UlpFormat format = typed(formats[f].id), endless = typed(formats[f].endless);
    const double largest = ulp_bits_to_double(format, ulp_format_largest(format));
    for (int i = -400; i <= 400; i++) {
      const double value = (i & 1 ? -1 : 1) * largest * (1 + (double)i / 800);
      const UlpUnpacked unpacked =
          ulp_unpack(ulp_layout(ULP_FORMAT_FP64), ulp_bits_from_double(ULP_FORMAT_FP64, value, RN, IEEE));
      for (UlpRound round = 0; round < ULP_N_ROUNDS; round++) {
        const double rounded = ulp_bits_to_double(endless, ulp_bits_from_double(endless, value, round, IEEE));
        g_assert_cmpint(ulp_overflows(ulp_layout(format), unpacked, round), ==, fabs(rounded) > largest);
      }
    }
  }
}

/* The short way to an error gives what exact arithmetic and one rounding give. */
static void test_errors_both_ways(void) {
  static const char *const ids[] = {"fp64", "fp32", "fp16", "bf16", "e4m3", "e11m40", "e2m1-noinf-nonan"};
  guint64 state = 88172645463325252u;
  for (guint f = 0; f < G_N_ELEMENTS(ids); f++) {
    const UlpLayout layout = ulp_layout(typed(ids[f]));
    g_assert_true(ulp_layout_fits_double(layout));
    for (guint i = 0; i < 20000; i++) {
      UlpUnpacked values[2];
      for (guint k = 0; k < 2; k++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        values[k] = ulp_unpack(layout, i % 3 == 0 ? state & 7 : state >> (64 - layout.container_bits));
      }
      if (!ulp_unpacked_is_finite(values[0]) || !ulp_unpacked_is_finite(values[1]))
        continue;
      double relative;
      const double error = ulp_conversion_error(layout, values[0], values[1], &relative);
      const double exact = ulp_unpacked_to_double(ulp_unpacked_subtract(values[1], values[0]));
      g_assert_cmpfloat(error, ==, exact);
      g_assert_cmpfloat(relative, ==, exact == 0 ? 0 : fabs(exact) / fabs(ulp_unpacked_to_double(values[0])));
    }
  }
  g_assert_false(ulp_layout_fits_double(ulp_layout(typed("e15m112"))));
  g_assert_false(ulp_layout_fits_double(ulp_layout(typed("e8m60"))));
}

/* Errors and elements that are no numbers of fp64, in binary128: 1 + 2^-12 times a power of two, to the 10 fraction bits of
 * e15m10 and back, is off by 2^-12 of that power. */
static void test_beyond_fp64(void) {
  static const struct {
    int power;
    double error;
  } tests[] = {{0, -0x1p-12}, {-1062, -0x1p-1074}, {-1100, -0x1p-1074}, {-16000, -0x1p-1074}, {16000, -INFINITY}};
  const UlpFormat wide = typed("e15m112"), narrow = typed("e15m10");
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
    const UlpUnpacked element = {ULP_CLASS_NORMAL, false, false, tests[i].power - 12, (1 << 12) + 1};
    const UlpBits source = ulp_pack(ulp_layout(wide), element, RN, IEEE);
    const UlpBits converted = ulp_convert_bits(ulp_layout(wide), ulp_layout(narrow), source, RN, IEEE);
    const UlpBits back = ulp_convert_bits(ulp_layout(narrow), ulp_layout(wide), converted, RN, IEEE);
    const UlpConversionOutcome outcome = ulp_conversion_outcome(wide, narrow, RN, source, converted, back);
    g_assert_cmpint(outcome.class_, ==, ULP_CONVERTED_ROUNDED);
    g_assert_cmpfloat(outcome.error, ==, tests[i].error);
    g_assert_cmpfloat(outcome.relative, ==, 0x1p-12 / (1 + 0x1p-12));
  }
}

/* Without a zero, 0 becomes the smallest value, which is no overflow whatever the exponents. */
static void test_no_zero(void) {
  const UlpFormat none = typed("e4m0-bias2000-noinf-nonan-nosubnormals-unsigned-nozero");
  const UlpBits back = ulp_convert_bits(ulp_layout(none), ulp_layout(FP16), 0, RN, IEEE);
  g_assert_cmpint(ulp_conversion_outcome(FP16, none, RN, 0, 0, back).class_, ==, ULP_CONVERTED_ROUNDED);
}

/* Two's complement, no sign, posits: what these make of what they cannot hold. */
static void test_other_formats(void) {
  const UlpFormat positive = typed("e4m3-unsigned-noinf-nonan");
  const Case below = {-4, positive, RN, IEEE, ULP_CONVERTED_OVERFLOW, 4};
  const UlpConversionOutcome outcome = convert(ULP_FORMAT_FP64, &below);
  g_assert_cmpint(outcome.class_, ==, ULP_CONVERTED_OVERFLOW);
  g_assert_cmpfloat(outcome.error, ==, 4); /* it became 0 */
  const Case tiny = {-0x1p-30, positive, RN, IEEE, ULP_CONVERTED_TO_ZERO, 0};
  g_assert_cmpint(convert(ULP_FORMAT_FP64, &tiny).class_, ==, ULP_CONVERTED_TO_ZERO);
  const Case in_range = {0.25, positive, RN, IEEE, ULP_CONVERTED_EXACT, 0};
  g_assert_cmpint(convert(ULP_FORMAT_FP64, &in_range).class_, ==, ULP_CONVERTED_EXACT);

  const UlpFormat int8 = ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0);
  static const struct {
    double value;
    UlpConverted class_;
  } integers[] = {{127, ULP_CONVERTED_EXACT},    {127.4, ULP_CONVERTED_ROUNDED},  {127.5, ULP_CONVERTED_OVERFLOW},
                  {-128, ULP_CONVERTED_EXACT},   {-128.5, ULP_CONVERTED_ROUNDED}, {-129, ULP_CONVERTED_OVERFLOW},
                  {0.25, ULP_CONVERTED_TO_ZERO}, {-3.75, ULP_CONVERTED_ROUNDED}};
  for (guint i = 0; i < G_N_ELEMENTS(integers); i++) {
    const Case test = {integers[i].value, int8, RN, IEEE, integers[i].class_, 0};
    g_assert_cmpint(convert(ULP_FORMAT_FP64, &test).class_, ==, integers[i].class_);
  }
  const UlpFormat posit8 = ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0);
  const Case huge = {0x1p100, posit8, RN, IEEE, ULP_CONVERTED_ROUNDED, 0};
  g_assert_cmpint(convert(ULP_FORMAT_FP64, &huge).class_, ==, ULP_CONVERTED_ROUNDED);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/conversion/classes", test_classes);
  g_test_add_func("/experiment/conversion/extremes", test_extremes);
  g_test_add_func("/experiment/conversion/between-16-bit-formats", test_between_16_bit_formats);
  g_test_add_func("/experiment/conversion/not-finite-between", test_not_finite_between);
  g_test_add_func("/experiment/conversion/totals", test_totals);
  g_test_add_func("/experiment/conversion/measures", test_measures);
  g_test_add_func("/experiment/conversion/parts", test_parts);
  g_test_add_func("/experiment/conversion/scale", test_scale);
  g_test_add_func("/experiment/conversion/mean-of-large-errors", test_mean_of_large_errors);
  g_test_add_func("/experiment/conversion/nothing-measured", test_nothing_measured);
  g_test_add_func("/experiment/conversion/errors-both-ways", test_errors_both_ways);
  g_test_add_func("/experiment/conversion/beyond-fp64", test_beyond_fp64);
  g_test_add_func("/experiment/conversion/no-zero", test_no_zero);
  g_test_add_func("/experiment/conversion/overflow", test_overflow);
  g_test_add_func("/experiment/conversion/other-formats", test_other_formats);
  return g_test_run();
}
