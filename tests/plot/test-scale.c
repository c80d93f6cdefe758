#include "tests/plot/sample-tables.h"
#include "ui/plot/scale.h"
#include "ui/plot/ticks.h"

#include <stdlib.h>
#include <string.h>

static UlpScale make(UlpScaleType type, double lo, double hi) {
  UlpScale scale = {.type = type};
  ulp_scale_set_range(&scale, lo, hi);
  return scale;
}

static void test_coordinate(void) {
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LINEAR, -2.5), ==, -2.5);
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LINEAR, 0), ==, 0);
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LOG, 1000), ==, 3);
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LOG2, 0x1p-1074), ==, -1074);
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LOG, 0), ==, ULP_AT_ZERO);
  g_assert_cmpfloat(ulp_scale_coordinate(ULP_SCALE_LOG2, -0.0), ==, ULP_AT_ZERO);
  g_assert_true(isnan(ulp_scale_coordinate(ULP_SCALE_LOG, -1)));
  g_assert_true(isnan(ulp_scale_coordinate(ULP_SCALE_LINEAR, INFINITY)));
  g_assert_true(isnan(ulp_scale_coordinate(ULP_SCALE_LINEAR, NAN)));
}

/* Every value lies inside its range, in order, and coordinate_at undoes place. */
static void test_place(void) {
  static const double ranges[][2] = {
      {-1, 1}, {0, 1e-300},      {-G_MAXDOUBLE, G_MAXDOUBLE}, {500123.40625, 500123.40628}, {1, 1 + 0x1p-52}, {7, 7},
      {0, 0},  {-1e300, -1e300}, {0x1p-1074, 0x1p-1073}};
  for (guint i = 0; i < G_N_ELEMENTS(ranges); i++) {
    const UlpScale scale = make(ULP_SCALE_LINEAR, ranges[i][0], ranges[i][1]);
    const double lo = ulp_scale_place(&scale, ranges[i][0]), hi = ulp_scale_place(&scale, ranges[i][1]);
    g_assert_cmpfloat(lo, >, 0);
    g_assert_cmpfloat(hi, <, 1);
    if (ranges[i][0] < ranges[i][1])
      g_assert_cmpfloat(lo, <, hi - 0.9);
    else
      g_assert_cmpfloat_with_epsilon(lo, 0.5, 1e-9);
    g_assert_cmpfloat_with_epsilon(
        (double)((ulp_scale_coordinate_at(&scale, lo) - ranges[i][0]) / (scale.hi - scale.lo)), 0, 1e-12);
  }
  const UlpScale single = make(ULP_SCALE_LINEAR, 3, 3); /* a few ulps of fp32, 2^-22 here, on either side */
  g_assert_cmpfloat((double)(single.hi - 3), ==, 3 * 0x1p-21);
  g_assert_cmpfloat((double)(3 - single.lo), ==, 3 * 0x1p-21);
  const UlpScale log = make(ULP_SCALE_LOG, -8, -2);
  g_assert_cmpfloat(ulp_scale_place(&log, ULP_AT_ZERO), ==, ULP_AT_ZERO);
  const UlpScale names = make(ULP_SCALE_CATEGORY, 0, 3);
  g_assert_cmpfloat(ulp_scale_place(&names, 0), ==, 0.125);
  g_assert_cmpfloat(ulp_scale_place(&names, 3), ==, 0.875);
  g_assert_true(make(ULP_SCALE_LINEAR, 1, 0).empty);
  g_assert_false(make(ULP_SCALE_LINEAR, 0, 0).empty);
}

/* A label as long double: what a reader of the axis computes. */
static long double read_label(const char *label) {
  g_autoptr(GString) plain = g_string_new(label);
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  g_string_replace(plain, "−", "-", 0);
  g_string_replace(plain, "⁻", "-", 0);
  for (int i = 0; i < 10; i++) {
    const char digit[] = {(char)('0' + i), '\0'};
    g_string_replace(plain, digits[i], digit, 0);
  }
  char *times = strstr(plain->str, "×10");
  if (times == NULL)
    return strtold(plain->str, NULL);
  *times = '\0';
  return strtold(plain->str, NULL) * powl(10, (long double)atoi(times + strlen("×10")));
}

