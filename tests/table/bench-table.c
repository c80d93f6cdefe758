/* bench-table [ROWS]: what a table of the shape of convert's costs to fill, share, write and read. Budgets: near the
 * bytes of its columns in memory, a snapshot in microseconds, CSV at 100 MB/s. */
#include "core/table/export.h"
#include "core/table/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const UlpColumn columns[] = {
    {"index", ULP_COLUMN_COUNT, "index", "1", ""},         {"value", ULP_COLUMN_VALUE, "value", "1", ""},
    {"converted", ULP_COLUMN_VALUE, "converted", "1", ""}, {"error", ULP_COLUMN_REAL, "error", "1", ""},
    {"abs_value", ULP_COLUMN_REAL, "|value|", "1", ""},    {"relative_error", ULP_COLUMN_REAL, "relative", "1", ""},
    {"class", ULP_COLUMN_TEXT, "class", "", ""},
};

static double seconds_since(gint64 start) { return (double)(g_get_monotonic_time() - start) / 1e6; }

static guint64 resident_bytes(void) {
  g_autofree char *text = NULL;
  if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL))
    return 0;
  return g_ascii_strtoull(strchr(text, ' '), NULL, 10) * 4096;
}

static UlpTable *fill(guint64 n_rows) {
  UlpTable *table = ulp_table_new("bench", "Bench", columns, G_N_ELEMENTS(columns));
  guint64 state = 1;
  for (guint64 i = 0; i < n_rows; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX generator */
    const float value = (float)((double)(gint64)state * 0x1p-62);
    guint32 bits;
    memcpy(&bits, &value, sizeof bits);
    const UlpBits half = ulp_bits_from_double(ULP_FORMAT_FP16, value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    const double error = ulp_bits_to_double(ULP_FORMAT_FP16, half) - value;
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(i), ulp_cell_value(ULP_FORMAT_FP32, bits),
                                        ulp_cell_value(ULP_FORMAT_FP16, half), ulp_cell_real(error),
                                        ulp_cell_real(fabs(value)), ulp_cell_real(fabs(error / value)),
                                        ulp_cell_text(error == 0 ? "exact" : "rounded")});
  }
  return table;
}

typedef void (*Write)(const UlpTable *table, const UlpExportOptions *options, UlpWriter *writer);

static void write_json(const UlpTable *table, const UlpExportOptions *options, UlpWriter *writer) {
  ulp_tables_write_json((UlpTable *const[]){(UlpTable *)table}, 1, options, writer);
}

int main(int argc, char **argv) {
  const guint64 n_rows = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 1000000;
  const UlpExportOptions options = {0};
  const guint64 before = resident_bytes();
  gint64 start = g_get_monotonic_time();
  g_autoptr(UlpTable) table = fill(n_rows);
  printf("%" G_GUINT64_FORMAT " rows: filled in %.3f s, %.1f bytes a row\n", n_rows, seconds_since(start),
         (double)(resident_bytes() - before) / (double)n_rows);

  start = g_get_monotonic_time();
  for (guint i = 0; i < 1000; i++)
    ulp_table_unref(ulp_table_snapshot(table));
  printf("snapshot: %.2f us\n", seconds_since(start) * 1e3);

  static const struct {
    const char *name;
    Write write;
  } exports[] = {{"CSV", ulp_table_write_csv}, {"JSON", write_json}};
  for (guint i = 0; i < G_N_ELEMENTS(exports); i++) {
    UlpWriter writer;
    ulp_writer_init_memory(&writer);
    start = g_get_monotonic_time();
    exports[i].write(table, &options, &writer);
    g_autoptr(GBytes) bytes = ulp_writer_finish_memory(&writer);
    const double written = seconds_since(start), megabytes = (double)g_bytes_get_size(bytes) / 1e6;
    start = g_get_monotonic_time();
    if (i == 0)
      ulp_table_unref(ulp_table_read_csv(bytes, NULL));
    else
      g_ptr_array_unref(ulp_tables_read_json(bytes, NULL));
    printf("%s: %.0f MB, written at %.0f MB/s, read at %.0f MB/s\n", exports[i].name, megabytes, megabytes / written,
           megabytes / seconds_since(start));
  }
  return 0;
}
