/* The geometry of rulers: where values stand, what is marked, and what a view keeps as it is zoomed and moved. */
#include "core/number/ruler.h"
#include "core/number/steps-between.h"
#include "tests/number/oracle.h"

#include <math.h>

static UlpRuler *ruler_of(const char *number, const char *formats) {
  g_autoptr(GArray) list = ulp_formats_parse(formats, NULL);
  g_autoptr(UlpReal) real = ulp_real_parse(number, NULL);
  return ulp_ruler_new(real, (const UlpFormat *)(gconstpointer)list->data, list->len);
}

static void assert_near(double found, double expected) { g_assert_cmpfloat_with_epsilon(found, expected, 1e-12); }

static double place_of(const UlpRuler *ruler, UlpFormat format, UlpBits bits) {
  double place = NAN;
  g_assert_true(ulp_ruler_place_bits(ruler, format, bits, &place));
  return place;
}

/* Four ulps of e4m3 about 1, 0.75 to 1.25: below 1 values are half as far apart. */
static void test_even(void) {
  static const double values[] = {0.75, 0.8125, 0.875, 0.9375, 1, 1.125, 1.25};
  g_autoptr(UlpRuler) ruler = ruler_of("1", "fp16,e4m3");
  gboolean all;
  g_autoptr(GArray) marks = ulp_ruler_marks(ruler, 1, 0.01, &all);
  g_assert_true(ulp_ruler_is_even(ruler));
  g_assert_cmpint(ulp_ruler_width_exponent(ruler), ==, -1);
  assert_near(ulp_ruler_ulps(ruler), 4);
  g_assert_true(all);
  g_assert_cmpuint(marks->len, ==, G_N_ELEMENTS(values));
  for (guint i = 0; i < marks->len; i++) {
    const UlpRulerMark *mark = &g_array_index(marks, UlpRulerMark, i);
    g_assert_cmpfloat(ulp_bits_to_double(ULP_FORMAT_E4M3, mark->bits), ==, values[i]);
    assert_near(mark->place, (values[i] - 0.75) / 0.5);
  }
  const guint ranks[] = {2, 0, 1, 0, 3, 0, 1}; /* ordinals 0x34 to 0x3a */
  for (guint i = 0; i < marks->len; i++)
    g_assert_cmpuint(g_array_index(marks, UlpRulerMark, i).rank, ==, ranks[i]);

  double place;
  g_assert_true(ulp_ruler_place_number(ruler, &place));
  assert_near(place, 0.5);
  g_assert_true(ulp_ruler_place_middle(ruler, ULP_FORMAT_E4M3, 0x38, 0x39, &place)); /* 1.0625 */
  assert_near(place, (1.0625 - 0.75) / 0.5);
  g_assert_cmphex((guint)ulp_ruler_bits_at(ruler, 1, place - 0.01), ==, 0x38);
  g_assert_cmphex((guint)ulp_ruler_bits_at(ruler, 1, place + 0.01), ==, 0x39);
  g_assert_false(ulp_ruler_place_bits(ruler, ULP_FORMAT_FP16, 0x7c00, &place));
}

/* All of e4m3: 0 to 1 the subnormals, then 1 a power of two from 2^-6 to 2^8, and one beyond 448 = 1.75 * 2^8. */
static void test_all(void) {
  g_autoptr(UlpRuler) ruler = ruler_of("1", "e4m3");
  const double reach = 14 + 1.75 + 1;
  gboolean all;
  ulp_ruler_show_all(ruler);
  g_assert_false(ulp_ruler_is_even(ruler));
  g_assert_true(isinf(ulp_ruler_ulps(ruler)));
  g_assert_cmpint(ulp_ruler_width_exponent(ruler), ==, 5);
  g_autoptr(GArray) marks = ulp_ruler_marks(ruler, 0, 1e-6, &all);
  g_assert_true(all);
  g_assert_cmpuint(marks->len, ==, 2 * 126 + 1);
  static const struct {
    UlpBits bits;
    double coordinate;
  } known[] = {{0x00, 0}, {0x01, 0.125}, {0x08, 1}, {0x0c, 1.5}, {0x38, 7}, {0x7e, 15.75}, {0xb8, -7}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++)
    assert_near(place_of(ruler, ULP_FORMAT_E4M3, known[i].bits), (known[i].coordinate + reach) / (2 * reach));

  /* With room for 35 marks of 253: powers of two, the ends, and 0. */
  g_autoptr(GArray) few = ulp_ruler_marks(ruler, 0, 0.02, &all);
  g_assert_false(all);
  for (guint i = 0; i < few->len; i++) {
    const UlpBits bits = g_array_index(few, UlpRulerMark, i).bits;
    g_assert_true(bits % 8 == 0 || bits == 0x7e || bits == 0xfe);
  }
  g_assert_cmphex((guint)g_array_index(few, UlpRulerMark, 0).bits, ==, 0xfe);
  g_assert_cmphex((guint)g_array_index(few, UlpRulerMark, few->len - 1).bits, ==, 0x7e);
}

