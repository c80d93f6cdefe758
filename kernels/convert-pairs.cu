/* Pairs of formats whose layouts are constants of a kernel, and so are the usual rules: to nearest, as IEEE 754 has it. Where
 * the hardware gives the codec's bits it does the work. */
#include "kernels/convert-hardware.cuh"
#include "kernels/convert.cuh"

template <int BITS> struct Container;
template <> struct Container<8> { using Word = uint8_t; };
template <> struct Container<16> { using Word = uint16_t; };
template <> struct Container<32> { using Word = uint32_t; };
template <> struct Container<64> { using Word = uint64_t; };

template <UlpFormat F>
using Word = typename Container<static_cast<int>(F & 0xff)>::Word; /* layout.h, ULP_FORMAT_PACK */

/* A thread's elements: 16 bytes of the wider container. */
template <UlpFormat FROM, UlpFormat TO> struct Shape {
  using From = Word<FROM>;
  using To = Word<TO>;
  static constexpr int per_thread = 16 / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
};

/* Of a format without unused bits whose NaN are those beyond infinity. */
template <UlpFormat F> __device__ inline bool is_nan(Word<F> bits) {
  const UlpLayout layout = ulp_layout(F);
  const UlpBits magnitude = bits & ((static_cast<UlpBits>(1) << (layout.container_bits - 1)) - 1);
  return magnitude > ulp_magnitude_infinite(layout);
}

/* `aligned`: `in` is, for a pack. USUAL: `round` and `profile` are RN and IEEE. */
template <UlpFormat FROM, UlpFormat TO, bool USUAL>
__global__ void pair_kernel(const Word<FROM> *in, Word<TO> *out, uint64_t count, bool aligned, UlpRound round,
                            UlpProfile profile) {
  using From = Word<FROM>;
  using To = Word<TO>;
  constexpr int per_thread = Shape<FROM, TO>::per_thread;
  const uint64_t first = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * per_thread;
  const auto convert = [&](From bits) {
    if constexpr (USUAL && Hardware<FROM, TO>::exists) {
      if (!is_nan<FROM>(bits))
        return static_cast<To>(Hardware<FROM, TO>::convert(bits));
    }
    return static_cast<To>(ulp_convert_bits(ulp_layout(FROM), ulp_layout(TO), bits, USUAL ? ULP_ROUND_RN : round,
                                            USUAL ? static_cast<UlpProfile>(ULP_PROFILE_IEEE) : profile));
  };
  if (aligned && first + per_thread <= count) {
    const auto source = *reinterpret_cast<const Pack<From, per_thread> *>(in + first);
    Pack<To, per_thread> result;
#pragma unroll
    for (int i = 0; i < per_thread; i++)
      result.word[i] = convert(source.word[i]);
    *reinterpret_cast<Pack<To, per_thread> *>(out + first) = result;
  } else {
    const uint64_t end = first + per_thread < count ? first + per_thread : count;
    for (uint64_t i = first; i < end; i++)
      out[i] = convert(in[i]);
  }
}

template <UlpFormat FROM, UlpFormat TO>
static double convert_pair(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                           uint64_t count) {
  constexpr unsigned threads = 256, per_thread = Shape<FROM, TO>::per_thread;
  const auto *source = static_cast<const Word<FROM> *>(in.data) + in.offset + first;
  auto *target = static_cast<Word<TO> *>(out) + first;
  const bool aligned = is_aligned<Pack<Word<FROM>, per_thread>>(source);
  const bool usual = job.round == ULP_ROUND_RN && job.profile == ULP_PROFILE_IEEE;
  auto *kernel = usual ? &pair_kernel<FROM, TO, true> : &pair_kernel<FROM, TO, false>;
  Clock clock(session, kernel);
  kernel<<<blocks_for(count, threads, per_thread), threads, 0, session->stream>>>(source, target, count, aligned,
                                                                                  job.round, job.profile);
  launched("pair_kernel");
  return clock.stop();
}

ConvertPart *find_pair(UlpFormat from, UlpFormat to) {
#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  if (from == ULP_FORMAT_##FROM && to == ULP_FORMAT_##TO)                                                              \
    return convert_pair<ULP_FORMAT_##FROM, ULP_FORMAT_##TO>;
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
  return nullptr;
}
