/* ulp bits: how each format stores a number. */
#include "app/ulp-arguments.h"
#include "app/ulp-bits-pictures.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/alignment-table.h"
#include "core/experiment/bits-table.h"
#include "core/experiment/explain-table.h"
#include "core/experiment/params.h"
#include "core/experiment/profiles-table.h"
#include "core/experiment/steps-table.h"
#include "core/experiment/via-table.h"
#include "core/expression/expression.h"
#include "core/number/disagree.h"
#include "core/table/export.h"

static const UlpParam params[] = {ULP_EXPERIMENT_ROUND, ULP_EXPERIMENT_VIA, ULP_EXPERIMENT_PROFILE,
                                  ULP_EXPERIMENT_RANDOM_BITS, ULP_EXPERIMENT_SEED};

/* What a user may want to know besides, a line each. */
static void add_notes(GString *out, const UlpTyped *typed, const GArray *formats) {
  const UlpFormat *first = (const UlpFormat *)(gconstpointer)formats->data;
  g_autofree char *disagree = ulp_profiles_disagree_about(typed, first, formats->len);
  g_autoptr(GString) outside = g_string_new(NULL);
  for (guint i = 0; i < formats->len; i++)
    if (ulp_round_is_outside(first[i], typed->round))
      g_string_append_printf(outside, "%s%s", outside->len ? ", " : "", ulp_format_info(first[i])->id);
  if (outside->len || *disagree)
    g_string_append_c(out, '\n');
  if (outside->len) {
    g_string_append_printf(out, _("%s: OCP OFP8 1.0 knows no rounding but to nearest, ties to even."), outside->str);
    g_string_append_c(out, '\n');
  }
  if (*disagree) {
    g_string_append_printf(out, _("%s: other profiles store other bits; --profiles says which, and why."), disagree);
    g_string_append_c(out, '\n');
  }
}

/* In its parts, or where it has none with what is the same in all rows said once. */
static gboolean print(UlpTable *table, const UlpTyped *typed, const GArray *formats, GError **error) {
  const gboolean parts = g_str_equal(ulp_table_id(table), "bits");
  g_autoptr(GString) out = g_string_new(NULL);
  for (guint8 group = parts; group <= (parts ? ULP_BITS_GROUPS : 0); group++) {
    const UlpTextOptions part = {.group = group, .constants_above = !parts};
    if (group > 1)
      g_string_append_c(out, '\n');
    ulp_text_table(out, table, &part);
  }
  if (parts)
    add_notes(out, typed, formats);
  return ulp_text_print(out, error);
}

static gboolean deliver(UlpTable *table, const UlpTyped *typed, const GArray *formats, const UlpArguments *arguments,
                        GError **error) {
  const UlpExportOptions options = {.reproducible = TRUE};
  const guint n_files = ulp_arguments_n_values(arguments, "csv");
  for (guint i = 0; i < n_files; i++)
    if (!ulp_table_export_csv(ulp_arguments_value(arguments, "csv", i), table, &options, NULL, error))
      return FALSE;
  if (ulp_arguments_has(arguments, "json"))
    return ulp_text_print_json(table, error);
  return n_files + ulp_bits_n_pictures(arguments) > 0 || print(table, typed, formats, error);
}

static void add_options(GArray *options) {
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_format_ids);
  g_autofree char *help = g_strdup_printf(
      _("formats to show: all, %s, other names of them such as half, or layouts such as e5m7 (default %s)"), ids,
      ULP_FORMATS_USUAL);
  ulp_options_add(options, "format", "WORD,...", help);
  ulp_options_add_params(options, params, G_N_ELEMENTS(params));
  ulp_options_add(options, "explain", NULL, _("how the number became bits, step by step"));
  ulp_options_add(
      options, "steps", NULL,
      _("the expression as the formats compute it, one rounding an operation: exact result, guard, round and "
        "sticky bit, error and exceptions"));
  ulp_options_add(options, "profiles", NULL,
                  _("who disagrees: the profiles that store other bits, and the rule that it is"));
  ulp_options_add(
      options, "align", NULL,
      _("each operation of the expression digit by digit: the terms under each other, carries, the exact result "
        "and where it is cut"));
  ulp_bits_add_picture_options(options);
  ulp_options_add(options, "csv", "FILE", _("write the table as CSV instead; - is standard output"));
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
}

static UlpTable *table_of(const UlpTyped *typed, const UlpVia *via, const GArray *formats,
                          const UlpArguments *arguments, GError **error) {
  const UlpFormat *first = (const UlpFormat *)(gconstpointer)formats->data;
  if (ulp_arguments_has(arguments, "steps"))
    return ulp_steps_table_new(typed, first, formats->len, error);
  if (ulp_arguments_has(arguments, "align"))
    return ulp_alignment_table_new(typed, first, formats->len, error);
  if (ulp_arguments_has(arguments, "explain"))
    return ulp_explain_table_new(typed, first, formats->len);
  if (ulp_arguments_has(arguments, "profiles"))
    return ulp_profiles_table_new(typed, first, formats->len);
  return via->n ? ulp_via_table_new(typed, via, first, formats->len) : ulp_bits_table_new(typed, first, formats->len);
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
      !ulp_arguments_apply(arguments, params, G_N_ELEMENTS(params), values, error) ||
      !ulp_bits_check_pictures(arguments, error))
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
  const UlpTyped typed = {number, real, ulp_values_typed_round(values), ulp_values_profile(values, "profile")};
  const UlpVia via = ulp_typed_via(ulp_values_via(values, "via"), (guint)ulp_values_count(values, "random-bits"),
                                   ulp_values_count(values, "seed"));
  g_autoptr(UlpTable) table = table_of(&typed, &via, formats, arguments, error);
  if (table && ulp_bits_write_pictures(arguments, &typed, formats, table, error))
    deliver(table, &typed, formats, arguments, error);
  return 0;
}
