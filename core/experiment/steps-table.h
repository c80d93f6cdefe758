/* An expression evaluated step by step in formats, as a table: what `ulp bits --steps` prints and the Bits page shows. */
#pragma once

#include "core/experiment/bits-table.h"

/* One row for each step (core/expression/steps.h) in each format: the operation with its operands, the exact result, the bits
 * where it was cut, what was stored, error and exceptions. `typed` is a text that ulp_expression_real() takes. NULL with
 * ULP_ERROR_INPUT where it is too long to be taken apart. */
UlpTable *ulp_steps_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats, GError **error);
