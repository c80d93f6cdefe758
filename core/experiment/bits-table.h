/* How formats store one typed number, as a table: what `ulp bits` prints and the Bits page exports. */
#pragma once

#include "core/number/real.h"
#include "core/table/table.h"

#define ULP_BITS_GROUPS 3

typedef struct {
  const char *text; /* as typed */
  const UlpReal *real;
  UlpRound round;
  UlpProfile profile;
} UlpTyped;

/* One row for each format, in their order: what `typed` becomes in it, its bits, neighbours and error. Provenance names the
 * program, the number, the rounding and the profile. Columns are in ULP_BITS_GROUPS groups, 1 first. */
UlpTable *ulp_bits_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats);
