/* What the files of `ulp list` share. */
#pragma once

#include "core/base/param.h"
#include "core/table/table.h"

#define ULP_LIST_ONE "algorithm" /* the table of one thing, printed as a record */

/* "n=1000000 format=fp32": the parameters with their defaults. New string. */
char *ulp_list_parameters(const UlpParam *params, guint n_params);

UlpTable *ulp_list_algorithms(void);
/* All about one, with its parameters: "strided:grid=4". ULP_ERROR_USAGE. */
UlpTable *ulp_list_algorithm(const char *spec, GError **error);
