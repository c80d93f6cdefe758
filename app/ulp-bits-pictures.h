/* The pictures that ulp bits writes. */
#pragma once

#include "app/ulp-arguments.h"
#include "core/experiment/bits-table.h"

void ulp_bits_add_picture_options(GArray *options);

/* Refuses what would only fail later: a name without a known ending, a span that is none. */
gboolean ulp_bits_check_pictures(const UlpArguments *arguments, GError **error);

guint ulp_bits_n_pictures(const UlpArguments *arguments); /* that are asked for */
/* Writes them; `table` has their provenance, `formats` are UlpFormat. */
gboolean ulp_bits_write_pictures(const UlpArguments *arguments, const UlpTyped *typed, const GArray *formats,
                                 const UlpTable *table, GError **error);
