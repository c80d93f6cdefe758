/* A power of two: the slider and the entry say the same; what is no power of two stays typed, and is no value. */
#include "core/base/param-power.h"
#include "ui/widgets/param-field.h"

static const UlpParam scale = {.id = "scale",
                               .type = ULP_PARAM_POWER,
                               .label = "Scale",
                               .help = "",
                               .default_text = "1",
                               .min = 1,
                               .max = 0x1p63L,
                               .unit = ""};

static GtkWidget *find(GtkWidget *widget, GType type) {
  if (G_TYPE_CHECK_INSTANCE_TYPE(widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find(child, type);
    if (found)
      return found;
  }
  return NULL;
}

static void assert_text(UlpParamField *field, const char *expected) {
  g_autofree char *text = ulp_param_field_value(field);
  g_assert_cmpstr(text, ==, expected);
}

static void test_field(void) {
  UlpParamField *field = g_object_ref_sink(ulp_param_field_new(&scale));
  GtkRange *slider = GTK_RANGE(find(GTK_WIDGET(field), GTK_TYPE_SCALE));
  assert_text(field, "1");
  gtk_range_set_value(slider, 10);
  assert_text(field, "1024");
  gtk_range_set_value(slider, 63);
  assert_text(field, "9223372036854775808");
  /* A text is set by way of an empty entry, which stands for the default. */
  static const struct {
    const char *text;
    double place;
  } typed[] = {{"2^16", 16}, {"3", 0}, {"", 0}, {"x", 0}, {"9223372036854775808", 63}, {"18446744073709551616", 0}};
  for (guint i = 0; i < G_N_ELEMENTS(typed); i++) {
    ulp_param_field_set_text(field, typed[i].text);
    g_assert_cmpfloat(gtk_range_get_value(slider), ==, typed[i].place);
    assert_text(field, *typed[i].text ? typed[i].text : "1");
  }
  g_object_unref(field);
}

/* Typed: the exponent, or the reason. */
static void test_values(void) {
  g_autoptr(UlpValues) values = ulp_values_new(&scale, 1);
  g_assert_cmpuint(ulp_values_power(values, "scale"), ==, 0);
  g_assert_true(ulp_values_set(values, "scale", "2^63", NULL));
  g_assert_cmpuint(ulp_values_power(values, "scale"), ==, 63);
  static const char *const wrong[] = {"0", "3", "0.5", "-2", "2^64", "1023", "x", ""};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_values_set(values, "scale", wrong[i], &error));
    g_assert_nonnull(strstr(error->message, "a power of two from 1 to 9223372036854775808"));
    g_assert_cmpuint(ulp_values_power(values, "scale"), ==, 63);
  }
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/widgets/param-power/field", test_field);
  g_test_add_func("/widgets/param-power/values", test_values);
  return g_test_run();
}
