/* The Bits page: what is typed or flipped reaches every row, a wrong text changes nothing, nothing is clipped. */
#include "core/base/error.h"
#include "core/expression/expression.h"
#include "ui/pages/bits-detail.h"
#include "ui/pages/bits-page.h"
#include "ui/picture/bits-text.h"
#include "ui/pages/window.h"
#include "ui/widgets/style.h"

#include "../widgets/press.h"
#include "../widgets/widget-test.h"
#include "layout-check.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  GtkWidget *window, *widget;
  UlpBitsPage *page;
} Fixture;

static Fixture set_up(void) {
  Fixture f = {.widget = ulp_bits_page_new(&ulp_bits_start)};
  f.page = ULP_BITS_PAGE(f.widget);
  f.window = ulp_test_window(f.widget, 1100, 750);
  return f;
}

static void tear_down(Fixture *f) { ulp_test_assert_gone(f->window, f->widget); }

static const char *shown(Fixture *f, UlpFormat format, const char *name) {
  return gtk_label_get_text(GTK_LABEL(ulp_test_find_named(GTK_WIDGET(ulp_bits_page_get_row(f->page, format)), name)));
}

static UlpBitField *field(Fixture *f, UlpFormat format) {
  return ulp_bits_row_get_field(ulp_bits_page_get_row(f->page, format));
}

static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32, ULP_FORMAT_TF32, ULP_FORMAT_BF16,
                                    ULP_FORMAT_FP16, ULP_FORMAT_E5M2, ULP_FORMAT_E4M3}; /* the usual ones */

static void assert_bits(Fixture *f, const guint64 expected[G_N_ELEMENTS(formats)]) {
  for (guint index = 0; index < G_N_ELEMENTS(formats); index++) {
    const UlpFormat format = formats[index];
    g_assert_cmphex((guint64)ulp_bits_row_get_bits(ulp_bits_page_get_row(f->page, format)), ==, expected[index]);
    g_assert_cmphex((guint64)ulp_bit_field_get_bits(field(f, format)), ==, expected[index]);
    g_assert_cmphex(g_ascii_strtoull(shown(f, format, "hex"), NULL, 16), ==, expected[index]);
  }
}

static const guint64 tenth[] = {0x3fb999999999999a, 0x3dcccccd, 0x3dccc000, 0x3dcd, 0x2e66, 0x2e, 0x1d};
static const guint64 one[] = {0x3ff0000000000000, 0x3f800000, 0x3f800000, 0x3f80, 0x3c00, 0x3c, 0x38};
G_STATIC_ASSERT(G_N_ELEMENTS(tenth) == G_N_ELEMENTS(formats));

/* Beside the list of pages a window of 1280 pixels leaves so much for a row. */
static void test_rows_fit(void) {
  static const char *const values[] = {"0.1", "1e-40", "-1e-30", "nan"};
  Fixture f = set_up();
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    ulp_bits_page_set_text(f.page, values[i]);
    for (guint index = 0; index < G_N_ELEMENTS(formats); index++) {
      int width;
      gtk_widget_measure(GTK_WIDGET(ulp_bits_page_get_row(f.page, formats[index])), GTK_ORIENTATION_HORIZONTAL, -1,
                         &width, NULL, NULL, NULL);
      g_test_message("%s: %d", values[i], width);
      g_assert_cmpint(width, <=, 1070);
    }
  }
  tear_down(&f);
}

static void test_typing(void) {
  Fixture f = set_up();
  assert_bits(&f, tenth); /* at the start */
  ulp_bits_page_set_text(f.page, "1");
  assert_bits(&f, one);
  ulp_bits_page_set_text(f.page, "0.1");
  assert_bits(&f, tenth);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "exact"), ==, "0.1000000000000000055511151231257827021181583404541015625");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "value"), ==, "about 0.1");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "shortest"), ==, "0.1");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "significand"), ==, "1.6");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "error"), ==, "about +5.55112e-18 (+0.4 ulp)");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "ulp"), ==, "2⁻⁵⁶, about 1.38778e-17");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "class"), ==, "normal");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "exact"), ==, "0.1015625");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "sign"), ==, "+");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "significand"), ==, "1.625");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "power"), ==, "2⁻⁴");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "error"), ==, "+0.0015625 (+0.2 ulp)");
  tear_down(&f);
}

