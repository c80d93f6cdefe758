/* What the methods of the statistics share: they are written once, in ID-real.def, for REAL, and compiled in fp32 and in fp64,
 * of which this file gives one after the other. IEEE 754-2019 arithmetic, each operation rounded to nearest by itself. */
#pragma once

#include "core/base/i18n.h"
#include "core/number/real-exact.h"
#include "core/statistic/statistic.h"

#include <math.h>

#define ULP_STATISTIC_ROOT_BITS 4608 /* of a root that is kept: errors are measured from it */
#define STOP_EVERY (1u << 20)        /* elements */
#define STOPPED(v, i) (((i) & (STOP_EVERY - 1)) == 0 && (v)->stopped && (v)->stopped((v)->data))

/* The last method of every statistic. */
#define ULP_METHOD_EXACT                                                                                               \
  {                                                                                                                    \
    "exact", N_("exact"), N_("no rounding before the one of the result"), {NULL}, ulp_statistic_bound_of_exact,        \
        "U. W. Kulisch, Computer Arithmetic and Validity, de Gruyter 2013"                                             \
  }
double ulp_statistic_bound_of_exact(const UlpStatisticBound *data);

/* The exact value is `value`, which is taken over; magnitudes and condition are NaN. */
void ulp_exact_statistic_take(UlpExactStatistic *exact, UlpReal *value);
/* It is an infinity or NaN. */
void ulp_exact_statistic_set_special(UlpExactStatistic *exact, double special);
/* `factor` `magnitudes` / |`value`| is the condition number. */
void ulp_exact_statistic_set_sums(UlpExactStatistic *exact, mpq_srcptr value, mpq_srcptr magnitudes, guint factor);

/* Additions on the longest way of a sum by halves. */
double ulp_statistic_height(const UlpStatisticBound *data);
