/* Arrays as values: sizes, text, byte order, and integers as formats. */
#include "core/array/array-info.h"
#include "core/number/format.h"

#include <string.h>

static UlpArrayInfo info_of(UlpFormat format, guint n, const guint64 *shape) {
  UlpArrayInfo info = {.format = format, .n_dimensions = n};
  memcpy(info.shape, shape, n * sizeof *shape);
  return info;
}
#define INFO(format, ...)                                                                                              \
  info_of(format, sizeof((const guint64[]){__VA_ARGS__}) / sizeof(guint64), (const guint64[]){__VA_ARGS__})

static void assert_size(UlpArrayInfo info, guint64 count, guint64 bytes) {
  guint64 found;
  g_assert_true(ulp_array_info_count(&info, &found));
  g_assert_cmpuint(found, ==, count);
  g_assert_true(ulp_array_info_bytes(&info, &found));
  g_assert_cmpuint(found, ==, bytes);
}

static void test_sizes(void) {
  const UlpFormat four_bits = ULP_FORMAT_PACK(4, 0, ULP_CODING_BINARY, 2, 1, 1, ULP_NAN_NONE, ULP_HAS_FINITE);
  const UlpFormat six_bits = ULP_FORMAT_PACK(6, 0, ULP_CODING_BINARY, 3, 2, 3, ULP_NAN_NONE, ULP_HAS_FINITE);
  const UlpArrayInfo one = {.format = ULP_FORMAT_FP64};
  assert_size(one, 1, 8);
  assert_size(INFO(ULP_FORMAT_FP16, 3, 4), 12, 24);
  assert_size(INFO(ULP_FORMAT_FP32, 3, 0, 4), 0, 0);
  assert_size(INFO(four_bits, 7), 7, 4);
  assert_size(INFO(six_bits, 3, 3), 9, 7); /* 54 bits */
  assert_size(INFO(four_bits, G_MAXUINT64), G_MAXUINT64, G_GUINT64_CONSTANT(1) << 63);
}

static void test_overflow(void) {
  const UlpArrayInfo wrapping[] = {
      INFO(ULP_FORMAT_FP64, G_GUINT64_CONSTANT(1) << 32, G_GUINT64_CONSTANT(1) << 32),
      INFO(ULP_FORMAT_FP64, G_GUINT64_CONSTANT(1) << 32, G_GUINT64_CONSTANT(1) << 32, 0),
      INFO(ULP_FORMAT_FP64, 0, G_GUINT64_CONSTANT(1) << 32, G_GUINT64_CONSTANT(1) << 32),
  };
  guint64 size;
  for (guint i = 0; i < G_N_ELEMENTS(wrapping); i++)
    g_assert_false(ulp_array_info_count(&wrapping[i], &size) || ulp_array_info_bytes(&wrapping[i], &size));
  const UlpArrayInfo bytes_only = INFO(ULP_FORMAT_FP64, (G_GUINT64_CONSTANT(1) << 61) + 6);
  g_assert_true(ulp_array_info_count(&bytes_only, &size));
  g_assert_false(ulp_array_info_bytes(&bytes_only, &size));
}

static void assert_text(UlpArrayInfo info, const char *expected) {
  g_autofree char *text = ulp_array_info_text(&info);
  g_assert_cmpstr(text, ==, expected);
}

static void test_text(void) {
  const UlpArrayInfo one = {.format = ULP_FORMAT_FP64};
  UlpArrayInfo info = INFO(ULP_FORMAT_FP16, 3, 4);
  assert_text(one, "fp64 []");
  assert_text(info, "fp16 [3, 4]");
  info.fortran = TRUE;
  assert_text(info, "fp16 [3, 4], Fortran order");
  info.big_endian = TRUE;
  assert_text(info, "fp16 [3, 4], big-endian, Fortran order");
  assert_text(INFO(ULP_FORMAT_INT(16), 5), "int16 [5]");
  assert_text(INFO(ULP_FORMAT_UINT(64), 18446744073709551615u), "uint64 [18446744073709551615]");
}

static void test_equal(void) {
  const UlpArrayInfo info = INFO(ULP_FORMAT_FP32, 3, 4);
  UlpArrayInfo other = info;
  g_assert_true(ulp_array_info_equal(&info, &other));
  other.shape[2] = 9; /* beyond the dimensions */
  g_assert_true(ulp_array_info_equal(&info, &other));
  other.shape[1] = 5;
  g_assert_false(ulp_array_info_equal(&info, &other));
  other = info, other.format = ULP_FORMAT_FP64;
  g_assert_false(ulp_array_info_equal(&info, &other));
  other = info, other.fortran = TRUE;
  g_assert_false(ulp_array_info_equal(&info, &other));
  other = info, other.big_endian = TRUE;
  g_assert_false(ulp_array_info_equal(&info, &other));
  other = info, other.n_dimensions = 1;
  g_assert_false(ulp_array_info_equal(&info, &other));
}

