/* Whose rules make other bits of a number, and which of them it is. */
#pragma once

#include "core/number/real.h"

typedef struct {
  UlpProfile profile; /* of the list */
  UlpBits bits;       /* what it makes */
  guint32 rules;      /* the rules, as bits ULP_RULE_, that it and the chosen one differ in and that matter here */
} UlpDisagreement;

/* The profiles of the list whose bits for `real` in `format` are not those of `chosen`, in their order. Free with g_array_unref. */
GArray *ulp_disagreements(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile chosen);

/* What such a profile does and the chosen one does not: "takes the largest value for what lies beyond it". Not translated, and its
 * translation; new strings. */
char *ulp_disagreement_text(const UlpDisagreement *disagreement, UlpFormat format);
char *ulp_disagreement_words(const char *text);

/* Whether the format's specification says nothing of this rounding: OCP OFP8 1.0 defines rounding to nearest, ties to even, alone. */
gboolean ulp_round_is_outside(UlpFormat format, UlpRound round);
