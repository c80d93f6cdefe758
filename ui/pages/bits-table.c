#include "ui/pages/bits-table.h"

#include "core/base/i18n.h"
#include "core/table/provenance.h"

#include <math.h>

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("Format"), "", N_("format that stores the value")},
    {"stored", ULP_COLUMN_VALUE, N_("Stored value"), "1", N_("typed value, rounded once to the format")},
    {"exact", ULP_COLUMN_TEXT, N_("Exact decimal"), "", N_("every digit of the stored value")},
    {"error", ULP_COLUMN_REAL, N_("Error"), "1", N_("stored value minus typed value")},
    {"error_ulps", ULP_COLUMN_REAL, N_("Error in ulps"), N_("ulp"), N_("error in ulps of the format at what was typed")},
    {"ulp", ULP_COLUMN_REAL, N_("Ulp"), "1", N_("distance between neighbouring values at the stored value")},
    {"class", ULP_COLUMN_TEXT, N_("Class"), "", N_("class of the stored value"), ulp_words_translated},
};

static void append(UlpTable *table, const UlpTyped *typed, UlpFormat format) {
  const UlpBits bits = ulp_real_round(typed->real, format, typed->round, typed->profile);
  const UlpClass class_ = ulp_bits_class(format, bits);
  g_autofree char *exact = ulp_bits_to_decimal(format, bits);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_value(format, bits),
      ulp_cell_text(exact),
      ulp_cell_real(ulp_real_error(typed->real, format, bits)),
      ulp_cell_real(ulp_real_error_ulps(typed->real, format, bits)),
      ulp_cell_real(class_ <= ULP_CLASS_NORMAL ? ldexp(1, ulp_bits_ulp_exponent(format, bits)) : NAN),
      ulp_cell_text(ulp_class_titles[class_]),
  };
  ulp_table_append(table, cells);
}

UlpTable *ulp_bits_table_new(const UlpTyped *typed) {
  UlpTable *table = ulp_table_new("bits", N_("Bits"), columns, G_N_ELEMENTS(columns));
  ulp_table_set_provenance(table, "typed", typed->text);
  ulp_table_set_provenance(table, "round", ulp_round_ids[typed->round]);
  ulp_table_set_provenance(table, "overflow", ulp_profile_id(typed->profile));
  ulp_provenance_add_program(table);
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    append(table, typed, ulp_formats[i]);
  return table;
}
