/* Arithmetic on every element, rounded once to the elements' format. */
#pragma once

#include "core/input/operation.h"

/* The fp64 result of an operation, and what its rounding left out. */
typedef double (*UlpOperationStep)(double x, double by, double *error);

/* Every element becomes step(x, by), rounded once (ties to even). ULP_ERROR_USAGE for a format whose numbers fp64 does not
 * hold. */
gboolean ulp_operation_map(UlpElements *elements, UlpOperationStep step, double by, GCancellable *cancellable,
                           GError **error);
/* The same refusal, for operations that look at values. */
gboolean ulp_operation_check_fp64(const UlpElements *elements, GError **error);
