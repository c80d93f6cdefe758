#include "core/glossary/glossary.h"

#include "core/base/i18n.h"
#include "core/number/block-format.h"
#include "core/sum/algorithm.h"

#include <string.h>

#define ULP_TERM(id, also, line, more, source) static const UlpTerm term_##id = {#id, also, line, more, source};
#define ULP_TERM_NAMED(name, id, also, line, more, source)                                                             \
  static const UlpTerm term_##name = {id, also, line, more, source};
#include "core/glossary/terms.def"
#undef ULP_TERM
#undef ULP_TERM_NAMED

const UlpTerm *const ulp_terms[] = {
#define ULP_TERM(id, also, line, more, source) &term_##id,
#define ULP_TERM_NAMED(name, id, also, line, more, source) &term_##name,
#include "core/glossary/terms.def"
#undef ULP_TERM
#undef ULP_TERM_NAMED
    NULL};

const char *const ulp_term_kind_titles[] = {
    N_("Words"),       N_("Number formats"),    N_("Roundings"), N_("Profiles: what overflow and NaN become"),
    N_("Scale rules"), N_("How far bits stay"), N_("Algorithms")};
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_term_kind_titles) == ULP_N_TERM_KINDS);

static const char *const round_sources[] = {
#define ULP_ROUND(id, ID, title, source) source,
#include "core/number/rounds.def"
#undef ULP_ROUND
};

static const char *const rule_sources[] = {
#define ULP_BLOCK_RULE(id, ID, title, source) source,
#include "core/number/block-rules.def"
#undef ULP_BLOCK_RULE
};

/* --- what each list has --- */

static UlpTerm term_of_format(UlpFormat format) {
  const UlpFormatInfo *info = ulp_format_info(format);
  g_autofree char *names = ulp_format_alias_names(info->id);
  g_auto(GStrv) each = g_strsplit(names, ", ", -1);
  g_autofree char *also = g_strjoinv(" ", each);
  return (UlpTerm){info->id, g_intern_string(also), info->title, "", info->source, ULP_TERM_FORMAT};
}

static UlpTerm term_of_algorithm(const UlpAlgorithm *algorithm) {
  return (UlpTerm){algorithm->id, "", algorithm->title, algorithm->summary, algorithm->source, ULP_TERM_ALGORITHM};
}

/* The terms of a list of ids and titles. */
typedef struct {
  const char *const *ids, *const *titles, *const *sources;
  guint n;
  UlpTermKind kind;
} Listed;

static const Listed listed[] = {
    {ulp_round_ids, ulp_round_titles, round_sources, ULP_N_ROUNDS, ULP_TERM_ROUNDING},
    {ulp_profile_ids, ulp_profile_titles, ulp_profile_sources, ULP_N_PROFILES, ULP_TERM_PROFILE},
    {ulp_block_rule_ids, ulp_block_rule_titles, rule_sources, ULP_N_BLOCK_RULES, ULP_TERM_SCALE_RULE},
    {ulp_determinism_ids, ulp_determinism_titles, NULL, ULP_N_DETERMINISMS, ULP_TERM_DETERMINISM},
};

static UlpTerm term_of_listed(const Listed *list, guint i) {
  return (UlpTerm){list->ids[i], "", list->titles[i], "", list->sources ? list->sources[i] : "", list->kind};
}

GArray *ulp_terms_all(void) {
  GArray *terms = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  for (guint i = 0; ulp_terms[i]; i++)
    g_array_append_val(terms, *ulp_terms[i]);
  for (guint i = 0; i < ULP_N_FORMATS + ULP_N_BLOCK_FORMATS; i++) {
    const UlpTerm term = term_of_format(i < ULP_N_FORMATS ? ulp_formats[i] : ulp_block_formats[i - ULP_N_FORMATS]);
    g_array_append_val(terms, term);
  }
  for (guint k = 0; k < G_N_ELEMENTS(listed); k++)
    for (guint i = 0; i < listed[k].n; i++) {
      const UlpTerm term = term_of_listed(&listed[k], i);
      g_array_append_val(terms, term);
    }
  for (guint i = 0; ulp_algorithms[i]; i++) {
    const UlpTerm term = term_of_algorithm(ulp_algorithms[i]);
    g_array_append_val(terms, term);
  }
  return terms;
}

/* --- finding --- */

static gboolean is_called(const UlpTerm *term, const char *name) {
  g_auto(GStrv) also = g_strsplit(term->also, " ", -1);
  return g_str_equal(term->id, name) || g_strv_contains((const char *const *)also, name);
}

static gboolean find_word(const char *name, UlpTerm *term) {
  for (guint i = 0; ulp_terms[i]; i++)
    if (is_called(ulp_terms[i], name)) {
      *term = *ulp_terms[i];
      return TRUE;
    }
  return FALSE;
}

static gboolean find_algorithm(const char *name, UlpTerm *term) {
  g_autofree char *id = g_strndup(name, strcspn(name, ":")); /* without parameters */
  const UlpAlgorithm *algorithm = ulp_algorithm_find(id);
  if (algorithm)
    *term = term_of_algorithm(algorithm);
  return algorithm != NULL;
}

