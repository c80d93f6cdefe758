/* Reductions of parts, put together: the same whatever the parts. */
#pragma once

#include "core/job/job.h"

#include <glib.h>

void ulp_reduced_init(UlpReduced *reduced);
void ulp_reduce_init(UlpReduceResult *result); /* of no element */

/* `part` is what is known of places from `offset` on of those of `total`. */
void ulp_reduced_merge(UlpReduced *total, const UlpReduced *part, guint64 offset);
void ulp_reduce_merge(UlpReduceResult *total, const UlpReduceResult *part, guint64 offset);
