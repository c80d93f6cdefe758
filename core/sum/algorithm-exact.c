#include "core/base/i18n.h"
#include "core/sum/algorithm.h"

const UlpAlgorithm ulp_algorithm_exact = {
  .id = "exact",
  .title = N_("Exact, rounded to fp64"),
  .summary = N_("exact accumulator: the sum is rounded once, to fp64"),
  .source = "R. M. Neal, Fast exact summation using small and large superaccumulators, arXiv 1505.05571",
  .step = ULP_STEP_EXACT,
  .shape = ULP_SHAPE_UNORDERED,
  .merge = ULP_MERGE_NONE,
  .determinism = ULP_DETERMINISM_ORDER_INDEPENDENT,
  .result = ULP_FORMAT_FP64,
};
