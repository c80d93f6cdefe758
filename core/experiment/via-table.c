#include "core/experiment/via-table.h"

#include "core/base/i18n.h"

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores the number in the end")},
    {"way", ULP_COLUMN_TEXT, N_("way"), "", N_("through other formats, or direct"), ulp_words_translated},
    {"to", ULP_COLUMN_TEXT, N_("to"), "", N_("format that this step rounds to")},
    {"round", ULP_COLUMN_TEXT, N_("rounding"), "", N_("rounding of this step")},
    {"value", ULP_COLUMN_VALUE, N_("stored"), "1", N_("what comes out of this step")},
    {"error", ULP_COLUMN_TEXT, N_("error"), "", N_("stored value minus the number"), ulp_about_words},
    {"note", ULP_COLUMN_TEXT, N_("note"), "", N_("whether the number was rounded twice, and what that did"),
     ulp_words_translated},
};

static void append(UlpTable *table, const UlpTyped *typed, UlpFormat format, const char *way, const UlpViaStep *step,
                   UlpBits bits, const char *note) {
  g_autofree char *error = ulp_real_error_text(typed->real, step->format, bits);
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(format)->id),
      ulp_cell_text(way),
      ulp_cell_text(ulp_format_info(step->format)->id),
      ulp_cell_text(ulp_round_ids[ulp_round_kind(step->round)]),
      ulp_cell_value(step->format, bits),
      ulp_cell_text(error),
      ulp_cell_text(note),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

/* Whether a value of `from`, not zero, lies in the middle between two neighbours of `to`: what is a little less goes to the other. */
static gboolean is_tie(UlpFormat from, UlpBits bits, UlpFormat to) {
  const UlpLayout layout = ulp_layout(to);
  const UlpUnpacked value = ulp_unpack(ulp_layout(from), bits);
  const UlpUnpacked down = ulp_unpack(layout, ulp_pack(layout, value, ULP_ROUND_RZ, ULP_PROFILE_IEEE));
  if (down.significand && ulp_compare_magnitudes(value, down) == 0)
    return FALSE;
  UlpUnpacked less = value;
  less.significand = 4 * less.significand - 1;
  less.exponent -= 2;
  return ulp_pack(layout, less, ULP_ROUND_RNA, ULP_PROFILE_IEEE) !=
         ulp_pack(layout, value, ULP_ROUND_RNA, ULP_PROFILE_IEEE);
}

/* Of the number as it is: to odd nothing becomes zero or infinite. */
static UlpClass class_of(const UlpReal *real) {
  return ulp_bits_class(ULP_FORMAT_FP128, ulp_real_round(real, ULP_FORMAT_FP128, ULP_ROUND_RO, ULP_PROFILE_IEEE));
}

/* Why the last step from `bits` of `last` does not give what the direct conversion gives. */
static const char *why(const UlpTyped *typed, const UlpViaStep *last, UlpBits bits, UlpFormat to) {
  const UlpClass before = ulp_bits_class(last->format, bits), exact = class_of(typed->real);
  const gboolean number = exact < ULP_CLASS_INFINITE;
  if (number && before >= ULP_CLASS_INFINITE)
    return N_("differs: the number lies beyond a format on the way");
  if (number && exact != ULP_CLASS_ZERO && before == ULP_CLASS_ZERO)
    return N_("differs: a format on the way made it zero");
  if (!number || before == ULP_CLASS_ZERO)
    return N_("differs: a format on the way has no such value");
  if (ulp_rounds_to_nearest(typed->round) && is_tie(last->format, bits, to))
    return N_("double rounding: the way ended on a tie, and what would have decided it was lost");
  return N_("double rounding: the way crossed the point where this rounding goes to another value");
}

static void append_format(UlpTable *table, const UlpTyped *typed, const UlpVia *via, UlpFormat format) {
  const UlpViaStep end = {format, typed->round};
  UlpFormat from = 0;
  UlpBits bits = 0;
  for (guint i = 0; i < via->n; i++) {
    const UlpViaStep *step = &via->step[i];
    bits = i == 0 ? ulp_real_round(typed->real, step->format, step->round, typed->profile)
                  : ulp_convert_bits(ulp_layout(from), ulp_layout(step->format), bits, step->round, typed->profile);
    append(table, typed, format, N_("through"), step, bits, "");
    from = step->format;
  }
  const UlpBits direct = ulp_real_round(typed->real, format, typed->round, typed->profile);
  const UlpBits through = ulp_convert_bits(ulp_layout(from), ulp_layout(format), bits, typed->round, typed->profile);
  append(table, typed, format, N_("through"), &end, through,
         through == direct ? N_("the same bits") : why(typed, &via->step[via->n - 1], bits, format));
  append(table, typed, format, N_("direct"), &end, direct, N_("rounded once"));
}

UlpTable *ulp_via_table_new(const UlpTyped *typed, const UlpVia *via, const UlpFormat *formats, guint n_formats) {
  UlpTable *table = ulp_table_new("via", N_("Through other formats"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  for (guint i = 0; i < n_formats && via->n; i++)
    append_format(table, typed, via, formats[i]);
  return table;
}

UlpVia ulp_typed_via(const UlpVia *via, guint random_bits, guint64 seed) {
  UlpVia all = *via;
  for (guint i = 0; i < all.n; i++)
    all.step[i].round = ulp_typed_round(all.step[i].round, random_bits, seed + i + 1);
  return all;
}
