/* Exports of a table, and the one way every export reaches its target. */
#pragma once

#include "core/table/table.h"

#include <gio/gio.h>

typedef struct {
  gboolean no_preamble;  /* CSV without the # lines */
  gboolean reproducible; /* without what differs between identical runs: columns in seconds, provenance that varies */
} UlpExportOptions;

/* Whether an export keeps `column`. */
gboolean ulp_export_keeps(const UlpColumn *column, const UlpExportOptions *options);

/* The columns that an export keeps, into `columns` (room for all); how many. */
guint ulp_export_columns(const UlpTable *table, const UlpExportOptions *options, guint *columns);

/* RFC 4180, CRLF line ends, C locale, "# key: value" lines first. A VALUE column becomes id, id_hex and id_bits; REAL
 * columns are %.17g with id_hex beside them. */
GBytes *ulp_table_to_csv(const UlpTable *table, const UlpExportOptions *options);
/* {"provenance": {...}, "tables": [{"id", "title", "columns": [...], "rows": [[...]]}]}, a column being {"id", "type",
 * "title", "unit", "meaning"} and a VALUE cell {"format", "value", "hex", "bits"}; non-finite numbers and counts from
 * 2^63 on are strings. */
GBytes *ulp_tables_to_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options);

/* A regular or missing file is replaced whole: written to a temporary file beside it, flushed, renamed, so that a
 * failure leaves the old one. A symbolic link stays and its file is replaced. "-" is standard output; anything else not
 * regular (pipe, device), and the file that standard output or error already goes to, is written straight.
 * ULP_ERROR_OUTPUT names the target and the system's reason. */
gboolean ulp_export_write(const char *target, GBytes *bytes, GError **error);
