/* Conversion of arrays on the CPU. */
#pragma once

#include "core/backend/cpu-array.h"

/* Elements from `offset` on of `from` to those of `to`, as many as that has. FALSE when stopped. Ticks. */
gboolean ulp_cpu_convert(UlpCpuJob *work, const UlpConvertJob *job, const UlpCpuArray *from, guint64 offset,
                         const UlpCpuArray *to);
