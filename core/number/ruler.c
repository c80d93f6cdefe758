#include "core/number/ruler-private.h"

#include "core/number/big.h"
#include "core/number/ordinal.h"
#include "core/number/real-private.h"

#include <math.h>

#define EVEN_BINADES 3 /* powers of two between the ends of an even view */
#define BEYOND 1       /* powers of two beyond the largest value in a view of all */
#define FAR_AWAY 1e9   /* places further outside are not told apart */

/* --- wide views: a coordinate that grows by 1 each power of two --- */

static double coordinate(const UlpRuler *ruler, mpfr_srcptr value) {
  double size = 0;
  if (!mpfr_zero_p(value)) {
    long exponent;
    const double part = fabs(mpfr_get_d_2exp(&exponent, value, MPFR_RNDN)); /* from 1/2 to 1 */
    const long above = exponent - 1 - ruler->gauge;
    size = above < 0 ? ldexp(part, (int)MAX(above + 1, -1000)) : (double)above + 2 * part;
  }
  return mpfr_signbit(value) ? -size : size;
}

static void set_coordinate(const UlpRuler *ruler, double at, mpfr_ptr value) {
  const double size = fabs(at), binade = size < 1 ? 0 : floor(size) - 1;
  mpfr_set_d(value, copysign(size - binade, at), MPFR_RNDN);
  mpfr_mul_2si(value, value, ruler->gauge + (long)binade, MPFR_RNDN);
}

/* --- the view --- */

static gboolean is_even(const UlpRuler *ruler, mpfr_srcptr low, mpfr_srcptr high) {
  const double from = coordinate(ruler, low), to = coordinate(ruler, high);
  if (fabs(from) <= EVEN_BINADES && fabs(to) <= EVEN_BINADES)
    return TRUE;
  return from * to > 0 && fabs(to - from) <= EVEN_BINADES;
}

gboolean ulp_ruler_is_even(const UlpRuler *ruler) { return is_even(ruler, ruler->low, ruler->high); }

double ulp_ruler_ulps(const UlpRuler *ruler) {
  if (!ulp_ruler_is_even(ruler) || ruler->coarse == G_MININT)
    return INFINITY;
  mpfr_t width;
  mpfr_init2(width, ULP_RULER_BITS);
  mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
  mpfr_mul_2si(width, width, -(long)ruler->coarse, MPFR_RNDN);
  const double ulps = mpfr_get_d(width, MPFR_RNDN);
  mpfr_clear(width);
  return ulps;
}

int ulp_ruler_width_exponent(const UlpRuler *ruler) {
  if (!ulp_ruler_is_even(ruler))
    return (int)floor(log2(coordinate(ruler, ruler->high) - coordinate(ruler, ruler->low)));
  mpfr_t width;
  mpfr_init2(width, ULP_RULER_BITS);
  mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
  const int exponent = (int)mpfr_get_exp(width) - 1;
  mpfr_clear(width);
  return exponent;
}

void ulp_ruler_set_value(const UlpRuler *ruler, double place, mpfr_ptr value) {
  if (!ulp_ruler_is_even(ruler)) {
    const double from = coordinate(ruler, ruler->low), to = coordinate(ruler, ruler->high);
    set_coordinate(ruler, from + place * (to - from), value);
    return;
  }
  mpfr_sub(value, ruler->high, ruler->low, MPFR_RNDN);
  mpfr_mul_d(value, value, place, MPFR_RNDN);
  mpfr_add(value, value, ruler->low, MPFR_RNDN);
}

/* Exponent of the smallest ulp at `value`. */
static int finest_ulp(const UlpRuler *ruler, mpfr_srcptr value) {
  const gint64 top = mpfr_zero_p(value) ? G_MININT : mpfr_get_exp(value) - 1;
  int finest = G_MAXINT;
  for (guint i = 0; i < ruler->formats->len; i++)
    finest = MIN(finest, ulp_format_ulp_exponent(ulp_ruler_format(ruler, i), top));
  return finest;
}

/* The ends within all there is. */
static void clamp_view(UlpRuler *ruler) {
  const double lowest = ruler->has_sign ? -ruler->reach : 0;
  const double from = coordinate(ruler, ruler->low), to = coordinate(ruler, ruler->high);
  if (from < lowest)
    set_coordinate(ruler, lowest, ruler->low);
  if (to > ruler->reach)
    set_coordinate(ruler, ruler->reach, ruler->high);
}

