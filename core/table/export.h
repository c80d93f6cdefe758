/* Exports of a table, and the one way every export reaches its target. */
#pragma once

#include "core/table/table.h"

#include <gio/gio.h>

typedef struct {
  gboolean no_preamble;  /* CSV without the # lines */
  gboolean reproducible; /* leaves out what differs between identical runs: time and durations' provenance */
} UlpExportOptions;

/* RFC 4180, CRLF line ends, C locale, "# key: value" lines first. A VALUE column becomes id, id_hex and id_bits; REAL
 * columns are %.17g with id_hex beside them. */
GBytes *ulp_table_to_csv(const UlpTable *table, const UlpExportOptions *options);
/* {"provenance": {...}, "tables": [{"id", "title", "columns": [...], "rows": [[...]]}]}; non-finite numbers as strings. */
GBytes *ulp_tables_to_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options);

/* A regular or missing file is replaced whole: written to a temporary file beside it, flushed, renamed, so that a failure
 * leaves the old one. "-" is standard output, and anything else not regular (pipe, device) is written straight.
 * ULP_ERROR_OUTPUT names the target and the system's reason. */
gboolean ulp_export_write(const char *target, GBytes *bytes, GError **error);