/* The value is that of the bits, not the shortest text that only this format would read back. */
static void test_values(void) {
  static const struct {
    const char *typed, *value, *error;
    UlpFormat format;
  } cases[] = {
      {"480", "512", "+32 (+0.5 ulp of 2⁶)", ULP_FORMAT_E5M2}, /* the middle of 448 and 512: to even */
      {"0.1", "0.0999755859375", "about -2.44141e-05 (-0.4 ulp)", ULP_FORMAT_FP16},
      {"0.1", "about 0.10000000149011612", "about +1.49012e-09 (+0.2 ulp)", ULP_FORMAT_FP32},
      {"65520", "65536", "+16 (+0.5 ulp of 2⁵)", ULP_FORMAT_TF32}, /* whose own ulp is 2^6 */
      {"-0.1", "-0.09375", "+0.00625 (+0.4 ulp)", ULP_FORMAT_E5M2},
      {"-1.7976931348623157e308", "about -1.7976931348623157e308", NULL, ULP_FORMAT_FP64},
  };
  Fixture f = set_up();
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    ulp_bits_page_set_text(f.page, cases[i].typed);
    g_assert_cmpstr(shown(&f, cases[i].format, "value"), ==, cases[i].value);
    if (cases[i].error)
      g_assert_cmpstr(shown(&f, cases[i].format, "error"), ==, cases[i].error);
  }
  const char *const which[][2] = {{"error", "at the typed value"}, {"ulp", "at the stored value"}};
  for (guint i = 0; i < G_N_ELEMENTS(which); i++) {
    GtkWidget *row = GTK_WIDGET(ulp_bits_page_get_row(f.page, ULP_FORMAT_FP32));
    GtkWidget *box = gtk_widget_get_parent(ulp_test_find_named(row, which[i][0]));
    g_assert_nonnull(strstr(gtk_widget_get_tooltip_text(box), which[i][1]));
  }
  tear_down(&f);
}

static void test_wrong_text(void) {
  static const char *const wrong[] = {"0.1x", "fp16:0x12345", "one", "2^2^99", " "};
  Fixture f = set_up();
  GtkLabel *message = GTK_LABEL(ulp_test_find_named(f.widget, "message"));
  g_autofree char *hint = g_strdup(gtk_label_get_text(message));
  g_assert_false(gtk_widget_has_css_class(GTK_WIDGET(message), "ulp-error"));
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpReal) real = ulp_expression_real(wrong[i], &error);
    ulp_bits_page_set_text(f.page, wrong[i]);
    assert_bits(&f, tenth);
    g_assert_null(real);
    g_assert_cmpstr(gtk_label_get_text(message), ==, error->message);
    g_assert_true(gtk_widget_has_css_class(GTK_WIDGET(message), "ulp-error"));
    g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, wrong[i]);
  }
  ulp_bits_page_set_text(f.page, ""); /* nothing typed yet is nothing wrong */
  assert_bits(&f, tenth);
  g_assert_false(gtk_widget_has_css_class(GTK_WIDGET(message), "ulp-error"));
  ulp_bits_page_set_text(f.page, "2-1");
  assert_bits(&f, one);
  g_assert_cmpstr(gtk_label_get_text(message), ==, hint);
  g_assert_false(gtk_widget_has_css_class(GTK_WIDGET(message), "ulp-error"));
  tear_down(&f);
}

/* A bit flipped in one row is typed, and the other rows round what that row now holds. */
static void test_flip(void) {
  Fixture f = set_up();
  ulp_bits_page_set_text(f.page, "1");
  ulp_bit_field_flip(field(&f, ULP_FORMAT_FP16), 0);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "1.0009765625");
  const guint64 above_one[] = {0x3ff0040000000000, 0x3f802000, 0x3f802000, 0x3f80, 0x3c01, 0x3c, 0x38};
  assert_bits(&f, above_one);

  const graphene_rect_t sign = ulp_bit_field_cell(field(&f, ULP_FORMAT_E4M3), 7);
  ulp_click(GTK_WIDGET(field(&f, ULP_FORMAT_E4M3)), sign.origin.x + 2, sign.origin.y + 2);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "-1");
  const guint64 minus_one[] = {0xbff0000000000000, 0xbf800000, 0xbf800000, 0xbf80, 0xbc00, 0xbc, 0xb8};
  assert_bits(&f, minus_one);

  gtk_widget_grab_focus(GTK_WIDGET(field(&f, ULP_FORMAT_FP64)));
  ulp_press(GTK_WIDGET(field(&f, ULP_FORMAT_FP64)), GDK_KEY_End, 0);
  ulp_press(GTK_WIDGET(field(&f, ULP_FORMAT_FP64)), GDK_KEY_space, 0);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "fp64:0xbff0000000000001");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "error"), ==, "about +2.22045e-16 (about +1.86265e-09 ulp)");
  tear_down(&f);
}

