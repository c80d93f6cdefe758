/* Conversion of arrays on the CPU. */
#pragma once

#include "core/backend/cpu-job.h"

/* `out` holds `count` containers of job->to. FALSE when stopped. Ticks. */
gboolean ulp_cpu_convert(UlpCpuJob *work, const UlpConvertJob *job, UlpFormat from, const void *in, void *out,
                         guint64 count);
