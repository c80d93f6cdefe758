#include "core/base/error.h"
#include "core/table/export.h"
#include "tests/table/sample.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>

static void test_cells(void) {
  g_autoptr(UlpTable) table = sample_table();
  g_assert_cmpuint(ulp_table_n_rows(table), ==, G_N_ELEMENTS(sample_rows));
  g_assert_cmpuint(ulp_table_n_columns(table), ==, G_N_ELEMENTS(sample_columns));
  g_assert_cmpint(ulp_table_find(table, "value"), ==, 3);
  g_assert_cmpint(ulp_table_find(table, "val"), ==, -1);
  for (guint i = 0; i < G_N_ELEMENTS(sample_rows); i++) {
    g_assert_cmpstr(ulp_table_cell(table, i, 0).text, ==, sample_rows[i].name);
    g_assert_cmpuint(ulp_table_cell(table, i, 1).count, ==, sample_rows[i].count);
    g_assert_cmphex(ulp_table_cell(table, i, 2).bits, ==, sample_rows[i].real);
    g_assert_cmphex(ulp_table_cell(table, i, 3).bits, ==, sample_rows[i].value);
    g_assert_cmpint(ulp_table_cell(table, i, 3).format, ==, sample_rows[i].format);
  }
}

static void test_number(void) {
  g_autoptr(UlpTable) table = sample_table();
  g_assert_true(isnan(ulp_table_number(table, 0, 0)));
  g_assert_cmpfloat(ulp_table_number(table, 3, 1), ==, 0x1p53);
  g_assert_cmpfloat(ulp_table_number(table, 0, 2), ==, 0.1);
  g_assert_cmpfloat(ulp_table_number(table, 0, 3), ==, (double)0.1f);
  g_assert_cmpfloat(ulp_table_number(table, 2, 3), ==, 65504);
  g_assert_cmpfloat(ulp_table_number(table, 4, 3), ==, -INFINITY);
  g_assert_true(isnan(ulp_table_number(table, 5, 3)));
}

static void test_text(void) {
  static const struct {
    guint row, column;
    const char *text;
  } cases[] = {{0, 2, "0.1"},
               {0, 3, "0.10000000149011612"},
               {1, 1, "18446744073709551615"},
               {2, 3, "65504"},
               {3, 3, "-0"},
               {4, 2, "inf"},
               {4, 3, "-inf"},
               {5, 2, "nan"},
               {6, 3, "0.333251953125"},
               {0, 0, "plain"}};
  g_autoptr(UlpTable) table = sample_table();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = ulp_table_text(table, cases[i].row, cases[i].column);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

static char *shouted(const char *text) { return g_ascii_strup(text, -1); }

/* People read the column's words; exports keep what is stored. */
static void test_words(void) {
  static const UlpColumn columns[] = {{"name", ULP_COLUMN_TEXT, "Name", "", "", shouted},
                                      {"other", ULP_COLUMN_TEXT, "Other", "", ""}};
  const UlpExportOptions options = {.no_preamble = TRUE};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 2);
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("none"), ulp_cell_text("none")});
  g_autofree char *words = ulp_table_text(table, 0, 0), *plain = ulp_table_text(table, 0, 1);
  g_assert_cmpstr(words, ==, "NONE");
  g_assert_cmpstr(plain, ==, "none");
  g_assert_cmpstr(ulp_table_cell(table, 0, 0).text, ==, "none");
  g_autoptr(GBytes) csv = ulp_table_to_csv(table, &options);
  g_autoptr(GBytes) json = ulp_tables_to_json(&table, 1, &options);
  g_assert_cmpmem(g_bytes_get_data(csv, NULL), g_bytes_get_size(csv), "name,other\r\nnone,none\r\n", 23);
  g_autofree char *json_text = g_strndup(g_bytes_get_data(json, NULL), g_bytes_get_size(json));
  g_assert_nonnull(strstr(json_text, "\"none\""));
  g_assert_null(strstr(json_text, "NONE"));
}

static void test_snapshot(void) {
  UlpTable *table = sample_table();
  g_autoptr(UlpTable) copy = ulp_table_snapshot(table);
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("later"), ulp_cell_count(0), ulp_cell_real(0),
                                      ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)});
  ulp_table_set_provenance(table, "seed", "2");
  ulp_table_unref(table);
  g_assert_cmpuint(ulp_table_n_rows(copy), ==, G_N_ELEMENTS(sample_rows));
  g_assert_cmpstr(ulp_table_id(copy), ==, "sample");
  g_assert_cmpstr(ulp_table_title(copy), ==, "Sample");
  g_assert_cmpstr(ulp_table_cell(copy, 1, 0).text, ==, sample_rows[1].name);
  const char *key, *value;
  ulp_table_get_provenance(copy, 1, &key, &value);
  g_assert_cmpstr(key, ==, "seed");
  g_assert_cmpstr(value, ==, "1");
}

