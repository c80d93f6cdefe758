#include "core/table/hash.h"

#include <math.h>
#include <string.h>

static void add_word(GChecksum *checksum, guint64 word) {
  const guint64 little = GUINT64_TO_LE(word);
  g_checksum_update(checksum, (const guchar *)&little, sizeof little);
}

static void add_cell(GChecksum *checksum, UlpCell cell) {
  guint64 word;
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    add_word(checksum, cell.count);
    break;
  case ULP_COLUMN_REAL:
    memcpy(&word, &cell.real, sizeof word);
    add_word(checksum, isnan(cell.real) ? G_GUINT64_CONSTANT(0x7ff8000000000000) : word);
    break;
  case ULP_COLUMN_VALUE:
    add_word(checksum, cell.format);
    add_word(checksum, (guint64)cell.bits);
    add_word(checksum, (guint64)(cell.bits >> 64));
    break;
  case ULP_COLUMN_TEXT:
    break;
  }
}

char *ulp_table_hash(const UlpTable *table) {
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  for (guint64 row = 0; row < ulp_table_n_rows(table); row++)
    for (guint column = 0; column < ulp_table_n_columns(table); column++)
      if (!(ulp_table_column(table, column)->flags & ULP_COLUMN_IS_MEASURED))
        add_cell(checksum, ulp_table_cell(table, row, column));
  return g_strdup(g_checksum_get_string(checksum));
}
