/* Races by every kind of atomic addition that a device has, and sums whose kernels are not waited for. */
#include "tests/backend/agreement.h"

#include "core/number/format.h"
#include "core/sum/algorithm.h"

enum { N = 100003 };

static UlpSumPlan plan_of(const char *spec) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, &error);
  g_assert_no_error(error);
  return g_array_index(choices, UlpAlgorithmChoice, 0).plan;
}

static UlpArray *upload(const AgreementPair *pair, const float *x) {
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_upload(pair->device, ULP_FORMAT_FP32, x, N, NULL, &error);
  g_assert_no_error(error);
  return array;
}

static double sum(UlpArray *array, const UlpSumJob *job) {
  g_autoptr(GError) error = NULL;
  UlpSumRow row;
  ulp_array_run_sum(&(UlpArraySlice){array, 0, N}, job, &row, NULL, &error);
  g_assert_no_error(error);
  return ulp_bits_to_double(job->plan.result, row.bits);
}

static gboolean has(const AgreementPair *pair, const UlpSumJob *sum_job) {
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = *sum_job};
  const UlpFormat formats[ULP_JOB_INPUTS] = {ULP_FORMAT_FP32};
  g_autoptr(GError) error = NULL;
  const gboolean runs = ulp_device_supports(pair->device, &job, formats, &error);
  g_assert_true(runs || ulp_device_is_cpu(pair->device));
  return runs;
}

static const char *const races[] = {"unordered", "unordered-warps", "unordered-elements", "unordered-compensated",
                                    "unordered:acc=fp64"};

/* Whole numbers whose sums fp32 holds in any order: one is lost only where an addition is. BLOCK is too narrow and promises
 * nothing. */
static void test_whole_numbers(gconstpointer data) {
  const AgreementPair *pair = data;
  g_autofree float *x = g_new(float, N);
  double right = 0;
  for (guint i = 0; i < N; i++) {
    x[i] = (float)((int)(i * 7 % 201) - 60);
    right += (double)x[i];
  }
  g_autoptr(UlpArray) array = upload(pair, x);
  for (guint r = 0; r < G_N_ELEMENTS(races); r++)
    for (guint a = 0; a < ULP_N_ATOMICS; a++) {
      const UlpSumJob job = {.plan = plan_of(races[r]), .atomics = a};
      if (a != ULP_ATOMICS_BLOCK && has(pair, &job))
        g_assert_cmpfloat(sum(array, &job), ==, right);
    }
}

/* PTX ISA, red: additions of fp32 in global memory flush subnormal numbers; those in shared memory do not, nor does what is added
 * outside and swapped in. All sums here are exact: multiples of 2^-149 below 2^-126. */
static void test_subnormals(gconstpointer data) {
  const AgreementPair *pair = data;
  g_autofree float *x = g_new(float, N);
  double right = 0;
  for (guint i = 0; i < N; i++) {
    x[i] = 0x1p-149f * (float)(1 + i % 50);
    right += (double)x[i];
  }
  g_assert_cmpfloat(right, <, 0x1p-126);
  g_autoptr(UlpArray) array = upload(pair, x);
  for (guint a = 0; a < ULP_N_ATOMICS; a++) {
    const UlpSumJob job = {.plan = plan_of("unordered"), .atomics = a};
    const gboolean keeps = ulp_device_is_cpu(pair->device) || a == ULP_ATOMICS_SWAP || a == ULP_ATOMICS_SHARED;
    if (has(pair, &job))
      g_assert_cmpfloat(sum(array, &job), ==, keeps ? right : 0);
  }
}

/* The stream keeps the order of the kernels. */
static void test_queued(gconstpointer data) {
  static const char *const twins[] = {"seq-fp32", "pairwise", "fixed",      "warps",      "ordered-tail", "last-block",
                                      "tickets",  "kahan",    "kahan-tree", "descending", "exact"};
  const AgreementPair *pair = data;
  g_autofree float *x = g_new(float, N);
  for (guint i = 0; i < N; i++)
    x[i] = 1.0f / (float)(1 + i);
  g_autoptr(UlpArray) array = upload(pair, x);
  for (guint t = 0; t < G_N_ELEMENTS(twins); t++) {
    const UlpSumJob waited = {.plan = plan_of(twins[t])}, queued = {.plan = waited.plan, .queued = TRUE};
    g_assert_cmpfloat(sum(array, &queued), ==, sum(array, &waited));
  }
}

static void test_unknown(gconstpointer data) {
  const AgreementPair *pair = data;
  const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = plan_of("unordered"), .atomics = ULP_N_ATOMICS}};
  const UlpFormat formats[ULP_JOB_INPUTS] = {ULP_FORMAT_FP32};
  g_assert_false(ulp_device_supports(pair->device, &job, formats, NULL));
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(gconstpointer);
  } tests[] = {{"whole-numbers", test_whole_numbers},
               {"subnormals", test_subnormals},
               {"queued", test_queued},
               {"unknown", test_unknown}};
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GArray) pairs = agreement_devices();
  for (guint p = 0; p < pairs->len; p++)
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
      const AgreementPair *pair = &g_array_index(pairs, AgreementPair, p);
      g_autofree char *path = g_strdup_printf("/atomics/%s/%s", ulp_device_id(pair->device), tests[i].name);
      g_test_add_data_func(path, pair, tests[i].run);
    }
  return g_test_run();
}