void ulp_ruler_show_all(UlpRuler *ruler) {
  set_coordinate(ruler, ruler->has_sign ? -ruler->reach : 0, ruler->low);
  set_coordinate(ruler, ruler->reach, ruler->high);
}

void ulp_ruler_show_ulps(UlpRuler *ruler, double ulps) {
  if (!mpfr_number_p(ruler->number) || fabs(coordinate(ruler, ruler->number)) > ruler->reach) {
    ulp_ruler_show_all(ruler);
    return;
  }
  const int finest = finest_ulp(ruler, ruler->number);
  mpfr_t half;
  mpfr_init2(half, ULP_RULER_BITS);
  mpfr_set_d(half, MAX(ldexp(ulps / 2, MIN(ruler->coarse - finest, 1000)), 0.5), MPFR_RNDN);
  mpfr_mul_2si(half, half, finest, MPFR_RNDN);
  mpfr_sub(ruler->low, ruler->number, half, MPFR_RNDN);
  mpfr_add(ruler->high, ruler->number, half, MPFR_RNDN);
  mpfr_clear(half);
  clamp_view(ruler);
}

/* The factor that leaves one ulp, where `factor` would leave less. */
static double limited(const UlpRuler *ruler, double factor, mpfr_srcptr about) {
  mpfr_t width;
  mpfr_init2(width, ULP_RULER_BITS);
  mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
  mpfr_mul_2si(width, width, -(long)finest_ulp(ruler, about), MPFR_RNDN);
  const double ulps = mpfr_get_d(width, MPFR_RNDN);
  mpfr_clear(width);
  return MIN(factor, MAX(ulps, 1));
}

/* An even view of `width` with `about` at `at`; FALSE, and the view as it was, where that would not be even. */
static gboolean set_even_view(UlpRuler *ruler, mpfr_srcptr about, double at, mpfr_srcptr width) {
  mpfr_t low, high;
  mpfr_inits2(ULP_RULER_BITS, low, high, (mpfr_ptr)NULL);
  mpfr_mul_d(low, width, at, MPFR_RNDN);
  mpfr_sub(low, about, low, MPFR_RNDN);
  mpfr_add(high, low, width, MPFR_RNDN);
  const gboolean even = is_even(ruler, low, high);
  if (even) {
    mpfr_set(ruler->low, low, MPFR_RNDN);
    mpfr_set(ruler->high, high, MPFR_RNDN);
  }
  mpfr_clears(low, high, (mpfr_ptr)NULL);
  return even;
}

/* The view with `about` at `at`, as wide as now over `factor`. */
static void move(UlpRuler *ruler, mpfr_srcptr about, double at, double factor) {
  const double from = coordinate(ruler, ruler->low), to = coordinate(ruler, ruler->high);
  mpfr_t width;
  mpfr_init2(width, ULP_RULER_BITS);
  mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
  mpfr_div_d(width, width, factor, MPFR_RNDN);
  if (!ulp_ruler_is_even(ruler) || !set_even_view(ruler, about, at, width)) {
    const double left = coordinate(ruler, about) - at * (to - from) / factor;
    set_coordinate(ruler, left, ruler->low);
    set_coordinate(ruler, left + (to - from) / factor, ruler->high);
    if (ulp_ruler_is_even(ruler)) { /* where `about` stands elsewhere */
      mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
      while (!set_even_view(ruler, about, at, width))
        mpfr_div_2ui(width, width, 1, MPFR_RNDN);
    }
  }
  mpfr_clear(width);
  clamp_view(ruler);
}

void ulp_ruler_zoom(UlpRuler *ruler, double factor, double at) {
  mpfr_t about;
  mpfr_init2(about, ULP_RULER_BITS);
  ulp_ruler_set_value(ruler, at, about);
  move(ruler, about, at, limited(ruler, factor, about));
  mpfr_clear(about);
}

void ulp_ruler_pan(UlpRuler *ruler, double by) {
  const double lowest = ruler->has_sign ? -ruler->reach : 0;
  const double from = coordinate(ruler, ruler->low), to = coordinate(ruler, ruler->high);
  if ((by < 0 && from <= lowest) || (by > 0 && to >= ruler->reach)) /* as wide as before, or not at all */
    return;
  mpfr_t about;
  mpfr_init2(about, ULP_RULER_BITS);
  ulp_ruler_set_value(ruler, 0.5 + by, about);
  move(ruler, about, 0.5, 1);
  mpfr_clear(about);
}

