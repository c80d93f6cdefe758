/* Limits, spacing, neighbours and array elements of every format. */
#include "core/array/packing.h"
#include "core/base/error.h"
#include "tests/number/oracle.h"

#include <math.h>
#include <string.h>

#define ONES(bits) (((UlpBits)1 << (bits)) - 1)
#define NONE G_MININT

/* The published columns: IEEE 754-2019, table 3.5; Intel SDM, volume 1, 4.2.2; PTX ISA; OCP OFP8 1.0, table 1; OCP MX 1.0,
 * tables 2 to 6; arXiv 2206.02915, table 1; Posit Standard 2022, 3.2. The largest finite value is significand * 2^exponent.
 * normal, subnormal: exponents of two of the smallest, NONE where there is none; eps: of the gap after 1. */
static const struct {
  const char *id;
  guint container_bits;
  UlpBits largest, nan; /* patterns; nan: what a NaN without payload becomes */
  UlpBits significand;
  int exponent, normal, subnormal, eps;
  gboolean has_infinity, has_nan;
  const char *text; /* of the largest, NULL: too long to write */
} limits[] = {
    {"fp128", 128, (UlpBits)0x7ffe << 112 | ONES(112), (UlpBits)0x7fff8 << 108, ONES(113), 16271, -16382, -16494, -112,
     TRUE, TRUE, NULL},
    {"fp80", 80, (UlpBits)0x7ffe << 64 | ONES(64), (UlpBits)0x7fffc << 60, ONES(64), 16320, -16382, -16445, -63, TRUE,
     TRUE, NULL},
    {"fp64", 64, 0x7fefffffffffffff, 0x7ff8000000000000, ONES(53), 971, -1022, -1074, -52, TRUE, TRUE,
     "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382"
     "464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165"
     "808559332123348274797826204144723168738177180919299881250404026184124858368"},
    {"fp32", 32, 0x7f7fffff, 0x7fc00000, ONES(24), 104, -126, -149, -23, TRUE, TRUE,
     "340282346638528859811704183484516925440"},
    {"tf32", 32, 0x7f7fe000, 0x7fc00000, ONES(11), 117, -126, -136, -10, TRUE, TRUE,
     "340116213421465348979261631549233168384"},
    {"bf16", 16, 0x7f7f, 0x7fc0, ONES(8), 120, -126, -133, -7, TRUE, TRUE, "338953138925153547590470800371487866880"},
    {"fp16", 16, 0x7bff, 0x7e00, ONES(11), 5, -14, -24, -10, TRUE, TRUE, "65504"},
    {"e5m2", 8, 0x7b, 0x7e, 7, 13, -14, -16, -2, TRUE, TRUE, "57344"},
    {"e4m3", 8, 0x7e, 0x7f, 14, 5, -6, -9, -3, FALSE, TRUE, "448"},
    {"e5m2fnuz", 8, 0x7f, 0x80, 7, 13, -15, -17, -2, FALSE, TRUE, "57344"},
    {"e4m3fnuz", 8, 0x7f, 0x80, 15, 4, -7, -10, -3, FALSE, TRUE, "240"},
    {"e3m2", 6, 0x1f, 0x1f, 7, 2, -2, -4, -2, FALSE, FALSE, "28"},
    {"e2m3", 6, 0x1f, 0x1f, 15, -1, 0, -3, -3, FALSE, FALSE, "7.5"},
    {"e2m1", 4, 0x7, 0x7, 3, 1, 0, -1, -1, FALSE, FALSE, "6"},
    {"e8m0", 8, 0xfe, 0xff, 1, 127, -127, NONE, 0, FALSE, TRUE, "170141183460469231731687303715884105728"},
    {"int8-mx", 8, 0x7f, 0x7f, 127, -6, NONE, NONE, -6, FALSE, FALSE, "1.984375"},
    {"posit8", 8, 0x7f, 0x80, 1, 24, NONE, NONE, -3, FALSE, TRUE, "16777216"},
    {"posit16", 16, 0x7fff, 0x8000, 1, 56, NONE, NONE, -11, FALSE, TRUE, "72057594037927936"},
    {"posit32", 32, 0x7fffffff, 0x80000000, 1, 120, NONE, NONE, -27, FALSE, TRUE,
     "1329227995784915872903807060280344576"},
};

/* The finite value of `bits` is significand * 2^exponent. */
static void assert_value(UlpFormat format, UlpBits bits, UlpBits significand, int exponent) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  const UlpUnpacked wanted = {.class_ = ULP_CLASS_NORMAL, .significand = significand, .exponent = exponent};
  g_assert_cmpint(value.class_, >, ULP_CLASS_ZERO);
  g_assert_cmpint(value.class_, <, ULP_CLASS_INFINITE);
  g_assert_cmpint(ulp_compare_magnitudes(value, wanted), ==, 0);
}