static void test_no_number(void) {
  static const char *const numbers[] = {"nan", "inf", "-inf", "1e999"};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    g_autoptr(UlpRuler) ruler = ruler_of(numbers[i], "fp32,e4m3");
    double place;
    g_assert_cmpint(ulp_ruler_place_number(ruler, &place), ==, i == 3);
    assert_near(place_of(ruler, ULP_FORMAT_FP32, 0), 0.5); /* all there is */
    g_assert_cmpfloat(place_of(ruler, ULP_FORMAT_FP32, 0x7f7fffff), <, 1);
    ulp_ruler_zoom(ruler, 2, 0.5);
    ulp_ruler_pan(ruler, 0.25);
  }
  g_autoptr(UlpRuler) scale = ruler_of("1", "e8m0"); /* has no sign: from 0 on */
  ulp_ruler_show_all(scale);
  g_assert_cmpfloat(place_of(scale, ULP_FORMAT_E8M0, 0), >, 0);
  g_assert_cmpfloat(place_of(scale, ULP_FORMAT_E8M0, 0), <, 0.01);
}

/* What is under the pointer stays, from all there is to one ulp and back. */
static void test_zoom(void) {
  static const struct {
    const char *number;
    UlpFormat format;
    UlpBits bits;
    guint most; /* doublings */
  } cases[] = {{"0.1", ULP_FORMAT_FP64, 0x3fb999999999999a, 64},
               {"1", ULP_FORMAT_FP64, 0x3ff0000000000000, 64},
               {"0", ULP_FORMAT_FP64, 0, 64},
               {"5e-324", ULP_FORMAT_FP64, 1, 64},
               {"0.1", ULP_FORMAT_FP128, (UlpBits)0x3ffb999999999999 << 64 | 0x999999999999999a, 130},
               {"-100", ULP_FORMAT_POSIT16, 0xa370, 40}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpFormat format = cases[i].format;
    g_autoptr(UlpReal) real = ulp_real_from_bits(format, cases[i].bits);
    g_autoptr(UlpRuler) ruler = ulp_ruler_new(real, &format, 1);
    double at, now, width = 0;
    guint n = 0;
    ulp_ruler_show_all(ruler);
    for (; n < cases[i].most; n++) {
      const UlpBits above = ulp_bits_neighbour(format, cases[i].bits, TRUE);
      g_assert_true(ulp_ruler_place_number(ruler, &at));
      ulp_ruler_zoom(ruler, 2, at);
      g_assert_true(ulp_ruler_place_number(ruler, &now));
      g_assert_cmpfloat_with_epsilon(now, at, 1e-3);
      const double ulp = place_of(ruler, format, above) - now;
      g_assert_cmpfloat(ulp, <=, 1 + 1e-9);
      width = ulp;
      if (width > 0.999)
        break;
    }
    g_test_message("%s: %u doublings, an ulp is %g of the view", cases[i].number, n, width);
    assert_near(width, 1);
    for (guint out = 0; out < 2 * cases[i].most; out++)
      ulp_ruler_zoom(ruler, 0.5, 0.5);
    g_autoptr(UlpRuler) fresh = ulp_ruler_new(real, &format, 1);
    ulp_ruler_show_all(fresh);
    g_assert_cmpfloat_with_epsilon(place_of(ruler, format, cases[i].bits), place_of(fresh, format, cases[i].bits),
                                   1e-9);
  }
}

