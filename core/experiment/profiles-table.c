#include "core/experiment/profiles-table.h"

#include "core/base/i18n.h"
#include "core/number/disagree.h"

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores the number")},
    {"profile", ULP_COLUMN_TEXT, N_("profile"), "", N_("whose rules; the chosen one first")},
    {"value", ULP_COLUMN_VALUE, N_("stored"), "1", N_("what the profile stores")},
    {"class", ULP_COLUMN_TEXT, N_("class"), "", N_("zero, subnormal, normal, infinity or NaN"), ulp_words_translated},
    {"why", ULP_COLUMN_TEXT, N_("why"), "", N_("what its rules do here, and those of the chosen one do not"),
     ulp_disagreement_words},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("where the rules are written"), .flags = ULP_COLUMN_IS_HIDDEN},
};

static void append(UlpTable *table, UlpFormat format, UlpProfile profile, UlpBits bits, const char *why) {
  const guint index = ulp_profile_index(profile);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_text(ulp_profile_ids[index]),
      ulp_cell_value(format, bits),
      ulp_cell_text(ulp_class_titles[ulp_bits_class(format, bits)]),
      ulp_cell_text(why),
      ulp_cell_text(ulp_profile_sources[index]),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

UlpTable *ulp_profiles_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats) {
  UlpTable *table = ulp_table_new("profiles", N_("Who disagrees"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  for (guint i = 0; i < n_formats; i++) {
    g_autoptr(GArray) others = ulp_disagreements(typed->real, formats[i], typed->round, typed->profile);
    append(table, formats[i], typed->profile, ulp_real_round(typed->real, formats[i], typed->round, typed->profile),
           others->len == 0 ? N_("chosen, and all others agree") : N_("chosen"));
    for (guint k = 0; k < others->len; k++) {
      const UlpDisagreement *other = &g_array_index(others, UlpDisagreement, k);
      g_autofree char *why = ulp_disagreement_text(other, formats[i]);
      append(table, formats[i], other->profile, other->bits, why);
    }
  }
  return table;
}

char *ulp_profiles_disagree_about(const UlpTyped *typed, const UlpFormat *formats, guint n_formats) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n_formats; i++) {
    g_autoptr(GArray) others = ulp_disagreements(typed->real, formats[i], typed->round, typed->profile);
    if (others->len)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", ulp_format_info(formats[i])->id);
  }
  return g_string_free(text, FALSE);
}
