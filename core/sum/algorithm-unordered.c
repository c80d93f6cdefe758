#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_GRID("1024"),
  ULP_ALGORITHM_BLOCK("256"),
};

const UlpAlgorithm ulp_algorithm_unordered = {
  .id = "unordered",
  .title = N_("Unordered, fp32"),
  .summary = N_("block sums are added in fp32 in the order in which they arrive: a race; a GPU's atomics flush subnormals to zero"),
  .source = "M. Harris, Optimizing parallel reduction in CUDA, NVIDIA, 2007",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_STRIDED,
  .merge = ULP_MERGE_ARRIVAL,
  .determinism = ULP_DETERMINISM_NONE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
