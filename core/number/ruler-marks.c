/* Which values of a format a ruler marks. */
#include "core/number/big.h"
#include "core/number/ordinal.h"
#include "core/number/ruler-private.h"

#define MOST_STRIDE 126 /* log2 of ordinals from one mark to the next */

static UlpBits nearest(const UlpRuler *ruler, UlpFormat format, mpfr_srcptr value, UlpRound round) {
  const UlpUnpacked unpacked = ulp_unpacked_from_mpfr(value, FALSE);
  return ulp_pack(ulp_layout(format), unpacked, round, ULP_PROFILE_SATURATE);
}

UlpBits ulp_ruler_bits_at(const UlpRuler *ruler, guint index, double place) {
  const UlpFormat format = ulp_ruler_format(ruler, index);
  mpfr_t value;
  mpfr_init2(value, ULP_RULER_BITS);
  ulp_ruler_set_value(ruler, place, value);
  const UlpBits bits = nearest(ruler, format, value, ULP_ROUND_RN);
  mpfr_clear(value);
  return bits;
}

/* --- marks --- */

typedef struct {
  const UlpRuler *ruler;
  UlpFormat format;
  UlpOrdinal last; /* in view */
  double gap;
} Walk;

static double place_of(const Walk *walk, UlpOrdinal ordinal) {
  double place = 0;
  ulp_ruler_place_bits(walk->ruler, walk->format, ulp_ordinal_bits(walk->format, ordinal), &place);
  return place;
}

/* The next multiple of 2^stride; the largest ordinal of all where there is none. */
static UlpOrdinal next_multiple(UlpOrdinal ordinal, guint stride) {
  const UlpOrdinal largest = (UlpOrdinal)(~(UlpBits)0 >> 1), next = (ordinal >> stride) + 1;
  return next > largest >> stride ? largest : (UlpOrdinal)((UlpBits)next << stride);
}

static gboolean is_far_enough(const Walk *walk, UlpOrdinal ordinal, double from, guint stride) {
  const UlpOrdinal next = next_multiple(ordinal, stride);
  return next > walk->last || place_of(walk, next) - from >= walk->gap;
}

/* The smallest stride whose next multiple is far enough from `from`, near `stride`. */
static guint fit_stride(const Walk *walk, UlpOrdinal ordinal, double from, guint stride) {
  while (stride > 0 && is_far_enough(walk, ordinal, from, stride - 1))
    stride--;
  while (stride < MOST_STRIDE && !is_far_enough(walk, ordinal, from, stride))
    stride++;
  return stride;
}

static guint twos(UlpOrdinal ordinal) {
  const UlpBits bits = (UlpBits)ordinal;
  const guint64 low = (guint64)bits;
  if (bits == 0)
    return MOST_STRIDE;
  return low ? (guint)__builtin_ctzll(low) : 64 + (guint)__builtin_ctzll((guint64)(bits >> 64));
}

static void add_mark(GArray *marks, const Walk *walk, UlpOrdinal ordinal, guint stride) {
  const guint even = twos(ordinal);
  const UlpRulerMark mark = {place_of(walk, ordinal), ulp_ordinal_bits(walk->format, ordinal),
                             even > stride ? even - stride : 0};
  g_array_append_val(marks, mark);
}

/* Ordinals of the outermost values in view. */
static gboolean ends_in_view(const UlpRuler *ruler, UlpFormat format, UlpOrdinal *from, UlpOrdinal *to) {
  UlpOrdinal first, last;
  ulp_format_ordinals(format, &first, &last);
  if (!ulp_bits_ordinal(format, nearest(ruler, format, ruler->low, ULP_ROUND_RU), from))
    *from = first;
  if (!ulp_bits_ordinal(format, nearest(ruler, format, ruler->high, ULP_ROUND_RD), to))
    *to = last;
  *from = CLAMP(*from, first, last);
  *to = CLAMP(*to, first, last);
  const Walk walk = {.ruler = ruler, .format = format};
  return *from <= *to && place_of(&walk, *from) <= 1 && place_of(&walk, *to) >= 0 && place_of(&walk, *from) >= 0 &&
         place_of(&walk, *to) <= 1;
}

GArray *ulp_ruler_marks(const UlpRuler *ruler, guint index, double gap, gboolean *all) {
  GArray *marks = g_array_new(FALSE, FALSE, sizeof(UlpRulerMark));
  Walk walk = {.ruler = ruler, .format = ulp_ruler_format(ruler, index), .gap = gap};
  UlpOrdinal first, last, at;
  *all = TRUE;
  if (!ends_in_view(ruler, walk.format, &at, &walk.last))
    return marks;
  ulp_format_ordinals(walk.format, &first, &last);
  guint stride = fit_stride(&walk, at, place_of(&walk, at), 0);
  for (UlpOrdinal next = at == first ? at : next_multiple(at - 1, stride); next <= walk.last;) {
    *all = *all && stride == 0;
    add_mark(marks, &walk, next, stride);
    stride = fit_stride(&walk, next, g_array_index(marks, UlpRulerMark, marks->len - 1).place, stride);
    next = next_multiple(next, stride);
  }
  if (walk.last == last && marks->len) {
    const UlpRulerMark *end = &g_array_index(marks, UlpRulerMark, marks->len - 1);
    if (end->bits != ulp_format_largest(walk.format)) {
      if (place_of(&walk, last) - end->place < gap)
        g_array_set_size(marks, marks->len - 1);
      add_mark(marks, &walk, last, stride);
    }
  }
  return marks;
}
