#include "tests/table/same.h"

static GPtrArray *read_text(const char *text, GError **error) {
  const gsize size = strlen(text);
  g_autofree char *copy = g_memdup2(text, size); /* its own block, so that a sanitizer sees its ends */
  g_autoptr(GBytes) bytes = g_bytes_new_static(copy, size);
  return ulp_tables_read_json(bytes, error);
}

static GPtrArray *there_and_back(UlpTable *const *tables, guint n_tables) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = ulp_tables_to_json(tables, n_tables, &(UlpExportOptions){0});
  GPtrArray *back = ulp_tables_read_json(bytes, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(back->len, ==, n_tables);
  return back;
}

/* All in one file, with provenance of their own. */
static void test_same(void) {
  g_autoptr(UlpTable) empty = ulp_table_new("empty", "Empty", nasty_columns, G_N_ELEMENTS(nasty_columns));
  g_autoptr(UlpTable) sample = sample_table(), nasty = nasty_table(TRUE), many = long_table(100000);
  UlpTable *const tables[] = {sample, empty, nasty, many};
  g_autoptr(GPtrArray) back = there_and_back(tables, G_N_ELEMENTS(tables));
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    assert_same(tables[i], g_ptr_array_index(back, i));
  g_autoptr(GPtrArray) none = there_and_back(NULL, 0);
}

#define TABLE(columns, rows)                                                                                           \
  "{\"provenance\": {}, \"tables\": [\n{\"id\": \"t\", \"title\": \"T\", \"columns\": [" columns "], \"rows\": [" rows \
  "]}]}"
#define COLUMN(type) "{\"id\": \"x\", \"type\": \"" type "\"}"

static void test_refusals(void) {
  static const struct {
    const char *text, *place, *message;
  } cases[] = {
      {"", "line 1", "{"},
      {"[]", "line 1", "{"},
      {"{", "line 1", ""},
      {"{}x", "line 1", "end of the file"},
      {"{\"other\": 1}", "line 1", "provenance and tables"},
      {"{\"tables\": {}}", "line 1", "["},
      {"{\"tables\": [{}]}", "line 1", "rows"},
      {"{\"tables\": [{\"rows\": []}]}", "line 1", "columns"},
      {"{\"tables\": [\n\n{\"id\": 1}]}", "line 3", "string"},
      {"{\"tables\": [{\"id\": \"t\", \"title\": \"T\", \"colour\": 1}]}", "line 1", "colour"},
      {"{\"provenance\": [], \"tables\": [{\"id\": \"t\", \"title\": \"\", \"columns\": [" COLUMN(
           "text") "], \"rows\": []}]}",
       "", "provenance"},
      {TABLE("", ""), "line 2", "columns"},
      {TABLE("1", ""), "line 2", "column"},
      {TABLE("{\"type\": \"text\"}", ""), "line 2", "id"},
      {TABLE(COLUMN("word"), ""), "line 2", "word"},
      {TABLE(COLUMN("text") "," COLUMN("text"), ""), "line 2", "differ"},
      {TABLE("{\"id\": \"x\", \"flags\": [\"loud\"]}", ""), "line 2", "loud"},
      {TABLE("{\"id\": \"x\", \"flags\": [1]}", ""), "line 2", "flag"},
      {TABLE("{\"id\": \"x\", \"group\": -1}", ""), "line 2", "255"},
      {TABLE("{\"id\": \"x\", \"colour\": \"red\"}", ""), "line 2", "colour"},
      {TABLE(COLUMN("text"), "[1]"), "line 2: column “x”", "string"},
      {TABLE(COLUMN("text"), "[\"a\", \"b\"]"), "line 2", "each column"},
      {TABLE(COLUMN("text"), "\"a\""), "line 2", "each column"},
      {TABLE(COLUMN("text"), "[\"a\"] [\"b\"]"), "line 2", ","},
      {TABLE(COLUMN("count"), "[-1]"), "column “x”", "whole number"},
      {TABLE(COLUMN("count"), "[1.5]"), "column “x”", "whole number"},
      {TABLE(COLUMN("count"), "[\"18446744073709551616\"]"), "column “x”", "whole number"},
      {TABLE(COLUMN("real"), "[\"infinity\"]"), "column “x”", "-inf"},
      {TABLE(COLUMN("real"), "[1e999]"), "line 2", "JSON"},
      {TABLE(COLUMN("value"), "[1]"), "column “x”", "bits"},
      {TABLE(COLUMN("value"), "[{\"format\":\"fp9\",\"value\":1,\"hex\":\"0x1p+0\",\"bits\":\"0x3c00\"}]"),
       "column “x”", "fp9"},
      {TABLE(COLUMN("value"), "[{\"format\":\"fp16\",\"value\":1,\"hex\":\"0x1p+0\",\"bits\":\"0x3c\"}]"), "column “x”",
       "0x3c"},
      {TABLE(COLUMN("value"), "[{\"format\":\"fp16\",\"value\":1,\"hex\":\"0x1p+1\",\"bits\":\"0x3c00\"}]"),
       "column “x”", "0x1p+1"},
      {TABLE(COLUMN("value"), "[{\"format\":\"fp16\",\"value\":2,\"hex\":\"0x1p+0\",\"bits\":\"0x3c00\"}]"),
       "column “x”", "found “2”"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) tables = read_text(cases[i].text, &error);
    g_test_message("%s -> %s", cases[i].text, error ? error->message : "read");
    g_assert_null(tables);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    g_assert_null(strchr(error->message, '\n'));
    g_assert_nonnull(strstr(error->message, cases[i].place));
    g_assert_nonnull(strstr(error->message, cases[i].message));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/read-json/same", test_same);
  g_test_add_func("/table/read-json/refusals", test_refusals);
  return g_test_run();
}
