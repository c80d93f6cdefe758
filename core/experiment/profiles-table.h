/* Who disagrees: the profiles that store a typed number with other bits, as a table. */
#pragma once

#include "core/experiment/bits-table.h"

/* For each format, in their order: what the chosen profile makes, then every one that makes something else, and the rule that it is.
 * A format about which all agree has the first row alone. */
UlpTable *ulp_profiles_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats);

/* The formats about which some profile disagrees, "e5m2, e4m3"; new string, "" for none. */
char *ulp_profiles_disagree_about(const UlpTyped *typed, const UlpFormat *formats, guint n_formats);