static void test_pan(void) {
  g_autoptr(UlpRuler) ruler = ruler_of("1", "fp32");
  double before = place_of(ruler, ULP_FORMAT_FP32, 0x3f800000);
  ulp_ruler_pan(ruler, 0.25);
  assert_near(place_of(ruler, ULP_FORMAT_FP32, 0x3f800000), before - 0.25);
  ulp_ruler_show_all(ruler);
  before = place_of(ruler, ULP_FORMAT_FP32, 0);
  ulp_ruler_pan(ruler, 0.5); /* there is nothing more */
  assert_near(place_of(ruler, ULP_FORMAT_FP32, 0), before);
}

/* In any view marks are in order and apart, and where none is left out they are all of the values there. */
static void test_marks(void) {
  static const char *const formats[] = {"fp64", "fp32", "e4m3fnuz", "e2m1", "posit8", "int8", "e8m0", "fp128", "tf32"};
  g_autoptr(GRand) rand = g_rand_new_with_seed(7);
  guint n_all = 0;
  for (guint i = 0; i < 600; i++) {
    g_autofree char *number =
        g_strdup_printf("%d.%ue%d", g_rand_int_range(rand, -9, 10), g_rand_int(rand), g_rand_int_range(rand, -4, 3));
    g_autoptr(UlpRuler) ruler = ruler_of(number, formats[i % G_N_ELEMENTS(formats)]);
    const UlpFormat format = ulp_ruler_format(ruler, 0);
    if (i % 3 == 0)
      ulp_ruler_show_all(ruler);
    for (guint k = g_rand_int_range(rand, 0, 12); k > 0; k--)
      ulp_ruler_zoom(ruler, g_rand_double_range(rand, 0.3, 4), g_rand_double(rand));
    gboolean all;
    const double gap = i % 7 ? g_rand_double_range(rand, 0.002, 0.1) : 5;
    g_autoptr(GArray) marks = ulp_ruler_marks(ruler, 0, gap, &all);
    g_assert_cmpuint(marks->len, <=, (guint)(1 / gap) + 3);
    n_all += all && marks->len > 2;
    for (guint k = 0; k < marks->len; k++) {
      const UlpRulerMark *mark = &g_array_index(marks, UlpRulerMark, k);
      g_assert_true(mark->place >= 0 && mark->place <= 1);
      g_assert_cmpfloat_with_epsilon(mark->place, place_of(ruler, format, mark->bits), 1e-12);
      if (k > 0)
        g_assert_cmpfloat(mark->place - mark[-1].place, >=, k + 1 == marks->len || k == 1 ? 0 : gap - 1e-9);
      if (k > 0 && all) {
        g_autofree char *steps = ulp_bits_steps_between(format, mark[-1].bits, mark->bits);
        g_assert_cmpstr(steps, ==, "1");
      }
    }
    if (!all || !marks->len)
      continue;
    const UlpRulerMark *ends[] = {&g_array_index(marks, UlpRulerMark, 0),
                                  &g_array_index(marks, UlpRulerMark, marks->len - 1)};
    for (int up = 0; up < 2; up++) {
      double place;
      const UlpBits beyond = ulp_bits_neighbour(format, ends[up]->bits, up);
      if (beyond != ends[up]->bits && ulp_ruler_place_bits(ruler, format, beyond, &place))
        g_assert_true(up ? place > 1 : place < 0);
    }
  }
  g_assert_cmpuint(n_all, >, 50);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/ruler/even", test_even);
  g_test_add_func("/number/ruler/all", test_all);
  g_test_add_func("/number/ruler/no-number", test_no_number);
  g_test_add_func("/number/ruler/zoom", test_zoom);
  g_test_add_func("/number/ruler/pan", test_pan);
  g_test_add_func("/number/ruler/marks", test_marks);
  return g_test_run();
}
