/* The rows of the Bits page as a table, for exports. */
#pragma once

#include "core/number/real.h"
#include "core/table/table.h"

typedef struct {
  const char *text; /* as typed */
  const UlpReal *real;
  UlpRound round;
  UlpProfile profile;
} UlpTyped;

/* One row for each format: what `typed` becomes in it. */
UlpTable *ulp_bits_table_new(const UlpTyped *typed);
