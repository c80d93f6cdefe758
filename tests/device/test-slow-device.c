/* A device whose every call works until it is stopped (the module fake-slow): calls that are cancelled, wait their turn, and
 * let go of arrays meanwhile. */
#include "core/backend/device.h"
#include "core/base/error.h"

static UlpDevice *open_device(void) {
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open("cuda:0", &error);
  g_assert_no_error(error);
  return device;
}

static UlpArray *upload(UlpDevice *device) {
  const float x = 1;
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_upload(device, ULP_FORMAT_FP32, &x, 1, NULL, &error);
  g_assert_no_error(error);
  return array;
}

/* Arrays alive on the device. */
static guint64 count_alive(UlpArray *array) {
  const UlpSumPlan plan = {.result = ULP_FORMAT_FP32};
  UlpSumRow row;
  g_autoptr(GError) error = NULL;
  ulp_array_sum(array, &plan, 0, 0, &row, NULL, &error);
  g_assert_no_error(error);
  return (guint64)row.bits;
}

/* ---- every call under one watch ---- */

static gboolean call_upload(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  const float x = 1;
  return ulp_device_upload(open_device(), ULP_FORMAT_FP32, &x, 1, watch, error) != NULL;
}

static gboolean call_place(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  g_autoptr(UlpInput) input = ulp_input_open("uniform:n=10", 1, 1, NULL, error);
  return ulp_device_place(open_device(), input, watch, error) != NULL;
}

static gboolean call_download(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  float x;
  return ulp_array_download(array, 0, 1, &x, watch, error);
}

static gboolean call_convert(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  const UlpConvertJob job = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  return ulp_array_convert(array, &job, NULL, watch, error) != NULL;
}

static gboolean call_sum(UlpArray *array, const UlpDeviceWatch *watch, GError **error) {
  const UlpSumPlan plan = {.result = ULP_FORMAT_FP32};
  UlpSumRow row;
  return ulp_array_sum(array, &plan, 0, 1, &row, watch, error);
}

static gboolean (*const calls[])(UlpArray *, const UlpDeviceWatch *,
                                 GError **) = {call_upload, call_place, call_download, call_convert, call_sum};

static gpointer cancel_soon(gpointer cancellable) {
  g_usleep(20000);
  g_cancellable_cancel(cancellable);
  return NULL;
}

/* Each call, stopped by another thread, says so and leaves nothing behind. */
static void assert_each_cancelled(UlpArray *array) {
  for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_autoptr(GError) error = NULL;
    const UlpDeviceWatch watch = {.cancellable = cancellable};
    GThread *canceller = g_thread_new("canceller", cancel_soon, cancellable);
    g_assert_false(calls[i](array, &watch, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    g_thread_join(canceller);
  }
}

static void test_cancelled(void) {
  g_autoptr(UlpArray) array = upload(open_device());
  assert_each_cancelled(array);
  g_assert_cmpuint(count_alive(array), ==, 1);
}

/* ---- while another call is inside ---- */

typedef struct {
  UlpArray *array;
  GCancellable *cancellable;
  gint inside;
} Holder;

static void note_inside(double fraction, gpointer data) { g_atomic_int_set(&((Holder *)data)->inside, 1); }

static gpointer hold_device(gpointer data) {
  Holder *holder = data;
  const UlpDeviceWatch watch = {holder->cancellable, note_inside, holder};
  call_sum(holder->array, &watch, NULL);
  return NULL;
}

static gpointer let_go(gpointer array) {
  ulp_array_unref(array);
  return NULL;
}

static void test_waiting(void) {
  enum { RELEASED = 8 };
  UlpDevice *device = open_device();
  g_autoptr(UlpArray) array = upload(device);
  UlpArray *released[RELEASED];
  for (guint i = 0; i < RELEASED; i++)
    released[i] = upload(device);
  g_assert_cmpuint(count_alive(array), ==, 1 + RELEASED);

  Holder holder = {array, g_cancellable_new(), 0};
  GThread *thread = g_thread_new("holder", hold_device, &holder);
  while (!g_atomic_int_get(&holder.inside))
    g_usleep(1000);
  GThread *releasing[RELEASED];
  for (guint i = 0; i < RELEASED; i++)
    releasing[i] = g_thread_new("releasing", let_go, released[i]);
  for (guint i = 0; i < RELEASED; i++)
    g_thread_join(releasing[i]);
  assert_each_cancelled(array);

  g_cancellable_cancel(holder.cancellable);
  g_thread_join(thread);
  g_object_unref(holder.cancellable);
  g_assert_cmpuint(count_alive(array), ==, 1);
}

/* Calls and releases of several threads: the module ends the program when two are inside at once. */
static gpointer use_device(gpointer data) {
  for (guint i = 0; i < 300; i++) {
    g_autoptr(UlpArray) array = upload(data);
    g_assert_cmpuint(count_alive(array), >=, 1);
  }
  return NULL;
}

static void test_threads(void) {
  UlpDevice *device = open_device();
  g_autoptr(UlpArray) array = upload(device);
  GThread *threads[4];
  for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
    threads[i] = g_thread_new("user", use_device, device);
  for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
    g_thread_join(threads[i]);
  g_assert_cmpuint(count_alive(array), ==, 1);
}

/* ---- memory ---- */

/* Inputs placed together are both there; one that takes the place of both frees both. */
static void test_memory_of_two(void) {
  UlpDevice *device = open_device();
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = upload(device);
  g_autoptr(UlpInput) one = ulp_input_open("uniform:n=20", 1, 1, NULL, &error);
  g_autoptr(UlpInput) two = ulp_input_open("uniform:n=20", 2, 1, NULL, &error);
  g_autoptr(UlpInput) three = ulp_input_open("uniform:n=20", 3, 1, NULL, &error);
  UlpInput *const inputs[] = {one, two};
  UlpArray *arrays[2];
  g_assert_true(ulp_device_place_all(device, inputs, 2, arrays, NULL, &error));
  ulp_array_unref(arrays[0]);
  ulp_array_unref(arrays[1]);
  g_assert_cmpuint(count_alive(array), ==, 3);
  ulp_array_unref(ulp_device_place(device, three, NULL, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(count_alive(array), ==, 2);
}

/* What does not fit is refused, and the input that was there has made room first. */
static void test_memory(void) {
  UlpDevice *device = open_device();
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = upload(device);
  g_autoptr(UlpInput) small = ulp_input_open("uniform:n=10", 1, 1, NULL, &error);
  g_autoptr(UlpInput) large = ulp_input_open("uniform:n=1001", 1, 1, NULL, &error);
  ulp_array_unref(ulp_device_place(device, small, NULL, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(count_alive(array), ==, 2);
  g_assert_null(ulp_device_place(device, large, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_cmpstr(error->message, ==, "cuda:0: not enough memory");
  g_assert_cmpuint(count_alive(array), ==, 1);
  g_clear_error(&error);
  ulp_array_unref(ulp_device_place(device, small, NULL, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(count_alive(array), ==, 2);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/slow-device/cancelled", test_cancelled);
  g_test_add_func("/slow-device/waiting", test_waiting);
  g_test_add_func("/slow-device/threads", test_threads);
  g_test_add_func("/slow-device/memory", test_memory);
  g_test_add_func("/slow-device/memory-of-two", test_memory_of_two);
  return g_test_run();
}
