/* The CSV reader: what it takes, and the row, column and text it names when it refuses. */
#include "read-file.h"

#include <locale.h>
#include <math.h>

static void assert_numbers(const char *spec, const char *text, const double *expected, guint64 count) {
  ReadArray array = read_ok(spec, text, strlen(text));
  g_assert_cmpuint(array.info.format, ==, ULP_FORMAT_FP64);
  g_assert_cmpmem(array.data, array.count * 8, expected, count * 8);
  read_array_clear(&array);
}

/* The cells that `spec` names, and those of every column row by row. */
#define ASSERT_READS(spec, text, ...)                                                                                  \
  assert_numbers(spec, text, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))
#define ASSERT_NUMBERS(text, ...) ASSERT_READS("x.csv#*", text, __VA_ARGS__)

#define ASSERT_REFUSED(text, words) assert_bytes_refused("x.csv#*", text, sizeof text - 1, ULP_ERROR_INPUT, words)

static void test_layout(void) {
  ASSERT_NUMBERS("1\n2\n3\n", 1, 2, 3);
  ASSERT_NUMBERS("1,2\n3,4", 1, 2, 3, 4); /* row order; no newline at the end */
  ASSERT_NUMBERS("1,2\r\n3,4\r\n", 1, 2, 3, 4);
  ASSERT_NUMBERS("\xef\xbb\xbf"
                 "1,2\n",
                 1, 2);
  ASSERT_NUMBERS("# a comment, with 3 cells, 4\n\n 1 ,\t2\t\n   \n  # 9\n3,4\n\r\n", 1, 2, 3, 4);
  ASSERT_NUMBERS("x,y\n1,2\n", 1, 2);
  ASSERT_NUMBERS("# first\n\nname\n1\n2\n", 1, 2);
  ASSERT_NUMBERS("\"a, \"\"b\"\"\",c\n1,2\n", 1, 2); /* RFC 4180, 2.6 and 2.7 */
  ASSERT_NUMBERS("\"1\", \" 2 \" \n", 1, 2);
  ASSERT_NUMBERS(",y\n1,2\n", 1, 2); /* a header with an unnamed column */
  ASSERT_NUMBERS("größe,λ\n1,2\n", 1, 2);
}

static void test_numbers(void) {
  ASSERT_NUMBERS("0x1.8p-3,-0X1P4,0x.8\n", 0.1875, -16, 0.5);
  ASSERT_NUMBERS("inf,-Infinity,+INF\n", INFINITY, -INFINITY, INFINITY);
  ASSERT_NUMBERS("-0,+5,.5,5.,1E3\n", -0.0, 5, 0.5, 5, 1000);
  ASSERT_NUMBERS("0.1,1e23,4.9e-324,2.4e-324,1e-400,1e400\n", 0.1, 1e23, 0x1p-1074, 0, 0, INFINITY);
  /* 1 + 2^-53 exactly is a tie and goes to even; anything above it goes up. */
  ASSERT_NUMBERS("1.00000000000000011102230246251565404236316680908203125\n", 1.0);
  ASSERT_NUMBERS("1.00000000000000011102230246251565404236316680908203126\n", 1.0 + 0x1p-52);
  ReadArray array = read_ok("x.csv#*", "nan,-NaN", 8);
  g_assert_true(isnan(((double *)array.data)[0]) && isnan(((double *)array.data)[1]));
  read_array_clear(&array);
}

/* The fp32 nearest to the text, not to the text's fp64: 1 + 2^-24 + 2^-60 is above the tie, its fp64 is the tie. */
static void test_fp32(void) {
  const char text[] = "1.00000005960464477625881850298820884757287\n0.1,1e39\n";
  const char *column = strchr(text, ',') - 3; /* "0.1,1e39\n" */
  ReadArray array = read_ok("x.csv:format=fp32", text, (gsize)(column - text));
  g_assert_cmpuint(array.info.format, ==, ULP_FORMAT_FP32);
  g_assert_cmpfloat(*(float *)array.data, ==, 1.0f + 0x1p-23f);
  read_array_clear(&array);
  array = read_ok("x.csv#*:format=fp32", column, strlen(column));
  g_assert_cmpfloat(((float *)array.data)[0], ==, 0.1f);
  g_assert_cmpfloat(((float *)array.data)[1], ==, INFINITY);
  read_array_clear(&array);
  array = read_ok("x.csv:format=fp64", text, (gsize)(column - text));
  g_assert_cmpfloat(*(double *)array.data, ==, 1.0 + 0x1p-24);
  read_array_clear(&array);
}

static void test_long_lines(void) {
  enum { CELLS = 200000 };
  g_autoptr(GString) text = g_string_new("# ");
  for (guint i = 0; i < 100000; i++)
    g_string_append(text, "long comment,");
  g_string_append_c(text, '\n');
  for (guint i = 0; i < CELLS; i++)
    g_string_append_printf(text, "%s%u", i > 0 ? "," : "", i);
  g_string_append(text, "\n0.");
  gsize row = text->len;
  for (guint i = 0; i < 100000; i++)
    g_string_append_c(text, '3');
  ReadArray array = read_ok("x.csv#*", text->str, row - 3);
  g_assert_cmpuint(array.count, ==, CELLS);
  for (guint i = 0; i < CELLS; i++)
    g_assert_cmpfloat(((double *)array.data)[i], ==, i);
  read_array_clear(&array);
  array = read_ok("x.csv", text->str + row - 2, text->len - row + 2);
  g_assert_cmpfloat(*(double *)array.data, ==, 1.0 / 3);
  read_array_clear(&array);
}

