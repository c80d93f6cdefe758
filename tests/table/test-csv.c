#include "core/table/export.h"
#include "tests/table/sample.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* RFC 4180, strictly: fields in rows; every row must end in CRLF. */
static GPtrArray *parse(const char *text, const char *end) {
  GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  while (text < end) {
    GPtrArray *row = g_ptr_array_new_with_free_func(g_free);
    for (gboolean more = TRUE; more;) {
      GString *field = g_string_new(NULL);
      if (*text == '"') {
        for (text++; !(text[0] == '"' && text[1] != '"'); text++) {
          g_assert_true(text < end);
          if (text[0] == '"')
            text++;
          g_string_append_c(field, *text);
        }
        text++;
      } else {
        for (; text < end && strchr(",\r", *text) == NULL; text++) {
          g_assert_null(strchr("\"\n", *text));
          g_string_append_c(field, *text);
        }
      }
      g_ptr_array_add(row, g_string_free(field, FALSE));
      more = text < end && *text == ',';
      if (more)
        text++;
    }
    g_assert_true(end - text >= 2 && text[0] == '\r' && text[1] == '\n');
    text += 2;
    g_ptr_array_add(rows, row);
  }
  return rows;
}

static const char *field(GPtrArray *rows, guint row, guint column) {
  return g_ptr_array_index((GPtrArray *)g_ptr_array_index(rows, row), column);
}

static GPtrArray *export_and_parse(const UlpExportOptions *options) {
  g_autoptr(UlpTable) table = sample_table();
  g_autoptr(GBytes) bytes = ulp_table_to_csv(table, options);
  gsize size;
  const char *text = g_bytes_get_data(bytes, &size);
  return parse(text, text + size);
}

static guint64 bits_of(double value) { return ((UlpCell){.real = value}).bits; }

static void assert_same_double(const char *text, guint64 expected) {
  char *end;
  const double value = g_ascii_strtod(text, &end);
  g_assert_cmpint(*end, ==, '\0');
  if (isnan(sample_double(expected)))
    g_assert_true(isnan(value));
  else
    g_assert_cmphex(bits_of(value), ==, expected);
}

static void test_round_trip(void) {
  g_autoptr(GPtrArray) rows = export_and_parse(&(UlpExportOptions){.no_preamble = TRUE});
  static const char *const header[] = {"name",      "count",      "real",         "real_hex", "value",
                                       "value_hex", "value_bits", "value_format", "seconds",  "seconds_hex"};
  g_assert_cmpuint(rows->len, ==, 1 + G_N_ELEMENTS(sample_rows));
  for (guint row = 0; row < rows->len; row++)
    g_assert_cmpuint(((GPtrArray *)g_ptr_array_index(rows, row))->len, ==, G_N_ELEMENTS(header));
  for (guint i = 0; i < G_N_ELEMENTS(header); i++)
    g_assert_cmpstr(field(rows, 0, i), ==, header[i]);

  for (guint i = 0; i < G_N_ELEMENTS(sample_rows); i++) {
    const SampleRow *expected = &sample_rows[i];
    g_assert_cmpstr(field(rows, i + 1, 0), ==, expected->name);
    g_assert_cmpuint(g_ascii_strtoull(field(rows, i + 1, 1), NULL, 10), ==, expected->count);
    assert_same_double(field(rows, i + 1, 2), expected->real);
    assert_same_double(field(rows, i + 1, 3), expected->real);
    const guint64 value = bits_of(ulp_bits_to_double(expected->format, expected->value));
    assert_same_double(field(rows, i + 1, 4), value);
    assert_same_double(field(rows, i + 1, 5), value);
    g_assert_true(g_str_has_prefix(field(rows, i + 1, 6), "0x"));
    g_assert_cmphex(g_ascii_strtoull(field(rows, i + 1, 6) + 2, NULL, 16), ==, expected->value);
    g_assert_cmpstr(field(rows, i + 1, 7), ==, ulp_format_info(expected->format)->id);
  }
}

/* Digits that any reader of the file relies on; 0.1f printed from its exact value. */
static void test_digits(void) {
  g_autoptr(GPtrArray) rows = export_and_parse(&(UlpExportOptions){.no_preamble = TRUE});
  g_assert_cmpstr(field(rows, 1, 2), ==, "0.1");
  g_assert_cmpstr(field(rows, 1, 4), ==, "0.10000000149011612");
  g_assert_cmpstr(field(rows, 1, 5), ==, "0x1.99999ap-4");
  g_assert_cmpstr(field(rows, 1, 6), ==, "0x3dcccccd");
  g_assert_cmpstr(field(rows, 4, 2), ==, "-0");
  g_assert_cmpstr(field(rows, 5, 2), ==, "inf");
  g_assert_cmpstr(field(rows, 5, 4), ==, "-inf");
  g_assert_cmpstr(field(rows, 6, 2), ==, "nan");
}