static void test_special_bits(void) {
  Fixture f = set_up();
  ulp_bits_page_set_text(f.page, "fp32:0x7f800001");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "class"), ==, "signalling NaN");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "class"), ==, "quiet NaN");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "error"), ==, "none");
  ulp_bit_field_flip(field(&f, ULP_FORMAT_FP32), 0); /* the last bit of a NaN makes infinity */
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "fp32:0x7f800000");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP16, "class"), ==, "infinity");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "class"), ==, "quiet NaN");
  ulp_bits_page_set_text(f.page, "-0");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E5M2, "hex"), ==, "0x80");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E5M2, "class"), ==, "zero");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E5M2, "error"), ==, "0 (exact)");
  tear_down(&f);
}

static void click_step(Fixture *f, UlpFormat format, gboolean up) {
  GtkWidget *row = GTK_WIDGET(ulp_bits_page_get_row(f->page, format));
  g_signal_emit_by_name(ulp_test_find(row, GTK_TYPE_BUTTON, up ? 0 : 1), "clicked");
}

static void test_steps(void) {
  Fixture f = set_up();
  ulp_bits_page_set_text(f.page, "1");
  click_step(&f, ULP_FORMAT_E4M3, TRUE);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "1.125");
  click_step(&f, ULP_FORMAT_E4M3, FALSE);
  click_step(&f, ULP_FORMAT_E4M3, FALSE);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "0.9375");
  ulp_bits_page_set_text(f.page, "65504");
  ulp_press(GTK_WIDGET(field(&f, ULP_FORMAT_FP16)), GDK_KEY_Up, GDK_CONTROL_MASK);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "fp16:0x7c00");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP64, "value"), ==, "inf");
  tear_down(&f);
}

static void test_rounding(void) {
  Fixture f = set_up();
  GtkDropDown *round = GTK_DROP_DOWN(ulp_test_find(f.widget, GTK_TYPE_DROP_DOWN, 0));
  GtkDropDown *profile = GTK_DROP_DOWN(ulp_test_find(f.widget, GTK_TYPE_DROP_DOWN, 1));
  ulp_bits_page_set_text(f.page, "65520");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP16, "hex"), ==, "0x7c00");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP16, "error"), ==, "overflow");
  gtk_drop_down_set_selected(profile, ULP_PROFILE_INDEX_SATURATE);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP16, "hex"), ==, "0x7bff");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "hex"), ==, "0x7e");
  gtk_drop_down_set_selected(profile, ULP_PROFILE_INDEX_IEEE);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_E4M3, "hex"), ==, "0x7f");
  gtk_drop_down_set_selected(round, ULP_ROUND_RZ);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP16, "hex"), ==, "0x7bff");
  ulp_bits_page_set_text(f.page, "0.1");
  gtk_drop_down_set_selected(round, ULP_ROUND_RD);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "hex"), ==, "0x3dcccccc");
  gtk_drop_down_set_selected(round, ULP_ROUND_RU);
  g_assert_cmpstr(shown(&f, ULP_FORMAT_TF32, "hex"), ==, "0x3dcce000");
  tear_down(&f);
}

/* Typed values, flips, steps and choices are undone one by one, and redone. */
static void test_undo(void) {
  Fixture f = set_up();
  GtkDropDown *round = GTK_DROP_DOWN(ulp_test_find(f.widget, GTK_TYPE_DROP_DOWN, 0));
  ulp_bits_page_set_text(f.page, "1");
  ulp_bit_field_flip(field(&f, ULP_FORMAT_FP16), 0);
  click_step(&f, ULP_FORMAT_FP16, TRUE);
  gtk_drop_down_set_selected(round, ULP_ROUND_RU);
  static const char *const back[] = {"1.001953125", "1.0009765625", "1", "0.1", "0.1"};
  for (guint i = 0; i < G_N_ELEMENTS(back); i++) {
    g_assert_true(gtk_widget_activate_action(f.widget, "page.undo", NULL));
    g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, back[i]);
    g_assert_cmpuint(gtk_drop_down_get_selected(round), ==, ULP_ROUND_RN);
  }
  assert_bits(&f, tenth);
  for (guint i = 0; i < 3; i++)
    gtk_widget_activate_action(f.widget, "page.redo", NULL);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "1.001953125");
  gtk_widget_activate_action(f.widget, "page.redo", NULL);
  g_assert_cmpuint(gtk_drop_down_get_selected(round), ==, ULP_ROUND_RU);
  tear_down(&f);
}