/* Labels are distinct, ascending, evenly spaced, within the view, and say where the tick is. */
static void check_linear(double lo, double hi, double from, double to, guint n) {
  const UlpScale scale = make(ULP_SCALE_LINEAR, lo, hi);
  g_autoptr(UlpTicks) ticks = ulp_ticks_new(&scale, from, to, n);
  long double offset = 0, last = 0, step = 0;
  if (ticks->offset != NULL)
    offset = read_label(ticks->offset) * (ticks->offset_negative ? -1 : 1);
  g_assert_cmpuint(ticks->ticks->len, <=, n + 3);
  if (n >= 3)
    g_assert_cmpuint(ticks->ticks->len, >=, 2);
  for (guint i = 0; i < ticks->ticks->len; i++) {
    const UlpTick *tick = &g_array_index(ticks->ticks, UlpTick, i);
    const long double value = read_label(tick->label);
    g_assert_cmpfloat(tick->place, >=, from - 1e-6);
    g_assert_cmpfloat(tick->place, <=, to + 1e-6);
    g_assert_cmpfloat_with_epsilon((double)((offset + value - scale.lo) / (scale.hi - scale.lo)), tick->place, 2e-3);
    if (i == 1)
      step = value - last;
    if (i > 0)
      g_assert_true(value > last && fabsl(value - last - step) < 1e-6L * step);
    last = value;
    g_assert_cmpuint(g_utf8_strlen(tick->label, -1), <=, 14);
  }
}

static void test_linear(void) {
  check_linear(0, 100, 0, 1, 6);
  check_linear(-1, 1, 0, 1, 5);
  check_linear(500123.40625, 500123.4375, 0, 1, 8);
  check_linear(-500123.4375, -500123.40625, 0, 1, 8);
  check_linear(1, 1 + 0x1p-52, 0, 1, 5);
  check_linear(536873273, 536873273, 0, 1, 5);
  check_linear(-G_MAXDOUBLE, G_MAXDOUBLE, 0, 1, 5);
  check_linear(0, 0x1p-1060, 0, 1, 5);
  check_linear(5.18e12, 5.0e12 + 1e12, 0.3, 0.301, 5);
  check_linear(0, 1e7, 0, 1, 5);
  for (guint i = 0; i < 3000; i++) {
    const double centre = (sample_noise(4 * i) - 0.5) * pow(10, floor(sample_noise(4 * i + 1) * 40) - 20);
    const double width = fabs(centre) * pow(10, -floor(sample_noise(4 * i + 2) * 12)) + 1e-25;
    const double from = sample_noise(4 * i + 3) * 0.5;
    check_linear(centre, centre + width, from, from + 0.3, 2 + i % 9);
  }
}

static const char *label(const UlpTicks *ticks, guint index) {
  return g_array_index(ticks->ticks, UlpTick, index).label;
}

/* A step that is just as wide as is wanted is taken, not the next. */
static void test_exact_step(void) {
  static const guint wanted[] = {20, 10, 4, 2}, found[] = {21, 11, 5, 3}; /* steps of 1, 2, 5 and 10 over 20 */
  const UlpScale scale = {.type = ULP_SCALE_LINEAR, .lo = 0, .hi = 20, .per = 1 / 20.0L};
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
    UlpTicks *ticks = ulp_ticks_new(&scale, 0, 1, wanted[i]);
    g_assert_cmpuint(ticks->ticks->len, ==, found[i]);
    ulp_ticks_free(ticks);
  }
}

static void test_labels(void) {
  const UlpScale runs = make(ULP_SCALE_LINEAR, 0, 100);
  g_autoptr(UlpTicks) whole = ulp_ticks_new(&runs, 0, 1, 6);
  g_assert_cmpuint(whole->ticks->len, ==, 6);
  g_assert_cmpstr(label(whole, 0), ==, "0");
  g_assert_cmpstr(label(whole, 5), ==, "100");
  g_assert_null(whole->offset);

  const UlpScale near = make(ULP_SCALE_LINEAR, 500123.40625, 500123.4375);
  g_autoptr(UlpTicks) close_ticks = ulp_ticks_new(&near, 0, 1, 4);
  g_assert_cmpstr(close_ticks->offset, ==, "500123.4");
  g_assert_cmpstr(label(close_ticks, 0), ==, "0.01");

  const UlpScale small = make(ULP_SCALE_LINEAR, 0, 4e-9);
  g_autoptr(UlpTicks) powers = ulp_ticks_new(&small, 0, 1, 5);
  g_assert_cmpstr(label(powers, 0), ==, "0");
  g_assert_cmpstr(label(powers, 1), ==, "1×10⁻⁹");

  const UlpScale negative = make(ULP_SCALE_LINEAR, -1, 0);
  g_autoptr(UlpTicks) minus = ulp_ticks_new(&negative, 0, 1, 2);
  g_assert_cmpstr(label(minus, 0), ==, "−1");
}

