/* The elements that sums at each setting of a knob are made of, and their exact sums. */
#pragma once

#include "core/experiment/knobs.h"
#include "core/experiment/sum-verdict.h"

/* Of one setting. */
typedef struct {
  UlpArray *array;
  UlpSumMeasures measures;
  char *refusal; /* where the setting is not to be had for any algorithm: why, and no array */
} UlpKnobInput;

/* UlpKnobInput elements, one for each setting where the knob changes the elements, else one for all: those of the input, work->array.
 * NULL with an error. Free with g_array_unref. */
GArray *ulp_knob_inputs(const UlpKnobWork *work, const UlpKnob *knob, GError **error);

/* Whether the error says that a setting is not to be had here, which ends nothing. Otherwise it is moved to `error`. */
gboolean ulp_knob_is_refusal(GError **reason, GError **error);