/* Hex, value, exponent and significand of a row are typed in its editor; what does not fit is said there. */
static void test_parts_typed(void) {
  static const struct {
    const char *entry, *text, *typed;
  } edits[] = {{"hex", "0x3c01", "1.0009765625"},
               {"hex", "4000", "2"},
               {"exponent", "-1", "0.5"},
               {"significand", "1+1/2", "0.75"},
               {"decimal", "1/3", "0.333251953125"},
               {"hex", "7e01", "fp16:0x7e01"}};
  Fixture f = set_up();
  gtk_widget_grab_focus(GTK_WIDGET(field(&f, ULP_FORMAT_FP16)));
  g_assert_true(gtk_widget_activate_action(f.widget, "page.edit", NULL));
  GtkWidget *edit = ulp_test_find_named(f.widget, "editor");
  for (guint i = 0; i < G_N_ELEMENTS(edits); i++) {
    GtkWidget *entry = ulp_test_find_named(edit, edits[i].entry);
    gtk_editable_set_text(GTK_EDITABLE(entry), edits[i].text);
    g_signal_emit_by_name(entry, "activate");
    g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, edits[i].typed);
  }
  GtkWidget *entry = ulp_test_find_named(edit, "hex");
  gtk_editable_set_text(GTK_EDITABLE(entry), "0x12345");
  g_signal_emit_by_name(entry, "activate");
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "fp16:0x7e01");
  g_assert_true(ulp_test_shows(edit, "expected at most 16 bits"));
  tear_down(&f);
}

/* Who stores infinity otherwise in the current row's format. */
static void test_who_disagrees(void) {
  Fixture f = set_up();
  UlpBitsDetail *detail = ULP_BITS_DETAIL(ulp_test_find(f.widget, ULP_TYPE_BITS_DETAIL, 0));
  ulp_bits_page_set_text(f.page, "inf");
  ulp_bits_detail_show(detail, "profiles");
  gtk_widget_grab_focus(GTK_WIDGET(field(&f, ULP_FORMAT_E5M2)));
  g_autoptr(UlpTable) table = ulp_bits_detail_get_table(detail);
  g_assert_cmpuint(ulp_table_n_rows(table), ==, 5); /* the chosen one and four that saturate */
  g_assert_cmpstr(ulp_table_cell(table, 3, 1).text, ==, "cuda");
  ulp_bits_page_set_text(f.page, "0.1");
  g_autoptr(UlpTable) agreed = ulp_bits_detail_get_table(detail);
  g_assert_cmpuint(ulp_table_n_rows(agreed), ==, 1);
  tear_down(&f);
}

/* What a bit stands for is said in a line, as the keyboard goes from bit to bit and as bits change, until another has the focus. */
static void test_pointed(void) {
  Fixture f = set_up();
  GtkLabel *line = GTK_LABEL(ulp_test_find_named(f.widget, "bit-words"));
  g_autofree char *hint = g_strdup(gtk_label_get_text(line));
  GtkWidget *fp16 = GTK_WIDGET(field(&f, ULP_FORMAT_FP16));
  gtk_widget_grab_focus(fp16);
  ulp_bit_field_set_cursor(ULP_BIT_FIELD(fp16), 9); /* of 0x2e66: 1.1001100110 * 2^-4 */
  g_assert_cmpstr(gtk_label_get_text(line), ==, "fp16: bit 9, significand, 1: weight 2^-5 = 0.03125");
  ulp_press(fp16, GDK_KEY_Right, 0);
  g_assert_true(g_str_has_prefix(gtk_label_get_text(line), "fp16: bit 8, significand, 0"));
  ulp_press(fp16, GDK_KEY_space, 0);
  g_assert_true(g_str_has_prefix(gtk_label_get_text(line), "fp16: bit 8, significand, 1"));
  gtk_widget_grab_focus(GTK_WIDGET(field(&f, ULP_FORMAT_BF16)));
  g_assert_true(g_str_has_prefix(gtk_label_get_text(line), "bf16: bit 15, sign"));
  gtk_widget_grab_focus(f.widget);
  g_assert_cmpstr(gtk_label_get_text(line), ==, hint);
  tear_down(&f);
}

/* The ruler below is of the current row and of a second format; a value that is taken there is typed. */
static void test_ruler(void) {
  Fixture f = set_up();
  UlpBitsDetail *detail = ULP_BITS_DETAIL(ulp_test_find(f.widget, ULP_TYPE_BITS_DETAIL, 0));
  g_assert_null(ulp_bits_detail_get_ruler(detail));
  while (!ulp_bits_detail_get_ruler(detail))
    gtk_widget_activate_action(f.widget, "page.next-part", NULL);
  UlpRulerView *view = ulp_bits_detail_get_ruler(detail);
  gtk_widget_grab_focus(GTK_WIDGET(field(&f, ULP_FORMAT_E4M3)));
  const UlpRulerPicture *picture = ulp_ruler_view_get_picture(view);
  g_assert_cmpuint(ulp_ruler_n_formats(picture->ruler), ==, 2);
  g_assert_true(ulp_ruler_format(picture->ruler, 0) == ULP_FORMAT_E4M3);
  g_assert_true(ulp_ruler_format(picture->ruler, 1) == ULP_FORMAT_FP16);
  ulp_press(GTK_WIDGET(view), GDK_KEY_period, 0);
  g_assert_true(ulp_test_shows(GTK_WIDGET(detail), "e4m3: 0.109375, 0x1e, 1 above what is stored"));
  ulp_press(GTK_WIDGET(view), GDK_KEY_Return, 0);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "e4m3:0x1e");
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "value"), ==, "0.109375");
  gtk_drop_down_set_selected(GTK_DROP_DOWN(ulp_test_find_named(f.widget, "beside")), ULP_INDEX_E4M3);
  g_assert_cmpuint(ulp_ruler_n_formats(ulp_ruler_view_get_picture(view)->ruler), ==, 1); /* one and the same */
  gtk_drop_down_set_selected(GTK_DROP_DOWN(ulp_test_find_named(f.widget, "beside")), ULP_INDEX_FP16);
  tear_down(&f);
}

