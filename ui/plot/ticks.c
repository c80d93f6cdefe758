#include "ui/plot/ticks.h"

#include <math.h>
#include <string.h>

#define MINUS "\xe2\x88\x92"
#define TIMES_TEN                                                                                                      \
  "\xc3\x97"                                                                                                           \
  "10"
#define MAX_DIGITS 6   /* of a label as an integer multiple of its last place; more become an offset */
#define MAX_WHOLE 7    /* digits before the point; more become a power of ten */
#define MAX_DECIMALS 6 /* the same behind it */
#define MAX_MULTIPLE 4e18L

/* mantissa * 10^exponent */
typedef struct {
  gint64 mantissa;
  int exponent;
} Decimal;

static int n_digits(gint64 value) {
  int n = 1;
  for (guint64 rest = (guint64)ABS(value) / 10; rest > 0; rest /= 10)
    n++;
  return n;
}

static void append_superscript(GString *text, int exponent) {
  static const char *const digits[] = {"\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
                                       "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
  char plain[16];
  g_snprintf(plain, sizeof plain, "%d", exponent);
  for (const char *c = plain; *c != '\0'; c++)
    g_string_append(text, *c == '-' ? "\xe2\x81\xbb" : digits[*c - '0']);
}

/* Digits with a point so that the value is |mantissa| * 10^exponent, exactly as many decimals as the exponent says. */
static void append_plain(GString *text, Decimal value) {
  char digits[24];
  g_snprintf(digits, sizeof digits, "%" G_GUINT64_FORMAT, (guint64)ABS(value.mantissa));
  const int n = (int)strlen(digits), whole = n + value.exponent;
  if (value.exponent >= 0) {
    g_string_append(text, digits);
    for (int i = 0; i < value.exponent && value.mantissa != 0; i++)
      g_string_append_c(text, '0');
    return;
  }
  if (whole > 0)
    g_string_append_len(text, digits, whole);
  else
    g_string_append_c(text, '0');
  g_string_append_c(text, '.');
  for (int i = whole; i < 0; i++)
    g_string_append_c(text, '0');
  g_string_append(text, digits + MAX(whole, 0));
}

/* Plain, or with the power of ten `scientific` (shared by all labels of an axis) taken out. */
static void append_decimal(GString *text, Decimal value, gboolean use_power, int power) {
  if (value.mantissa < 0)
    g_string_append(text, MINUS);
  if (value.mantissa == 0) {
    g_string_append_c(text, '0');
  } else if (!use_power) {
    append_plain(text, value);
  } else {
    append_plain(text, (Decimal){value.mantissa, value.exponent - power});
    g_string_append(text, TIMES_TEN);
    append_superscript(text, power);
  }
}

static void add_tick(UlpTicks *ticks, double place, const char *label) {
  const UlpTick tick = {place, g_strdup(label)};
  g_array_append_val(ticks->ticks, tick);
}

static void clear_tick(gpointer tick) { g_free(((UlpTick *)tick)->label); }

static gint64 power_of_ten(int exponent) {
  gint64 power = 1;
  while (exponent-- > 0)
    power *= 10;
  return power;
}

/* The smallest of 1, 2, 5 times a power of ten that is at least `wanted`. */
static Decimal nice_step(long double wanted) {
  int exponent = (int)floorl(log10l(wanted));
  const long double fraction = wanted / powl(10, exponent);
  const int mantissa = fraction <= 1.0000001L ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10;
  return mantissa == 10 ? (Decimal){1, exponent + 1} : (Decimal){mantissa, exponent};
}

static Decimal smaller_step(Decimal step) {
  return step.mantissa == 1 ? (Decimal){5, step.exponent - 1} : (Decimal){step.mantissa / 2, step.exponent};
}

/* Multiples of `step` from lo to hi: the mantissas of the first and the last. FALSE when they exceed 64 bits, which
 * needs values closer than neighbouring doubles. */
static gboolean find_multiples(Decimal step, long double lo, long double hi, gint64 *first, gint64 *last) {
  const long double size = step.mantissa * powl(10, step.exponent);
  const long double from = ceill(lo / size - 1e-9L), to = floorl(hi / size + 1e-9L);
  if (!(fabsl(from) < MAX_MULTIPLE / step.mantissa && fabsl(to) < MAX_MULTIPLE / step.mantissa))
    return FALSE;
  *first = (gint64)from * step.mantissa;
  *last = (gint64)to * step.mantissa;
  return TRUE;
}

/* Splits the offset off labels from first to last (multiples of 10^exponent): the offset's mantissa, 0 for none. */
static gint64 choose_offset(gint64 first, gint64 last) {
  const gint64 largest = MAX(ABS(first), ABS(last));
  if (n_digits(largest) <= MAX_DIGITS)
    return 0;
  const gint64 unit = power_of_ten(n_digits(last - first));
  const gint64 below = first / unit * unit;
  return below > first ? below - unit : below;
}

static void set_offset(UlpTicks *ticks, gint64 mantissa, int exponent) {
  while (mantissa % 10 == 0) {
    mantissa /= 10;
    exponent++;
  }
  const int top = n_digits(mantissa) + exponent;
  g_autoptr(GString) text = g_string_new(NULL);
  append_decimal(text, (Decimal){ABS(mantissa), exponent}, top > 15 || top < -5, top - 1);
  ticks->offset = g_strdup(text->str);
  ticks->offset_negative = mantissa < 0;
}

/* Round values between `lo` and `hi`, placed by the scale's own coordinate: serves the narrow part of a logarithmic
 * scale. */
static void add_round(UlpTicks *ticks, const UlpScale *scale, long double lo, long double hi, guint n) {
  if (!(hi > lo))
    return;
  Decimal step = nice_step((hi - lo) / n);
  gint64 first, last;
  if (!find_multiples(step, lo, hi, &first, &last))
    return;
  if (first >= last && n > 1) { /* one label tells no scale */
    step = smaller_step(step);
    if (!find_multiples(step, lo, hi, &first, &last))
      return;
  }
  if (first > last)
    return;

  const gint64 offset = choose_offset(first, last);
  if (offset != 0)
    set_offset(ticks, offset, step.exponent);
  const int top = n_digits(MAX(ABS(first - offset), ABS(last - offset))) + step.exponent;
  const gboolean use_power = top > MAX_WHOLE || step.exponent < -MAX_DECIMALS;
  g_autoptr(GString) label = g_string_new(NULL);
  for (gint64 mantissa = first; mantissa <= last; mantissa += step.mantissa) {
    const long double value = mantissa * powl(10, step.exponent);
    if (ulp_scale_is_log(scale->type) && !(value > 0))
      continue;
    long double coordinate = value;
    if (ulp_scale_is_log(scale->type))
      coordinate = scale->type == ULP_SCALE_LOG2 ? log2l(value) : log10l(value);
    g_string_truncate(label, 0);
    append_decimal(label, (Decimal){mantissa - offset, step.exponent}, use_power, top - 1);
    add_tick(ticks, (double)((coordinate - scale->lo) / (scale->hi - scale->lo)), label->str);
  }
}

static void add_power(UlpTicks *ticks, const UlpScale *scale, int multiple, int exponent) {
  const gboolean two = scale->type == ULP_SCALE_LOG2;
  g_autoptr(GString) label = g_string_new(NULL);
  if (multiple > 1)
    g_string_append_printf(label, "%d\xc3\x97", multiple);
  g_string_append(label, two ? "2" : "10");
  append_superscript(label, exponent);
  add_tick(ticks, ulp_scale_place(scale, exponent + log10(multiple)), label->str);
}

static void add_minor(UlpTicks *ticks, const UlpScale *scale, double coordinate, long double lo, long double hi) {
  if (coordinate < lo || coordinate > hi)
    return;
  const double place = ulp_scale_place(scale, coordinate);
  g_array_append_val(ticks->minor, place);
}

static int floor_multiple(int value, int step) { return (int)floor((double)value / step) * step; }

/* Every `stride`th power between the exponents `lo` and `hi`. */
static void add_powers(UlpTicks *ticks, const UlpScale *scale, long double lo, long double hi, guint n) {
  static const int decade_strides[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500};
  static const int octave_strides[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  const int *strides = scale->type == ULP_SCALE_LOG2 ? octave_strides : decade_strides;
  const int first = (int)ceill(lo - 1e-9L), last = (int)floorl(hi + 1e-9L);
  guint chosen = 0;
  while (chosen + 1 < G_N_ELEMENTS(decade_strides) && (guint)((last - first) / strides[chosen] + 1) > n)
    chosen++;
  const int stride = strides[chosen];
  for (int exponent = floor_multiple(first + stride - 1, stride); exponent <= last; exponent += stride)
    add_power(ticks, scale, 1, exponent);

  if (stride > 1 && last - first < 80) {
    for (int exponent = first; exponent <= last; exponent++)
      add_minor(ticks, scale, exponent, lo, hi);
  } else if (stride == 1 && scale->type == ULP_SCALE_LOG && last - first < 12) {
    for (int exponent = first - 1; exponent <= last; exponent++)
      for (int multiple = 2; multiple <= 9; multiple++)
        add_minor(ticks, scale, exponent + log10(multiple), lo, hi);
  }
}

/* 1, 2 and 5 times powers of ten: for one to two decades. */
static void add_multiples(UlpTicks *ticks, const UlpScale *scale, long double lo, long double hi, guint n) {
  static const int multiples[] = {1, 2, 5};
  for (int exponent = (int)floorl(lo); exponent <= (int)floorl(hi); exponent++) {
    for (guint i = 0; i < G_N_ELEMENTS(multiples); i++) {
      const double coordinate = exponent + log10(multiples[i]);
      if (coordinate >= lo && coordinate <= hi)
        add_power(ticks, scale, multiples[i], exponent);
    }
    for (int multiple = 2; multiple <= 9; multiple++)
      if (multiple != 2 && multiple != 5)
        add_minor(ticks, scale, exponent + log10(multiple), lo, hi);
  }
}

static UlpTicks *ticks_new(void) {
  UlpTicks *ticks = g_new0(UlpTicks, 1);
  ticks->ticks = g_array_new(FALSE, FALSE, sizeof(UlpTick));
  g_array_set_clear_func(ticks->ticks, clear_tick);
  ticks->minor = g_array_new(FALSE, FALSE, sizeof(double));
  return ticks;
}

static void add_logarithmic(UlpTicks *ticks, const UlpScale *scale, long double lo, long double hi, guint n) {
  const long double span = hi - lo;
  if (scale->type == ULP_SCALE_LOG2) {
    if (span < 2)
      add_round(ticks, scale, exp2l(lo), exp2l(hi), n);
    else
      add_powers(ticks, scale, lo, hi, n);
  } else if (span < 2 && span >= 0.7L && n >= 5) {
    add_multiples(ticks, scale, lo, hi, n);
  } else if (span < 1) {
    add_round(ticks, scale, powl(10, lo), powl(10, hi), n);
  } else {
    add_powers(ticks, scale, lo, hi, n);
  }
}

static void remove_all(UlpTicks *ticks) {
  g_array_set_size(ticks->ticks, 0);
  g_array_set_size(ticks->minor, 0);
  g_clear_pointer(&ticks->offset, g_free);
}

/* One label on a logarithmic axis tells no scale: ever finer ticks until there are two, of which the outer ones are kept
 * where there was room for no more. */
static void ensure_two(UlpTicks *ticks, const UlpScale *scale, long double lo, long double hi, guint n) {
  static void (*const finer[])(UlpTicks *, const UlpScale *, long double, long double, guint) = {add_powers,
                                                                                                 add_multiples};
  const gboolean two = scale->type == ULP_SCALE_LOG2;
  if (ticks->ticks->len >= 2)
    return;
  for (guint i = 0; i < (two ? 1 : 2) && ticks->ticks->len < 2; i++) {
    remove_all(ticks);
    finer[i](ticks, scale, lo, hi, G_MAXINT);
  }
  for (guint parts = 2; parts <= 16 && ticks->ticks->len < 2; parts *= 2) {
    remove_all(ticks);
    add_round(ticks, scale, two ? exp2l(lo) : powl(10, lo), two ? exp2l(hi) : powl(10, hi), parts);
  }
  if (ticks->ticks->len > MAX(n, 2))
    g_array_remove_range(ticks->ticks, 1, ticks->ticks->len - 2);
}

UlpTicks *ulp_ticks_new(const UlpScale *scale, double from, double to, guint n) {
  UlpTicks *ticks = ticks_new();
  const long double lo = ulp_scale_coordinate_at(scale, from), hi = ulp_scale_coordinate_at(scale, to);
  if (scale->empty)
    return ticks;
  if (!ulp_scale_is_log(scale->type)) {
    add_round(ticks, scale, lo, hi, n);
  } else {
    add_logarithmic(ticks, scale, lo, hi, n);
    ensure_two(ticks, scale, lo, hi, n);
  }
  return ticks;
}

UlpTicks *ulp_ticks_new_categories(const UlpScale *scale, double from, double to, const GPtrArray *names) {
  UlpTicks *ticks = ticks_new();
  for (guint i = 0; i < names->len; i++) {
    const double place = ulp_scale_place(scale, i);
    if (place >= from && place <= to)
      add_tick(ticks, place, g_ptr_array_index(names, i));
  }
  return ticks;
}

void ulp_ticks_free(UlpTicks *ticks) {
  g_free(ticks->offset);
  g_array_unref(ticks->ticks);
  g_array_unref(ticks->minor);
  g_free(ticks);
}
