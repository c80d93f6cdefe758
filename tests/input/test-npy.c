/* The npy reader: versions, types, byte orders and shapes, and every way a header can lie. */
#include "npy-file.h"
#include "recorded.h"

#include "core/number/format.h"

#include <stdlib.h>

static const double doubles[] = {1.5, -0.0, 0.1, 1e300, 4.9e-324, 6.0};
static const float floats[] = {1.5f, -0.0f, 0.1f, 3e38f, 1e-45f, 6.0f};

static ReadArray read_npy(GByteArray *file, const char *spec) {
  ReadArray array = read_ok(spec, file->data, file->len);
  g_byte_array_unref(file);
  return array;
}

static void assert_array(GByteArray *file, UlpFormat format, gconstpointer data, guint count) {
  ReadArray array = read_npy(file, "x.npy");
  g_assert_cmpuint(array.info.format, ==, format);
  g_assert_false(array.info.big_endian);
  g_assert_cmpuint(array.count, ==, count);
  g_assert_cmpmem(array.data, ulp_packed_bytes(format, count), data, ulp_packed_bytes(format, count));
  read_array_clear(&array);
}

static void assert_refused(GByteArray *file, const char *words) {
  assert_bytes_refused("x.npy", file->data, file->len, ULP_ERROR_INPUT, words);
  g_byte_array_unref(file);
}

static void assert_refused_dictionary(const char *dictionary, const char *words) {
  assert_refused(npy_file(1, dictionary, doubles, sizeof doubles), words);
}

static void test_versions(void) {
  for (guint8 major = 1; major <= 3; major++) {
    assert_array(npy_file(major, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, sizeof doubles), ULP_FORMAT_FP64,
                 doubles, 6);
    assert_array(npy_file(major, NPY_DICTIONARY("<f4", "False", "(6,)"), floats, sizeof floats), ULP_FORMAT_FP32,
                 floats, 6);
  }
  assert_refused(npy_file(4, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, sizeof doubles), "version 4.0");
  assert_refused(npy_file(0, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, sizeof doubles), "version 0.0");
  GByteArray *minor = npy_file(1, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, sizeof doubles);
  minor->data[7] = 1;
  assert_refused(minor, "version 1.1");
}

