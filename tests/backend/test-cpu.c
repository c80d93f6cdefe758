/* The CPU backend's arrays, conversions, faults, progress and cancellation. */
#include "tests/backend/cpu-fixture.h"

#include "core/array/packing.h"
#include "core/input/input.h"

static const UlpSumPlan sequential = {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32};

/* -- device and arrays -------------------------------------------------------------------------------------------- */

static void test_device(void) {
  const UlpBackend *backend = ulp_backend_cpu();
  UlpDeviceInfo info;
  UlpFault fault;
  uint32_t count = 0;
  g_assert_cmpuint(backend->version.abi, ==, ULP_BACKEND_ABI);
  g_assert_cmpuint(backend->version.job_size, ==, sizeof(UlpJob));
  g_assert_cmpstr(backend->id, ==, "cpu");
  g_assert_true(backend->probe(0, &count, &info, &fault));
  g_assert_cmpuint(count, ==, 1);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  g_assert_cmpstr(fault.message, ==, "");
  g_assert_cmpuint(strlen(info.name), >, 0);
  g_assert_cmpint(info.multiprocessors, >=, 1);
  g_assert_cmpuint(info.memory_bytes, >, 0);
  g_assert_false(backend->probe(1, &count, &info, &fault));
  g_assert_cmpuint(count, ==, 1);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NO_DEVICE);
  g_assert_null(backend->open(1, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NO_DEVICE);
  g_assert_cmpuint(strlen(fault.message), >, 0);
}

