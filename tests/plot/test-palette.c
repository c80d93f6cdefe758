#include "ui/plot/looks.h"
#include "ui/plot/palette.h"

#include <math.h>
#include <string.h>

/* WCAG 2.1, relative luminance and contrast ratio. */
static double luminance(const double rgb[3]) {
  static const double weights[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += weights[i] * (rgb[i] <= 0.04045 ? rgb[i] / 12.92 : pow((rgb[i] + 0.055) / 1.055, 2.4));
  return sum;
}

static double contrast(const double a[3], const double b[3]) {
  const double la = luminance(a), lb = luminance(b);
  return (MAX(la, lb) + 0.05) / (MIN(la, lb) + 0.05);
}

static void test_contrast(void) {
  for (int dark = 0; dark < 2; dark++) {
    double background[3], ink[3];
    ulp_ink_rgb(ULP_INK_BACKGROUND, dark, background);
    ulp_ink_rgb(ULP_INK_TEXT, dark, ink);
    g_assert_cmpfloat(contrast(ink, background), >=, 7);
    ulp_ink_rgb(ULP_INK_MUTED, dark, ink);
    g_assert_cmpfloat(contrast(ink, background), >=, 4.5);
    ulp_ink_rgb(ULP_INK_ALARM, dark, ink);
    g_assert_cmpfloat(contrast(ink, background), >=, 4.5);
    ulp_ink_rgb(ULP_INK_AXIS, dark, ink);
    g_assert_cmpfloat(contrast(ink, background), >=, 3);
    for (guint series = 0; series < 20; series++) {
      ulp_series_rgb(series, ink);
      g_assert_cmpfloat(contrast(ink, background), >=, 3);
    }
    double strong[3], pale[3];
    ulp_on_field_rgb(dark, ink);
    for (UlpField field = ULP_FIELD_SIGN; field <= ULP_FIELD_SIGNIFICAND; field++) {
      ulp_field_rgb(field, FALSE, dark, strong);
      ulp_field_rgb(field, TRUE, dark, pale);
      g_assert_cmpfloat(contrast(strong, background), >=, 4.5);
      g_assert_cmpfloat(contrast(strong, pale), >=, 4.5);
      g_assert_cmpfloat(contrast(ink, strong), >=, 4.5);
    }
  }
}

/* The colours themselves: figures of one program look alike, and series keep theirs from version to version. */
static void test_pinned(void) {
  static const guint32 series[] = {0x1a7bbf, 0xd55e00, 0x009e73, 0xcc79a7, 0xb87f00, 0x8060d0, 0x8a8a00, 0x808080};
  static const guint32 inks[ULP_N_INKS][2] = {
      [ULP_INK_BACKGROUND] = {0xffffff, 0x1e1e1e}, [ULP_INK_TEXT] = {0x1a1a1a, 0xe8e8e8},
      [ULP_INK_MUTED] = {0x595959, 0xb0b0b0},      [ULP_INK_GRID] = {0xe4e4e4, 0x353535},
      [ULP_INK_AXIS] = {0x6b6b6b, 0x9a9a9a},       [ULP_INK_BAND] = {0xf3f3f3, 0x292929},
      [ULP_INK_ALARM] = {0xc00020, 0xff6b6b},
  };
  double rgb[3];
  for (guint i = 0; i < 2 * G_N_ELEMENTS(series); i++) {
    ulp_series_rgb(i, rgb);
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat(rgb[c], ==, (series[i % G_N_ELEMENTS(series)] >> (16 - 8 * c) & 0xff) / 255.0);
  }
  for (guint ink = 0; ink < ULP_N_INKS; ink++) {
    for (guint dark = 0; dark < 2; dark++) {
      ulp_ink_rgb(ink, dark != 0, rgb);
      for (guint c = 0; c < 3; c++)
        g_assert_cmpfloat(rgb[c], ==, (inks[ink][dark] >> (16 - 8 * c) & 0xff) / 255.0);
    }
  }
}

/* A marker with its dashed line, as pixels. */
static cairo_surface_t *sample(guint series) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 40, 20);
  cairo_t *cr = cairo_create(image);
  ulp_series_marker(cr, series, 20, 10, 5, FALSE);
  ulp_series_dash(cr, series);
  cairo_move_to(cr, 0, 2);
  cairo_line_to(cr, 40, 2);
  cairo_stroke(cr);
  cairo_destroy(cr);
  cairo_surface_flush(image);
  return image;
}

