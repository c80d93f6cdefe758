/* The safetensors reader: what its reference writes, and every way a header can lie. */
#include "recorded.h"

static void test_types(void) {
  static const struct {
    const char *name, *shape, *values;
  } cases[] = {
      {"float64", "fp64 [6]", "1 -2 0.1 448 -0 0.015625"},
      {"float32", "fp32 [6]", "1 -2 0.10000000149011612 448 -0 0.015625"},
      {"float16", "fp16 [6]", "1 -2 0.0999755859375 448 -0 0.015625"},
      {"bfloat16", "bf16 [6]", "1 -2 0.10009765625 448 -0 0.015625"},
      {"float8_e4m3fn", "e4m3 [6]", "1 -2 0.1015625 448 -0 0.015625"},
      {"float8_e5m2", "e5m2 [6]", "1 -2 0.09375 448 -0 0.015625"},
      {"int64", "int64 [6]", "1 -2 0 448 0 0"},
      {"int32", "int32 [6]", "1 -2 0 448 0 0"},
      {"int16", "int16 [6]", "1 -2 0 448 0 0"},
      {"uint64", "uint64 [6]", "1 2 0 448 0 0"},
      {"uint32", "uint32 [6]", "1 2 0 448 0 0"},
      {"uint16", "uint16 [6]", "1 2 0 448 0 0"},
      {"uint8", "uint8 [6]", "1 2 0 192 0 0"},
      {"int8", "int8 [6]", "1 -2 0 -64 0 0"},
      {"bool", "uint8 [3]", "1 0 1"},
      {"float4", NULL, "0 0.5 6 -6"},
      {"scales", NULL, "1 0.25"},
  };
  g_autoptr(GByteArray) file = recorded("types.safetensors");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *spec = g_strconcat("x.safetensors#", cases[i].name, NULL);
    ReadArray array = read_ok(spec, file->data, file->len);
    g_autofree char *shape = ulp_array_info_text(&array.info), *values = values_text(&array);
    if (cases[i].shape != NULL)
      g_assert_cmpstr(shape, ==, cases[i].shape);
    g_assert_cmpstr(values, ==, cases[i].values);
    read_array_clear(&array);
  }
  assert_bytes_refused("x.safetensors#complex", file->data, file->len, ULP_ERROR_INPUT, "“complex”|C64");
  assert_bytes_refused("x.safetensors#none", file->data, file->len, ULP_ERROR_USAGE, "“none”|#“uint64”| more");
  assert_bytes_refused("x.safetensors", file->data, file->len, ULP_ERROR_USAGE, "several|#“uint64”|FILE#NAME");
  assert_bytes_refused("x.safetensors#19", file->data, file->len, ULP_ERROR_USAGE, "“19”");
  ReadArray array = read_ok("x.safetensors#5", file->data, file->len); /* the fifth of the file */
  g_assert_cmpuint(array.info.format, ==, ULP_FORMAT_FP32);
  read_array_clear(&array);
}

static GByteArray *file_of(const char *header, gint64 length, guint data) {
  GByteArray *file = g_byte_array_new();
  const guint64 little = GUINT64_TO_LE((guint64)(length >= 0 ? length : (gint64)strlen(header)));
  g_byte_array_append(file, (const guint8 *)&little, 8);
  g_byte_array_append(file, (const guint8 *)header, (guint)strlen(header));
  g_byte_array_set_size(file, file->len + data);
  memset(file->data + file->len - data, 0x3f, data);
  return file;
}

#define TENSOR(dtype, shape, offsets) "{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"
#define ONE(dtype, shape, offsets) "{\"a\":" TENSOR(dtype, shape, offsets) "}"

static void test_valid(void) {
  static const struct {
    const char *header;
    guint data;
    const char *shape;
  } cases[] = {
      {ONE("F32", "[]", "[0,4]"), 4, "fp32 []"},
      {ONE("F32", "[2,1]", "[0,8]") "      ", 8, "fp32 [2, 1]"}, /* the header is padded with spaces */
      {"{\"__metadata__\":{\"k\":\"v\"},\"a\":" TENSOR("F16", "[3]", "[0,6]") "}", 6, "fp16 [3]"},
      /* in any order, an empty one between them */
      {"{\"b\":" TENSOR("I8", "[2]", "[6,8]") ",\"e\":" TENSOR("F64", "[0]", "[6,6]") ",\"a\":" TENSOR("BF16", "[3]",
                                                                                                       "[0,6]") "}",
       8, "bf16 [3]"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GByteArray) file = file_of(cases[i].header, -1, cases[i].data);
    ReadArray array = read_ok("x.safetensors#a", file->data, file->len);
    g_autofree char *shape = ulp_array_info_text(&array.info);
    g_assert_cmpstr(shape, ==, cases[i].shape);
    read_array_clear(&array);
  }
}

