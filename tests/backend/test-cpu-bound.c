/* No sum passes its bound, and some come near: what core/sum/bound.h says, against errors taken from the exact sum. */
#include "tests/backend/cpu-fixture.h"

#include "core/exact/exact.h"
#include "core/sum/bound.h"

#include <math.h>

enum { COUNT = 20000 };

/* Kinds of elements: of one sign, of both, decades apart, and those that round the same way each time. */
static void fill(guint kind, double *x) {
  guint64 word = kind + 1;
  for (guint i = 0; i < COUNT; i++) {
    word = word * G_GUINT64_CONSTANT(6364136223846793005) + G_GUINT64_CONSTANT(1442695040888963407);
    const double uniform = ldexp((double)(word >> 11), -53);
    x[i] = kind == 0   ? uniform
           : kind == 1 ? uniform - 0.5
           : kind == 2 ? ldexp(uniform - 0.5, (int)(word & 15) - 8)
                       : (i ? 0x1.8p-25 + 0x1p-40 * uniform : 1);
  }
}

static double ratio_of(const Cpu *cpu, UlpHandle array, const UlpSumPlan *plan, UlpFormat elements, const double *x,
                       guint64 n) {
  UlpExact sum, magnitudes;
  ulp_exact_clear(&sum);
  ulp_exact_clear(&magnitudes);
  double largest = 0;
  for (guint64 i = 0; i < n; i++) {
    const double stored = elements == ULP_FORMAT_FP32 ? (double)(float)x[i] : x[i];
    ulp_exact_add(&sum, stored);
    ulp_exact_add(&magnitudes, fabs(stored));
    largest = fmax(largest, fabs(stored));
  }
  const UlpSumData data = {.n = n,
                           .magnitudes = ulp_exact_to_double(&magnitudes),
                           .sum = ulp_exact_to_double(&sum),
                           .elements = elements,
                           .lambda = 3,
                           .largest = largest};
  const UlpSumBound bound = ulp_sum_bound(plan, &data);
  if (isnan(bound.worst))
    return 0;
  const double error = fabs(ulp_exact_error(&sum, plan->result, cpu_sum_bits(cpu, array, plan, 0, n)));
  return error <= bound.worst ? (bound.worst > 0 ? error / bound.worst : 0) : (double)INFINITY;
}

static void test_worst(void) {
  static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};
  static const guint64 sizes[] = {1, 2, 3, 100, 129, 1000, COUNT};
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(
      "all,pairwise:acc=fp64,pairwise:acc=bf16,kahan:acc=fp64,kahan:acc=fp16,neumaier:acc=fp64,klein:acc=fp64,"
      "double-double:acc=fp64,bins:folds=1,bins:folds=2,bins:acc=fp64:folds=1,bins:acc=fp64:folds=8,"
      "blocked:leaf=1000,strided:block=100:grid=3,warps:grid=3:block=40:acc=fp16",
      &error);
  g_assert_no_error(error);
  g_autofree double *x = g_new(double, COUNT);
  g_autofree float *narrow = g_new(float, COUNT);
  Cpu cpu = cpu_open_session();
  double nearest = 0;
  for (guint kind = 0; kind < 4; kind++) {
    fill(kind, x);
    for (guint i = 0; i < COUNT; i++)
      narrow[i] = (float)x[i];
    for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
      const UlpHandle array =
          cpu_upload_array(&cpu, formats[f], formats[f] == ULP_FORMAT_FP32 ? (const void *)narrow : x, COUNT);
      for (guint i = 0; i < choices->len; i++) {
        const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
        for (guint s = 0; s < G_N_ELEMENTS(sizes) && choice->plan.shape != ULP_SHAPE_LIBRARY; s++) {
          const double ratio = ratio_of(&cpu, array, &choice->plan, formats[f], x, sizes[s]);
          if (!(ratio <= 1))
            g_error("%s passes its bound: kind %u, %s, %" G_GUINT64_FORMAT " elements", choice->label, kind,
                    ulp_format_info(formats[f])->id, sizes[s]);
          if (!g_strcmp0(choice->label, "seq-fp32"))
            nearest = fmax(nearest, ratio);
        }
      }
      cpu.backend->release(cpu.session, array);
    }
  }
  g_assert_cmpfloat(nearest, >, 0.4); /* 1 and then what is rounded by nearly half an ulp each time */
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/bound/worst", test_worst);
  return g_test_run();
}