/* A worker writes on while its copies are read. */
static gpointer append_rows(gpointer data) {
  for (guint i = 0; i < 20000; i++) {
    g_autofree char *text = g_strdup_printf("row %u", i);
    ulp_table_append(data, (UlpCell[]){ulp_cell_text(text), ulp_cell_count(i), ulp_cell_real(i),
                                       ulp_cell_value(ULP_FORMAT_FP32, i), ulp_cell_real(0)});
  }
  return NULL;
}

static void test_threads(void) {
  UlpTable *table = ulp_table_new("t", "T", sample_columns, G_N_ELEMENTS(sample_columns));
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("first"), ulp_cell_count(0), ulp_cell_real(0),
                                      ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)});
  UlpTable *copy = ulp_table_snapshot(table);
  GThread *writer = g_thread_new("writer", append_rows, table);
  append_rows(copy);
  g_thread_join(writer);
  ulp_table_unref(table);
  for (guint i = 0; i < 20000; i++) {
    g_autofree char *text = g_strdup_printf("row %u", i);
    g_assert_cmpstr(ulp_table_cell(copy, i + 1, 0).text, ==, text);
  }
  ulp_table_unref(copy);
}

/* What was seen in a snapshot stays, whatever the table does to its last chunk: more rows, wider cells, other formats. */
static void test_chunks(void) {
  static const UlpColumn columns[] = {{"n", ULP_COLUMN_COUNT, "N", "1", ""},
                                      {"value", ULP_COLUMN_VALUE, "V", "1", ""},
                                      {"text", ULP_COLUMN_TEXT, "T", "", ""}};
  static const guint snapshots_at[] = {0, 1, 63, 64, 65, 300, 4096, 65535, 65536, 65537, 100000, 131072, 200000};
  const guint n_rows = 200000;
  UlpTable *table = ulp_table_new("t", "T", columns, 3), *snapshots[G_N_ELEMENTS(snapshots_at)];
  guint taken = 0;
  for (guint i = 0; i <= n_rows; i++) {
    if (i == snapshots_at[taken])
      snapshots[taken++] = ulp_table_snapshot(table);
    g_autofree char *text = g_strdup_printf("%u", i % 70000);
    g_assert_true(ulp_table_append(table, (UlpCell[]){ulp_cell_count(i),
                                                      i % 97 == 96 ? ulp_cell_value(ULP_FORMAT_FP64, (UlpBits)i << 96)
                                                      : i < 100000 ? ulp_cell_value(ULP_FORMAT_FP16, i & 0xffff)
                                                                   : ulp_cell_value(ULP_FORMAT_FP32, i),
                                                      ulp_cell_text(text)}));
  }
  ulp_table_unref(table);
  for (guint k = 0; k < taken; k++) {
    g_assert_cmpuint(ulp_table_n_rows(snapshots[k]), ==, snapshots_at[k]);
    for (guint i = 0; i < snapshots_at[k]; i++) {
      const UlpCell value = ulp_table_cell(snapshots[k], i, 1);
      g_assert_cmpuint(ulp_table_cell(snapshots[k], i, 0).count, ==, i);
      g_assert_true(value.bits == (i % 97 == 96 ? (UlpBits)i << 96 : i < 100000 ? i & 0xffff : i));
      g_assert_true(value.format == (i % 97 == 96 ? ULP_FORMAT_FP64 : i < 100000 ? ULP_FORMAT_FP16 : ULP_FORMAT_FP32));
      g_assert_cmpuint(g_ascii_strtoull(ulp_table_cell(snapshots[k], i, 2).text, NULL, 10), ==, i % 70000);
    }
    ulp_table_unref(snapshots[k]);
  }
}

