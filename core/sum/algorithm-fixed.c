#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_GRID("1024"),
  ULP_ALGORITHM_BLOCK("256"),
};

const UlpAlgorithm ulp_algorithm_fixed = {
  .id = "fixed",
  .title = N_("Fixed tree in two passes, fp32"),
  .summary = N_("strided lanes and a tree in each block, then a tree over the block sums, in fp32"),
  .source = "M. Harris, Optimizing parallel reduction in CUDA, NVIDIA, 2007",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_STRIDED,
  .merge = ULP_MERGE_TREE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