static gboolean find_format(const char *name, UlpTerm *term) {
  UlpFormat format;
  if (!*name || !(ulp_block_find(name, &format) || ulp_format_from_id(name, &format, NULL)))
    return FALSE;
  *term = term_of_format(format);
  return TRUE;
}

static gboolean find_listed(const char *name, UlpTerm *term) {
  for (guint k = 0; k < G_N_ELEMENTS(listed); k++)
    for (guint i = 0; i < listed[k].n; i++)
      if (g_str_equal(listed[k].ids[i], name)) {
        *term = term_of_listed(&listed[k], i);
        return TRUE;
      }
  return FALSE;
}

gboolean ulp_term_find(const char *name, UlpTerm *term) {
  g_autofree char *lower = g_ascii_strdown(name, -1);
  return find_word(lower, term) || find_format(lower, term) || find_listed(lower, term) || find_algorithm(lower, term);
}

/* --- paragraphs --- */

static char *block_words(UlpFormat blocks) {
  const char *element = ulp_format_info(ulp_block_element_format(blocks))->id,
             *scale = ulp_format_info(ulp_block_scale_format(blocks))->id;
  return g_strdup_printf(_("%u elements of %s share a scale of %s%s. A value is its element times the scale."),
                         ulp_block_length(blocks), element, scale,
                         ulp_block_has_tensor_scale(blocks) ? _(", and the array has a scale of its own in fp32") : "");
}

static char *format_words(UlpFormat format) {
  g_autofree char *fields = ulp_format_fields(format), *nans = ulp_format_nans(format);
  g_autofree char *largest = ulp_bits_to_text(format, ulp_format_largest(format));
  g_autofree char *smallest = ulp_bits_to_text(format, ulp_format_smallest(format));
  const UlpBits one = ulp_bits_from_double(format, 1, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_autofree char *step = ulp_bits_to_double(format, one) == 1
                              ? g_strdup_printf(_(" The gap above 1 is 2^%d."), ulp_bits_ulp_exponent(format, one))
                              : g_strdup("");
  g_autofree char *bits = g_str_equal(fields, "-")
                              ? g_strdup("")
                              : g_strdup_printf(_("Sign, exponent and fraction have %s bits. "), fields);
  return g_strdup_printf(_("%sValues go from %s, the smallest above 0, to %s.%s Infinities: %s; NaN: %s."), bits,
                         smallest, largest, step, ulp_format_has_infinity(format) ? _("yes") : _("no"), nans);
}

char *ulp_term_more(const UlpTerm *term) {
  UlpFormat format;
  if (*term->more)
    return g_strdup(_(term->more));
  if (term->kind != ULP_TERM_FORMAT)
    return g_strdup("");
  if (ulp_block_find(term->id, &format))
    return block_words(format);
  return ulp_format_from_id(term->id, &format, NULL) ? format_words(format) : g_strdup("");
}

/* --- terms in a text --- */

/* Words of common speech, or of other things of this program, in most of the sentences that have them. */
static gboolean is_ambiguous(const UlpTerm *term, const char *word) {
  static const char *const words[] = {"normal", "half",      "single",     "double",   "float",  "word",  "fixed",
                                      "race",   "tree",      "acc",        "reversed", "lane",   "level", "kernel",
                                      "block",  "ascending", "descending", "scale",    "source", NULL};
  return g_strv_contains(words, word) || term->kind == ULP_TERM_ROUNDING || term->kind == ULP_TERM_PROFILE ||
         term->kind == ULP_TERM_SCALE_RULE || (term->kind == ULP_TERM_DETERMINISM && !strchr(word, '-'));
}

static gboolean is_word_char(char c) { return g_ascii_isalnum(c) || c == '-' || c == '_'; }

/* The term of `word`, or of what it is the plural of. */
static gboolean find_in_text(const char *word, UlpTerm *term) {
  const gsize length = strlen(word);
  g_autofree char *one = length > 3 && word[length - 1] == 's' ? g_strndup(word, length - 1) : NULL;
  if (length < 3 || is_ambiguous(&(UlpTerm){0}, word) || (one && is_ambiguous(&(UlpTerm){0}, one)))
    return FALSE;
  return (ulp_term_find(word, term) || (one && ulp_term_find(one, term))) && !is_ambiguous(term, word);
}

GArray *ulp_terms_in(const char *text) {
  GArray *places = g_array_new(FALSE, FALSE, sizeof(UlpTermPlace));
  g_autofree char *lower = g_ascii_strdown(text, -1);
  for (guint start = 0; lower[start];) {
    guint end = start;
    while (is_word_char(lower[end]))
      end++;
    g_autofree char *word = g_strndup(lower + start, end - start);
    UlpTermPlace place = {start, end};
    if (end > start && find_in_text(word, &place.term))
      g_array_append_val(places, place);
    start = MAX(end, start + 1);
  }
  return places;
}
