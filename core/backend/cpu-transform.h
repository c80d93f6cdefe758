/* Elements through a formula, on the CPU. */
#pragma once

#include "core/backend/cpu-array.h"

/* Elements [offset, offset + made->count) of `from`, both of fp32 or of fp64, into `made`. FALSE when stopped. */
gboolean ulp_cpu_transform(UlpCpuJob *job, UlpTransform transform, const UlpCpuArray *from, guint64 offset,
                           const UlpCpuArray *made);
