/* The GGUF reader: what gguf-py writes, and counts, lengths and offsets that lie. */
#include "recorded.h"

static void test_types(void) {
  static const char *const cases[][3] = {
      {"f32", "fp32 [2, 3]", "1 -2 0.10000000149011612 448 -0 0.015625"},
      {"f16", "fp16 [6]", "1 -2 0.0999755859375 448 -0 0.015625"},
      {"f64", "fp64 [6]", "1 -2 0.1 448 -0 0.015625"},
      {"bf16", "bf16 [6]", "1 -2 0.10009765625 448 -0 0.015625"},
  };
  g_autoptr(GByteArray) file = recorded("types.gguf");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *spec = g_strconcat("x.gguf#", cases[i][0], NULL);
    ReadArray array = read_ok(spec, file->data, file->len);
    g_autofree char *shape = ulp_array_info_text(&array.info), *values = values_text(&array);
    g_assert_cmpstr(shape, ==, cases[i][1]);
    g_assert_cmpstr(values, ==, cases[i][2]);
    read_array_clear(&array);
  }
  assert_bytes_refused("x.gguf#blocks", file->data, file->len, ULP_ERROR_INPUT, "“blocks”|Q8_0");
  assert_bytes_refused("x.gguf#none", file->data, file->len, ULP_ERROR_USAGE, "“none”|#“f32”|#“blocks”");
  assert_bytes_refused("x.gguf", file->data, file->len, ULP_ERROR_USAGE, "#“f32”, #“f16”, #“f64”, #“bf16”");
}

/* -- a file built piece by piece --------------------------------------------------------------------------------------- */

static void put32(GByteArray *file, guint32 value) {
  value = GUINT32_TO_LE(value);
  g_byte_array_append(file, (const guint8 *)&value, 4);
}

static void put64(GByteArray *file, guint64 value) {
  value = GUINT64_TO_LE(value);
  g_byte_array_append(file, (const guint8 *)&value, 8);
}

static void put_string(GByteArray *file, const char *text, guint64 length) {
  put64(file, length);
  g_byte_array_append(file, (const guint8 *)text, (guint)strlen(text));
}

static GByteArray *head(guint32 version, guint64 tensors, guint64 keys) {
  GByteArray *file = g_byte_array_new();
  g_byte_array_append(file, (const guint8 *)"GGUF", 4);
  put32(file, version);
  put64(file, tensors);
  put64(file, keys);
  return file;
}

static void put_tensor(GByteArray *file, const char *name, guint64 length, guint32 type, guint64 offset) {
  put_string(file, name, strlen(name));
  put32(file, 1);
  put64(file, length);
  put32(file, type);
  put64(file, offset);
}

static void put_data(GByteArray *file, guint alignment, guint bytes) {
  const guint start = (file->len + alignment - 1) / alignment * alignment, old = file->len;
  g_byte_array_set_size(file, start + bytes);
  memset(file->data + old, 0, file->len - old);
}

static void assert_refused(GByteArray *file, const char *words) {
  assert_bytes_refused("x.gguf", file->data, file->len, ULP_ERROR_INPUT, words);
  g_byte_array_unref(file);
}

static void assert_one_tensor(guint64 length, guint32 type, guint64 offset, guint bytes, const char *words) {
  GByteArray *file = head(3, 1, 0);
  put_tensor(file, "a", length, type, offset);
  put_data(file, 32, bytes);
  assert_refused(file, words);
}

/* Neither by name nor by number. */
static void test_none(void) {
  static const char *const specs[] = {"x.gguf", "x.gguf#a", "x.gguf#0", "x.gguf#1", "x.gguf#18446744073709551615"};
  for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
    g_autoptr(GByteArray) file = head(3, 0, 0);
    put_data(file, 32, 32);
    assert_bytes_refused(specs[i], file->data, file->len, ULP_ERROR_INPUT, "holds no array");
  }
}

static void test_alignment(void) {
  static const struct {
    guint32 type;
    guint64 value;
    const char *words; /* NULL: right */
  } cases[] = {{4, 64, NULL},
               {4, 1, NULL},
               {4, 48, "48 of type 4|power of two"},
               {4, 0, "0 of type 4"},
               {10, 64, "64 of type 10"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GByteArray) file = head(3, 1, 1);
    put_string(file, "general.alignment", 17);
    put32(file, cases[i].type);
    if (cases[i].type == 10)
      put64(file, cases[i].value);
    else
      put32(file, (guint32)cases[i].value);
    put_tensor(file, "a", 2, 0, 0);
    put_data(file, cases[i].words == NULL ? (guint)cases[i].value : 32, 8);
    if (cases[i].words != NULL) {
      assert_bytes_refused("x.gguf", file->data, file->len, ULP_ERROR_INPUT, cases[i].words);
      continue;
    }
    ReadArray array = read_ok("x.gguf", file->data, file->len);
    g_assert_cmpuint(array.count, ==, 2);
    read_array_clear(&array);
  }
}

