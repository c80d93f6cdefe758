/* The type of parameters that name algorithms. */
#pragma once

#include "core/sum/algorithm.h"

/* What ulp_algorithms_parse takes. */
extern const UlpParamType ulp_param_algorithms;
#define ULP_PARAM_ALGORITHMS (&ulp_param_algorithms)

/* UlpAlgorithmChoice elements; borrowed, not to be changed. */
const GArray *ulp_values_algorithms(const UlpValues *values, const char *id);
