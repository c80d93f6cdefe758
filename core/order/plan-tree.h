/* The tree that a plan (core/sum/plan.h) draws. */
#pragma once

#include "core/order/tree.h"
#include "core/sum/plan.h"

/* Of the sum of n elements; NULL where the plan has no single one: the exact step, races and simulated schedules, orders by
 * magnitude, libraries. */
UlpTree *ulp_tree_of_plan(const UlpSumPlan *plan, guint32 n);
