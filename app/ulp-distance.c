/* ulp distance: how far two numbers lie apart in formats. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/arithmetic-table.h"
#include "core/experiment/distance-table.h"
#include "core/experiment/params.h"
#include "core/expression/expression.h"
#include "core/table/export.h"

#include <math.h>

#define EXIT_OUTSIDE_TOLERANCE 4

static const UlpParam params[] = {ULP_EXPERIMENT_ROUND, ULP_EXPERIMENT_PROFILE, ULP_EXPERIMENT_RANDOM_BITS,
                                  ULP_EXPERIMENT_SEED};

static GArray *options_new(void) {
  GArray *options = ulp_options_new();
  g_autofree char *help = g_strdup_printf(_("formats to compare in (default %s)"), ULP_FORMATS_USUAL);
  ulp_options_add(options, "format", "WORD,...", help);
  ulp_options_add(options, "atol", "REAL", _("largest difference that is near enough"));
  ulp_options_add(options, "rtol", "REAL", _("largest difference over the first number"));
  ulp_options_add(options, "ulps", "REAL", _("largest difference in ulps of the format at the first number"));
  ulp_options_add(options, "arithmetic", NULL,
                  _("what + - * / sqrt and fma of the numbers give instead, in every rounding"));
  ulp_options_add(options, "third", "NUMBER", _("what fma adds to the product (default the first number)"));
  ulp_options_add_params(options, params, G_N_ELEMENTS(params));
  ulp_options_add(options, "csv", "FILE", _("write the table as CSV instead; - is standard output"));
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
  return options;
}

static gboolean tolerance(const UlpArguments *arguments, const char *id, double *value, GError **error) {
  const char *text = ulp_arguments_last(arguments, id);
  *value = NAN;
  if (!text || (ulp_decimal_to_real(text, value) && *value >= 0))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--%s: found “%s”, expected a number from 0 on"), id, text);
  return FALSE;
}

static gboolean deliver(UlpTable *table, const UlpArguments *arguments, GError **error) {
  const UlpExportOptions options = {.reproducible = TRUE};
  const char *csv = ulp_arguments_last(arguments, "csv");
  if (csv)
    return ulp_table_export_csv(csv, table, &options, NULL, error);
  if (ulp_arguments_has(arguments, "json"))
    return ulp_text_print_json(table, error);
  const UlpTextOptions text = {.digits = 6};
  g_autoptr(GString) out = g_string_new(NULL);
  ulp_text_table(out, table, &text);
  return ulp_text_print(out, error);
}

/* Computes with the numbers instead of comparing them. */
static gboolean compute(const UlpArguments *arguments, const UlpTyped *a, const UlpTyped *b, const GArray *formats,
                        GError **error) {
  const char *text = ulp_arguments_last(arguments, "third");
  g_autoptr(UlpReal) real = text ? ulp_expression_real(text, error) : NULL;
  if (text && !real) {
    g_prefix_error(error, "--third: ");
    return FALSE;
  }
  const UlpTyped c = {text, real, a->round, a->profile};
  const UlpOperands numbers = {a, b, text ? &c : NULL};
  g_autoptr(UlpTable) table = ulp_arithmetic_table_new(&numbers, ULP_ARITHMETIC_ALL,
                                                       (const UlpFormat *)(gconstpointer)formats->data, formats->len);
  return deliver(table, arguments, error);
}

static int compare(const UlpArguments *arguments, GError **error) {
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  UlpNearness nearness;
  if (!ulp_arguments_apply(arguments, params, G_N_ELEMENTS(params), values, error) ||
      !tolerance(arguments, "atol", &nearness.absolute, error) ||
      !tolerance(arguments, "rtol", &nearness.relative, error) || !tolerance(arguments, "ulps", &nearness.ulps, error))
    return 0;
  const char *list = ulp_arguments_last(arguments, "format");
  g_autoptr(GArray) formats = ulp_formats_parse(list ? list : ULP_FORMATS_USUAL, error);
  if (!formats) {
    g_prefix_error(error, "--format: ");
    return 0;
  }
  const char *first = ulp_arguments_word(arguments, 0), *second = ulp_arguments_word(arguments, 1);
  g_autoptr(UlpReal) a = ulp_expression_real(first, error);
  g_autoptr(UlpReal) b = a ? ulp_expression_real(second, error) : NULL;
  if (!b)
    return 0;
  const UlpRound round = ulp_values_typed_round(values);
  const UlpProfile profile = ulp_values_profile(values, "profile");
  const UlpTyped typed_a = {first, a, round, profile}, typed_b = {second, b, round, profile};
  if (ulp_arguments_has(arguments, "arithmetic")) {
    compute(arguments, &typed_a, &typed_b, formats, error);
    return 0;
  }
  gboolean all;
  g_autoptr(UlpTable) table = ulp_distance_table_new(&typed_a, &typed_b, formats, &nearness, &all);
  if (!deliver(table, arguments, error) || all)
    return 0;
  ulp_report(_("the numbers are outside the tolerance"));
  return EXIT_OUTSIDE_TOLERANCE;
}

int ulp_command_distance(char **argv, GError **error) {
  g_autoptr(GArray) options = options_new();
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp distance", options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    ulp_print_help("ulp distance NUMBER NUMBER [--OPTION VALUE...]",
                   _("Shows how far two numbers, as ulp bits takes them, lie apart once they are stored: in values of "
                     "the format, in ulps, absolutely and relative to the first."),
                   options, error);
    return 0;
  }
  if (!ulp_arguments_check_words(arguments, 2, error))
    return 0;
  if (ulp_arguments_n_words(arguments) < 2) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE,
                        _("distance: expected two numbers, “ulp distance NUMBER NUMBER”"));
    return 0;
  }
  return compare(arguments, error);
}
