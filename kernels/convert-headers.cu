/* Conversions by CUDA's own headers, on the device and on the host, as they are: what ours are compared with. */
#include "kernels/convert.cuh"
#include "kernels/elements.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <chrono>
#include <thread>
#include <vector>

#define BOTH __host__ __device__ static inline

/* ---- patterns and the headers' types ---- */

BOTH float f32(uint64_t pattern) {
  const uint32_t word = static_cast<uint32_t>(pattern);
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

BOTH double f64(uint64_t pattern) {
  double value;
  memcpy(&value, &pattern, sizeof value);
  return value;
}

BOTH __half_raw h16(uint64_t pattern) {
  __half_raw value;
  value.x = static_cast<unsigned short>(pattern);
  return value;
}

BOTH __nv_bfloat16_raw b16(uint64_t pattern) {
  __nv_bfloat16_raw value;
  value.x = static_cast<unsigned short>(pattern);
  return value;
}

BOTH unsigned char u8(uint64_t pattern) { return static_cast<unsigned char>(pattern); }
BOTH uint64_t raw(__half value) { return static_cast<__half_raw>(value).x; }
BOTH uint64_t raw(__nv_bfloat16 value) { return static_cast<__nv_bfloat16_raw>(value).x; }

BOTH uint64_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

/* ---- one conversion ---- */

template <UlpFormat FROM, UlpFormat TO, UlpRound ROUND, UlpProfile PROFILE> struct Header;

#define ULP_HEADER(FROM, TO, ROUND, PROFILE, ...)                                                                      \
  template <> struct Header<ULP_FORMAT_##FROM, ULP_FORMAT_##TO, ULP_ROUND_##ROUND, ULP_PROFILE_##PROFILE> {            \
    static constexpr UlpFormat from = ULP_FORMAT_##FROM, to = ULP_FORMAT_##TO;                                         \
    BOTH uint64_t convert(uint64_t x) { return __VA_ARGS__; }                                                          \
  };
#include "kernels/convert-headers.def"
#undef ULP_HEADER

/* A group of elements, whole bytes, is one thread's. */
template <class How>
__global__ void header_kernel(const void *in, uint64_t offset, void *out, uint64_t first, uint64_t end) {
  constexpr unsigned group = ULP_PACKED_GROUP;
  uint64_t begin = first + (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * group;
  for (unsigned k = 0; k < group && begin + k < end; k++)
    store_element(How::to, out, begin + k,
                  How::convert(static_cast<uint64_t>(load_element(How::from, in, offset + begin + k))));
}

template <class How>
static double on_device(UlpSession *session, const Input &in, void *out, const UlpConvertJob &, uint64_t first,
                        uint64_t count) {
  constexpr unsigned threads = 256;
  const unsigned blocks = blocks_for(count, threads, ULP_PACKED_GROUP);
  Clock clock(session, header_kernel<How>);
  header_kernel<How><<<blocks, threads, 0, session->stream>>>(in.data, in.offset, out, first, first + count);
  launched("header_kernel");
  return clock.stop();
}

/* The part is fetched, shared by all processors in whole groups, and sent back. */
template <class How>
static double on_host(UlpSession *session, const Input &in, void *out, const UlpConvertJob &, uint64_t first,
                      uint64_t count) {
  const uint64_t bytes_in = ulp_packed_bytes(in.format, in.offset + in.count);
  const uint64_t begin = (in.offset + first) / ULP_PACKED_GROUP * ULP_PACKED_GROUP;
  const uint64_t from_byte = ulp_packed_bytes(in.format, begin), skipped = in.offset + first - begin;
  const uint64_t wanted = ulp_packed_bytes(in.format, skipped + count);
  const uint64_t have = bytes_in - from_byte < wanted ? bytes_in - from_byte : wanted;
  std::vector<uint8_t> source(wanted), result(ulp_packed_bytes(How::to, count));
  check(cudaStreamSynchronize(session->stream), _("waiting for the device"));
  check(cudaMemcpy(source.data(), static_cast<const uint8_t *>(in.data) + from_byte, have, cudaMemcpyDeviceToHost),
        _("copying from the device"));
  const uint64_t n = std::thread::hardware_concurrency() ? std::thread::hardware_concurrency() : 1;
  const uint64_t share = (count / n / ULP_PACKED_GROUP + 1) * ULP_PACKED_GROUP;
  std::vector<std::thread> threads;
  const auto start = std::chrono::steady_clock::now();
  for (uint64_t at = 0; at < count; at += share)
    threads.emplace_back([&, at] {
      for (uint64_t i = at; i < count && i < at + share; i++)
        ulp_packed_store(How::to, result.data(), i,
                         How::convert(static_cast<uint64_t>(ulp_packed_load(How::from, source.data(), skipped + i))));
    });
  for (std::thread &thread : threads)
    thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  check(cudaMemcpy(static_cast<uint8_t *>(out) + ulp_packed_bytes(How::to, first), result.data(), result.size(),
                   cudaMemcpyHostToDevice),
        _("copying to the device"));
  return took.count();
}

ConvertPart *find_header_conversion(UlpFormat from, const UlpConvertJob &job) {
#define ULP_HEADER(FROM, TO, ROUND, PROFILE, ...)                                                                      \
  if (from == ULP_FORMAT_##FROM && job.to == ULP_FORMAT_##TO && job.round == ULP_ROUND_##ROUND &&                      \
      job.profile == ULP_PROFILE_##PROFILE) {                                                                          \
    using How = Header<ULP_FORMAT_##FROM, ULP_FORMAT_##TO, ULP_ROUND_##ROUND, ULP_PROFILE_##PROFILE>;                  \
    return job.by == ULP_CONVERTER_CUDA_HOST ? on_host<How> : on_device<How>;                                          \
  }
#include "kernels/convert-headers.def"
#undef ULP_HEADER
  return nullptr;
}
