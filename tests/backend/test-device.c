/* Devices: names and reasons, inputs that stay where they were placed, calls that take turns. */
#include "core/backend/device.h"
#include "core/base/error.h"
#include "core/exact/exact.h"
#include "tests/input/npy-file.h"

#include <glib/gstdio.h>
#include <math.h>

static UlpDevice *open_cpu(void) {
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open("cpu", &error);
  g_assert_no_error(error);
  return device;
}

static UlpInput *open_input(const char *spec, guint64 seed) {
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, seed, 1, NULL, &error);
  g_assert_no_error(error);
  return input;
}

static UlpArray *place(UlpDevice *device, UlpInput *input) {
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_place(device, input, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_array_count(array), ==, ulp_input_count(input));
  return array;
}

static const UlpSumPlan sequential = {
    .step = ULP_STEP_ADD_FP64, .shape = ULP_SHAPE_SEQUENTIAL, .merge = ULP_MERGE_NONE, .result = ULP_FORMAT_FP64};

static void test_list(void) {
  g_autoptr(GPtrArray) entries = ulp_devices_list();
  g_assert_cmpuint(entries->len, >=, 2);
  const UlpDeviceEntry *cpu = g_ptr_array_index(entries, 0), *cuda = g_ptr_array_index(entries, 1);
  g_assert_cmpstr(cpu->id, ==, "cpu");
  g_assert_true(cpu->usable);
  g_assert_null(cpu->reason);
  g_assert_cmpint(cpu->info.multiprocessors, >=, 1);
  g_assert_true(g_str_has_prefix(cuda->id, "cuda"));
  g_assert_cmpint(cuda->usable, ==, cuda->reason == NULL);
}

static void test_names(void) {
  const char *const unknown[] = {"",        "gpu",      "cpu:0",           "CPU",  "cuda:", "cuda:x",
                                 "cuda:-1", "cuda:0x1", "cuda:4294967296", "cuda0"};
  for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_device_open(unknown[i], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, unknown[i]));
  }
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_device_open("cuda:4000", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_true(g_str_has_prefix(error->message, "cuda:4000: "));
}

static void test_shared(void) {
  UlpDevice *one = open_cpu();
  UlpDevice *other = open_cpu();
  g_assert_true(one == other);
  g_assert_cmpstr(ulp_device_id(one), ==, "cpu");
  g_assert_true(ulp_device_is_cpu(one));
  g_assert_cmpstr(ulp_device_info(one)->name, !=, "");
}

static UlpInput *open_stream(guint32 stream) {
  static const UlpParam params[] = {{"input", ULP_PARAM_INPUT, "", "", "uniform:n=1000", 0, 0, "", NULL}};
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  const UlpInputRun run = {.seed = 1, .stream = stream};
  UlpInput *input = ulp_input_open_spec(ulp_values_input(values, "input"), &run, NULL, NULL);
  g_assert_nonnull(input);
  return input;
}

static void test_place(void) {
  UlpDevice *device = open_cpu();
  g_autoptr(UlpInput) input = open_input("uniform:n=1000", 1), same = open_input("uniform:n=1000", 1);
  const struct {
    const char *spec;
    guint64 seed;
  } others[] = {
      {"uniform:n=1000", 2}, {"uniform:n=1001", 1}, {"uniform:n=1000:format=fp64", 1}, {"uniform-pm:n=1000", 1}};
  for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
    g_autoptr(UlpInput) other = open_input(others[i].spec, others[i].seed);
    g_autoptr(UlpArray) first = place(device, input), again = place(device, same), different = place(device, other);
    g_assert_true(first == again);
    g_assert_true(first != different);
    g_autoptr(UlpArray) back = place(device, input);
    g_assert_true(back != first);
  }
  /* The second input of a run draws from another stream of the same seed. */
  g_autoptr(UlpInput) second = open_stream(1), third = open_stream(2), second_again = open_stream(1);
  g_autoptr(UlpArray) of_second = place(device, second), kept = place(device, second_again);
  g_assert_true(of_second == kept);
  g_autoptr(UlpArray) of_third = place(device, third);
  g_assert_true(of_second != of_third);
  g_autoptr(UlpInput) one = open_input("constant:n=10:value=1", 1), two = open_input("constant:n=10:value=2", 1);
  g_autoptr(UlpArray) ones = place(device, one), twos = place(device, two);
  g_assert_true(ones != twos);
}

