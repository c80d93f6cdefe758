/* What the error of a sum cannot exceed unless it is wrong: a bound for every plan, every length and every finite input. */
#pragma once

#include "core/sum/bound.h"

/* Of |result - s|: ulp_sum_bound() where there is one, what the method of a library's routine promises, else that of additions in
 * any order; what underflow adds is in it. INFINITY where partial sums may overflow, so that nothing is certain. All elements are
 * finite. */
double ulp_sum_certain_bound(const UlpSumPlan *plan, const UlpSumData *data);
