#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_LEAF("128"),
};

const UlpAlgorithm ulp_algorithm_pairwise_128 = {
  .id = "pairwise-128",
  .title = N_("Pairwise with runs of 128, fp32"),
  .summary = N_("recursive halving down to runs of 128 elements summed in order, in fp32"),
  .source = "N. J. Higham, The accuracy of floating point summation, SIAM J. Sci. Comput. 14(4), 1993",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_PAIRWISE,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