static void test_arrays(void) {
  static const guint16 data[] = {1, 2, 3, 4, 5};
  guint16 out[3] = {0};
  UlpFault fault;
  Cpu cpu = cpu_open_session();
  const UlpHandle empty = cpu_upload_array(&cpu, ULP_FORMAT_FP16, NULL, 0);
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP16, data, 5);
  g_assert_true(call_download(&cpu, empty, 0, 0, NULL, NULL, &fault));
  g_assert_true(call_download(&cpu, array, 2, 3, out, NULL, &fault));
  g_assert_cmpmem(out, sizeof out, data + 2, sizeof out);
  g_assert_true(call_download(&cpu, array, 5, 0, out, NULL, &fault));
  g_assert_false(call_download(&cpu, array, 3, 3, out, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  g_assert_false(call_download(&cpu, array, G_MAXUINT64, 2, out, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  cpu.backend->release(cpu.session, array);
  g_assert_false(call_download(&cpu, array, 0, 1, out, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  g_assert_cmpuint(cpu_upload_array(&cpu, ULP_FORMAT_FP16, data, 5), !=, array); /* handles do not come back */
  cpu_close_session(&cpu);
}

static void test_generate(void) {
  const UlpGenerateJob job = cpu_uniform(300001);
  g_autofree float *found = g_new(float, job.count), *expected = g_new(float, job.count);
  UlpFault fault;
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_generate_array(&cpu, &job);
  g_assert_true(call_download(&cpu, array, 0, job.count, found, NULL, &fault));
  ulp_generate(&job, 0, job.count, expected);
  g_assert_cmpmem(found, job.count * sizeof *found, expected, job.count * sizeof *expected);
  cpu_close_session(&cpu);
}

static void test_convert(void) {
  enum { COUNT = 70001 };
  const UlpFormat from = ULP_FORMAT_FP32;
  g_autofree guint32 *in = g_new(guint32, COUNT);
  g_autofree UlpBits *out = g_new(UlpBits, COUNT);
  UlpFault fault;
  double seconds;
  Cpu cpu = cpu_open_session();
  for (guint32 i = 0; i < COUNT; i++)
    in[i] = i * 2654435761u; /* Knuth's multiplicative hash: all kinds of patterns */
  const UlpHandle array = cpu_upload_array(&cpu, from, in, COUNT);
  for (guint index = 0; index < ULP_N_FORMATS; index++) {
    const UlpFormat to = ulp_formats[index];
    for (guint mode = 0; mode < ULP_N_ROUNDS + ULP_N_PROFILES; mode++) {
      const UlpConvertJob job = {.to = to,
                                 .round = mode % ULP_N_ROUNDS,
                                 .profile = ulp_profiles[mode % ULP_N_PROFILES],
                                 .random_bits = 1 + mode,
                                 .seed = mode};
      const UlpHandle converted = call_convert(&cpu, array, 0, COUNT, &job, &seconds, NULL, &fault);
      g_assert_cmpuint(converted, !=, 0);
      g_assert_cmpfloat(seconds, >, 0.0);
      g_assert_true(call_download(&cpu, converted, 0, COUNT, out, NULL, &fault));
      for (guint i = 0; i < COUNT; i++)
        g_assert_true(ulp_packed_load(to, out, i) == ulp_convert_bits(ulp_layout(from), ulp_layout(to), in[i],
                                                                      ulp_convert_job_round(&job, i), job.profile));
      cpu.backend->release(cpu.session, converted);
    }
  }
  cpu_close_session(&cpu);
}

/* -- faults ------------------------------------------------------------------------------------------------------- */

static void assert_sum_fault(const Cpu *cpu, UlpHandle array, const UlpSumPlan *plan, guint64 offset, guint64 count) {
  SumRow row;
  UlpFault fault;
  g_assert_false(call_sum(cpu, array, plan, offset, count, &row, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  g_assert_null(row.device);
  g_assert_cmpuint(strlen(fault.message), >, 0);
}

static void test_bad_plans(void) {
  static const UlpSumPlan plans[] = {
      {ULP_N_STEPS, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
      {ULP_STEP_ADD_FP32, ULP_N_SHAPES, ULP_MERGE_NONE, ULP_FORMAT_FP32},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_N_MERGES, ULP_FORMAT_FP32},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_E4M3},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32, .order = ULP_N_ORDERS},
      {ULP_STEP_EXACT, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE, ULP_FORMAT_FP32, .order = ULP_ORDER_REVERSED},
      {ULP_STEP_ADD_BF16, ULP_SHAPE_BLOCKS, ULP_MERGE_ARRIVAL, ULP_FORMAT_FP32, .block = 256},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_TREE, ULP_FORMAT_FP32},
      {ULP_STEP_EXACT, ULP_SHAPE_SEQUENTIAL, ULP_MERGE_NONE, ULP_FORMAT_FP32},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE, ULP_FORMAT_FP32},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP64, .block = 0},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP64, .block = 1025},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_FP64, ULP_FORMAT_FP64, .block = 2048},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_BLOCKS, ULP_MERGE_NONE, ULP_FORMAT_FP32, .block = 2},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 0, .block = 256},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_STRIDED, ULP_MERGE_TREE, ULP_FORMAT_FP32, .grid = 65536, .block = 256},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_PAIRWISE, ULP_MERGE_NONE, ULP_FORMAT_FP32, .leaf = 0},
      {ULP_STEP_ADD_FP32, ULP_SHAPE_PAIRWISE, ULP_MERGE_NONE, ULP_FORMAT_FP32, .leaf = ULP_PLAN_MAX_LEAF + 1},
  };
  static const float data[] = {1.0f, 2.0f, 3.0f};
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, data, 3);
  for (guint i = 0; i < G_N_ELEMENTS(plans); i++)
    assert_sum_fault(&cpu, array, &plans[i], 0, 3);
  cpu_close_session(&cpu);
}

/* A library's routine is a job like others, and no CPU's. */
static void test_libraries(void) {
  Cpu cpu = cpu_open_session();
  for (guint i = 0; ulp_algorithms[i]; i++) {
    const UlpAlgorithm *algorithm = ulp_algorithms[i];
    const UlpJob job = {.kind = ULP_JOB_SUM, .sum = {.plan = cpu_plan(algorithm->id)}};
    const UlpFormat own = algorithm->result == ULP_FORMAT_FP64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
    const UlpFormat other = own == ULP_FORMAT_FP32 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
    UlpFault fault;
    const gboolean library = algorithm->shape == ULP_SHAPE_LIBRARY;
    g_assert_cmpint(cpu.backend->supports(&job, &own, &fault), ==, !library);
    g_assert_cmpint(fault.code, ==, library ? ULP_FAULT_UNSUPPORTED : ULP_FAULT_NONE);
    g_assert_cmpint(cpu.backend->supports(&job, &other, &fault), ==, !library);
    g_assert_cmpint(fault.code, ==, library ? ULP_FAULT_INVALID : ULP_FAULT_NONE);
  }
  cpu_close_session(&cpu);
}

