/* The # lines before a CSV table, written and read: provenance and what the columns are.
 *
 *   # KEY: VALUE                                        provenance, one line each
 *   # table: id=ID; title=TITLE
 *   # column: id=ID; type=TYPE; unit=UNIT; title=TITLE; meaning=MEANING; format=FORMAT; flags=FLAG FLAG; group=K
 *
 * format stands where all values of the column are of one, flags and group where there are some. A backslash before n
 * or r is a line end, before x and two hex digits that byte (of a control character), before any other character that
 * character: in values it stands before ";" and "\", in keys before ":" and at the start of the keys "table" and
 * "column". */
#pragma once

#include "core/table/export.h"

/* `kept` are the `n_kept` columns that the export keeps. */
void ulp_csv_write_preamble(const UlpTable *table, const UlpExportOptions *options, const guint *kept, guint n_kept,
                            UlpWriter *writer);

/* What a preamble says. */
typedef struct {
  GPtrArray *provenance; /* key, value, key, value, ... */
  char *id, *title;      /* NULL without a table line */
  GStringChunk *strings; /* of the columns */
  GArray *columns;       /* UlpColumn */
  GArray *formats;       /* const char *: the format of each column's values or NULL; in `strings` */
} UlpCsvPreamble;

void ulp_csv_preamble_init(UlpCsvPreamble *preamble);
void ulp_csv_preamble_clear(UlpCsvPreamble *preamble);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UlpCsvPreamble, ulp_csv_preamble_clear)

/* One line without its "#" and line end. FALSE with ULP_ERROR_INPUT, which says what was found and expected. */
gboolean ulp_csv_preamble_read(UlpCsvPreamble *preamble, const char *line, GError **error);
