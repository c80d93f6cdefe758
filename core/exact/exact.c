/* Accumulation, one value at a time, and merging. */
#include "core/exact/exact-limbs.h"

#define FRACTION_BITS (DBL_MANT_DIG - 1)
#define HIDDEN_BIT (G_GUINT64_CONSTANT(1) << FRACTION_BITS)
#define EXPONENT_MASK 0x7ffu

void ulp_exact_clear(UlpExact *exact) { memset(exact, 0, sizeof *exact); }

void ulp_exact_add_scaled(UlpExact *exact, gboolean negative, guint64 magnitude, guint position) {
  if (exact->pending == ULP_EXACT_MAX_PENDING)
    ulp_exact_state_propagate(exact);
  exact->pending++;
  const guint shift = position % ULP_EXACT_SPACING;
  const gint64 low = (gint64)((magnitude << shift) & ULP_EXACT_MASK);
  const gint64 high = (gint64)(magnitude >> (ULP_EXACT_SPACING - shift));
  gint64 *limb = exact->limb + position / ULP_EXACT_SPACING;
  limb[0] += negative ? -low : low;
  limb[1] += negative ? -high : high;
}

void ulp_exact_note_special(UlpExact *exact, gboolean negative, guint64 fraction) {
  exact->seen |= fraction ? ULP_SEEN_NAN : negative ? ULP_SEEN_NEGATIVE_INFINITY : ULP_SEEN_POSITIVE_INFINITY;
}

void ulp_exact_add(UlpExact *exact, double value) {
  guint64 bits;
  memcpy(&bits, &value, sizeof bits);
  const gboolean negative = bits >> 63 != 0;
  const guint exponent = (guint)(bits >> FRACTION_BITS) & EXPONENT_MASK;
  const guint64 fraction = bits & (HIDDEN_BIT - 1);

  exact->seen |= negative && exponent == 0 && fraction == 0 ? ULP_SEEN_NEGATIVE_ZERO : ULP_SEEN_OTHER;
  if (exponent == EXPONENT_MASK)
    ulp_exact_note_special(exact, negative, fraction);
  else
    ulp_exact_add_scaled(exact, negative, exponent ? fraction | HIDDEN_BIT : fraction, MAX(exponent, 1));
}

/* Limbs below 2^33 leave the room that ulp_exact_add_scaled counts on. */
void ulp_exact_merge(UlpExact *exact, const UlpExact *other) {
  UlpExact addend = *other;
  ulp_exact_state_propagate(&addend);
  ulp_exact_state_propagate(exact);
  for (guint k = 0; k < ULP_EXACT_LIMBS; k++)
    exact->limb[k] += addend.limb[k];
  exact->seen |= addend.seen;
}
