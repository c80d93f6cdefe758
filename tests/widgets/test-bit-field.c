/* The bit field: geometry, flipping by click and by keyboard, stepping, words, colours. */
#include "ui/widgets/bit-field.h"
#include "ui/widgets/style.h"

#include "press.h"
#include "widget-test.h"

#include <math.h>
#include <string.h>

#define WIDTH 900

static void count(UlpBitField *field, guint *n) { ++*n; }

typedef struct {
  GtkWidget *window, *widget;
  UlpBitField *field;
  guint edits;
} Fixture;

static Fixture set_up(UlpFormat format, UlpBits bits) {
  Fixture f = {.widget = ulp_bit_field_new(format)};
  f.field = ULP_BIT_FIELD(f.widget);
  ulp_bit_field_set_bits(f.field, bits);
  f.window = ulp_test_window(f.widget, WIDTH, 60);
  return f;
}

static void tear_down(Fixture *f) { ulp_test_assert_gone(f->window, f->widget); }

static void click_bit(Fixture *f, guint bit) {
  const graphene_rect_t cell = ulp_bit_field_cell(f->field, bit);
  ulp_click(f->widget, cell.origin.x + cell.size.width / 2, cell.origin.y + cell.size.height / 2);
}

static void test_geometry(void) {
  float sign_x = 0, width = 0;
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat format = ulp_formats[index];
    const guint n = ulp_layout(format).container_bits;
    if (n > 64) /* wider ones take several lines */
      continue;
    Fixture f = set_up(format, 0);
    float right = 0;
    for (guint bit = n; bit-- > 0;) {
      const graphene_rect_t cell = ulp_bit_field_cell(f.field, bit);
      g_assert_cmpfloat(cell.origin.x, >=, right);
      right = cell.origin.x + cell.size.width;
      g_assert_cmpint(ulp_bit_field_bit_at(f.field, cell.origin.x + 1, cell.origin.y + 1), ==, bit);
      g_assert_cmpint(ulp_bit_field_bit_at(f.field, right - 1, cell.origin.y + cell.size.height - 1), ==, bit);
    }
    g_assert_cmpfloat(right, <=, gtk_widget_get_width(f.widget));
    g_assert_cmpint(ulp_bit_field_bit_at(f.field, 0, 0), ==, -1);
    g_assert_cmpint(ulp_bit_field_bit_at(f.field, right + 5, 8), ==, -1);

    /* Every format has its sign at the same place and cells of the same width. */
    const graphene_rect_t sign = ulp_bit_field_cell(f.field, n - 1);
    if (width > 0) {
      g_assert_cmpfloat(sign.origin.x, ==, sign_x);
      g_assert_cmpfloat(sign.size.width, ==, width);
    }
    sign_x = sign.origin.x;
    width = sign.size.width;
    tear_down(&f);
  }
}

static void test_gaps(void) {
  Fixture f = set_up(ULP_FORMAT_FP32, 0);
  const float cell = ulp_bit_field_cell(f.field, 0).size.width;
  /* sign | exponent 8 | significand 23, and between the hex digits: the distance to the next bit, less one cell */
  for (guint bit = 31; bit > 0; bit--) {
    const float gap = ulp_bit_field_cell(f.field, bit - 1).origin.x - ulp_bit_field_cell(f.field, bit).origin.x - cell;
    if (bit == 31 || bit == 23)
      g_assert_cmpfloat(gap, >=, 8);
    else if (bit % 4 == 0)
      g_assert_true(gap > 0 && gap < 8);
    else
      g_assert_cmpfloat(gap, ==, 0);
  }
  tear_down(&f);
}

static void test_click(void) {
  Fixture f = set_up(ULP_FORMAT_FP16, 0x3c00);
  g_signal_connect(f.field, "edited", G_CALLBACK(count), &f.edits);
  click_bit(&f, 15);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0xbc00);
  click_bit(&f, 0);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0xbc01);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 0);
  g_assert_cmpuint(f.edits, ==, 2);
  g_assert_true(gtk_widget_has_focus(f.widget));
  ulp_click(f.widget, WIDTH - 2, 8);  /* beside the cells */
  ulp_bit_field_set_bits(f.field, 0); /* not the user */
  g_assert_cmpuint(f.edits, ==, 2);
  tear_down(&f);
}

