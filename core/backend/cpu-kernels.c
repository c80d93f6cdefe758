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
  ULP_UNROLL
  for (int word = 0; word < ulp_step_words(step); word++) {
    if (ulp_step_is_fp64(step))
      sum.d[word] = lanes->d[word][i];
    else
      sum.f[word] = lanes->f[word][i];
  }
  return sum;
}

ULP_HD void lane_set(UlpStep step, UlpCpuLanes *lanes, guint i, UlpSum sum) {
  ULP_UNROLL
  for (int word = 0; word < ulp_step_words(step); word++) {
    if (ulp_step_is_fp64(step))
      lanes->d[word][i] = sum.d[word];
    else
      lanes->f[word][i] = sum.f[word];
  }
}

/* Over lanes first .. first + width - 1, into the first of them. */
ULP_HD UlpSum tree(UlpStep step, UlpCpuLanes *lanes, guint first, guint width) {
  for (guint stride = width / 2; stride; stride /= 2) {
    for (guint i = first; i < first + stride; i++) {
      UlpSum sum = lane_get(step, lanes, i);
      ulp_sum_merge(step, &sum, lane_get(step, lanes, i + stride));
      lane_set(step, lanes, i, sum);
    }
  }
  return lane_get(step, lanes, first);
}

ULP_HD UlpSum warps(UlpStep step, UlpCpuLanes *lanes, guint width) {
  const guint n_warps = (width + ULP_WARP_LANES - 1) / ULP_WARP_LANES;
  for (guint warp = 0; warp < n_warps; warp++)
    lane_set(step, lanes, warp, tree(step, lanes, warp * ULP_WARP_LANES, ULP_WARP_LANES));
  for (guint warp = n_warps; warp < ULP_WARP_LANES; warp++)
    lane_set(step, lanes, warp, ulp_sum_zero());
  return tree(step, lanes, 0, ULP_WARP_LANES);
}

ULP_HD void take(UlpStep step, UlpFormat format, UlpSum *sum, const void *x, guint64 first, guint64 count) {
  UlpSum running = *sum;
  for (guint64 i = 0; i < count; i++)
    ulp_sum_add(step, &running, element(format, x, first + i));
  *sum = running;
}

/* In order, from the first element. */
ULP_HD UlpSum run_of(UlpStep step, UlpFormat format, const void *x, guint64 first, guint64 count) {
  UlpSum sum = ulp_sum_of(step, element(format, x, first));
  take(step, format, &sum, x, first + 1, count - 1);
  return sum;
}

/* A leaf of NUMPY. */
ULP_HD UlpSum lanes_of_8(UlpStep step, UlpFormat format, const void *x, guint64 first, guint64 count) {
  if (count < ULP_NUMPY_LANES)
    return run_of(step, format, x, first, count);
  UlpSum lane[ULP_NUMPY_LANES];
  const guint64 whole = count - count % ULP_NUMPY_LANES;
  for (guint k = 0; k < ULP_NUMPY_LANES; k++)
    lane[k] = ulp_sum_of(step, element(format, x, first + k));
  for (guint64 i = ULP_NUMPY_LANES; i < whole; i += ULP_NUMPY_LANES) {
    ULP_UNROLL
    for (guint k = 0; k < ULP_NUMPY_LANES; k++)
      ulp_sum_add(step, &lane[k], element(format, x, first + i + k));
  }
  for (guint by = 1; by < ULP_NUMPY_LANES; by *= 2)
    for (guint k = 0; k < ULP_NUMPY_LANES; k += 2 * by)
      ulp_sum_merge(step, &lane[k], lane[k + by]);
  take(step, format, &lane[0], x, first + whole, count - whole);
  return lane[0];
}

ULP_HD UlpSum block_tree(UlpStep step, UlpFormat format, const void *x, guint64 first, guint64 count, guint block) {
  UlpCpuLanes lanes;
  const guint width = ulp_tree_width(block);
  for (guint i = 0; i < count; i++)
    lane_set(step, &lanes, i, ulp_sum_of(step, element(format, x, first + i)));
  for (guint i = (guint)count; i < width; i++)
    lane_set(step, &lanes, i, ulp_sum_zero());
  return tree(step, &lanes, 0, width);
}

