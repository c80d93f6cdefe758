/* The page of two values: the distance in words, operations digit by digit and in every rounding, tolerances, edits and undo. */
#include "ui/pages/pair-page.h"
#include "ui/pages/window.h"
#include "ui/widgets/style.h"

#include "../widgets/press.h"
#include "../widgets/widget-test.h"
#include "layout-check.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  GtkWidget *window, *widget;
  UlpPairPage *page;
  UlpPairInput *input;
} Fixture;

enum { ADD, SUBTRACT, MULTIPLY, DIVIDE, SQRT, FMA }; /* in the order of ulp_arithmetic_ids */

static void set_up(Fixture *f, gconstpointer data) {
  f->widget = ulp_pair_page_new();
  f->page = ULP_PAIR_PAGE(f->widget);
  f->input = ulp_pair_page_get_input(f->page);
  f->window = ulp_test_window(f->widget, 1120, 720);
}

static void tear_down(Fixture *f, gconstpointer data) { ulp_test_assert_gone(f->window, f->widget); }

static const UlpExpressionStep *step(Fixture *f) {
  return ulp_alignment_view_get_picture(ulp_pair_page_get_alignment(f->page))->step;
}

static GtkDropDown *choice(Fixture *f, guint index) {
  return GTK_DROP_DOWN(ulp_test_find(GTK_WIDGET(f->input), GTK_TYPE_DROP_DOWN, index));
}

static void assert_shows(Fixture *f, const char *text) {
  ulp_test_settle(f->widget);
  g_test_message("%s", text);
  g_assert_true(ulp_test_shows(f->widget, text));
}

/* 0.1 and 0.2 in fp32, 0x3dcccccd and 0x3e4ccccd, are 2^23 values apart, the first ulp being 2^-27: 0.1 / 2^-27 = 13421773. */
static void test_distance(Fixture *f, gconstpointer data) {
  assert_shows(f,
               "from a to b: steps in fp32 +8388608, difference about +0.1 (about +1.34218e+07 ulp at a), relative 1");
  ulp_pair_input_set_text(f->input, 0, "1");
  ulp_pair_input_set_text(f->input, 1, "1-2^-24");
  assert_shows(f,
               "from a to b: steps in fp32 -1, difference about -5.96046e-08 (-0.5 ulp at a), relative -5.96046e-08");
  ulp_pair_input_set_text(f->input, 1, "1");
  assert_shows(f, "no distance, both are the same value of fp32");
  ulp_pair_input_set_text(f->input, 1, "nan");
  assert_shows(f, "no distance, as one is NaN");
}

/* Exact arithmetic in e4m3: 0.1 is 0x1d = 13 * 2^-7, 0.2 is 13 * 2^-6; 39 * 2^-7 = 100111b has a tie in four digits. */
static void test_operations(Fixture *f, gconstpointer data) {
  gtk_drop_down_set_selected(choice(f, 0), ULP_INDEX_E4M3);
  g_assert_cmpstr(step(f)->operation, ==, "0.1015625 + 0.203125");
  g_assert_cmphex((guint)step(f)->rounding.stored, ==, 0x2a); /* 40 * 2^-7 = 0.3125 */
  ulp_pair_input_set_operation(f->input, SUBTRACT, ULP_ROUND_RN);
  g_assert_cmphex((guint)step(f)->rounding.stored, ==, 0x9d);
  ulp_pair_input_set_operation(f->input, ADD, ULP_ROUND_RZ);
  g_assert_cmphex((guint)step(f)->rounding.stored, ==, 0x29);      /* 36 * 2^-7 */
  g_assert_cmpstr(step(f)->operation, ==, "0.1015625 + 0.203125"); /* the numbers are stored as before */
  g_assert_nonnull(ulp_alignment_view_get_picture(ulp_pair_page_get_alignment(f->page))->alignment);

  ulp_pair_input_set_operation(f->input, FMA, ULP_ROUND_RN);
  ulp_pair_input_set_text(f->input, 2, "-0.5");
  g_assert_cmpstr(step(f)->operation, ==, "fma(0.1015625, 0.203125, -0.5)");
  ulp_pair_input_set_text(f->input, 1, "0");
  ulp_pair_input_set_operation(f->input, DIVIDE, ULP_ROUND_RN);
  g_assert_null(ulp_alignment_view_get_picture(ulp_pair_page_get_alignment(f->page))->alignment);
  g_assert_cmpuint(step(f)->rounding.exceptions, ==, ULP_EXCEPTION_DIVISION_BY_ZERO);
}

