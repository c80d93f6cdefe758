/* The npy reader: versions, types, byte orders and shapes, and every way a header can lie. */
#include "npy-file.h"

#include "core/base/error.h"
#include "core/input/reader.h"

static const double doubles[] = {1.5, -0.0, 0.1, 1e300, 4.9e-324, 6.0};
static const float floats[] = {1.5f, -0.0f, 0.1f, 3e38f, 1e-45f, 6.0f};

/* A NUL follows the bytes, as the reader is promised. */
static gboolean read_watched(GByteArray *file, const UlpFormat *wanted, GCancellable *cancellable, UlpFileArray *array,
                             GError **error) {
  const guint size = file->len;
  g_byte_array_append(file, (const guint8 *)"", 1);
  const gboolean ok = ulp_read_npy((const char *)file->data, size, wanted, cancellable, array, error);
  g_byte_array_unref(file);
  return ok;
}

static gboolean read_file(GByteArray *file, const UlpFormat *wanted, UlpFileArray *array, GError **error) {
  return read_watched(file, wanted, NULL, array, error);
}

static UlpFileArray read_ok(GByteArray *file, const UlpFormat *wanted) {
  UlpFileArray array;
  g_autoptr(GError) error = NULL;
  read_file(file, wanted, &array, &error);
  g_assert_no_error(error);
  return array;
}

static void assert_array(GByteArray *file, UlpFormat format, gconstpointer data, guint count) {
  UlpFileArray array = read_ok(file, NULL);
  g_assert_cmpuint(array.format, ==, format);
  g_assert_cmpuint(array.count, ==, count);
  g_assert_cmpmem(array.data, count * (format == ULP_FORMAT_FP32 ? 4u : 8u), data,
                  count * (format == ULP_FORMAT_FP32 ? 4u : 8u));
  g_free(array.data);
}

static void assert_refused(GByteArray *file, const char *words) {
  UlpFileArray array = {.count = 77};
  g_autoptr(GError) error = NULL;
  g_assert_false(read_file(file, NULL, &array, &error));
  g_test_message("%s", error->message);
  g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
  g_assert_cmpuint(array.count, ==, 77);
  g_assert_null(strchr(error->message, '\n'));
  g_assert_true(g_utf8_validate(error->message, -1, NULL));
  g_auto(GStrv) parts = g_strsplit(words, "|", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr(error->message, parts[i]) == NULL)
      g_error("%s: no %s", error->message, parts[i]);
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

static void test_shapes(void) {
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "()"), doubles, 8), ULP_FORMAT_FP64, doubles, 1);
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(2, 3)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  assert_array(npy_file(1, NPY_DICTIONARY("<f8", "False", "(1,6,1,)"), doubles, 48), ULP_FORMAT_FP64, doubles, 6);
  UlpFileArray array = read_ok(npy_file(1, NPY_DICTIONARY("<f8", "True", "(2, 3)"), doubles, 48), NULL);
  g_assert_cmpmem(array.data, 48, doubles, 48);
  g_assert_nonnull(strstr(array.note, "Fortran"));
  g_free(array.data);
  array = read_ok(npy_file(1, NPY_DICTIONARY("<f8", "True", "(6,)"), doubles, 48), NULL);
  g_assert_null(array.note); /* one dimension has one order */
  g_free(array.data);
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
  static const char *const types[] = {"<f2", "<f16", "<i8",  "|u1", "<c16", "f8",
                                      "=f8", "<f4 ", "<f44", "|b1", "<U3",  ""};
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    g_autofree char *dictionary = g_strdup_printf("{'descr': '%s', 'fortran_order': False, 'shape': (6,), }", types[i]);
    g_autofree char *words = g_strdup_printf("“%s”|'<f4', '<f8', '>f4' or '>f8'", types[i]);
    assert_refused_dictionary(dictionary, words);
  }
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
    assert_refused(part, size < 10 ? "not an npy file" : "npy");
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
  const UlpFormat fp32 = ULP_FORMAT_FP32, fp64 = ULP_FORMAT_FP64;
  const double wide[] = {0.1, 1.0 + 0x1p-24, 1.0 + 0x1p-24 + 0x1p-52, 1e300, -0.0, 0x1p-149};
  const float rounded[] = {0.1f, 1.0f, 1.0f + 0x1p-23f, __builtin_inff(), -0.0f, 0x1p-149f};
  UlpFileArray array = read_ok(npy_file(1, NPY_DICTIONARY("<f8", "False", "(6,)"), wide, 48), &fp32);
  g_assert_cmpuint(array.format, ==, ULP_FORMAT_FP32);
  g_assert_cmpmem(array.data, 24, rounded, 24);
  g_free(array.data);
  array = read_ok(npy_file(1, NPY_DICTIONARY("<f4", "False", "(6,)"), floats, 24), &fp64);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat(((double *)array.data)[i], ==, (double)floats[i]);
  g_free(array.data);
}

static void test_cancelled(void) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  UlpFileArray array = {.count = 77};
  g_cancellable_cancel(cancellable);
  GByteArray *file = npy_file(1, NPY_DICTIONARY("<f4", "False", "(6,)"), floats, 24);
  g_assert_false(read_watched(file, NULL, cancellable, &array, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpuint(array.count, ==, 77);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/npy/versions", test_versions);
  g_test_add_func("/input/npy/big-endian", test_big_endian);
  g_test_add_func("/input/npy/shapes", test_shapes);
  g_test_add_func("/input/npy/dictionary", test_dictionary);
  g_test_add_func("/input/npy/types", test_types);
  g_test_add_func("/input/npy/sizes", test_sizes);
  g_test_add_func("/input/npy/overflow", test_overflow);
  g_test_add_func("/input/npy/header", test_header);
  g_test_add_func("/input/npy/nan", test_nan);
  g_test_add_func("/input/npy/wanted", test_wanted);
  g_test_add_func("/input/npy/cancelled", test_cancelled);
  return g_test_run();
}
