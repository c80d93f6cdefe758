/* A parameter that names a file to be read, or none. */
#pragma once

#include "core/base/param.h"

extern const UlpParamType ulp_param_file; /* "" or a file's name; whether it is there is found when it is opened */
#define ULP_PARAM_FILE (&ulp_param_file)

const char *ulp_values_file(const UlpValues *values, const char *id); /* "": none */
