#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_BLOCK("256"),
};

const UlpAlgorithm ulp_algorithm_tree_fp64 = {
  .id = "tree-fp64",
  .title = N_("Tree of blocks, fp64"),
  .summary = N_("each block of consecutive elements is a tree in fp64; block sums are added in fp64 in block order"),
  .source = "M. Harris, Optimizing parallel reduction in CUDA, NVIDIA, 2007",
  .step = ULP_STEP_ADD_FP64,
  .shape = ULP_SHAPE_BLOCKS,
  .merge = ULP_MERGE_FP64,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP64,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