/* Inputs placed together stay together; those that a later call does not name are gone. */
static void test_place_all(void) {
  UlpDevice *device = open_cpu();
  g_autoptr(UlpInput) a = open_input("uniform:n=1000", 1), b = open_input("uniform:n=1000", 2);
  UlpInput *const both[] = {a, b}, *const back[] = {b, a}, *const twice[] = {a, a};
  UlpArray *arrays[2], *again[2], *same[2];
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_device_place_all(device, both, 2, arrays, NULL, &error));
  g_assert_true(ulp_device_place_all(device, back, 2, again, NULL, &error));
  g_assert_true(again[0] == arrays[1] && again[1] == arrays[0]);
  g_assert_true(ulp_device_place_all(device, twice, 2, same, NULL, &error));
  g_assert_true(same[0] == arrays[0] && same[1] == arrays[0]);
  g_autoptr(UlpArray) new_b = place(device, b);
  g_assert_true(new_b != arrays[1]);
  for (guint i = 0; i < 2; i++) {
    ulp_array_unref(arrays[i]);
    ulp_array_unref(again[i]);
    ulp_array_unref(same[i]);
  }
  /* One that cannot be made leaves nothing. */
  g_autoptr(UlpInput) huge = open_input("uniform:n=1099511627776", 1);
  UlpInput *const too_much[] = {a, huge};
  g_assert_false(ulp_device_place_all(device, too_much, 2, arrays, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_MEMORY);
  g_assert_null(arrays[0]);
}

/* Exact sums of slices, merged, are the exact sum of the whole; of magnitudes, that of |x|. */
static void test_add_exact(void) {
  UlpDevice *device = open_cpu();
  g_autoptr(UlpInput) input = open_input("normal:n=300007", 1);
  g_autoptr(UlpArray) array = place(device, input);
  g_autofree float *data = g_new(float, 300007);
  g_autoptr(GError) error = NULL;
  UlpExact parts, magnitudes, expected, of_magnitudes;
  ulp_exact_clear(&parts);
  ulp_exact_clear(&magnitudes);
  ulp_exact_clear(&expected);
  ulp_exact_clear(&of_magnitudes);
  g_assert_true(ulp_array_download(array, 0, 300007, data, NULL, &error));
  for (guint i = 0; i < 300007; i++) {
    ulp_exact_add(&expected, (double)data[i]);
    ulp_exact_add(&of_magnitudes, fabs((double)data[i]));
  }
  static const guint64 ends[] = {0, 1, 1000, 150001, 300007};
  for (guint i = 0; i + 1 < G_N_ELEMENTS(ends); i++) {
    g_assert_true(ulp_array_add_exact(array, FALSE, ends[i], ends[i + 1] - ends[i], &parts, NULL, &error));
    g_assert_true(ulp_array_add_exact(array, TRUE, ends[i], ends[i + 1] - ends[i], &magnitudes, NULL, &error));
  }
  g_autofree char *found = ulp_exact_to_decimal(&parts), *right = ulp_exact_to_decimal(&expected);
  g_autofree char *found_of_magnitudes = ulp_exact_to_decimal(&magnitudes);
  g_autofree char *right_of_magnitudes = ulp_exact_to_decimal(&of_magnitudes);
  g_assert_cmpstr(found, ==, right);
  g_assert_cmpstr(found_of_magnitudes, ==, right_of_magnitudes);
}

