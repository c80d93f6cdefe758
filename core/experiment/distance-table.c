#include "core/experiment/distance-table.h"

#include "core/base/i18n.h"
#include "core/number/steps-between.h"

#include <math.h>

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores both numbers")},
    {"a", ULP_COLUMN_VALUE, N_("first"), "1", N_("first number, rounded to the format")},
    {"b", ULP_COLUMN_VALUE, N_("second"), "1", N_("second number, rounded to the format")},
    {"steps", ULP_COLUMN_TEXT, N_("steps"), "", N_("values of the format from the first to the second")},
    {"ulps", ULP_COLUMN_TEXT, N_("difference"), N_("ulp at first"), N_("second minus first, in ulps at the first"),
     ulp_about_words},
    {"difference", ULP_COLUMN_TEXT, N_("difference"), "", N_("second minus first, of stored values"), ulp_about_words},
    {"relative", ULP_COLUMN_REAL, N_("relative"), "1", N_("difference over the magnitude of the first")},
    {"within_atol", ULP_COLUMN_TEXT, N_("absolute"), "", N_("whether the difference is at most the absolute tolerance"),
     ulp_words_translated},
    {"within_rtol", ULP_COLUMN_TEXT, N_("relative"), "", N_("whether it is at most that times the first number"),
     ulp_words_translated},
    {"within_ulps", ULP_COLUMN_TEXT, N_("ulps"), "", N_("whether it is at most so many ulps at the first number"),
     ulp_words_translated},
};

/* NaN is within nothing. */
static const char *verdict(double size, double tolerance, gboolean *all) {
  if (isnan(tolerance))
    return "-";
  const gboolean within = fabs(size) <= tolerance;
  *all = *all && within;
  return within ? N_("yes") : N_("no");
}

UlpTable *ulp_distance_table_new(const UlpTyped *a, const UlpTyped *b, const GArray *formats,
                                 const UlpNearness *nearness, gboolean *all) {
  UlpTable *table = ulp_table_new("distance", N_("How far two numbers lie apart"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, a);
  ulp_table_set_provenance(table, "second", b->text);
  *all = TRUE;
  for (guint i = 0; i < formats->len; i++) {
    const UlpFormat format = g_array_index(formats, UlpFormat, i);
    const UlpBits first = ulp_real_round(a->real, format, a->round, a->profile);
    const UlpBits second = ulp_real_round(b->real, format, b->round, b->profile);
    g_autoptr(UlpReal) from = ulp_real_from_bits(format, first);
    g_autofree char *steps = ulp_bits_steps_between(format, first, second);
    g_autofree char *ulps = ulp_real_error_ulps_text(from, format, second);
    g_autofree char *difference = ulp_real_error_text(from, format, second);
    const gboolean same = steps && g_str_equal(steps, "0"); /* equal infinities, too */
    const double relative = same ? 0 : ulp_real_relative_error(from, format, second);
    const double absolute = same ? 0 : ulp_real_error(from, format, second);
    const double in_ulps = same ? 0 : ulp_real_error_ulps(from, format, second);
    const UlpCell cells[] = {
        ulp_cell_text(ulp_format_info(format)->id),
        ulp_cell_value(format, first),
        ulp_cell_value(format, second),
        ulp_cell_text(steps ? steps : "-"),
        ulp_cell_text(ulps),
        ulp_cell_text(difference),
        ulp_cell_real(relative),
        ulp_cell_text(verdict(absolute, nearness->absolute, all)),
        ulp_cell_text(verdict(relative, nearness->relative, all)),
        ulp_cell_text(verdict(in_ulps, nearness->ulps, all)),
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
    ulp_table_append(table, cells);
  }
  return table;
}