/* Pixels whose coverage differs clearly: shapes without their colours. */
static guint shape_difference(cairo_surface_t *a, cairo_surface_t *b, gboolean colour) {
  guint n = 0;
  for (int y = 0; y < 20; y++) {
    const guint32 *row_a =
        (const guint32 *)(gpointer)(cairo_image_surface_get_data(a) + y * cairo_image_surface_get_stride(a));
    const guint32 *row_b =
        (const guint32 *)(gpointer)(cairo_image_surface_get_data(b) + y * cairo_image_surface_get_stride(b));
    for (int x = 0; x < 40; x++)
      n += colour ? row_a[x] != row_b[x] : ABS((int)(row_a[x] >> 24) - (int)(row_b[x] >> 24)) > 100;
  }
  return n;
}

/* Sixteen series differ pairwise; eight of one round differ in shape alone. */
static void test_distinct(void) {
  cairo_surface_t *images[16];
  for (guint i = 0; i < 16; i++)
    images[i] = sample(i);
  for (guint i = 0; i < 16; i++) {
    for (guint j = 0; j < i; j++) {
      g_assert_cmpuint(shape_difference(images[i], images[j], TRUE), >=, 12);
      if (i / 8 == j / 8)
        g_assert_cmpuint(shape_difference(images[i], images[j], FALSE), >=, 4);
    }
  }
  for (guint i = 0; i < 16; i++)
    cairo_surface_destroy(images[i]);
}

/* The middle of a marker: its colour in the first round, the background in the second. */
static void test_hollow(void) {
  for (guint series = 0; series < 16; series++) {
    cairo_surface_t *image = sample(series);
    const guint32 *row =
        (const guint32 *)(gpointer)(cairo_image_surface_get_data(image) + 10 * cairo_image_surface_get_stride(image));
    double rgb[3];
    ulp_series_rgb(series, rgb);
    const guint32 colour = 0xff000000 | (guint32)lround(rgb[0] * 255) << 16 | (guint32)lround(rgb[1] * 255) << 8 |
                           (guint32)lround(rgb[2] * 255);
    g_assert_cmphex(row[20], ==, series < 8 ? colour : 0xffffffff);
    cairo_surface_destroy(image);
  }
}

static GPtrArray *names_of(const char *letters) {
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  for (; *letters; letters++)
    g_ptr_array_add(names, g_strndup(letters, 1));
  return names;
}

/* A name keeps its look from run to run while there are looks for all; no two of one run share one. */
static void test_looks(void) {
  static const char *const runs[] = {"abc", "bd", "dcba", "e", "abcdefgh", "hgfedcba", "xyz", "abcdefghijklmnopqrst"};
  guint first[128];
  g_autoptr(UlpLooks) looks = ulp_looks_new();
  memset(first, 0xff, sizeof first);
  for (guint run = 0; run < G_N_ELEMENTS(runs); run++) {
    g_autoptr(GPtrArray) names = names_of(runs[run]);
    g_autoptr(GArray) found = ulp_looks_of(looks, names);
    g_assert_cmpuint(found->len, ==, names->len);
    for (guint i = 0; i < found->len; i++) {
      const guint look = g_array_index(found, guint, i), name = (guint)runs[run][i];
      if (run < 6) { /* eight names so far */
        g_assert_cmpuint(look, <, 8);
        g_assert_true(first[name] == G_MAXUINT || first[name] == look);
        first[name] = look;
      }
      for (guint j = 0; j < i; j++)
        g_assert_cmpuint(g_array_index(found, guint, j), !=, look);
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/palette/contrast", test_contrast);
  g_test_add_func("/plot/palette/pinned", test_pinned);
  g_test_add_func("/plot/palette/distinct", test_distinct);
  g_test_add_func("/plot/palette/hollow", test_hollow);
  g_test_add_func("/plot/palette/looks", test_looks);
  return g_test_run();
}
