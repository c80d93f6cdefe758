/* What an input is made from, as a value: a generator with its parameters, or a file and how it is read. No file is
 * touched here. */
#pragma once

#include "core/base/param.h"
#include "core/input/generator.h"

typedef struct {
  gboolean generated;
  UlpGenerateJob job; /* of a generator; seed and stream are the run's, count 0: the run's, too */
  char *parameters;   /* of a generator but n, as descriptions have them: ":format=fp32:value=1" */
  char *path;         /* of a file */
  UlpFormat format;   /* to which each element of a file is rounded as it is read; 0: the file's own */
} UlpInputSpec;

/* `text` is GENERATOR:n=COUNT:format=fp32|fp64:key=value..., or a file name ending in .csv or .npy (or holding a '/'),
 * which :format=fp32|fp64 may follow: each element is then rounded (ties to even) or widened to that format as it is
 * read. ULP_ERROR_USAGE: unknown generator, parameter or format, n = 0. */
UlpInputSpec *ulp_input_spec_parse(const char *text, GError **error);
void ulp_input_spec_free(UlpInputSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpInputSpec, ulp_input_spec_free)

/* Parameters whose value is one. */
extern const UlpParamType ulp_param_input;
#define ULP_PARAM_INPUT (&ulp_param_input)
const UlpInputSpec *ulp_values_input(const UlpValues *values, const char *id); /* borrowed */
