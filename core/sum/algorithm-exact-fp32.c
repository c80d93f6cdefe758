#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

const UlpAlgorithm ulp_algorithm_exact_fp32 = {
  .id = "exact-fp32",
  .title = N_("Exact, rounded to fp32"),
  .summary = N_("exact accumulator: the sum is rounded once, to fp32"),
  .source = "R. M. Neal, Fast exact summation using small and large superaccumulators, arXiv 1505.05571",
  .step = ULP_STEP_EXACT,
  .shape = ULP_SHAPE_UNORDERED,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_ORDER_INDEPENDENT,
  .result = ULP_FORMAT_FP32,
};
