#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

const UlpAlgorithm ulp_algorithm_seq_fp32 = {
  .id = "seq-fp32",
  .title = N_("Sequential, fp32"),
  .summary = N_("one fp32 accumulator takes the elements in order"),
  .source = "IEEE 754-2019, 5.4.1",
  .step = ULP_STEP_ADD_FP32,
  .shape = ULP_SHAPE_SEQUENTIAL,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
};