/* A snapshot that is written to itself leaves the table and other snapshots alone. */
static void test_snapshot_written(void) {
  g_autoptr(UlpTable) table = sample_table();
  g_autoptr(UlpTable) written = ulp_table_snapshot(table), other = ulp_table_snapshot(table);
  const UlpCell later[] = {ulp_cell_text("later"), ulp_cell_count(1), ulp_cell_real(1),
                           ulp_cell_value(ULP_FORMAT_FP32, 1), ulp_cell_real(1)};
  const UlpCell else_[] = {ulp_cell_text("else"), ulp_cell_count(2), ulp_cell_real(2),
                           ulp_cell_value(ULP_FORMAT_FP32, 2), ulp_cell_real(2)};
  g_assert_true(ulp_table_append(written, later) && ulp_table_append(table, else_));
  const guint64 last = G_N_ELEMENTS(sample_rows);
  g_assert_cmpstr(ulp_table_cell(written, last, 0).text, ==, "later");
  g_assert_cmpstr(ulp_table_cell(table, last, 0).text, ==, "else");
  g_assert_cmpuint(ulp_table_n_rows(other), ==, last);
}

/* The descriptors may go: a table that was read from a file has nobody else to keep them. */
static void test_schema(void) {
  char id[] = "id", title[] = "title", unit[] = "unit", meaning[] = "meaning";
  const UlpColumn column = {id, ULP_COLUMN_COUNT, title, unit, meaning, NULL, ULP_COLUMN_IS_ALARM, 7};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", &column, 1);
  *id = *title = *unit = *meaning = 'X';
  const UlpColumn *kept = ulp_table_column(table, 0);
  g_assert_cmpstr(kept->id, ==, "id");
  g_assert_cmpstr(kept->title, ==, "title");
  g_assert_cmpstr(kept->unit, ==, "unit");
  g_assert_cmpstr(kept->meaning, ==, "meaning");
  g_assert_cmphex(kept->flags, ==, ULP_COLUMN_IS_ALARM);
  g_assert_cmpuint(kept->group, ==, 7);
}

static void test_many(void) {
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", sample_columns, G_N_ELEMENTS(sample_columns));
  UlpFormat format;
  g_assert_false(ulp_table_format(table, 3, &format));
  for (guint i = 0; i < 150000; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_text(i % 3 ? "a" : "b"), ulp_cell_count(i), ulp_cell_real(i / 4.0),
                                        ulp_cell_value(ULP_FORMAT_FP16, i & 0x7bff), ulp_cell_real(NAN)});
  g_assert_true(ulp_table_format(table, 3, &format) && format == ULP_FORMAT_FP16);
  g_autofree double *numbers = g_new(double, 100000);
  g_autofree guint32 *texts = g_new(guint32, 100000);
  for (guint column = 1; column < 4; column++) {
    ulp_table_numbers(table, column, 40000, 100000, numbers);
    for (guint i = 0; i < 100000; i++)
      g_assert_cmpfloat(numbers[i], ==, ulp_table_number(table, 40000 + i, column));
  }
  ulp_table_text_numbers(table, 0, 40000, 100000, texts);
  g_assert_cmpuint(ulp_table_n_texts(table), ==, 2);
  for (guint i = 0; i < 100000; i++)
    g_assert_cmpstr(ulp_table_shared_text(table, texts[i]), ==, (i + 40000) % 3 ? "a" : "b");
  ulp_table_append(table, (UlpCell[]){ulp_cell_text("c"), ulp_cell_count(0), ulp_cell_real(0),
                                      ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)});
  g_assert_false(ulp_table_format(table, 3, &format));
}

/* No memory ends the table with one line, not the program. */
static void test_memory_short(void) {
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip("the sanitizers need address space of their own");
  return;
#endif
  if (!g_test_subprocess()) {
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_passed();
    return;
  }
  const struct rlimit limit = {1 << 26, 1 << 26};
  if (setrlimit(RLIMIT_AS, &limit) != 0)
    return;
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", sample_columns, G_N_ELEMENTS(sample_columns));
  g_autoptr(GError) error = NULL;
  guint64 n = 0;
  char text[32];
  do
    g_snprintf(text, sizeof text, "row %" G_GUINT64_FORMAT, n++);
  while (ulp_table_append(table, (UlpCell[]){ulp_cell_text(text), ulp_cell_count(n), ulp_cell_real(0),
                                             ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)}));
  g_assert_cmpuint(ulp_table_n_rows(table), ==, n - 1);
  g_assert_cmpuint(n, >, 100000);
  g_assert_cmpuint(ulp_table_cell(table, n - 2, 1).count, ==, n - 1);
  g_assert_false(ulp_table_check(table, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_MEMORY);
  g_assert_nonnull(strstr(error->message, "memory"));
  g_assert_false(ulp_table_append(table, (UlpCell[]){ulp_cell_text(""), ulp_cell_count(0), ulp_cell_real(0),
                                                     ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)}));
}

