#include "core/backend/reduce-merge.h"

#include "core/exact/exact.h"

#include <math.h>

void ulp_reduced_init(UlpReduced *reduced) {
  reduced->count = reduced->min_index = reduced->max_index = 0;
  reduced->min = reduced->max = NAN;
  ulp_exact_clear(&reduced->sum);
}

void ulp_reduce_init(UlpReduceResult *result) {
  *result = (UlpReduceResult){0};
  for (guint v = 0; v < ULP_MAP_VALUES; v++)
    ulp_reduced_init(&result->value[v]);
}

void ulp_reduced_merge(UlpReduced *total, const UlpReduced *part, guint64 offset) {
  if (part->count == 0)
    return;
  const gboolean none = total->count == 0;
  const guint64 min_index = part->min_index + offset, max_index = part->max_index + offset;
  if (none || part->min < total->min || (part->min == total->min && min_index < total->min_index)) {
    total->min = part->min;
    total->min_index = min_index;
  }
  if (none || part->max > total->max || (part->max == total->max && max_index < total->max_index)) {
    total->max = part->max;
    total->max_index = max_index;
  }
  total->count += part->count;
  ulp_exact_merge(&total->sum, &part->sum);
}

void ulp_reduce_merge(UlpReduceResult *total, const UlpReduceResult *part, guint64 offset) {
  for (guint c = 0; c < ULP_MAP_CLASSES; c++)
    total->classes[c] += part->classes[c];
  for (guint v = 0; v < ULP_MAP_VALUES; v++)
    ulp_reduced_merge(&total->value[v], &part->value[v], offset);
}
