/* The step of every summation algorithm, for C and nvcc: how one accumulator takes an element, takes another
 * accumulator, and gives its result. Twins are bit-identical because both sides run these lines and no others.
 *
 * `kind` is a constant at every call, so that the compiler keeps one branch. Elements are rounded (rn) to the
 * accumulator's format as they are loaded; for fp32 elements that changes nothing. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdint.h>

typedef enum {
  ULP_STEP_ADD_FP32,   /* s = s + x */
  ULP_STEP_ADD_FP64,   /* the same in fp64 */
  ULP_STEP_KAHAN_FP32, /* W. Kahan, "Further remarks on reducing truncation errors", CACM 8(1), 1965 */
  ULP_STEP_EXACT,      /* the exact accumulator; not run through this header */
  ULP_N_STEPS
} UlpStep;

/* An fp32 accumulator leaves `d` alone, an fp64 one `s` and `c`. */
typedef struct {
  float s, c;
  double d;
} UlpSum;

ULP_HD UlpSum ulp_sum_zero(void) {
  const UlpSum zero = {0.0f, 0.0f, 0.0};
  return zero;
}

ULP_HD void ulp_kahan_add(UlpSum *a, float x) {
  const float y = x - a->c;
  const float t = a->s + y;
  a->c = (t - a->s) - y;
  a->s = t;
}

ULP_HD void ulp_sum_add(UlpStep kind, UlpSum *a, double x) {
  switch (kind) {
  case ULP_STEP_ADD_FP32:
    a->s = a->s + (float)x;
    break;
  case ULP_STEP_ADD_FP64:
    a->d = a->d + x;
    break;
  default:
    ulp_kahan_add(a, (float)x);
    break;
  }
}

/* The accumulator of one element, as a leaf of a tree has it: no addition of zero. */
ULP_HD UlpSum ulp_sum_of(UlpStep kind, double x) {
  UlpSum a = ulp_sum_zero();
  if (kind == ULP_STEP_ADD_FP64)
    a.d = x;
  else
    a.s = (float)x;
  return a;
}

/* a = a + b. Kahan takes b's sum and then b's compensation, each as an element. */
ULP_HD void ulp_sum_merge(UlpStep kind, UlpSum *a, UlpSum b) {
  switch (kind) {
  case ULP_STEP_ADD_FP32:
    a->s = a->s + b.s;
    break;
  case ULP_STEP_ADD_FP64:
    a->d = a->d + b.d;
    break;
  default:
    ulp_kahan_add(a, b.s);
    ulp_kahan_add(a, -b.c);
    break;
  }
}

/* The value an accumulator stands for, exact in fp64 (a Kahan accumulator's value is its sum). */
ULP_HD double ulp_sum_value(UlpStep kind, UlpSum a) { return kind == ULP_STEP_ADD_FP64 ? a.d : (double)a.s; }
