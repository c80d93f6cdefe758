/* The bounds of shapes of any order. */
#pragma once

#include "core/sum/bound-data.h"

/* Of a plan whose shape is one of them. */
UlpSumBound ulp_any_order_bound(const UlpSumPlan *plan, const UlpSumData *data);