static void test_supports(void) {
  UlpDevice *device = open_cpu();
  g_autoptr(GError) error = NULL;
  UlpSumPlan plan = sequential;
  g_assert_true(ulp_device_supports_plan(device, &plan, &error));
  plan.merge = ULP_MERGE_TREE;
  g_assert_false(ulp_device_supports_plan(device, &plan, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, "cpu: a shape that has one partial has no merge");
  g_autofree char *devices = ulp_devices_that_run(&sequential), *none = ulp_devices_that_run(&plan);
  g_assert_true(g_str_has_prefix(devices, "cpu"));
  g_assert_cmpstr(none, ==, "");
}

/* Two readings of one file are one placed input. */
static void test_place_file(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-device-XXXXXX", NULL), *name = g_build_filename(folder, "x.csv", NULL);
  g_assert_true(g_file_set_contents(name, "1\n2\n3\n", -1, NULL));
  UlpDevice *device = open_cpu();
  g_autoptr(UlpInput) input = open_input(name, 1), same = open_input(name, 1);
  g_assert_true(g_file_set_contents(name, "1\n2\n4\n", -1, NULL));
  g_autoptr(UlpInput) changed = open_input(name, 1);
  g_autoptr(UlpArray) first = place(device, input), again = place(device, same), different = place(device, changed);
  g_assert_true(first == again);
  g_assert_true(first != different);
  UlpSumRow row;
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_array_sum(different, &sequential, 0, 3, &row, NULL, &error));
  g_assert_cmphex((guint64)row.bits, ==, 0x401c000000000000); /* 7 */

  /* The hash that tells files apart was made while they were read; placing another one is work, which can be cancelled. */
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  const UlpDeviceWatch watch = {cancellable, NULL, NULL};
  g_cancellable_cancel(cancellable);
  g_assert_null(ulp_device_place(device, input, &watch, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_remove(name);
  g_rmdir(folder);
}

/* The same bytes as elements of another format, or as half as many wider ones, are another input. */
static void test_place_same_bytes(void) {
  static const guint64 words[] = {0x4000000040000000, 0x4040000040400000}; /* fp32: 2, 2, 3, 3; fp64: above 2 and 32 */
  GByteArray *files[] = {
      npy_file(1, NPY_DICTIONARY("<f4", "False", "(4,)"), words, sizeof words),
      npy_file(1, NPY_DICTIONARY("<f8", "False", "(2,)"), words, sizeof words),
      npy_file(1, NPY_DICTIONARY("<i4", "False", "(4,)"), words, sizeof words),
  };
  static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64, ULP_FORMAT_INT(32)};
  g_autofree char *folder = g_dir_make_tmp("ulp-device-XXXXXX", NULL);
  UlpDevice *device = open_cpu();
  UlpInput *inputs[G_N_ELEMENTS(files)];
  UlpArray *arrays[G_N_ELEMENTS(files)];
  g_autoptr(GError) error = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *name = g_strdup_printf("%s/%u.npy", folder, i);
    g_assert_true(g_file_set_contents(name, (const char *)files[i]->data, files[i]->len, NULL));
    inputs[i] = open_input(name, 1);
    g_assert_cmpstr(ulp_input_hash(inputs[i], NULL), ==, ulp_input_hash(inputs[0], NULL));
    g_remove(name);
  }
  g_assert_true(ulp_device_place_all(device, inputs, G_N_ELEMENTS(inputs), arrays, NULL, &error));
  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_assert_true(ulp_array_format(arrays[i]) == formats[i]);
    g_assert_cmpuint(ulp_array_count(arrays[i]), ==, i == 1 ? 2 : 4);
    ulp_array_unref(arrays[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autoptr(UlpArray) alone = place(device, inputs[i]);
    g_assert_true(ulp_array_format(alone) == formats[i]);
    ulp_input_unref(inputs[i]);
    g_byte_array_unref(files[i]);
  }
  g_rmdir(folder);
}

static void test_faults(void) {
  UlpDevice *device = open_cpu();
  const double x[] = {1, 2};
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = ulp_device_upload(device, ULP_FORMAT_FP64, x, 2, NULL, &error);
  g_assert_no_error(error);
  UlpSumRow row;
  g_assert_false(ulp_array_sum(array, &sequential, 1, 2, &row, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_true(g_str_has_prefix(error->message, "cpu: "));
  g_assert_null(row.device);
  g_clear_error(&error);
  g_assert_true(ulp_array_sum(array, &sequential, 0, 2, &row, NULL, &error));
  g_assert_cmphex((guint64)row.bits, ==, 0x4008000000000000); /* 3 */
}

/* ---- two threads ---- */

typedef struct {
  UlpArray *array;
  GCancellable *cancellable;
  GMutex lock;
  GCond inside;
  gboolean entered, release;
} Turn;

/* Stays inside the device until the test lets go. */
static void hold(double fraction, gpointer data) {
  Turn *turn = data;
  g_mutex_lock(&turn->lock);
  turn->entered = TRUE;
  g_cond_broadcast(&turn->inside);
  while (!turn->release)
    g_cond_wait(&turn->inside, &turn->lock);
  g_mutex_unlock(&turn->lock);
}

static gpointer hold_device(gpointer data) {
  Turn *turn = data;
  const UlpDeviceWatch watch = {NULL, hold, turn};
  UlpSumRow row;
  return GUINT_TO_POINTER(ulp_array_sum(turn->array, &sequential, 0, ulp_array_count(turn->array), &row, &watch, NULL));
}

static gpointer cancel_soon(gpointer cancellable) {
  g_usleep(30000);
  g_cancellable_cancel(cancellable);
  return NULL;
}

/* While one thread is inside, another's call waits and can be cancelled, and a release does not wait. */
static void test_turns(void) {
  UlpDevice *device = open_cpu();
  g_autoptr(UlpInput) input = open_input("tenths:n=1000000", 1);
  const double x[] = {1, 2};
  g_autoptr(GError) error = NULL;
  UlpArray *released = ulp_device_upload(device, ULP_FORMAT_FP64, x, 2, NULL, &error);
  g_autoptr(UlpArray) waiting = ulp_device_upload(device, ULP_FORMAT_FP64, x, 2, NULL, &error);
  g_autoptr(UlpArray) array = place(device, input);
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  Turn turn = {.array = array};
  GThread *holder = g_thread_new("holder", hold_device, &turn);
  g_mutex_lock(&turn.lock);
  while (!turn.entered)
    g_cond_wait(&turn.inside, &turn.lock);
  g_mutex_unlock(&turn.lock);

  ulp_array_unref(released);
  GThread *canceller = g_thread_new("canceller", cancel_soon, cancellable);
  const UlpDeviceWatch watch = {cancellable, NULL, NULL};
  UlpSumRow row;
  g_assert_false(ulp_array_sum(waiting, &sequential, 0, 2, &row, &watch, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_thread_join(canceller);

  g_mutex_lock(&turn.lock);
  turn.release = TRUE;
  g_cond_broadcast(&turn.inside);
  g_mutex_unlock(&turn.lock);
  g_assert_true(GPOINTER_TO_UINT(g_thread_join(holder)));
  g_clear_error(&error);
  g_assert_true(ulp_array_sum(waiting, &sequential, 0, 2, &row, NULL, &error));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/device/list", test_list);
  g_test_add_func("/device/names", test_names);
  g_test_add_func("/device/shared", test_shared);
  g_test_add_func("/device/place", test_place);
  g_test_add_func("/device/place-all", test_place_all);
  g_test_add_func("/device/add-exact", test_add_exact);
  g_test_add_func("/device/supports", test_supports);
  g_test_add_func("/device/place-file", test_place_file);
  g_test_add_func("/device/place-same-bytes", test_place_same_bytes);
  g_test_add_func("/device/faults", test_faults);
  g_test_add_func("/device/turns", test_turns);
  return g_test_run();
}