static void test_rows_by_keyboard(void) {
  Fixture f = set_up();
  GtkWidget *fp32 = GTK_WIDGET(field(&f, ULP_FORMAT_FP32)), *tf32 = GTK_WIDGET(field(&f, ULP_FORMAT_TF32));
  gtk_widget_grab_focus(fp32);
  ulp_bit_field_set_cursor(ULP_BIT_FIELD(fp32), 29);
  g_assert_true(ulp_press(fp32, GDK_KEY_Down, 0));
  g_assert_true(gtk_widget_has_focus(tf32));
  g_assert_cmpuint(ulp_bit_field_get_cursor(ULP_BIT_FIELD(tf32)), ==, 29);
  ulp_press(tf32, GDK_KEY_Down, 0);
  g_assert_cmpuint(ulp_bit_field_get_cursor(field(&f, ULP_FORMAT_BF16)), ==, 13); /* the same place */
  gtk_widget_grab_focus(fp32);
  ulp_press(fp32, GDK_KEY_Up, 0);
  g_assert_true(gtk_widget_has_focus(GTK_WIDGET(field(&f, ULP_FORMAT_FP64))));
  tear_down(&f);
}

static void test_examples(void) {
  Fixture f = set_up();
  GtkWidget *chips = NULL;
  for (guint n = 0; (chips = ulp_test_find(f.widget, GTK_TYPE_BUTTON, n)); n++) {
    if (!gtk_widget_has_css_class(chips, "ulp-chip"))
      continue;
    g_signal_emit_by_name(chips, "clicked");
    g_assert_false(gtk_widget_has_css_class(ulp_test_find_named(f.widget, "message"), "ulp-error"));
  }
  g_assert_cmpstr(shown(&f, ULP_FORMAT_FP32, "class"), ==, "quiet NaN"); /* the last one */
  tear_down(&f);
}

/* --- other formats --- */

#define POSIT8 ULP_FORMAT_POSIT8
#define INTEGER8 ULP_FORMAT_INT(8)

