/* Narrow formats, named and typed, against exact rationals: every pattern's value from the definition of its fields, every
 * rounding between two neighbours, every step, every text. Values by the definitions of OCP OFP8 1.0 and MX 1.0, the fnuz
 * formats (arXiv 2206.02915) and the Posit Standard 2022. */
#include "tests/number/oracle.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/number/arithmetic.h"
#include "core/number/real.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

typedef enum { IEEE_NAN, NO_NAN, ONE_NAN, ZERO_NAN } Nan;

typedef struct {
  const char *id; /* as typed; NULL: `format` */
  UlpFormat format;
  int exponent_bits, fraction_bits, bias;
  Nan nan;
  gboolean infinity, sign, zero, subnormals, leading_bit;
} Subject;

/* id, format, e, m, bias, NaN, infinity, sign, zero, subnormals, leading bit */
static const Subject binary[] = {
    {"e2m1", 0, 2, 1, 1, NO_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"e3m2", 0, 3, 2, 3, NO_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"e2m3", 0, 2, 3, 1, NO_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"e5m2", 0, 5, 2, 15, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
    {"e4m3", 0, 4, 3, 7, ONE_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"E4M3-IEEE", 0, 4, 3, 7, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
    {"e4m3fnuz", 0, 4, 3, 8, ZERO_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"e5m2fnuz", 0, 5, 2, 16, ZERO_NAN, FALSE, TRUE, TRUE, TRUE, FALSE},
    {"e8m0", 0, 8, 0, 127, ONE_NAN, FALSE, FALSE, FALSE, FALSE, FALSE},
    {"e4m4-unsigned-noinf-nonan", 0, 4, 4, 7, NO_NAN, FALSE, FALSE, TRUE, TRUE, FALSE},
    {"e4m3-nosubnormals-ieee", 0, 4, 3, 7, IEEE_NAN, TRUE, TRUE, TRUE, FALSE, FALSE},
    {"e3m2-nosubnormals-noinf-nonan", 0, 3, 2, 3, NO_NAN, FALSE, TRUE, TRUE, FALSE, FALSE},
    {"e5m5-onenan", 0, 5, 5, 15, ONE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
    {"e4m4-leadingbit", 0, 4, 4, 7, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, TRUE},
    {"e0m4-noinf-nonan-unsigned", 0, 0, 4, 0, NO_NAN, FALSE, FALSE, TRUE, TRUE, FALSE},
    {"e3m4-bias-3", 0, 3, 4, -3, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
    {"e5m7", 0, 5, 7, 15, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
    {"e2m1-ieee", 0, 2, 1, 1, IEEE_NAN, TRUE, TRUE, TRUE, TRUE, FALSE},
};

#define POSIT(width) ULP_FORMAT_PACK(width, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0)
#define INTEGER(width, scale) ULP_FORMAT_PACK(width, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, scale, ULP_NAN_NONE, 0)

static UlpFormat format_of(const Subject *subject) {
  UlpFormat format = subject->format;
  if (subject->id) {
    g_autoptr(GError) error = NULL;
    ulp_format_from_id(subject->id, &format, &error);
    g_assert_no_error(error);
  }
  return format;
}

static guint width_of(const Subject *subject) {
  return (guint)(subject->exponent_bits + subject->fraction_bits) + !!subject->sign + !!subject->leading_bit;
}

/* x * 2^exponent */
static void scale(mpq_ptr x, long exponent) {
  if (exponent >= 0)
    mpq_mul_2exp(x, x, (mp_bitcnt_t)exponent);
  else
    mpq_div_2exp(x, x, (mp_bitcnt_t)-exponent);
}

/* The value of a pattern by definition; FALSE for what is no finite number, and for patterns with a leading bit that
 * contradicts the exponent field. */
static gboolean define(const Subject *s, guint pattern, mpq_ptr x) {
  const guint fraction = pattern & ((1u << s->fraction_bits) - 1);
  const gboolean leading = pattern >> s->fraction_bits & 1;
  const guint above = pattern >> (s->fraction_bits + s->leading_bit);
  const guint ones = (1u << s->exponent_bits) - 1, field = above & ones;
  const gboolean negative = s->sign && above >> s->exponent_bits;
  const gboolean full = field == ones && fraction == (1u << s->fraction_bits) - 1;
  const gboolean none = field == 0 && fraction == 0;

  if (s->leading_bit && leading != (field != 0))
    return FALSE;
  if (s->nan == IEEE_NAN && field == ones && (fraction || s->infinity))
    return FALSE;
  if (s->nan == ONE_NAN && (full || (s->infinity && field == ones && fraction == (1u << s->fraction_bits) - 2)))
    return FALSE;
  if (s->nan == NO_NAN && s->infinity && full)
    return FALSE;
  if (s->nan == ZERO_NAN && none && negative)
    return FALSE;
  if (none && s->zero) {
    mpq_set_ui(x, 0, 1);
  } else if (field == 0 && s->subnormals) {
    mpq_set_ui(x, fraction, 1);
    scale(x, 1 - s->bias - s->fraction_bits);
  } else {
    mpq_set_ui(x, (1u << s->fraction_bits) + fraction, 1);
    scale(x, (long)field - s->bias - s->fraction_bits);
  }
  if (negative)
    mpq_neg(x, x);
  return TRUE;
}

static void set_unpacked(mpq_ptr x, UlpUnpacked value) {
  mpq_set_ui(x, (gulong)value.significand, 1);
  scale(x, value.exponent);
  if (value.negative)
    mpq_neg(x, x);
}

/* A dyadic rational, with a bit more below it when `sticky`. */
static UlpUnpacked unpacked_of(mpq_srcptr x, gboolean sticky) {
  const mp_bitcnt_t places = mpz_scan1(mpq_denref(x), 0), zeros = mpz_scan1(mpq_numref(x), 0);
  UlpUnpacked value = {.class_ = ULP_CLASS_NORMAL, .negative = mpq_sgn(x) < 0, .sticky = sticky};
  mpz_t odd;
  mpz_init(odd);
  mpz_tdiv_q_2exp(odd, mpq_numref(x), zeros);
  g_assert_cmpuint(mpz_sizeinbase(odd, 2), <, 60);
  value.significand = (UlpBits)mpz_get_ui(odd) << 60; /* mpz_get_ui ignores the sign */
  value.exponent = (int)zeros - (int)places - 60;
  mpz_clear(odd);
  return value;
}

static void check_values(const Subject *subject, UlpFormat format) {
  mpq_t wanted, got;
  mpq_inits(wanted, got, NULL);
  for (guint pattern = 0; pattern < 1u << width_of(subject); pattern++) {
    const UlpUnpacked value = ulp_unpack(ulp_layout(format), pattern);
    if (!define(subject, pattern, wanted)) {
      if (!subject->leading_bit)
        g_assert_cmpint(value.class_, >=, ULP_CLASS_INFINITE);
      continue;
    }
    g_assert_cmpint(value.class_, <, ULP_CLASS_INFINITE);
    set_unpacked(got, value);
    if (!mpq_equal(wanted, got))
      g_error("%s: pattern 0x%x has another value", subject->id, pattern);
    g_assert_bits(ulp_pack(ulp_layout(format), value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, pattern);

    /* Text: every digit is the value, and reads back; so do the shortest digits and the hex float. */
    g_autofree char *decimal = ulp_bits_to_decimal(format, pattern), *text = ulp_bits_to_text(format, pattern);
    g_autofree char *hexfloat = ulp_bits_to_hexfloat(format, pattern), *hex = ulp_bits_to_hex(format, pattern);
    const char *const texts[] = {decimal, text, hexfloat};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
      g_autoptr(UlpReal) real = ulp_real_parse(texts[i], NULL);
      g_assert_nonnull(real);
      g_assert_bits(ulp_real_round(real, format, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, pattern);
      if (i != 1)
        g_assert_cmpfloat(ulp_real_error(real, format, pattern), ==, 0);
    }
    g_assert_cmpuint(strlen(hex), ==, 2 + (ulp_layout(format).container_bits + 3u) / 4);
    g_autofree char *typed = g_strdup_printf("%s:%s", ulp_format_info(format)->id, hex);
    g_autoptr(UlpReal) again = ulp_real_parse(typed, NULL);
    g_assert_nonnull(again);
    g_assert_bits(ulp_real_round(again, format, ULP_ROUND_RZ, ULP_PROFILE_SATURATE), ==, pattern);
  }
  mpq_clears(wanted, got, NULL);
}

typedef struct {
  guint pattern;
  mpq_t value;
} Point;

static int compare_points(gconstpointer a, gconstpointer b) {
  const Point *x = a, *y = b;
  const int order = mpq_cmp(x->value, y->value);
  return order ? order : (int)y->pattern - (int)x->pattern; /* -0 before +0 */
}

/* All finite values in order; of the two zeros only +0 counts. */
static GArray *sorted_points(const Subject *subject) {
  GArray *points = g_array_new(FALSE, FALSE, sizeof(Point));
  const guint sign = 1u << (width_of(subject) - 1);
  for (guint pattern = 0; pattern < 1u << width_of(subject); pattern++) {
    Point point = {.pattern = pattern};
    mpq_init(point.value);
    const gboolean negative_zero = subject->sign && subject->zero && pattern == sign;
    if (!negative_zero && define(subject, pattern, point.value))
      g_array_append_val(points, point);
    else
      mpq_clear(point.value);
  }
  g_array_sort(points, compare_points);
  return points;
}

static void points_free(GArray *points) {
  for (guint i = 0; i < points->len; i++)
    mpq_clear(g_array_index(points, Point, i).value);
  g_array_unref(points);
}

/* What `round` makes of a number between two neighbours: `place` is -1, 0 or 1 below, at and above the middle. */
static guint between(const Subject *subject, const Point *low, const Point *high, int place, UlpRound round) {
  const gboolean negative = mpq_sgn(high->value) <= 0;
  const guint inner = negative ? high->pattern : low->pattern, outer = negative ? low->pattern : high->pattern;
  guint chosen;
  switch (round) {
  case ULP_ROUND_RN:
    chosen = place < 0 ? low->pattern : place > 0 ? high->pattern : (inner & 1) ? outer : inner;
    break;
  case ULP_ROUND_RNA:
    chosen = place < 0 ? low->pattern : place > 0 ? high->pattern : outer;
    break;
  case ULP_ROUND_RO:
    chosen = inner & 1 ? inner : outer;
    break;
  case ULP_ROUND_RZ:
    chosen = inner;
    break;
  default:
    chosen = round == ULP_ROUND_RU ? high->pattern : low->pattern;
    break;
  }
  /* A negative number that becomes zero is -0 where there is one. */
  const gboolean to_zero = subject->zero && chosen == 0 && negative && subject->sign && subject->nan != ZERO_NAN;
  return to_zero ? 1u << (width_of(subject) - 1) : chosen;
}

/* That no chance decides, and that have nothing to say of what is finite. */
static const UlpRound rounds[] = {ULP_ROUND_RN, ULP_ROUND_RZ, ULP_ROUND_RU, ULP_ROUND_RD, ULP_ROUND_RNA, ULP_ROUND_RO};
static const UlpProfile profiles[] = {ULP_PROFILE_IEEE, ULP_PROFILE_SATURATE};

static void check_rounding(const Subject *subject, UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  GArray *points = sorted_points(subject);
  mpq_t middle, near_low;
  mpq_inits(middle, near_low, NULL);
  for (guint i = 0; i + 1 < points->len; i++) {
    const Point *low = &g_array_index(points, Point, i), *high = &g_array_index(points, Point, i + 1);
    mpq_add(middle, low->value, high->value);
    scale(middle, -1);
    mpq_sub(near_low, middle, low->value);
    scale(near_low, -3);
    mpq_add(near_low, near_low, low->value);
    const gboolean negative = mpq_sgn(middle) < 0;
    for (guint r = 0; r < G_N_ELEMENTS(rounds); r++)
      for (guint p = 0; p < G_N_ELEMENTS(profiles); p++) {
        const UlpRound round = rounds[r];
        const UlpProfile profile = profiles[p];
        /* A sticky bit moves away from zero. */
        g_assert_bits(ulp_pack(layout, unpacked_of(middle, FALSE), round, profile), ==,
                      between(subject, low, high, 0, round));
        g_assert_bits(ulp_pack(layout, unpacked_of(middle, TRUE), round, profile), ==,
                      between(subject, low, high, negative ? -1 : 1, round));
        g_assert_bits(ulp_pack(layout, unpacked_of(near_low, FALSE), round, profile), ==,
                      between(subject, low, high, -1, round));
      }
    const gboolean to_zero = subject->sign && subject->nan != ZERO_NAN && mpq_sgn(high->value) == 0; /* -0 */
    g_assert_bits(ulp_bits_neighbour(format, low->pattern, TRUE), ==,
                  to_zero ? 1u << (width_of(subject) - 1) : high->pattern);
    g_assert_bits(ulp_bits_neighbour(format, high->pattern, FALSE), ==, low->pattern);
  }
  const Point *first = &g_array_index(points, Point, 0), *last = &g_array_index(points, Point, points->len - 1);
  g_assert_bits(ulp_format_largest(format), ==, last->pattern);
  if (!subject->infinity)
    g_assert_bits(ulp_bits_neighbour(format, last->pattern, TRUE), ==, last->pattern);
  if (!subject->sign)
    g_assert_bits(ulp_bits_neighbour(format, first->pattern, FALSE), ==, first->pattern);
  mpq_clears(middle, near_low, NULL);
  points_free(points);
}

static void test_binary(void) {
  for (guint i = 0; i < G_N_ELEMENTS(binary); i++) {
    const UlpFormat format = format_of(&binary[i]);
    UlpFormat again;
    g_assert_true(ulp_format_is_valid(format));
    g_assert_cmpint(ulp_layout_width(ulp_layout(format)), ==, width_of(&binary[i]));
    g_assert_true(ulp_format_from_id(ulp_format_info(format)->id, &again, NULL));
    g_assert_true(again == format);
    check_values(&binary[i], format);
    check_rounding(&binary[i], format);
  }
}

/* -- facts that are known apart from any code ---------------------------------------------------------------------- */

static UlpFormat typed(const char *id) {
  UlpFormat format = 0;
  g_autoptr(GError) error = NULL;
  ulp_format_from_id(id, &format, &error);
  g_assert_no_error(error);
  return format;
}

static guint64 from_double(UlpFormat format, double value, UlpProfile profile) {
  return (guint64)ulp_bits_from_double(format, value, ULP_ROUND_RN, profile);
}

/* OCP MX 1.0, table 3 and 4; CUDA gives +max for NaN. */
static void test_fp4_and_fp6(void) {
  const UlpFormat fp4 = ULP_FORMAT_E2M1, fp6 = ULP_FORMAT_E3M2;
  g_assert_true(typed("e2m1-noinf-nonan") == fp4); /* a layout that has a name is that format */
  g_assert_true(typed("e3m2-nonan-noinf") == fp6);
  static const struct {
    double value;
    guint64 bits;
  } ties[] = {{0.25, 0}, {0.75, 2},     {1.25, 2},   {1.75, 4}, {2.5, 4},        {3.5, 6},
              {5, 6},    {5.000001, 7}, {-1e-30, 8}, {1e30, 7}, {-INFINITY, 15}, {NAN, 7}};
  for (guint i = 0; i < G_N_ELEMENTS(ties); i++)
    g_assert_cmphex(from_double(fp4, ties[i].value, ULP_PROFILE_SATURATE), ==, ties[i].bits);
  g_assert_cmphex(from_double(fp4, 1e30, ULP_PROFILE_IEEE), ==, 7); /* neither infinity nor NaN to go to */
  g_assert_bits(ulp_format_largest(fp4), ==, 0x7);
  g_assert_cmphex(from_double(fp6, -1e-30, ULP_PROFILE_SATURATE), ==, 0x20);
  g_assert_cmpfloat(ulp_bits_to_double(fp6, ulp_format_largest(fp6)), ==, 28);
  g_assert_cmpuint(ulp_packed_bytes(fp4, 3), ==, 2);
  g_assert_cmpuint(ulp_packed_bytes(fp6, 4), ==, 3);
}

static void test_fnuz(void) {
  const UlpFormat e4m3 = ULP_FORMAT_E4M3FNUZ, e5m2 = ULP_FORMAT_E5M2FNUZ;
  g_assert_true(typed("e4m3-bias8-noinf-zeronan") == e4m3);
  g_assert_true(typed("e5m2-noinf-zeronan-bias16") == e5m2);
  g_assert_bits(ulp_format_largest(e4m3), ==, 0x7f);
  g_assert_cmpfloat(ulp_bits_to_double(e4m3, 0x7f), ==, 240);
  g_assert_cmpfloat(ulp_bits_to_double(e5m2, ulp_format_largest(e5m2)), ==, 57344);
  g_assert_cmpint(ulp_bits_class(e4m3, 0x80), ==, ULP_CLASS_QUIET_NAN);
  g_assert_cmphex(from_double(e4m3, NAN, ULP_PROFILE_IEEE), ==, 0x80);
  g_assert_cmphex(from_double(e4m3, -1e-30, ULP_PROFILE_IEEE), ==, 0);
  g_assert_cmphex(from_double(e4m3, -0.0, ULP_PROFILE_IEEE), ==, 0);
  g_assert_cmphex(from_double(e4m3, 1e9, ULP_PROFILE_IEEE), ==, 0x80);
  g_assert_cmphex(from_double(e4m3, -1e9, ULP_PROFILE_SATURATE), ==, 0xff);
}

static void test_e8m0(void) {
  const UlpFormat e8m0 = ULP_FORMAT_E8M0;
  g_assert_true(typed("e8m0-noinf-onenan-nosubnormals-unsigned-nozero") == e8m0);
  g_assert_cmphex(from_double(e8m0, 0, ULP_PROFILE_IEEE), ==, 0);
  g_assert_cmphex(from_double(e8m0, 0x1p-127, ULP_PROFILE_IEEE), ==, 0);
  g_assert_cmphex(from_double(e8m0, 1, ULP_PROFILE_IEEE), ==, 0x7f);
  g_assert_cmphex(from_double(e8m0, 0x1p127, ULP_PROFILE_IEEE), ==, 0xfe);
  g_assert_cmphex(from_double(e8m0, 0x1.8p127, ULP_PROFILE_SATURATE), ==, 0xfe);
  g_assert_cmphex(from_double(e8m0, INFINITY, ULP_PROFILE_IEEE), ==, 0xff);
  g_assert_cmphex(from_double(e8m0, NAN, ULP_PROFILE_SATURATE), ==, 0xff);
  g_assert_cmphex(from_double(e8m0, -1, ULP_PROFILE_IEEE), ==, 0xff);
  g_assert_cmphex(from_double(e8m0, -1, ULP_PROFILE_SATURATE), ==, 0);
  g_assert_cmphex((guint)ulp_bits_from_double(e8m0, 1.0000001, ULP_ROUND_RZ, ULP_PROFILE_IEEE), ==, 0x7f);
  g_assert_cmphex((guint)ulp_bits_from_double(e8m0, 1.0000001, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, 0x80);
}

/* Posit Standard 2022: the value of every 8-bit posit from its definition ((1 - 3s) + f) 2^((1 - 2s)(4r + e + s)); midpoints
 * are the posits of one bit more; neither 0 nor NaR is ever rounded to. */
static void define_posit(mpq_ptr x, int width, guint pattern) {
  const int s = pattern >> (width - 1) & 1;
  int at = width - 2, run = 0, e = 0;
  const guint first = pattern >> at & 1;
  for (; at >= 0 && (pattern >> at & 1) == first; at--)
    run++;
  at--; /* the bit that ends the regime */
  const int r = first ? run - 1 : -run;
  for (int i = 0; i < 2; i++, at--)
    e = 2 * e + (at >= 0 ? (int)(pattern >> at & 1) : 0);
  const int n = at + 1 > 0 ? at + 1 : 0;
  mpq_set_si(x, (1 - 3 * s) * (1 << n) + (int)(pattern & ((1u << n) - 1)), 1);
  scale(x, (long)(1 - 2 * s) * (4 * r + e + s) - n);
}

static void test_posits(void) {
  static const int widths[] = {6, 8, 12};
  mpq_t wanted, got;
  mpq_inits(wanted, got, NULL);
  for (guint w = 0; w < G_N_ELEMENTS(widths); w++) {
    const int width = widths[w];
    const UlpFormat posit = width == 6 ? POSIT(6) : width == 8 ? POSIT(8) : POSIT(12);
    const UlpLayout layout = ulp_layout(posit);
    const guint nar = 1u << (width - 1), mask = 2 * nar - 1;
    g_assert_true(ulp_format_is_valid(posit));
    for (guint pattern = 0; pattern <= mask; pattern++) {
      const UlpUnpacked value = ulp_unpack(layout, pattern);
      if (pattern == 0 || pattern == nar) {
        g_assert_cmpint(value.class_, ==, pattern ? ULP_CLASS_QUIET_NAN : ULP_CLASS_ZERO);
        g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, pattern);
        continue;
      }
      define_posit(wanted, width, pattern);
      set_unpacked(got, value);
      g_assert_true(mpq_equal(wanted, got));
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, pattern);
      if (pattern == nar - 1 || pattern == mask)
        continue;
      const guint above = pattern + 1; /* the next value; `pattern` is not the largest, nor -minpos */
      g_assert_bits(ulp_bits_neighbour(posit, pattern, TRUE), ==, above);
      g_assert_bits(ulp_bits_neighbour(posit, above, FALSE), ==, pattern);
      define_posit(wanted, width + 1, 2 * pattern + 1);
      const gboolean negative = pattern > nar;
      const guint outer = negative ? pattern : above, even = pattern & 1 ? above : pattern;
      g_assert_bits(ulp_pack(layout, unpacked_of(wanted, FALSE), ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, even);
      g_assert_bits(ulp_pack(layout, unpacked_of(wanted, TRUE), ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, outer);
      g_assert_bits(ulp_pack(layout, unpacked_of(wanted, FALSE), ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, above);
      g_assert_bits(ulp_pack(layout, unpacked_of(wanted, FALSE), ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, pattern);
    }
  }
  mpq_clears(wanted, got, NULL);
  g_assert_cmphex(from_double(POSIT(8), 1e9, ULP_PROFILE_IEEE), ==, 0x7f);
  g_assert_cmphex(from_double(POSIT(8), 1e-30, ULP_PROFILE_IEEE), ==, 0x01);
  g_assert_cmphex(from_double(POSIT(8), -1e-30, ULP_PROFILE_IEEE), ==, 0xff);
  g_assert_cmphex(from_double(POSIT(16), INFINITY, ULP_PROFILE_SATURATE), ==, 0x8000);
  g_assert_cmpfloat(ulp_bits_to_double(POSIT(32), ulp_format_largest(POSIT(32))), ==, 0x1p120);
  g_assert_cmpfloat(ulp_bits_to_double(POSIT(16), ulp_format_smallest(POSIT(16))), ==, 0x1p-56);
}

static void test_integers(void) {
  const UlpFormat int8 = INTEGER(8, 0), scaled = INTEGER(8, 6), int64 = INTEGER(64, 0);
  for (int value = -128; value < 128; value++) {
    g_assert_cmpfloat(ulp_bits_to_double(int8, (guint8)value), ==, value);
    g_assert_cmphex(from_double(int8, value, ULP_PROFILE_IEEE), ==, (guint8)value);
    g_assert_cmpfloat(ulp_bits_to_double(scaled, (guint8)value), ==, value / 64.0);
  }
  g_assert_cmphex(from_double(int8, 2.5, ULP_PROFILE_IEEE), ==, 2);
  g_assert_cmphex(from_double(int8, -3.5, ULP_PROFILE_IEEE), ==, (guint8)-4);
  g_assert_cmphex(from_double(int8, 1000, ULP_PROFILE_IEEE), ==, 127);
  g_assert_cmphex(from_double(int8, -INFINITY, ULP_PROFILE_IEEE), ==, 128);
  g_autofree char *least = ulp_bits_to_decimal(int64, (guint64)G_MININT64);
  g_assert_cmpstr(least, ==, "-9223372036854775808");
  g_assert_bits(ulp_bits_neighbour(int8, 127, TRUE), ==, 127);
  g_assert_bits(ulp_bits_neighbour(int8, 128, FALSE), ==, 128);
  g_assert_bits(ulp_bits_neighbour(int8, 255, TRUE), ==, 0);
}

/* OCP MX 1.0, 5.3.4: 0x80 is left unused, so that the largest magnitude is the same for both signs. */
static void test_mx_int8(void) {
  const UlpFormat mx = ULP_FORMAT_INT8_MX;
  for (int value = -127; value < 128; value++) {
    g_assert_cmpfloat(ulp_bits_to_double(mx, (guint8)value), ==, value / 64.0);
    g_assert_cmphex(from_double(mx, value / 64.0, ULP_PROFILE_IEEE), ==, (guint8)value);
    g_assert_cmphex(from_double(mx, (2 * value + 1) / 128.0, ULP_PROFILE_IEEE), ==,
                    (guint8)(value == 127 ? 127
                             : value & 1  ? value + 1
                                          : value)); /* ties */
  }
  g_assert_cmphex(from_double(mx, -2, ULP_PROFILE_IEEE), ==, 0x81);
  g_assert_cmphex(from_double(mx, -INFINITY, ULP_PROFILE_IEEE), ==, 0x81);
  g_assert_bits(ulp_bits_neighbour(mx, 0x81, FALSE), ==, 0x81);
  g_assert_cmpfloat(ulp_bits_to_double(mx, 0x80), ==, -2); /* who writes it all the same reads it back */
}

/* x87's extended format keeps its leading bit: 1 is 3fff8000000000000000 (Intel SDM, volume 1, 4.2.2). fp128's limits are
 * those of IEEE 754-2019, table 3.5. */
static void test_wide(void) {
  const UlpFormat extended = ULP_FORMAT_FP80, fp128 = ULP_FORMAT_FP128;
  g_assert_true(typed("e15m112") == fp128);
  g_assert_bits(ulp_bits_from_double(extended, 1, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                (UlpBits)0x3fff << 64 | (UlpBits)1 << 63);
  g_assert_bits(ulp_bits_from_double(extended, INFINITY, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==,
                (UlpBits)0x7fff << 64 | (UlpBits)1 << 63);
  g_assert_bits(ulp_bits_from_double(fp128, -2, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, (UlpBits)0xc000 << 112);
  g_autofree char *largest = ulp_bits_to_text(fp128, ulp_format_largest(fp128));
  g_assert_cmpstr(largest, ==, "1.189731495357231765085759326628007e4932");
  g_autofree char *smallest = ulp_bits_to_text(fp128, ulp_format_smallest(fp128));
  g_assert_cmpstr(smallest, ==, "6e-4966");
  g_autoptr(UlpReal) tenth = ulp_real_parse("0.1", NULL);
  g_autofree char *text = ulp_bits_to_text(fp128, ulp_real_round(tenth, fp128, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_assert_cmpstr(text, ==, "0.1");
  int power;
  const UlpBits extended_tenth = ulp_real_round(tenth, extended, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  g_autofree char *significand = ulp_bits_to_significand(extended, extended_tenth, &power);
  g_assert_cmpstr(significand, ==, "about 1.6");
  g_assert_cmpint(power, ==, -4);
  g_assert_false(ulp_format_fits_fp64(fp128));
  g_assert_true(ulp_format_fits_fp64(ULP_FORMAT_FP64));
}

static void test_refused(void) {
  static const char *const ids[] = {"e16m3",
                                    "e4m113",
                                    "e0m0-noinf-nonan",
                                    "e1m0",
                                    "e4m3-bias",
                                    "e4m3-bias1x",
                                    "e4m3-nothing",
                                    "e4m3-",
                                    "e15m3-bias0",
                                    "e9m0",
                                    "e4m3-unsigned-zeronan",
                                    "e4m3-nozero",
                                    "e",
                                    "em",
                                    "e4",
                                    "e4m",
                                    "e-4m3",
                                    ""};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    UlpFormat format = 1;
    g_autoptr(GError) error = NULL;
    if (ulp_format_from_id(ids[i], &format, &error))
      g_error("“%s” was taken", ids[i]);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_true(format == 1);
  }
}

/* -- packed arrays and exact differences --------------------------------------------------------------------------- */

static void test_packing(void) {
  static const guint widths[] = {4, 6, 8, 16, 32, 64, 80, 128};
  guint64 state = 11;
  for (guint w = 0; w < G_N_ELEMENTS(widths); w++) {
    const UlpFormat format = (ULP_FORMAT_FP64 & ~(UlpFormat)0xff) | widths[w]; /* only the container counts here */
    const UlpBits mask = ulp_low_bits((int)widths[w]);
    UlpBits wanted[41];
    guint8 bytes[41 * 16 + 1];
    memset(bytes, 0xa5, sizeof bytes);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
      wanted[i] = oracle_random_bits(&state, 128) & mask;
    for (guint k = 0; k < G_N_ELEMENTS(wanted); k++) { /* in an order that goes over everything */
      const guint i = k * 17 % G_N_ELEMENTS(wanted);
      ulp_packed_store(format, bytes, i, wanted[i]);
    }
    g_assert_cmphex(bytes[ulp_packed_bytes(format, G_N_ELEMENTS(wanted))], ==, 0xa5);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
      g_assert_bits(ulp_packed_load(format, bytes, i), ==, wanted[i]);
      for (guint bit = 0; bit < widths[w]; bit++) { /* the definition: bit by bit */
        const guint at = i * widths[w] + bit;
        g_assert_cmpuint(bytes[at / 8] >> (at % 8) & 1, ==, (guint)(wanted[i] >> bit & 1));
      }
    }
  }
}

static void test_difference(void) {
  guint64 state = 12;
  mpq_t a, b, wanted, got, rest;
  mpq_inits(a, b, wanted, got, rest, NULL);
  for (int i = 0; i < 200000; i++) {
    UlpUnpacked x = {.class_ = ULP_CLASS_NORMAL}, y = x;
    x.significand = oracle_random(&state) >> (oracle_random(&state) % 64);
    y.significand = i % 3 ? oracle_random(&state) >> (oracle_random(&state) % 64) : x.significand + (guint)(i % 5) - 2;
    x.exponent = (int)(oracle_random(&state) % 300) - 150;
    y.exponent = i % 3 ? (int)(oracle_random(&state) % 300) - 150 : x.exponent;
    x.negative = i & 1, y.negative = i >> 1 & 1;
    y.significand &= G_MAXUINT64;
    set_unpacked(a, x);
    set_unpacked(b, y);
    mpq_sub(wanted, a, b);
    const UlpUnpacked difference = ulp_unpacked_subtract(x, y);
    mpq_set_ui(got, (gulong)(difference.significand >> 64), 1);
    scale(got, 64);
    mpq_set_ui(rest, (gulong)difference.significand, 1);
    mpq_add(got, got, rest);
    scale(got, difference.exponent);
    mpq_set_ui(rest, 1, 1);
    scale(rest, difference.exponent); /* one unit of the last place */
    if (difference.negative)
      mpq_neg(got, got);
    mpq_abs(wanted, wanted), mpq_abs(got, got);
    if (mpq_sgn(wanted))
      g_assert_cmpint(difference.negative, ==, mpq_cmp(a, b) < 0);
    if (!difference.sticky) {
      g_assert_true(mpq_equal(got, wanted));
      continue;
    }
    g_assert_cmpint(ulp_top_bit_128(difference.significand), >=, 124);
    g_assert_cmpint(mpq_cmp(got, wanted), <, 0);
    mpq_add(got, got, rest);
    g_assert_cmpint(mpq_cmp(got, wanted), >, 0);
  }
  mpq_clears(a, b, wanted, got, rest, NULL);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/layouts/binary", test_binary);
  g_test_add_func("/layouts/fp4-and-fp6", test_fp4_and_fp6);
  g_test_add_func("/layouts/fnuz", test_fnuz);
  g_test_add_func("/layouts/e8m0", test_e8m0);
  g_test_add_func("/layouts/posits", test_posits);
  g_test_add_func("/layouts/integers", test_integers);
  g_test_add_func("/layouts/mx-int8", test_mx_int8);
  g_test_add_func("/layouts/wide", test_wide);
  g_test_add_func("/layouts/refused", test_refused);
  g_test_add_func("/layouts/packing", test_packing);
  g_test_add_func("/layouts/difference", test_difference);
  return g_test_run();
}
