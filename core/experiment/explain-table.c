#include "core/experiment/explain-table.h"

#include "core/base/i18n.h"
#include "core/number/disagree.h"
#include "core/number/real-rounding.h"

#include <string.h>

#define MOST_BINARY 64 /* digits of the number in binary */
#define MOST_WEIGHTS 8
#define MOST_DIVISIONS 12
#define MOST_DIGITS 800 /* more than any fp64 number has */

static const UlpColumn columns[] = {
    {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format that stores the number")},
    {"step", ULP_COLUMN_TEXT, N_("step"), "", N_("what is done"), ulp_words_translated},
    {"note", ULP_COLUMN_TEXT, N_("why"), "", N_("the rule that was followed"), ulp_words_translated},
    {"value", ULP_COLUMN_TEXT, N_("what comes out"), "", N_("digits after this step")},
};

typedef struct {
  UlpTable *table;
  const UlpTyped *typed;
  UlpFormat format;
  UlpLayout layout;
  UlpRounding rounding; /* of the number */
  UlpUnpacked stored;
} Story;

/* Takes `value`. */
static void tell(const Story *story, const char *step, char *value, const char *note) {
  const UlpCell cells[] = {ulp_cell_text(ulp_format_info(story->format)->id), ulp_cell_text(step), ulp_cell_text(note),
                           ulp_cell_text(value)};
  ulp_table_append(story->table, cells);
  g_free(value);
}

/* --- the number --- */

/* How its binary digits are found by hand. */
static void tell_division(const Story *story) {
  char *halved = ulp_real_halved_text(story->typed->real, MOST_DIVISIONS);
  char *doubled = ulp_real_doubled_text(story->typed->real, MOST_DIVISIONS);
  if (halved)
    tell(story, N_("whole part halved"), halved,
         N_("an odd number leaves a 1 over, an even one a 0: these are its binary digits, the last one first"));
  if (doubled)
    tell(story, N_("fraction doubled"), doubled,
         N_("what stands before the point is the next binary digit, and is taken off"));
}

static void tell_number(const Story *story) {
  const UlpReal *real = story->typed->real;
  g_autofree char *decimal = ulp_real_to_decimal(real, MOST_DIGITS);
  tell(story, N_("number"), g_strdup(decimal), N_("as typed or computed, before any rounding"));
  tell_division(story);
  int power;
  gboolean more;
  g_autofree char *digits = ulp_real_to_binary(real, MOST_BINARY, &power, &more);
  if (!digits)
    return;
  const char *dots = more ? "…" : "";
  if (power < 0 && power >= -16) {
    g_autofree char *zeros = g_strnfill((gsize)(-power - 1), '0');
    tell(story, N_("in binary"), g_strdup_printf("0.%s%s%s", zeros, digits, dots),
         N_("digits behind the point: halves, quarters, eighths"));
  } else if (power >= 0 && power < MOST_BINARY) {
    const int n = (int)strlen(digits);
    g_autofree char *zeros = g_strnfill((gsize)MAX(power + 1 - n, 0), '0');
    g_autofree char *all = g_strconcat(digits, zeros, NULL);
    const gboolean point = n > power + 1 || more;
    tell(story, N_("in binary"), g_strdup_printf("%.*s%s%s%s", power + 1, all, point ? "." : "", all + power + 1, dots),
         N_("digits before the point: ones, twos, fours; behind it halves, quarters, eighths"));
  }
  const gboolean long_ = digits[1] || more;
  tell(story, N_("normalised"),
       g_strdup_printf("%c%s%s%s * 2^%d", digits[0], long_ ? "." : "", digits + 1, dots, power),
       N_("the point moves behind the first 1, and the exponent counts the places"));
}

/* --- the rounding --- */

static void tell_cut(const Story *story) {
  const UlpRounding *rounding = &story->rounding;
  g_autofree char *kept = ulp_rounding_kept_text(rounding);
  const gboolean subnormal = rounding->has_bits && !(rounding->kept >> (rounding->power - rounding->unit));
  tell(story, N_("cut"),
       g_strdup_printf("%s|%d%d%s * 2^%d", kept, rounding->guard, rounding->round, rounding->sticky ? "…" : "",
                       rounding->power),
       subnormal ? N_("below the smallest normal number the exponent stays and digits are lost instead")
                 : N_("as many digits stay as the format has"));
  tell(story, N_("guard, round, sticky"),
       g_strdup_printf("%d %d %d", rounding->guard, rounding->round, rounding->sticky),
       ulp_rounding_cut_words(rounding));
}

static void tell_rounded(const Story *story) {
  g_autoptr(UlpReal) real = ulp_real_from_bits(story->format, story->rounding.stored);
  const UlpRounding again = ulp_real_rounding(real, story->format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_autofree char *kept = ulp_rounding_kept_text(&again);
  const gboolean inexact = story->rounding.exceptions & ULP_EXCEPTION_INEXACT;
  tell(story, inexact ? story->rounding.up ? N_("rounded up") : N_("rounded down") : N_("exact"),
       g_strdup_printf("%s * 2^%d", kept, again.power),
       inexact ? ulp_round_titles[ulp_round_kind(story->typed->round)] : N_("no rounding is needed"));
}

/* --- the fields --- */

static char *binary(guint value, int digits) {
  char *text = g_strnfill((gsize)digits, '0');
  for (int i = 0; i < digits; i++)
    text[digits - 1 - i] = (char)('0' + (int)(value >> i & 1));
  return text;
}

static guint stored_exponent(const Story *story) {
  const int below = story->layout.pad_bits + story->layout.fraction_bits + story->layout.has_leading_bit;
  return (guint)(story->rounding.stored >> below & ulp_low_bits(story->layout.exponent_bits));
}

/* Of a finite value in a format with an exponent field. */
static void tell_exponent(const Story *story) {
  const guint field = stored_exponent(story);
  const int bias = story->layout.bias;
  g_autofree char *digits = binary(field, story->layout.exponent_bits);
  if (story->stored.class_ != ULP_CLASS_NORMAL) {
    tell(story, N_("stored exponent"), g_strdup_printf("0 = %s", digits),
         story->stored.class_ == ULP_CLASS_ZERO
             ? N_("zero has the exponent field 0")
             : N_("subnormal: the field is 0, which stands for the exponent of the smallest normal number"));
    return;
  }
  tell(story, N_("stored exponent"), g_strdup_printf("%d + %d = %u = %s", (int)field - bias, bias, field, digits),
       N_("exponent + bias: what is stored is never negative"));
}

static void tell_hidden_bit(const Story *story) {
  const UlpLayout layout = story->layout;
  g_autofree char *fraction = g_strnfill(layout.fraction_bits, '0');
  const UlpBits raw = story->rounding.stored >> layout.pad_bits;
  for (int i = 0; i < layout.fraction_bits; i++)
    fraction[layout.fraction_bits - 1 - i] = (char)('0' + (int)(raw >> i & 1));
  const char *note = layout.has_leading_bit ? N_("the digit before the point is stored, too")
                     : story->stored.class_ == ULP_CLASS_NORMAL
                         ? N_("the 1 before the point is hidden: it is not stored")
                         : N_("no hidden 1: before the point stands 0");
  tell(story, N_("significand field"), g_steal_pointer(&fraction), note);
}

static void tell_stored(const Story *story) {
  g_autofree char *fields = ulp_bits_fields_text(story->format, story->rounding.stored);
  g_autofree char *hex = ulp_bits_to_hex(story->format, story->rounding.stored);
  tell(story, N_("stored"), g_strdup_printf("%s = %s", fields, hex), N_("sign, exponent and significand"));
}

/* --- back again --- */

static void tell_weights(const Story *story) {
  g_autoptr(GString) sum = g_string_new(story->stored.negative ? "-(" : "");
  const UlpBits significand = story->stored.significand;
  guint n = 0;
  for (int place = ulp_top_bit_128(significand); place >= 0; place--) {
    if (!(significand >> place & 1))
      continue;
    if (n++ < MOST_WEIGHTS)
      g_string_append_printf(sum, "%s2^%d", n > 1 ? " + " : "", story->stored.exponent + place);
  }
  if (n > MOST_WEIGHTS)
    g_string_append(sum, " + …");
  g_string_append(sum, story->stored.negative ? ")" : "");
  tell(story, N_("sum of weights"), g_strdup(sum->str), N_("each 1 of the significand counts a power of two"));
}

static void tell_back(const Story *story) {
  const guint field = stored_exponent(story);
  if (story->layout.coding == ULP_CODING_BINARY && story->layout.exponent_bits &&
      story->stored.class_ == ULP_CLASS_NORMAL)
    tell(story, N_("read back"),
         g_strdup_printf("%u - %d = %d", field, story->layout.bias, (int)field - story->layout.bias),
         N_("stored exponent - bias = exponent"));
  if (story->stored.class_ == ULP_CLASS_NORMAL || story->stored.class_ == ULP_CLASS_SUBNORMAL)
    tell_weights(story);
  tell(story, N_("exactly"), ulp_bits_to_decimal(story->format, story->rounding.stored),
       N_("what is stored, every digit"));
}

static void tell_all(const Story *story) {
  const gboolean finite = story->rounding.has_bits;
  const gboolean fields = story->layout.coding == ULP_CODING_BINARY && story->layout.exponent_bits;
  const gboolean overflow = story->rounding.exceptions & ULP_EXCEPTION_OVERFLOW;
  tell_number(story);
  if (finite && !overflow)
    tell_cut(story);
  if (overflow)
    tell(story, N_("beyond the format"), ulp_bits_to_text(story->format, ulp_format_largest(story->format)),
         N_("the largest number of the format lies below it"));
  if (story->stored.class_ < ULP_CLASS_INFINITE) {
    if (finite && !overflow)
      tell_rounded(story);
    if (ulp_round_is_outside(story->format, story->typed->round))
      tell(story, N_("not of the format"), g_strdup(ulp_round_ids[ulp_round_kind(story->typed->round)]),
           N_("OCP OFP8 1.0 knows no rounding but to nearest, ties to even"));
    if (fields) {
      tell_exponent(story);
      tell_hidden_bit(story);
    }
  }
  tell_stored(story);
  if (story->stored.class_ < ULP_CLASS_INFINITE)
    tell_back(story);
  else
    tell(story, N_("stands for"), g_strdup(ulp_class_titles[story->stored.class_]), N_("a pattern that is no number"));
}

UlpTable *ulp_explain_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats) {
  UlpTable *table = ulp_table_new("explain", N_("How the number became bits"), columns, G_N_ELEMENTS(columns));
  ulp_bits_add_provenance(table, typed);
  for (guint i = 0; i < n_formats; i++) {
    Story story = {.table = table, .typed = typed, .format = formats[i], .layout = ulp_layout(formats[i])};
    story.rounding = ulp_real_rounding(typed->real, formats[i], typed->round, typed->profile);
    story.stored = ulp_unpack(story.layout, story.rounding.stored);
    tell_all(&story);
  }
  return table;
}
