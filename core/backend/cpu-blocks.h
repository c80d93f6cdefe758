/* Conversions to and from blocks of elements that share a scale, on the CPU. */
#pragma once

#include "core/backend/cpu-array.h"

/* Elements from `offset` on of `from` to those of `to`; one of them is of blocks. FALSE when stopped. Ticks. */
gboolean ulp_cpu_convert_blocks(UlpCpuJob *work, const UlpConvertJob *job, const UlpCpuArray *from, guint64 offset,
                                const UlpCpuArray *to);