/* The third number is there for fma alone. */
static void test_third(Fixture *f, gconstpointer data) {
  GtkWidget *third = ulp_test_find(GTK_WIDGET(f->input), GTK_TYPE_ENTRY, 2);
  g_assert_false(gtk_widget_get_mapped(third));
  ulp_pair_input_set_operation(f->input, FMA, ULP_ROUND_RN);
  ulp_test_settle(f->widget);
  g_assert_true(gtk_widget_get_mapped(third));
}

static void test_roundings(Fixture *f, gconstpointer data) {
  ulp_pair_page_show(f->page, "roundings");
  ulp_pair_input_set_operation(f->input, MULTIPLY, ULP_ROUND_RN);
  assert_shows(f, "a * b");
  assert_shows(f, "up, toward +∞");
  g_assert_false(ulp_test_shows(f->widget, "sqrt(a)"));
}

static void type(Fixture *f, const char *name, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(ulp_test_find_named(f->widget, name)), text);
}

static void test_tolerances(Fixture *f, gconstpointer data) {
  ulp_pair_page_show(f->page, "distance");
  ulp_pair_input_set_text(f->input, 0, "1");
  ulp_pair_input_set_text(f->input, 1, "1.001");
  type(f, "rtol", "0.002");
  assert_shows(f, "within, in every format");
  type(f, "ulps", "1");
  assert_shows(f, "not within in some format");
  type(f, "ulps", "one");
  assert_shows(f, "Type numbers from 0 on");
  type(f, "ulps", "");
  assert_shows(f, "within, in every format");
}

/* Bits of either number are flipped in its row, and all of it is undone. */
static void test_edits(Fixture *f, gconstpointer data) {
  ulp_pair_input_set_text(f->input, 0, "1");
  UlpBitsRow *row = ulp_bits_list_get_row(ulp_pair_page_get_list(f->page, 0), ULP_FORMAT_FP32);
  ulp_bit_field_flip(ulp_bits_row_get_field(row), 22);
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 0).text, ==, "1.5");
  row = ulp_bits_list_get_row(ulp_pair_page_get_list(f->page, 1), ULP_FORMAT_FP32);
  ulp_bit_field_flip(ulp_bits_row_get_field(row), 31);
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 1).text, ==, "fp32:0xbe4ccccd");
  for (guint i = 0; i < 3; i++)
    gtk_widget_activate_action(f->widget, "page.undo", NULL);
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 0).text, ==, "0.1");
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 1).text, ==, "0.2");
  gtk_widget_activate_action(f->widget, "page.redo", NULL);
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 0).text, ==, "1");
}

static void test_wrong_text(Fixture *f, gconstpointer data) {
  ulp_pair_input_set_text(f->input, 1, "0.2x");
  g_assert_cmpstr(ulp_pair_input_get_typed(f->input, 1).text, ==, "0.2");
  assert_shows(f, "0.2x");
  assert_shows(f, "+8388608");
}

