/* Tables back from what the exports wrote: schema, values bit for bit and provenance. Columns have no words; nothing
 * else is lost. Anything malformed is refused with ULP_ERROR_INPUT: its place, what was found and what was expected. */
#pragma once

#include "core/table/table.h"

/* CSV as ulp_table_write_csv() has it. Without its # lines the columns are told from the header and the cells: id_hex
 * makes a REAL column, id_bits a VALUE column of the first format in the list whose bits and hex floats agree in every
 * row, whole numbers throughout a COUNT column, anything else TEXT. */
UlpTable *ulp_table_read_csv(GBytes *bytes, GError **error);

/* JSON as ulp_tables_write_json() has it: its tables, in order. */
GPtrArray *ulp_tables_read_json(GBytes *bytes, GError **error);

/* The tables of an exported file: JSON by its ending, else CSV, which has no summary. `summary` may become NULL. */
gboolean ulp_tables_read_file(const char *path, UlpTable **data, UlpTable **summary, GError **error);
gboolean ulp_table_file_is_json(const char *path);
