/* Reductions on the CPU: what is known of a map's values over whole arrays (core/job/job.h). */
#pragma once

#include "core/backend/cpu-array.h"

/* `arrays` and `offsets` are the inputs of the map; the same result whatever the number of threads. FALSE with a fault. */
gboolean ulp_cpu_reduce(UlpCpuJob *work, const UlpReduceJob *job, const UlpCpuArray *const *arrays,
                        const guint64 *offsets, guint64 count, UlpReduceResult *result, UlpFault *fault);
