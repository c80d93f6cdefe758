/* Pictures of bits and of operations: their sizes, and that everything is within them. */
#include "core/expression/expression.h"
#include "ui/picture/alignment-picture.h"
#include "ui/picture/bits-picture.h"

static const UlpPlotStyle light = {.dark = FALSE}, dark = {.dark = TRUE}, large = {.font_size = 20};

static cairo_surface_t *new_image(double width, double height) {
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width + 20, (int)height + 20);
}

static guint32 pixel(cairo_surface_t *image, int x, int y) {
  const guchar *row = cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
  return ((const guint32 *)(gconstpointer)row)[x] & 0xffffff;
}

/* Nothing but the ground in the outermost columns and rows of what was drawn. */
static void assert_within(cairo_surface_t *image, double width, double height, guint32 ground) {
  cairo_surface_flush(image);
  for (int x = 0; x < (int)width; x++) {
    g_assert_cmphex(pixel(image, x, 0), ==, ground);
    g_assert_cmphex(pixel(image, x, (int)height - 1), ==, ground);
  }
  for (int y = 0; y < (int)height; y++) {
    g_assert_cmphex(pixel(image, 0, y), ==, ground);
    g_assert_cmphex(pixel(image, (int)width - 1, y), ==, ground);
  }
}

static gboolean has_colour(cairo_surface_t *image, double width, double height, guint32 colour) {
  for (int y = 0; y < (int)height; y++)
    for (int x = 0; x < (int)width; x++)
      if (pixel(image, x, y) == colour)
        return TRUE;
  return FALSE;
}

static void test_bits(void) {
  static const char *const numbers[] = {"0.1", "-3.5", "nan", "-inf", "0", "5e-324", "1e999"};
  static const char *const lists[] = {"fp64,fp32,tf32,bf16,fp16,e5m2,e4m3", "fp128,fp80,posit16,int8,e8m0,e2m1"};
  static const UlpPlotStyle *const styles[] = {&light, &dark, &large};
  for (guint i = 0; i < G_N_ELEMENTS(numbers) * G_N_ELEMENTS(lists); i++) {
    const char *number = numbers[i % G_N_ELEMENTS(numbers)];
    const UlpPlotStyle *style = styles[i % G_N_ELEMENTS(styles)];
    g_autoptr(UlpReal) real = ulp_real_parse(number, NULL);
    g_autoptr(GArray) formats = ulp_formats_parse(lists[i / G_N_ELEMENTS(numbers)], NULL);
    const UlpBitsPicture picture = {{number, real, ULP_ROUND_RN, ULP_PROFILE_IEEE},
                                    (const UlpFormat *)(gconstpointer)formats->data,
                                    formats->len,
                                    NULL};
    double width, height;
    ulp_bits_picture_size(&picture, style, &width, &height);
    cairo_surface_t *image = new_image(width, height);
    cairo_t *cr = cairo_create(image);
    ulp_bits_picture_draw(&picture, cr, width, height, style);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    assert_within(image, width, height, style->dark ? 0x1e1e1e : 0xffffff);
    g_assert_true(has_colour(image, width, height, style->dark ? 0xca80ff : 0x6d00a3)); /* a sign */
    cairo_surface_destroy(image);
  }
}

static void test_alignment(void) {
  static const char *const texts[] = {"0.1+0.2", "1e30-1",       "1.1*1.3", "1/3", "sqrt(2)", "fma(1.1,1.2,-1.3)",
                                      "1/0",     "sqrt(-1)+inf", "0*5",     "0.5", "0-0",     "1e-45/3"};
  static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_BF16, ULP_FORMAT_FP128, ULP_FORMAT_POSIT8};
  static const UlpPlotStyle *const styles[] = {&light, &dark, &large};
  for (guint i = 0; i < G_N_ELEMENTS(texts) * G_N_ELEMENTS(formats); i++) {
    const UlpArithmetic arithmetic = {formats[i / G_N_ELEMENTS(texts)], ULP_ROUND_RN, ULP_PROFILE_IEEE};
    const UlpPlotStyle *style = styles[i % G_N_ELEMENTS(styles)];
    g_autoptr(UlpExpression) expression = ulp_expression_parse(texts[i % G_N_ELEMENTS(texts)], NULL);
    g_autoptr(GArray) steps = ulp_expression_steps(expression, &arithmetic, NULL);
    const guint chosen = ulp_alignment_picture_choose(steps, arithmetic.format);
    const UlpExpressionStep *step = &g_array_index(steps, UlpExpressionStep, chosen);
    g_autoptr(UlpAlignment) alignment = ulp_step_alignment(step, arithmetic.format);
    const UlpAlignmentPicture picture = {step, arithmetic, alignment, NULL};
    double width, height;
    ulp_alignment_picture_size(&picture, style, &width, &height);
    cairo_surface_t *image = new_image(width, height);
    cairo_t *cr = cairo_create(image);
    ulp_alignment_picture_draw(&picture, cr, width, height, style);
    g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    g_test_message("%s", step->operation);
    assert_within(image, width, height, style->dark ? 0x1e1e1e : 0xffffff);
    cairo_surface_destroy(image);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/bits/bits", test_bits);
  g_test_add_func("/picture/bits/alignment", test_alignment);
  return g_test_run();
}
