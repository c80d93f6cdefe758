#include "core/backend/cpu-kernels.h"

#include <float.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "float and double expressions must be evaluated in their own format (x87 registers do not)"
#endif

/* -- loops over a constant step and format ------------------------------------------------------------------------ */

ULP_HD double element(UlpFormat format, const void *x, guint64 i) {
  return format == ULP_FORMAT_FP32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

ULP_HD UlpSum lane_get(UlpStep step, const UlpCpuLanes *lanes, guint i) {
  UlpSum sum = ulp_sum_zero();
  if (step == ULP_STEP_ADD_FP64)
    sum.d = lanes->d[i];
  else
    sum.s = lanes->s[i];
  if (step == ULP_STEP_KAHAN_FP32)
    sum.c = lanes->c[i];
  return sum;
}

ULP_HD void lane_set(UlpStep step, UlpCpuLanes *lanes, guint i, UlpSum sum) {
  if (step == ULP_STEP_ADD_FP64)
    lanes->d[i] = sum.d;
  else
    lanes->s[i] = sum.s;
  if (step == ULP_STEP_KAHAN_FP32)
    lanes->c[i] = sum.c;
}

ULP_HD UlpSum tree(UlpStep step, UlpCpuLanes *lanes, guint width) {
  for (guint stride = width / 2; stride; stride /= 2) {
    for (guint i = 0; i < stride; i++) {
      UlpSum sum = lane_get(step, lanes, i);
      ulp_sum_merge(step, &sum, lane_get(step, lanes, i + stride));
      lane_set(step, lanes, i, sum);
    }
  }
  return lane_get(step, lanes, 0);
}

ULP_HD void take(UlpStep step, UlpFormat format, UlpSum *sum, const void *x, guint64 first, guint64 count) {
  UlpSum running = *sum;
  for (guint64 i = 0; i < count; i++)
    ulp_sum_add(step, &running, element(format, x, first + i));
  *sum = running;
}

ULP_HD UlpSum block_tree(UlpStep step, UlpFormat format, const void *x, guint64 first, guint64 count, guint block) {
  UlpCpuLanes lanes;
  for (guint i = 0; i < count; i++)
    lane_set(step, &lanes, i, ulp_sum_of(step, element(format, x, first + i)));
  for (guint i = (guint)count; i < block; i++)
    lane_set(step, &lanes, i, ulp_sum_zero());
  return tree(step, &lanes, block);
}

ULP_HD void take_rows(UlpStep step, UlpFormat format, UlpCpuLanes *lanes, const void *x, guint64 n,
                      const UlpCpuRows *rows) {
  for (guint64 row = rows->row; row < rows->end; row++) {
    const guint64 first = row * rows->stride + rows->lane;
    const guint width = first < n ? (guint)MIN(rows->block, n - first) : 0;
    for (guint i = 0; i < width; i++) {
      UlpSum sum = lane_get(step, lanes, i);
      ulp_sum_add(step, &sum, element(format, x, first + i));
      lane_set(step, lanes, i, sum);
    }
  }
}

ULP_HD void merge_partials(UlpStep step, UlpCpuLanes *lanes, const UlpSum *partials, guint64 first, guint64 count) {
  for (guint64 i = 0; i < count; i++) {
    const guint lane = (guint)((first + i) % ULP_CPU_MERGE_LANES);
    UlpSum sum = lane_get(step, lanes, lane);
    ulp_sum_merge(step, &sum, partials[i]);
    lane_set(step, lanes, lane, sum);
  }
}

/* -- one instance for each pair ----------------------------------------------------------------------------------- */

#define INSTANCE(NAME, STEP, FORMAT)                                                                                   \
  static void take_##NAME(UlpSum *sum, const void *x, guint64 first, guint64 count) {                                  \
    take(STEP, FORMAT, sum, x, first, count);                                                                          \
  }                                                                                                                    \
  static UlpSum block_##NAME(const void *x, guint64 first, guint64 count, guint block) {                               \
    return block_tree(STEP, FORMAT, x, first, count, block);                                                           \
  }                                                                                                                    \
  static UlpSum pairwise_##NAME(const void *x, guint64 first, guint64 count, guint64 leaf) {                           \
    UlpSum sum;                                                                                                        \
    if (count <= leaf) {                                                                                               \
      sum = ulp_sum_of(STEP, element(FORMAT, x, first));                                                               \
      take(STEP, FORMAT, &sum, x, first + 1, count - 1);                                                               \
    } else {                                                                                                           \
      sum = pairwise_##NAME(x, first, count / 2, leaf);                                                                \
      ulp_sum_merge(STEP, &sum, pairwise_##NAME(x, first + count / 2, count - count / 2, leaf));                       \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static void take_rows_##NAME(UlpCpuLanes *lanes, const void *x, guint64 n, const UlpCpuRows *rows) {                 \
    take_rows(STEP, FORMAT, lanes, x, n, rows);                                                                        \
  }                                                                                                                    \
  static void merge_partials_##NAME(UlpCpuLanes *lanes, const UlpSum *partials, guint64 first, guint64 count) {        \
    merge_partials(STEP, lanes, partials, first, count);                                                               \
  }                                                                                                                    \
  static UlpSum tree_##NAME(UlpCpuLanes *lanes, guint width) { return tree(STEP, lanes, width); }                      \
  static void merge_##NAME(UlpSum *sum, UlpSum other) { ulp_sum_merge(STEP, sum, other); }                             \
  static double value_##NAME(UlpSum sum) { return ulp_sum_value(STEP, sum); }                                          \
  static const UlpCpuKernels kernels_##NAME = {                                                                        \
      take_##NAME,           block_##NAME, pairwise_##NAME, take_rows_##NAME,                                          \
      merge_partials_##NAME, tree_##NAME,  merge_##NAME,    value_##NAME,                                              \
  };

INSTANCE(fp32_of_fp32, ULP_STEP_ADD_FP32, ULP_FORMAT_FP32)
INSTANCE(fp32_of_fp64, ULP_STEP_ADD_FP32, ULP_FORMAT_FP64)
INSTANCE(fp64_of_fp32, ULP_STEP_ADD_FP64, ULP_FORMAT_FP32)
INSTANCE(fp64_of_fp64, ULP_STEP_ADD_FP64, ULP_FORMAT_FP64)
INSTANCE(kahan_of_fp32, ULP_STEP_KAHAN_FP32, ULP_FORMAT_FP32)
INSTANCE(kahan_of_fp64, ULP_STEP_KAHAN_FP32, ULP_FORMAT_FP64)

const UlpCpuKernels *ulp_cpu_kernels(UlpStep step, UlpFormat format) {
  const gboolean single = format == ULP_FORMAT_FP32;
  switch (step) {
  case ULP_STEP_ADD_FP32:
    return single ? &kernels_fp32_of_fp32 : &kernels_fp32_of_fp64;
  case ULP_STEP_ADD_FP64:
    return single ? &kernels_fp64_of_fp32 : &kernels_fp64_of_fp64;
  case ULP_STEP_KAHAN_FP32:
    return single ? &kernels_kahan_of_fp32 : &kernels_kahan_of_fp64;
  default:
    return NULL;
  }
}

void ulp_cpu_lanes_clear(UlpCpuLanes *lanes, guint width) {
  memset(lanes->s, 0, width * sizeof lanes->s[0]);
  memset(lanes->c, 0, width * sizeof lanes->c[0]);
  memset(lanes->d, 0, width * sizeof lanes->d[0]);
}
