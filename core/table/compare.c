#include "core/table/compare.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <math.h>
#include <string.h>

static const UlpColumn column_columns[] = {
    {"column", ULP_COLUMN_TEXT, N_("column"), "", N_("id of the column")},
    {"cells", ULP_COLUMN_COUNT, N_("cells"), "1", N_("rows of both tables")},
    {"different", ULP_COLUMN_COUNT, N_("different"), "1", N_("cells that differ")},
    {"counts", ULP_COLUMN_TEXT, N_("counts"), "", N_("no: measured, and so different from run to run"),
     ulp_words_translated},
    {"row", ULP_COLUMN_COUNT, N_("first row"), "1", N_("number of the first row that differs, from 0")},
    {"a", ULP_COLUMN_TEXT, N_("A"), "", N_("what the first table has there")},
    {"b", ULP_COLUMN_TEXT, N_("B"), "", N_("what the second one has there")},
    {"max_difference", ULP_COLUMN_REAL, N_("largest |a - b|"), "1", N_("of numbers")},
};

static const UlpColumn fingerprint_columns[] = {
    {"key", ULP_COLUMN_TEXT, N_("key"), "", N_("of the provenance")},
    {"same", ULP_COLUMN_TEXT, N_("same"), "", N_("yes or no"), ulp_words_translated},
    {"a", ULP_COLUMN_TEXT, N_("A"), "", N_("what the first table says; empty where it says nothing")},
    {"b", ULP_COLUMN_TEXT, N_("B"), "", N_("what the second one says")},
};

void ulp_table_comparison_clear(UlpTableComparison *comparison) {
  g_clear_pointer(&comparison->columns, ulp_table_unref);
  g_clear_pointer(&comparison->fingerprint, ulp_table_unref);
  g_clear_pointer(&comparison->first, g_free);
}

static gboolean same_cell(const UlpCell *a, const UlpCell *b) {
  switch (a->type) {
  case ULP_COLUMN_TEXT:
    return g_str_equal(a->text, b->text);
  case ULP_COLUMN_COUNT:
    return a->count == b->count;
  case ULP_COLUMN_REAL: /* +0 and -0 are not the same */
    return memcmp(&a->real, &b->real, sizeof a->real) == 0 || (isnan(a->real) && isnan(b->real));
  case ULP_COLUMN_VALUE:
    return a->format == b->format && a->bits == b->bits;
  default:
    return FALSE;
  }
}

static char *cell_words(const UlpTable *table, guint64 row, guint column) {
  const UlpCell cell = ulp_table_cell(table, row, column);
  if (cell.type == ULP_COLUMN_TEXT)
    return g_strdup(cell.text);
  g_autofree char *text = ulp_table_text(table, row, column), *detail = ulp_cell_detail(cell);
  return detail ? g_strdup_printf("%s %s", text, detail) : g_steal_pointer(&text);
}

/* -- the cells -------------------------------------------------------------------------------------------------------- */

static void compare_column(const UlpTable *a, const UlpTable *b, guint column, UlpTableComparison *comparison) {
  const UlpColumn *described = ulp_table_column(a, column);
  const gboolean counts = !(described->flags & ULP_COLUMN_IS_MEASURED);
  const guint64 n = ulp_table_n_rows(a);
  guint64 different = 0, first = 0;
  double largest = 0;
  for (guint64 row = 0; row < n; row++) {
    const UlpCell x = ulp_table_cell(a, row, column), y = ulp_table_cell(b, row, column);
    if (same_cell(&x, &y))
      continue;
    const double distance = fabs(ulp_table_number(a, row, column) - ulp_table_number(b, row, column));
    largest = distance > largest ? distance : largest;
    first = different++ ? first : row;
  }
  g_autofree char *of_a = different ? cell_words(a, first, column) : g_strdup("");
  g_autofree char *of_b = different ? cell_words(b, first, column) : g_strdup("");
  const UlpCell cells[] = {
      ulp_cell_text(described->id), ulp_cell_count(n),
      ulp_cell_count(different),    ulp_cell_text(counts ? N_("yes") : N_("no")),
      ulp_cell_count(first),        ulp_cell_text(of_a),
      ulp_cell_text(of_b),          ulp_cell_real(largest),
  };
  ulp_table_append(comparison->columns, cells);
  if (!counts || !different)
    return;
  comparison->different += different;
  if (!comparison->first)
    comparison->first =
        g_strdup_printf(_("row %" G_GUINT64_FORMAT ", %s: %s and %s"), first, described->id, of_a, of_b);
}

/* -- the fingerprint -------------------------------------------------------------------------------------------------- */

static void append_key(UlpTable *table, const char *key, const char *a, const char *b) {
  const UlpCell cells[] = {ulp_cell_text(key), ulp_cell_text(g_strcmp0(a, b) ? N_("no") : N_("yes")),
                           ulp_cell_text(a ? a : ""), ulp_cell_text(b ? b : "")};
  ulp_table_append(table, cells);
}

UlpTable *ulp_table_compare_fingerprints(const UlpTable *a, const UlpTable *b) {
  UlpTable *table = ulp_table_new("compare-fingerprints", N_("What made them"), fingerprint_columns,
                                  G_N_ELEMENTS(fingerprint_columns));
  const char *key, *value;
  for (guint i = 0; i < ulp_table_n_provenance(a); i++) {
    ulp_table_get_provenance(a, i, &key, &value);
    append_key(table, key, value, ulp_table_provenance(b, key));
  }
  for (guint i = 0; i < ulp_table_n_provenance(b); i++) {
    ulp_table_get_provenance(b, i, &key, &value);
    if (!ulp_table_provenance(a, key))
      append_key(table, key, NULL, value);
  }
  return table;
}

/* -- the public function ---------------------------------------------------------------------------------------------- */

static gboolean same_kind(const UlpTable *a, const UlpTable *b, GError **error) {
  if (!g_str_equal(ulp_table_id(a), ulp_table_id(b))) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("found tables “%s” and “%s”, expected two of one kind"), ulp_table_id(a),
                  ulp_table_id(b));
    return FALSE;
  }
  gboolean same = ulp_table_n_columns(a) == ulp_table_n_columns(b);
  for (guint i = 0; same && i < ulp_table_n_columns(a); i++)
    same = g_str_equal(ulp_table_column(a, i)->id, ulp_table_column(b, i)->id) &&
           ulp_table_column(a, i)->type == ulp_table_column(b, i)->type;
  if (!same) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("the tables “%s” have other columns, expected the same in the same order"),
                  ulp_table_id(a));
    return FALSE;
  }
  if (ulp_table_n_rows(a) != ulp_table_n_rows(b)) {
    ulp_set_error(error, ULP_ERROR_INPUT,
                  _("the tables “%s” have %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " rows, expected as many"),
                  ulp_table_id(a), ulp_table_n_rows(a), ulp_table_n_rows(b));
    return FALSE;
  }
  return TRUE;
}

gboolean ulp_table_compare(const UlpTable *a, const UlpTable *b, UlpTableComparison *comparison, GError **error) {
  *comparison = (UlpTableComparison){0};
  if (!same_kind(a, b, error))
    return FALSE;
  comparison->columns = ulp_table_new("compare-columns", N_("Columns"), column_columns, G_N_ELEMENTS(column_columns));
  for (guint i = 0; i < ulp_table_n_columns(a); i++)
    compare_column(a, b, i, comparison);
  comparison->fingerprint = ulp_table_compare_fingerprints(a, b);
  return TRUE;
}
