/* One algorithm in the list of the field of algorithms: a check box with what it does, and, while it is chosen, its parameters. */
#pragma once

#include "core/sum/algorithm.h"
#include "ui/widgets/param-field.h"

/* Signal: "changed", after every edit by a person. */
#define ULP_TYPE_ALGORITHM_ROW (ulp_algorithm_row_get_type())
G_DECLARE_FINAL_TYPE(UlpAlgorithmRow, ulp_algorithm_row, ULP, ALGORITHM_ROW, GtkListBoxRow)

/* `field` makes the fields of parameters. Not chosen. */
UlpAlgorithmRow *ulp_algorithm_row_new(UlpParamField *field, const UlpAlgorithm *algorithm);
const UlpAlgorithm *ulp_algorithm_row_algorithm(UlpAlgorithmRow *row);

/* What is chosen: "strided:grid=4", NULL where it is not. */
char *ulp_algorithm_row_spec(UlpAlgorithmRow *row);
void ulp_algorithm_row_set_spec(UlpAlgorithmRow *row, const char *spec);

/* Whether each of the words, in any case, is in its id, title, summary, group or source. */
gboolean ulp_algorithm_row_matches(UlpAlgorithmRow *row, const char *words);