static void test_state(Fixture *f, gconstpointer data) {
  ulp_pair_input_set_text(f->input, 1, "1/3");
  ulp_pair_input_set_operation(f->input, DIVIDE, ULP_ROUND_RU);
  gtk_drop_down_set_selected(choice(f, 0), ULP_INDEX_BF16);
  g_autofree char *state = ulp_page_kind_pair.state(f->widget);
  GtkWidget *other = g_object_ref_sink(ulp_page_kind_pair.create(NULL));
  ulp_page_kind_pair.set_state(other, state);
  UlpPairInput *input = ulp_pair_page_get_input(ULP_PAIR_PAGE(other));
  g_assert_cmpstr(ulp_pair_input_get_typed(input, 1).text, ==, "1/3");
  g_assert_true(ulp_pair_input_get_format(input) == ULP_FORMAT_BF16);
  g_assert_cmpuint(ulp_pair_input_get_operation(input), ==, DIVIDE);
  g_assert_cmpuint(ulp_pair_input_get_round(input), ==, ULP_ROUND_RU);
  ulp_page_kind_pair.set_state(other, "what\nis\nthis\nnothing"); /* of another version */
  g_assert_cmpstr(ulp_pair_input_get_typed(input, 0).text, ==, "0.1");
  g_object_unref(other);
}

static void test_export(Fixture *f, gconstpointer data) {
  static const struct {
    const char *part, *format, *has;
  } cases[] = {{"operation", "svg", "number: 0.1"},        {"operation", "png", "IHDR"},
               {"operation", "csv", "shifted right by 1"}, {"roundings", "csv", "0x3e99999a"},
               {"distance", "json", "\"distance\""},       {"distance", "pdf", "%PDF"}};
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = g_strdup_printf("pair.%s", cases[i].format), *path = g_build_filename(folder, name, NULL),
                    *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize length;
    ulp_pair_page_show(f->page, cases[i].part);
    ulp_pair_page_export(f->page, cases[i].format, path, &error);
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &text, &length, NULL));
    g_assert_nonnull(memmem(text, length, cases[i].has, strlen(cases[i].has)));
    g_remove(path);
  }
  g_rmdir(folder);
}

static void test_layout(Fixture *f, gconstpointer data) {
  static const char *const parts[] = {"operation", "roundings", "distance"};
  GtkWidget *window = ulp_window_new(NULL);
  g_assert_true(ulp_window_show_page(ULP_WINDOW(window), "two-values", NULL));
  gtk_widget_show(window);
  ulp_test_wait(ulp_test_is_mapped, window);
  for (guint i = 0; i < 2 * G_N_ELEMENTS(parts); i++) {
    UlpPairPage *page = ULP_PAIR_PAGE(ulp_window_get_page(ULP_WINDOW(window)));
    ulp_style_set_dark(gdk_display_get_default(), i % 2);
    ulp_pair_page_show(page, parts[i / 2]);
    ulp_test_settle(window);
    g_assert_cmpint(gtk_widget_get_width(window), <=, 1280);
    g_assert_cmpint(gtk_widget_get_height(window), <=, 800);
    g_assert_cmpuint(ulp_layout_check(window), ==, 0);
  }
  ulp_style_set_dark(gdk_display_get_default(), FALSE);
  gtk_window_destroy(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add("/pages/pair/distance", Fixture, NULL, set_up, test_distance, tear_down);
  g_test_add("/pages/pair/operations", Fixture, NULL, set_up, test_operations, tear_down);
  g_test_add("/pages/pair/third", Fixture, NULL, set_up, test_third, tear_down);
  g_test_add("/pages/pair/roundings", Fixture, NULL, set_up, test_roundings, tear_down);
  g_test_add("/pages/pair/tolerances", Fixture, NULL, set_up, test_tolerances, tear_down);
  g_test_add("/pages/pair/edits", Fixture, NULL, set_up, test_edits, tear_down);
  g_test_add("/pages/pair/wrong-text", Fixture, NULL, set_up, test_wrong_text, tear_down);
  g_test_add("/pages/pair/state", Fixture, NULL, set_up, test_state, tear_down);
  g_test_add("/pages/pair/export", Fixture, NULL, set_up, test_export, tear_down);
  g_test_add("/pages/pair/layout", Fixture, NULL, set_up, test_layout, tear_down);
  return g_test_run();
}