static void test_keyboard(void) {
  Fixture f = set_up(ULP_FORMAT_E4M3, 0x38); /* 1 */
  g_signal_connect(f.field, "edited", G_CALLBACK(count), &f.edits);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 7);
  g_assert_true(ulp_press(f.widget, GDK_KEY_Right, 0));
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 6);
  ulp_press(f.widget, GDK_KEY_space, 0);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x78);
  ulp_press(f.widget, GDK_KEY_End, 0);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 0);
  g_assert_true(ulp_press(f.widget, GDK_KEY_Right, 0)); /* stays, and does not leave the field */
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 0);
  ulp_press(f.widget, GDK_KEY_Return, 0);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x79);
  ulp_press(f.widget, GDK_KEY_Home, 0);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 7);
  g_assert_true(ulp_press(f.widget, GDK_KEY_Left, 0));
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 7);
  ulp_press(f.widget, GDK_KEY_Up, GDK_CONTROL_MASK);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x7a);
  ulp_press(f.widget, GDK_KEY_Down, GDK_CONTROL_MASK);
  ulp_press(f.widget, GDK_KEY_Down, GDK_CONTROL_MASK);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x78);
  g_assert_cmpuint(f.edits, ==, 5);
  tear_down(&f);
}

static void test_no_further(void) {
  Fixture f = set_up(ULP_FORMAT_FP16, 0x7c00);
  g_signal_connect(f.field, "edited", G_CALLBACK(count), &f.edits);
  ulp_bit_field_step(f.field, TRUE); /* beyond infinity there is nothing */
  g_assert_cmpuint(f.edits, ==, 0);
  ulp_bit_field_step(f.field, FALSE);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x7bff);
  ulp_bit_field_flip(f.field, 16); /* no such bit */
  g_assert_cmpuint(f.edits, ==, 1);
  tear_down(&f);
}

static void test_unused(void) {
  Fixture f = set_up(ULP_FORMAT_TF32, 0x3f800000);
  g_signal_connect(f.field, "edited", G_CALLBACK(count), &f.edits);
  click_bit(&f, 12);
  ulp_bit_field_flip(f.field, 0);
  g_assert_cmpuint(f.edits, ==, 0);
  ulp_press(f.widget, GDK_KEY_End, 0);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 13);
  click_bit(&f, 13);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x3f802000);
  g_autofree char *words = ulp_bit_field_describe(f.field, 12);
  g_assert_cmpstr(words, ==, "bit 12, unused");
  tear_down(&f);
}

