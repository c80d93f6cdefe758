/* How formats store one typed number, as a table: what `ulp bits` prints and the Bits page exports. */
#pragma once

#include "core/base/param.h"
#include "core/number/real.h"
#include "core/table/table.h"

#define ULP_BITS_GROUPS 3

typedef struct {
  const char *text; /* as typed */
  const UlpReal *real;
  UlpRound round;
  UlpProfile profile;
} UlpTyped;

#define ULP_TYPED_RANDOM_BITS 16
#define ULP_TYPED_SEED 1

/* The rounding of one number, for one of the list: stochastic rounding gets `random_bits` (1 to ULP_ROUND_MAX_BITS) random bits,
 * those that an array's first element has under `seed`. */
UlpRound ulp_typed_round(UlpRound listed, guint random_bits, guint64 seed);

/* The same from parameters round, random-bits and seed (params.h). */
UlpRound ulp_values_typed_round(const UlpValues *values);

/* One row for each format, in their order: what `typed` becomes in it, its bits, neighbours and error. Provenance names the
 * program, the number, the rounding and the profile. Columns are in ULP_BITS_GROUPS groups, 1 first. */
UlpTable *ulp_bits_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats);

/* The program, the number, the rounding and the profile: what every table of a typed number says. */
void ulp_bits_add_provenance(UlpTable *table, const UlpTyped *typed);

/* "0 01111011 10011001100110011001101": the bits from the top, a space between the fields, without the unused ones. */
char *ulp_bits_fields_text(UlpFormat format, UlpBits bits);
