/* What the makers of cancelling sums share. */
#pragma once

#include "core/base/error.h"
#include "core/exact/exact.h"
#include "core/input/deterministic-math.h"
#include "core/input/maker.h"

#include <math.h>

#define ULP_MAKER_SLICE 0x8000 /* elements between two looks at a cancellable */

/* values[0] */
#define ULP_MAKER_CONDITION                                                                                            \
  { "cond", ULP_PARAM_REAL, N_("Condition number"), N_("at most 1e60 in fp32"), "1e12", 2, 1e300, "", NULL }

/* ULP_ERROR_USAGE where fp32 has too few exponents for it. */
gboolean ulp_maker_check_condition(const UlpGenerateJob *job, GError **error);

/* A number in (-1, 1) times 2^e: e random from 0 to b for elements before `first`, 1 and the last of them having b and 0,
 * then falling evenly from b to 0; b = log2(values[0]), and all of it times 2^(-b/2) so that both ends of the exponents are
 * used. The second: with half of these exponents, for the factors of products. */
double ulp_maker_draw(const UlpGenerateJob *job, guint64 index, guint64 first);
double ulp_maker_draw_half(const UlpGenerateJob *job, guint64 index, guint64 first);

/* The sum s = `sum` + x whose x makes (magnitudes + |x|) / s the condition number. */
double ulp_maker_goal(double magnitudes, double sum, double condition);

/* Rounds to the format, stores as element `index` and returns what is stored. */
double ulp_maker_store(UlpFormat format, gpointer out, guint64 index, double value);

/* Brings the elements into the order of the job's seed. */
gboolean ulp_maker_shuffle(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error);
