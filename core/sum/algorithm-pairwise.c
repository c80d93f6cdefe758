#include "core/sum/algorithm-params.h"

static const UlpParam params[] = {
  ULP_ALGORITHM_LEAF("1"),
};

const UlpAlgorithm ulp_algorithm_pairwise = {
  .id = "pairwise",
  .title = N_("Pairwise, fp32"),
  .summary = N_("recursive halving down to single elements, in fp32"),
  .source = "N. J. Higham, The accuracy of floating point summation, SIAM J. Sci. Comput. 14(4), 1993",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_PAIRWISE,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
  .params = params,
  .n_params = G_N_ELEMENTS(params),
};
