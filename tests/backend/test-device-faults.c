/* Faults of the ABI, on every backend that can be used here: each is a code and a line, and the session goes on. */
#include "backend-calls.h"

#include "core/backend/backend-cpu.h"
#include "core/backend/loader.h"
#include "core/number/format.h"

#include <glib.h>

typedef Calls Fixture;

static void set_up(Fixture *fixture, gconstpointer backend) {
  UlpFault fault;
  fixture->backend = backend;
  fixture->session = fixture->backend->open(0, &fault);
  if (!fixture->session)
    g_error("%s", fault.message);
}

static void tear_down(Fixture *fixture, gconstpointer backend) { fixture->backend->close(fixture->session); }

static void assert_fault(const UlpFault *fault, UlpFaultCode code) {
  g_assert_cmpint(fault->code, ==, code);
  g_assert_cmpstr(fault->message, !=, "");
  g_assert_null(strchr(fault->message, '\n'));
  g_assert_true(g_utf8_validate(fault->message, -1, NULL));
}

static UlpHandle upload(Fixture *fixture, UlpFormat format, const void *data, guint64 count) {
  UlpFault fault;
  const UlpHandle handle = call_upload(fixture, format, data, count, NULL, &fault);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  g_assert_cmpuint(handle, !=, 0);
  return handle;
}

static const UlpSumPlan sequential = {
    .step = ULP_STEP_ADD_FP32, .shape = ULP_SHAPE_SEQUENTIAL, .merge = ULP_MERGE_NONE, .result = ULP_FORMAT_FP32};

/* The session still adds. */
static void assert_alive(Fixture *fixture) {
  const float data[] = {1, 2, 4};
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, data, 3);
  SumRow row;
  UlpFault fault;
  g_assert_true(call_sum(fixture, handle, &sequential, 0, 3, &row, NULL, &fault));
  g_assert_cmphex(row.bits, ==, 0x40e00000);
  fixture->backend->release(fixture->session, handle);
}

static void test_device_index(Fixture *fixture, gconstpointer data) {
  UlpFault fault;
  UlpDeviceInfo info;
  guint32 count = 0;
  g_assert_true(fixture->backend->probe(0, &count, &info, &fault));
  g_assert_cmpuint(count, >=, 1);
  g_assert_cmpstr(info.name, !=, "");
  g_assert_cmpstr(info.build, !=, "");
  g_assert_cmpuint(info.memory_bytes, >, 1 << 20);
  g_assert_false(fixture->backend->probe(count, &count, &info, &fault));
  assert_fault(&fault, ULP_FAULT_NO_DEVICE);
  g_assert_null(fixture->backend->open(count, &fault));
  assert_fault(&fault, ULP_FAULT_NO_DEVICE);
}

static void test_handles(Fixture *fixture, gconstpointer data) {
  const UlpConvertJob job = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  const float x = 1;
  SumRow row;
  UlpFault fault;
  float out;
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, &x, 1);
  fixture->backend->release(fixture->session, handle);
  const UlpHandle bad[] = {0, handle, 12345};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_assert_false(call_sum(fixture, bad[i], &sequential, 0, 1, &row, NULL, &fault));
    assert_fault(&fault, ULP_FAULT_INVALID);
    g_assert_null(row.device);
    g_assert_cmpuint(call_convert(fixture, bad[i], 0, 1, &job, NULL, NULL, &fault), ==, 0);
    assert_fault(&fault, ULP_FAULT_INVALID);
    g_assert_false(call_download(fixture, bad[i], 0, 1, &out, NULL, &fault));
    assert_fault(&fault, ULP_FAULT_INVALID);
    fixture->backend->release(fixture->session, bad[i]);
  }
  assert_alive(fixture);
}

static void test_slices(Fixture *fixture, gconstpointer data) {
  const float x[4] = {1, 2, 3, 4};
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, x, 4);
  const struct {
    guint64 offset, count;
    gboolean inside;
  } slices[] = {{0, 4, TRUE},
                {4, 0, TRUE},
                {2, 2, TRUE},
                {0, 5, FALSE},
                {5, 0, FALSE},
                {3, 2, FALSE},
                {1, G_MAXUINT64, FALSE},
                {G_MAXUINT64, 1, FALSE},
                {G_MAXUINT64, G_MAXUINT64, FALSE}};
  static const guint32 sums[] = {0x41200000, 0, 0x40e00000}; /* of the three that lie inside */
  UlpFault fault;
  float out[5];
  for (guint i = 0; i < G_N_ELEMENTS(slices); i++) {
    SumRow row;
    const bool done = call_download(fixture, handle, slices[i].offset, slices[i].count, out, NULL, &fault);
    g_assert_cmpint(done, ==, slices[i].inside);
    g_assert_cmpint(call_sum(fixture, handle, &sequential, slices[i].offset, slices[i].count, &row, NULL, &fault), ==,
                    slices[i].inside);
    if (slices[i].inside)
      g_assert_cmphex(row.bits, ==, sums[i]);
    else
      assert_fault(&fault, ULP_FAULT_INVALID);
  }
  assert_alive(fixture);
}

