/* Conversions to and from blocks of elements that share a scale: each value through the codec, unpacked, by the lines of
 * core/number/block.h. A block is one thread's. What must be fast gives the same bits by the device's own arithmetic
 * (convert-to-blocks.cu, convert-of-blocks.cu). */
#include "kernels/blocks.cuh"

constexpr unsigned kThreads = 128;

/* Blocks of the result whose elements are [first, end); `first` is the first element of one. */
__global__ void __launch_bounds__(kThreads)
    to_blocks_kernel(const __grid_constant__ UlpConvertJob job, const __grid_constant__ Input in, void *out,
                     uint64_t first, uint64_t end) {
  const UlpFormat to = job.to;
  const uint64_t length = ulp_block_length(to), step = static_cast<uint64_t>(gridDim.x) * kThreads * length;
  auto *scales = static_cast<uint8_t *>(out) + ulp_packed_scales_at(to, in.count);
  uint64_t begin = first + (static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x) * length;
  for (; begin < end; begin += step) {
    const uint64_t last = end - begin < length ? end : begin + length;
    UlpUnpacked amax = {ULP_CLASS_ZERO, false, false, 0, 0};
#pragma unroll 1
    for (uint64_t i = begin; i < last; i++)
      amax = ulp_block_amax(amax, value_at(in, i));
    const UlpBits scale = ulp_block_scale(to, amax, job.tensor_scale, job.rule);
    const UlpUnpacked scaled_by = ulp_block_step(to, scale, job.tensor_scale);
    scales[begin / length] = static_cast<uint8_t>(scale);
#pragma unroll 1
    for (uint64_t i = begin; i < last; i++) {
      const UlpUnpacked quotient =
          ulp_unpacked_is_nan(scaled_by) ? scaled_by : ulp_block_quotient(value_at(in, i), scaled_by);
      store_element(to, out, i, ulp_block_element(to, quotient, scaled_by, ulp_convert_job_round(&job, i)));
    }
  }
}

/* Elements [first, end) of the result, in groups that end on bytes. */
__global__ void __launch_bounds__(kThreads)
    of_blocks_kernel(const __grid_constant__ UlpConvertJob job, const __grid_constant__ Input in, void *out,
                     uint64_t first, uint64_t end) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads * ULP_PACKED_GROUP;
  uint64_t begin = first + (static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x) * ULP_PACKED_GROUP;
  for (; begin < end; begin += step)
    elements_by_codec(job, in, out, begin, end - begin < ULP_PACKED_GROUP ? end : begin + ULP_PACKED_GROUP);
}

double convert_blocks_by_codec(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job,
                               uint64_t first, uint64_t count) {
  const uint32_t length = ulp_block_length(job.to);
  const unsigned needed = blocks_for(count, kThreads, length ? length : ULP_PACKED_GROUP);
  const unsigned resident = 64u * static_cast<unsigned>(session->info.multiprocessors);
  auto *kernel = length ? &to_blocks_kernel : &of_blocks_kernel;
  const unsigned blocks = needed < resident ? needed : resident;
  Clock clock(session, kernel);
  kernel<<<blocks, kThreads, 0, session->stream>>>(job, in, out, first, first + count);
  launched(length ? "to_blocks_kernel" : "of_blocks_kernel");
  return clock.stop();
}

ConvertPart *find_block_conversion(UlpFormat from, const UlpConvertJob &job) {
  if (!ulp_block_length(from) && !ulp_block_length(job.to))
    return nullptr;
  ConvertPart *direct = ulp_block_length(from) ? find_of_blocks(from, job) : find_to_blocks(from, job);
  return direct ? direct : convert_blocks_by_codec;
}