static void test_bad_slices(void) {
  static const float data[] = {1.0f, 2.0f, 3.0f};
  static const guint16 halves[] = {0x3c00};
  static const guint64 slices[][2] = {{0, 4}, {3, 1}, {4, 0}, {1, G_MAXUINT64}, {G_MAXUINT64, 2}};
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, data, 3);
  for (guint i = 0; i < G_N_ELEMENTS(slices); i++)
    assert_sum_fault(&cpu, array, &sequential, slices[i][0], slices[i][1]);
  assert_sum_fault(&cpu, array + 1, &sequential, 0, 1);
  assert_sum_fault(&cpu, cpu_upload_array(&cpu, ULP_FORMAT_FP16, halves, 1), &sequential, 0, 1);
  cpu_close_session(&cpu);
}

/* Two inputs of different lengths, or one that is no format's. */
static void test_bad_inputs(void) {
  static const float data[] = {1.0f, 2.0f, 3.0f};
  UlpFault fault;
  UlpJobResult result;
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, data, 3);
  UlpJob job = {.kind = ULP_JOB_REDUCE,
                .in = {{array, 0, 3}, {array, 0, 3}, {array, 1, 2}},
                .reduce.map.map = ULP_MAP_CONVERSION};
  g_assert_false(cpu.backend->run(cpu.session, &job, &result, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  g_assert_nonnull(strstr(fault.message, "3 and 2"));
  job.kind = ULP_N_JOBS;
  g_assert_false(cpu.backend->run(cpu.session, &job, &result, NULL, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  const UlpFormat formats[ULP_JOB_INPUTS] = {ULP_FORMAT_FP32};
  job.kind = ULP_JOB_REDUCE; /* its map reads three */
  g_assert_false(cpu.backend->supports(&job, formats, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  job.reduce.map.map = ULP_MAP_VALUE;
  g_assert_true(cpu.backend->supports(&job, formats, &fault));
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  cpu_close_session(&cpu);
}

static void test_memory(void) {
  const UlpGenerateJob huge = cpu_uniform(G_GUINT64_CONSTANT(1) << 60), wrapping = cpu_uniform(G_MAXUINT64);
  static const float data[] = {1.0f};
  UlpFault fault;
  Cpu cpu = cpu_open_session();
  g_assert_cmpuint(call_generate(&cpu, &huge, NULL, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_MEMORY);
  g_assert_cmpuint(call_generate(&cpu, &wrapping, NULL, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_MEMORY);
  g_assert_cmpuint(call_upload(&cpu, ULP_FORMAT_FP32, NULL, 1u << 20, NULL, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  g_assert_cmpuint(call_upload(&cpu, ULP_N_FORMATS, data, 1, NULL, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, data, 1); /* the session goes on */
  g_assert_cmpfloat(cpu_value(&sequential, cpu_sum_bits(&cpu, array, &sequential, 0, 1)), ==, 1.0);
  cpu_close_session(&cpu);
}

static void test_bad_jobs(void) {
  static const float data[] = {1.0f};
  static const UlpConvertJob jobs[] = {
      {ULP_N_FORMATS, ULP_ROUND_RN, ULP_PROFILE_IEEE},
      {ULP_FORMAT_FP16, ULP_N_ROUNDS, ULP_PROFILE_IEEE},
      {ULP_FORMAT_FP16, ULP_ROUND_RN, ULP_N_PROFILES},
  };
  const UlpConvertJob good = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  const UlpGenerateJob generators[] = {{ULP_N_GENERATORS, ULP_FORMAT_FP32, 1},
                                       {ULP_GENERATOR_UNIFORM, ULP_FORMAT_FP16, 1}};
  UlpFault fault;
  double seconds;
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_upload_array(&cpu, ULP_FORMAT_FP32, data, 1);
  for (guint i = 0; i < G_N_ELEMENTS(jobs); i++) {
    g_assert_cmpuint(call_convert(&cpu, array, 0, 1, &jobs[i], &seconds, NULL, &fault), ==, 0);
    g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  }
  g_assert_cmpuint(call_convert(&cpu, array + 1, 0, 1, &good, &seconds, NULL, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  for (guint i = 0; i < G_N_ELEMENTS(generators); i++) {
    g_assert_cmpuint(call_generate(&cpu, &generators[i], NULL, &fault), ==, 0);
    g_assert_cmpint(fault.code, ==, ULP_FAULT_INVALID);
  }
  cpu_close_session(&cpu);
}

/* -- progress and cancellation ------------------------------------------------------------------------------------ */

typedef struct {
  GThread *thread;
  guint calls, stop_at; /* the call that says no; 0: none */
  double last;
  gint64 said_no;
} Watcher;

static bool watch_progress(double fraction, void *data) {
  Watcher *watcher = data;
  g_assert_true(g_thread_self() == watcher->thread);
  g_assert_cmpfloat(fraction, >=, watcher->last);
  g_assert_cmpfloat(fraction, <=, 1.0);
  g_assert_cmpint(watcher->said_no, ==, 0);
  watcher->last = fraction;
  if (++watcher->calls != watcher->stop_at)
    return true;
  watcher->said_no = g_get_monotonic_time();
  return false;
}

static void test_cancel_sum(void) {
  static const char *const specs[] = {
      "seq-fp32", "kahan",     "pairwise", "pairwise:leaf=262144",        "tree-fp32:block=1",
      "strided",  "unordered", "exact",    "unordered-sim:grid=3:block=1"};
  const UlpGenerateJob job = cpu_uniform(1 << 24);
  Cpu cpu = cpu_open_session();
  const UlpHandle array = cpu_generate_array(&cpu, &job);
  for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
    for (guint stop_at = 0; stop_at <= 2; stop_at++) {
      SumRow row;
      UlpFault fault;
      Watcher watcher = {.thread = g_thread_self(), .stop_at = stop_at};
      const UlpWatch watch = {watch_progress, &watcher};
      const UlpSumPlan plan = cpu_plan(specs[i]);
      const gint64 begun = g_get_monotonic_time();
      const gboolean finished = call_sum(&cpu, array, &plan, 0, job.count, &row, &watch, &fault);
      g_assert_cmpuint(watcher.calls, >=, 1);
      g_assert_cmpuint(watcher.calls, <=, 2 + (g_get_monotonic_time() - begun) / 10000); /* one in 10 ms */
      if (watcher.said_no == 0) { /* so fast a machine that it was not asked a second time */
        g_assert_true(finished);
        g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
      } else {
        g_assert_false(finished);
        g_assert_cmpint(fault.code, ==, ULP_FAULT_CANCELLED);
        g_assert_null(row.device);
        g_test_message("%s: stopped %" G_GINT64_FORMAT " us after it was told to", specs[i],
                       g_get_monotonic_time() - watcher.said_no);
      }
    }
  }
  cpu_close_session(&cpu);
}

static void test_cancel_others(void) {
  const UlpGenerateJob job = cpu_uniform(1 << 20);
  const UlpConvertJob convert = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  Watcher watcher = {.thread = g_thread_self(), .stop_at = 1};
  UlpWatch watch = {watch_progress, &watcher};
  UlpFault fault;
  double seconds;
  Cpu cpu = cpu_open_session();
  g_assert_cmpuint(call_generate(&cpu, &job, &watch, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_CANCELLED);
  const UlpHandle array = cpu_generate_array(&cpu, &job);
  watcher = (Watcher){.thread = g_thread_self(), .stop_at = 1};
  g_assert_cmpuint(call_convert(&cpu, array, 0, job.count, &convert, &seconds, &watch, &fault), ==, 0);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_CANCELLED);
  watch.progress = NULL;
  g_assert_cmpuint(call_convert(&cpu, array, 0, job.count, &convert, &seconds, &watch, &fault), !=, 0);
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/device", test_device);
  g_test_add_func("/backend/cpu/arrays", test_arrays);
  g_test_add_func("/backend/cpu/generate", test_generate);
  g_test_add_func("/backend/cpu/convert", test_convert);
  g_test_add_func("/backend/cpu/fault/plans", test_bad_plans);
  g_test_add_func("/backend/cpu/fault/libraries", test_libraries);
  g_test_add_func("/backend/cpu/fault/slices", test_bad_slices);
  g_test_add_func("/backend/cpu/fault/inputs", test_bad_inputs);
  g_test_add_func("/backend/cpu/fault/memory", test_memory);
  g_test_add_func("/backend/cpu/fault/jobs", test_bad_jobs);
  g_test_add_func("/backend/cpu/cancel/sum", test_cancel_sum);
  g_test_add_func("/backend/cpu/cancel/others", test_cancel_others);
  return g_test_run();
}
