/* How a typed number became bits, step by step, as a table: what `ulp bits --explain` prints and the Bits page shows. */
#pragma once

#include "core/experiment/bits-table.h"

/* One row for each step in each format: what is done, the digits, and a line that says why. */
UlpTable *ulp_explain_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats);
