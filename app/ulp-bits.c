/* ulp bits: how each format stores a number. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/bits-table.h"
#include "core/expression/expression.h"
#include "core/experiment/params.h"

static const UlpParam params[] = {ULP_EXPERIMENT_ROUND, ULP_EXPERIMENT_OVERFLOW};

static gboolean print(UlpTable *table, gboolean json, GError **error) {
  if (json)
    return ulp_text_print_json(table, error);
  g_autoptr(GString) out = g_string_new(NULL);
  for (guint8 group = 1; group <= ULP_BITS_GROUPS; group++) {
    const UlpTextOptions part = {.group = group};
    if (group > 1)
      g_string_append_c(out, '\n');
    ulp_text_table(out, table, &part);
  }
  return ulp_text_print(out, error);
}

static void add_options(GArray *options) {
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_format_ids);
  g_autofree char *help = g_strdup_printf(
      _("formats to show: all, %s, other names of them such as half, or layouts such as e5m7 (default %s)"), ids,
      ULP_FORMATS_USUAL);
  ulp_options_add(options, "format", "WORD,...", help);
  ulp_options_add_params(options, params, G_N_ELEMENTS(params));
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
}

int ulp_command_bits(char **argv, GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  add_options(options);
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp bits", options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    ulp_print_help(
        "ulp bits NUMBER [--OPTION VALUE...]",
        _("Shows how each format stores NUMBER: a decimal of any length, a hex float, inf, nan, a bit pattern "
          "such as fp16:0x3c00, or an expression of them with + - * / ^ ( ), sqrt, fma, pi and e, which is "
          "rounded once."),
        options, error);
    return 0;
  }
  if (ulp_arguments_n_words(arguments) == 0) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("bits: no number, expected “ulp bits NUMBER”"));
    return 0;
  }
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  if (!ulp_arguments_check_words(arguments, 1, error) ||
      !ulp_arguments_apply(arguments, params, G_N_ELEMENTS(params), values, error))
    return 0;
  const char *list = ulp_arguments_last(arguments, "format");
  g_autoptr(GArray) formats = ulp_formats_parse(list ? list : ULP_FORMATS_USUAL, error);
  if (!formats) {
    g_prefix_error(error, "--format: ");
    return 0;
  }
  const char *number = ulp_arguments_word(arguments, 0);
  g_autoptr(UlpReal) real = ulp_expression_real(number, error);
  if (!real)
    return 0;
  const UlpTyped typed = {number, real, ulp_values_round(values, "round"), ulp_values_profile(values, "overflow")};
  g_autoptr(UlpTable) table = ulp_bits_table_new(&typed, (const UlpFormat *)(gconstpointer)formats->data, formats->len);
  print(table, ulp_arguments_has(arguments, "json"), error);
  return 0;
}