static void test_plans(Fixture *fixture, gconstpointer data) {
  const float x[3] = {1, 2, 3};
  const guint8 narrow[3] = {0};
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, x, 3);
  const UlpSumPlan bad[] = {
      {.step = ULP_N_STEPS, .result = ULP_FORMAT_FP32},
      {.shape = ULP_N_SHAPES, .result = ULP_FORMAT_FP32},
      {.merge = ULP_N_MERGES, .result = ULP_FORMAT_FP32},
      {.result = ULP_FORMAT_E4M3},
      {.order = ULP_N_ORDERS, .result = ULP_FORMAT_FP32},
      {.step = ULP_STEP_EXACT, .result = ULP_FORMAT_FP64},
      {.shape = ULP_SHAPE_UNORDERED, .result = ULP_FORMAT_FP64},
      {.merge = ULP_MERGE_TREE, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_PAIRWISE, .leaf = 0, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_PAIRWISE, .leaf = ULP_PLAN_MAX_LEAF + 1, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_TREE, .block = 0, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_TREE, .block = ULP_PLAN_MAX_BLOCK + 1, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_TREE, .block = 2 * ULP_PLAN_MAX_BLOCK, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_BLOCKS, .merge = ULP_MERGE_NONE, .block = 2, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_STRIDED, .merge = ULP_MERGE_TREE, .grid = 0, .block = 1, .result = ULP_FORMAT_FP32},
      {.shape = ULP_SHAPE_STRIDED,
       .merge = ULP_MERGE_TREE,
       .grid = ULP_PLAN_MAX_GRID + 1,
       .block = 1,
       .result = ULP_FORMAT_FP32},
  };
  SumRow row;
  UlpFault fault;
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_assert_false(call_sum(fixture, handle, &bad[i], 0, 3, &row, NULL, &fault));
    assert_fault(&fault, ULP_FAULT_INVALID);
  }
  const UlpHandle bytes = upload(fixture, ULP_FORMAT_E5M2, narrow, 3);
  g_assert_false(call_sum(fixture, bytes, &sequential, 0, 3, &row, NULL, &fault));
  assert_fault(&fault, ULP_FAULT_INVALID);
  assert_alive(fixture);
}

