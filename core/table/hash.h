/* What a table says, in one number: for a test that notices when results change. */
#pragma once

#include "core/table/table.h"

/* SHA-256 in lower-case hex of every number that is not measured, row by row: counts, doubles and values with their formats, bit by
 * bit, all NaN of doubles being one. Texts, which name devices and the like, and provenance are left out. New string. */
char *ulp_table_hash(const UlpTable *table);