static void test_words(void) {
  static const struct {
    guint bit;
    const char *words;
  } cases[] = {{63, "bit 63, sign, 1: 1 makes the value negative"},
               {62, "bit 62, exponent, 0: counts 1024 in the stored exponent"},
               {52, "bit 52, exponent, 1: counts 1 in the stored exponent"},
               {51, "bit 51, significand, 1: weight 2^-1 = 0.5"},
               {49, "bit 49, significand, 0: weight 2^-3 = 0.125"},
               {0, "bit 0, significand, 0: weight 2^-52, about 2.22045e-16"}};
  Fixture f = set_up(ULP_FORMAT_FP64, 0xbff8000000000000); /* -1.5 */
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *words = ulp_bit_field_describe(f.field, cases[i].bit);
    g_assert_cmpstr(words, ==, cases[i].words);
    ulp_bit_field_set_cursor(f.field, cases[i].bit);
    g_autofree char *label = g_strdup_printf("fp64: %s", cases[i].words);
    gtk_test_accessible_assert_property(GTK_ACCESSIBLE(f.widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
  }
  ulp_bit_field_flip(f.field, 0);
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(f.widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      "fp64: bit 0, significand, 1: weight 2^-52, about 2.22045e-16");
  gtk_test_accessible_assert_role(f.widget, GTK_ACCESSIBLE_ROLE_GROUP);
  tear_down(&f);
}

/* --- formats other than sign, exponent, significand --- */

#define POSIT8 ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0)
#define INTEGER8 ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 0, ULP_NAN_NONE, 0)

static UlpFormat format_of(const char *id) {
  UlpFormat format = 0;
  g_assert_true(ulp_format_from_id(id, &format, NULL));
  return format;
}

/* "sssee": s, e, m or . for each bit from the top. */
static char *fields(UlpBitField *field, guint n_bits) {
  GString *text = g_string_new(NULL);
  for (guint bit = n_bits; bit-- > 0;) {
    g_autofree char *words = ulp_bit_field_describe(field, bit);
    g_string_append_c(text, strstr(words, "sign,")      ? 's'
                            : strstr(words, "exponent") ? 'e'
                            : strstr(words, "unused")   ? '.'
                                                        : 'm');
  }
  return g_string_free(text, FALSE);
}

static void test_fields(void) {
  const struct {
    UlpFormat format;
    UlpBits bits;
    const char *fields;
  } cases[] = {
      {format_of("e2m1-noinf-nonan"), 0, "seem"},
      {format_of("e3m2-noinf-nonan"), 0, "seeemm"},
      {format_of("e8m0-noinf-onenan-nosubnormals-unsigned-nozero"), 0, "eeeeeeee"},
      {format_of("e8m10"), 0, ".............seeeeeeeemmmmmmmmmm"},
      {ULP_FORMAT_TF32, 0, "seeeeeeeemmmmmmmmmm............."},
      {INTEGER8, 0, "smmmmmmm"},
      {POSIT8, 0x40, "seeeemmm"}, /* regime 10, two exponent bits */
      {POSIT8, 0x01, "seeeeeee"}, /* all regime */
      {POSIT8, 0x7c, "seeeeeee"}, /* regime 111110, one exponent bit left */
      {POSIT8, 0x78, "seeeeeee"}, /* regime 11110 and exponent */
      {POSIT8, 0x70, "seeeeeem"}, /* regime 1110, exponent, one fraction bit */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture f = set_up(cases[i].format, cases[i].bits);
    g_autofree char *found = fields(f.field, ulp_layout(cases[i].format).container_bits);
    g_assert_cmpstr(found, ==, cases[i].fields);
    tear_down(&f);
  }
}

/* A bit that lengthens the regime moves the gap. */
static void test_posit(void) {
  Fixture f = set_up(POSIT8, 0x40); /* 0 10 00 000 */
  const float cell = ulp_bit_field_cell(f.field, 0).size.width;
  const float third = ulp_bit_field_cell(f.field, 3).origin.x, before = ulp_bit_field_cell(f.field, 2).origin.x;
  g_assert_cmpfloat(before - third - cell, >=, 8);
  ulp_bit_field_flip(f.field, 5); /* 0 110 00 00 */
  g_assert_cmpfloat(ulp_bit_field_cell(f.field, 2).origin.x - ulp_bit_field_cell(f.field, 3).origin.x - cell, <, 8);
  g_assert_cmpfloat(ulp_bit_field_cell(f.field, 1).origin.x - ulp_bit_field_cell(f.field, 2).origin.x - cell, >=, 8);
  tear_down(&f);
}

/* Bits above the width are not used either. */
static void test_unused_above(void) {
  Fixture f = set_up(format_of("e8m10"), 0); /* 19 of 32 bits */
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 18);
  ulp_bit_field_flip(f.field, 19);
  click_bit(&f, 31);
  ulp_press(f.widget, GDK_KEY_Home, 0);
  g_assert_cmpuint(ulp_bit_field_get_cursor(f.field), ==, 18);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0);
  ulp_press(f.widget, GDK_KEY_space, 0);
  g_assert_cmphex((guint64)ulp_bit_field_get_bits(f.field), ==, 0x40000);
  tear_down(&f);
}

