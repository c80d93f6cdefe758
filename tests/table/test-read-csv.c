#include "tests/table/same.h"

static UlpTable *read_text(const char *text, gsize size, GError **error) {
  g_autofree char *copy = g_memdup2(text, size); /* its own block, so that a sanitizer sees its ends */
  g_autoptr(GBytes) bytes = g_bytes_new_static(copy, size);
  return ulp_table_read_csv(bytes, error);
}

static UlpTable *there_and_back(const UlpTable *table, const UlpExportOptions *options) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = ulp_table_to_csv(table, options);
  UlpTable *back = ulp_table_read_csv(bytes, &error);
  g_assert_no_error(error);
  return back;
}

static void test_same(void) {
  g_autoptr(UlpTable) empty = ulp_table_new("empty", "Empty", nasty_columns, G_N_ELEMENTS(nasty_columns));
  g_autoptr(UlpTable) sample = sample_table(), nasty = nasty_table(FALSE), many = long_table(150000);
  g_autoptr(UlpTable) one = ulp_table_new("one", "One", nasty_columns, 1);
  ulp_table_append(one, (UlpCell[]){ulp_cell_text("")});
  ulp_table_append(one, (UlpCell[]){ulp_cell_text("#")});
  UlpTable *const tables[] = {empty, sample, nasty, many, one};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
    g_autoptr(UlpTable) back = there_and_back(tables[i], &(UlpExportOptions){0});
    assert_same(tables[i], back);
  }
}

/* Without what says so, the columns are told from their headings and cells. */
static void test_no_preamble(void) {
  g_autoptr(UlpTable) sample = sample_table();
  g_autoptr(UlpTable) back = there_and_back(sample, &(UlpExportOptions){.no_preamble = TRUE});
  g_assert_cmpuint(ulp_table_n_provenance(back), ==, 0);
  g_assert_cmpuint(ulp_table_n_rows(back), ==, ulp_table_n_rows(sample));
  g_assert_cmpuint(ulp_table_n_columns(back), ==, ulp_table_n_columns(sample));
  for (guint column = 0; column < ulp_table_n_columns(sample); column++) {
    g_assert_cmpstr(ulp_table_column(back, column)->id, ==, ulp_table_column(sample, column)->id);
    for (guint64 row = 0; row < ulp_table_n_rows(back); row++)
      assert_same_cell(ulp_table_cell(back, row, column), ulp_table_cell(sample, row, column));
  }
}

static void test_guesses(void) {
  static const char text[] = "id,real,real_hex,value,value_hex,value_bits,word\n"
                             "1,0.5,0x1p-1,1,0x1p+0,0x3c00,007\n"
                             "2,0.25,0x1p-2,0.5,0x1p-1,0x3800,1\n";
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpTable) table = read_text(text, strlen(text), &error);
  g_assert_no_error(error);
  static const UlpColumnType types[] = {ULP_COLUMN_COUNT, ULP_COLUMN_REAL, ULP_COLUMN_VALUE, ULP_COLUMN_TEXT};
  g_assert_cmpuint(ulp_table_n_columns(table), ==, G_N_ELEMENTS(types));
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    g_assert_cmpint(ulp_table_column(table, i)->type, ==, types[i]);
  g_assert_true(ulp_table_cell(table, 1, 2).format == ULP_FORMAT_FP16); /* bf16 0x3c00 is 2^-7 */
}

static void test_reproducible(void) {
  g_autoptr(UlpTable) sample = sample_table();
  g_autoptr(UlpTable) back = there_and_back(sample, &(UlpExportOptions){.reproducible = TRUE});
  g_assert_cmpuint(ulp_table_n_columns(back), ==, G_N_ELEMENTS(sample_columns) - 1);
  g_assert_cmpuint(ulp_table_n_provenance(back), ==, 2);
}

#define HEAD "# table: id=t; title=T\r\n"
#define REAL HEAD "# column: id=x; type=real; unit=1; title=X; meaning=\r\nx,x_hex\r\n"
#define VALUE HEAD "# column: id=x; type=value; unit=1; title=X; meaning=; format=fp32\r\nx,x_hex,x_bits\r\n"
#define COUNT HEAD "# column: id=x; type=count; unit=1; title=X; meaning=\r\nx\r\n"

