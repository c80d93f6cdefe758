/* Conversions between the formats, each element once through the codec; the layouts are constants of an instance. Where the
 * hardware gives the codec's bits it does the work, at the speed of a copy. */
#include "kernels/convert-hardware.cuh"
#include "kernels/session.cuh"

template <int BITS> struct Container;
template <> struct Container<8> { using Word = uint8_t; };
template <> struct Container<16> { using Word = uint16_t; };
template <> struct Container<32> { using Word = uint32_t; };
template <> struct Container<64> { using Word = uint64_t; };

template <UlpFormat F> struct Format;
#define ULP_FORMAT(id, ID, title, container, ...)                          \
  template <> struct Format<ULP_FORMAT_##ID> : Container<(container)> {};
#include "core/number/formats.def"
#undef ULP_FORMAT

template <class Word, int COUNT> struct alignas(sizeof(Word) * COUNT) Pack {
  Word word[COUNT];
};

/* A thread's elements: 16 bytes of the wider container. */
template <UlpFormat FROM, UlpFormat TO> struct Shape {
  using From = typename Format<FROM>::Word;
  using To = typename Format<TO>::Word;
  static constexpr int per_thread = 16 / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
};

/* Of a format without unused bits whose NaN are those beyond infinity. */
template <UlpFormat F> __device__ inline bool is_nan(typename Format<F>::Word bits) {
  const UlpLayout layout = ulp_layout(F);
  const UlpBits magnitude = bits & ((static_cast<UlpBits>(1) << (layout.container_bits - 1)) - 1);
  return magnitude > ulp_magnitude_infinite(layout);
}

/* Of one launch, by the codec some 10 ms; a multiple of 16. */
constexpr uint64_t kElementsPerMultiprocessor = uint64_t{1} << 21;

template <UlpFormat FROM, UlpFormat TO, bool IN_HARDWARE>
__global__ void convert_kernel(const typename Shape<FROM, TO>::From *in, typename Shape<FROM, TO>::To *out,
                               uint64_t count, UlpRound round, UlpProfile profile) {
  using From = typename Shape<FROM, TO>::From;
  using To = typename Shape<FROM, TO>::To;
  constexpr int per_thread = Shape<FROM, TO>::per_thread;
  const uint64_t first = (static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * per_thread;
  const auto convert = [&](From bits) {
    if constexpr (IN_HARDWARE) {
      if (!is_nan<FROM>(bits))
        return static_cast<To>(Hardware<FROM, TO>::convert(bits));
    }
    return static_cast<To>(ulp_convert_bits(ulp_layout(FROM), ulp_layout(TO), bits, round, profile));
  };
  if (first + per_thread <= count) {
    const auto source = *reinterpret_cast<const Pack<From, per_thread> *>(in + first);
    Pack<To, per_thread> result;
#pragma unroll
    for (int i = 0; i < per_thread; i++)
      result.word[i] = convert(source.word[i]);
    *reinterpret_cast<Pack<To, per_thread> *>(out + first) = result;
  } else {
    for (uint64_t i = first; i < count; i++)
      out[i] = convert(in[i]);
  }
}

/* Elements [first, first + count) of the arrays; `first` is a multiple of 16. */
struct Part {
  const void *in;
  void *out;
  uint64_t first, count;
};

/* Seconds. */
template <UlpFormat FROM, UlpFormat TO>
static double launch(UlpSession *session, const Part &part, const UlpConvertJob &job) {
  constexpr unsigned threads = 256;
  constexpr uint64_t per_block = threads * Shape<FROM, TO>::per_thread;
  const auto *in = static_cast<const typename Shape<FROM, TO>::From *>(part.in) + part.first;
  auto *out = static_cast<typename Shape<FROM, TO>::To *>(part.out) + part.first;
  const unsigned blocks = static_cast<unsigned>((part.count + per_block - 1) / per_block);
  auto *kernel = &convert_kernel<FROM, TO, false>;
  if constexpr (Hardware<FROM, TO>::exists) {
    if (job.round == ULP_ROUND_RN && job.profile == ULP_PROFILE_IEEE)
      kernel = &convert_kernel<FROM, TO, true>;
  }
  Clock clock(session, kernel);
  kernel<<<blocks, threads, 0, session->stream>>>(in, out, part.count, job.round, job.profile);
  launched("convert_kernel");
  return clock.stop();
}

template <UlpFormat FROM>
static double launch_from(UlpSession *session, const Part &part, const UlpConvertJob &job) {
  switch (job.to) {
#define ULP_FORMAT(id, ID, title, container, ...)                          \
  case ULP_FORMAT_##ID:                                                                                                \
    return launch<FROM, ULP_FORMAT_##ID>(session, part, job);
#include "core/number/formats.def"
#undef ULP_FORMAT
  default:
    raise_fault(ULP_FAULT_INVALID, _("there is no format number %d"), static_cast<int>(job.to));
  }
}

static double launch_part(UlpSession *session, UlpFormat from, const Part &part, const UlpConvertJob &job) {
  switch (from) {
#define ULP_FORMAT(id, ID, title, container, ...)                          \
  case ULP_FORMAT_##ID:                                                                                                \
    return launch_from<ULP_FORMAT_##ID>(session, part, job);
#include "core/number/formats.def"
#undef ULP_FORMAT
  default:
    raise_fault(ULP_FAULT_INVALID, _("there is no format number %d"), static_cast<int>(from));
  }
}

UlpHandle cuda_convert(UlpSession *session, UlpHandle handle, const UlpConvertJob *job, double *seconds,
                       const UlpWatch *watch, UlpFault *fault) {
  const uint64_t part_elements = kElementsPerMultiprocessor * static_cast<uint64_t>(session->info.multiprocessors);
  *seconds = 0;
  return guard(session, fault, UlpHandle{0}, [&] {
    if (job->round < 0 || job->round >= ULP_N_ROUNDS || job->profile > ULP_ALL_RULES)
      raise_fault(ULP_FAULT_INVALID, _("there is no rounding number %d with overflow policy number %d"),
                  static_cast<int>(job->round), static_cast<int>(job->profile));
    const Array source = find_array(session, handle);
    NewArray array(session, job->to, source.count);
    Progress progress(watch, static_cast<double>(source.count));
    for (uint64_t first = 0; first < source.count; first += part_elements) {
      const uint64_t left = source.count - first;
      const Part part = {source.data, array.data(), first, left < part_elements ? left : part_elements};
      *seconds += launch_part(session, source.format, part, *job);
      progress.advance(static_cast<double>(part.count));
    }
    return array.keep();
  });
}
