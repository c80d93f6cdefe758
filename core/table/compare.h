/* Two tables, and what made them, compared: for exports and recordings of the same run on two machines. */
#pragma once

#include "core/table/table.h"

typedef struct {
  UlpTable *columns;     /* a row for each column of both: how many cells differ, and where first */
  UlpTable *fingerprint; /* a row for each key of the provenance: the same or not */
  guint64 different;     /* cells, of columns that are not measured */
  char *first;           /* "row 3, result: 1.5 (...) and 1.25 (...)"; NULL where no cell differs */
} UlpTableComparison;

void ulp_table_comparison_clear(UlpTableComparison *comparison);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UlpTableComparison, ulp_table_comparison_clear)

/* What made two tables, key by key of their provenance: "compare-fingerprints", a new table. */
UlpTable *ulp_table_compare_fingerprints(const UlpTable *a, const UlpTable *b);

/* Row by row. Cells are the same when their texts, counts, bits and formats, or doubles are, all NaN being one. Measured
 * columns are listed, but do not count. ULP_ERROR_INPUT when the tables are not of one kind or of several lengths. */
gboolean ulp_table_compare(const UlpTable *a, const UlpTable *b, UlpTableComparison *comparison, GError **error);