static void test_refusals(void) {
  static const struct {
    const char *text, *place, *found, *expected;
  } cases[] = {
      {"", "", "end of the file", "headings"},
      {HEAD, "", "end of the file", "headings"},
      {"# no colon\r\nx\r\n", "line 1", "no colon", "key: value"},
      {"# column: type=text\r\nx\r\n", "line 1", "type=text", "id"},
      {"# column: id=x; type=word\r\nx\r\n", "line 1", "word", "text, count, real, value"},
      {"# column: id=x; colour=red\r\nx\r\n", "line 1", "colour", "meaning"},
      {"# column: id=x; flags=loud\r\nx\r\n", "line 1", "loud", "measured"},
      {"# column: id=x; group=256\r\nx\r\n", "line 1", "256", "255"},
      {"# column: id\r\nx\r\n", "line 1", "id", "id=name"},
      {"# table: id=t; colour=red\r\nx\r\n", "line 1", "colour", "title"},
      {"# column: id=x; type=value; format=fp9\r\nx,x_hex,x_bits\r\n", "line 2", "fp9", "format"},
      {"# column: id=x\r\n# column: id=x\r\nx,x\r\n", "", "x", "differ"},
      {"x,x\r\n", "line 1", "x", "differ"},
      {"x y\r\n", "line 1", "x y", "letters"},
      {"# column: id=x; title=\xff\r\nx\r\n", "line 2", "", "UTF-8"},
      {HEAD "# column: id=x\r\ny\r\n", "line 3", "y", "x"},
      {HEAD "# column: id=x; type=real\r\nx\r\n", "line 3", "", "x_hex"},
      {HEAD "# column: id=x\r\nx,y\r\n", "line 3", "y", "end of the line"},
      {REAL "1,0x1p+0,2\r\n", "line 4", "3", "2"},
      {REAL "1\r\n", "line 4", "1", "2"},
      {REAL "1,0x1p+0\r\n2,0x1p+0\r\n", "line 5: column “x”", "2", "1"},
      {REAL "1,0x1.0p+0\r\n", "line 4: column “x”", "0x1.0p+0", "hex float"},
      {REAL "1x,0x1p+0\r\n", "line 4", "1x", "1"},
      {REAL "1,0x1p+0", "line 4", "end of the file", "line end"},
      {REAL "\"1,0x1p+0\r\n", "line 4", "end of the file", "quote"},
      {REAL "1\"2,0x1p+0\r\n", "line 4", "quote", "comma"},
      {REAL "\"1\"2,0x1p+0\r\n", "line 4", "character", "comma"},
      {REAL "1\r,0x1p+0\r\n", "line 4", "character", "comma"},
      {VALUE "1,0x1p+0,0x3f80000\r\n", "line 4", "0x3f80000", "8 hex digits"},
      {VALUE "1,0x1p+0,0x3f80000g\r\n", "line 4", "0x3f80000g", "fp32"},
      {VALUE "1,0x1p+1,0x3f800000\r\n", "line 4", "0x1p+1", "0x1p+0"},
      {VALUE "2,0x1p+0,0x3f800000\r\n", "line 4", "2", "1"},
      {HEAD "# column: id=x; type=value\r\nx,x_hex,x_bits\r\n1,0x1p+0,0x3f800000\r\n", "line 4", "0x3f800000",
       "column"},
      {HEAD "# column: id=x; type=value\r\nx,x_hex,x_bits,x_format\r\n1,0x1p+0,0x3f800000,fp\r\n", "line 4", "fp",
       "format"},
      {COUNT "-1\r\n", "line 4", "-1", "whole number"},
      {COUNT "18446744073709551616\r\n", "line 4", "18446744073709551616", "18446744073709551615"},
      {COUNT "01\r\n", "line 4", "01", "whole number"},
      {"x,x_hex,x_bits\r\n1,0x1p+0,0x12\r\n", "column “x”", "no format", "one"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpTable) table = read_text(cases[i].text, strlen(cases[i].text), &error);
    g_test_message("%s -> %s", cases[i].text, error ? error->message : "read");
    g_assert_null(table);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    g_assert_null(strchr(error->message, '\n'));
    g_assert_nonnull(strstr(error->message, cases[i].place));
    g_assert_nonnull(strstr(error->message, cases[i].found));
    g_assert_nonnull(strstr(strstr(error->message, "expected"), cases[i].expected));
  }
}

static void test_nul(void) {
  static const char text[] = "x\r\na\0b\r\n";
  g_autoptr(GError) error = NULL;
  g_assert_null(read_text(text, sizeof text - 1, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
}

/* What other programs do to a file and lose nothing: line feeds alone, a byte order mark, quotes. */
static void test_tolerated(void) {
  static const char text[] =
      "\xef\xbb\xbf# table: id=t; title=T\n# column: id=x; type=count; unit=1; title=X; meaning=\n"
      "\"x\"\n\"12\"\n";
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpTable) table = read_text(text, strlen(text), &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_table_cell(table, 0, 0).count, ==, 12);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/read-csv/same", test_same);
  g_test_add_func("/table/read-csv/no-preamble", test_no_preamble);
  g_test_add_func("/table/read-csv/guesses", test_guesses);
  g_test_add_func("/table/read-csv/reproducible", test_reproducible);
  g_test_add_func("/table/read-csv/refusals", test_refusals);
  g_test_add_func("/table/read-csv/nul", test_nul);
  g_test_add_func("/table/read-csv/tolerated", test_tolerated);
  return g_test_run();
}
