#include "core/experiment/steps-table.h"

#include "core/base/i18n.h"
#include "core/expression/steps.h"

#define MOST_DIGITS 60

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that computes")},
    {"step", ULP_COLUMN_COUNT, N_("step"), "", N_("operations and conversions in their order")},
    {"part", ULP_COLUMN_TEXT, N_("part"), "", N_("part of the expression"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"operation", ULP_COLUMN_TEXT, N_("operation"), "", N_("with its operands as they are stored")},
    {"exact", ULP_COLUMN_TEXT, N_("exact result"), "", N_("of these operands, before it is rounded"), ulp_about_words},
    {"kept", ULP_COLUMN_TEXT, N_("kept"), "",
     N_("binary significand of the exact result, cut off at the format's length")},
    {"guard", ULP_COLUMN_TEXT, N_("guard"), "", N_("first bit that is cut off")},
    {"round", ULP_COLUMN_TEXT, N_("round"), "", N_("second bit that is cut off")},
    {"sticky", ULP_COLUMN_TEXT, N_("sticky"), "", N_("whether any bit behind these is 1")},
    {"tie", ULP_COLUMN_TEXT, N_("tie"), "", N_("whether exactly half an ulp is cut off"), ulp_words_translated},
    {"result", ULP_COLUMN_VALUE, N_("result"), "1", N_("what is stored")},
    {"error_ulps", ULP_COLUMN_TEXT, N_("error"), N_("ulp"),
     N_("stored minus exact result, in ulps at the exact result"), ulp_about_words},
    {"exceptions", ULP_COLUMN_TEXT, N_("exceptions"), "",
     N_("what IEEE 754 signals; underflow is detected after rounding"), ulp_exceptions_words},
};

static const char *bit_text(const UlpRounding *rounding, gboolean bit) {
  return !rounding->has_bits ? "-" : bit ? "1" : "0";
}

static void append_step(UlpTable *table, UlpFormat format, guint number, const UlpExpressionStep *step) {
  const UlpRounding *rounding = &step->rounding;
  g_autofree char *exact = ulp_real_to_decimal(step->exact, MOST_DIGITS), *digits = ulp_rounding_kept_text(rounding);
  g_autofree char *kept = rounding->has_bits ? g_strdup_printf("%s * 2^%d", digits, rounding->power) : g_strdup("-");
  g_autofree char *error = ulp_real_error_ulps_text(step->exact, format, rounding->stored);
  g_autofree char *exceptions = ulp_exceptions_text(rounding->exceptions);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_count(number),
      ulp_cell_text(step->part),
      ulp_cell_text(step->operation),
      ulp_cell_text(exact),
      ulp_cell_text(kept),
      ulp_cell_text(bit_text(rounding, rounding->guard)),
      ulp_cell_text(bit_text(rounding, rounding->round)),
      ulp_cell_text(bit_text(rounding, rounding->sticky)),
      ulp_cell_text(rounding->tie ? N_("yes") : N_("no")),
      ulp_cell_value(format, rounding->stored),
      ulp_cell_text(error),
      ulp_cell_text(exceptions),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

UlpTable *ulp_steps_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats, GError **error) {
  g_autoptr(UlpExpression) expression = ulp_expression_parse(typed->text, error);
  if (!expression)
    return NULL;
  g_autoptr(UlpTable) table =
      ulp_table_new("steps", N_("The expression, one rounding an operation"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  for (guint i = 0; i < n_formats; i++) {
    const UlpArithmetic arithmetic = {formats[i], typed->round, typed->profile};
    g_autoptr(GArray) steps = ulp_expression_steps(expression, &arithmetic, error);
    if (!steps)
      return NULL;
    for (guint k = 0; k < steps->len; k++)
      append_step(table, formats[i], k + 1, &g_array_index(steps, UlpExpressionStep, k));
  }
  return g_steal_pointer(&table);
}
