#include "core/experiment/arithmetic-table.h"

#include "core/base/i18n.h"

#include <string.h>

#define MOST_DIGITS 60

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that computes")},
    {"operation", ULP_COLUMN_TEXT, N_("operation"), "", N_("of the numbers as they are stored")},
    {"round", ULP_COLUMN_TEXT, N_("round"), "", N_("which neighbour of the exact result is taken"),
     ulp_words_translated},
    {"result", ULP_COLUMN_VALUE, N_("result"), "1", N_("what is stored")},
    {"guard", ULP_COLUMN_TEXT, N_("guard"), "", N_("first bit that is cut off")},
    {"round_bit", ULP_COLUMN_TEXT, N_("round bit"), "", N_("second bit that is cut off")},
    {"sticky", ULP_COLUMN_TEXT, N_("sticky"), "", N_("whether any bit behind these is 1")},
    {"tie", ULP_COLUMN_TEXT, N_("tie"), "", N_("whether exactly half an ulp is cut off"), ulp_words_translated},
    {"error_ulps", ULP_COLUMN_TEXT, N_("error"), N_("ulp"),
     N_("stored minus exact result, in ulps at the exact result"), ulp_about_words},
    {"exceptions", ULP_COLUMN_TEXT, N_("exceptions"), "",
     N_("what IEEE 754 signals; underflow is detected after rounding"), ulp_exceptions_words},
    {"exact", ULP_COLUMN_TEXT, N_("exact result"), "", N_("of the stored numbers, before it is rounded"),
     ulp_about_words},
};

const char *const ulp_arithmetic_ids[] = {"add", "subtract", "multiply", "divide", "sqrt", "fma", NULL};
const char *const ulp_arithmetic_titles[] = {"a + b", "a - b", "a * b", "a / b", "sqrt(a)", "fma(a, b, c)", NULL};

G_STATIC_ASSERT(G_N_ELEMENTS(ulp_arithmetic_ids) == G_N_ELEMENTS(ulp_arithmetic_titles));

static char *expression_of(guint operation, char *const operands[3]) {
  static const char signs[] = "+-*/";
  if (operation < strlen(signs))
    return g_strdup_printf("%s %c %s", operands[0], signs[operation], operands[1]);
  return g_str_equal(ulp_arithmetic_ids[operation], "sqrt")
             ? g_strdup_printf("sqrt(%s)", operands[0])
             : g_strdup_printf("fma(%s, %s, %s)", operands[0], operands[1], operands[2]);
}

GArray *ulp_arithmetic_steps(guint operation, const UlpArithmetic *arithmetic, const UlpBits operands[3]) {
  char *texts[3];
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *hex = ulp_bits_to_hex(arithmetic->format, operands[i]);
    texts[i] = g_strdup_printf("%s:%s", ulp_format_info(arithmetic->format)->id, hex);
  }
  g_autofree char *text = expression_of(operation, texts);
  g_autoptr(UlpExpression) expression = ulp_expression_parse(text, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    g_free(texts[i]);
  return ulp_expression_steps(expression, arithmetic, NULL);
}

static const char *bit_text(const UlpRounding *rounding, gboolean bit) {
  return !rounding->has_bits ? "-" : bit ? "1" : "0";
}

static void append_row(UlpTable *table, guint operation, const UlpArithmetic *arithmetic, const UlpBits operands[3]) {
  g_autoptr(GArray) steps = ulp_arithmetic_steps(operation, arithmetic, operands);
  const UlpExpressionStep *step = &g_array_index(steps, UlpExpressionStep, steps->len - 1);
  const UlpRounding *rounding = &step->rounding;
  g_autofree char *exact = ulp_real_to_decimal(step->exact, MOST_DIGITS);
  g_autofree char *error = ulp_real_error_ulps_text(step->exact, arithmetic->format, rounding->stored);
  g_autofree char *exceptions = ulp_exceptions_text(rounding->exceptions);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(arithmetic->format)->id),
      ulp_cell_text(ulp_arithmetic_titles[operation]),
      ulp_cell_text(ulp_round_titles[ulp_round_kind(arithmetic->round)]),
      ulp_cell_value(arithmetic->format, rounding->stored),
      ulp_cell_text(bit_text(rounding, rounding->guard)),
      ulp_cell_text(bit_text(rounding, rounding->round)),
      ulp_cell_text(bit_text(rounding, rounding->sticky)),
      ulp_cell_text(rounding->tie ? N_("yes") : N_("no")),
      ulp_cell_text(error),
      ulp_cell_text(exceptions),
      ulp_cell_text(exact),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

/* Of one operation, in every rounding. */
static void append_rows(UlpTable *table, guint operation, const UlpTyped *typed, UlpFormat format,
                        const UlpBits operands[3]) {
  for (guint round = 0; round < ULP_N_ROUNDS; round++) {
    const gboolean chosen = ulp_round_kind(typed->round) == round; /* with its random bits */
    const UlpArithmetic arithmetic = {
        format, chosen ? typed->round : ulp_typed_round(round, ULP_TYPED_RANDOM_BITS, ULP_TYPED_SEED), typed->profile};
    append_row(table, operation, &arithmetic, operands);
  }
}

UlpTable *ulp_arithmetic_table_new(const UlpOperands *numbers, guint operation, const UlpFormat *formats,
                                   guint n_formats) {
  UlpTable *table =
      ulp_table_new("arithmetic", N_("The numbers computed with, in every rounding"), columns, G_N_ELEMENTS(columns));
  const UlpTyped *a = numbers->a, *c = numbers->c ? numbers->c : a;
  const UlpReal *const reals[] = {a->real, numbers->b->real, c->real};
  ulp_bits_add_provenance(table, a);
  ulp_table_set_provenance(table, "second", numbers->b->text);
  if (numbers->c)
    ulp_table_set_provenance(table, "third", c->text);
  for (guint i = 0; i < n_formats; i++) {
    UlpBits operands[G_N_ELEMENTS(reals)];
    for (guint k = 0; k < G_N_ELEMENTS(reals); k++)
      operands[k] = ulp_real_round(reals[k], formats[i], a->round, a->profile);
    for (guint k = 0; ulp_arithmetic_ids[k]; k++)
      if (operation == ULP_ARITHMETIC_ALL || operation == k)
        append_rows(table, k, a, formats[i], operands);
  }
  return table;
}
