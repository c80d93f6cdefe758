#include "core/experiment/alignment-table.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

#define SHIFTED "shifted right by "

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that computes")},
    {"step", ULP_COLUMN_COUNT, N_("step"), "", N_("operations and conversions in their order")},
    {"operation", ULP_COLUMN_TEXT, N_("operation"), "", N_("with its operands as they are stored")},
    {"part", ULP_COLUMN_TEXT, N_("part"), "", N_("what the digits are of"), ulp_words_translated},
    {"sign", ULP_COLUMN_TEXT, N_("sign"), "", N_("as it is added up")},
    {"digits", ULP_COLUMN_TEXT, N_("digits"), "",
     N_("binary, those that count the same under each other but for factors; a bar before the first that is cut off, ~ for some "
        "that are left out")},
    {"power", ULP_COLUMN_TEXT, N_("first digit"), "", N_("what it counts, as a power of 2")},
    {"note", ULP_COLUMN_TEXT, N_("note"), "", N_("how far it is shifted, or what was cut off and rounded"),
     ulp_alignment_note_words},
};

char *ulp_alignment_note(const UlpAlignedRow *row, const UlpRounding *rounding) {
  if (row->shift)
    return g_strdup_printf(SHIFTED "%d", row->shift);
  if (g_str_equal(row->name, "exact"))
    return g_strdup(ulp_rounding_cut_words(rounding));
  if (!g_str_equal(row->name, "stored"))
    return g_strdup("");
  if (!(rounding->exceptions & ULP_EXCEPTION_INEXACT))
    return g_strdup(N_("no rounding is needed"));
  return g_strdup(rounding->up ? N_("rounded up") : N_("rounded down"));
}

char *ulp_alignment_note_words(const char *note) {
  if (g_str_has_prefix(note, SHIFTED))
    return g_strdup_printf(_("shifted right by %s"), note + strlen(SHIFTED));
  return g_strdup(*note ? _(note) : "");
}

/* With the bar; without blanks at the end. */
static char *digits_text(const UlpAlignment *alignment, const UlpAlignedRow *row) {
  if (!row->is_placed)
    return g_strdup(row->digits);
  GString *text = g_string_new_len(row->digits, alignment->cut);
  g_string_append_c(text, '|');
  g_string_append(text, row->digits + alignment->cut);
  if (alignment->more && g_str_equal(row->name, "exact"))
    g_string_append(text, "…");
  return g_strchomp(g_string_free(text, FALSE));
}

static void append_step(UlpTable *table, UlpFormat format, guint number, const UlpExpressionStep *step) {
  g_autoptr(UlpAlignment) alignment = ulp_step_alignment(step, format);
  for (guint i = 0; alignment && i < alignment->rows->len; i++) {
    const UlpAlignedRow *row = &g_array_index(alignment->rows, UlpAlignedRow, i);
    g_autofree char *digits = digits_text(alignment, row), *power = g_strdup_printf("2^%d", row->power);
    g_autofree char *note = ulp_alignment_note(row, &step->rounding);
    const UlpCell cells[] = {
        ulp_cell_text(ulp_format_info(format)->id),
        ulp_cell_count(number),
        ulp_cell_text(step->operation),
        ulp_cell_text(row->name),
        ulp_cell_text(row->negative ? "-" : "+"),
        ulp_cell_text(digits),
        ulp_cell_text(power),
        ulp_cell_text(note),
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
    ulp_table_append(table, cells);
  }
}

static UlpTable *new_table(const UlpTyped *typed) {
  UlpTable *table = ulp_table_new("alignment", N_("The operations, digit by digit"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  return table;
}

static void append_steps(UlpTable *table, const GArray *steps, UlpFormat format) {
  for (guint k = 0; k < steps->len; k++)
    append_step(table, format, k + 1, &g_array_index(steps, UlpExpressionStep, k));
}

UlpTable *ulp_alignment_table_of_steps(const UlpTyped *typed, const GArray *steps, const UlpArithmetic *arithmetic) {
  UlpTable *table = new_table(typed);
  append_steps(table, steps, arithmetic->format);
  return table;
}

UlpTable *ulp_alignment_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats, GError **error) {
  g_autoptr(UlpExpression) expression = ulp_expression_parse(typed->text, error);
  if (!expression)
    return NULL;
  g_autoptr(UlpTable) table = new_table(typed);
  for (guint i = 0; i < n_formats; i++) {
    const UlpArithmetic arithmetic = {formats[i], typed->round, typed->profile};
    g_autoptr(GArray) steps = ulp_expression_steps(expression, &arithmetic, error);
    if (!steps)
      return NULL;
    append_steps(table, steps, formats[i]);
  }
  if (ulp_table_n_rows(table))
    return g_steal_pointer(&table);
  ulp_set_error(error, ULP_ERROR_INPUT, _("found “%s”, expected an operation + - * / sqrt or fma of finite numbers"),
                typed->text);
  return NULL;
}
