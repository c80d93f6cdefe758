/* Sums of an input that is larger than memory, read in parts: those that need no more of the parts before than their sum. The
 * results are those of the whole input, bit for bit. */
#pragma once

#include "core/experiment/work.h"

#define ULP_SUM_PART_ELEMENTS (ULP_STREAM_ELEMENTS / 4)

/* What a part takes besides its elements: them as they are summed, and as fp64 twice there and once on the host. */
void ulp_sum_parts_add_needs(const UlpInputSize *input, UlpNeeds *needs);

/* Why the plan needs all elements at once, in no language; NULL where it does not. */
const char *ulp_sum_parts_refusal(const UlpSumPlan *plan);

/* Those of `choices` (UlpAlgorithmChoice) that go by parts; a new array. `left_out` tells the others, with why, "" when there
 * are none. ULP_ERROR_MEMORY with that when nothing is left. */
GArray *ulp_sum_parts_choose(const GArray *choices, char **left_out, GError **error);

typedef struct {
  UlpExact exact, magnitudes; /* of all elements, and of |x| */
  UlpSumRow *rows;            /* in the order of the choices */
} UlpSumParts;

/* Reads the run's input once, from `part->start` of the run on. `sums` has a row for each choice. */
gboolean ulp_run_sum_parts(const UlpRunPart *part, const GArray *choices, UlpSumParts *sums, GError **error);
