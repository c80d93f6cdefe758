/* Element by element, a formula as different flags of a compiler make it. For C and nvcc; both sides give the same bits
 * wherever both have it. Elements and results are fp32 or fp64; a NaN stays as it is. */
#pragma once

#include "core/base/hostdevice.h"

#include <math.h>
#include <stdbool.h>

typedef enum {
#define ULP_TRANSFORM(id, ID, title, where) ULP_TRANSFORM_##ID,
#include "core/job/transforms.def"
#undef ULP_TRANSFORM
  ULP_N_TRANSFORMS
} UlpTransform;

/* Whether only a GPU has it, and only for fp32. */
static inline bool ulp_transform_is_gpu_fp32(UlpTransform transform) {
  enum { ANYWHERE, GPU_FP32 };
  static const unsigned char where[] = {
#define ULP_TRANSFORM(id, ID, title, where) where,
#include "core/job/transforms.def"
#undef ULP_TRANSFORM
  };
  return (unsigned)transform < ULP_N_TRANSFORMS && where[transform] == GPU_FP32;
}

/* One rounding; the host's are correct with and without such an instruction. */
#ifdef __CUDA_ARCH__
#define ULP_FUSED_FLOAT __fmaf_rn
#define ULP_FUSED_DOUBLE __fma_rn
#else
#define ULP_FUSED_FLOAT fmaf
#define ULP_FUSED_DOUBLE fma
#endif

#define ULP_TRANSFORM_OF(T, NAME, FMA, SMALLEST)                                                                       \
  ULP_HD T ulp_transformed_##NAME(UlpTransform transform, T x) {                                                       \
    const T scale = (T)0.1, more = (T)0.3, three = (T)3, third = (T)1 / three;                                         \
    if (x != x)                                                                                                        \
      return x;                                                                                                        \
    switch (transform) {                                                                                               \
    case ULP_TRANSFORM_SEPARATE:                                                                                       \
      return scale * x + more; /* nobody contracts it: -ffp-contract=off, -fmad=false */                               \
    case ULP_TRANSFORM_FUSED:                                                                                          \
      return FMA(scale, x, more);                                                                                      \
    case ULP_TRANSFORM_DIVIDE:                                                                                         \
      return x / three;                                                                                                \
    case ULP_TRANSFORM_RECIPROCAL:                                                                                     \
      return x * third;                                                                                                \
    case ULP_TRANSFORM_FLUSH:                                                                                          \
      return x < (SMALLEST) && x > -(SMALLEST) ? x * 0 : x; /* the zero has x's sign */                                \
    default:                                                                                                           \
      return x;                                                                                                        \
    }                                                                                                                  \
  }
ULP_TRANSFORM_OF(float, float, ULP_FUSED_FLOAT, 0x1p-126f)
ULP_TRANSFORM_OF(double, double, ULP_FUSED_DOUBLE, 0x1p-1022)
#undef ULP_TRANSFORM_OF