ULP_HD void clear(UlpStep step, UlpCpuLanes *lanes, guint width) {
  for (guint i = 0; i < width; i++)
    lane_set(step, lanes, i, ulp_sum_zero());
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

/* -- one instance for each step and format of elements ------------------------------------------------------------ */

#define INSTANCE(NAME, STEP, FORMAT)                                                                                   \
  static void take_##NAME(UlpSum *sum, const void *x, guint64 first, guint64 count) {                                  \
    take(STEP, FORMAT, sum, x, first, count);                                                                          \
  }                                                                                                                    \
  static UlpSum block_##NAME(const void *x, guint64 first, guint64 count, guint block) {                               \
    return block_tree(STEP, FORMAT, x, first, count, block);                                                           \
  }                                                                                                                    \
  static UlpSum halving_##NAME(UlpShape shape, const void *x, guint64 first, guint64 count, guint64 leaf) {            \
    if (count <= leaf)                                                                                                 \
      return shape == ULP_SHAPE_NUMPY ? lanes_of_8(STEP, FORMAT, x, first, count)                                      \
                                      : run_of(STEP, FORMAT, x, first, count);                                         \
    const guint64 left = ulp_left_half(shape, count);                                                                  \
    UlpSum sum = halving_##NAME(shape, x, first, left, leaf);                                                          \
    ulp_sum_merge(STEP, &sum, halving_##NAME(shape, x, first + left, count - left, leaf));                             \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static void clear_##NAME(UlpCpuLanes *lanes, guint width) { clear(STEP, lanes, width); }                             \
  static void take_rows_##NAME(UlpCpuLanes *lanes, const void *x, guint64 n, const UlpCpuRows *rows) {                 \
    take_rows(STEP, FORMAT, lanes, x, n, rows);                                                                        \
  }                                                                                                                    \
  static void merge_partials_##NAME(UlpCpuLanes *lanes, const UlpSum *partials, guint64 first, guint64 count) {        \
    merge_partials(STEP, lanes, partials, first, count);                                                               \
  }                                                                                                                    \
  static UlpSum tree_##NAME(UlpCpuLanes *lanes, guint width) { return tree(STEP, lanes, 0, width); }                   \
  static UlpSum warps_##NAME(UlpCpuLanes *lanes, guint width) { return warps(STEP, lanes, width); }                    \
  static void merge_##NAME(UlpSum *sum, UlpSum other) { ulp_sum_merge(STEP, sum, other); }                             \
  static double value_##NAME(UlpSum sum) { return ulp_sum_value(STEP, sum); }                                          \
  static const UlpCpuKernels kernels_##NAME = {                                                                        \
      take_##NAME,           block_##NAME, halving_##NAME, clear_##NAME, take_rows_##NAME,                             \
      merge_partials_##NAME, tree_##NAME,  warps_##NAME,   merge_##NAME, value_##NAME,                                 \
  };

#define ULP_STEP(RULE, FORMAT)                                                                                         \
  INSTANCE(RULE##_##FORMAT##_of_fp32, ULP_STEP_##RULE##_##FORMAT, ULP_FORMAT_FP32)                                     \
  INSTANCE(RULE##_##FORMAT##_of_fp64, ULP_STEP_##RULE##_##FORMAT, ULP_FORMAT_FP64)
#include "core/sum/steps.def"
#undef ULP_STEP

const UlpCpuKernels *ulp_cpu_kernels(UlpStep step, UlpFormat format) {
  static const UlpCpuKernels *const of_step[ULP_N_STEPS][2] = {
#define ULP_STEP(RULE, FORMAT) {&kernels_##RULE##_##FORMAT##_of_fp32, &kernels_##RULE##_##FORMAT##_of_fp64},
#include "core/sum/steps.def"
#undef ULP_STEP
  };
  return of_step[step][format == ULP_FORMAT_FP64];
}
