/* Values of elements in blocks on the device, by the codec. */
#pragma once

#include "kernels/convert.cuh"
#include "kernels/elements.cuh"

#include "core/array/blocks.h"

__device__ inline UlpUnpacked value_at(const Input &in, uint64_t index) {
  return ulp_any_unpack(in.format, ulp_any_load(in.format, in.data, in.all, in.offset + index));
}

/* Elements [first, end) of the result; where they share bytes `first` is a multiple of a group (packing.h). */
__device__ inline void elements_by_codec(const UlpConvertJob &job, const Input &in, void *out, uint64_t first,
                                         uint64_t end) {
  const UlpLayout layout = ulp_layout(job.to);
#pragma unroll 1
  for (uint64_t i = first; i < end; i++)
    store_element(job.to, out, i, ulp_pack(layout, value_at(in, i), ulp_convert_job_round(&job, i), job.profile));
}
