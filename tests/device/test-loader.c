/* What is said of a CUDA module that is missing, wrong, or whose device is lost. ULP_CUDA_MODULE names the module; without
 * it the module is looked for (loader-search.sh). */
#include "core/backend/device.h"
#include "core/backend/loader.h"
#include "core/base/error.h"

/* The one entry of the list beside the CPU, when no module can be used. */
static void assert_unusable(const char *reason) {
  g_autoptr(GPtrArray) entries = ulp_devices_list();
  g_assert_cmpuint(entries->len, ==, 2);
  const UlpDeviceEntry *cpu = g_ptr_array_index(entries, 0), *cuda = g_ptr_array_index(entries, 1);
  g_assert_true(cpu->usable);
  g_assert_cmpstr(cuda->id, ==, "cuda");
  g_assert_false(cuda->usable);
  g_assert_nonnull(strstr(cuda->reason, reason));

  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_device_open("cuda", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_nonnull(strstr(error->message, reason));
  g_assert_null(strchr(error->message, '\n'));
}

static void test_missing(void) { assert_unusable("ULP_CUDA_MODULE: the CUDA module cannot be loaded"); }
static void test_empty(void) { assert_unusable("ULP_CUDA_MODULE: the CUDA module cannot be loaded"); }
static void test_relative(void) { assert_unusable("ULP_CUDA_MODULE: found “fake-good.so”, expected an absolute path"); }
static void test_abi(void) { assert_unusable("interface 9999"); }

/* A stale module: a job has grown since, or a list has another order. */
static void test_job(void) {
  g_autofree char *reason = g_strdup_printf("is of another version: size of a job %u, expected %u",
                                            (guint)sizeof(UlpJob) + 8, (guint)sizeof(UlpJob));
  assert_unusable(reason);
}

static void test_lists(void) {
  assert_unusable("is of another version: lists “jobs: sum generate convert reduce”, expected “jobs: generate sum ");
}

static void test_none(void) { assert_unusable("not built or not installed"); }

static void assert_lost(const GError *error) {
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_cmpstr(error->message, ==, "cuda:0: lost in a test");
}

static void test_good(void) {
  g_autoptr(GPtrArray) entries = ulp_devices_list();
  g_assert_cmpuint(entries->len, ==, 3);
  const UlpDeviceEntry *first = g_ptr_array_index(entries, 1), *second = g_ptr_array_index(entries, 2);
  g_assert_cmpstr(first->id, ==, "cuda:0");
  g_assert_true(first->usable);
  g_assert_cmpstr(first->info.driver, ==, "1.2");
  g_assert_cmpint(g_str_has_suffix(first->info.name, " (ULP_CUDA_MODULE)"), ==, ulp_backend_cuda_named() != NULL);
  g_assert_cmpstr(second->id, ==, "cuda:1");
  g_assert_false(second->usable);
  g_assert_cmpstr(second->reason, ==, "this one is none");

  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_device_open("cuda:1", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_DEVICE);
  g_assert_cmpstr(error->message, ==, "cuda:1: this one is none");
  g_clear_error(&error);

  UlpDevice *device = ulp_device_open("cuda", &error);
  g_assert_no_error(error);
  g_assert_cmpstr(ulp_device_id(device), ==, "cuda:0");
  g_assert_cmpstr(ulp_device_info(device)->name, ==, first->info.name);
  g_assert_false(ulp_device_is_cpu(device));
  const float x = 1;
  UlpArray *array = ulp_device_upload(device, ULP_FORMAT_FP32, &x, 1, NULL, &error);
  g_assert_no_error(error);

  const UlpSumPlan plan = {.result = ULP_FORMAT_FP32}, simulated = {.merge = ULP_MERGE_SHUFFLED};
  g_assert_true(ulp_device_supports_plan(device, &plan, &error));
  g_assert_false(ulp_device_supports_plan(device, &simulated, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, "cuda:0: not on a fake");
  g_clear_error(&error);
  g_autofree char *both = ulp_devices_that_run(&plan);
  g_assert_cmpstr(both, ==, "cpu, cuda");

  UlpSumRow row;
  for (guint i = 0; i < 2; i++) {
    g_assert_false(ulp_array_sum(array, &plan, 0, 1, &row, NULL, &error));
    assert_lost(error);
    g_assert_null(row.device);
    g_clear_error(&error);
  }
  const UlpConvertJob job = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  g_assert_null(ulp_array_convert(array, &job, NULL, NULL, &error));
  assert_lost(error);
  g_clear_error(&error);
  ulp_array_unref(array);
  g_assert_null(ulp_device_open("cuda:0", &error));
  assert_lost(error);
  g_clear_error(&error);

  /* The CPU goes on. */
  g_assert_nonnull(ulp_device_open("cpu", &error));
  g_assert_no_error(error);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/loader/missing", test_missing);
  g_test_add_func("/loader/relative", test_relative);
  g_test_add_func("/loader/empty", test_empty);
  g_test_add_func("/loader/abi", test_abi);
  g_test_add_func("/loader/job", test_job);
  g_test_add_func("/loader/lists", test_lists);
  g_test_add_func("/loader/none", test_none);
  g_test_add_func("/loader/good", test_good);
  return g_test_run();
}
