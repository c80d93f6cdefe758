/* Exports of a table, and the one way every export reaches its target. */
#pragma once

#include "core/table/table.h"
#include "core/table/writer.h"

typedef struct {
  gboolean no_preamble;  /* CSV without the # lines */
  gboolean reproducible; /* without what differs between identical runs: measured columns, provenance that varies */
} UlpExportOptions;

/* Whether an export keeps `column`. */
gboolean ulp_export_keeps(const UlpColumn *column, const UlpExportOptions *options);

/* The columns that an export keeps, into `columns` (room for all); how many. */
guint ulp_export_columns(const UlpTable *table, const UlpExportOptions *options, guint *columns);

/* What is exported is never translated: ids, and English texts as the descriptors have them.
 *
 * CSV: RFC 4180, CRLF line ends, C locale. First lines "# key: value" of provenance, then "# table: ..." and a
 * "# column: ..." for each column (csv-preamble.h), with which ulp_table_read_csv() gets the same table back. A REAL column
 * is followed by id_hex, a VALUE column by id_hex, id_bits and, when its cells are of several formats, id_format. Decimals
 * are the shortest that read back to the same number, as ulp_bits_to_text has them. */
void ulp_table_write_csv(const UlpTable *table, const UlpExportOptions *options, UlpWriter *writer);
/* JSON: {"provenance": {...}, "tables": [{"id", "title", "columns": [...], "rows": [[...]]}]}, a column being {"id",
 * "type", "title", "unit", "meaning"} and, where it has them, "flags" and "group"; a VALUE cell {"format", "value", "hex",
 * "bits"}, "value" being rounded to a double where the format has more; non-finite numbers and counts from 2^63 on are
 * strings. A table whose provenance is not that of all together has its own "provenance". Texts that are not UTF-8, such
 * as names of files, are made so with U+FFFD. */
void ulp_tables_write_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options, UlpWriter *writer);

/* The same in memory. */
GBytes *ulp_table_to_csv(const UlpTable *table, const UlpExportOptions *options);
GBytes *ulp_tables_to_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options);

/* The same to `target`, as ulp_export_produce(). */
gboolean ulp_table_export_csv(const char *target, const UlpTable *table, const UlpExportOptions *options,
                              GCancellable *cancellable, GError **error);
gboolean ulp_tables_export_json(const char *target, UlpTable *const *tables, guint n_tables,
                                const UlpExportOptions *options, GCancellable *cancellable, GError **error);

/* What makes an export's bytes: puts them into `writer` and may stop when that no longer goes on. */
typedef void (*UlpProducer)(UlpWriter *writer, gconstpointer data);

/* A regular or missing file is replaced whole: written to a file without a name in the same folder, flushed, then named,
 * so that a failure or the end of the program leaves the old one; owner, mode and access list are those of the old one
 * where they can be, never more open (export-file-private.h). A symbolic link stays and its file is replaced. "-" is
 * standard output; anything else not regular (pipe, device), and the file that standard output or error already goes to,
 * is written straight, a pipe once somebody reads it.
 * ULP_ERROR_OUTPUT names the target and the system's reason; ULP_ERROR_CANCELLED (`cancellable` may be NULL). */
gboolean ulp_export_produce(const char *target, UlpProducer producer, gconstpointer data, GCancellable *cancellable,
                            GError **error);
gboolean ulp_export_write(const char *target, GBytes *bytes, GCancellable *cancellable, GError **error);

/* Removes every temporary file that has a name and lets no other appear: the last thing before the program ends while
 * another thread may be at an export, which then never returns. */
void ulp_export_abandon(void);