/* A page of formats that are not shown at first: of 4 and 128 bits, without sign, a posit, two's complement. */
static void test_typed_formats(void) {
  const UlpFormat e2m1 = ULP_FORMAT_E2M1, e8m0 = ULP_FORMAT_E8M0, binary128 = ULP_FORMAT_FP128;
  const struct {
    const char *typed;
    UlpFormat format;
    const char *hex, *value, *sign, *significand, *power, *error, *ulp;
  } cases[] = {
      {"0.1", binary128, "0x3ffb999999999999999999999999999a", "about 0.1", "about +", "1.6", "2⁻⁴",
       "about +4.81482e-36 (+0.4 ulp)", "2⁻¹¹⁶, about 1.20371e-35"},
      {"-0.3333333333333333333333333333333333333333", binary128, "0xbffd5555555555555555555555555555",
       "about -0.3333333333333333333333333333333333", "about −", "1.3333333333333333333333333333333333", "2⁻²",
       "about +1.60494e-35 (about +0.333333 ulp)", "2⁻¹¹⁴, about 4.81482e-35"},
      {"1e-5000", binary128, "0x00000000000000000000000000000000", "0", "+", "0", "2⁻¹⁶³⁸²",
       "-1e-5000 (about -1.54436e-35 ulp)", "2⁻¹⁶⁴⁹⁴, about 6.47518e-4966"},
      {"2.5", e2m1, "0x4", "2", "+", "1", "2¹", "-0.5 (-0.5 ulp)", "2⁰ = 1"},
      {"0.5", e2m1, "0x1", "0.5", "+", "0.5", "2⁰", "0 (exact)", "2⁻¹ = 0.5"},
      {"1e309", e2m1, "0x7", "6", "+", "1.5", "2²", "about -1e+309 (about -5e+308 ulp)", "2¹ = 2"},
      {"0.1", e8m0, "0x7c", "0.125", "+", "1", "2⁻³", "+0.025 (+0.4 ulp of 2⁻⁴)", "2⁻³ = 0.125"},
      {"-1", e8m0, "0xff", "nan", "+", "NaN", "", "overflow", "–"},
      {"0.1", POSIT8, "0x25", "0.1015625", "+", "1.625", "2⁻⁴", "+0.0015625 (+0.2 ulp)", "2⁻⁷ = 0.0078125"},
      {"-100", INTEGER8, "0x9c", "-100", "−", "1.5625", "2⁶", "0 (exact)", "2⁰ = 1"},
      {"1000", INTEGER8, "0x7f", "127", "+", "1.984375", "2⁶", "-873 (-873 ulp)", "2⁰ = 1"},
  };
  const UlpBitsStart start = {"2.5", "fp128,e2m1,e8m0,posit8,int8"};
  Fixture f = {.widget = ulp_bits_page_new(&start)};
  f.page = ULP_BITS_PAGE(f.widget);
  f.window = ulp_test_window(f.widget, 1100, 750);
  g_assert_null(ulp_bits_page_get_row(f.page, ULP_FORMAT_FP16));
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "2.5");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const UlpFormat format = cases[i].format;
    ulp_bits_page_set_text(f.page, cases[i].typed);
    ulp_test_settle(f.widget);
    g_test_message("%s in %s", cases[i].typed, ulp_format_info(format)->id);
    g_assert_cmpstr(shown(&f, format, "hex"), ==, cases[i].hex);
    g_assert_cmpstr(shown(&f, format, "value"), ==, cases[i].value);
    g_assert_cmpstr(shown(&f, format, "sign"), ==, cases[i].sign);
    g_assert_cmpstr(shown(&f, format, "significand"), ==, cases[i].significand);
    g_assert_cmpstr(shown(&f, format, "power"), ==, cases[i].power);
    g_assert_cmpstr(shown(&f, format, "error"), ==, cases[i].error);
    g_assert_cmpstr(shown(&f, format, "ulp"), ==, cases[i].ulp);
    g_assert_cmpuint(ulp_layout_check(f.window), ==, 0);
  }
  /* A bit flipped there is typed like any other, in words that read back. */
  ulp_bits_page_set_text(f.page, "1");
  ulp_bit_field_flip(field(&f, binary128), 0);
  g_assert_cmpstr(ulp_bits_page_get_text(f.page), ==, "fp128:0x3fff0000000000000000000000000001");
  g_assert_cmpstr(shown(&f, binary128, "hex"), ==, "0x3fff0000000000000000000000000001");
  ulp_bits_page_set_text(f.page, "E2M1-noinf-NONAN:0x5");
  g_assert_cmpstr(shown(&f, INTEGER8, "value"), ==, "3");
  tear_down(&f);
}

/* --- texts --- */

