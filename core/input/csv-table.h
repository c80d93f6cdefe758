/* What a CSV file is taken to be, from its first rows and what the user says.
 *
 * The sample is the first 64 rows that are no blank or comment lines (fewer where they are long). From it, unless told:
 *   separator  the one of tab, semicolon, comma and white space that gives every row the same number of cells, two or
 *              more, and most numbers, the first of equals; else the first of tab, semicolon and comma in the first row
 *   decimal    a comma where the separator is none, a cell such as 1,5 is there and none such as 1.5
 *   header     the first row if it is text only; a row of units below it if that is text only too, with no cell missing,
 *              and the row after it holds a number */
#pragma once

#include "core/input/csv-cells.h"
#include "core/input/csv-lines.h"
#include "core/input/reader.h"

typedef enum { ULP_CSV_REFUSE, ULP_CSV_SKIP, ULP_CSV_NAN } UlpCsvMissing;

typedef struct {
  UlpCsvDialect dialect;
  UlpCsvMissing missing;
  guint header_rows;     /* 0, 1, or 2 with one of units */
  gboolean found_header; /* the file says so, not the user */
  guint64 columns;
  char **names;                  /* of the columns, "" for none; NULL without a header */
  guint8 *numeric;               /* of each column: whether it holds a number in the sample */
  guint64 data_offset, data_row; /* of the first row of numbers, its line is data_row + 1 */
} UlpCsvTable;

/* Choices of separator, decimal, header and missing. */
extern const UlpParam ulp_csv_params[];
#define ULP_CSV_N_PARAMS 4

/* FALSE: no row of numbers, or a first row that may be a header or not. */
gboolean ulp_csv_table_read(UlpCsvTable *table, const UlpReading *reading, GCancellable *cancellable, GError **error);
void ulp_csv_table_clear(UlpCsvTable *table);

/* "row 2, column 3: found “x”, expected a number", or with another message in place of that. FALSE. */
gboolean ulp_csv_fail_cell(guint64 row, guint64 column, UlpCsvCell cell, const char *hint, GError **error);
gboolean ulp_csv_fail_at(guint64 row, guint64 column, const char *message, GError **error);
gboolean ulp_csv_fail_quoted(guint64 row, guint64 column, GError **error);
