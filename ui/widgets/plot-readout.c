#include "ui/widgets/plot-readout.h"

#include "core/base/i18n.h"
#include "core/table/overlay.h"
#include "core/number/layout.h"
#include "ui/widgets/style.h"

#include <math.h>

/* Words speak for themselves; a number has its title and unit. */
static void append_fact(GString *line, UlpTable *table, guint row, guint column) {
  const UlpColumn *info = ulp_table_column(table, column);
  g_autofree char *text = ulp_table_text(table, row, column), *cell = ulp_style_formula(text);
  const gboolean number = info->type != ULP_COLUMN_TEXT;
  const gboolean unit = *info->unit && !g_str_equal(info->unit, "1");
  g_string_append_printf(line, "%s%s%s%s%s%s", line->len ? " · " : "", number ? ulp_translated(info->title) : "",
                         number ? " " : "", cell, unit ? " " : "", unit ? ulp_translated(info->unit) : "");
}

static void append_value(GString *lines, UlpTable *table, guint row, guint column) {
  g_autofree char *cell = ulp_table_text(table, row, column);
  g_autofree char *detail = ulp_cell_detail(ulp_table_cell(table, row, column));
  g_autofree char *both = g_strdup_printf("%s = %s", cell, detail), *formula = ulp_style_formula(both);
  g_string_append_printf(lines, "%s%s %s", lines->len ? "\n" : "",
                         ulp_translated(ulp_table_column(table, column)->title), formula);
}

char *ulp_plot_readout(const UlpPlotSpec *spec, UlpTable *table, guint row) {
  const char *const ids[] = {spec->facet, ulp_plot_series_id(spec, table), spec->x, spec->y};
  GString *text = g_string_new(NULL);
  g_autoptr(GHashTable) said = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const int column = ids[i] ? ulp_table_find(table, ids[i]) : -1;
    if (column >= 0 && ulp_table_column(table, (guint)column)->type != ULP_COLUMN_VALUE &&
        g_hash_table_add(said, GINT_TO_POINTER(column)))
      append_fact(text, table, row, (guint)column);
  }
  for (guint column = 0; column < ulp_table_n_columns(table); column++)
    if (ulp_table_column(table, column)->type == ULP_COLUMN_VALUE)
      append_value(text, table, row, column);
  return g_string_free(text, FALSE);
}

/* Numbers of the format from zero to the value, negative below: neighbours differ by one. FALSE where they are not in the
 * order of their bits. */
static gboolean ordinal(UlpCell cell, __int128 *position) {
  const UlpLayout layout = ulp_layout(cell.format);
  if (cell.type != ULP_COLUMN_VALUE || layout.coding != ULP_CODING_BINARY || !layout.has_sign)
    return FALSE;
  const guint top = layout.container_bits - 1u;
  const UlpBits sign = (UlpBits)1 << top;
  const __int128 magnitude = (__int128)((cell.bits & (sign - 1)) >> layout.pad_bits);
  *position = cell.bits & sign ? -magnitude : magnitude;
  return TRUE;
}

char *ulp_plot_readout_distance(const UlpPlotSpec *spec, UlpTable *table, guint from, guint to) {
  const int y = ulp_table_find(table, spec->y);
  if (y < 0 || ulp_table_column(table, (guint)y)->type == ULP_COLUMN_TEXT)
    return g_strdup("");
  const double difference = ulp_table_number(table, to, (guint)y) - ulp_table_number(table, from, (guint)y);
  const UlpCell a = ulp_table_cell(table, from, (guint)y), b = ulp_table_cell(table, to, (guint)y);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(buffer, sizeof buffer, "%+.6g", difference);
  g_autofree char *number = ulp_style_formula(buffer);
  __int128 first, second;
  if (!isfinite(difference) || !ordinal(a, &first) || !ordinal(b, &second) || a.format != b.format)
    return g_strdup_printf(_("from the marked point: %s"), number);
  const __int128 steps = second - first;
  if (steps > G_MAXINT64 || steps < G_MININT64)
    return g_strdup_printf(_("from the marked point: %s"), number);
  return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "from the marked point: %s, %" G_GINT64_FORMAT " ulp step",
                                     "from the marked point: %s, %" G_GINT64_FORMAT " ulp steps", (gulong)ABS(steps)),
                         number, (gint64)steps);
}