static void test_alarm(void) {
  static const UlpColumn verdict = {"v", ULP_COLUMN_TEXT, "V", "", "", .flags = ULP_COLUMN_IS_ALARM};
  static const UlpColumn error = {"e", ULP_COLUMN_REAL, "E", "1", "", .flags = ULP_COLUMN_IS_ALARM};
  g_assert_true(ulp_cell_is_alarm(&verdict, ulp_cell_text("FAIL")));
  g_assert_false(ulp_cell_is_alarm(&verdict, ulp_cell_text("PASS")));
  g_assert_true(ulp_cell_is_alarm(&error, ulp_cell_real(NAN)));
  g_assert_true(ulp_cell_is_alarm(&error, ulp_cell_real(-INFINITY)));
  g_assert_false(ulp_cell_is_alarm(&error, ulp_cell_real(1)));
  g_assert_false(ulp_cell_is_alarm(&sample_columns[0], ulp_cell_text("FAIL")));
}

static void test_headings(void) {
  g_autofree char *unit = ulp_column_heading(&sample_columns[1]), *pure = ulp_column_heading(&sample_columns[2]);
  g_assert_cmpstr(unit, ==, "Count [elements]");
  g_assert_cmpstr(pure, ==, "Real");
  g_assert_cmpstr(ulp_translated(""), ==, "");
  g_autofree char *detail = ulp_cell_detail(ulp_cell_value(ULP_FORMAT_FP32, 0x3dcccccd));
  g_assert_cmpstr(detail, ==, "0x1.99999ap-4 (fp32 0x3dcccccd)"); /* 0.1 in fp32 */
  g_assert_null(ulp_cell_detail(ulp_cell_count(3)));
  g_assert_null(ulp_cell_detail(ulp_cell_text("0.1")));
}

static void test_provenance(void) {
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", sample_columns, G_N_ELEMENTS(sample_columns));
  ulp_table_set_provenance(table, "b", "1");
  ulp_table_set_provenance(table, "a", "2");
  ulp_table_set_provenance(table, "b", "3");
  g_assert_cmpuint(ulp_table_n_provenance(table), ==, 2);
  const char *key, *value;
  ulp_table_get_provenance(table, 0, &key, &value);
  g_assert_cmpstr(key, ==, "b");
  g_assert_cmpstr(value, ==, "3");

  ulp_provenance_add_program(table);
  static const char *const expected[] = {"program", "version", "commit",    "compiler", "flags",
                                         "host",    "os",      "processor", "time"};
  g_assert_cmpuint(ulp_table_n_provenance(table), ==, 2 + G_N_ELEMENTS(expected));
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    ulp_table_get_provenance(table, 2 + i, &key, &value);
    g_assert_cmpstr(key, ==, expected[i]);
    g_assert_cmpstr(value, !=, "");
    g_assert_true(ulp_provenance_varies(key) == g_str_equal(key, "time"));
    if (g_str_equal(key, "flags"))
      g_assert_nonnull(strstr(value, "-ffp-contract=off"));
  }
  /* The last one is the time: ISO 8601, UTC, now. */
  g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(value, NULL);
  g_assert_nonnull(time);
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  g_assert_cmpint(ABS(g_date_time_difference(now, time)), <, 10 * G_TIME_SPAN_SECOND);
}

static void wrong_cell(void) {
  g_autoptr(UlpTable) table = sample_table();
  ulp_table_append(table, (UlpCell[]){ulp_cell_text(""), ulp_cell_real(0), ulp_cell_real(0),
                                      ulp_cell_value(ULP_FORMAT_FP32, 0), ulp_cell_real(0)});
}

static void test_wrong_cell(void) {
  if (g_test_subprocess()) {
    wrong_cell();
    return;
  }
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
  g_test_trap_assert_stderr("*column count of table sample*");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/cells", test_cells);
  g_test_add_func("/table/number", test_number);
  g_test_add_func("/table/text", test_text);
  g_test_add_func("/table/words", test_words);
  g_test_add_func("/table/snapshot", test_snapshot);
  g_test_add_func("/table/threads", test_threads);
  g_test_add_func("/table/chunks", test_chunks);
  g_test_add_func("/table/snapshot-written", test_snapshot_written);
  g_test_add_func("/table/schema", test_schema);
  g_test_add_func("/table/many", test_many);
  g_test_add_func("/table/memory-short", test_memory_short);
  g_test_add_func("/table/alarm", test_alarm);
  g_test_add_func("/table/headings", test_headings);
  g_test_add_func("/table/provenance", test_provenance);
  g_test_add_func("/table/wrong-cell", test_wrong_cell);
  return g_test_run();
}