/* --- what is on it --- */

guint ulp_ruler_n_formats(const UlpRuler *ruler) { return ruler->formats->len; }

UlpFormat ulp_ruler_format(const UlpRuler *ruler, guint index) {
  return g_array_index(ruler->formats, UlpFormat, index);
}

static gboolean place_value(const UlpRuler *ruler, mpfr_srcptr value, double *place) {
  if (!mpfr_number_p(value))
    return FALSE;
  if (!ulp_ruler_is_even(ruler)) {
    const double from = coordinate(ruler, ruler->low), to = coordinate(ruler, ruler->high);
    *place = (coordinate(ruler, value) - from) / (to - from);
    return TRUE;
  }
  mpfr_t offset, width;
  mpfr_inits2(ULP_RULER_BITS, offset, width, (mpfr_ptr)NULL);
  mpfr_sub(offset, value, ruler->low, MPFR_RNDN);
  mpfr_sub(width, ruler->high, ruler->low, MPFR_RNDN);
  mpfr_div(offset, offset, width, MPFR_RNDN);
  *place = CLAMP(mpfr_get_d(offset, MPFR_RNDN), -FAR_AWAY, FAR_AWAY);
  mpfr_clears(offset, width, (mpfr_ptr)NULL);
  return TRUE;
}

gboolean ulp_ruler_place_number(const UlpRuler *ruler, double *place) {
  return place_value(ruler, ruler->number, place);
}

gboolean ulp_ruler_place_middle(const UlpRuler *ruler, UlpFormat format, UlpBits low, UlpBits high, double *place) {
  const UlpLayout layout = ulp_layout(format);
  mpfr_t a, b;
  mpfr_inits2(ULP_RULER_BITS, a, b, (mpfr_ptr)NULL);
  ulp_unpacked_to_mpfr(ulp_unpack(layout, low), a);
  ulp_unpacked_to_mpfr(ulp_unpack(layout, high), b);
  mpfr_add(a, a, b, MPFR_RNDN);
  mpfr_div_2ui(a, a, 1, MPFR_RNDN);
  const gboolean is_there = place_value(ruler, a, place);
  mpfr_clears(a, b, (mpfr_ptr)NULL);
  return is_there;
}

gboolean ulp_ruler_place_bits(const UlpRuler *ruler, UlpFormat format, UlpBits bits, double *place) {
  return ulp_ruler_place_middle(ruler, format, bits, bits, place);
}

/* --- construction --- */

UlpRuler *ulp_ruler_new(const UlpReal *real, const UlpFormat *formats, guint n_formats) {
  UlpRuler *ruler = g_new0(UlpRuler, 1);
  ruler->formats = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  g_array_append_vals(ruler->formats, formats, n_formats);
  mpfr_inits2(ULP_RULER_BITS, ruler->number, ruler->low, ruler->high, (mpfr_ptr)NULL);
  mpfr_set(ruler->number, real->exact, MPFR_RNDN);
  ruler->gauge = G_MAXINT;
  ruler->coarse = G_MININT;
  for (guint i = 0; i < n_formats; i++) {
    const UlpUnpacked normal = ulp_unpack(ulp_layout(formats[i]), ulp_format_smallest_normal(formats[i]));
    ruler->gauge = MIN(ruler->gauge, normal.exponent + ulp_top_bit_128(normal.significand));
    if (mpfr_number_p(ruler->number))
      ruler->coarse = MAX(ruler->coarse, ulp_real_ulp_exponent(real, formats[i]));
  }
  for (guint i = 0; i < n_formats; i++) {
    UlpOrdinal first, last;
    mpfr_t largest;
    ulp_format_ordinals(formats[i], &first, &last);
    mpfr_init2(largest, ULP_RULER_BITS);
    ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(formats[i]), ulp_format_largest(formats[i])), largest);
    ruler->reach = MAX(ruler->reach, coordinate(ruler, largest) + BEYOND);
    ruler->has_sign = ruler->has_sign || first < 0;
    mpfr_clear(largest);
  }
  ulp_ruler_show_ulps(ruler, ULP_RULER_ULPS);
  return ruler;
}

void ulp_ruler_free(UlpRuler *ruler) {
  g_array_unref(ruler->formats);
  mpfr_clears(ruler->number, ruler->low, ruler->high, (mpfr_ptr)NULL);
  g_free(ruler);
}