static void test_big_endian(void) {
  guint64 swapped[6];
  guint32 narrow[6];
  for (guint i = 0; i < 6; i++) {
    memcpy(&swapped[i], &doubles[i], 8), memcpy(&narrow[i], &floats[i], 4);
    swapped[i] = GUINT64_SWAP_LE_BE(swapped[i]), narrow[i] = GUINT32_SWAP_LE_BE(narrow[i]);
  }
  assert_array(npy_file(1, NPY_DICTIONARY(">f8", "False", "(6,)"), swapped, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_array(npy_file(1, NPY_DICTIONARY(">f4", "False", "(6,)"), narrow, 24), ULP_FORMAT_FP32, floats, 6);
}

/* Elements that are turned or converted are read in slices: no element is lost where one ends. */
static void test_long(void) {
  enum { COUNT = 300001 };
  g_autofree guint32 *swapped = g_new(guint32, COUNT);
  g_autofree float *values = g_new(float, COUNT);
  for (guint i = 0; i < COUNT; i++) {
    values[i] = (float)i;
    memcpy(&swapped[i], &values[i], 4);
    swapped[i] = GUINT32_SWAP_LE_BE(swapped[i]);
  }
  assert_array(npy_file(1, NPY_DICTIONARY(">f4", "False", "(300001,)"), swapped, COUNT * 4), ULP_FORMAT_FP32, values,
               COUNT);
  ReadArray wide =
      read_npy(npy_file(1, NPY_DICTIONARY("<f4", "False", "(300001,)"), values, COUNT * 4), "x.npy:format=fp64");
  g_assert_cmpuint(wide.count, ==, COUNT);
  for (guint i = 0; i < COUNT; i++)
    g_assert_cmpfloat(((const double *)wide.data)[i], ==, i);
  read_array_clear(&wide);
}

static void test_shapes(void) {
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "()"), doubles, 8), ULP_FORMAT_FP64, doubles, 1);
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(2, 3)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(1,6,1,)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  ReadArray array = read_npy(npy_file(1, NPY_DICTIONARY("<f8", "True", "(2, 3)"), doubles, 48), "x.npy");
  g_assert_cmpmem(array.data, 48, doubles, 48);
  g_autofree char *shape = ulp_array_info_text(&array.info);
  g_assert_cmpstr(shape, ==, "fp64 [2, 3], Fortran order");
  g_assert_cmpstr(array.note, ==, "elements as stored");
  read_array_clear(&array);
  array = read_npy(npy_file(1, NPY_DICTIONARY("<f8", "True", "(6,)"), doubles, 48), "x.npy");
  g_assert_false(array.info.fortran); /* one dimension has one order */
  g_assert_null(array.note);
  read_array_clear(&array);

  /* as Python 2 wrote long integers */
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(6L,)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(2L, 3L)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_refused_dictionary(NPY_DICTIONARY("<f8", "False", "(6LL,)"), "',' or ')'");
  assert_refused_dictionary(NPY_DICTIONARY("<f8", "False", "(L,)"), "expected a length");

  g_autoptr(GString) ones = g_string_new("(6");
  for (guint i = 1; i < ULP_ARRAY_MAX_DIMENSIONS; i++)
    g_string_append(ones, ", 1");
  g_autofree char *most = g_strdup_printf("{'descr': '<f8', 'fortran_order': False, 'shape': %s)}", ones->str);
  g_autofree char *more = g_strdup_printf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, 1)}", ones->str);
  assert_array(npy_file(1, most, doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_refused_dictionary(more, "more than 32 dimensions");
}

/* Any order of keys and either quotes. */
static void test_dictionary(void) {
  assert_array(npy_file(1, "{\"shape\":(6,),\"descr\":\"<f8\",\"fortran_order\":False}", doubles, 48), ULP_FORMAT_FP64,
               doubles, 6);
  static const struct {
    const char *dictionary, *words;
  } wrong[] = {
      {"", "expected '{'"},
      {"[]", "character 1|“[]|expected '{'"},
      {"{}", "no descr"},
      {"{'descr': '<f8', 'fortran_order': False, }", "no shape"},
      {"{'descr': '<f8', 'shape': (6,), }", "no fortran_order"},
      {NPY_DICTIONARY("<f8", "False", "(6,), 'shape': (6,)"), "“shape”|once each"},
      {NPY_DICTIONARY("<f8", "False", "(6,), 'more': 1"), "“more”"},
      {NPY_DICTIONARY("<f8", "0", "(6,)"), "True or False"},
      {NPY_DICTIONARY("<f8", "False", "6"), "expected '('"},
      {NPY_DICTIONARY("<f8", "False", "(6)"), "tuple"},
      {NPY_DICTIONARY("<f8", "False", "(6 6)"), "',' or ')'"},
      {NPY_DICTIONARY("<f8", "False", "(-6,)"), "expected a length"},
      {NPY_DICTIONARY("<f8", "False", "(,)"), "expected a length"},
      {NPY_DICTIONARY("<f8", "False", "(6.0,)"), "',' or ')'"},
      {NPY_DICTIONARY("<f8", "False", "(0x6,)"), "',' or ')'"},
      {NPY_DICTIONARY("<f8", "False", "(__import__('os').abort(),)"), "expected a length"},
      {NPY_DICTIONARY("<f8", "False", "(6,)") " {}", "newline"},
      {"{'descr' '<f8', 'fortran_order': False, 'shape': (6,), }", "expected ':'"},
      {"{'descr': '<f8' 'fortran_order': False, 'shape': (6,), }", "',' or '}'"},
      {"{'de\\x73cr': '<f8', 'fortran_order': False, 'shape': (6,), }", "quoted string"},
      {"{descr: '<f8', 'fortran_order': False, 'shape': (6,), }", "quoted string"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
    assert_refused_dictionary(wrong[i].dictionary, wrong[i].words);
}

static void test_types(void) {
  assert_refused_dictionary(NPY_DICTIONARY("|O", "False", "(6,)"), "object arrays are pickles");
  assert_refused_dictionary(NPY_DICTIONARY("O", "False", "(6,)"), "object arrays are pickles");
  assert_refused_dictionary("{'descr': [('a', '<f8'), ('b', '|O')], 'fortran_order': False, 'shape': (6,), }",
                            "structured");
  static const char *const types[] = {"<c16", "f8",  "=f8",  "<f4 ",      "<f44",    "<U3",   "",  "|f4",
                                      "|i2",  "<i3", "<u16", "|S1",       "<M8[ns]", "|V2",   "<", "|b2",
                                      "b1",   "<V3", "V1",   "<bfloat16", "float32", "bfloat"};
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    g_autofree char *dictionary = g_strdup_printf("{'descr': '%s', 'fortran_order': False, 'shape': (6,), }", types[i]);
    g_autofree char *words = g_strdup_printf("“%s”|'<' or '>'|f2, f4, f8", types[i]);
    assert_refused_dictionary(dictionary, words);
  }
}

/* Three elements of every type, their bytes written by hand, and the exact numbers they stand for. */
static void test_every_type(void) {
  static const struct {
    const char *descr;
    guint8 bytes[24];
    const char *name, *values[3];
  } cases[] = {
      {"<f2", {0x00, 0x3c, 0x01, 0x80, 0xff, 0x7b}, "fp16", {"1", "-0.000000059604644775390625", "65504"}},
      {">f2", {0x3c, 0x00, 0x80, 0x01, 0x7b, 0xff}, "fp16", {"1", "-0.000000059604644775390625", "65504"}},
      {"<f4", {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0x20, 0x41}, "fp32", {"1", "-2", "10"}},
      {">f4", {0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0, 0x41, 0x20, 0, 0}, "fp32", {"1", "-2", "10"}},
      {"<f8",
       {0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x24, 0x40},
       "fp64",
       {"1", "-2", "10"}},
      {">f8",
       {0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x24, 0, 0, 0, 0, 0, 0},
       "fp64",
       {"1", "-2", "10"}},
      {"|i1", {0x7f, 0x80, 0xff}, "int8", {"127", "-128", "-1"}},
      {"<i2", {0xff, 0x7f, 0x00, 0x80, 0x39, 0x30}, "int16", {"32767", "-32768", "12345"}},
      {">i2", {0x7f, 0xff, 0x80, 0x00, 0x30, 0x39}, "int16", {"32767", "-32768", "12345"}},
      {"<i4",
       {0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0x80, 0xfe, 0xff, 0xff, 0xff},
       "int32",
       {"2147483647", "-2147483648", "-2"}},
      {">i4",
       {0x7f, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xfe},
       "int32",
       {"2147483647", "-2147483648", "-2"}},
      {"<i8",
       {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 0, 0, 0, 0, 0x20, 0},
       "int64",
       {"9223372036854775807", "-9223372036854775808", "9007199254740993"}},
      {">i8",
       {0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 1},
       "int64",
       {"9223372036854775807", "-9223372036854775808", "9007199254740993"}},
      {"|u1", {0x00, 0x80, 0xff}, "uint8", {"0", "128", "255"}},
      {"<u1", {0x00, 0x80, 0xff}, "uint8", {"0", "128", "255"}},
      {"<u2", {0x00, 0x80, 0xff, 0xff, 0x01, 0x00}, "uint16", {"32768", "65535", "1"}},
      {">u2", {0x80, 0x00, 0xff, 0xff, 0x00, 0x01}, "uint16", {"32768", "65535", "1"}},
      {"<u4", {0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0}, "uint32", {"2147483648", "4294967295", "1"}},
      {">u4", {0x80, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1}, "uint32", {"2147483648", "4294967295", "1"}},
      {"<u8",
       {0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0},
       "uint64",
       {"9223372036854775808", "18446744073709551615", "1"}},
      {">u8",
       {0x80, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1},
       "uint64",
       {"9223372036854775808", "18446744073709551615", "1"}},
      {"|b1", {0, 1, 1}, "uint8", {"0", "1", "1"}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *dictionary =
        g_strdup_printf("{'descr': '%s', 'fortran_order': False, 'shape': (3,), }", cases[i].descr);
    const guint digits = (guint)(cases[i].descr[2] - '0');
    ReadArray array = read_npy(npy_file(1, dictionary, cases[i].bytes, 3 * digits), "x.npy");
    g_assert_cmpstr(ulp_format_info(array.info.format)->id, ==, cases[i].name);
    for (guint j = 0; j < 3; j++) {
      g_autofree char *value = ulp_bits_to_decimal(array.info.format, ulp_array_load(&array.info, array.data, j));
      g_assert_cmpstr(value, ==, cases[i].values[j]);
    }
    read_array_clear(&array);

    /* and each rounded once to fp32: the nearest to the exact integer */
    array = read_npy(npy_file(1, dictionary, cases[i].bytes, 3 * digits), "x.npy:format=fp32");
    for (guint j = 0; j < 3; j++)
      g_assert_cmpfloat(((float *)array.data)[j], ==, strtof(cases[i].values[j], NULL));
    read_array_clear(&array);
  }
}

/* What NumPy and ml_dtypes write; the bits are those of the six numbers that recorded.py rounds, found by hand. */
static void test_recorded(void) {
  static const guint16 bf16[] = {0x3f80, 0xc000, 0x3dcd, 0x43e0, 0x8000, 0x3c80};
  static const guint16 fp16[] = {0x3c00, 0x5f00, 0xc000, 0x8000, 0x2e66, 0x2400}; /* by columns of 2 x 3 */
  static const guint8 e4m3[] = {0x38, 0xc0, 0x1d, 0x7e, 0x80, 0x08}, e2m1[] = {0x10, 0x32, 0x54, 0x76};
  assert_recorded_bits("bfloat16.npy", "bf16 [6]", bf16, sizeof bf16);
  assert_recorded_bits("float8_e4m3fn.npy:type=e4m3", "e4m3 [6]", e4m3, sizeof e4m3);
  assert_recorded_bits("float16-big-fortran.npy", "fp16 [2, 3], Fortran order", fp16, sizeof fp16);
  assert_recorded_values("bfloat16.npy:format=fp64", "1 -2 0.10009765625 448 -0 0.015625");
  /* a byte for each element, of four bits that count */
  g_autoptr(GByteArray) file = recorded("float4_e2m1fn.npy");
  ReadArray array = read_ok("float4_e2m1fn.npy:type=e2m1", file->data, file->len);
  g_assert_cmpuint(array.count, ==, 9);
  g_assert_cmpmem(array.data, 4, e2m1, 4);
  g_assert_nonnull(strstr(array.note, "V1 as e2m1"));
  read_array_clear(&array);
  assert_recorded_values("float4_e2m1fn.npy:type=e2m1:format=fp32", "0 0.5 1 1.5 2 3 4 6 -6");
}

/* A type that the header does not say, says otherwise, or has no room for. */
static void test_asked_type(void) {
  static const guint8 bytes[] = {0x38, 0xc0, 0x7e, 0x80, 0x3f, 0x3c};
  const char *const names[][2] = {
      {"float8_e4m3fn", "1 -2 448 -0 1.875 1.5"},        {"float8_e5m2", "0.5 -2 nan -0 1.75 1"},
      {"float8_e4m3fnuz", "0.5 -1 224 nan 0.9375 0.75"}, {"float8_e5m2fnuz", "0.25 -1 49152 nan 0.875 0.5"},
      {"float6_e3m2fn", "-8 0 -24 0 -28 -16"},           {"float4_e2m1fn", "-0 0 -4 0 -6 -2"}};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *header = g_strdup_printf("{'descr': '%s', 'fortran_order': False, 'shape': (6,), }", names[i][0]);
    ReadArray array = read_npy(npy_file(1, header, bytes, 6), "x.npy");
    g_autofree char *values = values_text(&array);
    g_assert_cmpstr(values, ==, names[i][1]);
    read_array_clear(&array);
  }
  ReadArray array = read_npy(npy_file(1, NPY_DICTIONARY("|u1", "False", "(6,)"), bytes, 6), "x.npy:type=e4m3");
  g_assert_cmpuint(array.info.format, ==, ULP_FORMAT_E4M3); /* codes that were saved as bytes */
  g_assert_cmpstr(array.note, ==, "|u1 as e4m3");
  read_array_clear(&array);
  array = read_npy(npy_file(1, NPY_DICTIONARY(">u2", "False", "(3,)"), bytes, 6), "x.npy:type=bf16");
  const guint16 swapped[] = {0x38c0, 0x7e80, 0x3f3c};
  g_assert_cmpmem(array.data, 6, swapped, 6);
  read_array_clear(&array);
  assert_refused(npy_file(1, NPY_DICTIONARY("<V1", "False", "(6,)"), bytes, 6), "“|V1|:type=e4m3");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f16", "False", "(1,)"), doubles, 16), "“|f16|:type=");
  g_autoptr(GByteArray) narrow = npy_file(1, NPY_DICTIONARY("|u1", "False", "(6,)"), bytes, 6);
  assert_bytes_refused("x.npy:type=fp16", narrow->data, narrow->len, ULP_ERROR_INPUT, "u1|8 bits|16|fp16");
}

/* long double of x86-64: 10 bytes that count of 16, whatever the others hold */
static void test_long_double(void) {
  static const guint8 bytes[32] = {0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f, 0xab, 0xcd, 1,
                                   2, 3, 4, 0, 0, 0, 0, 0,    0,    0,    0xc0, 0x00, 0xc0};
  ReadArray array =
      read_npy(npy_file(1, NPY_DICTIONARY("<f16", "False", "(2,)"), bytes, 32), "x.npy:type=fp80:format=fp64");
  g_assert_cmpfloat(((double *)array.data)[0], ==, 1);
  g_assert_cmpfloat(((double *)array.data)[1], ==, -3);
  read_array_clear(&array);
  assert_refused(npy_file(1, NPY_DICTIONARY("<f16", "False", "(1152921504606846977,)"), bytes, 16), "f16");
}

static void test_sizes(void) {
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, 47), "truncated|found 47|expected 48");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, 0), "truncated|found 0|expected 48");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "(5,)"), doubles, 48), "too long|found 48|expected 40");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f4", "False", "(6,)"), doubles, 48), "too long|expected 24");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "()"), doubles, 0), "truncated");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "(0,)"), doubles, 0), "empty");
  assert_refused(npy_file(1, NPY_DICTIONARY("<f8", "False", "(3, 0)"), doubles, 0), "empty");
}

