#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_GRID("1024"),
  ULP_ALGORITHM_BLOCK("256"),
  ULP_ALGORITHM_SEED("1"),
};

const UlpAlgorithm ulp_algorithm_unordered_sim = {
  .id = "unordered-sim",
  .title = N_("Unordered, simulated schedule, fp32"),
  .summary = N_("simulated schedule: block sums are added in fp32 in a seeded random order"),
  .source = "R. Durstenfeld, Algorithm 235: random permutation, CACM 7(7), 1964",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_STRIDED,
  .merge = ULP_MERGE_SHUFFLED,
  .determinism = ULP_DETERMINISM_NONE,
  .result = ULP_FORMAT_FP32,
  .cpu_only = TRUE,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
