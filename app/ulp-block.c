/* ulp block: numbers that share a scale. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/block-table.h"
#include "core/experiment/params.h"
#include "core/expression/expression.h"
#include "core/input/input.h"
#include "core/table/export.h"

#define AUTO "auto"

static const UlpParam params[] = {ULP_EXPERIMENT_SCALE_RULE, ULP_EXPERIMENT_ROUND, ULP_EXPERIMENT_RANDOM_BITS,
                                  ULP_EXPERIMENT_SEED};

static GArray *options_new(void) {
  GArray *options = ulp_options_new();
  ulp_options_add(options, "input", "INPUT",
                  _("take the numbers from an input instead, such as normal:n=32 or FILE|slice:first=64:n=32"));
  ulp_options_add_params(options, params, G_N_ELEMENTS(params));
  ulp_options_add(
      options, "tensor-scale", "NUMBER",
      _("scale of all blocks, rounded to fp32, where the format has one (default auto: from the largest number)"));
  ulp_options_add(options, "csv", "FILE", _("write the elements as CSV instead; - is standard output"));
  ulp_options_add(options, "json", NULL, _("print the elements as JSON instead of text"));
  return options;
}

static gboolean add_words(GPtrArray *numbers, const UlpArguments *arguments, GError **error) {
  for (guint i = 1; i < ulp_arguments_n_words(arguments); i++) {
    const char *word = ulp_arguments_word(arguments, i);
    UlpReal *real = ulp_expression_real(word, error);
    if (!real)
      return FALSE;
    g_ptr_array_add(numbers, ulp_block_number_new(g_strdup(word), real));
  }
  return TRUE;
}

static gboolean add_input(GPtrArray *numbers, const char *spec, const UlpValues *values, guint length, GError **error) {
  g_autoptr(UlpInput) input = ulp_input_open(spec, ulp_values_count(values, "seed"), length, NULL, error);
  if (!input)
    return FALSE;
  const guint64 count = ulp_input_count(input);
  if (count > ULP_BLOCK_MOST_NUMBERS) {
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("--input: found %" G_GUINT64_FORMAT " elements, expected at most %d, such as “%s|slice:n=%u”"),
                  count, ULP_BLOCK_MOST_NUMBERS, spec, length);
    return FALSE;
  }
  const UlpFormat format = ulp_input_format(input);
  gconstpointer data = ulp_input_data(input, NULL, error);
  for (guint64 i = 0; data && i < count; i++) {
    const UlpBits bits = ulp_packed_load(format, data, i);
    g_ptr_array_add(numbers, ulp_block_number_new(ulp_bits_to_text(format, bits), ulp_real_from_bits(format, bits)));
  }
  return data != NULL;
}

static gboolean read_numbers(GPtrArray *numbers, const UlpArguments *arguments, const UlpValues *values,
                             const UlpBlockHow *how, GError **error) {
  const char *input = ulp_arguments_last(arguments, "input");
  const gboolean words = ulp_arguments_n_words(arguments) > 1;
  if (!words == !input) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("block: expected numbers, “ulp block %s 1 2.5 ...”, or --input INPUT"),
                  ulp_format_info(how->blocks)->id);
    return FALSE;
  }
  return input ? add_input(numbers, input, values, ulp_block_length(how->blocks), error)
               : add_words(numbers, arguments, error);
}

/* 0 where the numbers are to decide. */
static gboolean read_tensor_scale(const UlpArguments *arguments, UlpBlockHow *how, GError **error) {
  const char *text = ulp_arguments_last(arguments, "tensor-scale");
  if (!text || g_str_equal(text, AUTO))
    return TRUE;
  g_autoptr(UlpReal) real = ulp_expression_real(text, error);
  if (!real)
    return FALSE;
  how->tensor_scale = (guint32)ulp_real_round(real, ULP_FORMAT_FP32, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  if (how->tensor_scale > 0 && how->tensor_scale < 0x7f800000 && ulp_block_has_tensor_scale(how->blocks))
    return TRUE;
  if (ulp_block_has_tensor_scale(how->blocks))
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("--tensor-scale: found “%s”, expected auto or a number that fp32 holds above 0"), text);
  else
    ulp_set_error(error, ULP_ERROR_USAGE, _("--tensor-scale: %s has none"), ulp_format_info(how->blocks)->id);
  return FALSE;
}

static gboolean deliver(const UlpBlockHow *how, const GPtrArray *numbers, const UlpArguments *arguments,
                        GError **error) {
  const UlpExportOptions options = {.reproducible = TRUE};
  g_autoptr(UlpTable) blocks = NULL, elements = NULL;
  ulp_block_tables_new(how, numbers, &blocks, &elements);
  const char *csv = ulp_arguments_last(arguments, "csv");
  if (csv)
    return ulp_table_export_csv(csv, elements, &options, NULL, error);
  if (ulp_arguments_has(arguments, "json"))
    return ulp_text_print_json(elements, error);
  const UlpTextOptions text = {.digits = 6};
  g_autoptr(GString) out = g_string_new(NULL);
  ulp_text_table(out, blocks, &text);
  g_string_append_c(out, '\n');
  ulp_text_table(out, elements, &text);
  return ulp_text_print(out, error);
}

int ulp_command_block(char **argv, GError **error) {
  g_autoptr(GArray) options = options_new();
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp block", options, argv, error);
  if (!arguments)
    return 0;
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_block_ids);
  if (ulp_arguments_help(arguments)) {
    g_autofree char *summary = g_strdup_printf(
        _("Shows what numbers become that share a scale, block by block: the scale, each element's bits, its value and "
          "error, what is clipped or flushed to zero, and the packed bytes. FORMAT is one of %s."),
        ids);
    ulp_print_help("ulp block FORMAT NUMBER... [--OPTION VALUE...]", summary, options, error);
    return 0;
  }
  if (ulp_arguments_n_words(arguments) == 0) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("block: no format, expected one of %s"), ids);
    return 0;
  }
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  UlpBlockHow how = {0};
  if (!ulp_arguments_check_words(arguments, 1 + ULP_BLOCK_MOST_NUMBERS, error) ||
      !ulp_arguments_apply(arguments, params, G_N_ELEMENTS(params), values, error) ||
      !ulp_block_from_id(ulp_arguments_word(arguments, 0), &how.blocks, error) ||
      !read_tensor_scale(arguments, &how, error))
    return 0;
  how.rule = (UlpBlockRule)ulp_values_choice(values, "scale-rule");
  how.round = ulp_values_round(values, "round");
  how.random_bits = (guint)ulp_values_count(values, "random-bits");
  how.seed = ulp_values_count(values, "seed");
  g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_block_number_free);
  if (read_numbers(numbers, arguments, values, &how, error))
    deliver(&how, numbers, arguments, error);
  return 0;
}