/* Products that wrap to 0, to a small count, or to the right number of bytes. */
static void test_overflow(void) {
  static const char *const shapes[] = {
      "(4294967296, 4294967296)",         "(4294967296, 4294967296, 0)",
      "(9223372036854775808, 2)",         "(6148914691236517206, 3)", /* 2^64 + 2 */
      "(18446744073709551616,)",                                      /* 2^64 */
      "(99999999999999999999999999999,)", "(55340232221128654854,)",  /* 3 2^64 + 6 */
      "(2305843009213693958,)",                                       /* 2^61 + 6: 8 times that is 48 + 2^64 */
      "(4294967296, 4294967295)",
  };
  for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
    g_autofree char *dictionary = g_strdup_printf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shapes[i]);
    assert_refused_dictionary(dictionary, "2^64");
  }
  assert_refused_dictionary(NPY_DICTIONARY("<f8", "False", "(2305843009213693951,)"), "truncated");
}

static void test_header(void) {
  const char header[] = NPY_DICTIONARY("<f8", "False", "(6,)") "\n";
  const guint32 length = sizeof header - 1;
  assert_refused(npy_raw(1, header, length + 1), "file ends after");
  assert_refused(npy_raw(1, header, 9999), "9999|file ends after");
  assert_refused(npy_raw(1, header, 65535), "65535|at most 10000");
  assert_refused(npy_raw(2, header, 0xffffffff), "4294967295|at most 10000");
  assert_refused(npy_raw(1, header, length - 1), "newline"); /* the newline is left out */
  assert_refused(npy_raw(1, NPY_DICTIONARY("<f8", "False", "(6,)") "\n\n", length + 1), "newline");
  assert_refused(npy_raw(1, header, 0), "ends after 0 characters");
  for (guint cut = 1; cut < length; cut++) { /* an unterminated header, ended anywhere */
    g_autofree char *part = g_strndup(header, cut);
    assert_refused(npy_raw(2, part, cut), "npy");
  }
  GByteArray *file = npy_file(2, NPY_DICTIONARY("<f8", "False", "(6,)"), doubles, sizeof doubles);
  for (guint size = 0; size < file->len; size++) { /* the file, ended anywhere */
    GByteArray *part = g_byte_array_new();
    g_byte_array_append(part, file->data, size);
    assert_refused(part, size == 0 ? "empty" : size < 10 ? "not an npy file" : "npy");
  }
  file->data[0] = 'P';
  assert_refused(file, "not an npy file");

  /* 10000 characters pass, 10001 do not */
  g_autoptr(GString) padded = g_string_new_len(header, length - 1);
  while (padded->len < 9999)
    g_string_append_c(padded, ' ');
  g_string_append_c(padded, '\n');
  GByteArray *longest = npy_raw(1, padded->str, 10000);
  g_byte_array_append(longest, (const guint8 *)doubles, sizeof doubles);
  assert_array(longest, ULP_FORMAT_FP64, doubles, 6);
  g_string_insert_c(padded, length - 1, ' ');
  GByteArray *longer = npy_raw(1, padded->str, 10001);
  g_byte_array_append(longer, (const guint8 *)doubles, sizeof doubles);
  assert_refused(longer, "10001|at most 10000");
}

