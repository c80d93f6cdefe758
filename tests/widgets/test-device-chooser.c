/* The device chooser: what is usable can be chosen, what is not says why. */
#include "core/base/error.h"
#include "ui/widgets/device-chooser.h"
#include "ui/widgets/style.h"

#include "tests/pages/contrast-check.h"
#include "widget-test.h"

#include <string.h>

static void count(UlpDeviceChooser *chooser, guint *n) { ++*n; }

/* `gpu_id` NULL: no GPU module; the reason makes the GPU unusable. */
static GPtrArray *devices(const char *gpu_id, const char *gpu_name, const char *reason) {
  static UlpDeviceEntry entries[2];
  entries[0] = (UlpDeviceEntry){.id = (char *)"cpu", .usable = TRUE};
  g_strlcpy(entries[0].info.name, "Some Processor", sizeof entries[0].info.name);
  entries[1] = (UlpDeviceEntry){.id = (char *)gpu_id, .usable = reason == NULL, .reason = (char *)reason};
  g_strlcpy(entries[1].info.name, gpu_name, sizeof entries[1].info.name);
  GPtrArray *array = g_ptr_array_new();
  g_ptr_array_add(array, &entries[0]);
  if (gpu_id)
    g_ptr_array_add(array, &entries[1]);
  return array;
}

typedef struct {
  GtkWidget *window, *widget;
  UlpDeviceChooser *chooser;
  GtkDropDown *drop_down;
  guint chosen;
} Fixture;

static Fixture set_up(GPtrArray *list) {
  Fixture f = {.widget = ulp_device_chooser_new()};
  f.chooser = ULP_DEVICE_CHOOSER(f.widget);
  f.window = ulp_test_window(f.widget, 300, 100);
  f.drop_down = GTK_DROP_DOWN(ulp_test_find(f.widget, GTK_TYPE_DROP_DOWN, 0));
  if (list) {
    ulp_device_chooser_set_devices(f.chooser, list);
    g_ptr_array_unref(list);
  }
  return f;
}

static void tear_down(Fixture *f) { ulp_test_assert_gone(f->window, f->widget); }

static void test_cpu_first(void) {
  Fixture f = set_up(NULL);
  g_autoptr(GError) error = NULL;
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cpu");
  g_assert_true(ulp_test_shows(f.widget, "CPU"));
  g_assert_true(ulp_device_chooser_choose(f.chooser, "cpu", &error));
  g_assert_false(ulp_device_chooser_choose(f.chooser, "cuda:7", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_cmpstr(error->message, ==, "device cuda:7: there is no such device");
  tear_down(&f);
}

static void test_usable(void) {
  Fixture f = set_up(devices("cuda:0", "NVIDIA H200", NULL));
  g_signal_connect(f.chooser, "chosen", G_CALLBACK(count), &f.chosen);
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cpu"); /* a GPU is never chosen by itself */
  g_assert_true(ulp_device_chooser_choose(f.chooser, "cuda", NULL));
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cuda:0");
  ulp_test_settle(f.widget);
  g_assert_true(ulp_test_shows(f.widget, "NVIDIA H200"));
  g_assert_true(ulp_device_chooser_choose(f.chooser, "cuda:0", NULL)); /* the same one */
  g_assert_cmpuint(f.chosen, ==, 1);
  gtk_drop_down_set_selected(f.drop_down, 0);
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cpu");
  g_assert_cmpuint(f.chosen, ==, 2);
  tear_down(&f);
}

static gboolean reason_shown(gpointer widget) { return ulp_test_shows(widget, "no NVIDIA driver"); }

static void test_unusable(void) {
  Fixture f = set_up(devices("cuda", "", "no NVIDIA driver"));
  g_autoptr(GError) error = NULL;
  g_signal_connect(f.chooser, "chosen", G_CALLBACK(count), &f.chosen);
  g_assert_false(ulp_device_chooser_choose(f.chooser, "cuda:0", &error));
  g_assert_cmpstr(error->message, ==, "device cuda:0: no NVIDIA driver");
  g_clear_error(&error);
  g_assert_false(ulp_device_chooser_choose(f.chooser, "tpu", &error));
  g_assert_cmpstr(error->message, ==, "device tpu: there is no such device");
  gtk_drop_down_set_selected(f.drop_down, 1); /* as the keyboard would */
  g_assert_cmpuint(gtk_drop_down_get_selected(f.drop_down), ==, 0);
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cpu");
  g_assert_cmpuint(f.chosen, ==, 0);

  ulp_device_chooser_popup(f.chooser);
  ulp_test_wait(reason_shown, f.widget);
  g_assert_true(ulp_test_shows(f.widget, "Some Processor"));
  for (guint n = 0; ulp_test_find(f.widget, GTK_TYPE_LABEL, n); n++) { /* a reason is there to be read */
    GtkWidget *label = ulp_test_find(f.widget, GTK_TYPE_LABEL, n);
    GdkRGBA colour;
    gtk_style_context_get_color(gtk_widget_get_style_context(label), &colour);
    g_assert_cmpfloat(ulp_contrast(colour, ulp_style_colour(label, "ulp_bg")) * (colour.alpha == 1), >=, 4.5);
  }
  tear_down(&f);
}

/* A device that is gone gives its place to the CPU. */
static void test_lost(void) {
  Fixture f = set_up(devices("cuda:0", "NVIDIA H200", NULL));
  ulp_device_chooser_choose(f.chooser, "cuda:0", NULL);
  g_signal_connect(f.chooser, "chosen", G_CALLBACK(count), &f.chosen);
  g_autoptr(GPtrArray) same = devices("cuda:0", "NVIDIA H200", NULL);
  ulp_device_chooser_set_devices(f.chooser, same);
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cuda:0");
  g_assert_cmpuint(f.chosen, ==, 0);
  g_autoptr(GPtrArray) none = devices(NULL, "", NULL);
  ulp_device_chooser_set_devices(f.chooser, none);
  g_assert_cmpstr(ulp_device_chooser_get_id(f.chooser), ==, "cpu");
  g_assert_cmpuint(f.chosen, ==, 1);
  tear_down(&f);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  ulp_style_install(gdk_display_get_default());
  g_test_add_func("/widgets/device-chooser/cpu-first", test_cpu_first);
  g_test_add_func("/widgets/device-chooser/usable", test_usable);
  g_test_add_func("/widgets/device-chooser/unusable", test_unusable);
  g_test_add_func("/widgets/device-chooser/lost", test_lost);
  return g_test_run();
}
