/* A type of parameters: powers of two, such as the scale of a loss. */
#pragma once

#include "core/base/param.h"

extern const UlpParamType ulp_param_power; /* 2^0 to 2^63 within [min, max], typed as 1024 or 2^10 */
#define ULP_PARAM_POWER (&ulp_param_power)

guint ulp_values_power(const UlpValues *values, const char *id); /* its exponent */