/* NaN in every place, signalling and with a payload, keeps its bits. */
static void test_nan(void) {
  const guint64 patterns[] = {0x7ff0000000000001, 0xfff8000000000000, 0x7ff8123456789abc, 0xfff0000000000000};
  const guint32 narrow[] = {0x7f800001, 0xffc00000, 0x7fc12345, 0xff800000};
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(4,)"), patterns, 32), ULP_FORMAT_FP64, patterns, 4);
  assert_array(npy_file(1, NPY_DICTIONARY("<f4", "False", "(4,)"), narrow, 16), ULP_FORMAT_FP32, narrow, 4);
}

static void test_wanted(void) {
  const double wide[] = {0.1, 1.0 + 0x1p-24, 1.0 + 0x1p-24 + 0x1p-52, 1e300, -0.0, 0x1p-149};
  const float rounded[] = {0.1f, 1.0f, 1.0f + 0x1p-23f, __builtin_inff(), -0.0f, 0x1p-149f};
  ReadArray array = read_npy(npy_file(1, NPY_DICTIONARY("<f8", "False", "(6,)"), wide, 48), "x.npy:format=fp32");
  g_assert_cmpuint(array.info.format, ==, ULP_FORMAT_FP32);
  g_assert_cmpmem(array.data, 24, rounded, 24);
  read_array_clear(&array);
  array = read_npy(npy_file(1, NPY_DICTIONARY("<f4", "False", "(6,)"), floats, 24), "x.npy:format=fp64");
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat(((double *)array.data)[i], ==, (double)floats[i]);
  read_array_clear(&array);
}

