/* The ruler as a widget: zoomed and moved by keys and gestures, values read by pointer and keys and taken. */
#include "tests/widgets/press.h"
#include "tests/widgets/widget-test.h"
#include "core/expression/expression.h"
#include "ui/widgets/ruler-view.h"
#include "ui/widgets/style.h"

#include <math.h>

typedef struct {
  GtkWidget *window, *widget;
  UlpRulerView *view;
  UlpReal *real;
  guint read, taken;
} Fixture;

static void count(guint *counter) { ++*counter; }

static void set_up(Fixture *f, gconstpointer number) {
  const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_E4M3};
  f->widget = ulp_ruler_view_new();
  f->view = ULP_RULER_VIEW(f->widget);
  f->real = ulp_expression_real(number, NULL);
  const UlpTyped typed = {number, f->real, ULP_ROUND_RN, ULP_PROFILE_IEEE};
  ulp_ruler_view_set(f->view, &typed, formats, 2);
  g_signal_connect_swapped(f->view, "reading", G_CALLBACK(count), &f->read);
  g_signal_connect_swapped(f->view, "taken", G_CALLBACK(count), &f->taken);
  f->window = ulp_test_window(f->widget, 800, 200);
}

static void tear_down(Fixture *f, gconstpointer number) {
  ulp_test_assert_gone(f->window, f->widget);
  ulp_real_free(f->real);
}

static const UlpRuler *ruler(Fixture *f) { return ulp_ruler_view_get_picture(f->view)->ruler; }

static double place(Fixture *f, UlpFormat format, UlpBits bits) {
  double at = NAN;
  g_assert_true(ulp_ruler_place_bits(ruler(f), format, bits, &at));
  return at;
}

static void test_keys(Fixture *f, gconstpointer number) {
  const double wide = ulp_ruler_ulps(ruler(f));
  g_assert_cmpfloat_with_epsilon(wide, ULP_RULER_ULPS, 1e-9);
  g_assert_true(ulp_press(f->widget, GDK_KEY_plus, 0));
  g_assert_cmpfloat(ulp_ruler_ulps(ruler(f)), <, wide);
  g_assert_cmpfloat_with_epsilon(place(f, ULP_FORMAT_FP32, 0x3f800000), 0.5, 1e-9); /* about the number */
  g_assert_true(ulp_press(f->widget, GDK_KEY_Right, 0));
  g_assert_cmpfloat_with_epsilon(place(f, ULP_FORMAT_FP32, 0x3f800000), 0.4, 1e-9);
  g_assert_true(ulp_press(f->widget, GDK_KEY_Home, 0));
  g_assert_cmpfloat_with_epsilon(place(f, ULP_FORMAT_FP32, 0), 0.5, 1e-9);
  for (guint i = 0; i < 120; i++)
    ulp_press(f->widget, GDK_KEY_plus, 0);
  const double ulp = place(f, ULP_FORMAT_FP32, 0x3f800001) - place(f, ULP_FORMAT_FP32, 0x3f800000);
  g_assert_cmpfloat(ulp, >=, 0.5); /* down to one ulp, of fp32 and below 1 */
  g_assert_true(ulp_press(f->widget, GDK_KEY_End, 0));
  g_assert_cmpfloat_with_epsilon(ulp_ruler_ulps(ruler(f)), wide, 1e-9);
}

/* Another number, as wide. */
static void test_follows(Fixture *f, gconstpointer number) {
  const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_E4M3};
  g_autoptr(UlpReal) next = ulp_expression_real("1.125", NULL);
  const UlpTyped typed = {"1.125", next, ULP_ROUND_RN, ULP_PROFILE_IEEE};
  ulp_press(f->widget, GDK_KEY_minus, 0);
  const double wide = ulp_ruler_ulps(ruler(f));
  ulp_ruler_view_set(f->view, &typed, formats, 2);
  g_assert_cmpfloat_with_epsilon(ulp_ruler_ulps(ruler(f)), wide, 1e-9);
  g_assert_cmpfloat_with_epsilon(place(f, ULP_FORMAT_E4M3, 0x39), 0.5, 1e-9);
}

static void assert_read(Fixture *f, UlpFormat wanted, UlpBits bits) {
  UlpFormat format;
  UlpBits found;
  g_assert_true(ulp_ruler_view_get_read(f->view, &format, &found));
  g_assert_true(format == wanted);
  g_assert_cmphex((guint)found, ==, (guint)bits);
}

static void test_reading(Fixture *f, gconstpointer number) {
  UlpFormat format;
  UlpBits bits;
  g_assert_false(ulp_ruler_view_get_read(f->view, &format, &bits));
  g_assert_false(ulp_press(f->widget, GDK_KEY_Return, 0));
  ulp_press(f->widget, GDK_KEY_period, 0);
  assert_read(f, ULP_FORMAT_FP32, 0x3f800001);
  ulp_press(f->widget, GDK_KEY_bracketright, 0);
  assert_read(f, ULP_FORMAT_E4M3, 0x38);
  for (guint i = 0; i < 10; i++)
    ulp_press(f->widget, GDK_KEY_comma, 0);
  assert_read(f, ULP_FORMAT_E4M3, 0x2e);
  const double at = place(f, ULP_FORMAT_E4M3, 0x2e); /* which came into view */
  g_assert_true(at >= 0 && at <= 1);
  g_assert_cmpuint(f->taken, ==, 0);
  ulp_press(f->widget, GDK_KEY_Return, 0);
  g_assert_cmpuint(f->taken, ==, 1);
  g_assert_cmpuint(f->read, >=, 12);
}

/* Whatever the number, what is drawn is drawn in both themes. */
static void test_drawn(Fixture *f, gconstpointer number) {
  for (guint dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(gdk_display_get_default(), dark);
    ulp_test_settle(f->widget);
    cairo_surface_t *image = ulp_test_picture(f->widget);
    const guint32 *first = (const guint32 *)(gconstpointer)cairo_image_surface_get_data(image);
    g_assert_cmphex(first[3 * cairo_image_surface_get_stride(image) / 4 + 3] & 0xffffff, ==,
                    dark ? 0x1e1e1e : 0xffffff);
    cairo_surface_destroy(image);
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add("/widgets/ruler-view/keys", Fixture, "1", set_up, test_keys, tear_down);
  g_test_add("/widgets/ruler-view/follows", Fixture, "1", set_up, test_follows, tear_down);
  g_test_add("/widgets/ruler-view/reading", Fixture, "1", set_up, test_reading, tear_down);
  g_test_add("/widgets/ruler-view/drawn", Fixture, "1", set_up, test_drawn, tear_down);
  g_test_add("/widgets/ruler-view/no-number", Fixture, "nan", set_up, test_drawn, tear_down);
  return g_test_run();
}