static void test_preamble(void) {
  g_autoptr(UlpTable) table = sample_table();
  g_autoptr(GBytes) bytes = ulp_table_to_csv(table, &(UlpExportOptions){0});
  const char *expected = "# command: ulp run sample --input \"a\\nb\\\\c\\r\"\r\n# seed: 1\r\n"
                         "# time: 2024-01-01T00:00:00Z\r\n# table: id=sample; title=Sample\r\n"
                         "# column: id=name; type=text; unit=; title=Name; meaning=any text\r\n"
                         "# column: id=count; type=count; unit=elements; title=Count; meaning=whole number\r\n"
                         "# column: id=real; type=real; unit=1; title=Real; meaning=double\r\n"
                         "# column: id=value; type=value; unit=1; title=Value; meaning=bits of a format\r\n"
                         "# column: id=seconds; type=real; unit=s; title=Time; meaning=duration; flags=measured\r\n"
                         "name,count,";
  g_assert_cmpmem(g_bytes_get_data(bytes, NULL), strlen(expected), expected, strlen(expected));
}

static void test_reproducible(void) {
  g_autoptr(UlpTable) table = sample_table();
  g_autoptr(GBytes) bytes = ulp_table_to_csv(table, &(UlpExportOptions){.reproducible = TRUE});
  const char *expected = "# command: ulp run sample --input \"a\\nb\\\\c\\r\"\r\n# seed: 1\r\n"
                         "# table: id=sample; title=Sample\r\n"
                         "# column: id=name; type=text; unit=; title=Name; meaning=any text\r\n"
                         "# column: id=count; type=count; unit=elements; title=Count; meaning=whole number\r\n"
                         "# column: id=real; type=real; unit=1; title=Real; meaning=double\r\n"
                         "# column: id=value; type=value; unit=1; title=Value; meaning=bits of a format\r\n"
                         "name,count,real,real_hex,value,value_hex,value_bits,value_format\r\n"
                         "plain,0,0.1,0x1.999999999999ap-4,0.10000000149011612,0x1.99999ap-4,0x3dcccccd,fp32\r\n";
  g_assert_cmpuint(g_bytes_get_size(bytes), >, strlen(expected));
  g_assert_cmpmem(g_bytes_get_data(bytes, NULL), strlen(expected), expected, strlen(expected));
}

/* A decimal comma in the user's locale stays out of files. */
static void test_locale(void) {
  if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL) {
    g_test_skip("no locale with a decimal comma");
    return;
  }
  test_digits();
  setlocale(LC_NUMERIC, "C");
}

static void test_empty(void) {
  g_autoptr(UlpTable) table = ulp_table_new("e", "E", sample_columns, 2);
  g_autoptr(GBytes) bytes = ulp_table_to_csv(table, &(UlpExportOptions){0});
  const char *expected = "# table: id=e; title=E\r\n"
                         "# column: id=name; type=text; unit=; title=Name; meaning=any text\r\n"
                         "# column: id=count; type=count; unit=elements; title=Count; meaning=whole number\r\n"
                         "name,count\r\n";
  g_assert_cmpmem(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), expected, strlen(expected));
}

/* A row that is one empty text is no empty line, and one that begins with # no comment. */
static void test_only_column(void) {
  static const UlpColumn column = {"text", ULP_COLUMN_TEXT, "Text", "", ""};
  static const char *const texts[] = {"", "a", "#b", "c#"};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", &column, 1);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    const UlpCell cell = ulp_cell_text(texts[i]);
    ulp_table_append(table, &cell);
  }
  const UlpExportOptions options = {.no_preamble = TRUE};
  g_autoptr(GBytes) csv = ulp_table_to_csv(table, &options);
  static const char expected[] = "text\r\n\"\"\r\na\r\n\"#b\"\r\nc#\r\n";
  g_assert_cmpmem(g_bytes_get_data(csv, NULL), g_bytes_get_size(csv), expected, sizeof expected - 1);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/csv/round-trip", test_round_trip);
  g_test_add_func("/table/csv/digits", test_digits);
  g_test_add_func("/table/csv/preamble", test_preamble);
  g_test_add_func("/table/csv/reproducible", test_reproducible);
  g_test_add_func("/table/csv/locale", test_locale);
  g_test_add_func("/table/csv/empty", test_empty);
  g_test_add_func("/table/csv/only-column", test_only_column);
  return g_test_run();
}
