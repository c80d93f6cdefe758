#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

const UlpAlgorithm ulp_algorithm_kahan = {
  .id = "kahan",
  .title = N_("Kahan, fp32"),
  .summary = N_("one compensated fp32 accumulator takes the elements in order"),
  .source = "W. Kahan, Further remarks on reducing truncation errors, CACM 8(1), 1965",
  .step = ULP_STEP_KAHAN_FP32,
  .shape = ULP_SHAPE_SEQUENTIAL,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_EVERYWHERE,
  .result = ULP_FORMAT_FP32,
};
