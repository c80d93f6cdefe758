/* What an input is made from, as a value: a generator with its parameters, or a file and how it is read, and the operations
 * that follow. No file is touched here. */
#pragma once

#include "core/input/file-spec.h"
#include "core/input/generator.h"
#include "core/input/operation.h"

typedef struct {
  gboolean generated;
  guint generator;       /* its number in the list of all (generate.h) */
  UlpGenerateJob job;    /* of a generator; seed and stream are the run's, count 0: the run's, too */
  char *parameters;      /* of a generator but n, as descriptions have them: ":format=fp32:value=1" */
  UlpFileSpec *file;     /* NULL for a generator */
  GPtrArray *operations; /* UlpOperationSpec, in their order */
} UlpInputSpec;

/* `text` is SOURCE[|OPERATION[:KEY=VALUE]...]..., where SOURCE is GENERATOR:n=COUNT:format=fp32|fp64:key=value..., or
 * FILE[#MEMBER][:KEY=VALUE]... (file-spec.h) with a FILE that has the ending of a reader or holds a '/'. A '|' in a file's
 * name is none of an operation unless the name of one follows it. ULP_ERROR_USAGE: unknown generator, operation, parameter
 * or format, n = 0. */
UlpInputSpec *ulp_input_spec_parse(const char *text, GError **error);
void ulp_input_spec_free(UlpInputSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpInputSpec, ulp_input_spec_free)

/* Where the operations of `text` begin: at the '|' before the first, or at its end. */
const char *ulp_input_spec_operations(const char *text);

/* Parameters whose value is one. */
extern const UlpParamType ulp_param_input;
#define ULP_PARAM_INPUT (&ulp_param_input)
const UlpInputSpec *ulp_values_input(const UlpValues *values, const char *id); /* borrowed */