static void test_ragged(void) {
  ASSERT_REFUSED("1,2\n3\n", "row 2, column 1|expected 2 cells");
  ASSERT_REFUSED("1,2\n3,4,5\n", "row 2, column 3|more cells than the 2");
  ASSERT_REFUSED("# c\n\nx,y,z\n1,2,3\n\n4,5\n", "row 6, column 2|expected 3");
  ASSERT_REFUSED("x,y\n1,2,3\n", "row 2, column 3");
  ASSERT_REFUSED("1,2\n3,\n", "row 2, column 2|empty cell");
  ASSERT_REFUSED("1\n2,\n", "row 2, column 2|more cells");
  ASSERT_REFUSED("1,,3\n", "row 1, column 2|empty cell");
}

static void test_text(void) {
  ASSERT_REFUSED("1,2\n3,abc\n", "row 2, column 2|“abc”|expected a number");
  ASSERT_REFUSED("x,1\n2,3\n", "row 1, column 1|“x”");
  ASSERT_REFUSED("x,y\nz,w\nu,v\n1,2\n", "row 2, column 1|“z”"); /* names and units, no third row */
  ASSERT_REFUSED("1.2.3\n4\n", "row 1, column 1|“1.2.3”");       /* a mistyped number is no header */
  ASSERT_REFUSED("-1x,+y\n4,5\n", "row 1, column 1");
  ASSERT_REFUSED("1:2\n3:4\n", "row 1, column 1|“1:2”");
  ASSERT_REFUSED("1\n1 2\n", "row 2|“1 2”");
  ASSERT_REFUSED("1\n0x\n", "row 2|“0x”");
  ASSERT_REFUSED("1\n1e\n", "row 2|“1e”");
  ASSERT_REFUSED("1\n--1\n", "row 2");
  ASSERT_REFUSED("1\n１\n", "row 2|“１”");
  ASSERT_REFUSED("1\n\f\n5\n", "row 2"); /* white space that strtod would skip, over the end of the line */
  ASSERT_REFUSED("1\n\v\n5\n", "row 2");
  ASSERT_REFUSED("1\n\f2\n", "row 2");
  ASSERT_REFUSED("1\r2\r", "row 1, column 1");
  ASSERT_REFUSED("1\n5\0\n", "row 2, column 1");
  ASSERT_REFUSED("1\n\0\n", "row 2, column 1");
  ASSERT_REFUSED("1\n\xff\xfe\x1b[2J\n", "row 2, column 1");
  ASSERT_REFUSED("1\n\"2\n3\"\n", "row 2, column 1|quoted");
  ASSERT_REFUSED("1\n\"2\" 3\n", "row 2, column 1|quoted");
  ASSERT_REFUSED("1\n\"2\"\"\n", "row 2, column 1|quoted");
  ASSERT_REFUSED("1\n\"\"\n", "row 2, column 1|empty cell");
  g_autoptr(GString) text = g_string_new("1\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append(text, "ä");
  assert_bytes_refused("x.csv", text->str, text->len, ULP_ERROR_INPUT, "row 2, column 1|ä…”");
}

static void test_empty(void) {
  ASSERT_REFUSED("\n", "no numbers");
  ASSERT_REFUSED("\xef\xbb\xbf", "no numbers");
  ASSERT_REFUSED("# only this\n", "no numbers");
  ASSERT_REFUSED("x,y\n", "no numbers");
  ASSERT_REFUSED(",\n", "row 1, column 1|empty cell");
}

/* Numbers have a decimal point in every locale. */
static void test_locale(void) {
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL && setlocale(LC_ALL, "fr_FR.UTF-8") == NULL) {
    g_test_skip("no locale with a decimal comma is installed");
    return;
  }
  ASSERT_NUMBERS("1.5,2.5\n", 1.5, 2.5);
  setlocale(LC_ALL, "C");
}

static void test_cancelled(void) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  ReadArray array = {.count = 77};
  g_cancellable_cancel(cancellable);
  g_assert_false(read_bytes("x.csv#*", "1,2\n", 4, cancellable, &array, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpuint(array.count, ==, 77);
}

/* Columns with numbers and, where there are several columns, all cells row by row. */
static void test_list(void) {
  static const struct {
    const char *text;
    guint n_members;
  } cases[] = {{"1\n2\n", 1}, {"1,2\n3,4\n", 3}, {"1,2,x\n3,4,y\n", 3}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse("x.csv", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpFile) file = ulp_file_open_memory(spec, cases[i].text, strlen(cases[i].text), NULL, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) members = ulp_file_list(file);
    g_assert_cmpuint(members->len, ==, cases[i].n_members);
    for (guint m = 0; m < members->len; m++) {
      const UlpMember *member = g_ptr_array_index(members, m);
      const gboolean all = cases[i].n_members > 1 && m + 1 == members->len;
      g_assert_cmpstr(member->name, ==, all ? "*" : NULL);
      g_assert_cmpuint(member->number, ==, all ? 0 : m + 1);
      g_assert_cmpuint(member->info.n_dimensions, ==, all ? 2 : 1);
      g_assert_cmpuint(member->info.shape[0], ==, 2);
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/csv/layout", test_layout);
  g_test_add_func("/input/csv/numbers", test_numbers);
  g_test_add_func("/input/csv/fp32", test_fp32);
  g_test_add_func("/input/csv/long-lines", test_long_lines);
  g_test_add_func("/input/csv/ragged", test_ragged);
  g_test_add_func("/input/csv/text", test_text);
  g_test_add_func("/input/csv/empty", test_empty);
  g_test_add_func("/input/csv/locale", test_locale);
  g_test_add_func("/input/csv/cancelled", test_cancelled);
  g_test_add_func("/input/csv/list", test_list);
  return g_test_run();
}