static void test_limits(void) {
  g_assert_cmpuint(G_N_ELEMENTS(limits), ==, ULP_N_FORMATS);
  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
    UlpFormat format;
    g_assert_true(ulp_format_from_id(limits[i].id, &format, NULL));
    g_assert_cmpstr(ulp_format_info(format)->id, ==, limits[i].id);
    g_assert_cmpstr(ulp_format_ids[i], ==, limits[i].id);
    g_assert_true(ulp_formats[i] == format);
    g_assert_true(ulp_format_is_valid(format));
    g_assert_cmpuint(ulp_layout(format).container_bits, ==, limits[i].container_bits);
    g_assert_cmpuint(ulp_format_bytes(format), ==, (limits[i].container_bits + 7) / 8);
    g_assert_bits(ulp_format_largest(format), ==, limits[i].largest);
    g_assert_bits(ulp_format_nan(format), ==, limits[i].nan);
    g_assert_cmpint(ulp_format_has_nan(format), ==, limits[i].has_nan);
    g_assert_cmpint(ulp_format_has_infinity(format), ==, limits[i].has_infinity);
    assert_value(format, ulp_format_largest(format), limits[i].significand, limits[i].exponent);
    if (limits[i].text) {
      g_autofree char *largest = ulp_bits_to_decimal(format, ulp_format_largest(format));
      g_assert_cmpstr(largest, ==, limits[i].text);
    }

    const UlpBits one = ulp_bits_from_double(format, 1, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    assert_value(format, one, 1, 0);
    const UlpUnpacked after = ulp_unpack(ulp_layout(format), ulp_bits_neighbour(format, one, TRUE));
    g_assert_cmpfloat(ldexp((double)after.significand, after.exponent) - 1, ==,
                      limits[i].eps < -60 ? 0 : ldexp(1, limits[i].eps)); /* fp128 and fp80: below fp64's */
    g_assert_cmpint(ulp_bits_ulp_exponent(format, one), ==, limits[i].eps);
    if (limits[i].normal == NONE)
      continue;
    assert_value(format, ulp_format_smallest_normal(format), 1, limits[i].normal);
    if (limits[i].subnormal == NONE)
      continue;
    assert_value(format, ulp_format_smallest(format), 1, limits[i].subnormal);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, 0), ==, limits[i].subnormal);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, ulp_format_smallest(format)), ==, limits[i].subnormal);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, ulp_format_smallest_normal(format)), ==, limits[i].subnormal);
  }
}

/* Names that other programs use, in any case; of the same letters "float8_e4m3" has infinities and "f8_e4m3" has none. */
static void test_aliases(void) {
  static const struct {
    const char *alias;
    UlpFormat format;
  } cases[] = {{"float16", ULP_FORMAT_FP16},       {"Half", ULP_FORMAT_FP16},     {"DOUBLE", ULP_FORMAT_FP64},
               {"f32", ULP_FORMAT_FP32},           {"bfloat16", ULP_FORMAT_BF16}, {"e4m3fn", ULP_FORMAT_E4M3},
               {"float8_e4m3fn", ULP_FORMAT_E4M3}, {"F8_E4M3", ULP_FORMAT_E4M3},  {"float8_e8m0fnu", ULP_FORMAT_E8M0}};
  guint n;
  const UlpFormatAlias *aliases = ulp_format_aliases(&n);
  for (guint i = 0; i < n; i++) {
    UlpFormat format, again;
    g_assert_true(ulp_format_from_id(aliases[i].alias, &format, NULL));
    g_assert_true(ulp_format_from_id(aliases[i].id, &again, NULL));
    g_assert_true(format == again);
    g_assert_cmpstr(ulp_format_info(format)->id, ==, aliases[i].id); /* so that lists find it */
    g_assert_false(g_strv_contains(ulp_format_ids, aliases[i].alias));
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr(aliases[k].alias, !=, aliases[i].alias);
    g_autofree char *names = ulp_format_alias_names(aliases[i].id);
    g_assert_nonnull(strstr(names, aliases[i].alias));
  }
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpFormat format;
    g_assert_true(ulp_format_from_id(cases[i].alias, &format, NULL));
    g_assert_true(format == cases[i].format);
  }
  UlpFormat with_infinity;
  g_assert_true(ulp_format_from_id("float8_e4m3", &with_infinity, NULL));
  g_assert_cmpstr(ulp_format_info(with_infinity)->id, ==, "e4m3-ieee");
}

