#include "core/number/disagree.h"

#include "core/base/i18n.h"

#define SEPARATOR "; "

/* What a profile with a rule does, and one without it: in the order of their bits. */
static const char *const words[ULP_BITS_OF_RULES][2] = {
    {N_("infinity, or NaN without it, for what lies beyond the largest value"),
     N_("the largest value for all beyond it")},
    {N_("infinity saturates, too"), N_("infinity stays, though finite values saturate")},
    {N_("the top of a NaN's payload stays"), N_("a NaN loses its payload")},
    {N_("a NaN is not all ones"), N_("every NaN is all ones")},
    {N_("a NaN keeps its sign"), N_("a NaN loses its sign")},
    {N_("a NaN of fp64 is like any other"), N_("a NaN of fp64 has other rules")},
    {N_("bfloat16 has NaN with sign and payload"), N_("bfloat16 has one NaN, 0x7fc0")},
    {N_("the largest value for NaN, where there is none"), N_("zero of the other sign for NaN, where there is none")},
    {N_("a negative number is beyond a format without sign"), N_("a format without sign takes the magnitude")},
    {N_("the smallest value for zero, where there is none"), N_("NaN for zero, where there is none")},
    {N_("a tie between two powers of two goes to the even one"),
     N_("a tie between two powers of two goes to the larger one")},
    {N_("subnormal values are kept"), N_("subnormal values become zero")},
};

static UlpBits by_rules(const UlpReal *real, UlpFormat format, UlpRound round, guint32 rules) {
  return ulp_real_round(real, format, round, ULP_PROFILE_PACK(0, rules, rules));
}

/* The rules, of those that differ, without which the other profile would make something else. */
static guint32 rules_that_matter(const UlpReal *real, UlpFormat format, UlpRound round, guint32 chosen, guint32 other) {
  const UlpBits bits = by_rules(real, format, round, other), wanted = by_rules(real, format, round, chosen);
  guint32 matter = 0, instead = 0;
  for (guint i = 0; i < ULP_BITS_OF_RULES; i++) {
    const guint32 rule = 1u << i;
    if (!((chosen ^ other) & rule))
      continue;
    if (by_rules(real, format, round, other ^ rule) != bits)
      matter |= rule;
    if (by_rules(real, format, round, chosen ^ rule) != wanted)
      instead |= rule;
  }
  return matter ? matter : instead;
}

GArray *ulp_disagreements(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile chosen) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(UlpDisagreement));
  const UlpLayout layout = ulp_layout(format);
  const UlpBits bits = ulp_real_round(real, format, round, chosen);
  for (guint i = 0; i < ULP_N_PROFILES; i++) {
    UlpDisagreement one = {ulp_profiles[i], ulp_real_round(real, format, round, ulp_profiles[i]), 0};
    if (one.bits == bits)
      continue;
    one.rules = rules_that_matter(real, format, round, ulp_rules(layout, chosen), ulp_rules(layout, one.profile));
    g_array_append_val(found, one);
  }
  return found;
}

char *ulp_disagreement_text(const UlpDisagreement *disagreement, UlpFormat format) {
  const guint32 has = ulp_rules(ulp_layout(format), disagreement->profile);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < ULP_BITS_OF_RULES; i++)
    if (disagreement->rules >> i & 1)
      g_string_append_printf(text, "%s%s", text->len ? SEPARATOR : "", words[i][has >> i & 1]);
  return g_string_free(text, FALSE);
}

char *ulp_disagreement_words(const char *text) {
  g_auto(GStrv) parts = g_strsplit(text, SEPARATOR, -1);
  for (char **part = parts; *part; part++) {
    char *translated = g_strdup(**part ? _(*part) : "");
    g_free(*part);
    *part = translated;
  }
  return g_strjoinv(SEPARATOR, parts);
}

gboolean ulp_round_is_outside(UlpFormat format, UlpRound round) {
  return (format == ULP_FORMAT_E5M2 || format == ULP_FORMAT_E4M3) && ulp_round_kind(round) != ULP_ROUND_RN;
}
