#include "core/experiment/bits-table.h"

#include "core/base/i18n.h"
#include "core/job/job.h"
#include "core/number/number-params.h"
#include "core/table/provenance.h"

#include <float.h>
#include <math.h>

/* What is read together where there is no room for all. */
enum { PATTERN = 1, VALUE, NEIGHBOURS };

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores the number")},
    {"fields", ULP_COLUMN_TEXT, N_("bits: sign exponent significand"), "", N_("sign, exponent and significand bits"),
     .group = PATTERN},
    {"hex", ULP_COLUMN_TEXT, N_("hex"), "", N_("bits of the container"), .group = PATTERN},
    {"bytes_big", ULP_COLUMN_TEXT, N_("bytes, big-endian"), "", N_("container in memory, the highest byte first"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"bytes_little", ULP_COLUMN_TEXT, N_("bytes, little-endian"), "", N_("container in memory, the lowest byte first"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"payload", ULP_COLUMN_TEXT, N_("payload"), "", N_("of a NaN: its fraction without the quiet bit"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"class", ULP_COLUMN_TEXT, N_("class"), "", N_("zero, subnormal, normal, infinity or NaN"), ulp_words_translated,
     .group = PATTERN},
    {"hexfloat", ULP_COLUMN_TEXT, N_("hex float"), "", N_("stored value as C17 %a writes it"), .group = VALUE},
    {"ulp", ULP_COLUMN_TEXT, N_("ulp at stored"), "", N_("unit in the last place at the stored value"), .group = VALUE},
    {"ulp_size", ULP_COLUMN_REAL, N_("ulp at stored"), "1",
     N_("unit in the last place at the stored value; NaN where no double is that"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"error", ULP_COLUMN_REAL, N_("error"), "1",
     N_("stored value minus what was typed; an infinity where it is beyond the largest double, as error_text says"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"error_ulps", ULP_COLUMN_REAL, N_("error"), N_("ulp at exact"),
     N_("the same in units of the format's ulp at the exact value typed, which the stored value's may differ from"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"error_text", ULP_COLUMN_TEXT, N_("error"), "", N_("error to six digits of exact arithmetic, of any size"),
     ulp_about_words, .group = VALUE},
    {"error_ulps_text", ULP_COLUMN_TEXT, N_("error"), N_("ulp at exact"),
     N_("the same in ulps at the exact value typed"), ulp_about_words, .group = VALUE},
    {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1", N_("error over the magnitude of what was typed"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"shortest", ULP_COLUMN_TEXT, N_("shortest"), "",
     N_("fewest digits that the format reads back as the stored value"), .group = VALUE},
    {"exact", ULP_COLUMN_TEXT, N_("exact value"), "", N_("stored value, every digit"), .group = VALUE},
    {"previous", ULP_COLUMN_VALUE, N_("previous"), "1", N_("next value below"), .group = NEIGHBOURS},
    {"value", ULP_COLUMN_VALUE, N_("value"), "1", N_("stored value: what was typed, rounded once to the format"),
     .group = NEIGHBOURS},
    {"next", ULP_COLUMN_VALUE, N_("next"), "1", N_("next value above"), .group = NEIGHBOURS},
};

UlpRound ulp_typed_round(UlpRound listed, guint random_bits, guint64 seed) {
  const UlpConvertJob job = {.round = listed, .random_bits = random_bits, .seed = seed};
  return ulp_convert_job_round(&job, 0);
}

UlpRound ulp_values_typed_round(const UlpValues *values) {
  return ulp_typed_round(ulp_values_round(values, "round"), (guint)ulp_values_count(values, "random-bits"),
                         ulp_values_count(values, "seed"));
}

char *ulp_bits_fields_text(UlpFormat format, UlpBits bits) {
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

static void append_row(UlpTable *table, const UlpTyped *typed, UlpFormat format) {
  const UlpBits bits = ulp_real_round(typed->real, format, typed->round, typed->profile);
  const UlpClass class_ = ulp_bits_class(format, bits);
  const gboolean finite = class_ < ULP_CLASS_INFINITE;
  const int ulp = ulp_bits_ulp_exponent(format, bits);
  const gboolean fits_double = finite && ulp >= DBL_MIN_EXP - DBL_MANT_DIG && ulp < DBL_MAX_EXP;
  g_autofree char *fields = ulp_bits_fields_text(format, bits), *hex = ulp_bits_to_hex(format, bits);
  g_autofree char *exact = ulp_bits_to_decimal(format, bits), *hexfloat = ulp_bits_to_hexfloat(format, bits);
  g_autofree char *ulp_text = finite ? g_strdup_printf("2^%d", ulp) : g_strdup("-");
  g_autofree char *error = ulp_real_error_text(typed->real, format, bits);
  g_autofree char *error_ulps = ulp_real_error_ulps_text(typed->real, format, bits);
  g_autofree char *big = ulp_bits_bytes_text(format, bits, FALSE), *little = ulp_bits_bytes_text(format, bits, TRUE);
  g_autofree char *payload = ulp_bits_payload_text(format, bits), *shortest = ulp_bits_to_shortest(format, bits);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_text(fields),
      ulp_cell_text(hex),
      ulp_cell_text(big),
      ulp_cell_text(little),
      ulp_cell_text(payload),
      ulp_cell_text(ulp_class_titles[class_]),
      ulp_cell_text(hexfloat),
      ulp_cell_text(ulp_text),
      ulp_cell_real(fits_double ? ldexp(1, ulp) : NAN),
      ulp_cell_real(ulp_real_error(typed->real, format, bits)),
      ulp_cell_real(ulp_real_error_ulps(typed->real, format, bits)),
      ulp_cell_text(error),
      ulp_cell_text(error_ulps),
      ulp_cell_real(ulp_real_relative_error(typed->real, format, bits)),
      ulp_cell_text(shortest),
      ulp_cell_text(exact),
      ulp_cell_value(format, ulp_bits_neighbour(format, bits, FALSE)),
      ulp_cell_value(format, bits),
      ulp_cell_value(format, ulp_bits_neighbour(format, bits, TRUE)),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

void ulp_bits_add_provenance(UlpTable *table, const UlpTyped *typed) {
  ulp_provenance_add_program(table);
  ulp_table_set_provenance(table, "number", typed->text);
  ulp_table_set_provenance(table, "round", ulp_round_ids[ulp_round_kind(typed->round)]);
  if (ulp_rounds_by_chance(typed->round)) {
    g_autofree char *random = g_strdup_printf("%u/2^%u", typed->round >> 8, typed->round >> 3 & 31);
    ulp_table_set_provenance(table, "random", random);
  }
  ulp_table_set_provenance(table, "profile", ulp_profile_id(typed->profile));
}

UlpTable *ulp_bits_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats) {
  UlpTable *table = ulp_table_new("bits", N_("How each format stores the number"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  for (guint i = 0; i < n_formats; i++)
    append_row(table, typed, formats[i]);
  return table;
}