static void test_lists(void) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) all = ulp_formats_parse("fp16, all", &error), usual = ulp_formats_parse(ULP_FORMATS_USUAL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(all->len, ==, ULP_N_FORMATS);
  g_assert_true(g_array_index(all, UlpFormat, 0) == ULP_FORMAT_FP16);
  g_assert_cmpuint(usual->len, ==, 7);
  g_assert_null(ulp_formats_parse("fp16,,fp32", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
}

static void test_unknown_id(void) {
  g_autoptr(GError) error = NULL;
  UlpFormat format = ULP_FORMAT_FP16;
  g_assert_false(ulp_format_from_id("quux", &format, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "quux"));
  g_assert_nonnull(strstr(error->message, "e4m3"));
  g_assert_true(format == ULP_FORMAT_FP16);
}

/* From one end to the other in single steps, where they can be counted: strictly monotone, and as many steps as there are values. */
static void test_walk(void) {
  for (guint i = 0; i < ULP_N_FORMATS; i++) {
    const UlpFormat format = ulp_formats[i];
    const UlpLayout layout = ulp_layout(format);
    if (!oracle_covers(layout) || ulp_layout_width(layout) > 20)
      continue;
    const gboolean infinity = ulp_format_has_infinity(format);
    const UlpBits sign = (UlpBits)1 << (layout.container_bits - 1);
    const UlpBits end =
        infinity ? ulp_bits_from_double(format, INFINITY, ULP_ROUND_RN, ULP_PROFILE_IEEE) : ulp_format_largest(format);
    for (int up = 0; up < 2; up++) {
      UlpBits bits = up ? end | sign : end;
      double value = ulp_bits_to_double(format, bits);
      guint64 steps = 0;
      for (;; steps++) {
        const UlpBits next = ulp_bits_neighbour(format, bits, up);
        const double next_value = ulp_bits_to_double(format, next);
        if (next == bits)
          break;
        g_assert_true(up ? next_value > value : next_value < value);
        bits = next;
        value = next_value;
      }
      g_assert_bits(bits, ==, up ? end : end | sign);
      g_assert_cmpuint(steps, ==, 2 * (guint64)(end >> layout.pad_bits));
    }
  }
}

static void test_neighbours_of_specials(void) {
  const UlpBits minus_zero = 0x8000, smallest = 1, nan = 0x7d01;
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, 0, TRUE), ==, smallest);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, minus_zero, TRUE), ==, smallest);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, 0, FALSE), ==, 0x8001);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, minus_zero, FALSE), ==, 0x8001);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, 0x8001, TRUE), ==, minus_zero);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, 0x70000 | 0x3c00, TRUE), ==, 0x3c01); /* beyond the container */
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP16, nan, TRUE), ==, nan);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_E4M3, 0xff, FALSE), ==, 0xff);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP64, 0xffefffffffffffff, FALSE), ==, 0xfff0000000000000);
  g_assert_bits(ulp_bits_neighbour(ULP_FORMAT_FP64, 0xfff0000000000000, TRUE), ==, 0xffefffffffffffff);
}

static void test_elements(void) {
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat format = ulp_formats[index];
    const UlpLayout layout = ulp_layout(format);
    const guint bytes = ulp_format_bytes(format);
    if (layout.container_bits % 8 != 0 || layout.container_bits > 64)
      continue;
    guint8 array[32], expected[32];
    memset(array, 0xa5, sizeof array);
    memset(expected, 0xa5, sizeof expected);
    const UlpBits bits = (UlpBits)0x8123456789abcdef >> (64 - layout.container_bits);
    ulp_packed_store(format, array, 1, bits);
    for (guint i = 0; i < bytes; i++)
      expected[bytes + i] = (guint8)(bits >> (8 * i));
    g_assert_cmpmem(array, sizeof array, expected, sizeof expected);
    g_assert_bits(ulp_packed_load(format, array, 1), ==, bits);
    g_assert_bits(ulp_packed_load(format, array, 0), ==, (UlpBits)0xa5a5a5a5a5a5a5a5 >> (64 - layout.container_bits));
  }
}

/* Whether all values of one format are values of another, at the lower end: fp32's last place is 2^-149. */
static void test_fits_below(void) {
  static const struct {
    const char *id;
    gboolean fp32;
  } cases[] = {
      {"e8m7-bias143", TRUE}, {"e8m7-bias144", FALSE}, {"e8m7-bias200", FALSE}, {"e5m23", TRUE}, {"e5m24", FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpFormat format;
    g_assert_true(ulp_format_from_id(cases[i].id, &format, NULL));
    g_assert_cmpint(ulp_format_fits(format, ULP_FORMAT_FP32), ==, cases[i].fp32);
    g_assert_true(ulp_format_fits_fp64(format));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/format/limits", test_limits);
  g_test_add_func("/number/format/aliases", test_aliases);
  g_test_add_func("/number/format/lists", test_lists);
  g_test_add_func("/number/format/unknown-id", test_unknown_id);
  g_test_add_func("/number/format/walk", test_walk);
  g_test_add_func("/number/format/neighbours-of-specials", test_neighbours_of_specials);
  g_test_add_func("/number/format/elements", test_elements);
  g_test_add_func("/number/format/fits-below", test_fits_below);
  return g_test_run();
}