static void test_log(void) {
  const UlpScale decades = make(ULP_SCALE_LOG, -8, -2);
  g_autoptr(UlpTicks) each = ulp_ticks_new(&decades, 0, 1, 8);
  g_assert_cmpuint(each->ticks->len, ==, 7);
  g_assert_cmpstr(label(each, 0), ==, "10⁻⁸");
  g_assert_cmpfloat_with_epsilon(g_array_index(each->ticks, UlpTick, 0).place, ulp_scale_place(&decades, -8), 1e-12);
  g_assert_cmpuint(each->minor->len, >=, 48);
  g_autoptr(UlpTicks) second = ulp_ticks_new(&decades, 0, 1, 4);
  g_assert_cmpuint(second->ticks->len, ==, 4);
  g_assert_cmpstr(label(second, 1), ==, "10⁻⁶");

  const UlpScale octaves = make(ULP_SCALE_LOG2, 4, 24);
  g_autoptr(UlpTicks) powers = ulp_ticks_new(&octaves, 0, 1, 11);
  g_assert_cmpuint(powers->ticks->len, ==, 11);
  g_assert_cmpstr(label(powers, 0), ==, "2⁴");
  g_assert_cmpstr(label(powers, 10), ==, "2²⁴");

  const UlpScale decade = make(ULP_SCALE_LOG, 0, 1);
  g_autoptr(UlpTicks) multiples = ulp_ticks_new(&decade, 0, 1, 6);
  g_assert_cmpuint(multiples->ticks->len, ==, 4);
  g_assert_cmpstr(label(multiples, 1), ==, "2×10⁰");

  /* Far zoomed in: plain values, distinct, where their logarithms are. */
  g_autoptr(UlpTicks) zoomed = ulp_ticks_new(&decades, 0.5, 0.501, 5);
  g_assert_cmpuint(zoomed->ticks->len, >=, 2);
  for (guint i = 0; i < zoomed->ticks->len; i++) {
    long double value = read_label(label(zoomed, i));
    if (zoomed->offset != NULL)
      value += read_label(zoomed->offset);
    g_assert_cmpfloat_with_epsilon(ulp_scale_place(&decades, (double)log10l(value)),
                                   g_array_index(zoomed->ticks, UlpTick, i).place, 1e-6);
  }

  const UlpScale all = make(ULP_SCALE_LOG2, -1074, 1024);
  for (guint n = 1; n < 12; n++) {
    g_autoptr(UlpTicks) few = ulp_ticks_new(&all, 0, 1, n);
    g_assert_cmpuint(few->ticks->len, <=, MAX(n, 5));
  }
  const UlpScale none = make(ULP_SCALE_LOG, 1, 0);
  g_autoptr(UlpTicks) nothing = ulp_ticks_new(&none, 0, 1, 5);
  g_assert_cmpuint(nothing->ticks->len, ==, 0);
}

static void test_categories(void) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < 4; i++)
    g_ptr_array_add(names, (gpointer)((const char *[]){"a", "b", "c", "d"})[i]);
  const UlpScale scale = make(ULP_SCALE_CATEGORY, 0, 3);
  g_autoptr(UlpTicks) ticks = ulp_ticks_new_categories(&scale, 0.3, 1, names);
  g_assert_cmpuint(ticks->ticks->len, ==, 3);
  g_assert_cmpstr(label(ticks, 0), ==, "b");
  g_assert_cmpfloat(g_array_index(ticks->ticks, UlpTick, 0).place, ==, 0.375);
}

/* Two labels at least, inside the range, different and in order, however short the range and however few are wanted. */
static void test_log_has_two(void) {
  static const double widths[] = {1e-6, 0.001, 0.05, 0.2, 0.3, 0.5, 0.69, 0.71, 0.95,
                                  1,    1.5,   1.99, 2,   3,   7,   30,   300,  600};
  for (guint type = ULP_SCALE_LOG; type <= ULP_SCALE_LOG2; type++)
    for (guint w = 0; w < G_N_ELEMENTS(widths); w++)
      for (int start = -310; start + widths[w] < 308; start += 17)
        for (guint n = 1; n <= 12; n++) {
          const double lo = start + sample_noise((guint)(start + 400)) / 3;
          const UlpScale scale = make(type, lo, lo + widths[w]);
          g_autoptr(UlpTicks) ticks = ulp_ticks_new(&scale, 0.02, 0.98, n);
          if (ticks->ticks->len < 2)
            g_test_message("type %u from %g over %g, %u wanted: %u labels", type, lo, widths[w], n, ticks->ticks->len);
          g_assert_cmpuint(ticks->ticks->len, >=, 2);
          for (guint i = 0; i < ticks->ticks->len; i++) {
            const UlpTick *tick = &g_array_index(ticks->ticks, UlpTick, i);
            g_assert_cmpfloat(tick->place, >=, 0.02 - 1e-6);
            g_assert_cmpfloat(tick->place, <=, 0.98 + 1e-6);
            if (i > 0) {
              g_assert_cmpfloat(tick->place, >, tick[-1].place);
              g_assert_cmpstr(tick->label, !=, tick[-1].label);
            }
          }
        }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/scale/coordinate", test_coordinate);
  g_test_add_func("/plot/scale/place", test_place);
  g_test_add_func("/plot/ticks/linear", test_linear);
  g_test_add_func("/plot/ticks/exact-step", test_exact_step);
  g_test_add_func("/plot/ticks/labels", test_labels);
  g_test_add_func("/plot/ticks/log", test_log);
  g_test_add_func("/plot/ticks/log-has-two", test_log_has_two);
  g_test_add_func("/plot/ticks/categories", test_categories);
  return g_test_run();
}
