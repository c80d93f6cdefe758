/* What a run takes of the host's memory, added up before it starts. */
#pragma once

#include "core/experiment/experiment.h"

/* ULP_ERROR_MEMORY with what `experiment` needs and how many elements would fit, when the inputs so far, of `all` that it
 * has, and, once these are all, its own arrays and tables are more than may be taken now. Arrays count where the run's
 * device is the CPU. Needs of a few MiB are not looked at. */
gboolean ulp_needs_check(const UlpExperiment *experiment, const UlpValues *values, const UlpRun *run,
                         const UlpInputSize *inputs, guint n_inputs, guint all, GError **error);
