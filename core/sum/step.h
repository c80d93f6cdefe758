/* The step of every summation algorithm, for C and nvcc: how one accumulator takes an element, takes another
 * accumulator, and gives its result. Twins are bit-identical because both sides run these lines and no others.
 *
 * A step is a rule (rules.def, step-rules.def) in the format of its accumulator (steps.def). `step` is a constant at every
 * call, so that the compiler keeps one branch. Elements are rounded (rn) to the accumulator's format as they are taken;
 * for fp32 elements and an fp32 or fp64 accumulator that changes nothing. */
#pragma once

#include "core/base/hostdevice.h"
#include "core/sum/narrow.h"

#include <stdint.h>

typedef enum {
#define ULP_RULE(ID, ...) ULP_RULE_##ID,
#include "core/sum/rules.def"
#undef ULP_RULE
  ULP_N_RULES
} UlpRule;

typedef enum {
#define ULP_STEP(RULE, FORMAT) ULP_STEP_##RULE##_##FORMAT,
#include "core/sum/steps.def"
#undef ULP_STEP
  ULP_STEP_EXACT, /* the exact accumulator; not run through this header */
  ULP_N_STEPS
} UlpStep;

#define ULP_STEP_WORDS 3

/* Those of an fp64 accumulator are `d`, of all others `f`. */
typedef union {
  float f[ULP_STEP_WORDS];
  double d[ULP_STEP_WORDS];
} UlpSum;

/* Of every step but EXACT. */
ULP_HD UlpRule ulp_step_rule(UlpStep step) {
  switch (step) {
#define ULP_STEP(RULE, FORMAT)                                                                                         \
  case ULP_STEP_##RULE##_##FORMAT:                                                                                     \
    return ULP_RULE_##RULE;
#include "core/sum/steps.def"
#undef ULP_STEP
  default:
    return ULP_N_RULES;
  }
}

/* The accumulator's format; 0 of EXACT. */
ULP_HD UlpFormat ulp_step_format(UlpStep step) {
  switch (step) {
#define ULP_STEP(RULE, FORMAT)                                                                                         \
  case ULP_STEP_##RULE##_##FORMAT:                                                                                     \
    return ULP_FORMAT_##FORMAT;
#include "core/sum/steps.def"
#undef ULP_STEP
  default:
    return 0;
  }
}

ULP_HD int ulp_step_words(UlpStep step) {
  switch (ulp_step_rule(step)) {
#define ULP_RULE(ID, id, title, words, ...)                                                                            \
  case ULP_RULE_##ID:                                                                                                  \
    return words;
#include "core/sum/rules.def"
#undef ULP_RULE
  default:
    return 0;
  }
}

/* Plain addition in the same format. */
ULP_HD UlpStep ulp_step_plain(UlpStep step) {
  const UlpFormat format = ulp_step_format(step);
  return format == ULP_FORMAT_FP64   ? ULP_STEP_ADD_FP64
         : format == ULP_FORMAT_FP16 ? ULP_STEP_ADD_FP16
         : format == ULP_FORMAT_BF16 ? ULP_STEP_ADD_BF16
                                     : ULP_STEP_ADD_FP32;
}

ULP_HD int ulp_step_is_fp64(UlpStep step) { return ulp_step_format(step) == ULP_FORMAT_FP64; }
ULP_HD int ulp_step_is_narrow(UlpStep step) {
  return ulp_step_format(step) != ULP_FORMAT_FP64 && ulp_step_format(step) != ULP_FORMAT_FP32;
}

#define ULP_REAL float
#define ULP_NAMED(name) ulp_float_##name
#define ULP_ROUNDED(x) (x)
#include "core/sum/step-rules.def"
#undef ULP_REAL
#undef ULP_NAMED
#undef ULP_ROUNDED

#define ULP_REAL double
#define ULP_NAMED(name) ulp_double_##name
#define ULP_ROUNDED(x) (x)
#include "core/sum/step-rules.def"
#undef ULP_REAL
#undef ULP_NAMED
#undef ULP_ROUNDED

#define ULP_REAL float
#define ULP_NAMED(name) ulp_narrow_##name
#define ULP_ROUNDED(x) ulp_narrowed(format, x)
#include "core/sum/step-rules.def"
#undef ULP_REAL
#undef ULP_NAMED
#undef ULP_ROUNDED

ULP_HD UlpSum ulp_sum_zero(void) {
  UlpSum zero;
  memset(&zero, 0, sizeof zero);
  return zero;
}

/* The element as an fp32 or narrow accumulator takes it. */
ULP_HD float ulp_sum_taken(UlpStep step, double x) {
  return ulp_step_is_narrow(step) ? ulp_narrowed_double(ulp_step_format(step), x) : (float)x;
}

ULP_HD void ulp_sum_add(UlpStep step, UlpSum *a, double x) {
  const UlpRule rule = ulp_step_rule(step);
  const UlpFormat format = ulp_step_format(step);
  if (ulp_step_is_fp64(step))
    ulp_double_rule_add(rule, format, a->d, x);
  else if (ulp_step_is_narrow(step))
    ulp_narrow_rule_add(rule, format, a->f, ulp_sum_taken(step, x));
  else
    ulp_float_rule_add(rule, format, a->f, ulp_sum_taken(step, x));
}

/* The accumulator of one element, as a leaf of a tree has it: no addition of zero. */
ULP_HD UlpSum ulp_sum_of(UlpStep step, double x) {
  UlpSum a = ulp_sum_zero();
  if (ulp_step_is_fp64(step))
    a.d[0] = x;
  else
    a.f[0] = ulp_sum_taken(step, x);
  return a;
}

/* a = a + b. */
ULP_HD void ulp_sum_merge(UlpStep step, UlpSum *a, UlpSum b) {
  const UlpRule rule = ulp_step_rule(step);
  const UlpFormat format = ulp_step_format(step);
  if (ulp_step_is_fp64(step))
    ulp_double_rule_merge(rule, format, a->d, b.d);
  else if (ulp_step_is_narrow(step))
    ulp_narrow_rule_merge(rule, format, a->f, b.f);
  else
    ulp_float_rule_merge(rule, format, a->f, b.f);
}

/* The value an accumulator stands for, a number of its format. */
ULP_HD double ulp_sum_value(UlpStep step, UlpSum a) {
  const UlpRule rule = ulp_step_rule(step);
  const UlpFormat format = ulp_step_format(step);
  if (ulp_step_is_fp64(step))
    return ulp_double_rule_value(rule, format, a.d);
  if (ulp_step_is_narrow(step))
    return (double)ulp_narrow_rule_value(rule, format, a.f);
  return (double)ulp_float_rule_value(rule, format, a.f);
}