static void test_lies(void) {
  assert_refused(head(1, 0, 0), "offset 4|version 1|2 or 3");
  assert_refused(head(4, 0, 0), "version 4");
  assert_refused(head(GUINT32_SWAP_LE_BE(3), 0, 0), "big-endian");
  assert_refused(head(3, 0, 0), "no array");
  assert_refused(head(3, G_MAXUINT64, 0), "offset 24|ends|name");
  assert_refused(head(3, 0, G_MAXUINT64), "offset 24|ends|key");
  assert_bytes_refused("x.gguf", "GGU", 3, ULP_ERROR_INPUT, "ends after 3");
  assert_bytes_refused("x.gguf", "GGML\3\0\0\0", 8, ULP_ERROR_INPUT, "not a GGUF file");

  static const guint64 lengths[] = {65536, G_MAXUINT32, G_MAXUINT64, G_MAXUINT64 - 7};
  for (guint i = 0; i < G_N_ELEMENTS(lengths); i++) {
    GByteArray *file = head(3, 0, 1);
    put_string(file, "key", lengths[i]);
    assert_refused(file, "offset 24|length of|at most 65535");
    file = head(3, 0, 1); /* of a value, which is passed over */
    put_string(file, "key", 3);
    put32(file, 8);
    put_string(file, "value", lengths[i]);
    assert_refused(file, "ends|string");
    file = head(3, 0, 1); /* elements of an array: 8 times the first wraps */
    put_string(file, "key", 3);
    put32(file, 9);
    put32(file, i % 2 ? 12 : 8);
    put64(file, i == 3 ? G_GUINT64_CONSTANT(1) << 61 : lengths[i]);
    assert_refused(file, "ends");
  }
  GByteArray *file = head(3, 0, 1);
  put_string(file, "key", 3);
  put32(file, 13);
  assert_refused(file, "type 13|0 to 12");
  file = head(3, 0, 1);
  put_string(file, "key", 3);
  put32(file, 9);
  for (guint i = 0; i < 100; i++) {
    put32(file, 9);
    put64(file, 1);
  }
  assert_refused(file, "deep");
  file = head(3, 0, 1);
  put_string(file, "k\xffy", 3);
  assert_refused(file, "offset 32|UTF-8");

  file = head(3, 1, 0);
  put_string(file, "a", 1);
  put32(file, 33);
  assert_refused(file, "offset 33|33 dimensions");
  file = head(3, 1, 0);
  put_string(file, "a", 1);
  put32(file, 2);
  put64(file, G_GUINT64_CONSTANT(1) << 32);
  put64(file, G_GUINT64_CONSTANT(1) << 32);
  put32(file, 0);
  put64(file, 0);
  assert_refused(file, "“a”|2^64");
}

static void test_offsets(void) {
  assert_one_tensor(G_GUINT64_CONSTANT(1) << 62, 0, 0, 8, "2^64");
  assert_one_tensor(3, 0, 0, 8, "“a”|is 0|12 bytes|8 bytes of tensors");
  assert_one_tensor(2, 0, 32, 8, "is 32|8 bytes of tensors");
  assert_one_tensor(2, 0, G_MAXUINT64 - 31, 8, "8 bytes of tensors");
  assert_one_tensor(1, 0, 4, 8, "is 4|multiple of 32");
  assert_one_tensor(0, 0, 0, 0, "empty");
  assert_one_tensor(2, 99, 0, 8, "type 99");
  GByteArray *file = head(3, 2, 0);
  put_tensor(file, "a", 10, 0, 0);
  put_tensor(file, "b", 2, 0, 32);
  put_data(file, 32, 40);
  assert_refused(file, "“b”|expected"); /* 40 bytes and one that begins after 32 */
}

static void test_damaged(void) {
  g_autoptr(GByteArray) file = recorded("types.gguf");
  for (guint i = 0; i < file->len; i++) {
    ReadArray array = {.count = 0};
    const guint8 old = file->data[i];
    file->data[i] ^= (guint8)(1u << i % 8);
    if (read_bytes("x.gguf#f64", file->data, file->len, NULL, &array, NULL))
      read_array_clear(&array);
    file->data[i] = old;
    if (read_bytes("x.gguf#f64", file->data, i, NULL, &array, NULL))
      read_array_clear(&array);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/gguf/types", test_types);
  g_test_add_func("/input/gguf/none", test_none);
  g_test_add_func("/input/gguf/alignment", test_alignment);
  g_test_add_func("/input/gguf/lies", test_lies);
  g_test_add_func("/input/gguf/offsets", test_offsets);
  g_test_add_func("/input/gguf/damaged", test_damaged);
  return g_test_run();
}
