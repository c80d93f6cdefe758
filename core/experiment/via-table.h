/* What a typed number becomes through other formats, beside what it becomes at once, as a table. */
#pragma once

#include "core/experiment/bits-table.h"
#include "core/number/via.h"

/* For each format, in their order: a row for each step of the way, one for the format itself at the end of the way, one for the
 * direct conversion, and what is the matter where both differ. Steps are rounded under the number's profile; `via` has the rounding
 * of each as ulp_pack takes it. */
UlpTable *ulp_via_table_new(const UlpTyped *typed, const UlpVia *via, const UlpFormat *formats, guint n_formats);

/* `via` with the random bits of its stochastic steps: those of the seeds that follow `seed`. */
UlpVia ulp_typed_via(const UlpVia *via, guint random_bits, guint64 seed);
