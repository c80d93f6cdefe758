/* The exact sum of every generator's array, by the backend, against MPFR. */
#include "tests/backend/cpu-fixture.h"
#include "tests/exact/oracle.h"

#include "core/input/input.h"

enum { COUNT = 300007 };

static void assert_exact(const Cpu *cpu, const UlpGenerateJob *job) {
  g_autofree double *data = g_new(double, job->count); /* room for either format */
  UlpFault fault;
  mpfr_t sum;
  const UlpHandle array = cpu_generate_array(cpu, job);
  g_assert_true(call_download(cpu, array, 0, job->count, data, NULL, &fault));
  if (job->format == ULP_FORMAT_FP32)
    oracle_sum_fp32(sum, (const float *)(gpointer)data, job->count);
  else
    oracle_sum_fp64(sum, data, job->count);
  for (guint r = 0; r < 2; r++) {
    const UlpSumPlan plan = {ULP_STEP_EXACT, ULP_SHAPE_UNORDERED, ULP_MERGE_NONE,
                             r ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32};
    oracle_assert_bits(cpu_sum_bits(cpu, array, &plan, 0, job->count), plan.result,
                       oracle_round(sum, plan.result, ULP_ROUND_RN));
  }
  mpfr_clear(sum);
  cpu->backend->release(cpu->session, array);
}

static void test_generators(void) {
  Cpu cpu = cpu_open_session();
  for (UlpGenerator generator = 0; generator < ULP_N_GENERATORS; generator++) {
    for (guint format = 0; format < 2; format++) {
      g_autoptr(GError) error = NULL;
      g_autofree char *spec =
          g_strdup_printf("%s:n=%d:format=%s", ulp_generator_info(generator)->id, COUNT, format ? "fp64" : "fp32");
      g_autoptr(UlpInput) input = ulp_input_open(spec, 42, COUNT, NULL, &error);
      g_assert_no_error(error);
      assert_exact(&cpu, ulp_input_job(input));
    }
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/generators", test_generators);
  return g_test_run();
}