/* 128 bits stand in two lines of 64, in cells as wide as those of every other format. */
static void test_two_lines(void) {
  Fixture narrow = set_up(ULP_FORMAT_FP16, 0);
  const graphene_rect_t sign = ulp_bit_field_cell(narrow.field, 15);
  tear_down(&narrow);
  Fixture f = set_up(format_of("e15m112"), (UlpBits)0x3fff << 112);
  int minimum;
  gtk_widget_measure(f.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint(minimum, <=, WIDTH);
  for (guint bit = 0; bit < 128; bit++) {
    const graphene_rect_t cell = ulp_bit_field_cell(f.field, bit);
    g_assert_cmpfloat(cell.size.width, ==, sign.size.width);
    g_assert_cmpfloat(cell.origin.x + cell.size.width, <=, gtk_widget_get_width(f.widget));
    g_assert_cmpfloat(cell.origin.y + cell.size.height, <=, gtk_widget_get_height(f.widget));
    g_assert_cmpint(ulp_bit_field_bit_at(f.field, cell.origin.x + 1, cell.origin.y + 1), ==, bit);
  }
  const graphene_rect_t top = ulp_bit_field_cell(f.field, 127), below = ulp_bit_field_cell(f.field, 63);
  g_assert_cmpfloat(top.origin.x, ==, sign.origin.x);
  g_assert_cmpfloat(below.origin.x, ==, top.origin.x);
  g_assert_cmpfloat(below.origin.y, >=, top.origin.y + top.size.height);
  click_bit(&f, 0);
  g_assert_true(ulp_bit_field_get_bits(f.field) == ((UlpBits)0x3fff << 112 | 1));
  g_autofree char *words = ulp_bit_field_describe(f.field, 112);
  g_assert_cmpstr(words, ==, "bit 112, exponent, 1: counts 1 in the stored exponent");
  tear_down(&f);
}

/* --- pixels --- */

static gboolean pixel_is(cairo_surface_t *surface, int x, int y, GdkRGBA colour) {
  const guint32 *row = (const guint32 *)(const void *)(cairo_image_surface_get_data(surface) +
                                                       (gsize)y * (gsize)cairo_image_surface_get_stride(surface));
  const float wanted[] = {colour.red, colour.green, colour.blue};
  for (int i = 0; i < 3; i++)
    if (fabsf((float)(row[x] >> (16 - 8 * i) & 0xff) - wanted[i] * 255) > 2)
      return FALSE;
  return TRUE;
}

/* The corner of a set bit is the field's strong colour, that of a clear one its pale colour, in both themes. */
static void test_colours(void) {
  GdkDisplay *display = gdk_display_get_default();
  Fixture f = set_up(ULP_FORMAT_FP32, 0xbfc00001); /* 1 01111111 1000... 1 */
  const struct {
    guint bit;
    const char *colour;
  } cells[] = {{31, "ulp_sign"},
               {30, "ulp_exponent_pale"},
               {23, "ulp_exponent"},
               {22, "ulp_significand"},
               {21, "ulp_significand_pale"}};
  ulp_bit_field_set_cursor(f.field, 0);
  for (int dark = 0; dark < 2; dark++) {
    ulp_style_set_dark(display, dark);
    ulp_test_settle(f.widget);
    cairo_surface_t *surface = ulp_test_picture(f.widget);
    for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
      const graphene_rect_t cell = ulp_bit_field_cell(f.field, cells[i].bit);
      g_assert_true(
          pixel_is(surface, (int)cell.origin.x, (int)cell.origin.y, ulp_style_colour(f.widget, cells[i].colour)));
    }
    cairo_surface_destroy(surface);
  }
  ulp_style_set_dark(display, FALSE);
  tear_down(&f);
}

static guint count_pixels(GtkWidget *widget, GdkRGBA colour) {
  ulp_test_settle(widget);
  cairo_surface_t *surface = ulp_test_picture(widget);
  guint n = 0;
  for (int y = 0; y < gtk_widget_get_height(widget); y++)
    for (int x = 0; x < gtk_widget_get_width(widget); x++)
      n += pixel_is(surface, x, y, colour);
  cairo_surface_destroy(surface);
  return n;
}

static void test_focus_ring(void) {
  Fixture f = set_up(ULP_FORMAT_FP16, 0);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *other = gtk_button_new();
  g_object_ref(f.widget);
  gtk_window_set_child(GTK_WINDOW(f.window), box);
  gtk_box_append(GTK_BOX(box), f.widget);
  gtk_box_append(GTK_BOX(box), other);
  g_object_unref(f.widget);
  const GdkRGBA accent = ulp_style_colour(f.widget, "ulp_accent");
  gtk_widget_grab_focus(other);
  g_assert_cmpuint(count_pixels(f.widget, accent), ==, 0);
  gtk_widget_grab_focus(f.widget);
  g_assert_cmpuint(count_pixels(f.widget, accent), >, 60); /* round one cell, two pixels wide */
  tear_down(&f);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add_func("/widgets/bit-field/geometry", test_geometry);
  g_test_add_func("/widgets/bit-field/gaps", test_gaps);
  g_test_add_func("/widgets/bit-field/click", test_click);
  g_test_add_func("/widgets/bit-field/keyboard", test_keyboard);
  g_test_add_func("/widgets/bit-field/no-further", test_no_further);
  g_test_add_func("/widgets/bit-field/unused", test_unused);
  g_test_add_func("/widgets/bit-field/words", test_words);
  g_test_add_func("/widgets/bit-field/fields", test_fields);
  g_test_add_func("/widgets/bit-field/posit", test_posit);
  g_test_add_func("/widgets/bit-field/unused-above", test_unused_above);
  g_test_add_func("/widgets/bit-field/two-lines", test_two_lines);
  g_test_add_func("/widgets/bit-field/colours", test_colours);
  g_test_add_func("/widgets/bit-field/focus-ring", test_focus_ring);
  return g_test_run();
}