/* Two elements in bytes written out by hand, read and written back. */
static void assert_bytes(UlpFormat format, gboolean big_endian, const char *hex, UlpBits first, UlpBits second) {
  guint8 bytes[32], written[32] = {0};
  const gsize size = strlen(hex) / 2;
  for (gsize i = 0; i < size; i++)
    bytes[i] = (guint8)(g_ascii_xdigit_value(hex[2 * i]) << 4 | g_ascii_xdigit_value(hex[2 * i + 1]));
  UlpArrayInfo info = ulp_array_info(format, 2);
  info.big_endian = big_endian;
  g_assert_true(ulp_array_load(&info, bytes, 0) == first);
  g_assert_true(ulp_array_load(&info, bytes, 1) == second);
  ulp_array_store(&info, written, 0, first);
  ulp_array_store(&info, written, 1, second);
  g_assert_cmpmem(written, size, bytes, size);
}

static void test_byte_order(void) {
  const UlpFormat eighty =
      ULP_FORMAT_PACK(80, 0, ULP_CODING_BINARY, 15, 63, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE | ULP_HAS_LEADING_BIT);
  assert_bytes(ULP_FORMAT_FP16, FALSE, "0102a3b4", 0x0201, 0xb4a3);
  assert_bytes(ULP_FORMAT_FP16, TRUE, "0102a3b4", 0x0102, 0xa3b4);
  assert_bytes(ULP_FORMAT_FP32, TRUE, "01020304a5b6c7d8", 0x01020304, 0xa5b6c7d8);
  assert_bytes(ULP_FORMAT_FP64, TRUE, "0102030405060708a1a2a3a4a5a6a7a8", 0x0102030405060708, 0xa1a2a3a4a5a6a7a8);
  assert_bytes(ULP_FORMAT_E5M2, TRUE, "01f2", 0x01, 0xf2); /* one byte has one order */
  assert_bytes(eighty, TRUE, "0102030405060708090af102030405060708090b", (UlpBits)0x0102 << 64 | 0x030405060708090a,
               (UlpBits)0xf102 << 64 | 0x030405060708090b);
}

/* The formats of integers decode and encode as the C types do. */
static void test_integers(void) {
  static const guint widths[] = {8, 16, 32, 64};
  static const UlpFormat with_sign[] = {ULP_FORMAT_INT(8), ULP_FORMAT_INT(16), ULP_FORMAT_INT(32), ULP_FORMAT_INT(64)};
  static const UlpFormat without[] = {ULP_FORMAT_UINT(8), ULP_FORMAT_UINT(16), ULP_FORMAT_UINT(32),
                                      ULP_FORMAT_UINT(64)};
  static const guint64 patterns[] = {0,
                                     1,
                                     2,
                                     0x7f,
                                     0x80,
                                     0xff,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff,
                                     0x123456789abcdef0};
  for (guint w = 0; w < G_N_ELEMENTS(widths); w++) {
    g_assert_true(ulp_format_is_valid(with_sign[w]) && ulp_format_is_valid(without[w]));
    for (guint i = 0; i < G_N_ELEMENTS(patterns); i++) {
      const guint64 raw = patterns[i] & (guint64)ulp_low_bits((int)widths[w]);
      const gint64 value = (gint64)(raw << (64 - widths[w])) >> (64 - widths[w]);
      g_autofree char *expected = g_strdup_printf("%" G_GINT64_FORMAT, value);
      g_autofree char *expected_plain = g_strdup_printf("%" G_GUINT64_FORMAT, raw);
      g_autofree char *text = ulp_bits_to_decimal(with_sign[w], raw), *plain = ulp_bits_to_decimal(without[w], raw);
      g_assert_cmpstr(text, ==, expected);
      g_assert_cmpstr(plain, ==, expected_plain);
      g_assert_cmpfloat(ulp_bits_to_double(with_sign[w], raw), ==, (double)value);
      g_assert_cmpfloat(ulp_bits_to_double(without[w], raw), ==, (double)raw);
      if (widths[w] < 64) { /* back again */
        g_assert_true(ulp_bits_from_double(with_sign[w], (double)value, ULP_ROUND_RN, ULP_PROFILE_IEEE) == raw);
        g_assert_true(ulp_bits_from_double(without[w], (double)raw, ULP_ROUND_RN, ULP_PROFILE_IEEE) == raw);
      }
    }
  }
}

/* Integers are called by what is read as the same format again. */
static void test_integer_ids(void) {
  static const struct {
    UlpFormat format;
    const char *id;
  } cases[] = {{ULP_FORMAT_INT(8), "int8"},     {ULP_FORMAT_INT(64), "int64"}, {ULP_FORMAT_UINT(16), "uint16"},
               {ULP_FORMAT_UINT(64), "uint64"}, {ULP_FORMAT_INT(16), "INT16"}, {ULP_FORMAT_E4M3, "e4m3"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpFormat format = 0;
    g_assert_true(g_ascii_strcasecmp(ulp_format_info(cases[i].format)->id, cases[i].id) == 0);
    g_assert_true(ulp_format_from_id(cases[i].id, &format, NULL));
    g_assert_true(format == cases[i].format);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/array/sizes", test_sizes);
  g_test_add_func("/array/overflow", test_overflow);
  g_test_add_func("/array/text", test_text);
  g_test_add_func("/array/equal", test_equal);
  g_test_add_func("/array/byte-order", test_byte_order);
  g_test_add_func("/array/integers", test_integers);
  g_test_add_func("/array/integer-ids", test_integer_ids);
  return g_test_run();
}
