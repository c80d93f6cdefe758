#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_GRID("1024"),
  ULP_ALGORITHM_BLOCK("256"),
};

const UlpAlgorithm ulp_algorithm_kahan_tree = {
  .id = "kahan-tree",
  .title = N_("Kahan lanes and tree, fp32"),
  .summary = N_("a compensated accumulator for each strided lane, then trees over the lanes and over the blocks"),
  .source = "W. Kahan, Further remarks on reducing truncation errors, CACM 8(1), 1965",
  .step = ULP_STEP_KAHAN_FP32,
  .shape = ULP_SHAPE_STRIDED,
  .merge = ULP_MERGE_TREE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
