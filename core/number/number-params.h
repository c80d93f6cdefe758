/* Types of parameters that name a format, a rounding or a profile. */
#pragma once

#include "core/base/param.h"
#include "core/number/block-format.h"
#include "core/number/via.h"

/* One of the parameter's `choices`, or what ulp_format_from_id takes. */
extern const UlpParamType ulp_param_format;
#define ULP_PARAM_FORMAT (&ulp_param_format)

/* A comma-separated list of them (ulp_formats_parse). */
extern const UlpParamType ulp_param_formats;
#define ULP_PARAM_FORMATS (&ulp_param_formats)
/* The same and formats of blocks (ulp_targets_parse). */
extern const UlpParamType ulp_param_targets;
#define ULP_PARAM_TARGETS (&ulp_param_targets)
const GArray *ulp_values_targets(const UlpValues *values, const char *id); /* UlpFormat; borrowed */
const GArray *ulp_values_formats(const UlpValues *values, const char *id); /* UlpFormat; borrowed */

/* Formats on the way, as ulp_via_parse takes them. */
extern const UlpParamType ulp_param_via;
#define ULP_PARAM_VIA (&ulp_param_via)
const UlpVia *ulp_values_via(const UlpValues *values, const char *id); /* borrowed */

UlpFormat ulp_values_format(const UlpValues *values, const char *id); /* 0: one of the choices */
/* Of parameters of type CHOICE whose choices are ulp_round_ids and ulp_profile_ids. */
UlpRound ulp_values_round(const UlpValues *values, const char *id);
UlpProfile ulp_values_profile(const UlpValues *values, const char *id);