static void test_refused(void) {
  static const struct {
    const char *header;
    gint64 length; /* -1: the header's */
    guint data;
    const char *words;
  } cases[] = {
      {"", -1, 0, "offset 0|found a header of 0"},
      {"{}", 3, 0, "offset 0|header of 3|2 to the 2"}, /* past the end */
      {"{}", 100000001, 0, "100000001|at most 100000000"},
      {"{}", G_MAXINT64, 0, "at most"},
      {"{}", -1, 0, "no array"},
      {"[]", -1, 0, "offset 8|“[]”|'{'"},
      {" {}", -1, 0, "offset 8|'{'"},
      {"{\"a\":", -1, 0, "expected JSON"}, /* unterminated */
      {"{\"a\":NaN}", -1, 0, "expected JSON"},
      {"{\"\xff\":1}", -1, 0, "expected JSON"},
      {"{} {}", -1, 0, "expected JSON"},
      {"{\"a\":1}", -1, 0, "“a”|object of dtype"},
      {"{\"__metadata__\":1}", -1, 0, "__metadata__"},
      {"{\"__metadata__\":{\"a\":1}}", -1, 0, "__metadata__|strings"},
      {"{\"a\":" TENSOR("F32", "[1]", "[0,4]") ",\"a\":" TENSOR("F32", "[1]", "[4,8]") "}", -1, 8, "expected JSON"},
      {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", -1, 4, "object of dtype"},
      {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"offsets\":[0,4]}}", -1, 4, "data_offsets"},
      {ONE("F31", "[1]", "[0,4]"), -1, 4, "“F31”|BF16"},
      {"{\"a\":{\"dtype\":3,\"shape\":[1],\"data_offsets\":[0,4]}}", -1, 4, "dtype|string"},
      {ONE("F32", "4", "[0,4]"), -1, 4, "shape"},
      {ONE("F32", "[1.0]", "[0,4]"), -1, 4, "shape|whole"},
      {ONE("F32", "[-1]", "[0,4]"), -1, 4, "shape|whole"},
      {ONE("F32", "[18446744073709551616]", "[0,4]"), -1, 4, "expected JSON"},
      {ONE("F32", "[4294967296,4294967296]", "[0,0]"), -1, 0, "2^64"}, /* a product that wraps to 0 */
      {ONE("F32", "[2305843009213693952]", "[0,0]"), -1, 0, "2^64"},
      {ONE("F32", "[4294967296,4294967296,0]", "[0,0]"), -1, 0, "2^64"},
      {ONE("F32", "[2]", "[0,4]"), -1, 4, "found data_offsets of 4|expected the 8"},
      {ONE("F32", "[1]", "[4,0]"), -1, 4, "rising"},
      {ONE("F32", "[1]", "[0]"), -1, 4, "two rising"},
      {ONE("F32", "[1]", "[-4,0]"), -1, 4, "rising"},
      {ONE("F32", "[1]", "[4,8]"), -1, 8, "from 4|expected from 0"}, /* a gap */
      {ONE("F32", "[1]", "[0,4]"), -1, 5, "5 bytes of tensors|the 4"},
      {ONE("F32", "[2]", "[0,8]"), -1, 4, "4 bytes of tensors|the 8"},
      {"{\"a\":" TENSOR("F32", "[2]", "[0,8]") ",\"b\":" TENSOR("F32", "[2]", "[4,12]") "}", -1, 12,
       "from 4|expected from 8"},
      {ONE("F4", "[3]", "[0,1]"), -1, 1, "within a byte"},
      {ONE("F32", "[0]", "[0,0]"), -1, 0, "empty"},
      {ONE("F32", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "[0,4]"), -1, 4, "at most 32"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GByteArray) file = file_of(cases[i].header, cases[i].length, cases[i].data);
    assert_bytes_refused("x.safetensors", file->data, file->len, ULP_ERROR_INPUT, cases[i].words);
  }
  assert_bytes_refused("x.safetensors", "\x02\0\0\0", 4, ULP_ERROR_INPUT, "4 bytes|expected 8");
  g_autoptr(GString) deep = g_string_new("{\"a\":");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c(deep, '[');
  g_autoptr(GByteArray) file = file_of(deep->str, -1, 0);
  assert_bytes_refused("x.safetensors", file->data, file->len, ULP_ERROR_INPUT, "expected JSON");
}

/* Each byte of the header changed or cut away: an array or one line. */
static void test_damaged(void) {
  g_autoptr(GByteArray) file = recorded("types.safetensors");
  for (guint i = 0; i < 1176; i++) {
    ReadArray array = {.count = 0};
    const guint8 old = file->data[i];
    file->data[i] ^= (guint8)(1u << i % 8);
    if (read_bytes("x.safetensors#float64", file->data, file->len, NULL, &array, NULL))
      read_array_clear(&array);
    file->data[i] = old;
    g_assert_false(read_bytes("x.safetensors#float64", file->data, i, NULL, &array, NULL));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/safetensors/types", test_types);
  g_test_add_func("/input/safetensors/valid", test_valid);
  g_test_add_func("/input/safetensors/refused", test_refused);
  g_test_add_func("/input/safetensors/damaged", test_damaged);
  return g_test_run();
}
