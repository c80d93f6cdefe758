/* Conversions: from any format to any, each element once through the codec, by one kernel whose layouts are values. What
 * must run at the speed of a copy gives the same bits another way: by the device's own arithmetic (convert-direct.cu), and by
 * look-up in a table that the one kernel made of all the patterns of a narrow source (convert-table.cu). */
#include "kernels/convert.cuh"
#include "kernels/elements.cuh"

/* A group of elements below a byte: whole bytes, so that no other thread has a part in them. */
__device__ static void store_group(unsigned width, void *out, uint64_t first, uint64_t packed) {
  uint8_t *bytes = static_cast<uint8_t *>(out) + first / ULP_PACKED_GROUP * width;
  for (unsigned i = 0; i < width; i++)
    bytes[i] = static_cast<uint8_t>(packed >> (8 * i));
}

/* Elements [first, end) of the result; `first` is a multiple of `group`, and a group is one thread's. Element i comes from
 * in[offset + i]; without `in` it is that of the pattern i. WORD_BITS: those of `how`. */
template <int WORD_BITS>
__global__ void __launch_bounds__(256, 4)
    convert_kernel(const __grid_constant__ UlpConversion how, const __grid_constant__ UlpConvertJob job, const void *in,
                   UlpFormat from, uint64_t offset, void *out, uint64_t first, uint64_t end, unsigned group) {
  const UlpFormat to = job.to;
  const auto convert = [&](UlpBits bits, uint64_t index) {
    if constexpr (WORD_BITS == 32)
      return ulp_convert_32(&how, static_cast<uint32_t>(bits), job.round, job.profile);
    else if constexpr (WORD_BITS == 64)
      return ulp_convert_64(&how, static_cast<uint64_t>(bits), job.round, job.profile);
    else
      return ulp_convert_128(&how, bits, ulp_convert_job_round(&job, index), job.profile);
  };
  const unsigned width = ulp_layout(to).container_bits;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x * group;
  uint64_t begin = first + (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * group;
  for (; begin < end; begin += step) {
    const bool packs = width < 8 && begin + group <= end;
    uint64_t packed = 0;
#pragma unroll 1
    for (unsigned k = 0; k < group && begin + k < end; k++) {
      const UlpBits bits = in ? load_element(from, in, offset + begin + k) : begin + k;
      const auto result = convert(bits, begin + k);
      if (packs)
        packed |= static_cast<uint64_t>(result) << (k * width);
      else
        store_element(to, out, begin + k, result);
    }
    if (packs)
      store_group(width, out, begin, packed);
  }
}

double convert_by_codec(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                        uint64_t count) {
  constexpr unsigned threads = 256;
  const unsigned group = is_word(ulp_layout(job.to).container_bits) ? 1 : ULP_PACKED_GROUP;
  const uint64_t needed = (count + threads * group - 1) / (threads * group);
  const uint64_t resident = 64u * static_cast<uint64_t>(session->info.multiprocessors);
  const unsigned blocks = static_cast<unsigned>(needed < resident ? needed : resident);
  const UlpConversion how = ulp_conversion(ulp_layout(in.format), ulp_layout(job.to));
  const int word_bits = job.round == ULP_ROUND_SR ? 128 : how.word_bits;
  auto *kernel = word_bits == 32 ? &convert_kernel<32> : word_bits == 64 ? &convert_kernel<64> : &convert_kernel<128>;
  Clock clock(session, kernel);
  kernel<<<blocks, threads, 0, session->stream>>>(how, job, in.data, in.format, in.offset, out, first, first + count,
                                                  group);
  launched("convert_kernel");
  return clock.stop();
}

/* The way that gives these bits the fastest; the seconds of what it needs are added to the result's. */
static ConvertPart *find_conversion(UlpSession *session, const Input &in, const UlpConvertJob &job,
                                    UlpJobResult *result) {
  if (job.by != ULP_CONVERTER_OWN)
    return find_header_conversion(in.format, job);
  if (ConvertPart *of_blocks = find_block_conversion(in.format, job))
    return of_blocks;
  if (ConvertPart *direct = find_direct(in.format, job))
    return direct;
  if (job.round == ULP_ROUND_SR) /* a table has one rounding for all elements */
    return convert_by_codec;
  double seconds = 0;
  ConvertPart *by_table = make_table(session, in, job, &seconds);
  result->seconds += seconds;
  return by_table ? by_table : convert_by_codec;
}

void run_convert(UlpSession *session, const UlpConvertJob &job, const Input *in, UlpJobResult *result,
                 const UlpWatch *watch) {
  NewArray array(session, job.to, in->count);
  if (in->count && !is_word(ulp_layout(job.to).container_bits)) /* the bits behind the last element, too */
    check(cudaMemsetAsync(array.data(), 0, ulp_packed_bytes(job.to, in->count), session->stream),
          _("clearing an array"));
  if (in->count && ulp_block_has_tensor_scale(job.to))
    check(cudaMemcpyAsync(static_cast<uint8_t *>(array.data()) + ulp_packed_tensor_scale_at(job.to, in->count),
                          &job.tensor_scale, sizeof job.tensor_scale, cudaMemcpyHostToDevice, session->stream),
          _("copying an array"));
  ConvertPart *convert = find_conversion(session, *in, job, result);
  Progress progress(watch, static_cast<double>(in->count));
  /* The codec's time of an element depends on the formats: less to begin with. */
  const bool by_codec = convert == convert_by_codec || convert == convert_blocks_by_codec;
  Pace pace(by_codec ? uint64_t{1} << 22 : (uint64_t{1} << 21) * static_cast<uint64_t>(session->info.multiprocessors));
  for (uint64_t first = 0; first < in->count;) {
    const uint64_t next = pace.next(in->count - first), left = in->count - first;
    const uint64_t whole = (next + kPartMultiple - 1) / kPartMultiple * kPartMultiple;
    const uint64_t count = whole < left ? whole : left;
    const double seconds = convert(session, *in, array.data(), job, first, count);
    pace.took(seconds);
    result->seconds += seconds;
    first += count;
    progress.advance(static_cast<double>(count));
  }
  result->out = array.keep();
}