static char *error_text(const char *typed, UlpFormat format) {
  g_autoptr(UlpReal) real = ulp_real_parse(typed, NULL);
  return ulp_bits_error_text(real, format, ulp_real_round(real, format, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static void test_error_texts(void) {
  static const struct {
    const char *typed, *expected;
    UlpFormat format;
  } cases[] = {
      {"1", "0 (exact)", ULP_FORMAT_E4M3},
      {"inf", "0 (exact)", ULP_FORMAT_FP16},
      {"inf", "overflow", ULP_FORMAT_E4M3}, /* which has no infinity */
      {"nan", "none", ULP_FORMAT_FP16},
      {"1e400", "overflow", ULP_FORMAT_FP64},
      {"1e6", "overflow", ULP_FORMAT_E4M3},
      {"17", "-1 (-0.5 ulp)", ULP_FORMAT_E4M3},
      {"-17", "+1 (+0.5 ulp)", ULP_FORMAT_E4M3},
      {"4.9e-324", "about +4.06565e-326 (about +0.00822896 ulp)", ULP_FORMAT_FP64},
      {"1e-400", "-1e-400 (about -2.02402e-77 ulp)", ULP_FORMAT_FP64},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = error_text(cases[i].typed, cases[i].format);
    g_assert_cmpstr(text, ==, cases[i].expected);
  }
  g_autoptr(UlpReal) huge = ulp_real_parse("1e309", NULL); /* less the largest double: 8.2e308, which is no double */
  g_autofree char *saturated = ulp_bits_error_text(huge, ULP_FORMAT_FP64, 0x7fefffffffffffff);
  g_assert_cmpstr(saturated, ==, "about -8.20231e+308 (about -4.1097e+16 ulp)");
  g_autoptr(UlpReal) million = ulp_real_parse("inf", NULL);
  g_autofree char *text = ulp_bits_error_text(million, ULP_FORMAT_FP16, 0x7bff);
  g_assert_cmpstr(text, ==, "saturated");
}

static void test_exact_texts(void) {
  static const struct {
    UlpFormat format;
    guint64 bits;
    const char *expected;
  } cases[] = {
      {ULP_FORMAT_FP16, 0x0001, "0.000000059604644775390625"}, /* 2^-24: seven zeros, so ... */
      {ULP_FORMAT_FP16, 0x8020, "-0.0000019073486328125"},     /* -2^-19: five zeros stay */
      {ULP_FORMAT_BF16, 0x0000, "0"},
      {ULP_FORMAT_FP32, 0x7f800000, "inf"},
      {ULP_FORMAT_E5M2, 0x7b, "57344"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = ulp_bits_exact_text(cases[i].format, cases[i].bits);
    g_assert_cmpstr(text, ==, i == 0 ? "5.9604644775390625e-8" : cases[i].expected);
  }
  g_autofree char *power = ulp_bits_exact_text(ULP_FORMAT_BF16, 0x8080); /* -2^-126 */
  g_assert_true(g_str_has_prefix(power, "-1.1754943508222875079687365372222456778186655567720875215087517062784172"));
  g_assert_true(g_str_has_suffix(power, "e-38"));
  g_autofree char *lines = ulp_bits_exact_lines(ULP_FORMAT_FP64, 1); /* 751 digits, point and e-324 */
  g_auto(GStrv) split = g_strsplit(lines, "\n", -1);
  g_assert_cmpuint(g_strv_length(split), ==, (751 + 1 + 5 + 63) / 64);
  for (guint i = 0; split[i]; i++)
    g_assert_cmpuint(strlen(split[i]), <=, 64);
}

static void test_parts(void) {
  static const struct {
    UlpFormat format;
    guint64 bits;
    const char *sign, *significand, *power, *meaning;
  } cases[] = {
      /* -192 = -1.5 * 2^7, stored exponents 134 and 1030 */
      {ULP_FORMAT_FP32, 0xc3400000, "−", "1.5", "2⁷", "stored exponent 134 - bias 127 = 7"},
      {ULP_FORMAT_FP64, 0xc068000000000000, "−", "1.5", "2⁷", "stored exponent 1030 - bias 1023 = 7"},
      {ULP_FORMAT_TF32, 0x3f802000, "+", "1.0009765625", "2⁰", "stored exponent 127 - bias 127 = 0"},
      {ULP_FORMAT_E4M3, 0x01, "+", "0.125", "2⁻⁶",
       "stored exponent 0: no hidden 1, the exponent is that of 1: 1 - bias 7 = -6"},
      {ULP_FORMAT_FP16, 0xfc00, "−", "∞", NULL, "exponent field all ones"},
      {ULP_FORMAT_E4M3, 0x7f, "+", "NaN", NULL, "exponent field all ones"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    UlpBitsParts parts = ulp_bits_parts(cases[i].format, cases[i].bits);
    g_assert_cmpstr(parts.sign, ==, cases[i].sign);
    g_assert_cmpstr(parts.significand, ==, cases[i].significand);
    g_assert_cmpstr(parts.power, ==, cases[i].power);
    g_assert_cmpstr(parts.exponent_meaning, ==, cases[i].meaning);
    ulp_bits_parts_clear(&parts);
  }
}

/* --- exports --- */

static void test_export(void) {
  Fixture f = set_up();
  g_autofree char *folder = g_dir_make_tmp("ulpscope-XXXXXX", NULL);
  g_autofree char *csv = g_build_filename(folder, "bits.csv", NULL),
                  *json = g_build_filename(folder, "bits.json", NULL);
  g_autofree char *nowhere = g_build_filename(folder, "none", "bits.csv", NULL), *text = NULL;
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_bits_page_export(f.page, "csv", csv, &error));
  g_assert_true(g_file_get_contents(csv, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "# number: 0.1\r\n"));
  g_assert_nonnull(strstr(text, "0x3dcccccd"));
  g_assert_nonnull(strstr(text, "0.1000000000000000055511151231257827021181583404541015625"));
  g_clear_pointer(&text, g_free);
  g_assert_true(ulp_bits_page_export(f.page, "json", json, &error));
  g_assert_true(g_file_get_contents(json, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "0x3fb999999999999a"));
  static const char *const pictures[][2] = {{"svg", "number: 0.1"}, {"png", "IHDR"}, {"pdf", "%PDF"}};
  g_autofree char *rows = NULL;
  gsize n_rows = 0;
  for (guint i = 0; i < 2 * G_N_ELEMENTS(pictures); i++) { /* of the rows, then of the ruler */
    const char *ending = pictures[i / 2][0], *has = pictures[i / 2][1];
    g_autofree char *name = g_strdup_printf("bits.%s", ending), *path = g_build_filename(folder, name, NULL),
                    *bytes = NULL;
    gsize length;
    ulp_bits_detail_show(ULP_BITS_DETAIL(ulp_test_find(f.widget, ULP_TYPE_BITS_DETAIL, 0)),
                         i % 2 ? "ruler" : "explained");
    ulp_bits_page_export(f.page, ending, path, &error);
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    g_assert_nonnull(memmem(bytes, length, has, strlen(has)));
    if (i % 2) /* the other picture */
      g_assert_false(length == n_rows && memcmp(bytes, rows, n_rows) == 0);
    g_free(rows);
    rows = g_steal_pointer(&bytes);
    n_rows = length;
    g_remove(path);
  }
  g_assert_false(ulp_bits_page_export(f.page, "csv", nowhere, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_OUTPUT);
  g_remove(csv);
  g_remove(json);
  g_rmdir(folder);
  tear_down(&f);
}

/* --- layout --- */

static void test_layout(void) {
  static const char *const texts[] = {"0.1",
                                      "-1.7976931348623157e308",
                                      "4.9e-324",
                                      "-2.2250738585072011e-308",
                                      "fp32:0x7f800001",
                                      "-inf",
                                      "0.3333333333333333333333333333333333333333",
                                      "0.1x",
                                      "-1234567.890123456789"};
  GdkDisplay *display = gdk_display_get_default();
  for (int dark = 0; dark < 2; dark++) {
    GtkWidget *window = ulp_window_new(NULL);
    ulp_style_set_dark(display, dark);
    gtk_widget_show(window);
    ulp_test_wait(ulp_test_is_mapped, window);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
      UlpBitsPage *page = ULP_BITS_PAGE(ulp_window_get_page(ULP_WINDOW(window)));
      ulp_bits_page_set_text(page, texts[i]);
      ulp_test_settle(window);
      g_assert_cmpint(gtk_widget_get_width(window), <=, 1280); /* less where the window has a border */
      g_assert_cmpint(gtk_widget_get_height(window), <=, 800);
      g_assert_cmpuint(ulp_layout_check(window), ==, 0);

      /* Three rows, and every bit of the widest format, are in sight without scrolling. */
      GtkWidget *third = GTK_WIDGET(ulp_bits_page_get_row(page, ULP_FORMAT_TF32));
      graphene_rect_t rect;
      g_assert_true(gtk_widget_compute_bounds(third, gtk_widget_get_parent(third), &rect));
      GtkWidget *scroller = gtk_widget_get_ancestor(third, GTK_TYPE_SCROLLED_WINDOW);
      g_assert_cmpfloat(rect.origin.y + rect.size.height, <=, gtk_widget_get_height(scroller));
      g_assert_true(gtk_widget_compute_bounds(
          GTK_WIDGET(ulp_bits_row_get_field(ulp_bits_page_get_row(page, formats[0]))), window, &rect));
      g_assert_cmpfloat(rect.origin.x + rect.size.width, <=, gtk_widget_get_width(window));
    }
    gtk_window_destroy(GTK_WINDOW(window));
  }
  ulp_style_set_dark(display, FALSE);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add_func("/pages/bits/typing", test_typing);
  g_test_add_func("/pages/bits/rows-fit", test_rows_fit);
  g_test_add_func("/pages/bits/values", test_values);
  g_test_add_func("/pages/bits/wrong-text", test_wrong_text);
  g_test_add_func("/pages/bits/flip", test_flip);
  g_test_add_func("/pages/bits/special-bits", test_special_bits);
  g_test_add_func("/pages/bits/steps", test_steps);
  g_test_add_func("/pages/bits/rounding", test_rounding);
  g_test_add_func("/pages/bits/undo", test_undo);
  g_test_add_func("/pages/bits/parts-typed", test_parts_typed);
  g_test_add_func("/pages/bits/who-disagrees", test_who_disagrees);
  g_test_add_func("/pages/bits/pointed", test_pointed);
  g_test_add_func("/pages/bits/ruler", test_ruler);
  g_test_add_func("/pages/bits/rows-by-keyboard", test_rows_by_keyboard);
  g_test_add_func("/pages/bits/examples", test_examples);
  g_test_add_func("/pages/bits/typed-formats", test_typed_formats);
  g_test_add_func("/pages/bits/error-texts", test_error_texts);
  g_test_add_func("/pages/bits/exact-texts", test_exact_texts);
  g_test_add_func("/pages/bits/parts", test_parts);
  g_test_add_func("/pages/bits/export", test_export);
  g_test_add_func("/pages/bits/layout", test_layout);
  return g_test_run();
}
