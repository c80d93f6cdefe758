/* The ruler's picture: what a point of it means, the words of a value, and that every kind of number is drawn. */
#include "core/expression/expression.h"
#include "ui/picture/ruler-picture.h"

#include <math.h>
#include <string.h>

#define WIDTH 900
#define HEIGHT 220

typedef struct {
  UlpReal *real;
  UlpRuler *ruler;
  UlpRulerPicture picture;
} Fixture;

static Fixture fixture_of(const char *number, const char *formats) {
  Fixture f = {.real = ulp_expression_real(number, NULL)};
  g_autoptr(GArray) list = ulp_formats_parse(formats, NULL);
  f.ruler = ulp_ruler_new(f.real, (const UlpFormat *)(gconstpointer)list->data, list->len);
  f.picture =
      (UlpRulerPicture){.ruler = f.ruler, .typed = {number, f.real, ULP_ROUND_RN, ULP_PROFILE_IEEE}, .chosen = -1};
  return f;
}

static void clear(Fixture *f) {
  ulp_ruler_free(f->ruler);
  ulp_real_free(f->real);
}

static cairo_surface_t *draw(const Fixture *f, double width, double height, gboolean dark) {
  const UlpPlotStyle style = {.dark = dark};
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
  cairo_t *cr = cairo_create(image);
  ulp_ruler_picture_draw(&f->picture, cr, width, height, &style);
  g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy(cr);
  cairo_surface_flush(image);
  return image;
}

static guint32 pixel(cairo_surface_t *image, int x, int y) {
  const guchar *row = cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
  return ((const guint32 *)(gconstpointer)row)[x] & 0xffffff;
}

/* The stored value has its mark where the geometry has it: the colour of what is stored is in the picture there alone. */
static void test_stored(void) {
  static const UlpPlotStyle style = {.dark = FALSE};
  Fixture f = fixture_of("0.1", "fp16,e4m3");
  cairo_surface_t *image = draw(&f, WIDTH, HEIGHT, FALSE);
  double expected;
  g_assert_true(ulp_ruler_place_bits(f.ruler, ULP_FORMAT_E4M3, 0x1d, &expected));
  gboolean found = FALSE;
  for (int y = HEIGHT / 2; y < HEIGHT && !found; y++)
    for (int x = 0; x < WIDTH && !found; x++) {
      guint index;
      double place;
      found = pixel(image, x, y) == 0x1a7bbf &&
              ulp_ruler_picture_locate(&f.picture, WIDTH, HEIGHT, &style, x + 0.5, y + 0.5, &index, &place) &&
              index == 1 && fabs(place - expected) < 0.5 / WIDTH;
    }
  g_assert_true(found);
  cairo_surface_destroy(image);
  clear(&f);
}

static void test_locate(void) {
  static const UlpPlotStyle style = {.dark = FALSE};
  Fixture f = fixture_of("1", "fp32,bf16");
  guint index = 9;
  double first, second;
  g_assert_true(ulp_ruler_picture_locate(&f.picture, WIDTH, HEIGHT, &style, 400, 60, &index, &first));
  g_assert_cmpuint(index, ==, 0);
  g_assert_true(ulp_ruler_picture_locate(&f.picture, WIDTH, HEIGHT, &style, 500, 150, &index, &second));
  g_assert_cmpuint(index, ==, 1);
  g_assert_cmpfloat(first, <, second);
  g_assert_false(ulp_ruler_picture_locate(&f.picture, WIDTH, HEIGHT, &style, 2, 60, &index, &first));
  g_assert_false(ulp_ruler_picture_locate(&f.picture, WIDTH, HEIGHT, &style, 400, HEIGHT - 2, &index, &first));
  clear(&f);
}

static void test_words(void) {
  Fixture f = fixture_of("0.1", "fp16,e4m3");
  static const struct {
    guint index;
    UlpBits bits;
    const char *words;
  } cases[] = {{1, 0x1d, "e4m3: 0.1015625, 0x1d, what is stored"},
               {1, 0x1c, "e4m3: 0.09375, 0x1c, 1 below what is stored"},
               {0, 0x2e68, "fp16: 0.10009765625, 0x2e68, 2 above what is stored"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *words = ulp_ruler_picture_words(&f.picture, cases[i].index, cases[i].bits);
    g_assert_cmpstr(words, ==, cases[i].words);
  }
  g_autofree char *scale = ulp_ruler_picture_scale_words(&f.picture);
  g_assert_cmpstr(scale, ==, "Even scale, about 2⁻⁵ wide"); /* four ulps of 2^-7 */
  clear(&f);
}

/* Whatever the number and the size, something is drawn and nothing fails. */
static void test_all_kinds(void) {
  static const char *const numbers[] = {"0.1",   "-3.5",   "0",     "-0",  "nan",   "-inf",
                                        "1e999", "5e-324", "65520", "1/3", "2^-149"};
  static const char *const formats[] = {"fp64,fp32", "e4m3,e2m1", "posit8,int8", "e8m0", "fp128,fp80"};
  for (guint i = 0; i < G_N_ELEMENTS(numbers) * G_N_ELEMENTS(formats); i++) {
    Fixture f = fixture_of(numbers[i % G_N_ELEMENTS(numbers)], formats[i / G_N_ELEMENTS(numbers)]);
    for (guint zoom = 0; zoom < 12; zoom++) {
      cairo_surface_t *image = draw(&f, zoom % 3 ? WIDTH : 60, zoom % 4 ? HEIGHT : 30, zoom % 2);
      g_assert_cmphex(pixel(image, 0, 0), ==, zoom % 2 ? 0x1e1e1e : 0xffffff);
      cairo_surface_destroy(image);
      ulp_ruler_zoom(f.ruler, zoom < 6 ? 0.01 : 30, 0.4);
    }
    clear(&f);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/ruler/stored", test_stored);
  g_test_add_func("/picture/ruler/locate", test_locate);
  g_test_add_func("/picture/ruler/words", test_words);
  g_test_add_func("/picture/ruler/all-kinds", test_all_kinds);
  return g_test_run();
}
