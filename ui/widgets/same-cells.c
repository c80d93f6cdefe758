#include "ui/widgets/same-cells.h"

#include <string.h>

#define PIECE 4096 /* rows that are read at once */

static gboolean same_numbers(const UlpTable *table, guint column, gboolean text) {
  const guint64 n_rows = ulp_table_n_rows(table);
  union {
    double reals[PIECE];
    guint32 texts[PIECE];
  } piece;
  guint64 first_cell = 0;
  const gsize size = text ? sizeof piece.texts[0] : sizeof piece.reals[0];
  for (guint64 first = 0; first < n_rows; first += PIECE) {
    const gsize n = (gsize)MIN(PIECE, n_rows - first);
    if (text)
      ulp_table_text_numbers(table, column, first, n, piece.texts);
    else
      ulp_table_numbers(table, column, first, n, piece.reals);
    if (first == 0)
      memcpy(&first_cell, &piece, size);
    for (gsize i = 0; i < n; i++)
      if (memcmp((const char *)&piece + i * size, &first_cell, size) != 0)
        return FALSE;
  }
  return TRUE;
}

/* Values may differ where their numbers in fp64 do not, and do where they are of several formats. */
static gboolean same_values(const UlpTable *table, guint column) {
  const UlpCell first = ulp_table_cell(table, 0, column);
  for (guint64 row = 1; row < ulp_table_n_rows(table); row++) {
    const UlpCell cell = ulp_table_cell(table, row, column);
    if (cell.format != first.format || cell.bits != first.bits)
      return FALSE;
  }
  return TRUE;
}

gboolean ulp_cells_are_same(const UlpTable *table, guint column) {
  const UlpColumnType type = ulp_table_column(table, column)->type;
  if (ulp_table_n_rows(table) < 2)
    return FALSE;
  return type == ULP_COLUMN_VALUE ? same_values(table, column) : same_numbers(table, column, type == ULP_COLUMN_TEXT);
}
