/* ulp bits: how each format stores a number. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/params.h"
#include "core/number/real.h"
#include "core/table/provenance.h"

#define ALL "all"
static const char *const format_choices[] = {
    ALL,
#define ULP_FORMAT(id, ...) #id,
#include "core/number/formats.def"
#undef ULP_FORMAT
    NULL,
};

static const UlpParam params[] = {
    {.id = "format",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Formats"),
     .help = N_("formats to show"),
     .default_text = ALL,
     .unit = "",
     .choices = format_choices},
    ULP_EXPERIMENT_ROUND,
    ULP_EXPERIMENT_OVERFLOW,
};

/* What a person reads together. */
enum { PATTERN = 1, VALUE, NEIGHBOURS };

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores the number")},
    {"fields", ULP_COLUMN_TEXT, N_("bits: sign exponent significand"), "", N_("sign, exponent and fraction bits"),
     .group = PATTERN},
    {"hex", ULP_COLUMN_TEXT, N_("hex"), "", N_("bits of the container"), .group = PATTERN},
    {"class", ULP_COLUMN_TEXT, N_("class"), "", N_("zero, subnormal, normal, infinity or NaN"), ulp_words_translated,
     .group = PATTERN},
    {"hexfloat", ULP_COLUMN_TEXT, N_("hex float"), "", N_("stored value as C17 %a writes it"), .group = VALUE},
    {"ulp", ULP_COLUMN_TEXT, N_("ulp at stored"), "", N_("unit in the last place at the stored value"), .group = VALUE},
    {"error", ULP_COLUMN_REAL, N_("error"), "1", N_("stored value minus what was typed"), .group = VALUE},
    {"error_ulps", ULP_COLUMN_REAL, N_("error"), N_("ulp at exact"),
     N_("the same in units of the format's ulp at the exact value typed, which the stored value's may differ from"),
     .group = VALUE},
    {"exact", ULP_COLUMN_TEXT, N_("exact value"), "", N_("stored value, every digit"), .group = VALUE},
    {"previous", ULP_COLUMN_VALUE, N_("previous"), "1", N_("next value below"), .group = NEIGHBOURS},
    {"value", ULP_COLUMN_VALUE, N_("value"), "1", N_("stored value"), .group = NEIGHBOURS},
    {"next", ULP_COLUMN_VALUE, N_("next"), "1", N_("next value above"), .group = NEIGHBOURS},
};

/* "0 01111011 10011001100110011001101": the bits from the top, a space between the fields, without the unused ones. */
static char *fields_text(UlpFormat format, UlpBits bits) {
  GString *text = g_string_new(NULL);
  UlpField last = ULP_FIELD_UNUSED;
  for (guint bit = ulp_layout(format).container_bits; bit-- > 0;) {
    const UlpField field = ulp_bits_field(format, bits, bit);
    if (field == ULP_FIELD_UNUSED)
      continue;
    if (text->len && field != last)
      g_string_append_c(text, ' ');
    g_string_append_c(text, (char)('0' + (int)(bits >> bit & 1)));
    last = field;
  }
  return g_string_free(text, FALSE);
}

static char *ulp_text(UlpFormat format, UlpBits bits) {
  return ulp_bits_class(format, bits) >= ULP_CLASS_INFINITE
             ? g_strdup("-")
             : g_strdup_printf("2^%d", ulp_bits_ulp_exponent(format, bits));
}

static void append_row(UlpTable *table, const UlpReal *real, UlpFormat format, UlpBits bits) {
  g_autofree char *fields = fields_text(format, bits), *hex = ulp_bits_to_hex(format, bits);
  g_autofree char *exact = ulp_bits_to_decimal(format, bits), *hexfloat = ulp_bits_to_hexfloat(format, bits);
  g_autofree char *ulp = ulp_text(format, bits);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_text(fields),
      ulp_cell_text(hex),
      ulp_cell_text(ulp_class_titles[ulp_bits_class(format, bits)]),
      ulp_cell_text(hexfloat),
      ulp_cell_text(ulp),
      ulp_cell_real(ulp_real_error(real, format, bits)),
      ulp_cell_real(ulp_real_error_ulps(real, format, bits)),
      ulp_cell_text(exact),
      ulp_cell_value(format, ulp_bits_neighbour(format, bits, FALSE)),
      ulp_cell_value(format, bits),
      ulp_cell_value(format, ulp_bits_neighbour(format, bits, TRUE)),
  };
  ulp_table_append(table, cells);
}

static UlpTable *make_table(const UlpReal *real, const UlpValues *values) {
  UlpTable *table = ulp_table_new("bits", N_("How each format stores the number"), columns, G_N_ELEMENTS(columns));
  const UlpRound round = (UlpRound)ulp_values_choice(values, "round");
  const UlpProfile profile = ulp_profiles[ulp_values_choice(values, "overflow")];
  g_autoptr(GArray) chosen = ulp_values_choices(values, "format");
  gboolean all = FALSE;
  for (guint i = 0; i < chosen->len; i++)
    all |= g_array_index(chosen, guint, i) == 0;
  const guint n = all ? ULP_N_FORMATS : chosen->len;
  for (guint i = 0; i < n; i++) {
    const UlpFormat format = ulp_formats[all ? i : g_array_index(chosen, guint, i) - 1];
    append_row(table, real, format, ulp_real_round(real, format, round, profile));
  }
  return table;
}

static void add_provenance(UlpTable *table, const char *number, const UlpValues *values) {
  ulp_provenance_add_program(table);
  ulp_table_set_provenance(table, "number", number);
  ulp_table_set_provenance(table, "round", ulp_values_text(values, "round"));
  ulp_table_set_provenance(table, "overflow", ulp_values_text(values, "overflow"));
}

static gboolean print(UlpTable *table, gboolean json, GError **error) {
  if (json)
    return ulp_text_print_json(table, error);
  g_autoptr(GString) out = g_string_new(NULL);
  for (guint8 group = PATTERN; group <= NEIGHBOURS; group++) {
    const UlpTextOptions part = {.group = group};
    if (group > PATTERN)
      g_string_append_c(out, '\n');
    ulp_text_table(out, table, &part);
  }
  return ulp_text_print(out, error);
}

int ulp_command_bits(char **argv, GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  ulp_options_add_params(options, params, G_N_ELEMENTS(params));
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp bits", options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    ulp_print_help("ulp bits NUMBER [--OPTION VALUE...]",
                   _("Shows how each format stores NUMBER: a decimal of any length, a hex float, inf, nan, or a bit "
                     "pattern such as fp16:0x3c00."),
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
  g_autoptr(UlpReal) real = ulp_real_parse(ulp_arguments_word(arguments, 0), error);
  if (!real)
    return 0;
  g_autoptr(UlpTable) table = make_table(real, values);
  add_provenance(table, ulp_arguments_word(arguments, 0), values);
  print(table, ulp_arguments_has(arguments, "json"), error);
  return 0;
}