static void test_jobs(Fixture *fixture, gconstpointer data) {
  UlpFault fault;
  const float x = 1;
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, &x, 1);
  g_assert_cmpuint(call_upload(fixture, ULP_FORMAT_FP32, NULL, 1, NULL, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_INVALID);
  g_assert_cmpuint(call_upload(fixture, ULP_FORMAT_FP32, NULL, G_MAXUINT64, NULL, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_INVALID);
  g_assert_cmpuint(call_upload(fixture, ULP_N_FORMATS, &x, 1, NULL, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_INVALID);
  const UlpConvertJob jobs[] = {{ULP_N_FORMATS, ULP_ROUND_RN, ULP_PROFILE_IEEE},
                                {ULP_FORMAT_FP16, ULP_N_ROUNDS, ULP_PROFILE_IEEE},
                                {ULP_FORMAT_FP16, ULP_ROUND_RN, ULP_N_PROFILES}};
  for (guint i = 0; i < G_N_ELEMENTS(jobs); i++) {
    g_assert_cmpuint(call_convert(fixture, handle, 0, 1, &jobs[i], NULL, NULL, &fault), ==, 0);
    assert_fault(&fault, ULP_FAULT_INVALID);
  }
  const UlpGenerateJob generators[] = {{.generator = ULP_N_GENERATORS, .format = ULP_FORMAT_FP32, .count = 1},
                                       {.generator = ULP_N_GENERATORS, .format = ULP_FORMAT_FP32},
                                       {.generator = ULP_GENERATOR_TENTHS, .format = ULP_FORMAT_FP16, .count = 1}};
  for (guint i = 0; i < G_N_ELEMENTS(generators); i++) {
    g_assert_cmpuint(call_generate(fixture, &generators[i], NULL, &fault), ==, 0);
    assert_fault(&fault, ULP_FAULT_INVALID);
  }
  /* An array of nothing is an array. */
  const UlpGenerateJob nothing = {.generator = ULP_GENERATOR_TENTHS, .format = ULP_FORMAT_FP32};
  g_assert_cmpuint(call_generate(fixture, &nothing, NULL, &fault), !=, 0);
  g_assert_cmpuint(call_upload(fixture, ULP_FORMAT_FP32, NULL, 0, NULL, &fault), !=, 0);
  assert_alive(fixture);
}

/* The address sanitizer would rather end the program than give NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* More elements than any memory holds. */
static void test_memory(Fixture *fixture, gconstpointer data) {
  UlpFault fault;
  const guint64 counts[] = {G_GUINT64_CONSTANT(1) << 50, G_MAXUINT64 / 4, G_MAXUINT64};
  for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
    const UlpGenerateJob job = {.generator = ULP_GENERATOR_TENTHS, .format = ULP_FORMAT_FP64, .count = counts[i]};
    g_assert_cmpuint(call_generate(fixture, &job, NULL, &fault), ==, 0);
    assert_fault(&fault, ULP_FAULT_MEMORY);
    assert_alive(fixture);
  }
}

static bool stop(double fraction, void *calls) {
  g_assert_cmpfloat(fraction, >=, 0);
  g_assert_cmpfloat(fraction, <=, 1);
  (*(guint *)calls)++;
  return false;
}

static void test_cancelled(Fixture *fixture, gconstpointer data) {
  UlpFault fault;
  guint calls = 0;
  const UlpWatch watch = {stop, &calls};
  const UlpGenerateJob job = {.generator = ULP_GENERATOR_TENTHS, .format = ULP_FORMAT_FP32, .count = 1 << 24};
  g_assert_cmpuint(call_generate(fixture, &job, &watch, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_CANCELLED);
  const UlpHandle handle = call_generate(fixture, &job, NULL, &fault);
  SumRow row;
  calls = 0;
  g_assert_false(call_sum(fixture, handle, &sequential, 0, job.count, &row, &watch, &fault));
  assert_fault(&fault, ULP_FAULT_CANCELLED);
  g_assert_cmpuint(calls, ==, 1);

  const UlpConvertJob to_fp64 = {.to = ULP_FORMAT_FP64, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  g_assert_cmpuint(call_convert(fixture, handle, 0, job.count, &to_fp64, NULL, &watch, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_CANCELLED);
  g_autofree float *host = g_new0(float, job.count);
  g_assert_false(call_download(fixture, handle, 0, job.count, host, &watch, &fault));
  assert_fault(&fault, ULP_FAULT_CANCELLED);
  g_assert_cmpuint(call_upload(fixture, ULP_FORMAT_FP32, host, job.count, &watch, &fault), ==, 0);
  assert_fault(&fault, ULP_FAULT_CANCELLED);
  g_assert_cmpuint(calls, ==, 4);
  assert_alive(fixture);
}

/* Copies of several parts are whole. */
static void test_copies(Fixture *fixture, gconstpointer data) {
  UlpFault fault;
  const guint64 n = (1 << 24) + 3;
  g_autofree float *sent = g_new(float, n), *received = g_new0(float, n);
  for (guint64 i = 0; i < n; i++)
    sent[i] = (float)i;
  const UlpHandle handle = upload(fixture, ULP_FORMAT_FP32, sent, n);
  g_assert_true(call_download(fixture, handle, 1, n - 1, received, NULL, &fault));
  g_assert_cmpmem(sent + 1, (n - 1) * sizeof *sent, received, (n - 1) * sizeof *received);
}

static void skip(gconstpointer reason) { g_test_skip(reason); }

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(Fixture *, gconstpointer);
  } tests[] = {{"device-index", test_device_index},
               {"handles", test_handles},
               {"slices", test_slices},
               {"plans", test_plans},
               {"jobs", test_jobs},
               {"memory", test_memory},
               {"cancelled", test_cancelled},
               {"copies", test_copies}};
  g_test_init(&argc, &argv, NULL);
  const char *reason = NULL;
  const UlpBackend *backends[] = {ulp_backend_cpu(), ulp_backend_cuda(&reason)};
  UlpDeviceInfo info;
  UlpFault fault;
  guint32 count;
  if (backends[1] && !backends[1]->probe(0, &count, &info, &fault)) {
    reason = fault.message;
    backends[1] = NULL;
  }
  for (guint b = 0; b < G_N_ELEMENTS(backends) && backends[b]; b++) {
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
      g_autofree char *path = g_strdup_printf("/faults/%s/%s", backends[b]->id, tests[i].name);
      g_test_add(path, Fixture, backends[b], set_up, tests[i].run, tear_down);
    }
  }
  if (!backends[1])
    g_test_add_data_func("/faults/cuda", reason, skip);
  return g_test_run();
}
