#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_GRID("1"),
  ULP_ALGORITHM_BLOCK("256"),
};

const UlpAlgorithm ulp_algorithm_strided = {
  .id = "strided",
  .title = N_("Strided lanes, fp32"),
  .summary = N_("each lane adds every so many elements, then trees over the lanes and over the blocks, in fp32"),
  .source = "M. Harris, Optimizing parallel reduction in CUDA, NVIDIA, 2007",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_STRIDED,
  .merge = ULP_MERGE_TREE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
