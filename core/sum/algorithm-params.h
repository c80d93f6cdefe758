/* The parameters that algorithms share: one range and one wording each. */
#pragma once

#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

#define ULP_ALGORITHM_GRID(default_text)                                                                               \
  {"grid", ULP_PARAM_COUNT, N_("Blocks"), N_("number of blocks that share the array"), default_text,                   \
   1, ULP_PLAN_MAX_GRID, N_("blocks")}

#define ULP_ALGORITHM_BLOCK(default_text)                                                                              \
  {"block", ULP_PARAM_COUNT, N_("Block size"), N_("lanes of a block, a power of two"), default_text,                   \
   1, ULP_PLAN_MAX_BLOCK, N_("lanes")}

#define ULP_ALGORITHM_LEAF(default_text)                                                                               \
  {"leaf", ULP_PARAM_COUNT, N_("Leaf"), N_("runs of at most this length are summed in order"), default_text,           \
   1, ULP_PLAN_MAX_LEAF, N_("elements")}

#define ULP_ALGORITHM_SEED(default_text)                                                                               \
  {"seed", ULP_PARAM_COUNT, N_("Schedule seed"), N_("seed of the simulated order of arrival"), default_text,           \
   0, ULP_PLAN_MAX_SEED, N_("1")}
