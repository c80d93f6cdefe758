/* The parameters that algorithms share: one range and one wording each. ULP_ALGORITHM_NOTHING is an empty list. */
#pragma once

#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

#define ULP_ALGORITHM_NOTHING

/* clang-format off */
#define ULP_ALGORITHM_GRID(default_text)                                                                               \
  {"grid", ULP_PARAM_COUNT, N_("Blocks"), N_("number of blocks that share the array"), default_text,                   \
   1, ULP_PLAN_MAX_GRID, N_("blocks")}

#define ULP_ALGORITHM_BLOCK(default_text)                                                                              \
  {"block", ULP_PARAM_COUNT, N_("Block size"), N_("lanes of a block, a power of two"), default_text,                   \
   1, ULP_PLAN_MAX_BLOCK, N_("lanes")}

#define ULP_ALGORITHM_LEAF(default_text)                                                                               \
  {"leaf", ULP_PARAM_COUNT, N_("Leaf"), N_("runs of at most this length are summed in order"), default_text,           \
   1, ULP_PLAN_MAX_LEAF, N_("elements")}

#define ULP_ALGORITHM_THREADS(default_text)                                                                            \
  {"threads", ULP_PARAM_COUNT, N_("Racing threads"), N_("threads of the CPU that race; a GPU schedules its blocks itself"), \
   default_text, 1, ULP_PLAN_MAX_THREADS, N_("threads")}

#define ULP_ALGORITHM_CHUNK(default_text)                                                                              \
  {"chunk", ULP_PARAM_COUNT, N_("Blocks at a time"),                                                                   \
   N_("blocks that a racing thread of the CPU takes at a time; a GPU schedules its blocks itself"), default_text,      \
   1, ULP_PLAN_MAX_GRID, N_("blocks")}

#define ULP_ALGORITHM_SEED(default_text)                                                                               \
  {"seed", ULP_PARAM_COUNT, N_("Schedule seed"), N_("seed of the simulated order of arrival"), default_text,           \
   0, ULP_PLAN_MAX_SEED, N_("1")}
/* clang-format on */
