/* The values of formats along a line, seen through a view that goes from all of them down to one ulp: geometry alone, in fractions
 * of the view from 0, its left end, to 1.
 *
 * A view of a few powers of two is even: equal distances are equal differences. A wider one is even within each power of two, which
 * all are as wide (the order of the bit patterns), and below the smallest normal value. */
#pragma once

#include "core/number/real.h"

typedef struct _UlpRuler UlpRuler;

/* Of at least one format, around `real`, which is copied; the view is ulp_ruler_show_ulps(ruler, ULP_RULER_ULPS). */
UlpRuler *ulp_ruler_new(const UlpReal *real, const UlpFormat *formats, guint n_formats);
void ulp_ruler_free(UlpRuler *ruler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpRuler, ulp_ruler_free)

/* --- the view --- */

#define ULP_RULER_ULPS 4

void ulp_ruler_show_all(UlpRuler *ruler); /* of the format that reaches furthest */
/* `ulps` ulps at the number, of the format where they are the largest, with the number in the middle; all where it is none. As every
 * view no wider than all, and no narrower than one ulp of the finest format. */
void ulp_ruler_show_ulps(UlpRuler *ruler, double ulps);
/* A `factor` above 1 is nearer; what is at `at` stays there. */
void ulp_ruler_zoom(UlpRuler *ruler, double factor, double at);
void ulp_ruler_pan(UlpRuler *ruler, double by); /* to the right by so many views */

gboolean ulp_ruler_is_even(const UlpRuler *ruler);
/* What ulp_ruler_show_ulps() took for a view as wide as this; an infinity for one that is not even, and where there is no number. */
double ulp_ruler_ulps(const UlpRuler *ruler);
/* The width of the view as a power of two, rounded down: of an even view the exponent of its width; of another the logarithm of
 * how many powers of two it has. */
int ulp_ruler_width_exponent(const UlpRuler *ruler);

/* --- what is on it --- */

guint ulp_ruler_n_formats(const UlpRuler *ruler);
UlpFormat ulp_ruler_format(const UlpRuler *ruler, guint index);

/* FALSE where there is no such place: infinities and NaN. It may lie outside the view. */
gboolean ulp_ruler_place_number(const UlpRuler *ruler, double *place);
gboolean ulp_ruler_place_bits(const UlpRuler *ruler, UlpFormat format, UlpBits bits, double *place);
/* Halfway between two neighbours: where rounding to nearest turns. */
gboolean ulp_ruler_place_middle(const UlpRuler *ruler, UlpFormat format, UlpBits low, UlpBits high, double *place);

typedef struct {
  double place;
  UlpBits bits;
  guint rank; /* how many times 2 divides its ordinal beyond its neighbours' on the ruler: 0 is the smallest mark */
} UlpRulerMark;

/* Marks of a format within the view, from left to right, at least `gap` of the view apart: every value where these are that far
 * apart, else every second, fourth and so on (ordinals that a power of two divides), and the format's ends. `all`: none is
 * left out. New array of UlpRulerMark. */
GArray *ulp_ruler_marks(const UlpRuler *ruler, guint index, double gap, gboolean *all);

/* The value of the format that is nearest to a place. */
UlpBits ulp_ruler_bits_at(const UlpRuler *ruler, guint index, double place);
