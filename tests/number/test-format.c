/* Limits, spacing, neighbours and array elements of every format. */
#include "core/array/packing.h"
#include "core/base/error.h"
#include "tests/number/oracle.h"

#include <math.h>
#include <string.h>

/* The published columns: IEEE 754-2019, table 3.5; PTX ISA; OCP OFP8 1.0, table 1. */
static const struct {
  const char *id;
  guint bytes;
  UlpBits largest, smallest_normal, nan;
  const char *largest_text;
  int normal, subnormal, eps; /* exponents of two */
  gboolean infinity;
} limits[] = {
    {"fp64", 8, 0x7fefffffffffffff, 0x0010000000000000, 0x7ff8000000000000,
     "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382"
     "464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165"
     "808559332123348274797826204144723168738177180919299881250404026184124858368",
     -1022, -1074, -52, TRUE},
    {"fp32", 4, 0x7f7fffff, 0x00800000, 0x7fc00000, "340282346638528859811704183484516925440", -126, -149, -23, TRUE},
    {"tf32", 4, 0x7f7fe000, 0x00800000, 0x7fc00000, "340116213421465348979261631549233168384", -126, -136, -10, TRUE},
    {"bf16", 2, 0x7f7f, 0x0080, 0x7fc0, "338953138925153547590470800371487866880", -126, -133, -7, TRUE},
    {"fp16", 2, 0x7bff, 0x0400, 0x7e00, "65504", -14, -24, -10, TRUE},
    {"e5m2", 1, 0x7b, 0x04, 0x7e, "57344", -14, -16, -2, TRUE},
    {"e4m3", 1, 0x7e, 0x08, 0x7f, "448", -6, -9, -3, FALSE},
};

static void test_limits(void) {
  g_assert_cmpuint(G_N_ELEMENTS(limits), ==, ULP_N_FORMATS);
  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
    UlpFormat format;
    g_assert_true(ulp_format_from_id(limits[i].id, &format, NULL));
    g_assert_cmpstr(ulp_format_info(format)->id, ==, limits[i].id);
    g_assert_cmpstr(ulp_format_ids[i], ==, limits[i].id);
    g_assert_true(ulp_formats[i] == format);
    g_assert_cmpuint(ulp_format_bytes(format), ==, limits[i].bytes);
    g_assert_bits(ulp_format_largest(format), ==, limits[i].largest);
    g_assert_bits(ulp_format_smallest_normal(format), ==, limits[i].smallest_normal);
    g_assert_bits(ulp_format_nan(format), ==, limits[i].nan);
    g_assert_cmpint(ulp_bits_class(format, ulp_format_nan(format)), ==, ULP_CLASS_QUIET_NAN);
    g_assert_cmpint(ulp_format_has_infinity(format), ==, limits[i].infinity);

    g_autofree char *largest = ulp_bits_to_decimal(format, ulp_format_largest(format));
    g_assert_cmpstr(largest, ==, limits[i].largest_text);
    g_assert_cmpfloat(ulp_bits_to_double(format, ulp_format_smallest_normal(format)), ==, ldexp(1, limits[i].normal));
    g_assert_cmpfloat(ulp_bits_to_double(format, ulp_format_smallest(format)), ==, ldexp(1, limits[i].subnormal));

    const UlpBits one = ulp_bits_from_double(format, 1, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    const double after = ulp_bits_to_double(format, ulp_bits_neighbour(format, one, TRUE));
    g_assert_cmpfloat(after - 1, ==, ldexp(1, limits[i].eps));
    g_assert_cmpint(ulp_bits_ulp_exponent(format, one), ==, limits[i].eps);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, 0), ==, limits[i].subnormal);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, ulp_format_smallest(format)), ==, limits[i].subnormal);
    g_assert_cmpint(ulp_bits_ulp_exponent(format, ulp_format_smallest_normal(format)), ==, limits[i].subnormal);
  }
}

static void test_unknown_id(void) {
  g_autoptr(GError) error = NULL;
  UlpFormat format = ULP_FORMAT_FP16;
  g_assert_false(ulp_format_from_id("fp12", &format, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "fp12"));
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
  g_test_add_func("/number/format/unknown-id", test_unknown_id);
  g_test_add_func("/number/format/walk", test_walk);
  g_test_add_func("/number/format/neighbours-of-specials", test_neighbours_of_specials);
  g_test_add_func("/number/format/elements", test_elements);
  g_test_add_func("/number/format/fits-below", test_fits_below);
  return g_test_run();
}