static void test_members(void) {
  g_autoptr(GByteArray) file = npy_file(1, NPY_DICTIONARY(">f4", "True", "(2, 3)"), floats, 24);
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse("x.npy:format=fp64", NULL);
  g_autoptr(UlpFile) opened = ulp_file_open_memory(spec, file->data, file->len, NULL, NULL);
  g_autoptr(GPtrArray) members = ulp_file_list(opened);
  g_assert_cmpuint(members->len, ==, 1);
  const UlpMember *member = g_ptr_array_index(members, 0);
  g_autofree char *text = ulp_array_info_text(&member->info);
  g_assert_cmpstr(text, ==, "fp32 [2, 3], big-endian, Fortran order");
  g_assert_cmpuint(member->offset, ==, file->len - 24);
  g_assert_cmpuint(member->bytes, ==, 24);
  g_assert_null(member->name);
  assert_bytes_refused("x.npy#a\xff", file->data, file->len, ULP_ERROR_USAGE, "x.npy|“a|one array");
}

static void test_cancelled(void) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  ReadArray array = {.count = 77};
  g_cancellable_cancel(cancellable);
  g_autoptr(GByteArray) file = npy_file(1, NPY_DICTIONARY("<f4", "False", "(6,)"), floats, 24);
  g_assert_false(read_bytes("x.npy", file->data, file->len, cancellable, &array, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpuint(array.count, ==, 77);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/npy/versions", test_versions);
  g_test_add_func("/input/npy/big-endian", test_big_endian);
  g_test_add_func("/input/npy/long", test_long);
  g_test_add_func("/input/npy/shapes", test_shapes);
  g_test_add_func("/input/npy/dictionary", test_dictionary);
  g_test_add_func("/input/npy/types", test_types);
  g_test_add_func("/input/npy/every-type", test_every_type);
  g_test_add_func("/input/npy/recorded", test_recorded);
  g_test_add_func("/input/npy/asked-type", test_asked_type);
  g_test_add_func("/input/npy/long-double", test_long_double);
  g_test_add_func("/input/npy/sizes", test_sizes);
  g_test_add_func("/input/npy/overflow", test_overflow);
  g_test_add_func("/input/npy/header", test_header);
  g_test_add_func("/input/npy/nan", test_nan);
  g_test_add_func("/input/npy/wanted", test_wanted);
  g_test_add_func("/input/npy/members", test_members);
  g_test_add_func("/input/npy/cancelled", test_cancelled);
  return g_test_run();
}
